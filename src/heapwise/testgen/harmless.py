"""Keeps code that is only tried out from doing anything to the world, inside the worker process.

Replays run what was explored before, so they have no effects. Whoever tries out other functions of
the program must not: the first event of CPython's audit that is not known to be harmless ends the
call. There is no way to take an audit hook back, so this is for a process that ends soon.
"""

from __future__ import annotations

import os
import signal
import sys

_HARMLESS = frozenset(
    (
        "builtins.id",
        "code.__new__",
        "compile",
        "exec",
        "function.__new__",
        "import",
        "marshal.load",
        "marshal.loads",
        "object.__delattr__",
        "object.__getattr__",
        "object.__setattr__",
        "os.listdir",
        "os.scandir",
        "sys._getframe",
        "sys._getframemodulename",
        "sys.settrace",
    )
)
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class EffectError(BaseException):
    """Something would have happened outside of the process. No handler of the program is meant to
    see it."""


class OverdueError(BaseException):
    """A call has taken too long."""


class Harmless:
    """`on` while code of the program runs."""

    def __init__(self) -> None:
        self.on = False
        sys.addaudithook(self._heard)
        signal.signal(signal.SIGVTALRM, self._rang)

    def begin(self, seconds: float) -> None:
        """For so long, in CPU time; again and again, if the program catches everything."""
        self.on = True
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds)

    def end(self) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        self.on = False

    def _heard(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self.on or event in _HARMLESS:
            return
        if event == "open":
            flags = arguments[2] if len(arguments) > 2 else None
            if isinstance(flags, int) and not flags & _WRITES:
                return
        raise EffectError(event)

    def _rang(self, number: int, frame: object) -> None:
        if self.on:
            raise OverdueError
