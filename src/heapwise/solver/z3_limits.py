"""How much Z3 may work on a question: a limit in steps, not in time.

The limit is given in seconds, but Z3 counts steps: whether a question is decided must not depend on
how busy the machine is, or on what else was asked.

A second of CPU time is one to eight million steps, by theory: two of floats, four of strings and
bit-vectors, six of products of integers. Z3 does not count everywhere, so there are two more
limits: one of CPU time, and, where nobody watches that, one of time (`z3_watch`).
"""

from __future__ import annotations

import threading
import time
from types import TracebackType

from z3 import z3core as api

from heapwise.solver.z3_context import Context

_STEPS = 4_000_000
"""In a second."""
_MOST_STEPS = (1 << 32) - 1
_PATIENCE = 2
"""Times as long a question may take in CPU time."""


def limit(context: Context, solver: object, seconds: float) -> None:
    """For each question from now on."""
    context.set(
        solver,
        rlimit=min(_MOST_STEPS, max(1, int(seconds * _STEPS))),
        ctrl_c=False,  # an interrupt is the user's, not an undecided question
    )


class Alarm:
    """Interrupts Z3 when a question has taken far more CPU time than it may."""

    def __init__(self, context: Context, seconds: float) -> None:
        self._ref = context.ref()
        self._until = time.process_time() + seconds * _PATIENCE
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._is_over.set()
        self._thread.join()

    def _watch(self) -> None:
        while (left := self._until - time.process_time()) > 0:
            if self._is_over.wait(left):
                return
        api.Z3_interrupt(self._ref)
