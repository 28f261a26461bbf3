"""One strategy on one program: every path it finds, and the witnesses that a path can give."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias, cast

from heapwise.engine.bounds import Bounds
from heapwise.engine.explorer import Explorer
from heapwise.engine.state import Leaf, events
from heapwise.heaps import registry
from heapwise.heaps.api import ChecksTheorems
from heapwise.heaps.view import Snapshot, snapshot
from heapwise.program import Program
from heapwise.program.named_inputs import inputs_of
from heapwise.results import OutcomeKind
from heapwise.selfcheck.oracle.interpreter import Run
from heapwise.solver import Model, Solver, default_solver
from heapwise.solver.readable import readable_model

End: TypeAlias = tuple[tuple[str, ...], str, str | None, str | None]
"""A control-flow path: its trace, how it ended, with what exception, and where."""

MOST_PATHS = 400
_SECONDS = 20.0


class TooManyPathsError(Exception):
    """The strategy found more paths than are looked at, or took too long."""


@dataclass(frozen=True)
class Path:
    """A completed path."""

    leaf: Leaf[Any]

    @cached_property
    def end(self) -> End:
        """In the words of the oracle, which does not name the assertion that was violated."""
        leaf = self.leaf
        detail = None if leaf.kind is OutcomeKind.VIOLATED else leaf.detail
        return (
            events(leaf.trace),
            leaf.kind.value,
            detail,
            None if leaf.where is None else str(leaf.where),
        )


class StrategyRun:
    """All paths of a program under one strategy. Strategies may share a solver: to make one costs
    more than most of these programs ask of it. Theorems are `checked` so many times, if the
    strategy has such and is asked to check them."""

    def __init__(
        self,
        program: Program,
        strategy: str,
        most: int = MOST_PATHS,
        solver: Solver | None = None,
        check_invariants: bool = False,
    ) -> None:
        self.strategy = strategy
        self.program = program
        checks = check_invariants and registry.traits_of(strategy).checks_theorems
        options = {"check_invariants": True} if checks else {}
        self._heaps = registry.create(strategy, program, **options)
        self._solver = solver or default_solver()
        self._inputs = inputs_of(program)
        bounds = Bounds(max_depth=None, max_loops=None, max_paths=most + 1, timeout=_SECONDS)
        explorer: Explorer[Any] = Explorer(program, self._heaps, self._solver, bounds)
        self.paths = [Path(leaf) for leaf in explorer.leaves()]
        self.checked = cast(ChecksTheorems, self._heaps).theorems_checked if checks else 0
        if len(self.paths) > most or explorer.account.stopped:
            raise TooManyPathsError(f"more than {most} paths under {strategy}")
        if explorer.counts.unknown:
            raise TooManyPathsError(f"a question that the solver cannot answer under {strategy}")

    def witness(self, path: Path, model: Model | None = None) -> Snapshot | None:
        """The heaps that a model of the path stands for: the one that a user would see if none is
        given. None if there is no model."""
        model = model or readable_model(self._solver, path.leaf.path)
        if model is None:
            return None
        view = self._heaps.view(self.program, path.leaf.heap, model)
        return snapshot(view, self._inputs, path.leaf.scalar)


def end_of(run: Run) -> End:
    return run.trace, run.kind, run.exception, run.at


def end_text(end: End) -> str:
    trace, kind, exception, at = end
    how = f"{kind} {exception}" if exception else kind
    where = f" at {at}" if at else ""
    return f"{how}{where} after [{', '.join(trace)}]"
