"""Invariants that run on candidates compute with ints in Python's own operators."""

from __future__ import annotations

from itertools import product

import pytest

from heapwise.frontends.java.semantics.arithmetic import arithmetic
from heapwise.frontends.java.semantics.direct_world import ON_INTS
from heapwise.frontends.java.semantics.jump_conditions import COMPARISONS, WITH_ZERO

_EDGES = (-(1 << 63), -(1 << 31) - 1, -(1 << 31), -2, -1, 0, 1, 7, (1 << 31) - 1, (1 << 63) - 1)


def _fits(name: str, value: int) -> bool:
    return name[0] == "l" or -(1 << 31) <= value < 1 << 31


@pytest.mark.parametrize("is_exact", [False, True])
def test_operators_wrap_as_in_java(is_exact: bool) -> None:
    table = arithmetic(is_exact)
    names = [name for name, function in table.items() if function in ON_INTS]
    assert names == ["iadd", "isub", "imul", "ladd", "lsub", "lmul"]
    for name, *operands in product(names, _EDGES, _EDGES):
        if all(_fits(name, value) for value in operands):
            found = eval(ON_INTS[table[name]].format(*(f"({value})" for value in operands)))
            assert found == table[name](*operands) and type(found) is int, (name, operands)


def test_comparisons_are_those_of_java() -> None:
    for function, *operands in product(COMPARISONS.values(), _EDGES, _EDGES):
        found = eval(ON_INTS[function].format(*operands))
        assert found is function(*operands), (function, operands)
    for on_one, value in product(WITH_ZERO.values(), _EDGES):
        assert eval(ON_INTS[on_one].format(value)) is on_one(value), (on_one, value)
