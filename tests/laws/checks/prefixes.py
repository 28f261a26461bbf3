"""What a prefix leads to, here and in another process, with a solver that fails now and then."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple
from unittest.mock import patch

from heapwise.api import Exploration, start
from heapwise.engine.state import Leaf
from heapwise.path_description import show_condition
from heapwise.plan import RunPlan
from heapwise.results.path_result import path_to_json
from heapwise.solver import MODES, Answer, Model, PathCondition, Solver, SolverStatistics
from heapwise.solver.api import UNKNOWN, UndecidedError
from heapwise.structure.run.compiled_solver import PreconditionSolver
from heapwise.terms import Term, show


class Place(NamedTuple):
    """What must be the same however a finished path was reached."""

    id: str
    prefix: str
    kind: str
    detail: str | None
    where: str | None
    condition: str
    trace: tuple[str, ...]
    confirmed: bool
    witness: str
    """The input, what is left of it, and the value."""
    smallest: str
    """The same for somebody who looks closely."""


def place(run: Exploration, leaf: Leaf[Any], looking: bool) -> Place:
    """Without witnesses if one is not `looking`."""
    classes = [cls.name for cls in run.program.by_number]
    prefix = leaf.prefix
    return Place(
        prefix.id,
        str(prefix),
        leaf.kind.value,
        leaf.detail,
        None if leaf.where is None else str(leaf.where),
        show_condition(leaf.path, leaf.path.hidden, classes=classes),
        run.witnesses.trace(leaf),
        leaf.path.confirmed,
        witness(run, leaf, closely=False) if looking else "",
        witness(run, leaf, closely=True) if looking else "",
    )


def witness(run: Exploration, leaf: Leaf[Any], closely: bool) -> str:
    told = path_to_json(run.describe(leaf, closely))
    return json.dumps([told["input"], told["output"], told["outcome"], told["replayed"]])


class Forgetful:
    """A solver that does not know the answer to some questions: to every so many, by the text of
    the question."""

    def __init__(self, inner: Solver, every: int) -> None:
        self._inner = inner
        self._every = every

    @property
    def statistics(self) -> SolverStatistics:
        return self._inner.statistics

    def check(self, path: PathCondition, condition: Term) -> Answer:
        return (
            UNKNOWN if _is_forgotten(condition, self._every) else self._inner.check(path, condition)
        )

    def model(self, path: PathCondition) -> Model | None:
        return self._inner.model(path)


def _is_forgotten(condition: Term, every: int) -> bool:
    return zlib.crc32(show(condition).encode()) % every == 0


@contextmanager
def forgetting(every: int | None) -> Iterator[None]:
    """Let all solvers be forgetful, also those of a compiled invariant."""
    if every is None:
        yield
        return
    modes = {
        name: lambda seconds, make=make: Forgetful(make(seconds), every)
        for name, make in MODES.items()
    }
    check, possible = PreconditionSolver.check, PreconditionSolver.possible

    def check_some(self: PreconditionSolver, path: PathCondition, condition: Term) -> Answer:
        return UNKNOWN if _is_forgotten(condition, every) else check(self, path, condition)

    def possible_sometimes(
        self: PreconditionSolver, path: PathCondition, branches: Sequence[PathCondition]
    ) -> tuple[int, Model] | None:
        last = branches[-1].term
        if last is not None and _is_forgotten(last, every):
            raise UndecidedError
        return possible(self, path, branches)

    with (
        patch.dict(MODES, modes),
        patch.object(PreconditionSolver, "check", check_some),
        patch.object(PreconditionSolver, "possible", possible_sometimes),
    ):
        yield


def explored(
    plan: RunPlan, most: int, every: int | None = None, looking: bool = False
) -> list[Place]:
    """What a run hands out first."""
    with forgetting(every):
        run = start(plan)
        found = [place(run, leaf, looking) for leaf in islice(run.leaves(), most)]
    run.close()
    return found


def reached(
    plan: RunPlan, prefixes: Sequence[str], every: int | None = None, looking: bool = False
) -> list[Place]:
    """Where these lead, in a run that has explored nothing."""
    with forgetting(every):
        run = start(plan)
        found = []
        for prefix in prefixes:
            leaf = run.at(prefix)
            assert isinstance(leaf, Leaf), prefix
            found.append(place(run, leaf, looking))
    run.close()
    return found


def process() -> int:
    return os.getpid()
