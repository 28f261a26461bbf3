"""Recursive calls that must return true are put off until all of them are known."""

from __future__ import annotations

from pathlib import Path

from heapwise.frontends.tiny import load_program
from heapwise.structure.compiled import compile_invariant
from heapwise.structure.precondition import roots_of, scope_of

PROGRAMS = Path(__file__).parents[2] / "programs_compiled"


def _instructions(objects: int) -> int:
    program = load_program(PROGRAMS / "family.tiny")
    roots = roots_of(program)
    invariant = compile_invariant(program, roots, scope_of(program, roots, objects, {}))
    return invariant.cost.instructions


def test_the_work_grows_with_the_objects_and_not_with_their_places() -> None:
    """A tree of two children each has one place more for each object, but twice as many where it
    could be."""
    three, four, five = (_instructions(objects) for objects in (3, 4, 5))
    assert three < four < five
    assert five - four <= 2 * (four - three)
