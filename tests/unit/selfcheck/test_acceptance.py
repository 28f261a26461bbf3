"""Path conditions evaluated on concrete heaps."""

from __future__ import annotations

import pytest

from heapwise.heaps.shared.references import CLASS_OF, class_of
from heapwise.results import Heap, HeapObject, Ref
from heapwise.selfcheck.acceptance import Acceptance, HeapAssignment, UnreadableError
from heapwise.selfcheck.subject import subject_of_source
from heapwise.solver import Kind, PathCondition
from heapwise.terms import (
    BOOL,
    INT,
    REF,
    BaseSort,
    Concrete,
    MapSort,
    Scalar,
    Term,
    class_id,
    eq,
    location,
    lt,
    not_,
    raw_select,
    symbol,
)

PROGRAM = subject_of_source(
    """
    class Node { Node next; int val; int[] items; bool flag; }
    class Leaf extends Node { }
    if ((Y0.next) = Y1) then ((Y0.val) + X0) else ((Y0.items) [ 1 ])
    """,
    "p.tiny",
).program
ONE, TWO, ITEMS = Ref("Node#1"), Ref("Leaf#2"), Ref("int[]#3")
HEAP = Heap(
    {"Y0": ONE, "Y1": None, "X0": -3},
    {
        ONE: HeapObject("Node", {"next": TWO, "val": 1, "items": ITEMS, "flag": True}),
        TWO: HeapObject("Leaf", {"next": ONE, "val": 2, "items": None, "flag": False}),
        ITEMS: HeapObject("int[]", {"length": 2, "0": 7, "1": 8}),
    },
)


def read(name: str, sort: BaseSort = INT) -> Concrete:
    return HeapAssignment(PROGRAM, HEAP).symbol_value(symbol(name, sort))


def path_of(*terms: Scalar) -> PathCondition:
    path = PathCondition()
    for term in terms:
        assert isinstance(term, Term)
        path = path.extend(term, Kind.CHOICE, None)
    return path


def test_a_symbol_means_the_place_it_is_named_after() -> None:
    assert read("Y0.val") == 1
    assert read("Y0.next.val") == 2
    assert read("Y0.next.next", REF) == read("Y0", REF) == 1
    assert read("Y0.flag", BOOL) is True
    assert read("Y1", REF) == 0
    assert read("X0") == -3


def test_an_index_in_a_name_is_read_on_the_heap_too() -> None:
    assert read("Y0.items[0]") == 7
    assert read("Y0.items[Y0.val]") == 8
    assert read("Y0.items[X0 + (Y0.next.val + 2)]") == 8
    assert read("Y0.items[(0 if Y0 == Y1 else 1)]") == 8
    assert read("Y0.items.length") == 2


def test_places_that_do_not_exist_have_any_value() -> None:
    assert read("Y1.val") == 0
    assert read("Y1.flag", BOOL) is False
    assert read("Y0.items[5]") == 0
    assert read("Y0.items[-1]") == 0


def test_a_symbol_that_names_no_place_cannot_be_read() -> None:
    for name in ("guard", "g 1", "f(Y0)"):
        with pytest.raises(UnreadableError):
            read(name)


def test_maps_are_read_cell_by_cell() -> None:
    assignment = HeapAssignment(PROGRAM, HEAP)
    values = symbol("Node.val", MapSort((REF,), INT))
    elements = symbol("int[]", MapSort((REF, INT), INT))
    assert [assignment.map_value(values, (key,)) for key in (0, 1, 2, 9, -1)] == [0, 1, 2, 0, 0]
    assert assignment.map_value(elements, (3, 1)) == 8
    assert assignment.map_value(CLASS_OF, (2,)) == PROGRAM.classes["Leaf"].number
    with pytest.raises(UnreadableError):
        assignment.map_value(symbol("guards", MapSort((REF,), INT)), (1,))


def test_a_model_of_the_heap_has_the_values_of_the_heap() -> None:
    model = HeapAssignment(PROGRAM, HEAP).model()
    values = symbol("Node.val", MapSort((REF,), INT))
    next_ = raw_select(symbol("Node.next", MapSort((REF,), REF)), (symbol("Y0", REF),))
    assert model.evaluate(raw_select(values, (next_,))) == 2
    assert model.evaluate(symbol("Y0.next.val", INT)) == 2


def test_the_paths_whose_entries_all_hold_accept_a_heap() -> None:
    val, other = symbol("Y0.val", INT), symbol("X0", INT)
    paths = [
        path_of(eq(val, 1), lt(other, 0)),
        path_of(eq(val, 1), not_(lt(other, 0))),
        path_of(not_(eq(val, 1))),
        path_of(),
    ]
    assert Acceptance(PROGRAM, [[term for term, _ in path.entries()] for path in paths]).accepting(
        HEAP
    ) == [0, 3]


def test_the_class_of_an_allocated_object_is_what_its_path_says() -> None:
    loc = location(-1)
    classes = [class_id(PROGRAM.classes[name].number) for name in ("Node", "Leaf")]
    asks = eq(class_of(loc), class_of(symbol("Y0.next", REF)))
    paths = [path_of(eq(class_of(loc), cls), asks) for cls in classes]
    assert Acceptance(PROGRAM, [[term for term, _ in path.entries()] for path in paths]).accepting(
        HEAP
    ) == [1]
