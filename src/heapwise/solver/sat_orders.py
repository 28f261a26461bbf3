"""The order of variables, and what follows from it.

Comparators say how two numbers compare, bit by bit; that an order is transitive is then a theorem
about bits, which a SAT solver has to find anew for every three numbers. Here it is told. Invariants
of search trees are about little else: that no node is in two places follows from the keys alone.
"""

from __future__ import annotations

from itertools import permutations

from heapwise.solver.sat_circuits import Bits, Circuits, Literal
from heapwise.terms import Term

_MOST = 40
"""Variables that are compared with one another: of n there are n³ things to tell."""


class Orders:
    """Of the variables that are compared, by the number of their bits."""

    def __init__(self) -> None:
        self._members: dict[int, dict[Term, Bits]] = {}
        self._below: dict[tuple[Term, Term], Literal] = {}

    def copy(self) -> Orders:
        found = Orders()
        found._members = {width: dict(members) for width, members in self._members.items()}
        found._below = dict(self._below)
        return found

    def below(
        self, circuits: Circuits, one: tuple[Term, Bits], other: tuple[Term, Bits]
    ) -> Literal:
        """Is the first variable less than the second?"""
        members = self._members.setdefault(len(one[1]), {})
        for term, bits in (one, other):
            if term not in members and len(members) < _MOST:
                self._join(circuits, members, term, bits)
        found = self._below.get((one[0], other[0]))
        return circuits.below(one[1], other[1]) if found is None else found

    def _join(self, circuits: Circuits, members: dict[Term, Bits], term: Term, bits: Bits) -> None:
        below = self._below
        for each, own in members.items():
            below[term, each] = circuits.below(bits, own)
            below[each, term] = circuits.below(own, bits)
            circuits.clause([-below[term, each], -below[each, term]])
        others = list(members)
        for index, each in enumerate(others):
            for another in others[:index]:
                for a, b, c in permutations((term, each, another)):
                    # What is less than another is less than a third, or that is less than it.
                    circuits.clause([-below[a, c], below[a, b], below[b, c]])
        members[term] = bits
