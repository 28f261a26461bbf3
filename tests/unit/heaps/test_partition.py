"""`partition`: what each operation of the note does to the equivalence classes."""

from __future__ import annotations

from typing import Any

import pytest

from checks.corpus import PROGRAMS, subject
from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.engine.choices import Chooser, PathContext
from heapwise.frontends.tiny.lower import lower
from heapwise.frontends.tiny.parser import parse
from heapwise.heaps.api import Case, Cut, Failure, Raised
from heapwise.heaps.strategies.partition.partition import PartitionStrategy
from heapwise.heaps.strategies.partition.partition_heap import PartitionHeap
from heapwise.program import FieldDecl, Program
from heapwise.solver import default_solver
from heapwise.terms import INT, NULL, REF, Scalar, Term, and_, eq, ite, not_, symbol

CLASSES = """
class Node {
  Node next;
  int val;
  int weight(int unit) := unit;
}
class Heavy extends Node {
  int weight(int unit) := (unit + unit);
}
class Light extends Node { Node twin; }
class Holder { Node[] nodes; }
((Y9.nodes) [ 0 ])
"""


class Walk:
    """A path that takes, of the cases of each operation, the one it is told to."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        self.program: Program = lower(parse(CLASSES, "classes.tiny"), "classes.tiny")
        solver = default_solver()
        self.strategy = PartitionStrategy(self.program)
        self.cx = PathContext(self.program, solver, bounds or Bounds())
        self._chooser = Chooser(solver, ignore_null_dereference=False)
        self.heap = PartitionHeap()

    def field(self, name: str) -> FieldDecl:
        owner, _, own = name.partition(".")
        return self.program.classes[owner].own_fields[own]

    def feasible(self, cases: Any) -> list[Case[PartitionHeap, Any]]:
        return [case for case, _ in self._chooser.feasible(self.cx.path, cases)]

    def take(self, cases: Any, value: object) -> Any:
        """Go on with the feasible case that has this value, or the only one that is no constant
        if `value` is `...`."""
        found = [
            (case, path)
            for case, path in self._chooser.feasible(self.cx.path, cases)
            if (
                case.value is value
                or (value is ... and isinstance(case.value, Term) and case.value is not NULL)
            )
        ]
        [(case, self.cx.path)] = found
        self.heap = case.heap
        return case.value

    def reference(self, name: str, cls: str = "Node") -> Term:
        """An input that is not null."""
        cases = self.strategy.input_value(
            self.cx, self.heap, name, self.program.classes[cls], nullable=True
        )
        ref = self.take(cases, ...)
        assert isinstance(ref, Term)
        return ref

    def references(self, *names: str) -> list[Term]:
        return [self.reference(name) for name in names]

    def write(self, ref: Term, value: Scalar, field: str = "Node.next") -> None:
        cases = self.strategy.write_field(self.cx, self.heap, ref, self.field(field), value)
        self.take(cases, None)

    def reads(self, ref: Term, field: str = "Node.next") -> list[Case[PartitionHeap, Any]]:
        cases = self.strategy.read_field(self.cx, self.heap, ref, self.field(field))
        return self.feasible(cases)

    def members(self, ref: Term, heap: PartitionHeap | None = None) -> set[Term]:
        return set((heap or self.heap).classes.members(ref))


def ref_of(case: Case[PartitionHeap, Any]) -> Term:
    assert isinstance(case.value, Term)
    return case.value


def with_value(cases: list[Case[PartitionHeap, Any]], value: object) -> Case[PartitionHeap, Any]:
    [found] = [case for case in cases if case.value is value]
    return found


# -- initialisation


def test_an_input_is_null_or_any_object_but_which_one_is_left_open() -> None:
    walk = Walk()
    a, b = walk.references("a", "b")
    cases = walk.strategy.input_value(
        walk.cx, walk.heap, "c", walk.program.classes["Node"], nullable=True
    )
    null, present = walk.feasible(cases)
    assert null.value is NULL
    assert walk.members(ref_of(present), present.heap) == {a, b, ref_of(present)}


def test_a_receiver_is_not_null() -> None:
    walk = Walk()
    cases = walk.strategy.input_value(
        walk.cx, walk.heap, "this", walk.program.classes["Node"], nullable=False
    )
    assert [case.value for case in walk.feasible(cases)] == [symbol("this", REF)]


def test_the_bound_on_objects_cuts_the_new_location_only() -> None:
    walk = Walk(Bounds(max_objects=1))
    a = walk.reference("a")
    cases = walk.strategy.input_value(
        walk.cx, walk.heap, "b", walk.program.classes["Node"], nullable=True
    )
    null, cut, present = walk.feasible(cases)
    assert null.value is NULL
    assert cut.value == Cut("max-objects")
    walk.take(cases, present.value)
    equal = walk.strategy.ref_equals(walk.cx, walk.heap, a, ref_of(present))
    assert [case.value for case in walk.feasible(equal)] == [True]


# -- getfield and putfield


def test_a_field_that_no_member_has_is_read_without_a_split() -> None:
    walk = Walk()
    _, b = walk.references("a", "b")
    null, present = walk.reads(b)
    assert null.value is NULL
    assert walk.members(b, null.heap) == walk.members(b)
    assert walk.members(ref_of(present), present.heap) == walk.members(b) | {ref_of(present)}


def test_reading_splits_a_class_by_the_value_of_the_field() -> None:
    """S0 and the partitions of the note: a.f = b.f = x, c.f = y, d has no value yet."""
    walk = Walk()
    x, y, a, b, c, d, e = walk.references(*"xyabcde")
    for ref, other in ((a, b), (a, c), (b, c), (a, d), (b, d), (c, d)):
        walk.take(walk.strategy.ref_equals(walk.cx, walk.heap, ref, other), False)
    walk.write(a, x)
    walk.write(b, x)
    walk.write(c, y)
    assert {a, b, c, d, e} <= walk.members(e)
    cases = walk.reads(e)
    assert len(cases) == 4
    # a and b may still be x or y, which e may then be too; c and d are in other parts.
    assert walk.members(e, with_value(cases, x).heap) == {a, b, x, y}
    assert c in walk.members(e, with_value(cases, y).heap)
    for uninitialised in (with_value(cases, NULL), cases[-1]):
        own = walk.members(e, uninitialised.heap)
        assert {d, e} <= own
        assert own.isdisjoint({a, b, c})


def test_a_part_of_several_entries_is_read_again_without_a_question() -> None:
    walk = Walk()
    a, b, c = walk.references("a", "b", "c")
    walk.take(walk.strategy.ref_equals(walk.cx, walk.heap, a, b), False)
    walk.write(a, a)
    walk.write(b, a)
    cases = walk.strategy.read_field(walk.cx, walk.heap, c, walk.field("Node.next"))
    walk.take(cases, a)
    assert walk.members(c) == {a, b}
    again = walk.strategy.read_field(walk.cx, walk.heap, c, walk.field("Node.next"))
    assert [(case.guard, case.value) for case in again] == [(True, a)]


def test_a_member_without_a_value_does_not_take_the_representatives() -> None:
    walk = Walk()
    a, b = walk.references("a", "b")
    walk.write(b, NULL)
    cases = walk.reads(a)
    shared = [case for case in cases if case.value is NULL and case.heap.classes.at(b) is a]
    apart = [case for case in cases if case not in shared]
    assert len(shared) == 1
    assert {case.value is NULL for case in apart} == {True, False}
    assert all(not case.heap.classes.may_be_same(a, b) for case in apart)


def test_a_write_through_a_class_forks_nothing_and_reaches_whichever_member_it_is() -> None:
    walk = Walk()
    a, b, c = walk.references("a", "b", "c")
    walk.write(a, a)
    assert len(walk.strategy.write_field(walk.cx, walk.heap, c, walk.field("Node.next"), b)) == 1
    walk.write(c, b)
    assert {case.value for case in walk.reads(a)} == {a, b}
    assert with_value(walk.reads(a), b).heap.classes.at(c) is a
    assert not with_value(walk.reads(a), a).heap.classes.may_be_same(a, c)
    assert [case.value for case in walk.reads(c)] == [b]


def test_references_of_one_class_stay_correlated() -> None:
    walk = Walk()
    a, b, c = walk.references("a", "b", "c")
    walk.write(a, NULL)
    walk.take(walk.strategy.ref_equals(walk.cx, walk.heap, b, c), True)
    nulls = [case for case in walk.reads(b) if case.heap.classes.at(b) is a]
    assert [case.value for case in nulls] == [NULL]
    assert nulls[0].heap.classes.at(c) is a


def test_a_primitive_is_read_without_a_split() -> None:
    walk = Walk()
    a, b = walk.references("a", "b")
    walk.write(a, 7, "Node.val")
    [case] = walk.reads(b, "Node.val")
    assert walk.members(b, case.heap) == {a, b}
    assert case.value is ite(eq(a, b), 7, symbol("b.val", INT))
    walk.take(walk.strategy.ref_equals(walk.cx, case.heap, a, b), True)
    [known] = walk.reads(b, "Node.val")
    assert known.value == 7


def test_null_is_an_outcome_of_its_own() -> None:
    walk = Walk()
    [case] = walk.reads(NULL)
    assert case.value == Raised(Failure.NULL_DEREFERENCE)
    [written] = walk.strategy.write_field(walk.cx, walk.heap, NULL, walk.field("Node.next"), NULL)
    assert written.value == Raised(Failure.NULL_DEREFERENCE)


# -- arrays


def test_an_element_is_split_by_array_and_index() -> None:
    walk = Walk()
    nodes = walk.program.classes["Node[]"]
    first, second = walk.reference("p", "Node[]"), walk.reference("q", "Node[]")
    i, j = symbol("i", INT), symbol("j", INT)
    walk.take(walk.strategy.array_store(walk.cx, walk.heap, nodes, first, i, NULL), None)
    cases = walk.feasible(walk.strategy.array_load(walk.cx, walk.heap, nodes, second, j))
    assert cases[0].value == Raised(Failure.INDEX_OUT_OF_BOUNDS)
    assert [case.value is NULL for case in cases[1:]] == [True, True, False]
    assert cases[1].heap.classes.at(second) is first
    assert cases[2].heap.classes.may_be_same(first, second)


# -- comparison


def test_comparing_narrows_both_classes() -> None:
    walk = Walk()
    a, b, c = walk.references("a", "b", "c")
    equal, unequal = walk.feasible(walk.strategy.ref_equals(walk.cx, walk.heap, c, b))
    assert (equal.value, unequal.value) == (True, False)
    assert walk.members(b, equal.heap) == walk.members(c, equal.heap) == {a, b}
    assert walk.members(c, unequal.heap) == {a, c}


def test_classes_without_a_common_member_are_unequal_without_a_question() -> None:
    walk = Walk()
    light, heavy = walk.reference("a", "Light"), walk.reference("b", "Heavy")
    cases = walk.strategy.ref_equals(walk.cx, walk.heap, light, heavy)
    assert [(case.guard, case.value) for case in cases] == [(True, False)]


def test_an_allocated_object_equals_no_input() -> None:
    walk = Walk()
    a = walk.reference("a")
    made = walk.take(
        walk.strategy.new_object(walk.cx, walk.heap, walk.program.classes["Node"]), ...
    )
    cases = walk.strategy.ref_equals(walk.cx, walk.heap, a, made)
    assert [(case.guard, case.value) for case in cases] == [(True, False)]
    assert [case.value for case in walk.reads(made)] == [NULL]


# -- types


def test_instanceof_keeps_the_members_of_fitting_types() -> None:
    walk = Walk()
    light, heavy, node = (
        walk.reference("a", "Light"),
        walk.reference("b", "Heavy"),
        walk.reference("c"),
    )
    cls = walk.program.classes["Light"]
    cases = walk.feasible(walk.strategy.instance_of(walk.cx, walk.heap, node, cls))
    assert walk.members(node, with_value(cases, True).heap) == {light, node}
    assert walk.members(node, with_value(cases, False).heap) == {heavy, node}


def test_dispatch_is_one_case_per_implementation() -> None:
    walk = Walk()
    light, heavy, node = (
        walk.reference("a", "Light"),
        walk.reference("b", "Heavy"),
        walk.reference("c"),
    )
    cls = walk.program.classes["Node"]
    cases = walk.feasible(walk.strategy.dispatch(walk.cx, walk.heap, node, cls, "weight"))
    targets = {str(case.value): walk.members(node, case.heap) for case in cases}
    assert targets == {"Node.weight": {light, node}, "Heavy.weight": {heavy, node}}


def test_equal_references_have_equal_types() -> None:
    walk = Walk()
    a, b = walk.references("a", "b")
    heavy = walk.program.classes["Heavy"]
    walk.take(walk.strategy.instance_of(walk.cx, walk.heap, a, heavy), True)
    walk.take(walk.strategy.ref_equals(walk.cx, walk.heap, a, b), True)
    cases = walk.strategy.instance_of(walk.cx, walk.heap, b, heavy)
    assert [(case.guard, case.value) for case in cases] == [(True, True)]


# -- laws, on a sample

SAMPLE = (
    "any_object",
    "array_alias",
    "avl_balanced",
    "dll_remove",
    "fig_1c",
    "instanceof_field",
    "list_remove",
    "object_array",
    "override_twice",
    "three_aliases",
    "write_through_choice",
)


def count(name: str, strategy: str) -> int:
    program = lower(subject(PROGRAMS / f"{name}.tiny").program, name)
    return Exploration(program, strategy, Bounds()).count().counts.paths


@pytest.mark.parametrize("name", SAMPLE)
def test_there_are_no_more_paths_than_under_lazy_and_no_fewer_than_under_pose(name: str) -> None:
    assert count(name, "pose") <= count(name, "partition") <= count(name, "lazy")


def test_a_class_spares_most_of_the_forks_of_lazy() -> None:
    assert 10 * count("avl_balanced", "partition") < count("avl_balanced", "lazy")


def test_the_parts_of_a_read_are_disjoint() -> None:
    walk = Walk()
    a, b, c = walk.references("a", "b", "c")
    walk.write(a, a)
    walk.write(b, b)
    cases = walk.reads(c)
    assert len(cases) == 4
    for position, case in enumerate(cases):
        for other in cases[position + 1 :]:
            assert not walk.cx.may_hold(and_(case.guard, other.guard))
    assert not walk.cx.may_hold(and_(*(not_(case.guard) for case in cases)))
