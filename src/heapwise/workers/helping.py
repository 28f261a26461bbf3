"""Many tasks that this process begins alone: workers help with the rest if it takes long.

They are started in the background, when it is seen to take long, and this process goes on until
they are there. While it is at a task that can be divided, they help with that.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Any, TypeVar

from heapwise.workers.clusters import Workforce
from heapwise.workers.crew import ALONE, INTERRUPTED, Crew, Lost
from heapwise.workers.pool import in_order

T = TypeVar("T")
R = TypeVar("R")


_LEAST = 0.01
"""Seconds of CPU time that a task takes at least, or nearly so: many are known to take long."""


class TooLarge:
    """What a worker says of a task that was not to be done by it alone."""


class Helpers:
    """`prepare(task)` is called by each of them at first, with one of the `tasks`, to load what
    they will need."""

    def __init__(
        self, workers: Workforce, prepare: Callable[[Any], object], tasks: Sequence[object]
    ) -> None:
        self.workers = workers
        self._since = time.process_time() - _LEAST * len(tasks)
        self._prepare, self._tasks = prepare, tasks
        self._crew: Crew[int, Any, Any] | None = None

    def crew(self) -> Crew[int, Any, Any] | None:
        """Those who help, if they are needed and there."""
        if self.workers.jobs == 1 or time.process_time() - self._since <= ALONE:
            return None
        if self._crew is None:
            self._crew = Crew(self._prepare, *self.workers)
            if ALONE > 0:
                self._crew.prepare(self._prepare, self._tasks[0])
        return self._crew if self._crew.is_ready() else None

    def close(self) -> None:
        if self._crew is not None:
            self._crew.close()


def helped(
    here: Callable[[int], R],
    there: Callable[[T], R | TooLarge],
    tasks: Sequence[T],
    helpers: Helpers,
    last: Callable[[T], T] | None = None,
    is_full: Callable[[R | TooLarge | Lost], bool] | None = None,
) -> Generator[R | Lost, None, None]:
    """One result for each task, in their order: `here` takes the number of one, `there` (in a
    worker) the task itself. After an interrupt come those that are there, and then it goes on.

    The `last` tasks, which would keep one worker busy when the others are done, may be marked so.
    What is too large then is done by this process, with the help of all. A task whose worker
    `is_full` is done again by a new one."""
    jobs = helpers.workers.jobs
    with closing(helpers):
        for index in range(len(tasks)):
            crew = helpers.crew() if len(tasks) - index > 1 else None
            if crew is None:
                yield here(index)
                continue
            rest = list(tasks[index:])
            if last is not None:
                rest[1 - jobs :] = map(last, rest[1 - jobs :])
            with closing(in_order(there, rest, jobs, crew=crew, is_full=is_full)) as results:
                yield from _with_large_ones(here, index, results)
            return


def _with_large_ones(
    here: Callable[[int], R], index: int, results: Generator[R | TooLarge | Lost, None, None]
) -> Generator[R | Lost, None, None]:
    """They are done when nobody is busy any more."""
    for result in results:
        if isinstance(result, TooLarge):
            yield from _large_ones_last(here, index, results)
            return
        yield result
        index += 1


def _large_ones_last(
    here: Callable[[int], R], index: int, results: Generator[R | TooLarge | Lost, None, None]
) -> Generator[R | Lost, None, None]:
    """The first is too large."""
    others: list[R | TooLarge | Lost] = [TooLarge()]
    try:
        others.extend(results)
    except KeyboardInterrupt:
        yield from (INTERRUPTED if isinstance(each, TooLarge) else each for each in others)
        raise
    for number, other in enumerate(others, index):
        yield here(number) if isinstance(other, TooLarge) else other
