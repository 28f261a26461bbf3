"""Checks the functions of a target, on several cores if it takes long."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass

from heapwise.checking.check import INTERRUPTED, check_function, empty_report, subjects_of
from heapwise.checking.check_options import CheckOptions
from heapwise.frontends.protocol import Subject
from heapwise.results.checks import FunctionReport
from heapwise.workers.clusters import Workforce
from heapwise.workers.pool import INTERRUPTED as NOT_REACHED
from heapwise.workers.pool import Lost, in_order

_ALONE = 2.0
"""Seconds of CPU time that this process works alone: workers need one to start."""


@dataclass(frozen=True, slots=True)
class Task:
    """One function of a target."""

    target: str
    options: CheckOptions
    private: bool
    index: int


def reports_of(
    target: str,
    subjects: Sequence[Subject],
    options: CheckOptions,
    private: bool,
    workers: Workforce,
    begun: Callable[[FunctionReport], None],
) -> Generator[FunctionReport, None, None]:
    """In the order of the functions. Ends after an interrupt, with what was found until then."""
    started = time.process_time()
    for index, subject in enumerate(subjects):
        many = workers.jobs > 1 and len(subjects) - index > 1
        if many and time.process_time() - started > _ALONE:
            yield from _by_workers(target, subjects, options, private, workers, index)
            return
        report = check_function(subject, options, begun)
        yield report
        if report.account.stopped == INTERRUPTED:
            return


def _by_workers(
    target: str,
    subjects: Sequence[Subject],
    options: CheckOptions,
    private: bool,
    workers: Workforce,
    first: int,
) -> Generator[FunctionReport, None, None]:
    indexes = range(first, len(subjects))
    tasks = (Task(target, options, private, index) for index in indexes)
    several = min(workers.jobs, len(indexes))
    with closing(in_order(check_numbered, tasks, several, workers.executors)) as results:
        try:
            for index, result in zip(indexes, results, strict=False):
                if result != NOT_REACHED:
                    yield _lost(subjects[index], result) if isinstance(result, Lost) else result
        except KeyboardInterrupt:
            return


def _lost(subject: Subject, lost: Lost) -> FunctionReport:
    report = empty_report(subject)
    report.account.stopped = lost.why
    return report


_loaded: tuple[tuple[str, CheckOptions, bool], Sequence[Subject]] | None = None


def check_numbered(task: Task) -> FunctionReport:
    """In a worker, which keeps what it has loaded."""
    global _loaded
    key = task.target, task.options, task.private
    if _loaded is None or _loaded[0] != key:
        _loaded = key, subjects_of(*key)
    return check_function(_loaded[1][task.index], task.options)
