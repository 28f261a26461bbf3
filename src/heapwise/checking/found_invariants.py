"""Uses invariants that nobody has written: a check of objects that no calls were seen to build.

If all failures of a function are of such objects, invariants of their classes are looked for
(`invariant_search`), with little effort, and the function is checked again for objects that satisfy
them. The verdict names what was assumed.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from heapwise.checking.check_options import CheckOptions
from heapwise.frontends.protocol import InvariantTrial, Subject, TakesInvariants
from heapwise.frontends.registry import claiming
from heapwise.program import InputError
from heapwise.reports.wording import counted
from heapwise.results import Verdict
from heapwise.results.checks import FunctionReport
from heapwise.results.input_choice import REACHABLE

_SECONDS = 6.0
"""CPU time for one class."""
_SCOPE = 2
_LIMIT = "invariants"
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
    check_again: Callable[[Subject, FunctionReport], None],
) -> None:
    """The report is about objects with the invariants that were found, if there are some."""
    unseen = [each for each in report.findings if not each.can_happen]
    chosen = options.inputs == REACHABLE and options.precondition is None
    if not unseen or report.possible or not chosen or options.by_contract:
        return
    if not options.find_invariants or not isinstance(subject, TakesInvariants):
        return
    narrowed: Subject = subject
    texts = []
    for target in subject.without_invariant():
        found = _found(target, _stamp(target))
        if found is None:
            continue
        report.remarks += [each for each in found.remarks if each not in report.remarks]
        if found.kept:
            narrowed = found.trial.assuming(narrowed, found.kept)
            texts.append(found.text)
    if not texts:
        return
    fresh = FunctionReport(report.target, report.name, report.at, report.language, report.words)
    check_again(narrowed, fresh)
    gone = len(unseen) - sum(not each.can_happen for each in fresh.findings)
    if gone <= 0 or fresh.verdict not in _TELLING:
        return
    for each in _ADOPTED:
        setattr(report, each, getattr(fresh, each))
    report.account.limits[_LIMIT] = "; ".join(texts)
    if report.covered is not None:
        report.covered.account.limits[_LIMIT] = report.account.limits[_LIMIT]
    left_out = f"{counted(gone, 'failure')} of other objects, which no calls were seen to build"
    report.remarks.append(f"{left_out} (--inputs any)")


def _stamp(target: str) -> int:
    return os.stat(target.rpartition(":")[0]).st_mtime_ns


@lru_cache(maxsize=64)
def _found(target: str, _stamp: int) -> _Found | None:
    """Of a class, as it is now."""
    from heapwise.checking.invariant_search import InvariantSearch

    try:
        trial = claiming(target).invariant_trial(target)
    except InputError:
        return None
    atexit.register(trial.close)  # what is assumed is read from its files
    if trial.own:
        return None
    search = InvariantSearch(trial, _SECONDS)
    found = search.run(_SCOPE)
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
