"""A layer that decides questions about the order of bit-vectors without the backend.

Paths of search trees and sorting consist of comparisons `x < y`, `x = y` and their negations, of
symbols and constants. Such conditions are a graph: an edge for each `<=` that is known, strict for
`<`. They contradict each other if a strict edge lies on a circle, or if two that differ lie on one.
Otherwise the symbols can be put in line, which is a model, unless constants leave too little room;
then, and if anything else is connected with them, the backend is asked.

Only bit-vectors: their questions cost the backend more than they cost here.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from heapwise.solver.api import UNSAT, Answer, Solver, Verdict
from heapwise.solver.model import Model
from heapwise.solver.path import PathCondition
from heapwise.terms import BITS, Concrete, Op, Scalar, Term
from heapwise.terms.fixed_width import fits

_MOST_NODES = 60
_MOST_REMEMBERED = 100_000


class _Fact(NamedTuple):
    """`op` of two sides, or its negation."""

    op: str
    left: Scalar
    right: Scalar
    truth: bool


class OrderSolver:
    def __init__(self, inner: Solver) -> None:
        self._inner = inner
        self.statistics = inner.statistics
        self._read: dict[Term, tuple[_Fact, ...] | None] = {}

    def check(self, path: PathCondition, condition: Term) -> Answer:
        if condition.theories == BITS and path.confirmed:
            answer = self._decide(path, condition)
            if answer is not None:
                self.statistics.count("order")
                return answer
        return self._inner.check(path, condition)

    def model(self, path: PathCondition) -> Model | None:
        return self._inner.model(path)

    def _decide(self, path: PathCondition, condition: Term) -> Answer | None:
        facts = self._facts(condition)
        if facts is None:
            return None
        graph = _Graph()
        graph.add(facts)
        others: list[Term] = []
        for term in path.asserted_terms():
            known = self._facts(term)
            if known is None:
                others.append(term)
            else:
                graph.add(known)
        if len(graph.nodes) > _MOST_NODES:
            return None
        if graph.contradicts_itself():
            return UNSAT
        if not graph.is_plain:
            return None
        symbols = graph.symbols()
        if any(not symbols.isdisjoint(term.symbols) for term in others):
            return None
        if others and path.model is None:
            return None
        values = graph.in_line()
        if values is None:
            return None
        chosen = Model(values=values)
        if path.model is not None:
            chosen = path.model.overlay(symbols, chosen)
        return Answer(Verdict.SAT, chosen)

    def _facts(self, term: Term) -> tuple[_Fact, ...] | None:
        """What a condition says about the order; None if it says something else."""
        if term not in self._read:
            if len(self._read) > _MOST_REMEMBERED:
                self._read.clear()
            self._read[term] = _facts_of(term)
        return self._read[term]


def _facts_of(term: Term) -> tuple[_Fact, ...] | None:
    found: list[_Fact] = []
    for part in term.args if term.op == Op.AND else (term,):
        assert isinstance(part, Term)
        truth = part.op != Op.NOT
        inner = part if truth else part.args[0]
        assert isinstance(inner, Term)
        if inner.op not in (Op.LT, Op.EQ):
            return None
        left, right = inner.args
        if not (_is_node(left) and _is_node(right)):
            return None
        found.append(_Fact(inner.op, left, right, truth))
    return tuple(found)


def _is_node(value: Scalar) -> bool:
    return value.sort.width > 0 if isinstance(value, Term) else type(value) is int


class _Graph:
    """`below[n]` has the nodes that node n is known not to exceed, as bits of a number. It is
    plain if all nodes are symbols and constants. Of others nothing is known but what the facts
    say, so that a contradiction is one, but a line is no model."""

    def __init__(self) -> None:
        self.nodes: dict[Scalar, int] = {}
        self._below: list[int] = []
        self._strict: list[tuple[int, int]] = []
        self._apart: list[tuple[int, int]] = []
        self.is_plain = True

    def _node(self, value: Scalar) -> int:
        found = self.nodes.get(value)
        if found is None:
            found = self.nodes[value] = len(self.nodes)
            self._below.append(1 << found)
            if isinstance(value, Term) and value.op != Op.SYMBOL:
                self.is_plain = False
        return found

    def add(self, facts: Iterable[_Fact]) -> None:
        for op, left, right, truth in facts:
            a, b = self._node(left), self._node(right)
            if op == Op.EQ:
                if truth:
                    self._below[a] |= 1 << b
                    self._below[b] |= 1 << a
                else:
                    self._apart.append((a, b))
            elif truth:
                self._below[a] |= 1 << b
                self._strict.append((a, b))
            else:
                self._below[b] |= 1 << a

    def contradicts_itself(self) -> bool:
        constants = self._known()
        for (_, low), (_, high) in pairwise(constants):
            self._below[low] |= 1 << high
            self._strict.append((low, high))
        self._close()
        below = self._below
        for a, b in self._strict:
            if below[b] >> a & 1:
                return True
        return any(below[a] >> b & 1 and below[b] >> a & 1 for a, b in self._apart)

    def _known(self) -> list[tuple[int, int]]:
        return sorted((value, node) for value, node in self.nodes.items() if type(value) is int)

    def _close(self) -> None:
        below = self._below
        for middle in range(len(below)):
            bit, more = 1 << middle, below[middle]
            for node, held in enumerate(below):
                if held & bit:
                    below[node] = held | more

    def symbols(self) -> frozenset[Term]:
        return frozenset(node for node in self.nodes if isinstance(node, Term))

    def in_line(self) -> dict[Term, Concrete] | None:
        """Values for the symbols, all different unless they must be equal. What exceeds more comes
        later; those on a circle have the same nodes above them."""
        groups: dict[int, list[Scalar]] = {}
        for value, node in self.nodes.items():
            groups.setdefault(self._below[node], []).append(value)
        line = sorted(groups, key=int.bit_count, reverse=True)
        fixed = [
            (place, value)
            for place, group in enumerate(line)
            for value in groups[group]
            if type(value) is int
        ]
        numbers = _numbered(len(line), fixed)
        if numbers is None:
            return None
        found: dict[Term, Concrete] = {}
        for number, group in zip(numbers, line, strict=True):
            for value in groups[group]:
                if isinstance(value, Term):
                    if not fits(value.sort.width, number):
                        return None
                    found[value] = number
        return found


def _numbered(count: int, fixed: list[tuple[int, int]]) -> list[int] | None:
    """Ascending numbers, of which some are given; None if there is no room between two."""
    if not fixed:
        return list(range(count))
    place, number = fixed[0]
    numbers = list(range(number - place, number + 1))
    for following, value in fixed[1:]:
        between = following - len(numbers)
        if value - numbers[-1] <= between:
            return None
        numbers += range(numbers[-1] + 1, numbers[-1] + 1 + between)
        numbers.append(value)
    numbers += range(numbers[-1] + 1, numbers[-1] + 1 + count - len(numbers))
    return numbers
