"""The enumeration of input heaps is complete and free of repetition."""

from __future__ import annotations

import math
from itertools import product

import pytest

from heapwise.frontends.tiny.parser import parse
from heapwise.results import Heap, Ref
from heapwise.selfcheck.oracle.all_inputs import heaps

LIST = "class Node { Node next; bool m(Node n) := ((this.next) = n); } "
VALUED = "class Node { int val; Node next; } "


def all_heaps(text: str, max_objects: int, ints: tuple[int, ...] = (0,)) -> list[Heap]:
    return list(heaps(parse(text, "test.tiny"), max_objects, ints))


def key(heap: Heap) -> tuple[object, ...]:
    objects = (
        (ref, obj.class_name, tuple(obj.fields.items())) for ref, obj in heap.objects.items()
    )
    return tuple(heap.roots.items()), tuple(objects)


def reachable(roots: list[int | None], links: tuple[int | None, ...]) -> set[int]:
    seen: set[int] = set()
    for start in roots:
        node = start
        while node is not None and node not in seen:
            seen.add(node)
            node = links[node]
    return seen


@pytest.mark.parametrize("most", [1, 2, 3, 6, 12])
def test_a_list_of_n_nodes_ends_in_null_or_turns_back_to_one_of_them(most: int) -> None:
    found = all_heaps(LIST + "(Y0 . m [Y0])", most)
    assert len(found) == sum(n + 1 for n in range(1, most + 1))


@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_two_lists_with_values_are_as_many_as_labelled_heaps_up_to_renaming(most: int) -> None:
    # All objects are reachable from named inputs, so no renaming but the identity keeps a heap:
    # the number of classes is the number of labelled heaps divided by n!.
    expected = 0
    for n in range(most + 1):
        targets: list[int | None] = [None, *range(n)]
        labelled = sum(
            2**n
            for first, second in product(targets, repeat=2)
            for links in product(targets, repeat=n)
            if len(reachable([first, second], links)) == n
        )
        assert labelled % math.factorial(n) == 0
        expected += labelled // math.factorial(n)
    found = all_heaps(VALUED + "((Y0.val) + (((Y1.next).val) + (Y1.val)))", most, (0, 1))
    assert len(found) == expected


def test_no_heap_occurs_twice_and_all_are_closed() -> None:
    found = all_heaps(VALUED + "((Y0.val) + ((Y1.next).val))", 3, (0, 1))
    assert len({key(heap) for heap in found}) == len(found)
    for heap in found:
        values = [*heap.roots.values()]
        values.extend(value for obj in heap.objects.values() for value in obj.fields.values())
        assert all(value in heap.objects for value in values if isinstance(value, Ref))
        assert all(ref.name == f"Node#{n}" for n, ref in enumerate(heap.objects, 1))


def test_only_the_receiver_of_the_first_call_is_never_null() -> None:
    found = all_heaps(LIST + "(Y0 . m [Y1])", 2)
    assert all(heap.roots["Y0"] is not None for heap in found)
    assert any(heap.roots["Y1"] is None for heap in found)


def test_objects_are_of_any_subclass_of_the_declared_class() -> None:
    classes = "class A { int a; } class B extends A { int b; } class C { int c; } "
    found = all_heaps(classes + "(Y0.a)", 1)
    names = [obj.class_name for heap in found for obj in heap.objects.values()]
    assert sorted(names) == ["A", "B"]
    assert len(found) == 3


def test_a_reference_of_which_nothing_is_known_may_be_any_object_or_array() -> None:
    found = all_heaps("class A { int[] a; } (Y0 = null)", 1)
    names = [obj.class_name for heap in found for obj in heap.objects.values()]
    assert sorted(names) == ["A", "Object", "int[]", "int[]", "int[]"]


def test_references_of_sibling_classes_never_share_an_object() -> None:
    classes = "class A { int a; } class L extends A { int l; } class R extends A { int r; } "
    found = all_heaps(classes + "((Y0.l) + (Y1.r))", 2)
    assert len(found) == 4
    assert all(h.roots["Y0"] is None or h.roots["Y0"] != h.roots["Y1"] for h in found)


def test_fields_that_no_expression_mentions_have_their_default() -> None:
    found = all_heaps("class A { int a; bool f; A link; } (Y0.a)", 2, (4, 5))
    assert [dict(obj.fields) for heap in found for obj in heap.objects.values()] == [
        {"f": False, "link": None, "a": 4},
        {"f": False, "link": None, "a": 5},
    ]


def test_ints_and_bools_take_all_their_values() -> None:
    found = all_heaps("if X0 then X1 else 0", 0, (3, 4))
    assert [tuple(heap.roots.values()) for heap in found] == [
        (False, 3),
        (False, 4),
        (True, 3),
        (True, 4),
    ]
    assert all(type(heap.roots["X0"]) is bool for heap in found)


def test_arrays_have_up_to_two_elements_of_any_value() -> None:
    found = all_heaps("((Y0 [ 0 ]) + 1)", 1, (0, 1))
    arrays = [dict(obj.fields) for heap in found for obj in heap.objects.values()]
    assert len(found) == 1 + 1 + 2 + 4
    assert {"length": 0} in arrays
    assert {"length": 2, "0": 1, "1": 0} in arrays


def test_elements_of_object_arrays_may_be_shared() -> None:
    found = all_heaps("class A { int a; } (((Y0 [ 0 ]).a) + ((Y0 [ 1 ]).a))", 2, (0,))
    pairs = [
        (obj.fields["0"], obj.fields["1"])
        for heap in found
        for obj in heap.objects.values()
        if obj.class_name == "A[]" and obj.fields["length"] == 2
    ]
    new = Ref("A#2")
    assert pairs == [(None, None), (None, new), (new, None), (new, new)]


def test_a_program_without_inputs_has_the_empty_heap_only() -> None:
    assert all_heaps("(1 + 2)", 3) == [Heap()]
