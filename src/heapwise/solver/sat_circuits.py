"""Boolean circuits as clauses for a SAT solver, and integers as rows of literals.

A literal is a non-zero integer, negative for a negation; `TRUE` and `FALSE` are literals too, so
that constants fold away wherever they meet a gate. A gate is defined in both directions and made
once: the same inputs give the same literal. Numbers are two's complement, lowest bit first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

Literal: TypeAlias = int
Bits: TypeAlias = tuple[Literal, ...]

TRUE: Literal = 1
FALSE: Literal = -1


_PAIRWISE = 16
"""Up to so many literals, that no two of them hold is said of every two."""


class Circuits:
    """`clause` takes the clauses; the first one says what `TRUE` is."""

    def __init__(self, clause: Callable[[list[Literal]], None]) -> None:
        self.clause = clause
        self._gates: dict[tuple[object, ...], Literal] = {}
        self.variables = 1
        clause([TRUE])

    def copy(self) -> Circuits:
        """With the same gates; whoever takes the clauses has them already."""
        found = Circuits.__new__(Circuits)
        found.clause = self.clause
        found._gates = dict(self._gates)
        found.variables = self.variables
        return found

    def variable(self) -> Literal:
        self.variables += 1
        return self.variables

    # -- gates

    def all_of(self, inputs: Iterable[Literal]) -> Literal:
        kept = set(inputs)
        kept.discard(TRUE)
        if FALSE in kept:
            return FALSE
        if len(kept) <= 1:
            return kept.pop() if kept else TRUE
        key = ("and", frozenset(kept))
        found = self._gates.get(key)
        if found is not None:
            return found
        if any(-each in kept for each in kept):
            return FALSE
        found = self.variable()
        self._gates[key] = found
        clause = self.clause
        for each in kept:
            clause([-found, each])
        clause([found, *(-each for each in kept)])
        return found

    def any_of(self, inputs: Iterable[Literal]) -> Literal:
        return -self.all_of([-each for each in inputs])

    def choose(self, condition: Literal, then: Literal, otherwise: Literal) -> Literal:
        if condition < 0:
            condition, then, otherwise = -condition, otherwise, then
        if condition == TRUE or then == otherwise:
            return then
        if then in (TRUE, condition):
            return self.any_of((condition, otherwise))
        if then in (FALSE, -condition):
            return self.all_of((-condition, otherwise))
        if otherwise in (TRUE, -condition):
            return self.any_of((-condition, then))
        if otherwise in (FALSE, condition):
            return self.all_of((condition, then))
        if then == -otherwise:
            return self.same(condition, then)
        key = ("ite", condition, then, otherwise)
        found = self._gates.get(key)
        if found is None:
            found = self.variable()
            self._gates[key] = found
            clause = self.clause
            clause([-condition, -then, found])
            clause([-condition, then, -found])
            clause([condition, -otherwise, found])
            clause([condition, otherwise, -found])
            # Implied, but the solver learns from them what it would otherwise have to guess.
            clause([-then, -otherwise, found])
            clause([then, otherwise, -found])
        return found

    def same(self, one: Literal, other: Literal) -> Literal:
        if one == other:
            return TRUE
        if one == -other:
            return FALSE
        if abs(one) == TRUE:
            return other if one == TRUE else -other
        if abs(other) == TRUE:
            return one if other == TRUE else -one
        sign = 1 if (one > 0) == (other > 0) else -1
        one, other = sorted((abs(one), abs(other)))
        key = ("xnor", one, other)
        found = self._gates.get(key)
        if found is None:
            found = self.variable()
            self._gates[key] = found
            clause = self.clause
            clause([-found, -one, other])
            clause([-found, one, -other])
            clause([found, one, other])
            clause([found, -one, -other])
        return sign * found

    def most_of(self, a: Literal, b: Literal, c: Literal) -> Literal:
        """At least two of the three."""
        a, b, c = sorted((a, b, c), key=abs)
        if abs(a) == TRUE:
            return self.any_of((b, c)) if a == TRUE else self.all_of((b, c))
        if a == b or b == c:
            return b
        if a == c:
            return a
        if a == -b:
            return c
        if b == -c:
            return a
        key = ("most", a, b, c)
        found = self._gates.get(key)
        if found is None:
            found = self.variable()
            self._gates[key] = found
            for one, other in ((a, b), (a, c), (b, c)):
                self.clause([-one, -other, found])
                self.clause([one, other, -found])
        return found

    def implies_same(self, condition: Literal, one: Literal, other: Literal) -> None:
        """Where the condition holds the two are the same."""
        self.clause([-condition, -one, other])
        self.clause([-condition, one, -other])

    def exactly_one(self, row: Sequence[Literal]) -> None:
        self.clause(list(row))
        if len(row) <= _PAIRWISE:
            for index, one in enumerate(row):
                for other in row[:index]:
                    self.clause([-one, -other])
            return
        before = row[0]  # is it one of those up to here?
        for one in row[1:]:
            self.clause([-before, -one])
            so_far = self.variable()
            self.clause([-before, so_far])
            self.clause([-one, so_far])
            before = so_far

    # -- numbers

    def number(self, width: int) -> Bits:
        return tuple(self.variable() for _ in range(width))

    def choose_bits(self, condition: Literal, then: Bits, otherwise: Bits) -> Bits:
        pairs = zip(then, otherwise, strict=True)
        return tuple(self.choose(condition, one, other) for one, other in pairs)

    def equal(self, left: Bits, right: Bits) -> Literal:
        return self.all_of([self.same(a, b) for a, b in zip(left, right, strict=True)])

    def below(self, left: Bits, right: Bits, *, signed: bool = True) -> Literal:
        if signed:
            # With the sign bits swapped the order is that of unsigned numbers.
            left, right = (*left[:-1], right[-1]), (*right[:-1], left[-1])
        less = FALSE
        last: tuple[Literal, Literal] | None = None
        for a, b in zip(left, right, strict=True):
            if (a, b) != last:  # the sign, again and again, says nothing new
                less = self.most_of(-a, b, less)
            last = a, b
        return less

    def plus(self, left: Bits, right: Bits, carry: Literal = FALSE) -> Bits:
        total: list[Literal] = []
        for a, b in zip(left, right, strict=True):
            total.append(-self.same(-self.same(a, b), carry))
            carry = self.most_of(a, b, carry)
        return tuple(total)

    def minus(self, left: Bits, right: Bits) -> Bits:
        return self.plus(left, tuple(-each for each in right), TRUE)

    def times(self, left: Bits, right: Bits) -> Bits:
        width = len(left)
        total: Bits = (FALSE,) * width
        for at, bit in enumerate(right):
            if bit != FALSE:
                row = (*(FALSE,) * at, *(self.all_of((bit, each)) for each in left[: width - at]))
                total = self.plus(total, row)
        return total

    def divided(self, left: Bits, right: Bits) -> tuple[Bits, Bits]:
        """Quotient, towards zero, and remainder, with the sign of `left`; division by zero is as
        in `terms.fixed_width`."""
        width = len(left)
        divisor = self.magnitude(right)
        rest: Bits = (FALSE,) * width
        quotient: list[Literal] = []
        for bit in reversed(self.magnitude(left)):
            overflow, rest = rest[-1], (bit, *rest[:-1])
            fits = self.any_of((overflow, -self.below(rest, divisor, signed=False)))
            rest = self.choose_bits(fits, self.minus(rest, divisor), rest)
            quotient.append(fits)
        negative = -self.same(left[-1], right[-1])
        return (
            self.negated_if(negative, tuple(reversed(quotient))),
            self.negated_if(left[-1], rest),
        )

    def magnitude(self, number: Bits) -> Bits:
        return self.negated_if(number[-1], number)

    def negated_if(self, condition: Literal, number: Bits) -> Bits:
        return self.choose_bits(condition, self.minus((FALSE,) * len(number), number), number)

    def shifted(self, left: Bits, count: Bits, fill: Literal, *, up: bool) -> Bits:
        """By a number that is not negative; all bits are `fill` if it is the width or more."""
        width = len(left)
        for at, bit in enumerate(count):
            by = 1 << at
            if by >= width:
                break
            if bit != FALSE:
                gap = (fill,) * by
                moved = (*gap, *left[:-by]) if up else (*left[by:], *gap)
                left = self.choose_bits(bit, moved, left)
        too_far = -self.below(count, constant(width, len(count)), signed=False)
        return self.choose_bits(too_far, (fill,) * width, left)


def constant(value: int, width: int) -> Bits:
    return tuple(TRUE if value >> at & 1 else FALSE for at in range(width))
