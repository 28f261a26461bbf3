"""What the rest of Heapwise asks of a solver, and how it is counted.

A solver answers whether a condition can hold on a path. Layers with the same interface wrap the
backend; each answers what it can and passes the rest on. UNKNOWN is an answer in its own right:
the path is explored and reported as unconfirmed, never dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, Protocol, cast, runtime_checkable

from heapwise.solver.model import Model
from heapwise.solver.path import PathCondition
from heapwise.terms import Term


class Verdict(Enum):
    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


class Answer(NamedTuple):
    """`model` satisfies the path and the condition; it is there only if the verdict is SAT. If it
    is UNKNOWN, no input does all of whose texts have at most `excluded` characters."""

    verdict: Verdict
    model: Model | None = None
    excluded: int = -1


UNSAT = Answer(Verdict.UNSAT)
UNKNOWN = Answer(Verdict.UNKNOWN)


@dataclass(slots=True)
class SolverStatistics:
    """`queries` reached the backend during exploration; `assumption_queries` only made sure that an
    assumption which is no choice (null dereferences ignored) can hold, and `witness_queries` only
    fetched a model to report; `answered` counts what each layer answered by itself."""

    queries: int = 0
    assumption_queries: int = 0
    witness_queries: int = 0
    unknown: int = 0
    seconds: float = 0.0
    answered: dict[str, int] = field(default_factory=dict)

    def count(self, layer: str) -> None:
        self.answered[layer] = self.answered.get(layer, 0) + 1


class Solver(Protocol):
    @property
    def statistics(self) -> SolverStatistics: ...

    def check(self, path: PathCondition, condition: Term) -> Answer:
        """Can `condition` hold on `path`? `path` itself is known to be satisfiable unless it is
        unconfirmed."""
        ...

    def model(self, path: PathCondition) -> Model | None:
        """A model of `path`, or None if it has none or the solver cannot tell."""
        ...


@runtime_checkable
class Postponing(Protocol):
    """A solver that would rather be asked about many branches of a path at once."""

    def may_wait(self, path: PathCondition, condition: Term) -> bool:
        """Would `check` have to ask, and can that be done later?"""
        ...

    def possible(
        self, path: PathCondition, branches: Sequence[PathCondition]
    ) -> tuple[int, Model] | None:
        """One of these continuations of `path` that can be taken, and a model of it; None if there
        is none. Raises `UndecidedError`."""
        ...


def postponing(solver: Solver) -> Postponing | None:
    """The solver, if it is one. Replays are many, and a protocol looks at a class for long."""
    return cast(Postponing, solver) if _postpones(type(solver)) else None


@lru_cache(maxsize=64)
def _postpones(kind: type) -> bool:
    return issubclass(kind, Postponing)


def asks_each(solver: Solver) -> bool:
    """Is it to be asked about every alternative, also where the others cannot be? For counting
    questions as a paper does."""
    return getattr(solver, "asks_each_alternative", False)


class UndecidedError(Exception):
    """The solver could not tell whether one of several paths can be taken."""
