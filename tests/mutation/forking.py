"""Running something in a forked process, with its CPU time."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable

WALL_LIMIT = 1200.0
"""Seconds after which a process that uses no CPU time is taken to wait for something for ever."""


def in_child(
    run: Callable[[], tuple[int, str]], patience: float = WALL_LIMIT
) -> tuple[int, str, float]:
    """The exit code of the forked process (less than 0: a signal), what it says, its CPU time."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code, text = 1, "?"
        try:
            os.setpgid(0, 0)
            os.close(reading)
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            code, text = run()
        finally:
            with os.fdopen(writing, "w") as pipe:
                pipe.write(text)
            os._exit(code)
    os.close(writing)
    timer = _KillLater(child, patience)
    try:
        with os.fdopen(reading) as pipe, timer:
            text = pipe.read()
            _, status, usage = os.wait4(child, 0)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # what the tests, or Ctrl-C, have left running
    code = os.waitstatus_to_exitcode(status)
    return code, text, usage.ru_utime + usage.ru_stime


class _KillLater:
    """Ends the processes of a group that waits for ever."""

    def __init__(self, group: int, patience: float) -> None:
        self._group = group
        self._patience = patience

    def __enter__(self) -> None:
        def end(signum: int, frame: object) -> None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._group, signal.SIGKILL)

        signal.signal(signal.SIGALRM, end)
        signal.setitimer(signal.ITIMER_REAL, self._patience)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
