"""One level of a check whose tree of paths is large: workers explore parts of it.

They count the paths that are of no interest and note what was decided and executed on them. Of
those that may be failures, or that may have no end, they give back the prefixes: this process runs
to them, and looks at them as at its own.
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
from heapwise.engine.reached import Reached, Told
from heapwise.engine.state import Leaf, events
from heapwise.frontends.protocol import Judge, Subject
from heapwise.plan import RunPlan
from heapwise.results import COMPLETED, OutcomeKind
from heapwise.results.account import add_one
from heapwise.workers.crew import Crew, Lost
from heapwise.workers.exploring import Spread
from heapwise.workers.found import Found, found_of
from heapwise.workers.unit_of_work import Slice, Unit, explored

_ALONE = 0.3
"""Seconds of CPU time before a level is divided: most have few paths."""
NOT_VALID = "no valid input is known for a failure"
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
    """What was decided on all paths; of those that were only counted, how many were useful. And
    what all paths have reached, if somebody wants to know."""

    decided: tuple[str, ...]
    useful: int
    reached: Told | None = None


class SharedLevel(Spread):
    def __init__(
        self,
        run: Exploration,
        plan: RunPlan,
        origin: Origin,
        crew: Crew[int, Any, Any],
        reached: Reached | None = None,
    ) -> None:
        """What workers reach is added to what is `reached`."""
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
        self._reached = reached

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
            if self._reached is not None and notes.reached is not None:
                self._reached.add_told(notes.reached)
        return found


def add_reached(reached: Reached, leaf: Leaf[Any], options: CheckOptions) -> None:
    # Of a path that was cut, nobody has asked whether its inputs are as they must.
    reached.add(leaf, leaf.kind in COMPLETED or options.precondition is None)


# -- in a worker

_loaded: tuple[tuple[str, CheckOptions, bool], Sequence[Subject]] | None = None


def loaded_subject(task: Task) -> Subject:
    """In a worker, which keeps what it has loaded."""
    global _loaded
    key = task.target, task.options, task.private
    if _loaded is None or _loaded[0] != key:
        _loaded = key, subjects_of(*key)
    return _loaded[1][task.index]


_started: tuple[tuple[Origin, RunPlan], Exploration, Judge, Reached | None] | None = None


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
        reached = None
        if origin.task.options.lines:
            run.note_executed()
            reached = Reached()
        _started = key, run, _judge(subject, run), reached
    _, run, judge, reached = _started
    noting = _Noting(run, judge, origin.task.options, reached)
    result = explored(unit, run, noting.look_at)
    if result.is_out_of_memory:
        _forget()
    told = None if reached is None else reached.told()
    return replace(result, notes=Notes(tuple(noting.decided), noting.useful, told))


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
    def __init__(
        self, run: Exploration, judge: Judge, options: CheckOptions, reached: Reached | None
    ) -> None:
        self._run = run
        self._judge = judge
        self._options = options
        self._reached = reached
        self._seen: Counter[tuple[object, ...]] = Counter()
        self.decided: dict[str, None] = {}
        self.useful = 0

    def look_at(self, leaf: Leaf[Any]) -> Found | None:
        self.decided.update(dict.fromkeys(self._run.witnesses.trace(leaf)))
        if self._reached is not None:
            add_reached(self._reached, leaf, self._options)
        is_failure = leaf.kind in COMPLETED and self._judge.is_failure(leaf)
        if is_failure and not self._run.has_valid_input(leaf):
            add_one(self._run.account.undecided, (NOT_VALID, leaf.where))
            return self._only_counted(leaf)
        needed = self._judge.needs(leaf) if is_failure else ""
        if self._is_interesting(leaf, is_failure, needed):
            return found_of(leaf, kept=False)
        self.useful += leaf.kind in COMPLETED and not needed
        return self._only_counted(leaf)

    def _only_counted(self, leaf: Leaf[Any]) -> Found | None:
        if leaf.identity is None:
            return None
        found = found_of(leaf, kept=False)
        found.of_interest = False
        return found

    def _is_interesting(self, leaf: Leaf[Any], is_failure: bool, needed: str) -> bool:
        if not (is_failure or self._may_go_round(leaf)):
            return False
        key = leaf.kind, leaf.detail, leaf.where, needed
        self._seen[key] += 1
        return self._seen[key] <= _ALIKE

    def _may_go_round(self, leaf: Leaf[Any]) -> bool:
        if leaf.kind in COMPLETED or not (self._options.endless and may_be_endless(leaf)):
            return False
        return leaf.kind is OutcomeKind.ENDLESS or goes_round(events(leaf.trace))
