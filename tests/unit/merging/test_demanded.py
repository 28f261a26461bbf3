"""Code that must return true, run on all structures at once: what raises is ruled out."""

from __future__ import annotations

import pytest

from heapwise.heaps.shared.cells import field_kind
from heapwise.merging.recursive_calls import has_effects
from heapwise.program import ClassDecl, Program
from heapwise.program import code as ir
from heapwise.solver import Verdict
from heapwise.structure.formula.compiled import CompiledInvariant, compile_invariant
from heapwise.structure.run.compiled_solver import roots_of, scope_of
from heapwise.terms import NULL, Scalar, Term, eq
from tests.unit.engine.programs import tiny

KINDS = """
class List {
  Node head;
  bool repOK() := ((this.head) . ok []);
}
class Node { int key; bool ok() := false; }
class Small extends Node { bool ok() := ((this.key) < 3); }
class Large extends Node { bool ok() := (5 < (this.key)); }
(Y0 . repOK [])
"""


@pytest.fixture(scope="module")
def kinds() -> tuple[Program, CompiledInvariant]:
    program = tiny(KINDS)
    roots = roots_of(program)
    return program, compile_invariant(program, roots, scope_of(program, roots, 1, {}))


def _cell(invariant: CompiledInvariant, owner: ClassDecl, field: str) -> Term:
    declared = owner.find_field(field)
    assert declared is not None
    return invariant.universe.initial(field_kind(declared), invariant.universe.members[owner][0])


@pytest.mark.parametrize(
    ("name", "valid"), [("Node", set[int]()), ("Small", {1, 2}), ("Large", {6, 7})]
)
def test_every_method_that_a_call_may_mean_is_run(
    kinds: tuple[Program, CompiledInvariant], name: str, valid: set[int]
) -> None:
    program, invariant = kinds
    head = _cell(invariant, program.classes["List"], "head")
    cls = program.classes[name]
    is_this = eq(head, invariant.universe.members[cls][0])
    for key in (1, 2, 3, 4, 5, 6, 7):
        conditions = [is_this, eq(_cell(invariant, cls, "key"), key)]
        expected = Verdict.SAT if key in valid else Verdict.UNSAT
        assert invariant.check(_proper(conditions)) is expected


def test_a_structure_on_which_it_raises_is_not_valid(
    kinds: tuple[Program, CompiledInvariant],
) -> None:
    program, invariant = kinds
    head = _cell(invariant, program.classes["List"], "head")
    assert invariant.check() is Verdict.SAT
    assert invariant.check(_proper([eq(head, NULL)])) is Verdict.UNSAT


def _proper(conditions: list[Scalar]) -> list[Term]:
    return [condition for condition in conditions if isinstance(condition, Term)]


METHODS = """
class A {
  int v; A next;
  int looks() := ((this.v) + ((this.next).v));
  bool writes() := ((this.v := 3) ; true);
  bool asks() := ((this.next) . writes []);
  bool goes(int n) := if (n = 0) then true else (this . goes [(n - 1)]);
}
(Y0 . looks [])
"""


@pytest.mark.parametrize(
    ("name", "expected"), [("looks", False), ("writes", True), ("asks", True), ("goes", False)]
)
def test_what_code_may_change_it_or_what_it_calls_changes(name: str, expected: bool) -> None:
    program = tiny(METHODS)
    code = program.classes["A"].own_methods[name].code
    assert isinstance(code, ir.Code)
    assert has_effects(code, program) is expected


def test_where_everything_raises_nothing_is_valid() -> None:
    """Without a head there is nothing but the exception; with one, nothing is wrong."""
    program = tiny(
        """
        class List {
          Node head;
          bool repOK() := if ((this.head) = null) then (((this.head).key) = 0) else true;
        }
        class Node { int key; }
        (Y0 . repOK [])
        """
    )
    roots = roots_of(program)
    invariant = compile_invariant(program, roots, scope_of(program, roots, 1, {}))
    head = _cell(invariant, program.classes["List"], "head")
    node = invariant.universe.members[program.classes["Node"]][0]
    assert invariant.check(_proper([eq(head, NULL)])) is Verdict.UNSAT
    assert invariant.check(_proper([eq(head, node)])) is Verdict.SAT
