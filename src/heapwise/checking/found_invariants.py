"""Uses invariants that nobody has written: for objects that no calls were seen to build.

If all failures of a function are of such objects, or paths get no test because of them, invariants
of their classes are looked for (`invariant_search`), with little effort, and the function is run
again for objects that satisfy them. The verdict, or the account of its tests, names what was
assumed.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Generator, Hashable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from heapwise.checking.check_options import CheckOptions
from heapwise.checking.effort import Effort
from heapwise.frontends.protocol import InvariantTrial, Subject, TakesInvariants
from heapwise.frontends.registry import claiming
from heapwise.program import InputError
from heapwise.reports.wording import counted
from heapwise.results import Verdict
from heapwise.results.account import FOUND_INVARIANTS
from heapwise.results.checks import Finding, FunctionReport
from heapwise.results.input_choice import REACHABLE

_STEPS = 8_000
"""For one class: on most machines, they take about 6 s of CPU time."""
_SECONDS = 60.0
"""CPU time after which a class is given up, however few steps there were."""
_SCOPE = 2
_TELLING = (Verdict.PROVED, Verdict.CLEAN, Verdict.UNREACHED, Verdict.VIOLATED)
_ADOPTED = (
    *("findings", "needs", "account", "covered", "scope", "paths", "decided", "lines"),
    *("silenced", "links", "engine", "unmerged"),
)
"""What a second check tells in place of the first."""


@dataclass(frozen=True, slots=True)
class _Found:
    """What is kept of the candidates of a class, and what to tell."""

    trial: InvariantTrial
    kept: tuple[int, ...]
    text: str
    remarks: tuple[str, ...]


def check_valid_objects(
    subject: Subject,
    options: CheckOptions,
    report: FunctionReport,
    check_again: Callable[[Subject, FunctionReport], Generator[None]],
) -> bool:
    """Is the report about objects with the invariants that were found now? A check pauses when
    there are failures only of objects that nobody was seen to build, and takes long."""
    unseen = [each for each in report.findings if not each.can_happen]
    chosen = options.inputs == REACHABLE and options.precondition is None
    if not unseen or report.possible or not chosen or options.by_contract:
        return False
    if not options.find_invariants or not isinstance(subject, TakesInvariants):
        return False
    found = narrowed(subject)
    report.remarks += [each for each in found.remarks if each not in report.remarks]
    if found.subject is None:
        return False
    fresh = FunctionReport(report.target, report.name, report.at, report.language, report.words)
    gone = 0
    with closing(check_again(found.subject, fresh)) as run:
        for _ in run:
            gone = _gone(unseen, fresh)
            if gone <= 0:
                return False
    gone = _gone(unseen, fresh)
    if gone <= 0 or not (fresh.verdict in _TELLING or _covers_more(fresh, report)):
        return False
    for each in _ADOPTED:
        setattr(report, each, getattr(fresh, each))
    report.account.limits[FOUND_INVARIANTS] = found.text
    if report.covered is not None:
        report.covered.account.limits[FOUND_INVARIANTS] = found.text
    left_out = f"{counted(gone, 'failure')} of other objects, which no calls were seen to build"
    report.remarks.append(f"{left_out} (--inputs any)")
    return True


def _gone(unseen: Sequence[Finding], fresh: FunctionReport) -> int:
    return len(unseen) - sum(not each.can_happen for each in fresh.findings)


def _covers_more(fresh: FunctionReport, report: FunctionReport) -> bool:
    """Of two that were not finished."""
    if report.verdict is not Verdict.UNFINISHED or fresh.verdict is not Verdict.UNFINISHED:
        return False
    if fresh.covered is None:
        return False
    return report.covered is None or fresh.covered.objects > report.covered.objects


class Narrowed(NamedTuple):
    """A subject for valid objects only, unless no invariant was found, what is assumed of them, and
    what else the search came across."""

    subject: Subject | None
    text: str
    remarks: tuple[str, ...]


def narrowed(subject: TakesInvariants) -> Narrowed:
    valid: Any = subject
    texts: list[str] = []
    remarks: list[str] = []
    for target, stamp in subject.without_invariant():
        try:
            found = _found(target, stamp)
        except _OverdueError as error:
            remarks.append(str(error))
            continue
        if found is None:
            continue
        remarks += found.remarks
        if found.kept:
            valid = found.trial.assuming(valid, found.kept)
            texts.append(found.text)
    return Narrowed(valid if texts else None, "; ".join(texts), tuple(remarks))


class _OverdueError(Exception):
    """Where the search was when it ran out of time depends on the machine: nothing follows."""


@lru_cache(maxsize=64)
def _found(target: str, _stamp: Hashable) -> _Found | None:
    """Of a class, as it is now."""
    from heapwise.checking.invariant_search import InvariantSearch

    try:
        trial = claiming(target).invariant_trial(target)
    except InputError:
        return None
    atexit.register(trial.close)  # what is assumed is read from its files
    if trial.own:
        return None
    effort = Effort(_SECONDS, _STEPS)
    search = InvariantSearch(trial, effort)
    found = search.run(_SCOPE)
    if effort.overdue:
        trial.close()
        raise _OverdueError(f"the search for an invariant of {trial.class_name} took too long")
    remarks = tuple(
        f"`{trial.class_name}.{method}` alone breaks `{text}`: {calls}"
        for method, text, calls in found.breaks
    )
    if not found.scope or found.open_methods:
        return _Found(trial, (), "", remarks)
    texts = ", ".join(f"`{text}`" for text in found.kept)
    objects = counted(found.scope, "object")
    told = f"the invariant that was found for {trial.class_name} ({texts}; kept up to {objects})"
    return _Found(trial, tuple(search.kept), told, remarks)
