"""Guarded sets: values with finitely many alternatives, each under a condition of its own.

A reference in a bounded universe, or a counter, is one of a few constants. As a nested if-then-else
it would have to be taken apart again and again; as a table from constants to guards it is read,
compared and merged alternative by alternative, and an alternative that two sides have in common
stays one. In registers and heaps such a value is still a term, the if-then-else over its
alternatives in order; `Tables` remembers the table of each.

Invariant: the guards of a table are pairwise disjoint, and one of them holds wherever the value is
looked at. Which of them is left out of the if-then-else at its end must not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from heapwise.terms import (
    BOOL,
    CLASS,
    INT,
    REF,
    Op,
    Scalar,
    Term,
    and_,
    eq,
    ite,
    not_,
    or_,
    sort_of,
    symbol,
)
from heapwise.terms.term import make

Table: TypeAlias = Mapping[Scalar, Scalar]
"""From constants to guards."""

MOST = 256
"""Alternatives that a number may have before it is treated as any other term."""


class Names:
    """Symbols for conditions: what is built from a condition stays small, and a condition and its
    negation are told to be so. `meaning` has what each symbol stands for."""

    def __init__(self) -> None:
        self._names: dict[Term, Term] = {}
        self.meaning: dict[Term, Term] = {}

    def of(self, condition: Scalar) -> Scalar:
        if not isinstance(condition, Term):
            return condition
        if condition.op == Op.NOT:
            return not_(self.of(condition.args[0]))
        if condition.op == Op.SYMBOL:
            return condition
        if condition.op == Op.EQ and sort_of(condition.args[0]) in (REF, CLASS):
            return condition
        found = self._names.get(condition)
        if found is None:
            found = symbol(f"b{len(self._names)}", BOOL)
            self._names[condition] = found
            self.meaning[found] = condition
        return found


class Tables:
    """`domain` tells the constants that a symbol of sort Ref or Class can be; `names` the symbols
    for the guards of values that are kept."""

    def __init__(self, domain: Callable[[Term], Iterable[Scalar]], names: Names) -> None:
        self._domain = domain
        self._names = names
        self._known: dict[Term, Table | None] = {}

    def of(self, value: Scalar) -> Table | None:
        """The alternatives of a value, or None if it is a number without such a form."""
        if not isinstance(value, Term) or value.op == Op.CONST:
            return {value: True}
        if value in self._known:
            return self._known[value]
        found: Table | None = None
        if value.op == Op.SYMBOL:
            if value.sort is not INT:
                found = {each: eq(value, each) for each in self._domain(value)}
        elif value.op == Op.ITE:
            then, otherwise = self.of(value.args[1]), self.of(value.args[2])
            if then is not None and otherwise is not None:
                found = union(value.args[0], then, otherwise)
        elif value.op in (Op.ADD, Op.SUB) and all(self.of(arg) is not None for arg in value.args):
            sign = 1 if value.op == Op.ADD else -1
            left, right = self.of(value.args[0]), self.of(value.args[1])
            assert left is not None and right is not None
            if len(left) * len(right) <= MOST:
                found = combine(left, right, lambda a, b: a + sign * b)
        if found is not None and len(found) > MOST and value.sort is INT:
            found = None
        self._known[value] = found
        return found

    def references(self, value: Scalar) -> Table:
        table = self.of(value)
        assert table is not None, value
        return table

    def term(self, table: Table) -> Scalar:
        """The value with these alternatives."""
        if len(table) == 1:
            return next(iter(table))
        table = {constant: self._names.of(guard) for constant, guard in table.items()}
        items = sorted(table.items(), key=_order)
        result: Scalar = items[-1][0]
        sort = sort_of(result)
        for constant, guard in reversed(items[:-1]):
            result = make(Op.ITE, sort, (guard, constant, result))
        assert isinstance(result, Term)
        self._known[result] = table
        return result

    def merge(self, condition: Term, then: Scalar, otherwise: Scalar) -> Scalar:
        if sort_of(then) in (INT, REF):
            ours, theirs = self.of(then), self.of(otherwise)
            if ours is not None and theirs is not None:
                return self.term(union(condition, ours, theirs))
        return ite(condition, then, otherwise)


def _order(item: tuple[Scalar, Scalar]) -> int:
    constant = item[0]
    if isinstance(constant, Term):
        constant = constant.value  # type: ignore[assignment]  # constants have numbers
    assert isinstance(constant, int)
    return constant


def union(condition: Scalar, then: Table, otherwise: Table) -> Table:
    """The first table where the condition holds, and the second elsewhere."""
    if condition is True:
        return then
    if condition is False:
        return otherwise
    found: dict[Scalar, Scalar] = {}
    negation = not_(condition)
    for constant, guard in then.items():
        other = otherwise.get(constant, False)
        if other is guard:
            found[constant] = guard
        else:
            found[constant] = or_(and_(condition, guard), and_(negation, other))
    for constant, guard in otherwise.items():
        if constant not in found:
            found[constant] = and_(negation, guard)
    return _proper(found)


def combine(left: Table, right: Table, build: Callable[..., Scalar]) -> Table:
    """What comes of every pair of alternatives."""
    parts: dict[Scalar, list[Scalar]] = {}
    for a, when in left.items():
        for b, and_when in right.items():
            parts.setdefault(build(a, b), []).append(and_(when, and_when))
    return _proper({value: or_(*guards) for value, guards in parts.items()})


def chain(table: Table, value_at: Callable[[Scalar], Table]) -> Table:
    """What a function from constants to tables gives for a guarded constant."""
    parts: dict[Scalar, list[Scalar]] = {}
    for constant, guard in table.items():
        for value, when in value_at(constant).items():
            parts.setdefault(value, []).append(and_(guard, when))
    return _proper({value: or_(*guards) for value, guards in parts.items()})


def holds(table: Table, test: Callable[[Scalar], bool]) -> Scalar:
    """The condition that the value passes a test."""
    passing = [guard for constant, guard in table.items() if test(constant)]
    failing = len(table) - len(passing)
    if failing == 0:
        return True
    if failing < len(passing):
        return not_(or_(*(guard for constant, guard in table.items() if not test(constant))))
    return or_(*passing)


def same(left: Table, right: Table) -> Scalar:
    if len(left) == 1 and len(right) == 1:
        return next(iter(left)) is next(iter(right)) or next(iter(left)) == next(iter(right))
    if len(left) > len(right):
        left, right = right, left
    return or_(*(and_(guard, right.get(constant, False)) for constant, guard in left.items()))


def _proper(table: Mapping[Scalar, Scalar]) -> Table:
    found = {constant: guard for constant, guard in table.items() if guard is not False}
    for constant, guard in found.items():
        if guard is True:
            return {constant: True}
    return found
