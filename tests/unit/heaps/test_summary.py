"""`summary`: the heap after the rules of heap-summaries.txt, and one path per control-flow path."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TypeVar

import pytest

from heapwise.engine.bounds import Bounds
from heapwise.engine.explorer import Explorer
from heapwise.engine.replay import run_concretely
from heapwise.engine.state import events
from heapwise.frontends.loading import load
from heapwise.frontends.tiny.lower import lower
from heapwise.frontends.tiny.parser import parse
from heapwise.heaps.api import HeapStrategy
from heapwise.heaps.strategies.fieldmaps import FieldMapsStrategy
from heapwise.heaps.strategies.lazy.lazy import LazyStrategy
from heapwise.heaps.strategies.summary.summary import SummaryStrategy
from heapwise.heaps.strategies.summary.summary_heap import Content, Pair
from heapwise.heaps.view import snapshot
from heapwise.program import Program
from heapwise.program.named_inputs import inputs_of
from heapwise.results import Outcome
from heapwise.solver import default_solver
from heapwise.terms import INT, NULL, REF, Scalar, Term, and_, eq, not_, or_, symbol
from tests.unit.heaps.summary_walk import Walk

H = TypeVar("H")

TESTS = Path(__file__).parents[2]
PROGRAMS = TESTS / "programs"
SUBJECTS = TESTS.parent / "benchmarks" / "pose"
SAMPLE = (
    "any_object",
    "avl_rotate",
    "caching_list_add",
    "cycle_with_fuel",
    "dll_remove",
    "downcast_object",
    "fig_1c",
    "list_reverse",
    "object_array",
    "override_twice",
    "red_black_put",
    "three_aliases",
    "swap_links",
    "write_through_choice",
    "write_two_steps_away",
)

X, Y, Z, X_NEXT = (symbol(name, REF) for name in ("X", "Y", "Z", "X.next"))


def is_null(ref: Term) -> Scalar:
    return eq(ref, NULL)


def iff(a: Scalar, b: Scalar) -> Scalar:
    return or_(and_(a, b), and_(not_(a), not_(b)))


# -- the heap after each rule


def test_a_reference_has_no_set_before_it_is_dereferenced() -> None:
    walk = Walk()
    walk.input("X")
    assert walk.heap.located == {}
    assert walk.heap.locations == {}


def test_the_first_reference_is_null_or_new() -> None:
    walk = Walk()
    walk.read(walk.input("X"))
    assert walk.located(X) == (Pair(is_null(X), NULL), Pair(not_(is_null(X)), X))


def test_the_second_reference_may_be_null_the_first_or_new() -> None:
    walk = Walk()
    walk.follow(walk.follow(walk.input("X")))
    assert walk.located(X_NEXT) == (
        Pair(is_null(X_NEXT), NULL),
        Pair(eq(X_NEXT, X), X),
        Pair(and_(not_(is_null(X_NEXT)), not_(eq(X_NEXT, X))), X_NEXT),
    )


def test_an_alias_counts_only_where_its_location_exists() -> None:
    walk = Walk()
    for name in "XYZ":
        walk.read(walk.input(name))
    assert walk.located(Z) == (
        Pair(is_null(Z), NULL),
        Pair(eq(Z, X), X),
        Pair(and_(eq(Z, Y), not_(eq(Y, X))), Y),
        Pair(and_(not_(is_null(Z)), not_(eq(Z, X)), not_(eq(Z, Y))), Z),
    )


def test_a_location_of_another_type_is_no_alias() -> None:
    walk = Walk()
    walk.read(walk.input("X", "Node"))
    array = walk.input("A", "Node[]")
    walk.load(array, 0)
    assert [pair.target for pair in walk.located(array)] == [NULL, array]


def test_without_bounds_a_reference_is_looked_at_once() -> None:
    walk = Walk(bounds=Bounds(max_depth=None))
    x = walk.input("X")
    walk.follow(x)
    assert list(walk.strategy.sighted(walk.heap)) == [X, X_NEXT]
    walk.follow(x)
    assert list(walk.strategy.sighted(walk.heap)) == [X, X_NEXT]


def test_cells_that_the_path_has_not_looked_at_can_be_shown_too() -> None:
    walk = Walk()
    walk.follow(walk.input("X"))
    before = dict(walk.heap.contents)
    array, element = symbol("A", REF), symbol("A[0]", REF)
    cells = [("Node.next", (X,), element), ("Node.other", (X,), X), ("Node[]", (array, 0), element)]
    shown = walk.strategy.with_cells(walk.heap, cells)
    assert shown.contents == {
        **before,
        ("Node.other", X, None): Content(X, True),
        ("Node[]", array, 0): Content(element, True),
    }
    assert walk.heap.contents == before


def test_a_read_through_one_location_returns_the_reference_found_there() -> None:
    walk = Walk()
    x = walk.input("X")
    assert walk.follow(x) is symbol("X.next", REF)
    assert walk.follow(x) is walk.follow(x)
    assert walk.heap.joined == {}


def test_a_read_through_two_locations_is_a_choice_between_their_contents() -> None:
    walk = Walk()
    end = walk.follow(walk.follow(walk.input("X")))
    is_new = and_(not_(is_null(X_NEXT)), not_(eq(X_NEXT, X)))
    assert walk.joined(end) == (
        Pair(eq(X_NEXT, X), X_NEXT),
        Pair(is_new, symbol("X.next.next", REF)),
    )


def test_a_write_through_an_alias_keeps_the_old_value_where_it_misses() -> None:
    walk = Walk()
    x, y = walk.input("X"), walk.input("Y")
    walk.read(x)
    walk.write(y, NULL)
    hit = eq(Y, X)
    assert walk.joined(walk.follow(x)) == (Pair(hit, NULL), Pair(not_(hit), X_NEXT))
    assert walk.follow(y) is NULL


def test_a_write_to_an_allocated_object_is_certain() -> None:
    walk = Walk()
    x, new = walk.input("X"), walk.new()
    assert walk.follow(new) is NULL
    walk.write(new, x)
    assert walk.follow(new) is x
    assert walk.heap.joined == {}


def test_the_path_decides_which_pairs_are_left() -> None:
    walk = Walk()
    x, y = walk.input("X"), walk.input("Y")
    walk.read(x)
    walk.read(y)
    walk.assume(eq(x, y))
    walk.write(y, NULL)
    assert walk.follow(x) is NULL


def test_equality_of_a_choice_is_decided_pair_by_pair() -> None:
    walk = Walk()
    x = walk.input("X")
    end = walk.follow(walk.follow(x))
    first, second = walk.joined(end)
    assert walk.same(end, end) is True
    hits = [(guard, eq(target, x)) for guard, target in (first, second)]
    expected = or_(*(and_(guard, same) for guard, same in hits))
    assert not walk.cx.may_hold(not_(iff(walk.same(end, x), expected)))


def test_equal_indexes_hold_equal_contents() -> None:
    walk = Walk()
    array, new = walk.input("A", "Node[]"), walk.new()
    i, j = symbol("i", INT), symbol("j", INT)
    walk.store(array, i, new)
    assert walk.load(array, i) is new
    found = walk.load(array, j)
    assert isinstance(found, Term)
    hit = eq(i, j)
    assert walk.joined(found) == (Pair(hit, new), Pair(not_(hit), symbol("A[j]", REF)))


def test_an_element_of_the_root_class_is_no_node_until_it_is_used_as_one() -> None:
    """Else the sets would double with every node of the list."""
    walk = Walk()
    node = walk.input("X")
    for _ in range(6):
        walk.follow(node, "Item.tag")
        node = walk.follow(node)
    assert len(walk.heap.locations) == 6


# -- whole programs


def program_named(name: str) -> Program:
    path = PROGRAMS / f"{name}.tiny"
    return lower(parse(path.read_text(encoding="utf-8"), path.name), path.name)


def control_flow(
    program: Program, strategy: HeapStrategy[H], bounds: Bounds | None = None
) -> Counter[object]:
    explorer = Explorer(program, strategy, default_solver(), bounds or Bounds())
    return Counter(
        (events(leaf.trace), leaf.kind, leaf.detail, leaf.where) for leaf in explorer.leaves()
    )


@pytest.mark.parametrize("name", SAMPLE)
def test_theorems_1_and_2_hold_of_every_set_and_pruning_changes_no_path(name: str) -> None:
    program = program_named(name)
    expected = control_flow(program, FieldMapsStrategy(program))
    assert expected
    for prune in (True, False):
        checked = SummaryStrategy(program, prune, check_invariants=True)
        assert control_flow(program, checked) == expected


@pytest.mark.parametrize("name", ["dll_indexOf", "treemap_put", "avl_balanced"])
def test_it_takes_the_paths_of_fieldmaps_on_the_subjects_of_pose(name: str) -> None:
    program = load(SUBJECTS / f"{name}.tiny")
    assert control_flow(program, SummaryStrategy(program)) == (
        control_flow(program, FieldMapsStrategy(program))
    )


@pytest.mark.parametrize("prune", [True, False])
@pytest.mark.parametrize(
    "bounds", [Bounds(max_objects=2), Bounds(max_depth=1)], ids=["objects", "depth"]
)
def test_a_bounded_run_completes_the_paths_of_lazy(bounds: Bounds, prune: bool) -> None:
    program = program_named("list_contains")
    found = control_flow(program, SummaryStrategy(program, prune), bounds)
    assert set(found) == set(control_flow(program, LazyStrategy(program), bounds))


@pytest.mark.parametrize("prune", [True, False])
def test_a_witness_takes_its_path_and_has_no_object_that_the_path_did_not_see(prune: bool) -> None:
    program = program_named("avl_find")
    strategy = SummaryStrategy(program, prune)
    solver = default_solver()
    inputs = inputs_of(program)
    explorer = Explorer(program, strategy, solver, Bounds(max_objects=2))
    returned = 0
    for leaf in explorer.leaves():
        if leaf.kind.value == "returned":
            model = solver.model(leaf.path)
            assert model is not None
            shot = snapshot(strategy.view(program, leaf.heap, model), inputs, leaf.scalar)
            outcome = Outcome(leaf.kind, shot.result, leaf.detail, leaf.where)
            assert run_concretely(program, inputs, shot.input, None) == (
                outcome,
                events(leaf.trace),
                shot,
            )
            assert len(shot.input.objects) <= 2
            returned += 1
    assert returned
