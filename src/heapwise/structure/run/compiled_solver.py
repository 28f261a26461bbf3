"""Exploration under a compiled invariant: every question is about valid structures only.

`PreconditionSolver` has the interface of a solver, so nothing in an exploration knows that there is
an invariant: a branch that no valid structure in scope takes is simply infeasible. With a strategy
that keeps one state per control-flow path, what is left is one path per control-flow path of valid
inputs. Its models are complete valid structures, and know every cell of the universe.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from heapwise.heaps.shared.cells import CellKind, Keys
from heapwise.heaps.shared.references import CLASS_OF, References
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.program import ClassDecl, InputError, Program, Type
from heapwise.program import code as ir
from heapwise.program.named_inputs import inputs_of
from heapwise.solver import Answer, Kind, Model, PathCondition, Solver, SolverStatistics, Verdict
from heapwise.solver.api import UNKNOWN, UNSAT, UndecidedError
from heapwise.solver.finite import FiniteModel, Range, RangeError
from heapwise.solver.model import MapInterpretation
from heapwise.solver.z3_backend import Z3Solver
from heapwise.structure.formula.bounded_universe import BoundedUniverse
from heapwise.structure.formula.compiled import SMALL, CompiledInvariant, Root
from heapwise.structure.formula.places import Places
from heapwise.structure.run.model_tweak import nearby
from heapwise.structure.run.path_to_universe import Link, Origin, UnlinkableError
from heapwise.structure.run.smt_fallback import OBJECT, GeneralQuestions, object_number
from heapwise.terms import (
    BOOL,
    FLOAT,
    FLOAT32,
    INT,
    REF,
    STR,
    Concrete,
    MapSort,
    Op,
    Scalar,
    Term,
    and_,
    eq,
    is_number,
    or_,
    raw_select,
    subterms,
    symbol,
)

_SECONDS = 10.0
"""For a question about numbers alone."""
NAMES = ("repOK", "repOk", "rep_ok", "repok")
"""What a method that is the invariant of its class may be called in the small languages."""


def roots_of(program: Program) -> list[Root]:
    """The inputs whose class has an invariant."""
    found: dict[str, Root] = {}
    codes = [program.main]
    for cls in program.classes.values():
        codes += [method.code for method in cls.own_methods.values()]
    for code in codes:
        for instruction in code.instructions if code else ():
            if isinstance(instruction, ir.Input) and isinstance(instruction.type, ClassDecl):
                invariant = invariant_of(instruction.type)
                if invariant is not None:
                    found[instruction.name] = Root(
                        instruction.name, instruction.type, instruction.nullable, invariant
                    )
    # The receiver of the method under test comes first, then the others by name.
    return sorted(found.values(), key=lambda root: (root.nullable, root.name))


def invariant_of(cls: ClassDecl) -> ir.Code | None:
    for name in NAMES:
        method = cls.find_method(name)
        if method is not None and not method.parameters and method.code is not None:
            return method.code
    return None


def scope_of(
    program: Program, roots: list[Root], default: int, limits: Mapping[str, int]
) -> dict[ClassDecl, int]:
    """How many objects there are of each class: what the limits say, for a class or its family,
    and one for each root of a class of its own."""
    found: dict[ClassDecl, int] = {}
    for cls in program.by_number:
        if cls.abstract or (cls is program.root and not cls.own_fields):
            continue
        if cls.element is not None and not _is_input_type(program, cls):
            continue
        names = [above.name for above in cls.ancestors()]
        limit = next((limits[name] for name in names if name in limits), None)
        if limit is None:
            at_root = [root for root in roots if cls.is_subclass_of(root.type)]
            shared = any(
                isinstance(field.type, ClassDecl) and cls.is_subclass_of(field.type)
                for other in program.classes.values()
                for field in other.own_fields.values()
            )
            limit = len(at_root) if at_root and not shared else default
        found[cls] = limit
    return found


def _is_input_type(program: Program, cls: ClassDecl) -> bool:
    """Can an input or a field of an object hold it?"""
    declared = [*inputs_of(program).values()]
    for other in program.classes.values():
        declared += (field.type for field in other.own_fields.values())
        declared += () if other.element is None else (other.element,)
    return any(isinstance(type_, ClassDecl) and cls.is_subclass_of(type_) for type_ in declared)


class PreconditionSolver:
    """`compile_with` compiles the invariant for numbers in a certain range: that is done again if a
    path turns out to need others."""

    def __init__(
        self,
        compile_with: Callable[[Range], CompiledInvariant],
        inputs: Mapping[str, tuple[Type, bool]],
        origin: Origin | None = None,
    ) -> None:
        self.statistics = SolverStatistics()
        self._compile_with = compile_with
        self._inputs = inputs
        self._origin = origin
        self._compiled: tuple[CompiledInvariant, Link] | None = None
        self._general: GeneralQuestions | None = None
        self._linkable: dict[Term, bool] = {}
        self._about_inputs: dict[Term, bool] = {}
        self._numbers = Z3Solver(_SECONDS)

    @property
    def compiled(self) -> CompiledInvariant:
        """Compiled when it is first needed."""
        return self._parts()[0]

    @property
    def places(self) -> Places:
        return self._parts()[1].places

    @property
    def has_compiled(self) -> bool:
        return self._compiled is not None

    def _parts(self) -> tuple[CompiledInvariant, Link]:
        return self._compiled or self._start(SMALL)

    def _start(self, range_: Range) -> tuple[CompiledInvariant, Link]:
        compiled = self._compile_with(range_)
        self._general = None
        if compiled.check(()) is Verdict.UNSAT:
            raise InputError(
                "no input within the scope satisfies the invariant: allow more objects "
                "(--max-objects) or longer containers (--max-length)"
            )
        for name, (type_, nullable) in self._inputs.items():
            compiled.universe.input(name, type_, nullable)
        self._compiled = (
            compiled,
            Link(compiled.universe, compiled.strategy.names, self._origin, compiled.shape),
        )
        return self._compiled

    def check(self, path: PathCondition, condition: Term) -> Answer:
        self.statistics.queries += 1
        return self._ask([*path.asserted_terms(), condition])

    def model(self, path: PathCondition) -> Model | None:
        self.statistics.witness_queries += 1
        return self._ask(path.asserted_terms()).model

    def can_link(self, term: Term) -> bool:
        """Is it about nothing but the finite universe?"""
        found = self._linkable.get(term)
        if found is None:
            try:
                self._parts()[1].condition(term)
                found = True
            except UnlinkableError:
                found = False
            self._linkable[term] = found
        return found

    def possible(
        self, path: PathCondition, branches: Sequence[PathCondition]
    ) -> tuple[int, Model] | None:
        """See `Postponing`. All that is said on these paths can be linked."""
        found = self._nearby(path, branches)
        if found is not None:
            return found
        started = time.perf_counter()
        self.statistics.queries += 1
        common = path.asserted_terms()
        apart = [branch.asserted_terms()[len(common) :] for branch in branches]
        try:
            while True:
                try:
                    return self._possible(common, apart)
                except RangeError as error:
                    if self.compiled.solver.numbers.constant is None:
                        raise UndecidedError from None
                    self._start(error.widened(self.compiled.solver.numbers.range))
        except UndecidedError:
            self.statistics.unknown += 1
            raise
        finally:
            self.statistics.seconds += time.perf_counter() - started

    def _nearby(
        self, path: PathCondition, branches: Sequence[PathCondition]
    ) -> tuple[int, Model] | None:
        if not isinstance(path.model, ValidModel):
            return None
        for index, branch in enumerate(branches):
            model = nearby(path.model, branch.asserted_terms(), self._is_free)
            if model is not None:
                self.statistics.count("nearby")
                return index, model
        return None

    def _is_free(self, symbol: Term) -> bool:
        """Is it an input that the invariant has nothing to do with?"""
        given = self._inputs.get(str(symbol.value))
        return given is not None and not self.compiled.solver.requires(symbol)

    def _possible(
        self, common: Sequence[Term], apart: Sequence[Sequence[Term]]
    ) -> tuple[int, Model] | None:
        compiled, link = self._parts()
        before = and_(*map(link.condition, common))
        ways = [and_(*map(link.condition, each)) for each in apart]
        if before is False:
            return None
        conditions = _conjuncts(before)
        one_of = or_(*ways)
        if isinstance(one_of, Term):
            conditions.append(one_of)
        elif not one_of:
            return None
        verdict = compiled.check(conditions)
        if verdict is Verdict.UNKNOWN:
            raise UndecidedError
        if verdict is Verdict.UNSAT:
            return None
        model = compiled.solver.model()
        index = next(
            index
            for index, way in enumerate(ways)
            if (model.holds(way) if isinstance(way, Term) else way)
        )
        return index, ValidModel(ModelBacking(compiled, model, self._origin))

    def _ask(self, conditions: list[Term]) -> Answer:
        started = time.perf_counter()
        try:
            answer = self._answer(conditions)
        except RangeError as error:
            answer = self._retry(conditions, error)
        self.statistics.seconds += time.perf_counter() - started
        if answer.verdict is Verdict.UNKNOWN:
            self.statistics.unknown += 1
        return answer

    def _retry(self, conditions: list[Term], error: RangeError) -> Answer:
        """With larger numbers, if there are any."""
        if self.compiled.solver.numbers.constant is None:
            return UNKNOWN
        self._start(error.widened(self.compiled.solver.numbers.range))
        try:
            return self._answer(conditions)
        except RangeError as again:
            return self._retry(conditions, again)

    def _answer(self, conditions: list[Term]) -> Answer:
        compiled, link = self._parts()
        linked: list[Term] = []
        is_beyond = False
        for condition in conditions:
            try:
                found = link.condition(condition)
            except UnlinkableError:
                is_beyond = True
                continue
            if isinstance(found, Term):
                linked.append(found)
            elif not found:
                return UNSAT
        verdict = compiled.check(linked)
        if is_beyond and verdict is not Verdict.UNSAT:
            decided = self._with_inputs_first(conditions, linked)
            if decided is not None:
                return decided
            if self._general is None:
                self._general = GeneralQuestions(compiled, self._origin)
            return self._general.ask(conditions)
        if verdict is Verdict.SAT:
            model = compiled.solver.model()
            return Answer(verdict, ValidModel(ModelBacking(compiled, model, self._origin)))
        return UNSAT if verdict is Verdict.UNSAT else UNKNOWN

    def _with_inputs_first(self, conditions: list[Term], linked: list[Term]) -> Answer | None:
        """Values for the inputs that the invariant has nothing to do with, by what is said of them
        alone, and then a valid structure that goes with them: `key & 15 == 3` is beyond the finite
        universe, but 3 is not. None if that decides nothing."""
        about = [each for each in conditions if self._is_about_inputs(each)]
        if not about:
            return None
        path = PathCondition()
        for condition in about[:-1]:
            path = path.extend(condition, Kind.CHOICE, None)
        alone = self._numbers.check(path, about[-1])
        if alone.verdict is Verdict.UNSAT:
            return UNSAT
        if alone.model is None:
            return None
        compiled, link = self._parts()
        symbols = {each for condition in about for each in _symbols(condition)}
        values = [eq(each, alone.model.number(each)) for each in symbols]
        chosen = [link.condition(each) for each in values if isinstance(each, Term)]
        terms = [each for each in chosen if isinstance(each, Term)]
        if compiled.check([*linked, *terms]) is not Verdict.SAT:
            return None
        backing = ModelBacking(compiled, compiled.solver.model(), self._origin)
        model = ValidModel(backing)
        if not all(map(model.satisfies, conditions)):
            return None
        return Answer(Verdict.SAT, model)

    def _is_about_inputs(self, condition: Term) -> bool:
        """Is it about numbers that are free inputs, and nothing else?"""
        found = self._about_inputs.get(condition)
        if found is None:
            symbols = _symbols(condition)
            found = bool(symbols) and all(
                is_number(each.sort) and self._is_free(each) for each in symbols
            )
            self._about_inputs[condition] = found
        return found


def _symbols(condition: Term) -> set[Term]:
    return {each for each in subterms(condition) if each.op == Op.SYMBOL}


class ValidModel(Model):
    """A model that is a valid structure; others have not heard of the invariant."""

    __slots__ = ()


class ValidModelReuse:
    """Answers SAT when the model of the path satisfies the condition too, and is a valid one."""

    def __init__(self, inner: Solver) -> None:
        self._inner = inner
        self.statistics = inner.statistics

    def check(self, path: PathCondition, condition: Term) -> Answer:
        model = path.model
        if isinstance(model, ValidModel) and model.satisfies(condition):
            self.statistics.count("model")
            return Answer(Verdict.SAT, model)
        return self._inner.check(path, condition)

    def model(self, path: PathCondition) -> Model | None:
        return path.model if isinstance(path.model, ValidModel) else self._inner.model(path)


class ModelBacking:
    """A `Backing`: what a model of the universe says about the maps and symbols of a path."""

    def __init__(
        self, compiled: CompiledInvariant, model: FiniteModel, origin: Origin | None
    ) -> None:
        self._universe = compiled.universe
        self._model = model
        self._origin = origin

    def symbol(self, symbol: Term) -> Concrete | None:
        own = self._universe.inputs.get(str(symbol.value))
        if isinstance(own, Term) and own.op == Op.CONST:
            assert isinstance(own.value, int)
            return own.value
        number = object_number(symbol)
        if number is not None:
            return number
        cell = self._origin(symbol) if self._origin else None
        if cell is None:
            value = self._model.symbol(symbol)
            if value is None and own is symbol and symbol.sort is REF:
                # Nothing has been said of it, but it is null or an object of the universe.
                return _number(self._universe.domain(symbol)[0])
            return value
        owner, kind, index = cell
        holder = self.symbol(owner)
        at: int | None = None
        if index:
            at = index[0] if isinstance(index[0], int) else Model(self).number(index[0])
            if not 0 <= at < self._universe.length:
                return None
        loc = next((each for each in self._universe.class_of if each.value == holder), None)
        if loc is None or not self._universe.class_of[loc].is_subclass_of(kind.owner):
            return None
        return self._contents(kind, self._universe.initial(kind, loc, at))

    def map(self, symbol: Term) -> MapInterpretation | None:
        found = MapInterpretation()
        if symbol is CLASS_OF:
            for loc, cls in self._universe.class_of.items():
                found.cells[_number(loc),] = cls.number
            return found
        kind = self._universe.kinds().get(str(symbol.value))
        if kind is None:
            return None
        assert isinstance(symbol.sort, MapSort)
        indexed = len(symbol.sort.keys) == 2
        for loc in self._universe.owners(kind):
            for at in range(self._universe.length) if indexed else (None,):
                cell = self._universe.initial(kind, loc, at)
                key = (_number(loc),) if at is None else (_number(loc), at)
                found.cells[key] = self._contents(kind, cell)
        return found

    def _contents(self, kind: CellKind, cell: Term) -> Concrete:
        value = self._model.symbol(cell)
        if value is not None:
            return value
        if cell.sort is BOOL:
            return False
        if cell.sort is STR:
            return ""
        if is_number(cell.sort):
            return max(kind.low or 0, 0)
        if cell.sort in (FLOAT, FLOAT32):
            return 0.0
        return _number(self._universe.domain(cell)[0])


def complete_cells(
    universe: BoundedUniverse, references: References
) -> Iterator[tuple[str, Keys, Term]]:
    """Every initial cell of the universe, for the witness of a path: kind, keys and contents."""
    items = {
        str(item) for cls in universe.program.classes.values() for item in cls.own_items.values()
    }
    for kind in universe.kinds().values():
        if kind.owner.element is not None and kind.name == kind.owner.name:
            continue
        indexes: list[tuple[int, ...]] = [()]
        if kind.name in items:
            indexes = [(at,) for at in range(universe.length)]
        sort = MapSort((REF, INT) if kind.name in items else (REF,), sort_of_type(kind.type))
        for loc in universe.owners(kind):
            owner = symbol(f"{OBJECT}{loc.value}", REF)
            references.declare(owner, universe.class_of[loc])
            for index in indexes:
                value = raw_select(symbol(kind.name, sort), (owner, *index))
                if isinstance(kind.type, ClassDecl):
                    references.declare(value, kind.type)
                yield kind.name, (owner, *index), value


def _conjuncts(condition: Scalar) -> list[Term]:
    if not isinstance(condition, Term):
        return []
    if condition.op == Op.AND:
        return [arg for arg in condition.args if isinstance(arg, Term)]
    return [condition]


def _number(loc: Term) -> int:
    assert isinstance(loc.value, int)
    return loc.value
