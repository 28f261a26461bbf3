"""A cell of a bounded universe that is read through a reference: what may be in it, and when."""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.heaps.shared.cells import CellKind
from heapwise.program import ClassDecl, Program
from heapwise.structure.formula.bounded_universe import BoundedUniverse, Key
from heapwise.structure.formula.guarded import Names, Tables
from heapwise.structure.formula.universe_heap import UniverseCells, UniverseHeap
from heapwise.terms import BOOL, NULL, Scalar, Term, location, not_, symbol

P = symbol("p", BOOL)
ROOT = ClassDecl("Object", None)
NODE = ClassDecl("Node", ROOT)
NEXT = CellKind("next", "next", NODE, NODE)
ONE, TWO = location(1), location(2)


def _read(contents: Sequence[tuple[dict[Scalar, Scalar], Scalar]]) -> dict[Scalar, Scalar]:
    """What a read finds: cells whose contents are these tables, each under the guard that it is
    the one that is read."""
    names = Names()
    tables = Tables(lambda term: (NULL, ONE, TWO), names)

    def initial(kind: CellKind, owner: Term, index: int | None) -> Term:
        raise AssertionError("all of them were written")

    universe = BoundedUniverse(Program("tiny", "", ROOT, [NODE]), {NODE: 2})
    cells = UniverseCells(universe, tables, names, initial)
    keys: list[Key] = [(NEXT.name, number, None) for number in range(1, len(contents) + 1)]
    written = {key: tables.term(table) for key, (table, _) in zip(keys, contents, strict=True)}
    places = [(key, guard) for key, (_, guard) in zip(keys, contents, strict=True)]
    found = cells.one_of(UniverseHeap(written=written), NEXT, places)
    return dict(tables.references(found))


def test_an_alternative_that_cannot_hold_is_left_out() -> None:
    found = _read([({NULL: P, ONE: not_(P)}, P), ({TWO: True}, not_(P))])
    assert found == {NULL: P, TWO: not_(P)}


def test_where_none_can_hold_there_is_some_value() -> None:
    assert _read([({NULL: P, ONE: not_(P)}, False), ({TWO: True}, False)])
