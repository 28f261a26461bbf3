"""`fieldmaps` and `pose`, operation by operation: what a read gives after which writes."""

from __future__ import annotations

import pytest

from heapwise.heaps.shared.references import class_of
from heapwise.heaps.strategies.fieldmaps import FieldMapsStrategy
from heapwise.solver import Model
from heapwise.terms import NULL, Term, eq, not_, subterms
from tests.unit.heaps.single_state_walk import Walk

both = pytest.mark.parametrize("strategy", ["fieldmaps", "pose"])


@both
def test_a_field_that_nobody_has_written_is_the_same_each_time(strategy: str) -> None:
    walk = Walk(strategy)
    node = walk.input("Y0")
    first = walk.read(node, "val")
    heap = walk.heap
    assert walk.read(node, "val") is first
    assert walk.heap == heap, "the second look changes nothing"


@both
def test_a_write_is_read_back(strategy: str) -> None:
    walk = Walk(strategy)
    node = walk.input("Y0")
    walk.write(node, "val", 5)
    assert walk.read(node, "val") == 5
    walk.write(node, "val", 6)
    assert walk.read(node, "val") == 6


@both
def test_a_write_is_read_through_an_alias_and_only_there(strategy: str) -> None:
    walk = Walk(strategy)
    one, other = walk.input("Y0"), walk.input("Y1")
    before = walk.read(other, "val")
    walk.write(one, "val", 5)
    after = walk.read(other, "val")
    for equal in (True, False):
        model = Model(values={one: 1, other: 1 if equal else 2})
        assert model.evaluate(after) == (5 if equal else model.evaluate(before))


@both
def test_what_the_path_knows_of_aliases_is_used(strategy: str) -> None:
    apart = Walk(strategy)
    one, other = apart.input("Y0"), apart.input("Y1")
    apart.assume(not_(eq(one, other)))
    initial = apart.read(other, "val")
    apart.write(one, "val", 5)
    assert apart.read(other, "val") is initial
    together = Walk(strategy)
    one, other = together.input("Y0"), together.input("Y1")
    together.assume(eq(one, other))
    together.read(other, "val")
    together.write(one, "val", 5)
    assert together.read(other, "val") == 5


@both
def test_a_new_object_has_default_values_and_is_nobody_elses(strategy: str) -> None:
    walk = Walk(strategy)
    given, made = walk.input("Y0"), walk.new()
    assert walk.read(made, "val") == 0
    assert walk.read(made, "next") is NULL
    before = walk.read(given, "val")
    walk.write(made, "val", 7)
    assert walk.read(made, "val") == 7
    assert walk.read(given, "val") is before
    walk.write(given, "val", 8)
    assert walk.read(made, "val") == 7


@both
def test_a_new_object_that_was_stored_is_found_again(strategy: str) -> None:
    walk = Walk(strategy)
    given, made = walk.input("Y0"), walk.new()
    walk.write(given, "next", made)
    reached = walk.read(given, "next")
    assert reached is made
    walk.write(reached, "val", 3)
    assert walk.read(made, "val") == 3


@both
def test_a_new_object_that_may_have_been_stored_is_written_under_that_condition(
    strategy: str,
) -> None:
    walk = Walk(strategy)
    one, other, made = walk.input("Y0"), walk.input("Y1"), walk.new()
    walk.write(one, "next", made)
    reached = walk.read(other, "next")
    walk.write(reached, "val", 9)
    found = walk.read(made, "val")
    assert Model(values={one: 1, other: 1}).evaluate(found) == 9
    assert Model(values={one: 1, other: 2}).evaluate(found) == 0


@both
def test_references_of_different_classes_bring_the_facts_about_them(strategy: str) -> None:
    """A read after a write that may have hit says which classes the two references have."""
    walk = Walk(strategy)
    general, special = walk.input("Y0"), walk.input("Y1", "Leaf")
    walk.read(general, "val")
    assert walk.facts == [not_(eq(general, NULL)), not_(eq(special, NULL))]
    walk.write(special, "val", 5)
    walk.read(general, "val")
    about = [fact for fact in walk.facts if class_of(special) in subterms(fact)]
    assert about, walk.facts


@both
def test_heaps_that_differ_in_what_was_looked_at_are_joined(strategy: str) -> None:
    walk = Walk(strategy)
    node = walk.input("Y0")
    less = walk.heap
    walk.read(node, "val")
    more = walk.heap
    assert walk.strategy.joined(less, more) == more
    assert walk.strategy.joined(more, less) == more
    walk.write(node, "val", 1)
    assert walk.strategy.joined(more, walk.heap) is None


@both
def test_objects_of_the_input_are_counted_as_they_are_met(strategy: str) -> None:
    walk = Walk(strategy)
    met = [walk.strategy.materialised(walk.heap)]
    a = walk.input("a")
    met.append(walk.strategy.materialised(walk.heap))
    walk.input("b")
    met.append(walk.strategy.materialised(walk.heap))
    walk.read(a, "next")
    met.append(walk.strategy.materialised(walk.heap))
    walk.read(a, "val")
    walk.read(a, "next")
    walk.new()
    met.append(walk.strategy.materialised(walk.heap))
    assert met == [0, 1, 2, 3, 3]


def test_it_is_known_where_a_reference_was_read() -> None:
    walk = Walk("fieldmaps")
    node = walk.input("Y0")
    following = walk.read(node, "next")
    assert isinstance(walk.strategy, FieldMapsStrategy) and isinstance(following, Term)
    assert walk.strategy.read_from(walk.heap, following) == ("Node.next", (node,))
    assert walk.strategy.read_from(walk.heap, node) is None
