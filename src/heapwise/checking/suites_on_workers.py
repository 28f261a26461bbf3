"""Makes tests of the functions of a target, on several cores if it takes long."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from heapwise.checking import suites
from heapwise.checking.on_workers import of_functions
from heapwise.frontends.function_tests import FunctionTests
from heapwise.frontends.protocol import Subject, Suite
from heapwise.frontends.test_options import TestOptions
from heapwise.workers.clusters import Workforce
from heapwise.workers.helping import Helpers


@dataclass(frozen=True, slots=True)
class SuiteTask:
    """One function of a target, whose tests go to a file."""

    target: str
    options: TestOptions
    private: bool
    destination: Path | None
    index: int


def suite_parts(
    target: str,
    subjects: Sequence[Subject],
    suite: Suite,
    options: TestOptions,
    private: bool,
    destination: Path | None,
    workers: Workforce,
) -> Generator[FunctionTests, None, None]:
    tasks = [
        SuiteTask(target, options, private, destination, index) for index in range(len(subjects))
    ]
    found = of_functions(
        lambda index: suites.tests_of(suite, subjects[index], options),
        make_numbered,
        tasks,
        Helpers(workers, loaded_suite, tasks[0]),
        lambda index: suite.begin(subjects[index]),
    )
    with closing(found):
        for _, tests in found:
            yield tests


_suite: tuple[object, Sequence[Subject], Suite] | None = None


def loaded_suite(task: SuiteTask) -> tuple[Sequence[Subject], Suite]:
    """In a worker, which keeps what it has loaded."""
    global _suite
    key = task.target, task.options, task.private, task.destination
    if _suite is None or _suite[0] != key:
        if _suite is not None:
            _suite[2].close()
        subjects = suites.subjects_of(task.target, task.options, task.private)
        _suite = key, subjects, suites.suite_of(subjects, task.options, task.destination)
    return _suite[1:]


def make_numbered(task: SuiteTask) -> FunctionTests:
    subjects, suite = loaded_suite(task)
    return suites.tests_of(suite, subjects[task.index], task.options)
