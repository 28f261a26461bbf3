"""Two values of one kind as one, part by part."""

from __future__ import annotations

from heapwise.frontends.python.model.combined_values import of_dicts, of_sets, part_by_part
from heapwise.frontends.python.model.value_kinds import KINDS
from heapwise.frontends.python.model.values import (
    DictContents,
    Iteration,
    Range,
    SetContents,
    Tuple,
    Value,
)

ITERATION, TUPLE = KINDS[Iteration].parts, KINDS[Tuple].parts


def pair(one: Value, other: Value) -> Value | None:
    """Strings are not put together."""
    return None if isinstance(one, str) else Tuple((one, other))


def test_a_part_that_neither_has_is_no_difference() -> None:
    one, other = Iteration("items", 1), Iteration("items", 2)
    assert part_by_part(one, other, ITERATION, pair) == Iteration("items", Tuple((1, 2)))


def test_what_is_no_part_must_be_the_same() -> None:
    one, other = Iteration("items", 1, position=0), Iteration("items", 2, position=1)
    assert part_by_part(one, other, ITERATION, pair) is None
    assert part_by_part(Range(0, 1, 1), Range(0, 1, True), (), pair) is None


def test_items_are_put_together_one_by_one_if_there_are_as_many() -> None:
    two = Tuple((1, 2))
    assert part_by_part(two, Tuple((1, 3)), TUPLE, pair) == Tuple((1, Tuple((2, 3))))
    assert part_by_part(two, Tuple((1,)), TUPLE, pair) is None
    assert part_by_part(Tuple(("a",)), Tuple(("b",)), TUPLE, pair) is None


def test_a_set_and_a_frozen_one_stay_two() -> None:
    one = SetContents((1,))
    assert of_sets(one, SetContents((2,)), pair) == SetContents((Tuple((1, 2)),))
    assert of_sets(one, SetContents((2,), frozen=True), pair) is None


def test_dicts_of_one_class_are_put_together_entry_by_entry() -> None:
    one, other = DictContents(((1, 2),)), DictContents(((1, 3),))
    assert of_dicts(one, other, pair) == DictContents(((1, Tuple((2, 3))),))
    assert of_dicts(one, DictContents(((1, 3),), kind="Counter"), pair) is None
    assert of_dicts(one, DictContents(((1, 3),), factory=0), pair) is None
    assert of_dicts(one, DictContents(()), pair) is None
