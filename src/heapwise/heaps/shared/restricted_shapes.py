"""Input heaps of a restricted shape: without cycles (`dag`), or also without sharing (`tree`).

The restriction is a fact about every reference that is read from the initial heap. Without cycles:
there is a rank that grows along every field. Without sharing: every object knows the one cell that
points to it. Inputs themselves may still be any objects, also the same one.
"""

from __future__ import annotations

from heapwise.heaps.shape_names import ANY, SHAPES, TREE
from heapwise.heaps.shared.cells import Cell
from heapwise.program import ClassDecl
from heapwise.terms import (
    INT,
    NULL,
    REF,
    MapSort,
    Scalar,
    Term,
    and_,
    eq,
    lt,
    or_,
    raw_select,
    symbol,
)

_RANK = symbol("rank", MapSort((REF,), INT))
_OWNER = symbol("owner", MapSort((REF,), REF))
_CELL = symbol("cell", MapSort((REF,), INT))
_INDEX = symbol("index", MapSort((REF,), INT))


class ShapeFacts:
    """What one exploration says of references; cells are numbered as they come."""

    def __init__(self, shapes: str) -> None:
        assert shapes in SHAPES, shapes
        self._shapes = shapes
        self._numbers: dict[str, int] = {}

    def about(self, place: Cell, initial: Term) -> list[Term]:
        """The reference `initial` is what the cell at `place` holds to begin with."""
        if self._shapes == ANY or not isinstance(place.type, ClassDecl):
            return []
        conditions: list[Scalar] = [
            lt(raw_select(_RANK, (place.owner,)), raw_select(_RANK, (initial,)))
        ]
        if self._shapes == TREE:
            number = self._numbers.setdefault(place.name, len(self._numbers))
            conditions.append(eq(raw_select(_OWNER, (initial,)), place.owner))
            conditions.append(eq(raw_select(_CELL, (initial,)), number))
            conditions += [eq(raw_select(_INDEX, (initial,)), key) for key in place.keys[1:]]
        fact = or_(eq(initial, NULL), and_(*conditions))
        return [fact] if isinstance(fact, Term) else []
