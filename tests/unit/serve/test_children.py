"""Processes and what they have started end together."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from heapwise.serve.children import descendants, kill_all

_STARTS_ANOTHER = """
import subprocess, sys
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
        assert process.wait(20) == -9
    deadline = time.monotonic() + 10
    while _exists(other) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _exists(other)


def _exists(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
