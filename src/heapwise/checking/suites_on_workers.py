"""Makes tests of the functions of a target, on several cores if it takes long."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from heapwise.checking.levels import TooLargeError
from heapwise.checking.on_workers import SMALL, of_functions
from heapwise.checking.suite_tasks import SuiteTask, loaded_suite
from heapwise.checking.suites import function_tests
from heapwise.checking.tested_paths import SuiteSharing
from heapwise.frontends.function_tests import FunctionTests
from heapwise.frontends.protocol import Subject, Suite
from heapwise.frontends.test_options import TestOptions
from heapwise.workers.clusters import Workforce
from heapwise.workers.helping import Helpers, TooLarge


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
    helpers = Helpers(workers, loaded_suite, tasks)

    def here(index: int) -> FunctionTests:
        return function_tests(suite, subjects[index], options, SuiteSharing(helpers, tasks[index]))

    found = of_functions(
        here,
        make_numbered,
        tasks,
        helpers,
        lambda index: suite.begin(subjects[index]),
        lambda task: replace(task, small=True),
    )
    with closing(found):
        for _, tests in found:
            yield tests


def make_numbered(task: SuiteTask) -> FunctionTests | TooLarge:
    subjects, suite = loaded_suite(task)
    patience = SMALL if task.small else None
    try:
        return function_tests(suite, subjects[task.index], task.options, patience=patience)
    except TooLargeError:
        return TooLarge()
