"""Objects are numbered as they come into sight, and a program that counts along counts the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.frontends.tiny import load_program
from heapwise.structure.formula.compiled import CompiledInvariant, compile_invariant
from heapwise.structure.run.compiled_solver import roots_of, scope_of

PROGRAMS = Path(__file__).parents[2] / "programs_compiled"


def compiled(name: str, scope: int) -> CompiledInvariant:
    program = load_program(PROGRAMS / f"{name}.tiny")
    roots = roots_of(program)
    return compile_invariant(program, roots, scope_of(program, roots, scope, {}))


@pytest.mark.parametrize("name", ["red_black", "avl", "doubly_linked"])
def test_a_walk_goes_round_once_for_each_object(name: str) -> None:
    steps = [compiled(name, scope).cost.instructions for scope in (4, 5, 6)]
    first, second = steps[1] - steps[0], steps[2] - steps[1]
    assert 0 < second <= 1.5 * first


def test_nothing_has_been_seen_at_first() -> None:
    assert compiled("doubly_linked", 2).strategy.least_number.counts(None) == {0: True}
