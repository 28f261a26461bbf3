"""One program of a self-check in the POSE language: made, checked under strategies, and shrunk."""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.frontends.tiny import syntax as s
from heapwise.program import InputError
from heapwise.selfcheck.alarm import within
from heapwise.selfcheck.generator import generate
from heapwise.selfcheck.laws import Failure, Law, Report, check
from heapwise.selfcheck.runner import Result, Settings
from heapwise.selfcheck.shrink import shrink
from heapwise.selfcheck.subject import Subject, subject_of


def check_program(settings: Settings, index: int) -> Result:
    """Generate one program, check it, and shrink it if a law is broken."""
    subject = generate(settings.seed, index)
    report = within(
        settings.check_seconds, lambda: check(subject, settings.strategies, settings.limits)
    )
    if report.failure is None:
        return Result(index, report.tally, report.skipped)
    smaller, failure = _shrunk(subject, report.failure, settings)
    return Result(index, report.tally, None, failure, smaller.source)


def _shrunk(subject: Subject, failure: Failure, settings: Settings) -> tuple[Subject, Failure]:
    """Only the strategies and the law concerned are run again; in the end the shrunk program
    says what fails."""
    file = subject.tree.at.file

    def again(candidate: s.ProgramNode) -> Report | None:
        try:
            smaller = subject_of(candidate, file)
        except InputError:
            return None
        laws = _laws_to_check(failure.law)
        return within(
            settings.check_seconds,
            lambda: check(smaller, failure.strategies, settings.limits, laws),
        )

    def still_fails(candidate: s.ProgramNode) -> bool:
        report = again(candidate)
        return report is not None and _is_same(report.failure, failure)

    if not still_fails(subject.tree):
        return subject, failure
    tree = shrink(subject.tree, still_fails, settings.shrink_seconds)
    report = again(tree)  # it may take too long now if it took nearly too long before
    told = report.failure if report is not None else None
    return subject_of(tree, file), told or failure


def _laws_to_check(law: Law) -> Sequence[Law]:
    # A crash may come up while a witness is made.
    return tuple(Law) if law is Law.RUNS else (law,)


def _is_same(found: Failure | None, wanted: Failure) -> bool:
    return found is not None and found.law is wanted.law and found.strategies == wanted.strategies
