"""Heaps as text: every sharing and every cycle must be readable."""

from __future__ import annotations

from heapwise.reports.drawing import changes, drawing, one_line, value_text
from heapwise.results import Heap, HeapObject, Named, Ref, TupleValue, Value
from heapwise.results.words import PYTHON


def node(val: Value, following: str | None) -> HeapObject:
    return HeapObject("Node", {"val": val, "next": Ref(following) if following else None})


def heap(roots: dict[str, Value], **nodes: HeapObject) -> Heap:
    """`heap({…}, n1=node(…))` has the object Node#1."""
    return Heap(roots, {Ref(f"Node#{name[1:]}"): obj for name, obj in nodes.items()})


FIRST, SECOND = Ref("Node#1"), Ref("Node#2")


def test_a_heap_without_inputs_is_a_dash() -> None:
    assert one_line(Heap()) == "–"
    assert drawing(Heap()) == ["–"]


def test_one_line_names_objects_in_the_order_they_are_reached() -> None:
    both = heap({"Y0": FIRST}, n2=node(1, None), n1=node(0, "Node#2"))
    assert one_line(both) == "Y0 ─► Node#1{val=0, next─►Node#2}; Node#2{val=1, next=null}"


def test_one_line_puts_aliases_in_front_of_their_one_object() -> None:
    aliased = heap({"Y0": FIRST, "Y1": FIRST, "Y2": None, "X0": 3}, n1=node(True, "Node#1"))
    assert one_line(aliased) == ("Y0, Y1 ─► Node#1{val=true, next─►Node#1}; Y2 = null; X0 = 3")


def test_array_elements_are_written_as_indexes() -> None:
    array = Ref("int[]#1")
    obj = HeapObject("int[]", {"length": 2, "0": 5, "1": 7})
    assert one_line(Heap({"a": array}, {array: obj})) == "a ─► int[]#1{length=2, [0]=5, [1]=7}"


def test_a_drawing_joins_the_arrows_of_aliases() -> None:
    aliased = heap(
        {"src": FIRST, "dst": FIRST, "other": SECOND, "amount": 1},
        n1=node(0, "Node#2"),
        n2=node(1, None),
    )
    assert drawing(aliased) == [
        "src   ──┐",
        "        ├─► Node#1  val = 0, next ─► Node#2",
        "dst   ──┘",
        "other ────► Node#2  val = 1, next = null",
        "amount = 1",
    ]


def test_a_drawing_joins_three_arrows() -> None:
    aliased = heap({"a": FIRST, "b": FIRST, "c": FIRST}, n1=node(0, None))
    assert drawing(aliased) == [
        "a ──┐",
        "b ──┤",
        "    ├─► Node#1  val = 0, next = null",
        "c ──┘",
    ]


def test_a_drawing_marks_arrows_that_lead_back() -> None:
    cyclic = heap({"Y0": FIRST}, n1=node(0, "Node#2"), n2=node(1, "Node#1"))
    assert drawing(cyclic) == [
        "Y0 ────► Node#1  val = 0, next ─► Node#2",
        "         Node#2  val = 1, next ─► Node#1 ↑",
    ]
    assert drawing(heap({"Y0": FIRST}, n1=node(0, "Node#1"))) == [
        "Y0 ────► Node#1  val = 0, next ─► Node#1 ↺"
    ]


def test_an_object_with_many_fields_gets_a_line_for_each() -> None:
    big = HeapObject("Node", {f"a_rather_long_field_{n}": n for n in range(3)})
    assert drawing(heap({"Y0": FIRST}, n1=big)) == [
        "Y0 ────► Node#1  a_rather_long_field_0 = 0",
        "                 a_rather_long_field_1 = 1",
        "                 a_rather_long_field_2 = 2",
    ]


def test_changes_lists_writes_and_new_objects_only() -> None:
    before = heap({"Y0": FIRST}, n1=node(0, None), n2=node(1, None))
    after = heap({"Y0": FIRST}, n1=node(0, "Node#3"), n2=node(1, None), n3=node(2, "Node#1"))
    assert changes(before, after) == ("Node#1.next ─► Node#3; new Node#3{val=2, next─►Node#1}")
    assert changes(before, before) == "unchanged"


def test_a_one_that_becomes_true_has_changed() -> None:
    before, after = heap({"Y0": FIRST}, n1=node(1, None)), heap({"Y0": FIRST}, n1=node(True, None))
    assert changes(before, after) == "Node#1.val = true"


def test_a_drawing_of_the_output_marks_what_changed() -> None:
    before = heap({"Y0": FIRST}, n1=node(0, None))
    after = heap({"Y0": FIRST}, n1=node(5, "Node#2"), n2=node(0, "Node#1"))
    assert drawing(after, before) == [
        "Y0 ────► Node#1      val = 5 (was 0), next ─► Node#2 (was null)",
        "         new Node#2  val = 0, next ─► Node#1 ↑",
    ]


def test_ten_thousand_objects_in_a_row_are_no_problem() -> None:
    count = 10_000
    objects = {
        Ref(f"Node#{n}"): node(n, f"Node#{n + 1}" if n < count else None)
        for n in range(1, count + 1)
    }
    long = Heap({"Y0": FIRST}, objects)
    assert one_line(long).endswith("Node#10000{val=10000, next=null}")
    assert len(drawing(long, long)) == count


LIST, TABLE = Ref("list#1"), Ref("dict#1")


def containers(items: tuple[Value, ...], *entries: tuple[Value, Value]) -> Heap:
    return Heap(
        {"todo": LIST, "seen": TABLE},
        {
            LIST: HeapObject("list", {}, items),
            TABLE: HeapObject("dict", {}, None, entries),
            FIRST: node(0, None),
        },
    )


def test_containers_show_what_they_hold() -> None:
    heap = containers((1, FIRST, TupleValue(("a", None))), ("k", FIRST), (0.5, Named("Color.RED")))
    assert one_line(heap, PYTHON) == (
        "todo ─► list#1[1, Node#1, ('a', None)]; "
        "seen ─► dict#1{'k': Node#1, 0.5: Color.RED}; Node#1{val=0, next=None}"
    )
    assert drawing(heap) == [
        "todo ────► list#1  [1, Node#1, ('a', null)]",
        "seen ────► dict#1  {'k': Node#1, 0.5: Color.RED}",
        "           Node#1  val = 0, next = null",
    ]


def test_changes_of_containers_are_told_with_what_they_held() -> None:
    before, after = containers((1, float("nan"))), containers((1, float("nan"), 2), (True, 1))
    assert changes(before, after) == "list#1 = [1, nan, 2]; dict#1 = {true: 1}"
    assert changes(before, containers((1, float("nan")))) == "unchanged"
    assert drawing(after, before)[0] == "todo ────► list#1  [1, nan, 2] (was [1, nan])"


def test_a_container_with_fields_of_its_own_shows_both() -> None:
    stack = Heap({"s": LIST}, {LIST: HeapObject("Stack", {"limit": 2}, (1,))})
    assert one_line(stack) == "s ─► list#1{limit=2, [1]}"


def test_values_are_written_as_the_language_writes_them() -> None:
    assert [value_text(value, PYTHON) for value in (None, True, "a", 1.0, TupleValue((1,)))] == [
        "None",
        "True",
        "'a'",
        "1.0",
        "(1,)",
    ]
