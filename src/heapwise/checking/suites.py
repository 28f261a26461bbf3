"""Makes tests of the functions of a target: explores each, and has the front end write tests.

The front end says which paths become tests and writes them (`frontends.protocol.Suite`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from heapwise.checking.found_invariants import narrowed
from heapwise.checking.levels import TooLargeError
from heapwise.checking.subject_run import start_subject
from heapwise.checking.suite_tasks import subjects_of, suite_of
from heapwise.checking.tested_paths import SuiteSharing, TestedPaths
from heapwise.engine.bounds import USUAL_DIGITS, Bounds
from heapwise.engine.faults import failure_of, is_strict
from heapwise.frontends.function_tests import FunctionTests
from heapwise.frontends.protocol import FrontEnd, Subject, Suite, TakesInvariants
from heapwise.frontends.registry import front_end
from heapwise.frontends.test_options import TestOptions
from heapwise.heaps import registry
from heapwise.plan import RunPlan
from heapwise.program import InputError
from heapwise.results.account import FOUND_INVARIANTS
from heapwise.results.input_choice import REACHABLE
from heapwise.structure.run import preconditions


def function_tests(
    suite: Suite,
    subject: Subject,
    options: TestOptions,
    sharing: SuiteSharing | None = None,
    patience: float | None = None,
) -> FunctionTests:
    """A fault of ours ends this function: the account says so, and what was found is kept. If paths
    get no test because no calls were seen to build their objects, those of objects with the
    invariants that were found may. Workers help if there is a `sharing`. If it takes longer than
    the `patience` there is, `TooLargeError` is raised."""
    found = _made(suite, subject, options, sharing, patience)
    chosen = options.inputs == REACHABLE and options.contracts and options.precondition is None
    if not (found.unreached and chosen and options.find_invariants):
        return found
    if found.account.stopped or not isinstance(subject, TakesInvariants):
        return found
    try:
        valid = narrowed(subject)
        found.remarks += valid.remarks
        if valid.subject is None:
            return found
        others = _made(suite, valid.subject, options)
    except KeyboardInterrupt:
        found.account.stopped = "interrupted"
        return found
    if others.unreached >= found.unreached or not _is_as_good(others, found):
        return found
    others.account.limits[FOUND_INVARIANTS] = valid.text
    others.remarks += valid.remarks
    return others


def _is_as_good(others: FunctionTests, found: FunctionTests) -> bool:
    """Is nothing lost with the objects that are left out?"""
    if found.faults or not set(found.broken) <= set(others.broken):
        return False
    is_whole = others.account.is_settled or not found.account.is_settled
    shown = {event for case in found.cases for event in case.observed.trace}
    return is_whole and shown <= {event for case in others.cases for event in case.observed.trace}


def _made(
    suite: Suite,
    subject: Subject,
    options: TestOptions,
    sharing: SuiteSharing | None = None,
    patience: float | None = None,
) -> FunctionTests:
    found = suite.begin(subject)
    if found.skipped:
        return found
    plan = _plan(suite, subject, options, front_end(subject.language))
    try:
        run = start_subject(subject, plan, options.max_length)
        found.account = run.account
        with closing(run):
            suite.make(subject, TestedPaths(run, plan, sharing, patience), found)
    except TooLargeError:
        raise
    except InputError as error:
        at = error.at.place if error.at else subject.at
        found.account.unsupported[error.message, subject.as_named(at)] = 1
    except Exception as error:
        if is_strict():
            raise
        found.account.failures.append(failure_of(error, subject.at))
    return found


def _plan(suite: Suite, subject: Subject, options: TestOptions, language: FrontEnd) -> RunPlan:
    bounds = Bounds(
        max_objects=options.max_objects,
        max_length=options.max_length if language.has_lengths else None,
        max_digits=USUAL_DIGITS if language.has_lengths else None,
        timeout=options.seconds,
    )
    entry, _ = preconditions.entry_of(options.precondition or preconditions.DEFAULT)
    return RunPlan(
        subject.target,
        preconditions.strategy_for(entry, options.strategy, registry.DEFAULT),
        bounds,
        contracts=options.contracts,
        precondition=options.precondition,
        keeps_invariants=True,
        joins=suite.joins,
        automatic=suite.automatic,
        language_options=options.language_options,
    )


def tests(
    target: str | Path,
    options: TestOptions | None = None,  # noqa: PT028 - this is no test
    *,
    private: bool = False,  # noqa: PT028 - nor is it with this
) -> Iterator[FunctionTests]:
    """Make tests of what `target` names, a function at a time; `cases` of each are what a test
    does. `heapwise tests` writes them as a file."""
    chosen = options or TestOptions()
    subjects = subjects_of(str(target), chosen, private)
    with closing(suite_of(subjects, chosen)) as suite:
        for subject in subjects:
            yield function_tests(suite, subject, chosen)
