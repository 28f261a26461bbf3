"""What a precondition does to a run: it prunes the strategy, rejects paths, completes witnesses.

The exploration asks a `PreconditionRun` and knows nothing else about preconditions.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from types import MappingProxyType
from typing import Any, Protocol

from heapwise.engine.bounds import Bounds
from heapwise.engine.state import Leaf
from heapwise.heaps.api import HeapStrategy
from heapwise.heaps.strategies.lazy.lazy_heap import LazyHeap
from heapwise.program import Program
from heapwise.results import OutcomeKind
from heapwise.solver import Kind, PathCondition, Solver, Verdict
from heapwise.structure.run.preconditions import REFERENCES
from heapwise.structure.search.completing import Completed
from heapwise.structure.search.hybrid import HybridInvariant
from heapwise.structure.search.lissa import Oracle, PrunedStrategy
from heapwise.structure.search.scope_limits import finitization_limits
from heapwise.structure.search.symsolve import Encoder, MayHold, Structure, SymSolve
from heapwise.terms import Scalar, Term


class PreconditionRun(Protocol):
    """`spurious` counts completed paths that no valid input takes, as far as they are kept."""

    spurious: int

    def begin(self, deadline: float | None) -> None:
        """The exploration begins, and must end at this time."""
        ...

    def wrap(self, strategy: HeapStrategy[Any]) -> HeapStrategy[Any]:
        """The strategy to explore with."""
        ...

    def engine(self, solver: Solver, bounds: Bounds) -> tuple[Solver, Bounds]:
        """What to explore with in place of these."""
        ...

    def anew(self, solver: Solver) -> Solver:
        """What to ask about a witness that must depend on its path alone; `solver` is new."""
        ...

    def accepts(self, leaf: Leaf[Any], solver: Solver) -> bool:
        """Is a completed path one to report?"""
        ...

    def has_valid_input(self, leaf: Leaf[Any], solver: Solver) -> bool:
        """Is there a valid input, in the scope if there is one, for a path that is reported?"""
        ...

    def completed(self, leaf: Leaf[Any], solver: Solver) -> Leaf[Any]:
        """The path with the rest of a valid input filled in, if one is known."""
        ...

    def limits(self) -> Mapping[str, str]:
        """Which inputs are left out before any path begins: what is still covered, in words."""
        ...

    def notes(self) -> dict[str, float]:
        """Figures for whoever measures."""
        ...


class PlainRun:
    """The precondition is part of the program, or there is none."""

    spurious = 0

    def __init__(self, limits: Mapping[str, str] = MappingProxyType({})) -> None:
        self._limits = limits

    def begin(self, deadline: float | None) -> None:
        return None

    def wrap(self, strategy: HeapStrategy[Any]) -> HeapStrategy[Any]:
        return strategy

    def engine(self, solver: Solver, bounds: Bounds) -> tuple[Solver, Bounds]:
        return solver, bounds

    def anew(self, solver: Solver) -> Solver:
        return solver

    def accepts(self, leaf: Leaf[Any], solver: Solver) -> bool:
        return True

    def has_valid_input(self, leaf: Leaf[Any], solver: Solver) -> bool:
        return True

    def completed(self, leaf: Leaf[Any], solver: Solver) -> Leaf[Any]:
        return leaf

    def limits(self) -> Mapping[str, str]:
        return self._limits

    def notes(self) -> dict[str, float]:
        return {}


class SymSolveRun:
    """LISSA and its variants. Paths end with one more question, because what was decided about
    primitive fields after the last step may leave no valid structure; with `references_only`
    that is so for lengths alone."""

    def __init__(
        self,
        program: Program,
        structure: Structure,
        *,
        memoise: bool = False,
        symmetric: bool = True,
        references_only: bool = False,
    ) -> None:
        self.spurious = 0
        self.solver = SymSolve(
            structure, memoise=memoise, symmetric=symmetric, references_only=references_only
        )
        self._references_only = references_only
        self._program = program
        self.structure = structure

    @property
    def oracle(self) -> Oracle:
        return self.solver

    def begin(self, deadline: float | None) -> None:
        self.solver.search.deadline = deadline

    def wrap(self, strategy: HeapStrategy[Any]) -> HeapStrategy[Any]:
        return PrunedStrategy(strategy, self.oracle, within_scope=True)

    def engine(self, solver: Solver, bounds: Bounds) -> tuple[Solver, Bounds]:
        return solver, bounds

    def anew(self, solver: Solver) -> Solver:
        return solver

    def accepts(self, leaf: Leaf[Any], solver: Solver) -> bool:
        if self._references_only and not self._has_lengths(leaf):
            return True
        return self.has_valid_input(leaf, solver)

    def _has_lengths(self, leaf: Leaf[Any]) -> bool:
        vectors = self.solver.encoder.vectors(leaf.heap, leaf.path.decided)
        return any(vector.terms for vector in vectors or ())

    def has_valid_input(self, leaf: Leaf[Any], solver: Solver) -> bool:
        return self.solver.extends(leaf.heap, leaf.path.decided, may_hold(leaf.path, solver))

    def completed(self, leaf: Leaf[Any], solver: Solver) -> Leaf[Any]:
        deadline, self.solver.search.deadline = self.solver.search.deadline, None
        try:
            return self._completed(leaf, solver)
        finally:
            self.solver.search.deadline = deadline

    def _completed(self, leaf: Leaf[Any], solver: Solver) -> Leaf[Any]:
        encoder = Encoder(self.solver.space, self.structure.cells)
        vectors = encoder.vectors(leaf.heap, leaf.path.decided)
        allowed = may_hold(leaf.path, solver)
        for vector in vectors or ():
            with closing(self.solver.solutions(vector, allowed)) as found:
                space = next(found, None)
                if space is None:
                    continue
                completion = Completed(self._program, leaf.heap, space)
                heap: LazyHeap = completion.complete(self.structure.cells)
            path = leaf.path
            for fact in completion.facts:
                path = path.extend(fact, Kind.FACT, None)
            if not completion.is_exact:
                path = path.unconfirmed()
            return leaf._replace(heap=heap, path=path)
        return leaf._replace(path=leaf.path.unconfirmed())

    def limits(self) -> Mapping[str, str]:
        return finitization_limits(self.structure.finitization)

    def notes(self) -> dict[str, float]:
        counts = self.solver.counts
        return {
            "structure_queries": counts.queries,
            "structure_remembered": counts.remembered,
            "structure_unsatisfiable": counts.unsatisfiable,
            "structure_seconds": counts.seconds,
            "candidates": self.solver.search.statistics.candidates,
        }


class HybridRun(SymSolveRun):
    """LIHybrid: paths that no valid input takes are counted at their end, and kept; those that
    throw are also counted apart."""

    def __init__(
        self, program: Program, structure: Structure, references_only: bool = False
    ) -> None:
        super().__init__(program, structure, memoise=True, references_only=references_only)
        self._hybrid = HybridInvariant(structure, references_only)
        self._throwing = 0

    @property
    def oracle(self) -> Oracle:
        return self._hybrid

    def wrap(self, strategy: HeapStrategy[Any]) -> HeapStrategy[Any]:
        return PrunedStrategy(strategy, self.oracle)

    def accepts(self, leaf: Leaf[Any], solver: Solver) -> bool:
        if not self.has_valid_input(leaf, solver):
            self.spurious += 1
            self._throwing += leaf.kind is OutcomeKind.RAISED
        return True

    def notes(self) -> dict[str, float]:
        return {**super().notes(), "spurious_throwing": self._throwing}

    def limits(self) -> Mapping[str, str]:
        """None: what the invariant has not refuted is kept, and bounds are told as they cut."""
        return {}


def may_hold(path: PathCondition, solver: Solver) -> MayHold:
    def ask(condition: Scalar) -> bool:
        if not isinstance(condition, Term):
            return bool(condition)
        return solver.check(path, condition).verdict is not Verdict.UNSAT

    return ask


def driven(bounds: Bounds, maker: str | None = None) -> PreconditionRun:
    """Of a program that makes its own inputs, or leaves it to a `maker` of the user."""
    if maker is not None:
        return PlainRun({"driver": f"inputs that {maker}() makes"})
    calls = f"inputs that a constructor and at most {bounds.max_objects or 0} calls make"
    return PlainRun({"driver": calls})


def pruning(
    name: str, program: Program, structure: Structure, argument: str | None
) -> PreconditionRun:
    """The run of a precondition of this name that drops what extends to no valid structure."""
    references_only = argument == REFERENCES
    if name == "hybrid":
        return HybridRun(program, structure, references_only)
    return SymSolveRun(
        program,
        structure,
        memoise=name == "symsolve-memo",
        symmetric=name != "symsolve-nosb",
        references_only=references_only,
    )
