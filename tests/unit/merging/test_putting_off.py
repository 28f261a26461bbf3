"""Recursive calls that must return true are put off until all of them are known."""

from __future__ import annotations

from pathlib import Path

from heapwise.frontends.tiny import load_program
from heapwise.heaps.shared.cells import field_kind
from heapwise.program import Program
from heapwise.solver import Verdict
from heapwise.structure.formula.compiled import CompiledInvariant, compile_invariant
from heapwise.structure.run.compiled_solver import roots_of, scope_of
from heapwise.terms import NULL, Scalar, Term, eq, not_
from tests.unit.engine.programs import tiny

PROGRAMS = Path(__file__).parents[2] / "programs_compiled"
NUMBERED = """
class Tree {
  Node root;
  bool repOK() :=
    let c := new Counter in
      if ((this.root) = null) then true
      else if (~ (((this.root).parent) = null)) then false
      else (this . ok [(this.root), c]);
  bool ok(Node n, Counter c) :=
    if (n = null) then true
    else if (this . stranger [n, (n.left)]) then false
    else if (this . stranger [n, (n.right)]) then false
    else if (this . twice [n]) then false
    else if (~ (this . ok [(n.left), c])) then false
    else if (~ ((n.key) = (c.count))) then false
    else ((c.count := ((c.count) + 1)) ; (this . ok [(n.right), c]));
  bool stranger(Node n, Node child) :=
    if (child = null) then false else (~ ((child.parent) = n));
  bool twice(Node n) := if ((n.left) = null) then false else ((n.left) = (n.right));
}
class Node { int key; Node parent; Node left; Node right; }
class Counter { int count; }
(Y0 . repOK [])
"""


def _compiled(program: Program, objects: int) -> CompiledInvariant:
    roots = roots_of(program)
    return compile_invariant(program, roots, scope_of(program, roots, objects, {}))


def test_the_work_grows_with_the_objects_and_not_with_their_places() -> None:
    """One object more is one call more, though there are twice as many places for it in a tree."""
    family = load_program(PROGRAMS / "family.tiny")
    three, four, five = (_compiled(family, size).cost.instructions for size in (3, 4, 5))
    assert five - four == four - three > 0


def test_calls_that_change_something_are_run_in_their_order() -> None:
    """Keys number the nodes of a tree from left to right: the root comes after its left child."""
    program = tiny(NUMBERED)
    invariant = _compiled(program, 2)
    universe = invariant.universe

    def cell(cls: str, field: str) -> Term:
        owner = program.classes[cls]
        declared = owner.find_field(field)
        assert declared is not None
        return universe.initial(field_kind(declared), universe.members[owner][0])

    is_root = eq(cell("Tree", "root"), universe.members[program.classes["Node"]][0])
    for side, wanted in (("left", 1), ("right", 0)):
        has_child = not_(eq(cell("Node", side), NULL))
        for key in (0, 1, 2):
            conditions: list[Scalar] = [is_root, has_child, eq(cell("Node", "key"), key)]
            found = invariant.check([each for each in conditions if isinstance(each, Term)])
            assert found is (Verdict.SAT if key == wanted else Verdict.UNSAT), (side, key)
