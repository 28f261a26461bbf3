"""Finds an invariant of a class: what every constructor establishes and every method preserves.

Candidates that an object refutes which public calls make are dropped first. Then Houdini's
algorithm: all that is left is assumed of an object, each public method is explored, and what does
not hold afterwards is dropped, until nothing is, with more and more objects.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field

from heapwise.checking.check_options import CheckOptions
from heapwise.checking.effort import Effort
from heapwise.checking.levels import bounds_of
from heapwise.checking.subject_run import start_subject
from heapwise.frontends.protocol import InvariantTrial, Refuted, Subject
from heapwise.frontends.registry import claiming
from heapwise.heaps import registry
from heapwise.results import OutcomeKind

_CALLS = 30_000
_ALONE_CALLS = 8_000
"""Calls to look for objects that refute a candidate, and for those of all methods but one."""
_CALL_SECONDS = 20.0
"""CPU time in which so many are always done, unless they are very slow."""
_SEVERAL = 12
"""Objects that must be seen without a method before it is told to break something alone."""
_SECONDS = 30.0
"""CPU time for everything."""


@dataclass(slots=True)
class FoundInvariant:
    """`kept` are candidates in words; `dropped` those that a method does not preserve, and
    `refuted` those that do not hold of an object which calls make: each with which method, or
    which calls. `scope` is how many objects of each class were explored to the end for all
    methods; `open_methods` could not be explored. `breaks` are candidates that one method alone
    breaks."""

    class_name: str
    text: str = ""
    kept: list[str] = field(default_factory=list)
    dropped: dict[str, str] = field(default_factory=dict)
    refuted: dict[str, str] = field(default_factory=dict)
    breaks: list[tuple[str, str, str]] = field(default_factory=list)
    scope: int = 0
    open_methods: list[str] = field(default_factory=list)
    methods: list[str] = field(default_factory=list)
    own: tuple[str, ...] = ()
    seconds: float = 0.0


def find_invariant(target: str, most: int = 3, seconds: float = _SECONDS) -> FoundInvariant:
    """Of the class that the target names; with so many objects of each class, and in so much CPU
    time, at most."""
    with closing(claiming(target).invariant_trial(target)) as trial:
        return InvariantSearch(trial, Effort(seconds)).run(most)


class InvariantSearch:
    """Among the candidates of a trial, with so much effort."""

    def __init__(self, trial: InvariantTrial, effort: Effort) -> None:
        self._trial = trial
        self._effort = effort
        self._texts = trial.candidates
        self._found = FoundInvariant(trial.class_name, own=trial.own)
        self._kept = list(range(len(self._texts)))

    @property
    def kept(self) -> list[int]:
        """The numbers of the candidates that are told."""
        return self._trial.strongest(self._kept)

    def run(self, most: int) -> FoundInvariant:
        found, begun = self._found, time.process_time()
        refuted = self._refuted_by_calls(_CALLS)
        found.refuted = {self._texts[number]: calls for number, calls in refuted.calls.items()}
        self._drop(set(refuted.calls) | self._trial.idle)
        for scope in range(1, most + 1):
            before = self._kept
            if not self._is_inductive(scope):
                if self._kept != before:  # nobody has seen that what is left is kept without it
                    found.scope = 0
                break
            found.scope = scope
        told = self.kept
        found.kept = [self._texts[number] for number in told]
        found.text = self._trial.written(told) if told else ""
        self._see_who_breaks(refuted)
        found.seconds = time.process_time() - begun
        return found

    def _refuted_by_calls(self, calls: int, without: str = "") -> Refuted:
        seconds = min(_CALL_SECONDS, self._effort.seconds)
        refuted = self._trial.refuted_by_calls(calls, seconds, without)
        self._effort.called(refuted.tried)
        if refuted.is_late:
            self._effort.end_early()
        return refuted

    def _see_who_breaks(self, refuted: Refuted) -> None:
        """What holds of all objects unless one method is called, although others change them, and
        make structures of several nodes: where only that method adds any, all holds without it."""
        plausible = {n for n in refuted.methods if self._trial.is_telling(n)}
        for method in dict.fromkeys(refuted.methods[n] for n in sorted(plausible)):
            if self._effort.is_up:
                return
            others = self._refuted_by_calls(_ALONE_CALLS, without=method)
            if others.objects < _SEVERAL:
                continue
            for number in sorted(plausible - set(others.calls) - others.shallow):
                calls = refuted.calls[number]
                self._found.breaks.append((method, self._texts[number], calls))

    def _drop(self, numbers: set[int]) -> None:
        """With those that are about the nodes of what is dropped."""
        self._kept = [n for n in self._kept if n not in numbers]
        kept = set(self._kept)
        self._kept = [
            n for n in self._kept if (walk := self._trial.needs(n)) is None or walk in kept
        ]

    def _is_inductive(self, scope: int) -> bool:
        """Drops until every method preserves the rest; False if there was no time."""
        while True:
            opened: list[str] = []
            failing: dict[int, str] = {}
            subjects = self._trial.subjects(self._kept)
            self._found.methods = [subject.name for subject in subjects]
            for subject in subjects:
                if self._effort.is_up:
                    return False
                for number in self._violated(subject, scope, opened):
                    failing.setdefault(number, subject.name)
                if failing:
                    break  # what is assumed of the others is less
            if not failing:
                self._found.open_methods = opened
                return True
            for number, method in failing.items():
                self._found.dropped[self._texts[number]] = method
            self._drop(set(failing))

    def _violated(self, subject: Subject, scope: int, opened: list[str]) -> Iterator[int]:
        left = self._effort.seconds
        options = CheckOptions(seconds=left, strategy=registry.MATERIALISING)
        plan = options.plan(subject.target, bounds_of(scope, left))
        with closing(start_subject(subject, plan, scope)) as run:
            run.observe(self._effort)
            seen: set[int] = set()
            for leaf in run.leaves():
                number = self._trial.number_of(leaf.detail or "")
                if leaf.kind is OutcomeKind.VIOLATED and number is not None and number not in seen:
                    seen.add(number)
                    yield number
                if self._effort.is_up:
                    break
            account = run.account
            if not account.is_settled or account.stopped:
                opened.append(subject.name)
            if account.stopped and not self._effort.is_up:
                self._effort.end_early()
