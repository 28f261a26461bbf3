"""Calls a function on many tasks, in several processes, and gives the results in order.

Ctrl-C reaches what runs, and what that gives back within two seconds is kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable
from itertools import count, islice
from typing import TypeVar

from heapwise.workers.crew import INTERRUPTED, Crew, Executors, Lost, processes

__all__ = ["INTERRUPTED", "Lost", "available", "in_order"]

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 4
"""Tasks in flight per process: enough to keep all busy, few enough to stop soon."""


def available() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_order(
    call: Callable[[T], R],
    tasks: Iterable[T],
    jobs: int,
    executors: Executors = processes,
    crew: Crew[int, T, R] | None = None,
) -> Generator[R | Lost, None, None]:
    """One result per task. After an interrupt come those that are there, and then it goes on. A
    `crew` that is given is that of the caller."""
    source = enumerate(tasks)
    is_ours = crew is None
    crew = Crew(call, jobs, executors) if crew is None else crew
    done: dict[int, R | Lost] = {}
    begun = 0
    try:
        for number in count():
            while number not in done:
                for key, task in islice(source, _AHEAD * jobs - (begun - number)):
                    crew.submit(key, task, call)
                    begun += 1
                found = crew.next()
                if found is None:
                    return
                done[found[0]] = found[1]
            yield done.pop(number)
    except KeyboardInterrupt:
        done.update(crew.interrupted())
        for number in sorted(done):
            yield done[number]
        raise
    finally:
        if is_ours:
            crew.close()
