"""From the conditions of a path to the universe of a compiled invariant.

The path-optimal strategies name the initial heap in two ways: as the initial contents of a map that
is read at a reference (`fieldmaps`), and as a symbol for the cell of a reference (`pose`). In the
universe both are the same: a reference is one of finitely many constants, under guards, and what it
shows is one of the initial cells of these. `Link` rewrites a condition accordingly; what is left
speaks of nothing but the symbols of the universe and the primitive inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from heapwise.heaps.shared.cells import CellKind
from heapwise.heaps.shared.references import CLASS_OF
from heapwise.program import ClassDecl, InputError
from heapwise.solver.finite import ValueSelection
from heapwise.structure.formula.bounded_universe import BoundedUniverse, is_object
from heapwise.structure.formula.guarded import Names, Table, combine, holds, same
from heapwise.structure.formula.places import InitialCell, Places
from heapwise.structure.formula.theorems import Shape
from heapwise.terms import (
    BITS,
    BOOL,
    CLASS,
    NULL,
    REF,
    MapSort,
    Op,
    Scalar,
    Sort,
    Term,
    add,
    and_,
    builder,
    class_id,
    eq,
    is_number,
    ite,
    lt,
    mul,
    not_,
    or_,
    sort_of,
    sub,
    subterms,
    symbol,
    written_map,
)
from heapwise.terms.guards import by_value

_RECURSION = 60

Origin: TypeAlias = Callable[[Term], InitialCell | None]
"""The cell that a symbol names, if it names one."""


class UnlinkableError(InputError):
    """A condition is about something that a finite universe has no form for."""


class Link:
    """`origin` is asked about symbols that are no inputs."""

    def __init__(
        self,
        universe: BoundedUniverse,
        names: Names,
        origin: Origin | None = None,
        shape: Shape | None = None,
    ) -> None:
        self._universe = universe
        self._names = names
        self._kinds = universe.kinds()
        self._origin = origin
        self._booleans: dict[Term, Scalar] = {}
        self._tables: dict[Term, Table] = {}
        self._rows: dict[Term, Table] = {}
        self._numbers: dict[Term, Scalar] = {}
        self._comparisons: dict[tuple[str, Scalar, Scalar], Scalar] = {}
        self._picked: dict[tuple[Term, str, tuple[Scalar, ...]], Scalar] = {}
        self.places = Places(shape or Shape(), self._initial_cell)

    def condition(self, term: Term) -> Scalar:
        if term.depth > _RECURSION:
            for node in subterms(term):
                if not isinstance(node.sort, MapSort):
                    self._value(node)
        return self.boolean(term)

    def _value(self, term: Scalar) -> Scalar | Table:
        sort = sort_of(term)
        if sort is BOOL:
            return self.boolean(term)
        return self.number(term) if is_number(sort) else self.table(term)

    # -- Booleans

    def boolean(self, term: Scalar) -> Scalar:
        if not isinstance(term, Term):
            return term
        found = self._booleans.get(term)
        if found is None:
            found = self._boolean(term)
            self._booleans[term] = found
        return found

    def _boolean(self, term: Term) -> Scalar:
        op, args = term.op, term.args
        if op == Op.NOT:
            return not_(self.boolean(args[0]))
        if op == Op.AND:
            return and_(*(self.boolean(arg) for arg in args))
        if op == Op.OR:
            return or_(*(self.boolean(arg) for arg in args))
        if op == Op.ITE:
            return ite(*(self.boolean(arg) for arg in args))
        if op in (Op.EQ, Op.LT):
            return self._compare(op, *args)
        if op == Op.SYMBOL:
            cell = self._origin(term) if self._origin else None
            return term if cell is None else self._pick(cell, BOOL)
        if op == Op.SELECT:
            return self._select(term)
        raise UnlinkableError(f"a compiled invariant does not go with the operation `{op}`")

    def _compare(self, op: str, left: Scalar, right: Scalar) -> Scalar:
        sort = sort_of(left)
        if sort is BOOL:
            return eq(self.boolean(left), self.boolean(right))
        if is_number(sort):
            return self._compare_numbers(op, self.number(left), self.number(right))
        if sort not in (REF, CLASS):
            raise UnlinkableError(f"a compiled invariant does not go with values of sort {sort}")
        if op == Op.EQ and sort is REF:
            assert isinstance(left, Term) and isinstance(right, Term)
            return self._same_object(self.places.name(left), self.places.name(right))
        ours, theirs = self.table(left), self.table(right)
        if op == Op.EQ:
            return self._named(same(ours, theirs))
        return holds(combine(ours, theirs, lambda a, b: _number(a) < _number(b)), bool)

    def _same_object(self, one: Term, other: Term) -> Scalar:
        if one is other:
            return True
        ours, theirs = self.table(one), self.table(other)
        if self.places.differ(one, other):
            return and_(ours.get(NULL, False), theirs.get(NULL, False))
        return self._named(same(ours, theirs))

    def _compare_numbers(self, op: str, left: Scalar, right: Scalar, nested: int = 0) -> Scalar:
        """Cell by cell, where it is open which cell is meant: the solver knows most about how two
        cells compare. If a value is selected from selected ones, to any depth, it knows less."""
        compare = eq if op == Op.EQ else lt
        selections = self._names.selections
        ours = selections.get(left) if isinstance(left, Term) else None
        theirs = selections.get(right) if isinstance(right, Term) else None
        open_one = ours if ours is not None else theirs
        if not isinstance(open_one, ValueSelection) or nested > _RECURSION:
            return compare(left, right)
        found = self._comparisons.get((op, left, right))
        if found is None:
            choices: list[tuple[Scalar, Scalar]] = []
            for guard, value in open_one.choices:
                pair = (value, right) if open_one is ours else (left, value)
                choices.append((guard, self._compare_numbers(op, *pair, nested + 1)))
            found = self._names.select(choices, BOOL)
            self._comparisons[op, left, right] = found
        return found

    # -- numbers

    def number(self, term: Scalar) -> Scalar:
        if not isinstance(term, Term):
            return term
        found = self._numbers.get(term)
        if found is None:
            found = self._build_number(term)
            self._numbers[term] = found
        return found

    def _build_number(self, term: Term) -> Scalar:
        op, args = term.op, term.args
        if op == Op.SYMBOL:
            cell = self._origin(term) if self._origin else None
            return term if cell is None else self._pick(cell, term.sort)
        if op == Op.ITE:
            return ite(self.boolean(args[0]), self.number(args[1]), self.number(args[2]))
        if op == Op.SELECT:
            return self._select(term)
        if term.sort.width and not term.theories & ~BITS:
            return builder(term)(*(self.number(arg) for arg in args))
        build = _ARITHMETIC.get(op)
        if build is None:
            raise UnlinkableError(f"a compiled invariant does not go with the operation `{op}`")
        return build(self.number(args[0]), self.number(args[1]))

    # -- references and classes

    def table(self, term: Scalar) -> Table:
        assert isinstance(term, Term)
        if term.op == Op.CONST:
            return {term: True}
        found = self._tables.get(term)
        if found is None:
            name = self.places.name(term) if term.sort is REF else term
            found = self._table(term) if name is term else self.table(name)
            self._tables[term] = found
        return found

    def _table(self, term: Term) -> Table:
        if term.op == Op.ITE:
            condition, then, otherwise = term.args
            when = self.boolean(condition)
            return self._names.select_row(
                [(when, self.table(then)), (not_(when), self.table(otherwise))]
            )
        if term.op == Op.SELECT:
            return self._select_table(term)
        assert term.op == Op.SYMBOL
        cell = self._origin(term) if self._origin else None
        if cell is None:
            return self._row(term)
        return self._gather(self._cells(*cell))

    def _row(self, term: Term) -> Table:
        """Of a symbol of the universe."""
        found = self._rows.get(term)
        if found is None:
            domain = self._universe.domain(term)
            found = {domain[0]: True}
            if len(domain) > 1:
                found = {each: eq(term, each) for each in domain}
            self._rows[term] = found
        return found

    # -- cells

    def _select(self, term: Term) -> Scalar:
        """A read of a Boolean or a number."""
        log, keys = term.args[0], term.args[1:]
        assert isinstance(log, Term)
        rewrite = self.boolean if term.sort is BOOL else self.number
        hits: list[tuple[Scalar, Scalar]] = []
        while log.op == Op.STORE:
            hits.append((self._same_keys(log.args[1:-1], keys), rewrite(log.args[-1])))
            log = written_map(log)
        if log.op == Op.FILLED:
            result = rewrite(log.args[0])
        else:
            owner = keys[0]
            assert isinstance(owner, Term) and isinstance(term.sort, type(BOOL))
            result = self._pick((owner, self._kind(log), tuple(keys[1:])), term.sort)
        for hit, value in reversed(hits):
            result = self._names.select([(hit, value), (not_(hit), result)], term.sort)
        return result

    def _select_table(self, term: Term) -> Table:
        log, keys = term.args[0], term.args[1:]
        assert isinstance(log, Term)
        hits: list[tuple[Scalar, Table]] = []
        while log.op == Op.STORE:
            hits.append((self._same_keys(log.args[1:-1], keys), self.table(log.args[-1])))
            log = written_map(log)
        owner = keys[0]
        if log is CLASS_OF:
            result = self._classes(self.table(owner))
        elif log.op == Op.FILLED:
            result = self.table(log.args[0])
        else:
            assert isinstance(owner, Term)
            result = self._gather(self._cells(owner, self._kind(log), keys[1:]))
        for hit, table in reversed(hits):
            result = self._names.select_row([(hit, table), (not_(hit), result)])
        return result

    def _named(self, condition: Scalar) -> Scalar:
        """By a name, which the solver keeps when the path that needed it is left."""
        return self._names.of(condition)

    def _kind(self, log: Term) -> CellKind:
        return self._kinds[str(log.value)]

    def _same_keys(self, a: Sequence[Scalar], b: Sequence[Scalar]) -> Scalar:
        return and_(*(self._compare(Op.EQ, one, other) for one, other in zip(a, b, strict=True)))

    def _cells(
        self, owner: Term, kind: CellKind, index: Sequence[Scalar]
    ) -> list[tuple[Scalar, Term]]:
        """The initial cells that are meant, each under its guard; none for what has no cell."""
        places: list[tuple[int | None, Scalar]] = [(None, True)]
        if index:
            number = self.number(index[0])
            places = [(at, eq(number, at)) for at in range(self._universe.length)]
        found: list[tuple[Scalar, Term]] = []
        for loc, guard in self.table(owner).items():
            if not isinstance(loc, Term) or not is_object(loc):
                continue
            if not self._universe.class_of[loc].is_subclass_of(kind.owner):
                continue
            for at, when in places:
                both = and_(guard, when)
                if both is not False:
                    found.append((both, self._universe.initial(kind, loc, at)))
        return found

    def _initial_cell(self, reference: Term) -> InitialCell | None:
        """The cell of the initial heap that it is read from, if that is all that it says."""
        if reference.op == Op.SELECT:
            log, owner, *index = reference.args
            kind = self._kinds.get(str(log.value)) if isinstance(log, Term) else None
            if kind is None or not isinstance(owner, Term):
                return None
            return owner, kind, tuple(index)
        if reference.op == Op.SYMBOL and self._origin is not None:
            return self._origin(reference)
        return None

    def _pick(self, cell: InitialCell, sort: Sort) -> Scalar:
        """The number or truth value in a cell of the initial heap."""
        owner, kind, index = self.places.name(cell[0]), cell[1], cell[2]
        found = self._picked.get((owner, kind.name, index))
        if found is None:
            cells = self._cells(owner, kind, index)
            found = False if sort is BOOL else 0
            if cells:
                found = self._names.select(cells, sort)
            self._picked[owner, kind.name, index] = found
        return found

    def _gather(self, cells: Sequence[tuple[Scalar, Term]]) -> Table:
        """Of references; null where there is no cell."""
        choices: list[tuple[Scalar, Table]] = [(guard, self._row(cell)) for guard, cell in cells]
        nowhere = not_(or_(*(guard for guard, _ in cells)))
        choices.append((nowhere, {NULL: True}))
        return self._names.select_row(choices)

    def _classes(self, owners: Table) -> Table:
        return by_value(self._possible_classes(owners))

    def _possible_classes(self, owners: Table) -> Iterator[tuple[Scalar, Scalar]]:
        for loc, guard in owners.items():
            assert isinstance(loc, Term)
            cls: ClassDecl | None = self._universe.class_of.get(loc)
            if cls is not None:
                yield class_id(cls.number), guard
                continue
            # The path itself says what the class of an allocated object is.
            unknown = symbol(f"class of {_number(loc)}", CLASS)
            for each in self._universe.domain(unknown):
                yield each, and_(guard, eq(unknown, each))


_ARITHMETIC: dict[str, Callable[[Scalar, Scalar], Scalar]] = {
    Op.ADD: add,
    Op.SUB: sub,
    Op.MUL: mul,
}


def _number(constant: Scalar) -> int:
    assert isinstance(constant, Term) and isinstance(constant.value, int)
    return constant.value
