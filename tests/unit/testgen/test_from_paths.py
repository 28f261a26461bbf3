"""Which paths become tests, and with which numbers."""

from __future__ import annotations

from heapwise.results import Heap, HeapObject, Ref
from heapwise.testgen.from_paths import Shows, chosen, shortened, telling

LIST = Ref("list#1")


def paths(*traces: str) -> list[Shows]:
    return [Shows(tuple(trace), "returned") for trace in traces]


def test_few_paths_are_all_kept() -> None:
    assert chosen(paths("a", "a", "a"), 3) == [0, 1, 2]
    assert chosen(paths(*["a"] * 50), None) == list(range(50))


def test_a_small_limit_keeps_every_branch_and_every_outcome() -> None:
    many = [*paths("a", "b", "ab", "c"), Shows(("a",), "raised")]
    assert chosen(many, 1) == [2, 3, 4]


def test_what_is_left_of_the_limit_goes_to_branches_in_a_new_order_then_to_the_first() -> None:
    many = paths("ab", "ab", "ab", "ba", "ab")
    assert chosen(many, 2) == [0, 3]
    assert chosen(many, 3) == [0, 1, 3]


def test_all_numbers_change_at_once_if_that_is_accepted() -> None:
    given = Heap({"n": 0, "items": LIST}, {LIST: HeapObject("list", {}, items=(0, True, 0))})
    better = telling(given, lambda heap: True)
    assert better.roots["n"] == 2
    assert better.objects[LIST].items == (3, True, 5)


def test_otherwise_those_change_that_may() -> None:
    better = telling(Heap({"a": 0, "b": 0, "c": 0.0}), lambda heap: heap.roots["b"] == 0)
    assert better.roots == {"a": 2, "b": 0, "c": 5.0}
    assert isinstance(better.roots["c"], float)


def test_keys_and_elements_of_sets_stay_different() -> None:
    given = Heap({"s": LIST}, {LIST: HeapObject("set", {}, items=(0, 1))})
    assert telling(given, lambda heap: True) == given


def test_a_long_condition_is_cut_between_conjuncts() -> None:
    text = " and ".join(f"x{number} < 1" for number in range(100))
    assert shortened(text, 30) == "x0 < 1 and x1 < 1 and …"
    assert shortened("x < 1", 30) == "x < 1"
