"""Ends questions that Z3 works on for too long without counting its steps, or after Ctrl-C.

Z3 has a timer for that: a thread that it waits for at the end of each question, a twentieth of the
work on small ones. So one thread for all questions of a context looks up now and then.
"""

from __future__ import annotations

import math
import threading
import time

from z3 import z3core as api

from heapwise import interrupting

_EVERY = 0.25
"""Seconds between two looks."""
_WAITING = 10
"""Times the seconds of its limit that a question may take altogether."""


class Watch:
    """Over one context, and without a reference to it: whoever deletes the context ends this first.
    There is a thread from the first question on."""

    def __init__(self, context: object) -> None:
        self._context = context
        self._until = math.inf
        self._is_over = threading.Event()
        self._lock = threading.RLock()  # the garbage collector may come by in that thread too
        self._thread: threading.Thread | None = None

    def begin(self, seconds: float) -> None:
        interrupting.forget()
        self._until = time.monotonic() + seconds * _WAITING
        if self._thread is None:
            thread = threading.Thread(target=self._look, name="watch of Z3", daemon=True)
            thread.start()
            self._thread = thread

    def end(self) -> None:
        self._until = math.inf

    def close(self) -> None:
        with self._lock:
            self._is_over.set()

    def _look(self) -> None:
        while not self._is_over.wait(_EVERY):
            with self._lock:
                if not self._is_over.is_set() and self._is_enough():
                    api.Z3_interrupt(self._context)

    def _is_enough(self) -> bool:
        is_under_way = self._until < math.inf
        return is_under_way and (time.monotonic() > self._until or interrupting.has_come())
