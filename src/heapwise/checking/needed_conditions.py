"""What a function needs so that it does not fail: one condition in its own words, if there is one.

A small exploration tells paths that fail from those that do not. Of the conditions that a language
has to offer, one is said that is false for every failing witness and true for every other, and
under which the engine finds no such failure, while without it every path fails: it excludes nothing
that works, within the bounds of that exploration. Where no offered condition does that alone, the
conditions of the paths say what is needed (`deciding_parts`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence, Set
from contextlib import closing
from dataclasses import dataclass, field, replace
from enum import Enum

from heapwise.checking.check_options import CheckOptions
from heapwise.checking.deciding_parts import needed
from heapwise.checking.levels import bounds_of
from heapwise.checking.subject_run import start_subject
from heapwise.engine.state import Leaf
from heapwise.frontends.protocol import Judge, Subject
from heapwise.results import COMPLETED, Heap, OutcomeKind
from heapwise.results.checks import Finding

_COUNT = 2
"""Objects and items of the exploration; one less if there are too many paths."""
_SECONDS = 2.0
"""CPU time for all failures of a function together."""
_MOST_PATHS = 120
_MOST_WITNESSES = 24
"""Of each failure, and of the paths without one."""
_MOST_TRIED = 8
"""Conditions that the engine looks at."""
_KINDS = ("exception", "assertion")

_Key = tuple[str, str]


class _End(Enum):
    """How paths end that do not fail."""

    RETURNED = "returned"
    ON_PURPOSE = "raised on purpose"


@dataclass(slots=True)
class _Paths:
    """Witnesses of paths, by how they end."""

    witnesses: dict[_Key | _End, list[Heap]] = field(default_factory=dict)
    counts: dict[_Key | _End, int] = field(default_factory=dict)
    decided: dict[_Key, str] = field(default_factory=dict)
    """What the conditions of the paths say that is needed."""


def with_conditions(
    subject: Subject, options: CheckOptions, findings: Sequence[Finding], judge: Judge
) -> list[Finding]:
    """The findings, each with what it fails without, as far as that is found soon."""
    known = list(findings)
    wanted = [i for i, each in enumerate(known) if each.counts and each.kind in _KINDS]
    if not wanted or options.precondition is not None or options.by_contract:
        return known
    until = time.process_time() + _SECONDS
    count, paths = _COUNT, _explored(subject, options, judge, until, _COUNT)
    while paths is None and count > 1 and time.process_time() < until:
        count -= 1
        paths = _explored(subject, options, judge, until, count)
    if paths is None:
        return known
    total = sum(paths.counts.values())
    keys = {
        index: key
        for index in wanted
        for key in paths.counts
        if isinstance(key, tuple) and _is_of(known[index], key)
    }
    ask = _Question(subject, options, judge, paths, until, count)
    common = ask.condition(set(keys.values())) if len(set(keys.values())) > 1 else ""
    if " and " in common:  # there are two causes
        common = ""
    for index, key in keys.items():
        said = common or ask.condition({key}, paths.decided.get(key, ""))
        known[index] = replace(known[index], unless=said, paths=paths.counts[key], of_paths=total)
    return known


def _is_of(finding: Finding, key: _Key) -> bool:
    detail, where = key
    at = finding.at
    is_there = at is not None and where.endswith(str(replace(at, file="", inside=None)))
    return is_there and (detail in finding.message or finding.kind == "assertion")


def _end(leaf: Leaf[object], judge: Judge) -> _Key | _End:
    if judge.is_failure(leaf):
        return leaf.detail or "", str(leaf.where or "")
    return _End.RETURNED if leaf.kind is OutcomeKind.RETURNED else _End.ON_PURPOSE


def _explored(
    subject: Subject, options: CheckOptions, judge: Judge, until: float, count: int
) -> _Paths | None:
    """None if that takes too long: what was not seen may be what a condition excludes."""
    found = _Paths()
    leaves: dict[_Key | _End, list[Leaf[object]]] = {}
    is_cut = False
    plan = options.plan(subject.target, bounds_of(count, options.seconds, options.digits))
    with closing(start_subject(subject, plan, count)) as run:
        for leaf in run.leaves():
            is_cut |= leaf.kind is OutcomeKind.BOUNDED
            if leaf.kind not in COMPLETED:
                continue
            key = _end(leaf, judge)
            leaves.setdefault(key, []).append(leaf)
            number = found.counts[key] = found.counts.get(key, 0) + 1
            if sum(found.counts.values()) > _MOST_PATHS or time.process_time() > until:
                return None
            if number <= _MOST_WITNESSES:
                found.witnesses.setdefault(key, []).append(run.describe(leaf).input)
        if run.account.is_settled:
            passing = leaves.get(_End.RETURNED, [])
            for key, failing in leaves.items():
                if isinstance(key, tuple):
                    found.decided[key] = needed(run, failing, passing, is_cut)
    return found


@dataclass(frozen=True, slots=True)
class _Question:
    """What must hold so that a function does not fail in some ways?"""

    subject: Subject
    options: CheckOptions
    judge: Judge
    paths: _Paths
    until: float
    count: int

    def condition(self, failures: set[_Key], decided: str = "") -> str:
        """Paths that raise on purpose may do so with or without it. What refutes a condition tells
        of others too that they are wrong. `decided` is better than two that are offered."""
        failing = [heap for key in failures for heap in self.paths.witnesses[key]]
        passing = [*self.paths.witnesses.get(_End.RETURNED, [])]
        if not passing:  # whatever is always false would do
            return ""
        for _ in range(_MOST_TRIED):
            text = next(iter(self.subject.conditions(failing, passing)), "")
            if decided and (not text or " and " in text or " or " in text):
                return decided
            under = self.subject.requiring(text) if text else None
            without = self.subject.requiring(f"not ({text})") if text else None
            if under is None or without is None or time.process_time() > self.until:
                break
            against = self._witness(under, failures)
            if against is None:
                break
            if against:
                failing += against
                continue
            others = self._witness(without, {_End.RETURNED})
            if not others:
                return text if others is not None else ""
            passing += others
        return ""

    def _witness(self, subject: Subject, ends: Set[_Key | _End]) -> list[Heap] | None:
        """An input whose path ends so, none if there is none; None if that is not known."""
        options = self.options
        bounds = bounds_of(self.count, options.seconds, options.digits)
        plan = options.plan(subject.target, bounds)
        with closing(start_subject(subject, plan, self.count)) as run:
            for leaf in run.leaves():
                if leaf.kind in COMPLETED and _end(leaf, self.judge) in ends:
                    return [run.describe(leaf).input]
                if time.process_time() > self.until:
                    return None
            return [] if run.account.is_settled else None
