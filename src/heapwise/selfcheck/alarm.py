"""Ends the check of a generated program that uses too much CPU time.

Programs are run in this process, by the oracle and by CPython. One whose numbers or texts grow
takes for ever without an event that a recorder could count, so the operating system is asked for
a signal. It is one of user time (`ITIMER_VIRTUAL`): what another process takes does not count.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType

from heapwise.selfcheck.laws import Report, Tally

TOO_LONG = "too long"
"""Why a program is skipped whose check was ended."""
_AGAIN = 1.0
"""Seconds after which the signal comes again: a program may have swallowed the first exception."""


class _TooLongError(BaseException):
    """Not an `Exception`: neither a program nor a law takes it for an end of the program."""


def within(seconds: float, check: Callable[[], Report]) -> Report:
    """What `check` reports, or that it was ended after so much CPU time. Signals reach the main
    thread only: in another one there is no limit."""
    if threading.current_thread() is not threading.main_thread():
        return check()

    def end(signum: int, frame: FrameType | None) -> None:
        # Here, the timer would not be put back; where it is early, the signal comes again.
        if frame is None or frame.f_code is not within.__code__:
            raise _TooLongError

    before = signal.signal(signal.SIGVTALRM, end)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds, _AGAIN)
        try:
            return check()
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except _TooLongError:
        return Report(Tally(), skipped=TOO_LONG)
    finally:
        signal.signal(signal.SIGVTALRM, before)
