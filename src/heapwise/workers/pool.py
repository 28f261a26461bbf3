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
    is_full: Callable[[R | Lost], bool] | None = None,
) -> Generator[R | Lost, None, None]:
    """One result per task. After an interrupt come those that are there, and then it goes on. A
    `crew` that is given is that of the caller. A task whose worker `is_full` is done again by a new
    one: memory that a process has had is not given back before it ends."""
    source = enumerate(tasks)
    is_ours = crew is None
    crew = Crew(call, jobs, executors) if crew is None else crew
    done: dict[int, R | Lost] = {}
    begun = 0
    under_way: dict[int, T] = {}
    again: set[int] = set()
    since = 0
    """What was begun later was given to workers that were new then."""
    try:
        for number in count():
            while number not in done:
                for key, task in islice(source, _AHEAD * jobs - (begun - number)):
                    under_way[key] = task
                    crew.submit(key, task, call)
                    begun += 1
                found = crew.next()
                if found is None:
                    return
                key, result = found
                if is_full is not None and key not in again and is_full(result):
                    again.add(key)
                    if key >= since:
                        crew.replace_workers()
                        since = begun
                    crew.submit(key, under_way[key], call)
                    continue
                del under_way[key]
                done[key] = result
            yield done.pop(number)
    except KeyboardInterrupt:
        done.update(crew.interrupted())
        for number in sorted(done):
            yield done[number]
        raise
    finally:
        if is_ours:
            crew.close()
