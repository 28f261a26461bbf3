"""Tells a SAT solver that the order of numbers is transitive.

Comparators say how two numbers compare, bit by bit; that an order is transitive is then a theorem
about bits, which a SAT solver has to find anew for every three numbers. Here it is told, of every
three variables that are all compared with one another. Invariants of search trees are about little
else: that no node is in two places follows from the keys alone.
"""

from __future__ import annotations

from itertools import permutations

from heapwise.solver.sat_circuits import Bits, Circuits, Literal
from heapwise.terms import Scalar, Term

_MOST = 40
"""Variables that one is compared with, after which nothing more is told: of n there would be n³
things to tell."""


class OrderLiterals:
    """Of the variables that are compared."""

    def __init__(self) -> None:
        self._below: dict[tuple[Term, Term], Literal] = {}
        self._compared: dict[Scalar, tuple[Term, ...]] = {}

    def copy(self) -> OrderLiterals:
        found = OrderLiterals()
        found._below = dict(self._below)
        found._compared = dict(self._compared)
        return found

    def has(self, variable: Scalar) -> bool:
        """Is it compared with another?"""
        return variable in self._compared

    def below(
        self, circuits: Circuits, one: tuple[Term, Bits], other: tuple[Term, Bits]
    ) -> Literal:
        """Is the first variable less than the second?"""
        a, b = one[0], other[0]
        found = self._below.get((a, b))
        if found is None:
            found = self._below[a, b] = circuits.below(one[1], other[1])
            self._below[b, a] = circuits.below(other[1], one[1])
            circuits.clause([-self._below[a, b], -self._below[b, a]])
            self._tell(circuits, a, b)
        return found

    def _tell(self, circuits: Circuits, a: Term, b: Term) -> None:
        below = self._below
        near_a = self._compared.get(a, ())
        near_b = self._compared.get(b, ())
        self._compared[a] = (*near_a, b)
        self._compared[b] = (*near_b, a)
        if max(len(near_a), len(near_b)) >= _MOST:
            return
        both = set(near_b)
        for third in (each for each in near_a if each in both):
            for one, other, last in permutations((a, b, third)):
                # The order is total: if one < last, then one < other or other < last.
                circuits.clause([-below[one, last], below[one, other], below[other, last]])
