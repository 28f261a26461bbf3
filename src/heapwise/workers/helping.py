"""Many tasks that this process begins alone: workers help with the rest if it takes long."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import TypeVar

from heapwise.workers.clusters import Workforce
from heapwise.workers.pool import Lost, in_order

T = TypeVar("T")
R = TypeVar("R")

_ALONE = 2.0
"""Seconds of CPU time that this process works alone: workers need one to start."""


def helped(
    here: Callable[[int], R], there: Callable[[T], R], tasks: Sequence[T], workers: Workforce
) -> Generator[R | Lost, None, None]:
    """One result for each task, in their order: `here` takes the number of one, `there` (in a
    worker) the task itself. After an interrupt come those that are there, and then it goes on."""
    started = time.process_time()
    for index in range(len(tasks)):
        left = len(tasks) - index
        if min(workers.jobs, left) > 1 and time.process_time() - started > _ALONE:
            rest = in_order(there, tasks[index:], min(workers.jobs, left), workers.executors)
            with closing(rest):
                yield from rest
            return
        yield here(index)
