"""For tests that wait for what other processes do: as long as a very busy machine may need, and no
longer than it takes. A test that passes waits for nothing in vain."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 240.0


def wait_until(happened: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until, "it has not happened"
        time.sleep(0.02)


def is_alive(pid: int) -> bool:
    """Who has ended, but was not waited for by whoever is its parent now, is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
