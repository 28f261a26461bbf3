"""What all valid structures have in common is found and proved; what is not so is not claimed."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from heapwise.frontends.tiny import load_program
from heapwise.heaps.shared.cells import CellKind, field_kind
from heapwise.program import Program
from heapwise.solver import Verdict
from heapwise.structure.formula.compiled import CompiledInvariant, compile_invariant
from heapwise.structure.formula.places import InitialCell, Places
from heapwise.structure.run.compiled_solver import roots_of, scope_of
from heapwise.terms import NULL, REF, Term, eq, not_, symbol

PROGRAMS = Path(__file__).parents[2] / "programs_compiled"

QUEUE = """
class Tree {{
  Node root;
  bool repOK() :=
    if ((this.root) = null) then true
    else
      let q := new Node[32] in let low := new Node[32] in let high := new Node[32] in
      ((q[0] := (this.root)) ; (this . visit [q, low, high, 0, 1]));
  bool visit(Node[] q, Node[] low, Node[] high, int at, int count) :=
    if (~ (at < count)) then true
    else let n := (q[at]) in
      if (this . outside [n, (low[at]), (high[at])]) then false
      else
        let count1 := (if ((n.left) = null) then count else
          ((q[count] := (n.left)) ; (low[count] := (low[at])) ; (high[count] := n) ; (count + 1)))
        in let count2 := (if ((n.right) = null) then count1 else
          ((q[count1] := (n.right)) ; (low[count1] := n) ; (high[count1] := (high[at])) ;
           (count1 + 1)))
        in (this . visit [q, low, high, (at + 1), count2]);
  bool outside(Node n, Node low, Node high) :=
    if (low = null) then (this . above [n, high])
    else if (~ ((low.key) < (n.key))) then true
    else (this . above [n, high]);
  bool above(Node n, Node high) :=
    if (high = null) then false else (~ ((n.key) < (high.key)));
  bool has() := true;
}}
class Node {{ int key; Node left; Node right; {more} }}
(Y0 . has [])
"""

SHARED = """
class Pair {
  Item one;
  Item other;
  bool repOK() := if ((this.one) = null) then false else (~ ((this.other) = null));
  bool same() := ((this.one) = (this.other));
}
class Item { int key; }
(Y0 . same [])
"""


def compiled_program(program: Program, scope: int) -> CompiledInvariant:
    roots = roots_of(program)
    return compile_invariant(program, roots, scope_of(program, roots, scope, {}), others=[])


def compiled(name: str, scope: int) -> CompiledInvariant:
    return compiled_program(load_program(PROGRAMS / f"{name}.tiny"), scope)


def from_text(text: str, scope: int) -> CompiledInvariant:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "subject.tiny"
        path.write_text(text)
        return compiled_program(load_program(path), scope)


@pytest.mark.parametrize("scope", [4, 6, 10])
def test_a_tree_with_parents_is_a_tree_and_parents_lead_back(scope: int) -> None:
    shape = compiled("red_black", scope).shape
    assert shape.tree == {"TreeMap.root", "Entry.left", "Entry.right"}
    assert shape.roots == {"Y0"}
    assert shape.back == {("Entry.left", "Entry.parent"), ("Entry.right", "Entry.parent")}
    assert ("TreeMap.root", "Entry.parent") in shape.ends


def test_what_is_so_because_the_scope_is_small_may_be_used_too() -> None:
    shape = compiled("red_black", 3).shape
    assert {("Entry.left", "Entry.left"), ("Entry.right", "Entry.left")} <= shape.ends


def test_a_list_that_is_linked_both_ways_is_told_by_the_way_from_its_head() -> None:
    shape = compiled("doubly_linked", 6).shape
    assert shape.tree == {"Deque.head", "Cell.next"}
    assert ("Cell.next", "Cell.prev") in shape.back
    assert ("Deque.head", "Cell.prev") in shape.ends


def test_nothing_is_claimed_of_what_may_be_shared() -> None:
    shape = from_text(SHARED, 3).shape
    assert not shape.tree >= {"Pair.one", "Pair.other"}


def test_a_search_tree_is_a_tree_by_its_keys_alone() -> None:
    invariant = from_text(QUEUE.format(more=""), 6)
    assert invariant.shape.tree == {"Tree.root", "Node.left", "Node.right"}


def test_a_walk_that_only_compares_keys_goes_round_once_for_each_object() -> None:
    text = QUEUE.format(more="")
    sizes = [from_text(text, scope).cost.instructions for scope in (3, 4, 5)]
    steps = [after - before for before, after in pairwise(sizes)]
    assert steps[0] > 0 and max(steps) <= 1.2 * min(steps)


def test_objects_that_an_unseen_field_may_lead_to_are_not_let_go() -> None:
    """The invariant does not look at `data`, so what it holds may be any node whatever."""
    invariant = from_text(QUEUE.format(more="Node data;"), 3)
    assert "Node.left" in invariant.shape.tree
    node = invariant.universe.program.classes["Node"]
    first, second, third = invariant.universe.members[node]
    data, left = node.find_field("data"), node.find_field("left")
    assert data is not None and left is not None
    initial = invariant.universe.initial
    conditions = [
        not_(eq(invariant_root(invariant), NULL)),
        eq(initial(field_kind(left), first), NULL),
        eq(initial(field_kind(data), first), second),
        eq(initial(field_kind(left), second), third),
    ]
    asked = [each for each in conditions if isinstance(each, Term)]
    assert invariant.check(asked) is Verdict.SAT


def invariant_root(invariant: CompiledInvariant) -> Term:
    tree = invariant.universe.program.classes["Tree"]
    root = tree.find_field("root")
    assert root is not None
    return invariant.universe.initial(field_kind(root), invariant.universe.members[tree][0])


class Ways:
    """References as they are read, field by field."""

    def __init__(self, invariant: CompiledInvariant) -> None:
        self._kinds = invariant.universe.kinds()
        self._cells: dict[Term, InitialCell] = {}
        self.places = Places(invariant.shape, self._cells.get)

    def __call__(self, *fields: str) -> Term:
        found = symbol("Y0", REF)
        name = "Y0"
        for field in fields:
            name += f".{field}"
            kind: CellKind = self._kinds[field]
            after = symbol(name, REF)
            self._cells[after] = (found, kind, ())
            found = after
        return found

    def name(self, *fields: str) -> Term:
        return self.places.name(self(*fields))


ROOT, LEFT, RIGHT, PARENT = "TreeMap.root", "Entry.left", "Entry.right", "Entry.parent"


def test_a_way_back_ends_where_it_began() -> None:
    way = Ways(compiled("red_black", 4))
    assert way.name(ROOT, LEFT, RIGHT, PARENT) is way.name(ROOT, LEFT)
    assert way.name(ROOT, LEFT, PARENT, RIGHT) is way.name(ROOT, RIGHT)
    assert way.name(ROOT, PARENT) is NULL


def test_different_ways_lead_to_different_objects() -> None:
    way = Ways(compiled("red_black", 4))
    left, right, below = way.name(ROOT, LEFT), way.name(ROOT, RIGHT), way.name(ROOT, LEFT, LEFT)
    assert way.places.differ(left, right)
    assert way.places.differ(left, below)
    assert not way.places.differ(left, left)


def test_a_way_through_more_objects_than_there_are_ends_in_null() -> None:
    way = Ways(compiled("doubly_linked", 3))
    assert way.name("Deque.head", "Cell.next", "Cell.next") is not NULL
    assert way.name("Deque.head", "Cell.next", "Cell.next", "Cell.next") is NULL
