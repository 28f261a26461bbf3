"""Theorems 1 and 2 of heap-summaries.txt over random sequences of heap operations."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.heaps.strategies.summary.summary_heap import check_theorems
from heapwise.terms import INT, NULL, Term, not_, symbol
from tests.unit.heaps.summary_walk import Walk

FIELDS = ("Node.next", "Node.other")
INDEXES = (0, symbol("i", INT), symbol("j", INT))

numbers = st.integers(min_value=0, max_value=7)
steps = st.one_of(
    st.tuples(st.just("read"), numbers, st.sampled_from(FIELDS)),
    st.tuples(st.just("write"), numbers, st.sampled_from(FIELDS), numbers),
    st.tuples(st.just("number"), numbers),
    st.tuples(st.just("same"), numbers, numbers, st.booleans()),
    st.tuples(st.just("load"), st.sampled_from(INDEXES)),
    st.tuples(st.just("store"), st.sampled_from(INDEXES), numbers),
    st.tuples(st.just("new")),
)


def perform(walk: Walk, nodes: list[Term], row: Term, step: tuple[object, ...]) -> None:
    """One operation on the references found so far; what it reads is added to them."""

    def node(number: object) -> Term:
        assert isinstance(number, int)
        return nodes[number % len(nodes)]

    found = None
    match step:
        case ("read", number, str(field)):
            found = walk.read(node(number), field)
        case ("write", number, str(field), value):
            walk.write(node(number), node(value), field)
        case ("number", number):
            walk.read(node(number), "Node.val")
        case ("same", left, right, wanted):
            condition = walk.same(node(left), node(right))
            walk.assume(condition if wanted else not_(condition))
        case ("load", index):
            found = walk.load(row, index)  # type: ignore[arg-type]  # drawn from INDEXES
        case ("store", index, value):
            walk.store(row, index, node(value))  # type: ignore[arg-type]  # drawn from INDEXES
        case _:
            found = walk.new()
    if isinstance(found, Term) and found is not NULL:
        nodes.append(found)


@settings(max_examples=60, deadline=None)
@given(st.lists(steps, max_size=9), st.booleans())
def test_every_value_set_is_exclusive_and_complete(
    sequence: list[tuple[object, ...]], prune: bool
) -> None:
    """Checked when a set is made, by the strategy itself, and again at the end of the path."""
    walk = Walk(prune, check_invariants=True)
    nodes = [walk.input("X"), walk.input("Y"), walk.input("L", "Leaf")]
    row = walk.input("A", "Node[]")
    for step in sequence:
        perform(walk, nodes, row, step)
        if not walk.feasible:
            return
    for values in (*walk.heap.joined.values(), *walk.heap.located.values()):
        check_theorems(walk.cx, values, True)


def test_theorems_are_checked_on_demand_only() -> None:
    checked, plain = Walk(check_invariants=True), Walk(check_invariants=False)
    for walk in (checked, plain):
        walk.read(walk.input("Y0"), "Node.next")
    assert checked.strategy.theorems_checked > 0
    assert plain.strategy.theorems_checked == 0
