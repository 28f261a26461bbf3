"""What lies below a field compares with its owner: a theorem about ordered structures.

In a search tree all keys on the left of a node are less than its own. An invariant says so of one
way from the root after the other, and whether a walk by keys can miss a node is then asked of every
way as well: two or three times as many conflicts for each node more. No literal says "is somewhere
below the left child", and without one there is no short proof. Here there is one, for every field
and every two objects, and what follows is proved from parent to child: how numbers below a field
compare with that of the owner, where the way to what is below goes on, and that all there is lies
below what inputs hold. Each step is one easy question; what it refutes helps with the next.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from heapwise.heaps.shared.cells import CellKind
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.program import ClassDecl
from heapwise.structure.formula.bounded_universe import BoundedUniverse
from heapwise.terms import Scalar, Term, and_, eq, is_number, lt, not_, or_

Never: TypeAlias = Callable[[Scalar], bool]
"""Is it soon refuted?"""

Named: TypeAlias = Callable[[Scalar], Scalar]

_MOST = 24
"""Objects of a class for which it pays: what is said grows with the third power."""

_RELATIONS: Sequence[Callable[[Scalar, Scalar], Scalar]] = (
    lambda owner, below: lt(below, owner),
    lambda owner, below: lt(owner, below),
    lambda owner, below: not_(lt(owner, below)),
    lambda owner, below: not_(lt(below, owner)),
)


class _Step(NamedTuple):
    """From an object to one with a larger number, by a field."""

    field: str
    owner: int
    target: int


def learn_orders(
    universe: BoundedUniverse,
    reached: Mapping[Term, Scalar],
    named: Named,
    never: Never,
    require: Callable[[Scalar], None],
) -> None:
    """`reached` says which objects inputs lead to. What is proved is required."""
    for cls, members in universe.members.items():
        if 1 < len(members) <= _MOST and all(each in reached for each in members):
            _Finder(universe, cls, reached, named, never, require).find()


class _Finder:
    """Of one class. Objects are meant by their position among its members."""

    def __init__(
        self,
        universe: BoundedUniverse,
        cls: ClassDecl,
        reached: Mapping[Term, Scalar],
        named: Named,
        never: Never,
        require: Callable[[Scalar], None],
    ) -> None:
        self._universe = universe
        self._cls = cls
        self._members = universe.members[cls]
        self._reached = reached
        self._named = named
        self._never = never
        self._require = require
        self._steps: dict[_Step, Scalar] = {}
        self._below: dict[_Step, Scalar] = {}

    def find(self) -> None:
        fields = [kind for kind in self._kinds(self._leads) if self._leads_down(kind)]
        numbers = self._kinds(lambda kind: is_number(sort_of_type(kind.type)))
        orders = {kind.name: [*self._orders(kind, numbers)] for kind in fields}
        if not any(orders.values()):
            return
        self._define(list(orders))
        self._learn(self._compared(orders))
        self._learn(self._going_on(list(orders)))
        self._learn(self._held(list(orders)))

    def _kinds(self, wanted: Callable[[CellKind], bool]) -> list[CellKind]:
        """Those of which every object of the class has one cell."""
        plain = self._universe.plain()
        return [
            kind
            for kind in self._universe.kinds().values()
            if kind.name in plain and self._cls.is_subclass_of(kind.owner) and wanted(kind)
        ]

    def _leads(self, kind: CellKind) -> bool:
        return isinstance(kind.type, ClassDecl) and self._cls.is_subclass_of(kind.type)

    def _leads_down(self, kind: CellKind) -> bool:
        """Does it lead to objects with larger numbers only, and to some?"""
        up: list[Scalar] = []
        for at, owner in enumerate(self._members):
            cell = self._universe.initial(kind, owner)
            domain = self._universe.domain(cell)
            for target, loc in enumerate(self._members):
                if loc in domain:
                    step = and_(self._reached[owner], eq(cell, loc))
                    if target > at:
                        self._steps[_Step(kind.name, at, target)] = step
                    else:
                        up.append(step)
        return self._never(or_(*up))

    def _orders(self, kind: CellKind, numbers: Iterable[CellKind]) -> Iterator[_Order]:
        """How numbers of what the field holds compare with those of its owner."""
        steps = [(step, when) for step, when in self._steps.items() if step.field == kind.name]
        if not steps or self._never(or_(*(when for _, when in steps))):
            return
        for number in numbers:
            for relation in _RELATIONS:
                order = _Order(self._universe, number, self._members, relation)
                against = (and_(when, not_(order.of(step))) for step, when in steps)
                if self._never(or_(*against)):
                    yield order
                    break

    def _define(self, fields: Collection[str]) -> None:
        """What is below the field of an object: what it holds, and what that leads to."""
        self._steps = {
            step: self._named(when) for step, when in self._steps.items() if step.field in fields
        }
        for target in range(len(self._members)):
            for owner in range(target):
                for field in fields:
                    ways = [self._steps.get(_Step(field, owner, target), False)]
                    for between in range(owner + 1, target):
                        last = or_(
                            *(self._steps.get(_Step(f, between, target), False) for f in fields)
                        )
                        ways.append(and_(last, self._below[_Step(field, owner, between)]))
                    self._below[_Step(field, owner, target)] = self._named(or_(*ways))

    def _learn(self, facts: Iterable[Scalar]) -> None:
        """Up to the first that is not proved: those that follow need it."""
        for fact in facts:
            if not self._never(not_(fact)):
                return
            self._require(fact)

    def _compared(self, orders: Mapping[str, Sequence[_Order]]) -> Iterator[Scalar]:
        for step, below in self._below.items():
            for order in orders[step.field]:
                yield or_(not_(below), order.of(step))

    def _going_on(self, fields: Sequence[str]) -> Iterator[Scalar]:
        """What is below a field is what it holds, or is below that."""
        for (field, owner, target), below in self._below.items():
            for between in range(owner + 1, target):
                step = self._steps.get(_Step(field, owner, between), False)
                yield or_(not_(below), not_(step), self._is_below(fields, between, target))

    def _is_below(self, fields: Sequence[str], owner: int, target: int) -> Scalar:
        return or_(*(self._below[_Step(field, owner, target)] for field in fields))

    def _held(self, fields: Sequence[str]) -> Iterator[Scalar]:
        """All that inputs lead to is held from outside, or below what is."""
        outside = [self._named(self._is_outside(fields, loc)) for loc in self._members]
        for target, loc in enumerate(self._members):
            below = (
                and_(outside[owner], self._is_below(fields, owner, target))
                for owner in range(target)
            )
            yield or_(not_(self._reached[loc]), outside[target], *below)

    def _is_outside(self, fields: Collection[str], loc: Term) -> Scalar:
        """Is it an input, or does another kind of cell hold it?"""
        found: list[Scalar] = []
        for value in self._universe.inputs.values():
            if isinstance(value, Term) and value.sort is loc.sort:
                found.append(eq(value, loc))
        for cell, (kind, owner, _) in self._universe.cells.items():
            if kind.name in fields or cell.sort is not loc.sort:
                continue
            if loc in self._universe.domain(cell):
                found.append(and_(self._reached.get(owner, True), eq(cell, loc)))
        return or_(*found)


class _Order:
    """Of the numbers of one kind of cell."""

    def __init__(
        self,
        universe: BoundedUniverse,
        kind: CellKind,
        members: Sequence[Term],
        relation: Callable[[Scalar, Scalar], Scalar],
    ) -> None:
        self._cells = [universe.initial(kind, loc) for loc in members]
        self._relation = relation

    def of(self, step: _Step) -> Scalar:
        return self._relation(self._cells[step.owner], self._cells[step.target])
