"""Boxed numbers in drawings: values, unless two references share a box."""

from __future__ import annotations

from heapwise.reports.boxed_numbers import without_boxes
from heapwise.results import Heap, HeapObject, Ref, TupleValue

ONE, TWO = Ref("Integer#1"), Ref("Integer#2")
NODE = Ref("Node#1")


def _box(value: int) -> HeapObject:
    return HeapObject("java.lang.Integer", {"value": value})


def test_a_box_with_one_reference_is_its_value() -> None:
    node = HeapObject("Node", {"data": ONE}, (TWO, None), ((TupleValue((Ref("Long#1"),)), NODE),))
    boxes = {ONE: _box(7), TWO: _box(8), Ref("Long#1"): HeapObject("java.lang.Long", {"value": 9})}
    (shown,) = without_boxes([Heap({"x": NODE}, {NODE: node, **boxes})])
    content = HeapObject("Node", {"data": 7}, (8, None), ((TupleValue((9,)), NODE),))
    assert shown == Heap({"x": NODE}, {NODE: content})


def test_a_box_that_is_shared_in_one_of_the_heaps_is_an_object_in_all() -> None:
    before = Heap({"x": ONE, "y": TWO}, {ONE: _box(7), TWO: _box(8)})
    after = Heap({"x": ONE, "y": ONE}, {ONE: _box(7)})
    assert without_boxes([before, after]) == [Heap({"x": ONE, "y": 8}, {ONE: _box(7)}), after]


def test_a_class_of_the_user_is_no_box() -> None:
    heap = Heap({"x": ONE}, {ONE: HeapObject("acme.Integer", {"value": 7})})
    assert without_boxes([heap]) == [heap]


def test_a_box_that_is_shared_in_every_heap_is_an_object() -> None:
    heap = Heap({"x": ONE, "y": ONE}, {ONE: _box(7)})
    assert without_boxes([heap, heap]) == [heap, heap]
