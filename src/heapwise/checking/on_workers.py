"""Goes through the functions of a target, to check them, on several cores if it takes long."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from typing import Protocol, TypeVar

from heapwise.checking.check import INTERRUPTED, check_function, empty_report
from heapwise.checking.check_options import CheckOptions
from heapwise.checking.levels import Sharing, TooLargeError
from heapwise.checking.remembering import NOTHING, Memory
from heapwise.checking.shared_level import Task, loaded_subject
from heapwise.frontends.protocol import Subject
from heapwise.results import Account
from heapwise.results.checks import FunctionReport
from heapwise.workers.clusters import Workforce
from heapwise.workers.helping import Helpers, TooLarge, helped
from heapwise.workers.pool import INTERRUPTED as NOT_REACHED
from heapwise.workers.pool import Lost

T = TypeVar("T")

SMALL = 3.0
"""Seconds that a worker has for one of the last functions, before all help with it."""


class _HasAccount(Protocol):
    account: Account


F = TypeVar("F", bound=_HasAccount)


def of_functions(
    here: Callable[[int], F],
    there: Callable[[T], F | TooLarge],
    tasks: Sequence[T],
    helpers: Helpers,
    empty: Callable[[int], F],
    last: Callable[[T], T] | None = None,
) -> Generator[tuple[int, F], None, None]:
    """Each with its number, in the order of the functions. Ends after an interrupt, with what was
    found until then. Of one at which workers die there is an `empty` result, whose account says
    why."""
    is_over = False

    def watched(index: int) -> F:
        nonlocal is_over
        result = here(index)
        is_over = result.account.stopped == INTERRUPTED
        return result

    with (
        closing(helped(watched, there, tasks, helpers, last, _is_full)) as results,
        suppress(KeyboardInterrupt),
    ):
        for index, result in enumerate(results):
            if isinstance(result, Lost):
                if result == NOT_REACHED:
                    continue
                lost = empty(index)
                lost.account.stopped = result.why
                yield index, lost
            else:
                yield index, result
            if is_over:
                return


def _is_full(result: _HasAccount | TooLarge | Lost) -> bool:
    return not isinstance(result, TooLarge | Lost) and result.account.stopped == "memory"


# -- checks


def reports_of(
    target: str,
    subjects: Sequence[Subject],
    options: CheckOptions,
    private: bool,
    workers: Workforce,
    begun: Callable[[FunctionReport], None],
    memory: Memory = NOTHING,
) -> Generator[FunctionReport, None, None]:
    """What is in the memory is not checked again, and what is found is added to it."""
    known, left_out = memory.known, memory.left_out
    unknown = [index for index in range(len(subjects)) if index not in {*known, *left_out}]
    tasks = [Task(target, options, private, index) for index in unknown]
    helpers = Helpers(workers, loaded_subject, tasks)

    def here(number: int) -> FunctionReport:
        sharing = Sharing(helpers, tasks[number])
        return check_function(subjects[unknown[number]], options, begun, sharing)

    found = of_functions(
        here,
        check_numbered,
        tasks,
        helpers,
        lambda number: empty_report(subjects[unknown[number]]),
        lambda task: replace(task, small=True),
    )
    with closing(found):
        told = 0
        while told < len(subjects):
            if told in known:
                yield known[told]
            elif told in left_out:
                pass
            elif (pair := next(found, None)) is not None:
                number, report = pair
                index = unknown[number]
                yield from (known[each] for each in range(told, index) if each in known)
                memory.add(index, report)
                yield report
                told = index
            told += 1


def check_numbered(task: Task) -> FunctionReport | TooLarge:
    try:
        seconds = SMALL if task.small else None
        return check_function(loaded_subject(task), task.options, patience=seconds)
    except TooLargeError:
        return TooLarge()
