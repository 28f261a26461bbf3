"""Which values of one number satisfy a condition: a set of ranges.

Whether a character is a letter is a comparison with hundreds of constants. Where a condition is
about one number only, and compares it with constants, its solutions are a few ranges; conditions on
the same number are intersections of them, and no solver is needed. Sets are sorted, their ranges
neither touch nor overlap.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heapwise.terms import INT, Op, Scalar, Term, and_, le, lt, or_
from heapwise.terms.code_points import Ranges, expanded, ranges_of
from heapwise.terms.constructor_table import builder

_FAR = 10**40
"""Stands for infinity: constants are not as large."""
_LARGE = 10**30
_DEEPEST = 200
"""Conditions about characters are flat."""
_FORMS = (Op.NOT, Op.AND, Op.OR, Op.ITE, Op.LT, Op.EQ, Op.ADD, Op.CODE_IS)
ALL: Ranges = ((-_FAR, _FAR),)


class NumberSets:
    """Remembers the solutions of each condition."""

    def __init__(self) -> None:
        self._known: dict[Term, Ranges | None] = {}
        self._compares: dict[Term, frozenset[Term] | None] = {}

    def solutions(self, condition: Term) -> tuple[Term, Ranges] | None:
        """The number that it is about, a symbol or a cell of the initial heap, and its values; None
        if it is not of this form."""
        numbers = self._numbers(condition) if condition.depth <= _DEEPEST else None
        if numbers is None or len(numbers) != 1:
            return None
        (number,) = numbers
        found = self._set(condition, number)
        return None if found is None else (number, found)

    def _numbers(self, term: Term) -> frozenset[Term] | None:
        """What it compares; None if there is anything but numbers and constants."""
        if term not in self._compares:
            self._compares[term] = self._found(term)
        return self._compares[term]

    def _found(self, term: Term) -> frozenset[Term] | None:
        if term.op in (Op.SYMBOL, Op.SELECT):
            return frozenset((term,)) if term.sort is INT else None
        if term.op not in _FORMS:
            return None
        found: frozenset[Term] = frozenset()
        for arg in term.args:
            part = self._numbers(arg) if isinstance(arg, Term) else frozenset()
            if part is None:
                return None
            found |= part
        return found

    def _set(self, condition: Scalar, number: Term) -> Ranges | None:
        if not isinstance(condition, Term):
            return ALL if condition else ()
        if condition not in self._known:
            self._known[condition] = self._made(condition, number)
        return self._known[condition]

    def _made(self, condition: Term, number: Term) -> Ranges | None:
        op, args = condition.op, condition.args
        if op == Op.LT or op == Op.EQ:
            return self._compared(op, args[0], args[1], number)
        if op == Op.CODE_IS:
            return self._kind(condition, number)
        if op not in (Op.NOT, Op.AND, Op.OR, Op.ITE):
            return None
        parts: list[Ranges] = []
        for arg in args:
            part = self._set(arg, number)
            if part is None:
                return None
            parts.append(part)
        if op == Op.NOT:
            return complement(parts[0])
        if op == Op.ITE:
            return _chosen(*parts)
        if op == Op.OR:
            return union(*parts)
        result = ALL
        for part in parts:
            result = intersection(result, part)
        return result

    def _kind(self, condition: Term, number: Term) -> Ranges | None:
        code = condition.args[0]
        offset = _offset(code, number)
        if offset is not None:
            ranges = ranges_of(str(condition.value))
            return tuple((first - offset, last - offset) for first, last in ranges)
        if isinstance(code, Term) and code.op == Op.ITE:
            return self._set(expanded(condition), number)
        return None

    def _compared(self, op: str, a: Scalar, b: Scalar, number: Term) -> Ranges | None:
        """Of numbers one of which is a constant."""
        for position, side in enumerate((a, b)):
            if isinstance(side, Term) and side.op == Op.ITE:
                condition = self._set(side.args[0], number)
                either = [
                    self._compared(op, *((value, b) if position == 0 else (a, value)), number)
                    for value in side.args[1:]
                ]
                if condition is None or either[0] is None or either[1] is None:
                    return None
                return _chosen(condition, either[0], either[1])
        if type(a) is int and type(b) is int:
            return ALL if (a < b if op == Op.LT else a == b) else ()
        constant, other, flipped = (a, b, True) if type(a) is int else (b, a, False)
        offset = _offset(other, number)
        if type(constant) is not int or abs(constant) > _LARGE or offset is None:
            return None
        value = constant - offset
        if op == Op.EQ:
            return ((value, value),)
        return ((value + 1, _FAR),) if flipped else ((-_FAR, value - 1),)


def _offset(term: Scalar, number: Term) -> int | None:
    """What is added to the number."""
    if term is number:
        return 0
    if isinstance(term, Term) and term.op == Op.ADD and term.args[0] is number:
        more = term.args[1]
        return more if type(more) is int and abs(more) < _LARGE else None
    return None


def complement(ranges: Ranges) -> Ranges:
    found = []
    start = -_FAR
    for first, last in ranges:
        if start < first:
            found.append((start, first - 1))
        start = last + 1
    if start <= _FAR:
        found.append((start, _FAR))
    return tuple(found)


def union(*sets: Ranges) -> Ranges:
    found: list[tuple[int, int]] = []
    for first, last in sorted(each for ranges in sets for each in ranges):
        if found and first <= found[-1][1] + 1:
            if last > found[-1][1]:
                found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return tuple(found)


def intersection(a: Ranges, b: Ranges) -> Ranges:
    return tuple(_common(a, b))


def _common(a: Ranges, b: Ranges) -> Iterator[tuple[int, int]]:
    x = y = 0
    while x < len(a) and y < len(b):
        first, last = max(a[x][0], b[y][0]), min(a[x][1], b[y][1])
        if first <= last:
            yield first, last
        if a[x][1] < b[y][1]:
            x += 1
        else:
            y += 1


def _chosen(condition: Ranges, then: Ranges, otherwise: Ranges) -> Ranges:
    """If-then-else."""
    here, there = intersection(condition, then), intersection(complement(condition), otherwise)
    return union(here, there)


def nearest_to_zero(ranges: Ranges) -> int:
    """Of a set that is not empty."""
    ends = [0 if first <= 0 <= last else min(first, last, key=abs) for first, last in ranges]
    return min(ends, key=abs)


def is_in(number: Term, ranges: Ranges) -> Scalar:
    """As a condition. Solvers like fewer comparisons better than deep trees."""
    return or_(
        *(
            and_(
                True if first == -_FAR else le(first, number),
                True if last == _FAR else lt(number, last + 1),
            )
            for first, last in ranges
        )
    )


def narrowed(term: Scalar, sets: Mapping[Term, Ranges], known: dict[Term, Scalar]) -> Scalar:
    """The condition, where numbers are in these sets: there, a kind of characters is a few ranges.
    `known` remembers what was narrowed to the same sets."""
    if not isinstance(term, Term) or term.op in (Op.SYMBOL, Op.SELECT, Op.CONST):
        return term
    if term.depth > _DEEPEST:
        return term
    found = known.get(term)
    if found is None:
        if term.op == Op.CODE_IS:
            found = _narrowed_kind(term, sets)
        else:
            parts = [narrowed(arg, sets, known) for arg in term.args]
            same = all(new is old for new, old in zip(parts, term.args, strict=True))
            found = term if same else builder(term)(*parts)
        known[term] = found
    return found


def _narrowed_kind(term: Term, sets: Mapping[Term, Ranges]) -> Scalar:
    code = term.args[0]
    number, offset = code, 0
    if isinstance(code, Term) and code.op == Op.ADD and type(code.args[1]) is int:
        number, offset = code.args[0], code.args[1]
    values = sets.get(number) if isinstance(number, Term) else None
    if values is None:
        return term
    kind = ((first - offset, last - offset) for first, last in ranges_of(str(term.value)))
    there = intersection(values, tuple(kind))
    assert isinstance(number, Term)
    return True if there == values else is_in(number, there)
