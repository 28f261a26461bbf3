"""Invariants that are compiled by places: which are, how deep, and that nothing is lost."""

from __future__ import annotations

from itertools import accumulate, product
from pathlib import Path

import pytest

from heapwise.frontends.tiny import load_program
from heapwise.merging.recursive_calls import has_effects
from heapwise.program import InputError
from heapwise.structure.formula.compiled import CompiledInvariant, compile_invariant
from heapwise.structure.formula.place_compiling import clauses_without_numbers
from heapwise.structure.formula.place_universe import PlaceUniverse
from heapwise.structure.formula.unary_counting import total
from heapwise.structure.run.compiled_solver import roots_of, scope_of
from heapwise.terms import BOOL, INT, NULL, REF, Scalar, Term, and_, eq, lt, not_, or_, symbol

PROGRAMS = Path(__file__).parents[2] / "programs_compiled"
RED_BLACK = (1, 1, 2, 2, 4, 8, 16)
"""How many trees there are with 0, 1, 2, … entries."""

BINARY = (1, 1, 2, 5, 14)


def compiled(name: str, scope: int) -> CompiledInvariant:
    program = load_program(PROGRAMS / f"{name}.tiny")
    roots = roots_of(program)
    return compile_invariant(program, roots, scope_of(program, roots, scope, {}), others=[])


def text_compiled(text: str, scope: int, tmp_path: Path) -> CompiledInvariant:
    target = tmp_path / "subject.tiny"
    target.write_text(text)
    program = load_program(target)
    roots = roots_of(program)
    return compile_invariant(program, roots, scope_of(program, roots, scope, {}), others=[])


def places_of(invariant: CompiledInvariant) -> PlaceUniverse:
    assert isinstance(invariant.universe, PlaceUniverse)
    return invariant.universe


def structures(invariant: CompiledInvariant, *fields: str) -> int:
    """How many there are that differ in what is there, or in these fields of it."""
    universe = places_of(invariant)
    blocked: list[Term] = []
    found = 0
    while (model := invariant.model(blocked)) is not None:
        found += 1
        same: list[Scalar] = []
        for loc in universe.class_of:
            here = universe.present(loc)
            is_here = model.holds(here) if isinstance(here, Term) else True
            same.append(here if is_here else not_(here))
            for cell, (kind, owner, _) in universe.cells.items():
                if owner is loc and is_here and kind.name in fields:
                    same.append(cell if model.symbol(cell) else not_(cell))
        again = not_(and_(*same))
        assert isinstance(again, Term)
        blocked.append(again)
    return found


@pytest.mark.parametrize("scope", range(2, 7))
def test_every_red_black_tree_is_there_once(scope: int) -> None:
    expected = list(accumulate(RED_BLACK))[scope]
    assert structures(compiled("red_black_recursive", scope), "Entry.black") == expected


@pytest.mark.parametrize("scope", range(2, 5))
def test_every_binary_tree_is_there_once(scope: int) -> None:
    assert structures(compiled("family", scope)) == list(accumulate(BINARY))[scope]


def test_a_balanced_tree_needs_few_levels() -> None:
    assert places_of(compiled("red_black_recursive", 5)).levels < 5


def test_a_tree_without_balance_needs_as_many_levels_as_nodes() -> None:
    universe = places_of(compiled("family", 5))
    assert universe.levels == 5
    assert len(universe.class_of) == 1 + 2**5 - 1


def test_the_shape_is_that_of_the_places() -> None:
    shape = compiled("red_black_recursive", 4).shape
    assert shape.tree == {"TreeMap.root", "Entry.left", "Entry.right"}
    assert shape.roots == {"Y0"}
    assert shape.back == {("Entry.left", "Entry.parent"), ("Entry.right", "Entry.parent")}
    assert shape.ends == {("TreeMap.root", "Entry.parent")}


def test_cells_are_null_or_an_object_of_their_own() -> None:
    universe = places_of(compiled("red_black_recursive", 4))
    for cell, (kind, owner, _) in universe.cells.items():
        if kind.name in ("Entry.left", "Entry.right"):
            assert set(universe.domain(cell)) <= {NULL, *universe.own(cell)}
        elif kind.name == "Entry.parent":
            assert set(universe.domain(cell)) <= {NULL, universe.way_to(owner)}


def test_an_invariant_that_tells_nodes_apart_by_their_keys_is_not_about_places() -> None:
    assert not isinstance(compiled("search_tree", 3).universe, PlaceUniverse)


MARKED = """
class Tree {{
  Node root;
  bool repOK() :=
    if ((this.root) = null) then true
    else if (~ (((this.root).parent) = null)) then false
    else if (~ (this . linked [(this.root)])) then false
    else ((this . size [(this.root)]) < 3);
  bool linked(Node n) :=
    if (n = null) then true
    else if (this . alien [n, (n.left)]) then false
    else if (this . alien [n, (n.right)]) then false
    else if (this . twice [n]) then false
    else if (~ (this . linked [(n.left)])) then false
    else (this . linked [(n.right)]);
  bool alien(Node n, Node child) := if (child = null) then false else (~ ((child.parent) = n));
  bool twice(Node n) := if ((n.left) = null) then false else ((n.left) = (n.right));
  int size(Node n) := if (n = null) then 0 else {size};
  bool isEmpty() := ((this.root) = null);
}}
class Node {{ Node left; Node right; Node parent; {field} }}
(Y0 . isEmpty [])
"""
SIZE = "((1 + (this . size [(n.left)])) + (this . size [(n.right)]))"


def test_what_is_deeper_than_the_places_may_be_anything_but_not_less_than_what_is_above(
    tmp_path: Path,
) -> None:
    # Nothing says that the size of what is left out is not negative.
    invariant = text_compiled(MARKED.format(size=SIZE, field=""), 5, tmp_path)
    universe = places_of(invariant)
    assert universe.levels == 5
    assert structures(invariant) == 1 + 1 + 2


def test_a_field_that_the_invariant_does_not_look_at_is_not_about_places(tmp_path: Path) -> None:
    text = MARKED.format(size=SIZE, field="Node friend;")
    assert not isinstance(text_compiled(text, 2, tmp_path).universe, PlaceUniverse)


def test_nodes_that_may_be_shared_have_no_place_of_their_own(tmp_path: Path) -> None:
    text = MARKED.format(size=SIZE, field="").replace(
        "then false else ((n.left) = (n.right))", "then false else false"
    )
    assert not isinstance(text_compiled(text, 3, tmp_path).universe, PlaceUniverse)


def test_a_check_that_writes_is_refused(tmp_path: Path) -> None:
    size = f"((n.seen := 1) ; {SIZE})"
    text = MARKED.format(size=size, field="int seen;")
    target = tmp_path / "subject.tiny"
    target.write_text(text)
    program = load_program(target)
    methods = program.classes["Tree"].own_methods
    has = {
        name: has_effects(method.code, program) for name, method in methods.items() if method.code
    }
    assert has["size"] and not has["linked"] and has["repOK"]
    with pytest.raises(InputError, match="writes to `seen`"):
        text_compiled(text, 4, tmp_path)


@pytest.mark.parametrize("most", range(1, 6))
def test_counts_in_unary(most: int) -> None:
    for values in product((False, True), repeat=5):
        counted = total([[value] for value in values], most)
        assert counted == [sum(values) > at for at in range(most)]


def test_clauses_about_numbers_are_told_by_what_names_stand_for() -> None:
    key, flag, ref = symbol("key", INT), symbol("flag", BOOL), symbol("ref", REF)
    less, about_ref = lt(key, 3), eq(ref, NULL)
    assert isinstance(less, Term) and isinstance(about_ref, Term)
    clauses = [flag, about_ref]
    for clause in (or_(flag, about_ref), or_(not_(flag), less)):
        assert isinstance(clause, Term)
        clauses.append(clause)
    assert clauses_without_numbers(clauses, {}) == clauses[:3]
    assert clauses_without_numbers(clauses, {flag: less}) == [about_ref]
