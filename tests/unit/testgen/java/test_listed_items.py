"""What a list of the JDK contains says it all, unless somebody else has a part of it."""

from __future__ import annotations

from heapwise.results import Heap, HeapObject, Ref, Value
from heapwise.testgen.java.listed_items import listed

L, A, B, N, M = (Ref(name) for name in "LABNM")
OBJECTS = "java.lang.Object[]"


def _array_list(size: int, items: tuple[Value, ...], /, **roots: Value) -> Heap:
    body = HeapObject("java.util.ArrayList", {"elementData": A, "size": size, "modCount": 3})
    return Heap({"xs": L, **roots}, {L: body, A: HeapObject(OBJECTS, {}, items)})


def _linked(first: Value, last: Value, size: int, nodes: dict[Ref, HeapObject]) -> Heap:
    body = HeapObject("java.util.LinkedList", {"first": first, "last": last, "size": size})
    return Heap({"xs": L}, {L: body, **nodes})


def _node(item: Value, prev: Value, next_: Value) -> HeapObject:
    return HeapObject("java.util.LinkedList$Node", {"item": item, "prev": prev, "next": next_})


def test_the_first_elements_of_an_array() -> None:
    found = listed(_array_list(2, (L, None, L)))
    assert found[L].items == (L, None) and found[L].inner == {A}


def test_more_elements_than_there_are_places() -> None:
    assert listed(_array_list(2, (None,))) == {}
    assert listed(_array_list(-1, (None,))) == {}


def test_an_array_that_another_has_too() -> None:
    assert listed(_array_list(1, (None,), other=A)) == {}
    assert listed(_array_list(1, (A,))) == {}


def test_a_chain_of_nodes() -> None:
    good = {N: _node(L, None, M), M: _node(None, N, None)}
    assert listed(_linked(N, M, 2, good))[L].items == (L, None)
    assert listed(_linked(N, M, 3, good)) == {}
    assert listed(_linked(N, N, 2, good)) == {}
    round_ = {N: _node(None, None, M), M: _node(None, N, N)}
    assert listed(_linked(N, M, 2, round_)) == {}
    astray = {N: _node(None, None, M), M: _node(None, None, None)}
    assert listed(_linked(N, M, 2, astray)) == {}


def test_a_queue_goes_round() -> None:
    def queue(head: int, tail: int, items: tuple[Value, ...]) -> Heap:
        body = HeapObject("java.util.ArrayDeque", {"elements": A, "head": head, "tail": tail})
        return Heap({"xs": L}, {L: body, A: HeapObject(OBJECTS, {}, items), B: HeapObject("B", {})})

    assert listed(queue(2, 1, (B, None, L)))[L].items == (L, B)
    assert listed(queue(0, 0, (None, None)))[L].items == ()
    assert listed(queue(0, 2, (B, None, None))) == {}
    assert listed(queue(0, 3, (B, None, None))) == {}
