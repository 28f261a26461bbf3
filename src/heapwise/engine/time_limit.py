"""Ends what runs past its time, wherever that goes.

Runs look at the clock between operations. One operation can take long all the same: a term that
grows with every turn, a library function on a large value, a process that is waited for. So the
operating system is asked for a signal, a little later than the clock ends what looks at it.
"""

from __future__ import annotations

import signal
import threading
import time
from types import FrameType, TracebackType

from heapwise.engine.run_context import StoppedError
from heapwise.interrupting import is_delicate

_LATER = 1.0
"""Seconds after the deadline: what looks at the clock ends in better order by itself."""
_AGAIN = 0.5
"""Seconds after which the signal comes again: somebody may have swallowed the first exception, or
the clock may be another one than that of the system."""
_AT_ONCE = 1e-3
_LONGEST = 1e8
"""No system counts seconds to infinity: a signal that comes too early is no harm."""


def _has_signals() -> bool:
    """They reach the main thread only, and not every system has them."""
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and hasattr(signal, "setitimer")


def _countable(seconds: float) -> float:
    return min(max(seconds, _AT_ONCE), _LONGEST)


class TimeLimit:
    """What runs inside raises `StoppedError` soon after the deadline (of `time.monotonic`), also if
    somebody inside has taken that for an error of his own. Limits can be nested: each holds.
    Signals reach the main thread only; in another one there is no limit."""

    def __init__(self, deadline: float | None) -> None:
        self._end = None if deadline is None else deadline + _LATER
        self._is_on = False
        self._is_up = False

    def __enter__(self) -> None:
        if self._end is None or not _has_signals():
            return
        now = time.monotonic()
        left, self._outer_again = signal.getitimer(signal.ITIMER_REAL)
        self._outer_end = now + left if left else None
        self._outer = signal.signal(signal.SIGALRM, self._tell)
        first = min(self._end - now, left or self._end - now)
        self._is_on = True
        signal.setitimer(signal.ITIMER_REAL, _countable(first), _AGAIN)

    def _tell(self, number: int, frame: FrameType | None) -> None:
        if not self._is_on or self._end is None or is_delicate(frame):
            return
        now = time.monotonic()
        if now >= self._end:
            self._is_up = True
            _stop(frame)
            return
        if self._outer_end is not None and now >= self._outer_end and callable(self._outer):
            try:
                self._outer(number, frame)
            except StoppedError:
                self._is_up = True
                raise

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._is_on:
            self._is_on = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._outer)
            if self._outer_end is not None:
                left = self._outer_end - time.monotonic()
                signal.setitimer(signal.ITIMER_REAL, _countable(left), self._outer_again)
        if self._is_up and kind is None:
            raise StoppedError


class RepeatedLimit:
    """One deadline for many short pieces of work: each is a `with` of this object. The system is
    asked for a signal once, between `arm` and `disarm`, because asking takes longer than a short
    piece. Where a timer of others is running, they see to the time."""

    def __init__(self, deadline: float | None) -> None:
        self._end = None if deadline is None else deadline + _LATER
        self._is_armed = False
        self._is_on = False
        self._is_up = False

    def arm(self) -> None:
        if self._end is None or not _has_signals():
            return
        if not self._is_armed and signal.getitimer(signal.ITIMER_REAL)[0] == 0.0:
            self._outer = signal.signal(signal.SIGALRM, self._tell)
            self._is_armed = True
            first = self._end - time.monotonic()
            signal.setitimer(signal.ITIMER_REAL, _countable(first), _AGAIN)

    def disarm(self) -> None:
        if self._is_armed and _has_signals() and signal.getsignal(signal.SIGALRM) == self._tell:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._outer)
        self._is_armed = False

    def __enter__(self) -> None:
        self._is_on = True

    def _tell(self, number: int, frame: FrameType | None) -> None:
        if not self._is_on or self._end is None or is_delicate(frame):
            return
        if time.monotonic() >= self._end:
            self._is_up = True
            _stop(frame)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._is_on = False
        if self._is_up and kind is None:
            raise StoppedError


def _stop(frame: FrameType | None) -> None:
    """But not where a limit begins or ends, which would not put back the timer and the handler that
    were there: whoever raises what frees a large heap has it meet the next signal just there. The
    end of the limit tells it as well."""
    if frame is None or frame.f_code not in _OF_LIMITS:
        raise StoppedError


_OF_LIMITS = frozenset(
    method.__code__
    for cls in (TimeLimit, RepeatedLimit)
    for method in (cls.__enter__, cls.__exit__)
)
