"""What all valid structures have in common: theorems about a compiled invariant.

An invariant that says of a structure that it is a tree, or that parents and children fit together,
says so object by object, and a solver that is asked where a path leads has to put that together
anew, for whichever objects it may be about. Here it is put together once: which objects are out of
reach, which cells never hold the same object, and which field leads back to where another came
from. Each theorem is one question to the solver that holds the invariant; one that it cannot answer
soon is not used. What is proved becomes part of the formula, and `formula.places` tells
references apart by it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from types import MappingProxyType
from typing import NamedTuple

from heapwise.heaps.shared.cells import CellKind
from heapwise.program import ClassDecl
from heapwise.solver import Verdict
from heapwise.solver.finite import FiniteModel, FiniteSolver
from heapwise.structure.formula.bounded_universe import BoundedUniverse, is_object
from heapwise.terms import NULL, Concrete, Op, Scalar, Term, and_, eq, not_, or_

_CONFLICTS = 3_000
"""How hard the solver tries to prove a theorem."""

_HARD = 3
"""Parts of a theorem that are tried a second time."""


class Shape(NamedTuple):
    """No two cells of the kinds `tree` hold the same object, nor does one hold what an input in
    `roots` is. For kinds f and g in `back`, `x.f.g` is `x`, and for those in `ends` it is null,
    wherever `x.f` is an object. `room` tells which objects cells of a kind in `tree` may hold."""

    tree: frozenset[str] = frozenset()
    roots: frozenset[str] = frozenset()
    back: frozenset[tuple[str, str]] = frozenset()
    ends: frozenset[tuple[str, str]] = frozenset()
    room: Mapping[str, frozenset[Term]] = MappingProxyType({})


def find_shape(
    universe: BoundedUniverse,
    solver: FiniteSolver,
    present: Mapping[Term, Scalar],
    others: Sequence[ClassDecl],
    deadline: float | None = None,
) -> Shape:
    """`present` says when an object is one that the invariant has come upon; `others` are the types
    of inputs that it has not been told about. The solver is told what has been proved, and that
    objects hold nothing if nothing leads to them. After the deadline nothing more is proved."""
    return _Finder(universe, solver, present, deadline).find(others)


class _Finder:
    def __init__(
        self,
        universe: BoundedUniverse,
        solver: FiniteSolver,
        present: Mapping[Term, Scalar],
        deadline: float | None,
    ) -> None:
        self._deadline = deadline
        self._universe = universe
        self._solver = solver
        self._present = present
        self._is_used: dict[Term, Scalar] = dict(present)
        self._kinds = [
            kind
            for kind in universe.kinds().values()
            if isinstance(kind.type, ClassDecl) and any(universe.owners(kind))
        ]
        plain = universe.plain()
        self._plain = {kind.name for kind in self._kinds if kind.name in plain}

    def find(self, others: Sequence[ClassDecl]) -> Shape:
        self._let_go(self._closed(others))
        kinds = [kind for kind in self._kinds if self._is_within(kind)]
        going = [kind for kind in kinds if self._targets(kind) and self._goes_on(kind)]
        going = self._candidates(going)
        back, ends = self._ways_back(going, kinds)
        tree = self._tree(going, dict(back))
        roots = frozenset(self._roots(tree))
        names = frozenset(kind.name for kind in tree)
        room = {kind.name: frozenset(self._targets(kind)) for kind in tree}
        return Shape(names, roots, frozenset(back), frozenset(ends), room)

    def _is_possible(self, condition: Scalar) -> bool:
        asked = [condition] if isinstance(condition, Term) else []
        return condition is not False and self._solver.check(asked, _CONFLICTS) is Verdict.SAT

    def _never(self, condition: Scalar) -> bool:
        return self._verdict(condition) is Verdict.UNSAT

    def _verdict(self, condition: Scalar) -> Verdict:
        if not isinstance(condition, Term):
            return Verdict.SAT if condition else Verdict.UNSAT
        if self._deadline is not None and time.monotonic() > self._deadline:
            return Verdict.UNKNOWN
        return self._solver.check([condition], _CONFLICTS)

    def _proved(self, facts: Iterable[Sequence[Scalar]]) -> list[Scalar] | None:
        """All of them, if they hold. One question for each object: one for all of them is too hard,
        one for each fact takes too long. A few that are too hard are asked again when the others
        are known."""
        found: list[Scalar] = []
        waiting = [*facts]
        while waiting:
            hard: list[Sequence[Scalar]] = []
            for each in waiting:
                verdict = self._verdict(or_(*map(not_, each)))
                if verdict is Verdict.UNSAT:
                    found += each
                elif verdict is Verdict.SAT or len(hard) == _HARD:
                    return None
                else:
                    hard.append(each)
            if len(hard) == len(waiting):
                return None
            waiting = hard
        return found

    def _learn(self, facts: Iterable[Scalar]) -> None:
        self._solver.reopen()
        for fact in facts:
            self._solver.require(fact)
        self._solver.settle()

    # -- what can be reached

    def _closed(self, others: Sequence[ClassDecl]) -> set[ClassDecl]:
        """The classes of which no object can be reached that is not present."""
        found = {self._universe.class_of[loc] for loc in self._present}
        while True:
            left = {cls for cls in found if self._is_closed(cls, found, others)}
            if left == found:
                return found
            found = left

    def _is_closed(
        self, cls: ClassDecl, among: set[ClassDecl], others: Sequence[ClassDecl]
    ) -> bool:
        if any(cls.is_subclass_of(other) for other in others):
            return False
        ways: list[Scalar] = []
        members = self._universe.members[cls]
        for kind in self._kinds:
            if not any(member in self._targets(kind) for member in members):
                continue
            for owner, cell in self._cells(kind):
                if self._universe.class_of[owner] not in among:
                    return False
                absent = [and_(eq(cell, member), not_(self._present[member])) for member in members]
                ways.append(and_(self._present[owner], or_(*absent)))
        for value in self._universe.inputs.values():
            ways += (and_(_is(value, member), not_(self._present[member])) for member in members)
        return self._never(or_(*ways))

    def _let_go(self, closed: set[ClassDecl]) -> None:
        """What cannot be reached may as well hold nothing."""
        self._learn(
            or_(self._present[owner], eq(cell, NULL))
            for kind in self._kinds
            for owner, cell in self._cells(kind)
            if self._universe.class_of[owner] in closed and NULL in self._universe.domain(cell)
        )
        for loc in self._present:
            if self._universe.class_of[loc] in closed:
                self._is_used[loc] = True

    def _is_within(self, kind: CellKind) -> bool:
        """Is it a kind of single cells, of and about objects that the invariant comes upon?"""
        locs = [*self._universe.owners(kind), *self._targets(kind)]
        return kind.name in self._plain and all(loc in self._present for loc in locs)

    def _goes_on(self, kind: CellKind) -> bool:
        """Does it lead from objects that are present to none that are not?"""
        absent = (
            and_(self._present[owner], eq(cell, target), not_(self._present[target]))
            for owner, cell in self._cells(kind)
            for target in self._targets(kind)
        )
        return self._never(or_(*absent))

    # -- trees

    def _candidates(self, kinds: Sequence[CellKind]) -> list[CellKind]:
        """Without those that hold what others do in a large structure or a small one."""
        shown = [self._contents(kinds, size) for size in (1, 2, len(self._universe.class_of))]
        found: list[CellKind] = []
        for kind in kinds:
            together = [*found, kind]
            if all(_are_different([each[one.name] for one in together]) for each in shown):
                found.append(kind)
        return found

    def _contents(self, kinds: Sequence[CellKind], size: int) -> dict[str, list[Concrete]]:
        """What cells of each kind hold in a structure with so many objects of a class, or as many
        as there are."""
        sizes: list[Scalar] = []
        for members in self._universe.members.values():
            if members and members[0] in self._present:
                first = self._present[members[min(size, len(members)) - 1]]
                more = self._present[members[size]] if size < len(members) else False
                sizes.append(and_(first, not_(more)) if len(members) > 1 else True)
        found: dict[str, list[Concrete]] = {kind.name: [] for kind in kinds}
        if not self._is_possible(and_(*sizes)):
            return found
        model = self._solver.model()
        for kind in kinds:
            for owner, cell in self._cells(kind):
                value = model.symbol(cell)
                if value not in (None, NULL.value) and self._holds_in(model, self._present[owner]):
                    found[kind.name].append(value)
        return found

    @staticmethod
    def _holds_in(model: FiniteModel, condition: Scalar) -> bool:
        return model.holds(condition) if isinstance(condition, Term) else bool(condition)

    def _tree(self, kinds: Sequence[CellKind], way_back: Mapping[str, str]) -> list[CellKind]:
        found: list[CellKind] = []
        facts: list[Scalar] = []
        for kind in kinds:
            proved = self._proved(self._once([*found, kind], way_back))
            if proved is not None:
                found.append(kind)
                facts = proved
        self._learn(facts)
        return found

    def _once(
        self, tree: Sequence[CellKind], way_back: Mapping[str, str]
    ) -> Iterator[list[Scalar]]:
        """For each object, the claims that together say that at most one cell holds it. If a field
        of the object leads back to the owner of the cell, two owners are excluded already, and only
        two cells of one owner are left to be."""
        for holders in self._holders(tree).values():
            alike: dict[object, list[Scalar]] = {}
            of_one: dict[object, list[Scalar]] = {}
            for (kind, owner), holds in holders:
                told = way_back.get(kind)
                alike.setdefault((kind, owner) if told is None else told, []).append(holds)
                if told is not None:
                    of_one.setdefault((told, owner), []).append(holds)
            pairs = [
                pair
                for one, other in combinations(alike.values(), 2)
                for pair in product(one, other)
            ]
            pairs += (pair for each in of_one.values() for pair in combinations(each, 2))
            yield [or_(not_(one), not_(other)) for one, other in pairs]

    def _holders(
        self, kinds: Sequence[CellKind]
    ) -> dict[Term, list[tuple[tuple[str, Term], Scalar]]]:
        """The cells that may hold an object, and when they do."""
        found: dict[Term, list[tuple[tuple[str, Term], Scalar]]] = {}
        for kind in kinds:
            for owner, cell in self._cells(kind):
                for target in self._targets(kind):
                    holds = and_(self._is_used[owner], eq(cell, target))
                    found.setdefault(target, []).append(((kind.name, owner), holds))
        return found

    def _roots(self, tree: Sequence[CellKind]) -> Iterator[str]:
        holders = self._holders(tree)
        for name, value in self._universe.inputs.items():
            if not isinstance(value, Term) or not (is_object(value) or self._is_symbol(value)):
                continue
            ways = [
                and_(_is(value, target), or_(*(holds for _, holds in cells)))
                for target, cells in holders.items()
            ]
            ways += (and_(_is(value, loc), not_(here)) for loc, here in self._present.items())
            if self._never(or_(*ways)):
                yield name

    def _is_symbol(self, value: Term) -> bool:
        return value.op == Op.SYMBOL and value in self._universe.references()

    def _ways_back(
        self, going: Sequence[CellKind], kinds: Sequence[CellKind]
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        back: list[tuple[str, str]] = []
        ends: list[tuple[str, str]] = []
        facts: list[Scalar] = []
        for there in going:
            for here in kinds:
                if not set(self._targets(there)) <= set(self._universe.owners(here)):
                    continue
                if set(self._universe.owners(there)) <= set(self._targets(here)):
                    proved = self._proved(self._leads(there, here, back=True))
                    if proved is not None:
                        back.append((there.name, here.name))
                        facts += proved
                        continue
                proved = self._proved(self._leads(there, here, back=False))
                if proved is not None:
                    ends.append((there.name, here.name))
                    facts += proved
        self._learn(facts)
        return back, ends

    def _leads(self, there: CellKind, here: CellKind, *, back: bool) -> Iterator[list[Scalar]]:
        """From what the one kind of cell holds, the other leads back, or nowhere: what that comes
        to for each owner."""
        for owner, cell in self._cells(there):
            unused = not_(self._is_used[owner])
            found: list[Scalar] = []
            for target in self._targets(there):
                to = eq(self._universe.initial(here, target), owner if back else NULL)
                found.append(or_(unused, not_(eq(cell, target)), to))
            yield found

    # -- cells

    def _cells(self, kind: CellKind) -> Iterator[tuple[Term, Term]]:
        indexes = (None,) if kind.name in self._plain else range(self._universe.length)
        for owner in self._universe.owners(kind):
            for at in indexes:
                yield owner, self._universe.initial(kind, owner, at)

    def _targets(self, kind: CellKind) -> list[Term]:
        assert isinstance(kind.type, ClassDecl)
        return [loc for loc in self._universe.fitting(kind.type, False) if is_object(loc)]


def _are_different(values: Sequence[Sequence[Concrete]]) -> bool:
    flat = [value for each in values for value in each]
    return len(set(flat)) == len(flat)


def _is(value: Scalar, loc: Term) -> Scalar:
    if isinstance(value, Term) and value.sort is loc.sort:
        return eq(value, loc)
    return False
