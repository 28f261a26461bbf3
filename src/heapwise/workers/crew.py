"""Processes that work on tasks: who is done first is handed out first, and nothing is lost.

A worker that dies takes nothing along: what it was at, and what waited, is done again by new ones.
Whose fault it was nobody knows. So a task that was in a crew which died twice is done alone; if its
worker dies again, it is `Lost`.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
)
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.context import ForkServerContext
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from types import FrameType
from typing import Any, Generic, TypeAlias, TypeVar

from heapwise import garbage
from heapwise.engine.memory_limit import share_with
from heapwise.interrupting import interrupt, is_delicate, tell_other_threads

K = TypeVar("K")
T = TypeVar("T")
R = TypeVar("R")

_LOOK = 5.0
"""Seconds after which those who wait look whether there is anybody to wait for."""
ALONE = 0.3
"""Seconds of CPU time that somebody works before he has workers started: they need as much."""
_OURS = f"{__name__.partition('.')[0]}."
PATIENCE = 1.5
"""Seconds that tasks have to give back what they have after Ctrl-C, which ends a command in two."""


@dataclass(frozen=True, slots=True)
class Lost:
    """Nothing came back for a task, and `why`."""

    why: str


INTERRUPTED = Lost("interrupted")
ABANDONED = Lost("the cluster has no workers any more")
_DIED = Lost("the process that was at it has died twice: perhaps it was out of memory")

Executors: TypeAlias = Callable[[int], Executor]
"""Makes one with so many workers."""


class Processes(ProcessPoolExecutor):
    """On this machine."""

    def __init__(self, jobs: int) -> None:
        told = jobs + 1, {**os.environ}
        super().__init__(jobs, _context(), initializer=_prepare, initargs=told)

    def submit(self, call: Callable[..., R], /, *args: Any, **named: Any) -> Future[R]:
        # This may start a process, which must have no interrupt before it knows what to do.
        held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(call, *args, **named)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        # At its end Python wakes up every pool that is there. One that is just closing what it
        # would be woken up by makes an error of that.
        manager: Thread | None = getattr(self, "_executor_manager_thread", None)
        super().shutdown(wait, cancel_futures=cancel_futures)
        if manager is not None:
            manager.join(PATIENCE)

    def signal(self, number: signal.Signals) -> None:
        for pid in list(self._processes or ()):
            with suppress(ProcessLookupError):
                os.kill(pid, number)


def _context() -> ForkServerContext:
    """Workers are forked from a process that has loaded what this one has loaded by then, and does
    nothing else: not from this one, which may have threads, of a solver or of the progress line."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([name for name in sys.modules if name.startswith(_OURS)])
    return context


def _load_modules() -> None:
    """The first process that is forked comes when all is loaded."""
    # An interrupt is for those who work.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    process = _context().Process(target=_do_nothing, daemon=True)
    process.start()
    process.join()


def _do_nothing() -> None:
    pass


def processes(jobs: int) -> Executor:
    return Processes(jobs)


@dataclass(slots=True)
class _Task(Generic[K, T]):
    key: K
    task: T
    call: Callable[[T], Any]
    deaths: int = 0
    executor: Executor | None = None
    """Who is at it."""


class Crew(Generic[K, T, R]):
    """Tasks have keys, by which their results are told apart."""

    def __init__(self, call: Callable[[T], R], jobs: int, executors: Executors = processes) -> None:
        self._call = call
        self.jobs = jobs
        self.executors = executors
        self._executor = executors(jobs)
        self._leaving: list[Executor] = []
        """They were replaced, and have something to end."""
        self._at: dict[Future[R | Lost], _Task[K, T]] = {}
        self._done: SimpleQueue[Future[R | Lost]] = SimpleQueue()
        """To wait for one of many takes no longer than for one of two."""
        self._loading: Thread | None = None
        self._first_call: tuple[Callable[[T], object], T] | None = None
        self._starting: list[Future[Any]] = []
        self._given_up: list[Future[R | Lost]] = []
        """Nobody waits for them, but their workers may still be at them."""

    def prepare(self, call: Callable[[T], object], task: T) -> None:
        """Start all workers, each with such a call: what it loads, they will have loaded. Nobody
        waits for it, if somebody looks now and then whether they are there (`is_ready`)."""
        self._first_call = call, task
        if isinstance(self._executor, Processes):
            self._loading = Thread(target=_load_modules, daemon=True)
            self._loading.start()

    def is_ready(self) -> bool:
        """Have all workers come so far?"""
        if self._loading is not None and self._loading.is_alive():
            return False
        if self._first_call is not None:
            call, task = self._first_call
            self._first_call = None
            self._starting = [self._executor.submit(run_task, call, task) for _ in range(self.jobs)]
        return all(future.done() for future in self._starting)

    def __len__(self) -> int:
        """Tasks that nobody is done with."""
        return len(self._at)

    def submit(self, key: K, task: T, call: Callable[[T], R] | None = None) -> None:
        """Another `call` than the usual one may be given."""
        self._submit(_Task(key, task, call or self._call))

    def _submit(self, task: _Task[K, T]) -> None:
        try:
            future = self._executor.submit(run_task, task.call, task.task)
        except BrokenExecutor:
            self._renew()
            future = self._executor.submit(run_task, task.call, task.task)
        task.executor = self._executor
        self._at[future] = task
        future.add_done_callback(self._done.put)

    def next(self, seconds: float | None = None) -> tuple[K, R | Lost] | None:
        """The first that is done; None if there is none after so many seconds."""
        until = None if seconds is None else time.monotonic() + seconds
        while self._at:
            left = _LOOK if until is None else min(_LOOK, max(0.0, until - time.monotonic()))
            try:
                future = self._done.get(timeout=left)
            except Empty:
                if self._is_abandoned:
                    return self._at.pop(next(iter(self._at))).key, ABANDONED
                if until is not None and time.monotonic() >= until:
                    return None
                continue
            if future not in self._at:
                continue  # it was given up
            try:
                result = future.result()
            except self._died:
                result = _DIED
            except (BrokenExecutor, CancelledError):
                again = self._again()
                if again is not None:
                    return again
                continue
            key = self._at.pop(future).key
            self._let_go()
            return key, result
        return None

    def _again(self) -> tuple[K, R | Lost] | None:
        """A worker has died, and others with it: what they were at is done once more. If one has
        died twice, it is done here and now, and alone."""
        broken = [future for future in self._at if _is_broken(future)]
        tasks = [self._at.pop(future) for future in broken]
        self._renew()
        alone: _Task[K, T] | None = None
        for task in tasks:
            task.deaths += 1
            if task.deaths > 1 and alone is None:
                alone = task
            else:
                self._submit(task)
        if alone is None:
            return None
        executor = self.executors(1)
        try:
            return alone.key, executor.submit(run_task, alone.call, alone.task).result()
        except BrokenExecutor:
            return alone.key, _DIED
        finally:
            executor.shutdown(wait=False, cancel_futures=True)

    @property
    def _died(self) -> tuple[type[Exception], ...]:
        """What an executor raises that goes on without the workers that have died at a task."""
        found: tuple[type[Exception], ...] = getattr(self._executor, "died", ())
        return found

    @property
    def _is_abandoned(self) -> bool:
        """An executor of others may have lost all its workers, and wait for new ones for ever."""
        found: bool = getattr(self._executor, "is_abandoned", False)
        return found

    def _renew(self) -> None:
        self._signal(signal.SIGKILL)
        self.close()
        self._executor = self.executors(self.jobs)

    def replace_workers(self) -> None:
        """New processes do what is submitted from now on; the others end when they are done.
        Other executors see to their workers themselves."""
        if not isinstance(self._executor, Processes):
            return
        self._leaving.append(self._executor)
        self._executor = self.executors(self.jobs)
        self._let_go()

    def _let_go(self) -> None:
        """Those that have nothing to do any more."""
        busy = [task.executor for task in self._at.values()] if self._leaving else []
        for executor in [each for each in self._leaving if each not in busy]:
            self._leaving.remove(executor)
            executor.shutdown(wait=False)

    def _signal(self, number: signal.Signals) -> None:
        for executor in (*self._leaving, self._executor):
            if isinstance(executor, Processes):
                executor.signal(number)

    def interrupted(self) -> Iterator[tuple[K, R | Lost]]:
        """End what runs, and take what it gives back in a short time."""
        # On a terminal they have it already; who has it twice does not mind.
        self._signal(signal.SIGINT)
        until = time.monotonic() + PATIENCE
        # Nobody waits for the others. To cancel them is no use: of a pool whose processes die after
        # that, the thread that sees to them dies too.
        begun = [future for future in self._at if future.running() or future.done()]
        for future, task in self._at.items():
            result: R | Lost = INTERRUPTED
            with suppress(BrokenExecutor, CancelledError, TimeoutError, *self._died):
                if future in begun:
                    result = future.result(max(0.0, until - time.monotonic()))
            yield task.key, result
        self._at.clear()
        # What does not mind an interrupt would keep this process from ending.
        self._signal(signal.SIGKILL)

    def give_up(self) -> None:
        """Nobody wants to know any more what was submitted until now. It is not cancelled
        (`interrupted`)."""
        self._given_up = [each for each in (*self._given_up, *self._at) if not each.done()]
        self._at.clear()

    def close(self) -> None:
        """Nobody waits for what still runs."""
        left = (*self._starting, *self._given_up)
        if self._at or not all(each.done() for each in left):
            self._signal(signal.SIGKILL)
        for executor in (*self._leaving, self._executor):
            executor.shutdown(wait=False, cancel_futures=True)
        self._leaving.clear()


def _is_broken(future: Future[R]) -> bool:
    """Was it given up with its executor? One that was done before is not."""
    if not future.done():
        return True
    return future.cancelled() or isinstance(future.exception(), BrokenExecutor | CancelledError)


# -- in a worker

_busy = False
_stopped = False
_alone = Lock()
"""Solvers are not for several threads, which an executor of others may have."""


def _prepare(processes: int, environment: Mapping[str, str]) -> None:
    # That of the process that this one was forked from may be older.
    os.environ.clear()
    os.environ.update(environment)
    garbage.collect_seldom()
    share_with(processes)
    signal.signal(signal.SIGINT, _interrupted)
    tell_other_threads()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """For a thread: a parent that was killed says nothing, and nobody else would end this
    process."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _interrupted(number: int, frame: FrameType | None) -> None:
    """Ends what runs; what is begun afterwards ends at once."""
    global _busy, _stopped
    _stopped = True
    if _busy:
        _busy = is_delicate(frame)
        interrupt(number, frame)


def run_task(call: Callable[[T], R], task: T) -> R | Lost:
    global _busy
    try:
        _busy = True
        with _alone:
            return INTERRUPTED if _stopped else call(task)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        _busy = False
