"""Questions about valid structures that are beyond finite domains: strings, floats, division.

The clauses of a compiled invariant are ordinary terms, so any solver can hold them. What connects
them with the conditions of a path is said in so many words: each cell of the universe is what the
initial map of its kind has there, and each reference is one of the objects of the universe. That
is slower than the finite solver by far, and only asked if that one finds nothing against the part
of the question that it understands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from heapwise.heaps.shared.cells import CellKind
from heapwise.heaps.shared.references import CLASS_OF
from heapwise.solver import Answer, Kind, Model, PathCondition, Verdict
from heapwise.solver.model import MapInterpretation
from heapwise.solver.z3_backend import Z3Solver
from heapwise.structure.formula.bounded_universe import BoundedUniverse
from heapwise.structure.formula.compiled import CompiledInvariant
from heapwise.structure.run.path_to_universe import Origin
from heapwise.terms import (
    CLASS,
    NULL,
    REF,
    Concrete,
    MapSort,
    Op,
    Scalar,
    Term,
    and_,
    class_id,
    eq,
    implies,
    or_,
    raw_select,
    subterms,
    symbol,
)

OBJECT = "object "
"""What the symbol of an object of the universe is called, before its number."""


def object_number(term: Term) -> int | None:
    name = str(term.value)
    return int(name.removeprefix(OBJECT)) if name.startswith(OBJECT) else None


class GeneralQuestions:
    """`origin` tells which cell a symbol names."""

    def __init__(
        self, compiled: CompiledInvariant, origin: Origin | None, timeout: float = 10.0
    ) -> None:
        self._compiled = compiled
        self._universe = compiled.universe
        self._origin = origin
        self._solver = Z3Solver(timeout)
        self._base = PathCondition()
        self._known: set[Term] = set()
        clauses = and_(*compiled.clauses, *self._definitions())
        if isinstance(clauses, Term):
            self._base = self._base.extend(clauses, Kind.FACT, None)
        self._about_symbols = 0

    def ask(self, conditions: Sequence[Term]) -> Answer:
        self._learn(self._facts(conditions))
        self._learn(self._domains())
        path = self._base
        for condition in conditions[:-1]:
            path = path.extend(condition, Kind.CHOICE, None)
        last = conditions[-1] if conditions else None
        if last is None:
            model = self._solver.model(path)
            answer = Answer(Verdict.UNKNOWN if model is None else Verdict.SAT, model)
        else:
            answer = self._solver.check(path, last)
        if answer.model is None:
            return answer
        return Answer(answer.verdict, Model(Named(answer.model, self._universe)))

    def _learn(self, facts: Iterable[Scalar]) -> None:
        new = [fact for fact in facts if isinstance(fact, Term) and fact not in self._known]
        self._known.update(new)
        together = and_(*new)
        if isinstance(together, Term):
            self._base = self._base.extend(together, Kind.FACT, None)

    def _definitions(self) -> Iterator[Scalar]:
        """Of the names in the clauses, and in what those stand for."""
        meaning = self._compiled.strategy.names.meaning
        waiting = list(self._compiled.clauses)
        seen: set[Term] = set()
        while waiting:
            for term in subterms(waiting.pop()):
                if term in meaning and term not in seen:
                    seen.add(term)
                    yield eq(term, meaning[term])
                    waiting.append(meaning[term])

    def _domains(self) -> Iterator[Scalar]:
        """Every reference that the universe has heard of is one of its objects."""
        domains = self._universe.references()
        for term in domains[self._about_symbols :]:
            yield or_(*(eq(term, each) for each in self._universe.domain(term)))
        self._about_symbols = len(domains)
        for name, value in self._universe.inputs.items():
            if isinstance(value, Term) and value.op == Op.CONST:
                yield eq(symbol(name, REF), value)

    def _facts(self, conditions: Sequence[Term]) -> Iterator[Scalar]:
        kinds = self._universe.kinds()
        waiting = list(conditions)
        seen: set[Term] = set()
        while waiting:
            for term in subterms(waiting.pop()):
                if term.op != Op.SYMBOL or term in seen:
                    continue
                seen.add(term)
                if term is CLASS_OF:
                    for loc, cls in self._universe.class_of.items():
                        yield eq(raw_select(term, (loc,)), class_id(cls.number))
                elif isinstance(term.sort, MapSort):
                    kind = kinds.get(str(term.value))
                    if kind is not None:
                        yield from self._cells_of(term, kind)
                elif self._origin is not None and (cell := self._origin(term)) is not None:
                    owner, kind, index = cell
                    waiting.append(owner)
                    yield from self._cell(term, owner, kind, index)

    def _cells_of(self, initial: Term, kind: CellKind) -> Iterator[Scalar]:
        assert isinstance(initial.sort, MapSort)
        indexed = len(initial.sort.keys) == 2
        for loc in self._universe.owners(kind):
            for at in range(self._universe.length) if indexed else (None,):
                keys = (loc,) if at is None else (loc, at)
                yield eq(raw_select(initial, keys), self._universe.initial(kind, loc, at))

    def _cell(
        self, value: Term, owner: Term, kind: CellKind, index: Sequence[Scalar]
    ) -> Iterator[Scalar]:
        for loc in self._universe.owners(kind):
            for at in range(self._universe.length) if index else (None,):
                here = eq(owner, loc) if at is None else and_(eq(owner, loc), eq(index[0], at))
                yield implies(here, eq(value, self._universe.initial(kind, loc, at)))


class Named:
    """A `Backing`: a model that knows the objects of the universe by name."""

    def __init__(self, model: Model, universe: BoundedUniverse) -> None:
        self._model = model
        self._universe = universe

    def symbol(self, symbol: Term) -> Concrete | None:
        number = object_number(symbol)
        if number is not None:
            return number
        own = self._universe.inputs.get(str(symbol.value))
        if isinstance(own, Term) and own.op == Op.CONST and isinstance(own.value, int):
            return own.value
        return self._model.symbol_value(symbol)

    def map(self, symbol: Term) -> MapInterpretation | None:
        assert isinstance(symbol.sort, MapSort)
        found = MapInterpretation()
        if symbol is CLASS_OF:
            for loc, cls in self._universe.class_of.items():
                found.cells[_number(loc),] = cls.number
            return found
        kind = self._universe.kinds().get(str(symbol.value))
        if kind is None:
            return None
        indexed = len(symbol.sort.keys) == 2
        for loc in self._universe.owners(kind):
            for at in range(self._universe.length) if indexed else (None,):
                key = (_number(loc),) if at is None else (_number(loc), at)
                found.cells[key] = self._cell(kind, loc, at)
        return found

    def _cell(self, kind: CellKind, loc: Term, at: int | None) -> Concrete:
        cell = self._universe.initial(kind, loc, at)
        value = self._model.symbol_value(cell)
        if cell.sort in (REF, CLASS):
            domain = self._universe.domain(cell)
            if all(each.value != value for each in domain):
                return _number(domain[0] if domain else NULL)
        return value


def _number(loc: Term) -> int:
    assert isinstance(loc.value, int)
    return loc.value
