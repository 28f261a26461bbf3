"""How the cells of all tables are measured: within CPU time, from small to large.

How busy the machine is must not decide what a table shows, so a cell is given up after so many
seconds of CPU time, not of the clock on the wall.
"""

from __future__ import annotations

import heapq
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

from heapwise.program.source import InputError
from heapwise.workers.crew import Crew, Lost

if TYPE_CHECKING:
    from heapwise.results.path_result import Counts

Case = TypeVar("Case")
Cell = TypeVar("Cell")
ALONE = 2.0
"""Seconds of CPU time that this process measures alone: workers need one to start."""
_AGAIN = 0.02
"""Seconds after which a run that has not stopped is told again: what is raised while an object is
deleted is lost."""


def not_measured(counts: Counts) -> str:
    """Why a number of paths is none of the program, if some of them have come to no end."""
    found = {
        "failed": counts.failed,
        "unsupported": counts.unsupported,
        "undecided": counts.undecided,
    }
    return ", ".join(f"{count} {what}" for what, count in found.items() if count)


class TimeIsUp(BaseException):
    """Not an `Exception`: an invariant that raises one of those is false."""


class CpuLimit:
    """What runs inside ends after so many seconds of CPU time of this process, and `is_up` is true
    then. Where the system cannot tell, there is a `wall` limit instead, for the engine to keep."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._can_tell = (
            hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        )
        self._inside = False
        self._told = False
        self.wall = None if self._can_tell else seconds
        self.is_up = False

    def __enter__(self) -> CpuLimit:
        if self._can_tell and self._seconds is not None:
            self._inside = True
            self._before = signal.signal(signal.SIGPROF, self._tell)
            self._hook = sys.unraisablehook
            sys.unraisablehook = self._unraisable
            signal.setitimer(signal.ITIMER_PROF, self._seconds, _AGAIN)
        return self

    def _tell(self, number: int, frame: object) -> None:
        if self._inside:
            self._told = True
            raise TimeIsUp

    def _unraisable(self, what: sys.UnraisableHookArgs) -> None:
        """Objects that were just being made when the time was up cannot be deleted properly."""
        if not self._told:
            self._hook(what)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        self.is_up = kind is not None and issubclass(kind, TimeIsUp)
        if self._inside:
            self._inside = False
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, self._before)
            if self.is_up:
                traceback.clear_frames(trace)  # what they hold is deleted now, not later
            sys.unraisablehook = self._hook
        return self.is_up


def in_order(
    cases: Iterable[Case],
    measure: Callable[[Case], Cell],
    kind: Callable[[Case], Hashable],
    is_finished: Callable[[Cell], bool],
    jobs: int = 1,
) -> Iterator[Cell]:
    """Each cell as soon as it is known, in the order of the cases. What was not finished is not
    tried at a larger size: cases of one kind come in the order of their sizes. With several
    processes, different kinds are measured at the same time, if it takes long."""
    unfinished: set[Hashable] = set()
    started = time.process_time()
    left = iter(cases)
    for case in left:
        own = kind(case)
        if jobs > 1 and time.process_time() - started > ALONE:
            rest = [each for each in (case, *left) if kind(each) not in unfinished]
            yield from _by_workers(rest, measure, kind, is_finished, jobs)
            return
        if own in unfinished:
            continue
        cell = measure(case)
        if not is_finished(cell):
            unfinished.add(own)
        yield cell


def _by_workers(
    cases: list[Case],
    measure: Callable[[Case], Cell],
    kind: Callable[[Case], Hashable],
    is_finished: Callable[[Cell], bool],
    jobs: int,
) -> Iterator[Cell]:
    chains: dict[Hashable, deque[int]] = {}
    for number, case in enumerate(cases):
        chains.setdefault(kind(case), deque()).append(number)
    crew: Crew[int, Case, Cell] = Crew(measure, jobs)
    ready = [chain.popleft() for chain in chains.values()]
    heapq.heapify(ready)
    found: dict[int, Cell | None] = {}
    try:
        for number in range(len(cases)):
            while number not in found:
                while ready and len(crew) < jobs:
                    following = heapq.heappop(ready)
                    crew.submit(following, cases[following])
                done = crew.next()
                assert done is not None
                key, cell = done
                if isinstance(cell, Lost):
                    raise InputError(f"{cases[key]}: {cell.why}")
                found[key] = cell
                chain = chains[kind(cases[key])]
                if is_finished(cell) and chain:
                    heapq.heappush(ready, chain.popleft())
                elif chain:
                    found.update(dict.fromkeys(chain))
                    chain.clear()
            known = found.pop(number)
            if known is not None:
                yield known
    except KeyboardInterrupt:
        for key, cell in crew.interrupted():
            if not isinstance(cell, Lost):
                found[key] = cell
        for key in sorted(found):
            known = found[key]
            if known is not None:
                yield known
        raise
    finally:
        crew.close()
