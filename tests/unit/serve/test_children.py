"""Processes and what they have started end together."""

from __future__ import annotations

import subprocess
import sys

from heapwise.serve.children import descendants, kill_all
from tests.waiting import PATIENCE, is_alive, wait_until

_STARTS_ANOTHER = """
import subprocess, sys
from tests.waiting import is_alive, wait_until
sleeper = [sys.executable, "-c", "import time; time.sleep(600)"]
other = subprocess.Popen(sleeper, start_new_session=True)
print(other.pid, flush=True)
other.wait()
"""


def test_what_a_process_has_started_is_killed_with_it_whatever_group_it_is_in() -> None:
    command = [sys.executable, "-c", _STARTS_ANOTHER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        other = int(process.stdout.readline())
        assert descendants(process.pid) == [other]
        kill_all(process.pid)
        assert process.wait(PATIENCE) == -9
    wait_until(lambda: not is_alive(other))
