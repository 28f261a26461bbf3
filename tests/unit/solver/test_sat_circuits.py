"""Circuits compute what `terms.fixed_width` does, for all numbers of a few bits."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from pysat.solvers import Solver

from heapwise.solver.sat_circuits import FALSE, TRUE, Bits, Circuits, Literal, constant
from heapwise.terms import fixed_width
from heapwise.terms.fixed_width import unsigned, wrap

WIDTH = 4
NUMBERS = range(-8, 8)


class Bench:
    """Circuits with a solver behind them."""

    def __init__(self) -> None:
        self._sat = Solver(name="minisat22")
        self.circuits = Circuits(self._sat.add_clause)

    def can_be(self, assumptions: list[Literal]) -> bool:
        return bool(self._sat.solve(assumptions=assumptions))

    def values(self, assumed: dict[Literal, bool], wanted: Bits) -> list[bool]:
        """What the literals are, where the only freedom is in those assumed."""
        assumptions = [each if truth else -each for each, truth in assumed.items()]
        assert self._sat.solve(assumptions=assumptions)
        model = self._sat.get_model()
        found = [(model[abs(each) - 1] > 0) == (each > 0) for each in wanted]
        others = [-each if truth else each for each, truth in zip(wanted, found, strict=True)]
        for other in others:
            assert not self._sat.solve(assumptions=[*assumptions, other])
        return found


def number(bits: list[bool]) -> int:
    return wrap(len(bits), sum(1 << at for at, bit in enumerate(bits) if bit))


OPERATIONS: dict[str, tuple[Callable[[Circuits, Bits, Bits], Bits], Callable[[int, int], int]]] = {
    "plus": (Circuits.plus, lambda a, b: wrap(WIDTH, a + b)),
    "minus": (Circuits.minus, lambda a, b: wrap(WIDTH, a - b)),
    "times": (Circuits.times, lambda a, b: wrap(WIDTH, a * b)),
    "quotient": (
        lambda c, a, b: c.divided(a, b)[0],
        lambda a, b: fixed_width.sdiv(WIDTH, a, b),
    ),
    "remainder": (
        lambda c, a, b: c.divided(a, b)[1],
        lambda a, b: fixed_width.srem(WIDTH, a, b),
    ),
    "up": (
        lambda c, a, b: c.shifted(a, b, FALSE, up=True),
        lambda a, b: fixed_width.shl(WIDTH, a, unsigned(WIDTH, b)),
    ),
    "down": (
        lambda c, a, b: c.shifted(a, b, FALSE, up=False),
        lambda a, b: fixed_width.lshr(WIDTH, a, unsigned(WIDTH, b)),
    ),
    "down with sign": (
        lambda c, a, b: c.shifted(a, b, a[-1], up=False),
        lambda a, b: fixed_width.ashr(WIDTH, a, unsigned(WIDTH, b)),
    ),
    "below": (lambda c, a, b: (c.below(a, b), FALSE), lambda a, b: a < b),
    "below, unsigned": (
        lambda c, a, b: (c.below(a, b, signed=False), FALSE),
        lambda a, b: unsigned(WIDTH, a) < unsigned(WIDTH, b),
    ),
    "equal": (lambda c, a, b: (c.equal(a, b), FALSE), lambda a, b: a == b),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_of_variables(name: str) -> None:
    build, meant = OPERATIONS[name]
    bench = Bench()
    a, b = bench.circuits.number(WIDTH), bench.circuits.number(WIDTH)
    result = build(bench.circuits, a, b)
    for left, right in product(NUMBERS, repeat=2):
        assumed = {
            bit: value == TRUE
            for bits, one in ((a, left), (b, right))
            for bit, value in zip(bits, constant(one, WIDTH), strict=True)
        }
        assert number(bench.values(assumed, result)) == meant(left, right), (left, right)


@pytest.mark.parametrize("name", OPERATIONS)
def test_of_constants(name: str) -> None:
    build, meant = OPERATIONS[name]
    bench = Bench()
    for left, right in product(NUMBERS, repeat=2):
        result = build(bench.circuits, constant(left, WIDTH), constant(right, WIDTH))
        assert set(result) <= {TRUE, FALSE}, "constants fold"
        assert number([each == TRUE for each in result]) == meant(left, right)


def test_gates_of_the_same_inputs_are_the_same() -> None:
    circuits = Bench().circuits
    a, b, c = circuits.number(3)
    assert circuits.all_of((a, b)) == circuits.all_of((b, a, TRUE))
    assert circuits.all_of((a, -a, b)) == FALSE
    assert circuits.choose(-a, b, c) == circuits.choose(a, c, b)
    assert circuits.same(-a, b) == -circuits.same(b, a)
    assert circuits.most_of(c, b, a) == circuits.most_of(a, b, c)


@pytest.mark.parametrize("size", [1, 2, 5, 16, 17, 40])
def test_exactly_one(size: int) -> None:
    bench = Bench()
    row = bench.circuits.number(size)
    bench.circuits.exactly_one(row)
    for each in row:
        bench.values({each: True}, row)  # and so no other
    assert not bench.can_be([-each for each in row])
