"""Which functions of a target get tests, for this process and for workers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from heapwise.frontends.protocol import Selection, Subject, Suite
from heapwise.frontends.registry import claiming, front_end
from heapwise.frontends.test_options import TestOptions
from heapwise.program import InputError


def subjects_of(target: str, options: TestOptions, private: bool = False) -> list[Subject]:
    """What there is to test in a target; raises `InputError` if there is nothing."""
    wanted = Selection(private, False, options.language_options)
    found = list(claiming(target).subjects(target, wanted))
    if not found or all(subject.skipped for subject in found):
        why = found[0].skipped if len(found) == 1 else "there is no function to test"
        raise InputError(f"{target}: {why}")
    return found


def suite_of(
    subjects: Sequence[Subject], options: TestOptions, destination: Path | None = None
) -> Suite:
    """Raises `InputError` if a file of such tests cannot be called so."""
    return front_end(subjects[0].language).suite(subjects, options, destination)


@dataclass(frozen=True, slots=True)
class SuiteTask:
    """One function of a target, whose tests go to a file. If it is `small`, a worker gives it back
    when that takes long."""

    target: str
    options: TestOptions
    private: bool
    destination: Path | None
    index: int
    small: bool = False


# -- in a worker

_suite: tuple[object, Sequence[Subject], Suite] | None = None


def loaded_suite(task: SuiteTask) -> tuple[Sequence[Subject], Suite]:
    """In a worker, which keeps what it has loaded."""
    global _suite
    key = task.target, task.options, task.private, task.destination
    if _suite is None or _suite[0] != key:
        if _suite is not None:
            _suite[2].close()
        subjects = subjects_of(task.target, task.options, task.private)
        _suite = key, subjects, suite_of(subjects, task.options, task.destination)
    return _suite[1:]
