"""A run under a compiled invariant, for the strategies that keep references symbolic."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from heapwise.engine.bounds import Bounds
from heapwise.engine.state import Leaf
from heapwise.heaps import registry
from heapwise.heaps.api import HeapStrategy
from heapwise.heaps.shared.references import NamesCells
from heapwise.merging.api import Language
from heapwise.program import ClassDecl, InputError, Program, Type
from heapwise.program import code as ir
from heapwise.solver import Solver
from heapwise.solver.finite import Range
from heapwise.structure.formula.compiled import (
    SMALL,
    CompiledInvariant,
    Facts,
    Main,
    Root,
    compile_invariant,
)
from heapwise.structure.formula.places import InitialCell
from heapwise.structure.run.compiled_solver import (
    PreconditionSolver,
    complete_cells,
    roots_of,
    scope_of,
)
from heapwise.structure.run.postponing_solver import PostponingSolver
from heapwise.structure.search.scope_limits import program_limits
from heapwise.structure.to_python.deriving import without_invariant
from heapwise.terms import Term


class Plan(NamedTuple):
    """What is compiled, and for which scope: `inputs` are those that what is compiled does not
    make itself, with their types, and whether they may be null; `limits` what the scope leaves out,
    if it leaves out anything (`structure.search.scope_limits`)."""

    roots: Sequence[Root | Main]
    scope: Mapping[ClassDecl, int]
    inputs: Mapping[str, tuple[Type, bool]]
    length: int = 3
    language: Language | None = None
    limits: Mapping[str, str] = MappingProxyType({})


def plan_of(program: Program, bounds: Bounds) -> Plan:
    """For a program that is all IR."""
    roots = roots_of(program)
    if not roots:
        raise without_invariant()
    limit = bounds.max_objects if bounds.max_objects is not None else 0
    scope = scope_of(program, roots, limit, bounds.max_objects_of)
    inputs = inputs_with_null(program)
    limits = program_limits(program, [each for each, _ in inputs.values()], scope, Plan.length)
    return Plan(roots, scope, inputs, limits=limits)


class CompiledRun:
    """The scope is that of the plan; it is in the formula, so that the strategy need not count
    objects as well."""

    def __init__(self, program: Program, plan: Plan) -> None:
        self.spurious = 0
        self._program = program
        self._plan = plan
        self._strategy: NamesCells[Any] | None = None
        self._timeout: float | None = None
        self._ready: CompiledInvariant | None = None
        self._asked: dict[Range, CompiledInvariant] = {}
        self._facts: Facts | None = None
        self.backend: PreconditionSolver | None = None

    def pin(self, facts: Sequence[Term]) -> None:
        """Only inputs of which these hold; objects are numbered as they say. To be called before
        the run begins."""
        self._facts = Facts(tuple(facts), self._plan.inputs)
        self._ready = None

    def compile_now(self, seconds: float) -> None:
        """Raises `InputError` if it cannot be compiled, or not within that time."""
        self._timeout = seconds
        self._ready = self._compile(SMALL)

    def begin(self, deadline: float | None) -> None:
        self._timeout = None if deadline is None else max(0.0, deadline - time.monotonic())

    def wrap(self, strategy: HeapStrategy[Any]) -> HeapStrategy[Any]:
        if not strategy.traits.names_cells:
            able = ", ".join(registry.with_traits(lambda traits: traits.names_cells))
            raise InputError(
                f"a compiled invariant goes with the strategies {able}; use `symsolve` with others"
            )
        self._strategy = cast("NamesCells[Any]", strategy)
        return strategy

    def engine(self, solver: Solver, bounds: Bounds) -> tuple[Solver, Bounds]:
        """What to explore with in place of these."""
        self.backend = PreconditionSolver(self._compile, self._plan.inputs, self._cell)
        assert self._strategy is not None
        self._strategy.references.places = _PlacesNow(self.backend)
        unbounded = replace(bounds, max_objects=None, max_objects_of={}, max_depth=None)
        return PostponingSolver(self.backend), unbounded

    def anew(self, solver: Solver) -> Solver:
        """With a formula of its own, which may get larger numbers: if that of the run got them,
        it would go on with other names."""
        return PostponingSolver(
            PreconditionSolver(self._compile_anew, self._plan.inputs, self._cell)
        )

    def _compile_anew(self, range_: Range) -> CompiledInvariant:
        """As one that was asked nothing. Who decides integers of any size cannot forget. The first
        is put back like the others: the order in which it was made must not show."""
        found = self._asked.get(range_)
        if found is None or found.solver.numbers.constant is None:
            found = self._asked[range_] = self._compile(range_)
        if found.solver.numbers.constant is not None:
            found.solver.reopen()
            found.solver.settle()
        return found

    def _compile(self, range_: Range) -> CompiledInvariant:
        ready, self._ready = self._ready, None
        if ready is not None and range_ == SMALL:
            return ready
        return compile_invariant(
            self._program,
            self._plan.roots,
            self._plan.scope,
            length=self._plan.length,
            language=self._plan.language,
            timeout=self._timeout,
            range_=range_,
            others=None if self._facts else self._others(),
            symmetry=self._facts is None,
            facts=self._facts,
        )

    def _others(self) -> list[ClassDecl]:
        """The types of inputs that are not made by what is compiled."""
        made = {root.name for root in self._plan.roots if isinstance(root, Root)}
        return [
            type_
            for name, (type_, _) in self._plan.inputs.items()
            if name not in made and isinstance(type_, ClassDecl)
        ]

    def _cell(self, symbol: Term) -> InitialCell | None:
        assert self._strategy is not None
        return self._strategy.references.origins.get(symbol)

    def accepts(self, leaf: Leaf[Any], solver: Solver) -> bool:
        return True

    def has_valid_input(self, leaf: Leaf[Any], solver: Solver) -> bool:
        return True

    def completed(self, leaf: Leaf[Any], solver: Solver) -> Leaf[Any]:
        assert self._strategy is not None and self.backend is not None
        cells = complete_cells(self.backend.compiled.universe, self._strategy.references)
        return leaf._replace(heap=self._strategy.with_cells(leaf.heap, cells))

    def limits(self) -> Mapping[str, str]:
        return self._plan.limits

    def notes(self) -> dict[str, float]:
        if self.backend is None or not self.backend.has_compiled:
            return {}
        cost = self.backend.compiled.cost
        return {
            "compile_seconds": cost.seconds,
            "compile_queries": cost.queries,
            "clauses": cost.clauses,
            "structure_queries": self.backend.compiled.solver.queries,
            "structure_seconds": self.backend.compiled.solver.seconds,
        }


class _PlacesNow:
    """Those of the invariant as it is compiled now: it may have to be compiled again."""

    def __init__(self, backend: PreconditionSolver) -> None:
        self._backend = backend

    def name(self, reference: Term) -> Term:
        return self._backend.places.name(reference)

    def differ(self, one: Term, other: Term) -> bool:
        return self._backend.places.differ(one, other)


def inputs_with_null(program: Program) -> dict[str, tuple[Type, bool]]:
    """The inputs of a program: their types, and whether they may be null."""
    found: dict[str, tuple[Type, bool]] = {}
    codes = [program.main]
    for cls in program.classes.values():
        codes += [method.code for method in cls.own_methods.values()]
    for code in codes:
        for instruction in code.instructions if code else ():
            if isinstance(instruction, ir.Input):
                found[instruction.name] = (instruction.type, instruction.nullable)
    return found
