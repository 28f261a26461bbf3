"""What lies below a field compares with its owner where an invariant says so, and is not claimed
where it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.frontends.tiny import load_program
from heapwise.solver import Verdict
from heapwise.structure.formula.compiled import CompiledInvariant, compile_invariant
from heapwise.structure.formula.order_below import learn_orders
from heapwise.structure.run.compiled_solver import roots_of, scope_of
from heapwise.terms import Op, Scalar, Term, subterms

PROGRAMS = Path(__file__).parents[2] / "programs_compiled"

NODES = 4

SEARCH_TREE = """
class Tree {
  Node root;
  bool repOK() := (this . ok [(this.root), null, null]);
  bool ok(Node n, Node low, Node high) :=
    if (n = null) then true
    else if (~ (this . inside [n, low, high])) then false
    else if (~ (this . ok [(n.left), low, n])) then false
    else (this . ok [(n.right), n, high]);
  bool inside(Node n, Node low, Node high) :=
    if (if (low = null) then true else ((low.key) < (n.key)))
    then (if (high = null) then true else ((n.key) < (high.key))) else false;
  bool has() := true;
}
class Node { int key; Node left; Node right; }
(Y0 . has [])
"""


class Learned:
    """The facts about nodes, each with what it is true of."""

    def __init__(self, invariant: CompiledInvariant) -> None:
        universe, self.solver = invariant.universe, invariant.solver
        self.names = invariant.strategy.names
        self.facts: list[Scalar] = []
        self.solver.reopen()
        reached: dict[Term, Scalar] = dict.fromkeys(universe.class_of, True)
        learn_orders(universe, reached, self.names.of, self.never, self.require)

    def never(self, condition: Scalar) -> bool:
        if not isinstance(condition, Term):
            return not condition
        return self.solver.check([condition], 1_000) is Verdict.UNSAT

    def require(self, fact: Scalar) -> None:
        self.facts.append(fact)
        self.solver.require(fact)

    def compared(self) -> set[str]:
        """The comparisons in them."""
        return {
            str(each)
            for fact in self.facts
            if isinstance(fact, Term)
            for each in subterms(fact)
            if each.op == Op.LT
        }


def learned(path: Path) -> Learned:
    program = load_program(path)
    roots = roots_of(program)
    return Learned(
        compile_invariant(program, roots, scope_of(program, roots, NODES, {}), others=[])
    )


@pytest.fixture
def search_tree(tmp_path: Path) -> Learned:
    path = tmp_path / "tree.tiny"
    path.write_text(SEARCH_TREE)
    return learned(path)


def test_in_a_search_tree_keys_below_a_child_are_on_its_side(search_tree: Learned) -> None:
    compared = search_tree.compared()
    for owner in range(2, NODES + 1):
        for below in range(owner + 1, NODES + 1):
            assert f"lt(Node.key@{owner}, Node.key@{below})" in compared
            assert f"lt(Node.key@{below}, Node.key@{owner})" in compared


def test_what_is_learned_leaves_structures(search_tree: Learned) -> None:
    assert search_tree.solver.check(()) is Verdict.SAT


def test_nothing_is_learned_of_numbers_in_any_order() -> None:
    assert not learned(PROGRAMS / "doubly_linked.tiny").facts
