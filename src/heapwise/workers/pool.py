"""Calls a function on many tasks, in several processes, and gives the results in order.

A worker that dies takes nothing along: what it was at, and what waited, is done again by new ones.
A task at which a worker dies twice, the second time alone, is `Lost`. Ctrl-C reaches what runs, and
what that gives back within two seconds is kept.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor, TimeoutError
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from threading import Thread
from types import FrameType
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 4
"""Tasks in flight per process: enough to keep all busy, few enough to stop soon."""
_PATIENCE = 2.0
"""Seconds that tasks have to give back what they have after Ctrl-C."""


@dataclass(frozen=True, slots=True)
class Lost:
    """Nothing came back for a task, and `why`."""

    why: str


INTERRUPTED = Lost("interrupted")
_DIED = Lost("the process that was at it has died twice: perhaps it was out of memory")


def available() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_order(
    call: Callable[[T], R], tasks: Iterable[T], jobs: int
) -> Generator[R | Lost, None, None]:
    """One result per task. After an interrupt come those that are there, and then it goes on."""
    waiting: deque[_Task[T, R]] = deque()
    source = iter(tasks)
    pool = _Pool(call, jobs)
    try:
        while True:
            more = islice(source, _AHEAD * jobs - len(waiting))
            waiting.extend(map(pool.submit, more))
            if not waiting:
                return
            yield pool.result(waiting)
    except KeyboardInterrupt:
        pool.interrupt()
        until = time.monotonic() + _PATIENCE
        for each in waiting:
            yield each.given_back(until)
        pool.kill()
        raise
    finally:
        pool.close()


class _Task(Generic[T, R]):
    def __init__(self, task: T, future: Future[R | Lost]) -> None:
        self.task = task
        self.future = future

    def is_broken(self) -> bool:
        """Was it given up with its pool? One that was done before is not."""
        if not self.future.done():
            return True
        return self.future.cancelled() or self.future.exception() is not None

    def given_back(self, until: float) -> R | Lost:
        if not self.future.running() and not self.future.done():
            return INTERRUPTED
        try:
            return self.future.result(max(0.0, until - time.monotonic()))
        except (TimeoutError, BrokenProcessPool):
            return INTERRUPTED


class _Pool(Generic[T, R]):
    def __init__(self, call: Callable[[T], R], jobs: int) -> None:
        self.call = call
        self._jobs = jobs
        self._executor = self._new()

    def _new(self) -> ProcessPoolExecutor:
        # Not `fork`: this process may have threads, of a solver or of the progress line.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._jobs, context, initializer=_prepare)

    def submit(self, task: T) -> _Task[T, R]:
        try:
            return _Task(task, self._executor.submit(_run, self.call, task))
        except BrokenProcessPool:
            self.renew()
            return _Task(task, self._executor.submit(_run, self.call, task))

    def result(self, waiting: deque[_Task[T, R]]) -> R | Lost:
        """Of the first of them, which is taken out."""
        first = waiting[0]
        result: R | Lost
        try:
            result = first.future.result()
        except BrokenProcessPool:
            # Whose fault it is nobody knows: the first of them goes on its own.
            self.renew()
            alone = _Pool(self.call, 1)
            try:
                result = alone.submit(first.task).future.result()
            except BrokenProcessPool:
                result = _DIED
            finally:
                alone.close()
            for each in waiting:
                if each is not first and each.is_broken():
                    each.future = self.submit(each.task).future
        waiting.popleft()
        return result

    def renew(self) -> None:
        self.close()
        self._executor = self._new()

    def interrupt(self) -> None:
        """On a terminal they have it already; who has it twice does not mind."""
        for child in multiprocessing.active_children():
            if child.pid is not None:
                with suppress(ProcessLookupError):
                    os.kill(child.pid, signal.SIGINT)

    def kill(self) -> None:
        """What does not mind an interrupt would keep this process from ending."""
        for child in multiprocessing.active_children():
            child.kill()

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)


# -- in a worker

_busy = False
_stopped = False


def _prepare() -> None:
    signal.signal(signal.SIGINT, _interrupted)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A parent that was killed says nothing, and nobody else would end this process."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _interrupted(number: int, frame: FrameType | None) -> None:
    """Ends what runs; what is begun afterwards ends at once."""
    global _busy, _stopped
    _stopped = True
    if _busy:
        _busy = False
        raise KeyboardInterrupt


def _run(call: Callable[[T], R], task: T) -> R | Lost:
    global _busy
    try:
        _busy = True
        return INTERRUPTED if _stopped else call(task)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        _busy = False
