"""Runs that several laws look at, each made once per process: by the engine and by the oracle."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from checks.programs import lowered, subject_named
from checks.table import End, end_of
from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.results import COMPLETED, Heap, OutcomeKind, PathResult
from heapwise.selfcheck.oracle.interpreter import Run, run
from heapwise.terms import Term


class Found(NamedTuple):
    """A path: what it assumes, and what is reported of it. The leaf itself is not kept, because
    its models keep the whole solver alive."""

    assumed: tuple[Term, ...]
    result: PathResult

    @property
    def completed(self) -> bool:
        return self.result.outcome.kind in COMPLETED

    @property
    def end(self) -> End:
        """In the words of the oracle, which does not name the assertion that was violated."""
        outcome = self.result.outcome
        detail = None if outcome.kind is OutcomeKind.VIOLATED else outcome.exception
        at = None if outcome.at is None else str(outcome.at)
        return self.result.trace_texts, outcome.kind.value, detail, at


class Limits(NamedTuple):
    """The bounds on input objects; None is unlimited."""

    max_objects: int | None = None
    max_depth: int | None = None

    def __str__(self) -> str:
        return " ".join(
            f"{key}={value}" for key, value in self._asdict().items() if value is not None
        )

    def bounds(self) -> Bounds:
        return Bounds(max_objects=self.max_objects, max_depth=self.max_depth)


UNLIMITED = Limits()


@lru_cache(maxsize=1_000)
def explored(name: str, strategy: str, limits: Limits = UNLIMITED) -> tuple[Found, ...]:
    """Every path of a program, null dereferences counted."""
    run = Exploration(lowered(name), strategy, limits.bounds())
    found = tuple(
        Found(tuple(term for term, _ in leaf.path.entries()), run.describe(leaf))
        for leaf in run.leaves()
    )
    assert run.summary.stopped is None
    assert run.summary.counts.unknown == 0
    return found


def completed(name: str, strategy: str, limits: Limits = UNLIMITED) -> list[Found]:
    return [path for path in explored(name, strategy, limits) if path.completed]


@lru_cache(maxsize=8)
def concrete_runs(name: str) -> tuple[tuple[Heap, Run], ...]:
    """Every enumerated input of a program with what the program does on it."""
    subject = subject_named(name)
    return tuple((heap, run(subject.program, heap)) for heap in subject.heaps())


def runs_in_scope(name: str) -> Iterator[tuple[Heap, Run]]:
    """Those inputs that meet the assumptions of the program."""
    for heap, result in concrete_runs(name):
        if result.kind != "assumed":
            yield heap, result


@cache
def oracle_ends(name: str) -> frozenset[End]:
    """The control-flow paths that the enumerated inputs take."""
    return frozenset(end_of(result) for _, result in runs_in_scope(name))
