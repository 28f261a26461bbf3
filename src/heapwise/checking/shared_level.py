"""One level of a check whose tree of paths is large: workers explore parts of it.

They count the paths that are of no interest and note what was decided on them. Of those that may be
failures, or that may have no end, they give back the prefixes: this process runs to them, and
looks at them as at its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from heapwise.api import Exploration
from heapwise.checking.check_options import CheckOptions
from heapwise.checking.findings import may_be_endless
from heapwise.checking.subject_run import start_subject, subjects_of
from heapwise.engine.lasso import goes_round
from heapwise.engine.state import Leaf, events
from heapwise.frontends.protocol import Judge, Subject
from heapwise.plan import RunPlan
from heapwise.results import COMPLETED, OutcomeKind
from heapwise.workers.crew import Crew, Lost
from heapwise.workers.exploring import Spread
from heapwise.workers.found import Found, found_of
from heapwise.workers.unit_of_work import Slice, Unit, explored

_ALONE = 0.3
"""Seconds of CPU time before a level is divided: most have few paths."""
_ALIKE = 20
"""Of those that end alike, so many of a unit are looked at."""


@dataclass(frozen=True, slots=True)
class Task:
    """One function of a target. If it is `small`, a worker gives it back when that takes long."""

    target: str
    options: CheckOptions
    private: bool
    index: int
    small: bool = False


class Origin(NamedTuple):
    """Whose level it is, and how many objects it has."""

    task: Task
    objects: int


class Notes(NamedTuple):
    """Of paths that were only counted: what was decided on them, and how many were useful."""

    decided: tuple[str, ...]
    useful: int


class SharedLevel(Spread):
    def __init__(
        self, run: Exploration, plan: RunPlan, origin: Origin, crew: Crew[int, Any, Any]
    ) -> None:
        super().__init__(
            run,
            plan,
            crew.jobs,
            ordered=False,
            executors=crew.executors,
            alone=_ALONE,
            crew=crew,
            call=explore_level,
            origin=origin,
        )
        self._decided: dict[str, None] = {}
        self._useful = 0

    def noted(self) -> Notes:
        """By workers, since it was asked last."""
        notes = Notes(tuple(self._decided), self._useful)
        self._decided, self._useful = {}, 0
        return notes

    def _taken(self, key: int, result: Slice | Lost) -> Sequence[Found]:
        found = super()._taken(key, result)
        if isinstance(result, Slice):
            notes: Notes = result.notes
            self._decided.update(dict.fromkeys(notes.decided))
            self._useful += notes.useful
        return found


# -- in a worker

_loaded: tuple[tuple[str, CheckOptions, bool], Sequence[Subject]] | None = None


def loaded_subject(task: Task) -> Subject:
    """In a worker, which keeps what it has loaded."""
    global _loaded
    key = task.target, task.options, task.private
    if _loaded is None or _loaded[0] != key:
        _loaded = key, subjects_of(*key)
    return _loaded[1][task.index]


_started: tuple[tuple[Origin, RunPlan], Exploration, Judge] | None = None


def explore_level(unit: Unit) -> Slice:
    """It keeps what it has loaded, and what its solver has learned."""
    global _started
    origin = unit.origin
    assert isinstance(origin, Origin)
    plan = unit.plan.read()
    key = origin, plan
    if _started is None or _started[0] != key:
        _forget()
        subject = loaded_subject(origin.task)
        run = start_subject(subject, plan, origin.objects)
        _started = key, run, _judge(subject, run)
    _, run, judge = _started
    noting = _Noting(run, judge, origin.task.options.endless)
    result = explored(unit, run, noting.look_at)
    if result.is_out_of_memory:
        _forget()
    return replace(result, notes=Notes(tuple(noting.decided), noting.useful))


def _forget() -> None:
    global _started
    if _started is not None:
        _started[1].close()
        _started[2].close()
    _started = None


def _judge(subject: Subject, run: Exploration) -> Judge:
    judge = subject.judge()
    judge.begin(run.witnesses)
    return judge


class _Noting:
    def __init__(self, run: Exploration, judge: Judge, endless: bool) -> None:
        self._run = run
        self._judge = judge
        self._endless = endless
        self._seen: Counter[tuple[object, ...]] = Counter()
        self.decided: dict[str, None] = {}
        self.useful = 0

    def look_at(self, leaf: Leaf[Any]) -> Found | None:
        self.decided.update(dict.fromkeys(self._run.witnesses.trace(leaf)))
        if self._is_interesting(leaf):
            return found_of(leaf, kept=False)
        is_completed = leaf.kind in COMPLETED
        is_needed = is_completed and self._judge.is_failure(leaf) and self._judge.needs(leaf)
        self.useful += is_completed and not is_needed
        if leaf.identity is None:
            return None
        found = found_of(leaf, kept=False)
        found.of_interest = False
        return found

    def _is_interesting(self, leaf: Leaf[Any]) -> bool:
        needed = ""
        if leaf.kind in COMPLETED:
            is_so = self._judge.is_failure(leaf)
            needed = self._judge.needs(leaf) if is_so else ""
        else:
            is_so = self._endless and may_be_endless(leaf)
            is_so = is_so and (leaf.kind is OutcomeKind.ENDLESS or goes_round(events(leaf.trace)))
        if not is_so:
            return False
        key = leaf.kind, leaf.detail, leaf.where, needed
        self._seen[key] += 1
        return self._seen[key] <= _ALIKE
