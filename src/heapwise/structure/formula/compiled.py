"""A compiled invariant: repOK, run once over a bounded universe, as one formula.

`compile_invariant` runs the invariant of each root with the merging executor; whatever must hold
for it to return true becomes a clause over the initial cells of the universe, and so does the rule
that breaks symmetry. From then on, "does a valid structure exist for which …" is one question to an
incremental solver that holds those clauses (`CompiledInvariant.check`), and its answer comes with a
complete valid structure (`CompiledInvariant.model`).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from heapwise.engine.bounds import Bounds
from heapwise.engine.choices import PathContext
from heapwise.engine.run_context import StoppedError
from heapwise.engine.state import Value
from heapwise.heaps.shared.cells import length_kind
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.merging.api import Language, StandInError
from heapwise.merging.circles import Told
from heapwise.merging.executor import MergingExecutor
from heapwise.merging.recursive_calls import OrderError
from heapwise.program import ClassDecl, InputError, Program, Type
from heapwise.program import code as ir
from heapwise.program.named_inputs import inputs_of
from heapwise.results import OutcomeKind
from heapwise.solver import Kind, PathCondition, Verdict
from heapwise.solver.finite import FiniteModel, FiniteSolver, Numbers, Range, RangeError
from heapwise.solver.sat_finite import SatSolver
from heapwise.solver.z3_finite import Z3FiniteSolver
from heapwise.structure.formula.bounded_universe import BoundedUniverse
from heapwise.structure.formula.guarded import Names
from heapwise.structure.formula.place_compiling import (
    LevelsError,
    clauses_without_numbers,
    close_places,
    compile_by_places,
    outer_objects,
    settle_places,
    shape_of_places,
)
from heapwise.structure.formula.place_strategy import PlaceStrategy
from heapwise.structure.formula.place_universe import PlaceUniverse
from heapwise.structure.formula.questions import Questions
from heapwise.structure.formula.theorems import Shape, find_shape
from heapwise.structure.formula.universe_heap import UniverseHeap
from heapwise.structure.formula.universe_strategy import GivenError, UniverseStrategy
from heapwise.terms import (
    BOOL,
    NULL,
    REF,
    SCALARS,
    Op,
    Scalar,
    Term,
    and_,
    is_number,
    le,
    not_,
    or_,
    sort_of,
    subterms,
)

_MOST_STEPS = 3_000_000
_ROUNDS = 40
_ROUNDS_PER_OBJECT = 10
"""How often a loop may go round: more than that is taken to have no bound that the scope sets."""


SMALL = Range(24)
"""The numbers in the conditions of a path are usually no larger than that."""

_PATIENCE = 30
"""Branches per object that are not asked about: most loops end by themselves, when there are no
more objects, and to run into a side that cannot be costs less than to ask. A run that takes more
than that asks at every branch."""

_CONFLICTS = 20
"""How hard the solver tries to refute something while an invariant is compiled."""

_FEW = 1_000
_MANY = 200_000
"""Conflicts until it is left open whether a structure can be deeper: at first, and in the end."""


class Root(NamedTuple):
    """An input whose object must satisfy an invariant, unless it is null; `code` takes the object
    and returns whether it does."""

    name: str
    type: ClassDecl
    nullable: bool
    code: ir.Code


class Main(NamedTuple):
    """Code that makes the inputs itself and returns whether they are valid; so many of them are
    integers at most."""

    code: ir.Code
    integers: int


class Facts(NamedTuple):
    """What is known of cells, and of `inputs`, whose types are these and which may be null."""

    terms: Sequence[Term]
    inputs: Mapping[str, tuple[Type, bool]]


@dataclass(slots=True)
class Compilation:
    """What compiling took."""

    seconds: float = 0.0
    instructions: int = 0
    merges: int = 0
    queries: int = 0
    clauses: int = 0


class CompiledInvariant:
    """The clauses of an invariant over a universe, and a solver that holds them."""

    def __init__(
        self, universe: BoundedUniverse, strategy: UniverseStrategy, solver: FiniteSolver
    ) -> None:
        self.universe = universe
        self.tables = strategy.tables
        self.strategy = strategy
        self.solver = solver
        self.clauses: tuple[Term, ...] = ()
        self.shape = Shape()
        self.cost = Compilation()

    def check(self, conditions: Sequence[Term] = ()) -> Verdict:
        """Is there a valid structure that satisfies these conditions over the universe? The last
        question stays asserted: one that begins with the same conditions is cheaper."""
        return self.solver.check(conditions)

    def model(self, conditions: Sequence[Term] = ()) -> FiniteModel | None:
        if self.solver.check(conditions) is Verdict.SAT:
            return self.solver.model()
        return None


def compile_invariant(
    program: Program,
    roots: Sequence[Root | Main],
    scope: Mapping[ClassDecl, int],
    *,
    length: int = 3,
    symmetry: bool = True,
    language: Language | None = None,
    timeout: float | None = None,
    range_: Range = SMALL,
    others: Sequence[ClassDecl] | None = None,
    facts: Facts | None = None,
) -> CompiledInvariant:
    """The numbers that it will be asked about are within the range; `others` are the types of all
    other inputs that it will be asked about, if that is known; `facts` hold besides. Raises
    `InputError` if an invariant does something that cannot be compiled, or if compiling takes
    longer than `timeout` seconds."""
    started = time.perf_counter()
    integers = sum(is_number(sort_of_type(type_)) for type_ in inputs_of(program).values())
    integers += sum(root.integers for root in roots if isinstance(root, Main))
    integers += BoundedUniverse(program, scope, length).integers()
    if range_.constant is not None:
        range_ = range_._replace(
            constant=max(range_.constant, 2 * max(scope.values(), default=0) + 2)
        )
    deadline = None if timeout is None else time.monotonic() + timeout

    def compiled(
        universe: BoundedUniverse, numbers: Numbers, on_use: bool = False
    ) -> CompiledInvariant:
        nonlocal language
        in_order: frozenset[ir.Code] = frozenset()
        while True:
            try:
                compiler = Compiler(
                    universe, numbers, symmetry, language, deadline, in_order, on_use
                )
                found = compiler.compile(roots, others, facts)
                found.cost.seconds = time.perf_counter() - started
                return found
            except OrderError as error:
                in_order |= {error.code}
            except StandInError:
                assert language is not None
                language = language._replace(stand_ins=None)
            except RangeError as error:
                if numbers.constant is None:
                    raise InputError(
                        "the invariant computes with integers of the input in a way that cannot be "
                        "compiled; only sums, differences, products and comparisons can"
                    ) from None
                numbers = numbers._replace(range=error.widened(numbers.range))
            universe = universe.again()

    numbers = Numbers(integers + 2, range_)
    with suppress(GivenError):
        return compiled(BoundedUniverse(program, scope, length), numbers, on_use=True)
    if others is not None and not others and range_.constant is not None:
        found = compile_by_places(program, scope, numbers, compiled)
        if found is not None:
            return found
    return compiled(BoundedUniverse(program, scope, length), numbers)


def unbounded() -> Bounds:
    """Of a merged run, in which rounds are counted."""
    return Bounds(max_loops=None, max_depth=None, max_steps=_MOST_STEPS, timeout=None)


def most_rounds(universe: BoundedUniverse) -> int:
    return _ROUNDS + _ROUNDS_PER_OBJECT * universe.size


def finite_solver(universe: BoundedUniverse, numbers: Numbers, names: Names) -> FiniteSolver:
    if numbers.constant is None:
        return Z3FiniteSolver(universe.domain, numbers, names)
    return SatSolver(universe.domain, numbers, names)


class Compiler:
    """Runs what inputs must satisfy, and keeps the clauses that follow."""

    def __init__(
        self,
        universe: BoundedUniverse,
        numbers: Numbers,
        symmetry: bool,
        language: Language | None,
        deadline: float | None,
        in_order: frozenset[ir.Code],
        on_use: bool,
    ) -> None:
        self._circles: Told | None = None
        self._in_order = in_order
        self._universe = universe
        self._names = Names()
        self._solver = finite_solver(universe, numbers, self._names)
        self._language = language
        self._deadline = deadline
        self._required: dict[Term, None] = {}
        # An operation of a source language may fail on a state that no input leads to. Every
        # question is therefore decided, unless the language has operations that do not.
        decides = language is not None and not language.is_robust
        patience = 0 if decides else _PATIENCE * (universe.size + 3)
        conflicts = None if decides else _CONFLICTS
        self._questions = Questions(self._solver, self._names, self._required, conflicts, patience)
        self._strategy: UniverseStrategy
        if isinstance(universe, PlaceUniverse):
            refutes = self._questions.refutes
            self._strategy = PlaceStrategy(universe, self._require, self._names, refutes)
        else:
            asked = self._questions
            self._strategy = UniverseStrategy(
                universe,
                self._require,
                self._names,
                symmetry,
                asked.refutes,
                asked.shows,
                on_use,
            )
        self.compiled = CompiledInvariant(universe, self._strategy, self._solver)

    def compile(
        self,
        roots: Sequence[Root | Main],
        others: Sequence[ClassDecl] | None,
        facts: Facts | None = None,
    ) -> CompiledInvariant:
        cost = self.compiled.cost
        about_inputs = [] if facts is None else self._mention(facts)
        starts = self.assume(roots)
        for fact in about_inputs:
            self._require(PathCondition(), fact)
        if isinstance(self._universe, PlaceUniverse):
            self._settle_places(self._universe)
            if self._universe.has_outer:
                return self.compiled  # All that was to be seen is that it can be.
        cost.clauses = len(self._required)
        self.compiled.clauses = tuple(self._required)
        self._solver.settle()
        is_numbered = not isinstance(self._universe, PlaceUniverse)
        if others is not None and is_numbered and self._solver.numbers.constant is not None:
            self._look_at_the_shape(starts, others)
        cost.queries = self._solver.queries
        return self.compiled

    def _mention(self, facts: Facts) -> list[Term]:
        """Require facts about cells, which the universe has not heard of yet. What is left is about
        inputs that what is compiled makes."""
        known: set[Scalar] = set()
        for name, (type_, nullable) in facts.inputs.items():
            known.add(self._universe.input(name, type_, nullable))
        for kind in self._universe.kinds().values():
            for owner in self._universe.owners(kind):
                indexed = kind.name not in self._universe.plain()
                for at in range(self._universe.length) if indexed else (None,):
                    cell = self._universe.initial(kind, owner, at)
                    if not isinstance(kind.type, ClassDecl):
                        for declared in kind.initial_facts(cell):
                            self._require(PathCondition(), declared)
        left: list[Term] = []
        known.update(self._universe.cells)
        for fact in facts.terms:
            symbols = [each for each in subterms(fact) if each.op == Op.SYMBOL]
            if all(each.sort is not REF or each in known for each in symbols):
                self._require(PathCondition(), fact)
            else:
                left.append(fact)
        return left

    def assume(self, roots: Sequence[Root | Main]) -> list[tuple[PathCondition, UniverseHeap]]:
        """Require that all roots are valid: the ways in which they may be."""
        questions = self._questions
        bounds = unbounded()
        context = PathContext(self._universe.program, questions, bounds)
        self._bound_lengths()
        starts = [(PathCondition(), UniverseHeap())]
        for root in roots:
            ends: list[tuple[PathCondition, UniverseHeap]] = []
            for path, heap in starts:
                if isinstance(root, Main):
                    ends += self._demand(root.code, [], heap, path, questions, bounds)
                    continue
                context.path = path
                for case in self._strategy.input_value(context, heap, *root[:3]):
                    after = path
                    if isinstance(case.guard, Term):
                        after = path.extend(case.guard, Kind.CHOICE, None)
                    ends += self._run(root, case.value, case.heap, after, questions, bounds)
            starts = ends
        return starts

    def _settle_places(self, universe: PlaceUniverse) -> None:
        assert isinstance(self._strategy, PlaceStrategy)

        def require(fact: Scalar) -> None:
            self._require(PathCondition(), fact)

        settle_places(universe, self._strategy, require)
        if universe.has_outer:
            self._look_at_levels(universe)
            return
        close_places(universe)
        self.compiled.shape = shape_of_places(universe, self._strategy.leading_back)
        self._solver = self.compiled.solver = self._solver_of(self._required)

    def _look_at_levels(self, universe: PlaceUniverse) -> None:
        reached = outer_objects(universe)
        if not isinstance(reached, Term):
            return
        verdict = self._solver.check([reached], _FEW)
        if verdict is not Verdict.UNKNOWN:
            if verdict is Verdict.SAT:
                raise LevelsError
            return
        # Without what is said of numbers there are more structures, and it is easier to see that
        # none of them has an outer object.
        without = clauses_without_numbers(self._required, self._names.meaning)
        for clauses in (without, self._required):
            seconds = None if self._deadline is None else self._deadline - time.monotonic()
            if self._solver_of(clauses).refutes(reached, _MANY, seconds):
                return
        raise LevelsError

    def _solver_of(self, clauses: Iterable[Term]) -> FiniteSolver:
        """Most of what was possible for cells at first is not: a new solver has never heard of
        it."""
        found = finite_solver(self._universe, self._solver.numbers, self._names)
        for clause in clauses:
            found.require(clause)
        return found

    def _look_at_the_shape(
        self, ends: Sequence[tuple[PathCondition, UniverseHeap]], others: Sequence[ClassDecl]
    ) -> None:
        present: dict[Term, Scalar] = {}
        for path, heap in ends:
            reached = self._names.path(path)
            for cls, seen in heap.seen.items():
                counts = self._strategy.least_number.counts(seen)
                for loc in self._universe.members[cls]:
                    ordinal = self._universe.ordinal[loc]
                    enough = or_(*(guard for count, guard in counts.items() if count >= ordinal))
                    present[loc] = or_(present.get(loc, False), and_(reached, enough))
        self.compiled.shape = find_shape(
            self._universe, self._solver, present, others, self._deadline
        )

    def _bound_lengths(self) -> None:
        """Arrays have no more elements than the universe has cells for."""
        for loc, cls in self._universe.class_of.items():
            if cls.element is not None:
                length = self._universe.initial(length_kind(cls), loc)
                self._require(PathCondition(), le(0, length))
                self._require(PathCondition(), le(length, self._universe.length))

    def _run(
        self,
        root: Root,
        value: object,
        heap: UniverseHeap,
        path: PathCondition,
        questions: Questions,
        bounds: Bounds,
    ) -> list[tuple[PathCondition, UniverseHeap]]:
        """Demand that the invariant holds of `value`, unless it is null: the ways to go on."""
        assert isinstance(value, Term)
        is_null = self._strategy.tables.references(value).get(NULL)
        apart: list[tuple[PathCondition, UniverseHeap]] = []
        if value is NULL:
            return [(path, heap)]
        if isinstance(is_null, Term):
            apart.append((path.extend(is_null, Kind.CHOICE, None), heap))
            present = not_(is_null)
            assert isinstance(present, Term)
            path = path.extend(present, Kind.CHOICE, None)
        return [*apart, *self._demand(root.code, [value], heap, path, questions, bounds)]

    def _demand(
        self,
        code: ir.Code,
        arguments: Sequence[Value],
        heap: UniverseHeap,
        path: PathCondition,
        questions: Questions,
        bounds: Bounds,
    ) -> list[tuple[PathCondition, UniverseHeap]]:
        """Demand that the code returns true."""
        executor: MergingExecutor[UniverseHeap] = MergingExecutor(
            self._universe.program,
            self._strategy,
            questions,
            bounds,
            self._language,
            self._exclude,
            self._deadline,
            most_rounds(self._universe),
            self._in_order,
            circles=self._circles,
        )
        try:
            leaves = executor.execute(code, arguments, heap, path)
        except StoppedError:
            raise InputError(
                f"`{code.name}` takes too long to compile: it is run on all structures at "
                "once, and recursion over several branches or a search in its own results "
                "multiplies"
            ) from None
        self.compiled.cost.instructions += executor.steps
        self.compiled.cost.merges += executor.merges
        for end in leaves:
            self._strategy.least_number.settle(end.heap.seen)
            value = end.value
            if (
                end.kind is not OutcomeKind.RETURNED
                or not isinstance(value, SCALARS)
                or sort_of(value) is not BOOL
            ):
                raise InputError(f"`{code.name}` must return a Boolean")
            self._exclude(end.path, not_(value))
        return [(end.path, end.heap) for end in leaves]

    def _exclude(self, path: PathCondition, condition: Scalar) -> None:
        self._require(path, not_(condition))

    def _require(self, path: PathCondition, condition: Scalar) -> None:
        clause = or_(not_(self._names.path(path)), condition)
        if clause is False:
            self._solver.require(False)
        elif isinstance(clause, Term) and clause not in self._required:
            self._required[clause] = None
            self._solver.require(clause)
