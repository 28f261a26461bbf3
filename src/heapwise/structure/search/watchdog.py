"""Ends an invariant that works on one structure for too long: it may have no end."""

from __future__ import annotations

import ctypes
import threading
import time
import weakref
from collections.abc import Callable
from functools import partial

from heapwise.program import InputError
from heapwise.results import Heap

PATIENCE = 10.0
"""Seconds of CPU time that an invariant may take over one candidate: how busy the machine is does
not matter."""
_LOOKS = 4


class InvariantError(InputError):
    """The invariant raises, or does not end, on `structure`."""

    def __init__(self, message: str, structure: Heap) -> None:
        super().__init__(message)
        self.structure = structure


class TooLongError(BaseException):
    """Thrown into an invariant that does not end; nothing it catches."""


class Watchdog:
    """Ends an invariant that works on one candidate for too long, without costing the others
    anything: a thread looks now and then whether the number of candidates has grown, and how much
    this process has worked since. It throws `TooLongError` into whoever has begun."""

    def __init__(self, candidates: Callable[[], int], patience: float = PATIENCE) -> None:
        self._candidates = candidates
        self.patience = patience
        self._target = 0
        self._running = False
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        self._target = threading.get_ident()
        self._running = True
        if self._thread is None:
            looking = partial(_look_after, weakref.ref(self))
            self._thread = threading.Thread(target=looking, name="invariant watchdog", daemon=True)
            self._thread.start()

    def end(self) -> None:
        self._running = False

    def complaint(self, structure: Heap) -> InvariantError:
        """What to say of the structure that took too long."""
        return InvariantError(
            f"the invariant takes more than {self.patience:g} s on one structure: it may not "
            "end on a cycle; remember what it has visited",
            structure,
        )

    def doing(self) -> int | None:
        """The number of the candidate that is being looked at, if one is."""
        return self._candidates() if self._running else None

    @property
    def interval(self) -> float:
        return self.patience / _LOOKS

    def bark(self) -> None:
        error = ctypes.py_object(TooLongError)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._target), error)


def _look_after(search: Callable[[], Watchdog | None]) -> None:
    """Runs in a thread of its own, as long as the watchdog exists."""
    last: int | None = None
    since = time.process_time()
    while True:
        watchdog = search()
        if watchdog is None:
            return
        now = watchdog.doing()
        if now is None or now != last:
            since = time.process_time()
        elif time.process_time() - since > watchdog.patience:
            watchdog.bark()
            since = time.process_time()
        last = now
        interval = watchdog.interval
        del watchdog
        time.sleep(interval)
