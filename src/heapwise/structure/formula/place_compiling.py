"""Proves that the places over which an invariant was compiled are all that there can be.

The run has left out recursive calls about the objects of the outer level, as if they could return
anything. If, even so, no valid structure with as many objects as the scope allows reaches that
level, there is none that reaches it: from then on the places inside are the whole universe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import TypeVar

from heapwise.heaps.shared.cells import CellKind
from heapwise.merging.recursive_calls import EffectError
from heapwise.program import ClassDecl, InputError, Program
from heapwise.solver.finite import Numbers
from heapwise.structure.formula.bounded_universe import BoundedUniverse
from heapwise.structure.formula.place_strategy import PlaceStrategy
from heapwise.structure.formula.place_universe import PlacesError, PlaceUniverse
from heapwise.structure.formula.theorems import Shape
from heapwise.structure.formula.unary_counting import Counted, total
from heapwise.terms import NULL, Scalar, Term, eq, is_constant, is_number, not_, or_

T = TypeVar("T")

_BRANCHING = 4
"""Where there are no more places than that on a level, there can be as many levels as objects."""


class LevelsError(PlacesError):
    """A valid structure may reach further than the places do."""


def compile_by_places(
    program: Program,
    scope: Mapping[ClassDecl, int],
    numbers: Numbers,
    compiled: Callable[[BoundedUniverse, Numbers], T],
) -> T | None:
    """With as few levels as are enough; None if there are too many places, or if the invariant is
    about more than places."""
    if any(cls.element is not None or cls.own_items for cls in scope):
        return None
    most = max(scope.values())
    levels = most.bit_length()
    while True:
        # As many objects as there are places may be counted.
        counting = numbers.at_least(2 << levels)
        outer = PlaceUniverse(program, scope, levels, has_outer=True)
        try:
            if levels < most:
                compiled(outer, counting)
            return compiled(PlaceUniverse(program, scope, levels), counting)
        except LevelsError:
            is_branching = len(outer.objects()) > _BRANCHING * levels
            levels = levels + 1 if is_branching else most
        except (PlacesError, EffectError):
            if levels == most:
                return None
            levels = most
        except InputError:
            return None


def settle_places(
    universe: PlaceUniverse, strategy: PlaceStrategy, require: Callable[[Scalar], None]
) -> None:
    """The run is over: what is known of cells is all that will be known."""
    for cell in universe.references():
        if cell in universe.cells and len(universe.domain(cell)) > 2:
            strategy.narrow_cell(cell, at_last=True)
    if universe.has_outer and not all(map(universe.is_of_a_tree, universe.references())):
        # An object is as deep as the cell that it is named after. If several cells may hold it,
        # another run may name it after a deeper one, and the proof about depths is void.
        raise PlacesError
    _count(universe, require)


def outer_objects(universe: PlaceUniverse) -> Scalar:
    """The condition that there is an outer object."""
    return or_(*(universe.present(loc) for loc in universe.objects() if universe.is_outer(loc)))


def clauses_without_numbers(clauses: Iterable[Term], meaning: Mapping[Term, Term]) -> list[Term]:
    """Those that are not about numbers of the input; `meaning` has what names stand for."""
    known: dict[Term, bool] = {}

    def is_without(term: Term) -> bool:
        waiting = [term]
        while waiting:
            last = waiting[-1]
            parts = (
                [meaning[last]]
                if last in meaning
                else [part for part in last.args if isinstance(part, Term)]
            )
            missing = [part for part in parts if part not in known]
            if missing and not is_number(last.sort):
                waiting += missing
                continue
            known[last] = not is_number(last.sort) and all(known[part] for part in parts)
            waiting.pop()
        return known[term]

    return [clause for clause in clauses if is_without(clause)]


def close_places(universe: PlaceUniverse) -> None:
    """Nothing is there but what has been mentioned."""
    for kind in _reference_kinds(universe):
        for owner in universe.owners(kind):
            if universe.is_new(kind, owner):
                # The invariant says nothing of it: it may hold any object, and new ones.
                raise PlacesError
    universe.close()


def _count(universe: PlaceUniverse, require: Callable[[Scalar], None]) -> None:
    """What cells hold is there, and there are no more objects than the scope allows."""
    for cell in universe.references():
        for each in universe.domain(cell):
            if each is not NULL and each not in universe.own(cell):
                require(or_(not_(eq(cell, each)), universe.present(each)))
    for cls, most in universe.scope.items():
        counted = _counted(universe, cls, most + 1)
        if len(counted) > most:
            require(not_(counted[most]))


def _counted(universe: PlaceUniverse, cls: ClassDecl, most: int) -> Counted:
    """The objects of a class that are there."""
    below: dict[Term | None, list[Counted]] = {}
    for loc in sorted(universe.objects(), key=_number, reverse=True):
        here = [universe.present(loc)] if universe.class_of[loc] is cls else []
        found = total([*below.pop(loc, ()), here], most)
        below.setdefault(universe.way_to(loc), []).append(found)
    return total(below.get(None, ()), most)


def shape_of_places(universe: PlaceUniverse, leading_back: Set[Term]) -> Shape:
    """What the narrowed cells have in common."""
    kinds = list(_reference_kinds(universe))
    tree = [
        kind for kind in kinds if all(_is_own(universe, cell) for cell in _cells(universe, kind))
    ]
    back: set[tuple[str, str]] = set()
    ends: set[tuple[str, str]] = set()
    for there in tree:
        for here in kinds:
            reached = [
                loc
                for cell in _cells(universe, there)
                for loc in universe.own(cell)
                if loc in universe.class_of
            ]
            if not all(universe.class_of[loc].is_subclass_of(here.owner) for loc in reached):
                continue
            cells = [universe.initial(here, loc) for loc in reached]
            if all(cell in leading_back for cell in cells):
                back.add((there.name, here.name))
            elif all(set(universe.domain(cell)) <= {NULL} for cell in cells):
                ends.add((there.name, here.name))
    roots = frozenset(
        name
        for name, value in universe.inputs.items()
        if isinstance(value, Term) and (is_constant(value) or _is_own(universe, value))
    )
    room = {}
    for kind in tree:
        assert isinstance(kind.type, ClassDecl)
        room[kind.name] = frozenset(universe.fitting(kind.type, False))
    names = frozenset(kind.name for kind in tree)
    return Shape(names, roots, frozenset(back), frozenset(ends), room)


def _is_own(universe: PlaceUniverse, cell: Term) -> bool:
    own = universe.own(cell)
    return all(each is NULL or each in own for each in universe.domain(cell))


def _reference_kinds(universe: PlaceUniverse) -> Iterator[CellKind]:
    for kind in universe.kinds().values():
        if isinstance(kind.type, ClassDecl) and any(universe.owners(kind)):
            yield kind


def _cells(universe: PlaceUniverse, kind: CellKind) -> Iterator[Term]:
    for owner in universe.owners(kind):
        yield universe.initial(kind, owner)


def _number(loc: Term) -> int:
    assert isinstance(loc.value, int)
    return loc.value
