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

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol, TypeAlias, TypeVar

from heapwise.solver import PathCondition
from heapwise.solver.finite import RowSelection, Selection, ValueSelection
from heapwise.terms import (
    BOOL,
    CLASS,
    FLOAT,
    FLOAT32,
    INT,
    REF,
    Op,
    Scalar,
    Sort,
    Term,
    and_,
    builder,
    eq,
    is_constant,
    is_number,
    ite,
    lt,
    not_,
    or_,
    sort_of,
    subterms,
    symbol,
)
from heapwise.terms.guards import by_value, choice
from heapwise.terms.term import make

K = TypeVar("K")

Table: TypeAlias = Mapping[Scalar, Scalar]
"""From constants to guards."""

_RECURSION = 60

MOST = 256
"""Alternatives that a number may have before it is treated as any other term."""

MOST_PAIRS = 1024
"""Alternatives of two numbers that are compared one with each other."""


FLOATING = (FLOAT, FLOAT32)

_COMPUTED = (Op.MUL, Op.FLOORDIV, Op.MOD)
"""Operations on integers that have no other form than their alternatives."""


def _is_plain(constant: Scalar) -> bool:
    number = constant.value if isinstance(constant, Term) else constant
    return isinstance(number, float) and number == number and number != 0


class EqualConditions(Protocol):
    def equal_to(self, condition: Term) -> Scalar | None:
        """A condition that is known to be the same, or a truth value."""
        ...

    def note(self, condition: Term) -> None:
        """One that others may be equal to."""
        ...


class Names:
    """Symbols for conditions: what is built from a condition stays small, and a condition and its
    negation are told to be so. `meaning` has what each symbol stands for, `selections` those that
    stand for what is selected from several values. With `equal`, conditions that come to the same
    have the same name."""

    def __init__(self) -> None:
        self._names: dict[Term, Scalar | None] = {}
        self.equal: EqualConditions | None = None
        self.meaning: dict[Term, Term] = {}
        self.selections: dict[Term, Selection] = {}

    def meaning_of(self, symbol: Term) -> Scalar | None:
        found = self.selections.get(symbol)
        if found is None:
            return self.meaning.get(symbol)
        if isinstance(found, RowSelection):
            constant = next(each for each, own in found.symbols.items() if own is symbol)
            return or_(*(and_(guard, row.get(constant, False)) for guard, row in found.choices))
        return choice(found.choices)

    def select_row(self, choices: Sequence[tuple[Scalar, Table]]) -> Table:
        """The reference that is given by the table whose guard holds. The guards exclude each
        other, and one of them holds wherever the reference is looked at."""
        choices = [choice for choice in choices if choice[0] is not False]
        for guard, table in choices:
            if guard is True:
                return table
        constants = list(dict.fromkeys(each for _, table in choices for each in table))
        if len(constants) == 1:
            return {constants[0]: True}
        number = len(self.selections)
        symbols = {each: symbol(f"s{number}.{at}", BOOL) for at, each in enumerate(constants)}
        selection = RowSelection(choices, symbols)
        self.selections.update(dict.fromkeys(symbols.values(), selection))
        return dict(symbols)

    def select(self, choices: Sequence[tuple[Scalar, Scalar]], sort: Sort) -> Scalar:
        """A number or a truth value, likewise; constants do not tell how many bits they have."""
        choices = [choice for choice in choices if choice[0] is not False]
        values = list(dict.fromkeys(value for _, value in choices))
        if len(values) == 1:
            return values[0]
        for guard, value in choices:
            if guard is True:
                return value
        found = symbol(f"s{len(self.selections)}", sort)
        self.selections[found] = ValueSelection(choices)
        return found

    def of(self, condition: Scalar) -> Scalar:
        if not isinstance(condition, Term):
            return condition
        if condition.op == Op.NOT:
            return not_(self.of(condition.args[0]))
        is_equality = condition.op == Op.EQ and sort_of(condition.args[0]) in (REF, CLASS)
        if condition.op == Op.SYMBOL or is_equality:
            if self.equal is not None:
                self.equal.note(condition)
            return condition
        found = self._names.get(condition)
        if found is None and self.equal is not None:
            found = self._names[condition] = self.equal.equal_to(condition)
        if found is None:
            found = symbol(f"b{len(self.meaning)}", BOOL)
            self._names[condition] = found
            self.meaning[found] = condition
            if self.equal is not None:
                self.equal.note(found)
        return found

    def path(self, path: PathCondition) -> Scalar:
        """The condition that a path is taken, by one name."""
        reached: Scalar = True
        for term in path.asserted_terms():
            reached = self.of(and_(reached, term))
        return reached


def _chain(items: Sequence[tuple[Scalar, Scalar]], last: Scalar) -> Term:
    result = last
    for constant, guard in reversed(items):
        result = make(Op.ITE, sort_of(last), (guard, constant, result))
    assert isinstance(result, Term)
    return result


def _is_computed(value: Term) -> bool:
    return any(each.op in _COMPUTED for each in subterms(value))


def _unlimited(symbol: Term) -> None:
    return None


class Tables:
    """`domain` tells the constants that a symbol of sort Ref or Class can be, `limits` what a
    number is at least and at most, if there are such limits; `names` the symbols for the guards of
    values that are kept."""

    def __init__(
        self,
        domain: Callable[[Term], Iterable[Scalar]],
        names: Names,
        limits: Callable[[Term], tuple[int, int] | None] = _unlimited,
    ) -> None:
        self._domain = domain
        self._limits = limits
        self._names = names
        self._known: dict[Term, Table | None] = {}
        self._open: dict[Term, Table] = {}
        self._made: dict[Term, Table] = {}
        self._between: dict[Term, tuple[int, int] | None] = {}

    def of(self, value: Scalar) -> Table | None:
        """The alternatives of a value, or None if it is a number without such a form."""
        if not isinstance(value, Term) or value.op == Op.CONST:
            return {value: True}
        if value in self._known:
            return self._known[value]
        found: Table | None = None
        if value.op == Op.SYMBOL:
            if not is_number(value.sort):
                found = {each: eq(value, each) for each in self._domain(value)}
        elif value.op == Op.ITE:
            if value.depth > _RECURSION:
                for node in subterms(value):
                    if node.op == Op.ITE and node.depth < value.depth and node.sort is value.sort:
                        self.of(node)
            then, otherwise = self.of(value.args[1]), self.of(value.args[2])
            if then is not None and otherwise is not None:
                found = self._named(self.union(self.told(value.args[0]), then, otherwise))
        elif value.op in (Op.ADD, Op.SUB) and all(self.of(arg) is not None for arg in value.args):
            sign = 1 if value.op == Op.ADD else -1
            left, right = self.of(value.args[0]), self.of(value.args[1])
            assert left is not None and right is not None
            if len(left) * len(right) <= MOST:
                found = combine(left, right, lambda a, b: a + sign * b)
        elif (value.sort.width or value.sort in FLOATING) and self._are_known(value.args):
            found = self._computed(value)
        elif value.op in (Op.ADD, Op.SUB, *_COMPUTED) and _is_computed(value):
            found = self.bounded(value)
        if found is not None and len(found) > MOST and is_number(value.sort):
            found = None
        self._known[value] = found
        return found

    def bounded(self, value: Scalar) -> Table | None:
        """The alternatives of a value, also of a number that is computed from limited ones, such as
        lengths: it has this form only where it is needed."""
        if not isinstance(value, Term) or value.op not in (Op.ADD, Op.SUB, *_COMPUTED):
            table = self.of(value)
            if table is not None or not isinstance(value, Term):
                return table
        if value.op == Op.SYMBOL:
            limits = self._limits(value)
            if limits is None:
                return None
            return {each: eq(value, each) for each in range(limits[0], limits[1] + 1)}
        if value.op == Op.ITE:
            then, otherwise = map(self.bounded, value.args[1:])
            if then is None or otherwise is None:
                return None
            return self._named(self.union(self.told(value.args[0]), then, otherwise))
        if value.op not in (Op.ADD, Op.SUB, *_COMPUTED):
            return None
        left, right = map(self.bounded, value.args)
        if left is None or right is None or len(left) * len(right) > MOST:
            return None
        return self._named(combine(left, right, builder(value)))

    def between(self, value: Scalar) -> tuple[int, int] | None:
        """What an integer is at least and at most, if it is made of limited ones: where that alone
        decides a comparison, nothing needs to be kept about it."""
        if not isinstance(value, Term):
            return (value, value) if type(value) is int else None
        if value.sort is not INT or value.depth > _RECURSION:
            return None
        if value not in self._between:
            self._between[value] = self._limited(value)
        return self._between[value]

    def _limited(self, value: Term) -> tuple[int, int] | None:
        if value.op == Op.SYMBOL:
            return self._limits(value)
        if value.op not in (Op.ADD, Op.SUB, Op.ITE):
            return None
        one, other = map(self.between, value.args[-2:])
        if one is None or other is None:
            return None
        if value.op == Op.ITE:
            return min(one[0], other[0]), max(one[1], other[1])
        if value.op == Op.ADD:
            return one[0] + other[0], one[1] + other[1]
        return one[0] - other[1], one[1] - other[0]

    def narrow(self, symbol: Term, constants: Iterable[Scalar]) -> None:
        """A symbol of sort Ref has been proved to be one of these, wherever it is looked at."""
        self._known[symbol] = {each: eq(symbol, each) for each in constants}

    def numbers(self, value: Scalar) -> Table:
        """The alternatives of a number, integers of the input among them."""
        found = self.of(value)
        if found is None:
            assert isinstance(value, Term)
            found = self._open.get(value)
        if found is None:
            assert isinstance(value, Term)
            found = {value: True}
            if value.op == Op.ITE:
                then, otherwise = self.numbers(value.args[1]), self.numbers(value.args[2])
                if len(then) + len(otherwise) <= MOST:
                    found = self._named(self.union(self.told(value.args[0]), then, otherwise))
            self._open[value] = found
        return found

    def _are_known(self, values: Iterable[Scalar]) -> bool:
        """Have all of them alternatives that a table can tell apart? Zeros of floats and those that
        are no numbers are not what they are equal to."""
        for value in values:
            table = self.of(value)
            if table is None:
                return False
            if sort_of(value) in FLOATING and not all(map(_is_plain, table)):
                return False
        return True

    def comparison(self, condition: Term) -> Scalar:
        """A comparison of floats, alternative by alternative, if they have some."""
        if not self._are_known(condition.args):
            return condition
        compare = builder(condition)
        left, right = (self.of(arg) or {} for arg in condition.args)
        if len(left) * len(right) > MOST_PAIRS:
            return condition
        return or_(
            *(
                and_(when, and_when, compare(a, b))
                for a, when in left.items()
                for b, and_when in right.items()
            )
        )

    def told(self, condition: Scalar) -> Scalar:
        """A comparison of numbers, alternative by alternative."""
        if not isinstance(condition, Term) or condition.sort is not BOOL:
            return condition
        if condition.op == Op.NOT:
            return not_(self.told(condition.args[0]))
        if condition.op in (Op.FLT, Op.FLE):
            return self.comparison(condition)
        if condition.op not in (Op.LT, Op.EQ) or not is_number(sort_of(condition.args[0])):
            return condition
        if condition.op == Op.LT:
            one, other = map(self.between, condition.args)
            if one is not None and other is not None:
                if one[1] < other[0]:
                    return True
                if one[0] >= other[1]:
                    return False
        left, right = map(self.numbers, condition.args)
        if len(left) * len(right) > MOST_PAIRS or len(left) == len(right) == 1:
            return condition
        build = lt if condition.op == Op.LT else eq
        return or_(
            *(
                and_(when, and_when, build(a, b))
                for a, when in left.items()
                for b, and_when in right.items()
            )
        )

    def _computed(self, value: Term) -> Table | None:
        """An operation on machine numbers of which all alternatives are known."""
        compute = builder(value)
        first, *rest = [self.references(arg) for arg in value.args]
        if not rest:
            rest = [{0: True}]
            return combine(first, rest[0], lambda a, _: compute(a))
        return combine(first, rest[0], compute) if len(first) * len(rest[0]) <= MOST else None

    def references(self, value: Scalar) -> Table:
        table = self.of(value)
        assert table is not None, value
        return table

    def term(self, table: Table) -> Scalar:
        """The value with these alternatives."""
        if len(table) == 1:
            return next(iter(table))
        table = self._named(table)
        if len(table) == 1:
            return next(iter(table))
        is_closed = all(map(is_constant, table))
        items = sorted(table.items(), key=_order) if is_closed else list(table.items())
        result = _chain(items[:-1], items[-1][0])
        if self._made.setdefault(result, table) != table:
            # Of two tables that differ in the last guard only, both may have cases in which no
            # alternative holds, and not the same ones.
            result = _chain(items, items[0][0])
        known = self._known if is_closed else self._open
        known.setdefault(result, table)
        return result

    def choice(self, condition: Term, then: Scalar, otherwise: Scalar) -> Scalar:
        """As `merge`, but the table is made when it is asked for: most of what is kept in a heap
        is merged again and again before anyone looks at it."""
        if then is otherwise or then == otherwise:
            return then
        if condition.op == Op.NOT:
            inner = condition.args[0]
            assert isinstance(inner, Term)
            return self.choice(inner, otherwise, then)
        if (
            isinstance(otherwise, Term)
            and otherwise.op == Op.ITE
            and otherwise.args[0] is condition
        ):
            otherwise = otherwise.args[2]
        if isinstance(then, Term) and then.op == Op.ITE and then.args[0] is condition:
            then = then.args[1]
        return make(Op.ITE, sort_of(then), (condition, then, otherwise))

    def settled(self, value: Scalar) -> Scalar:
        """A value that was put together by `choice`, in the form that it has everywhere else."""
        if not isinstance(value, Term) or value.op != Op.ITE:
            return value
        if value.sort is not REF and not is_number(value.sort):
            return value
        table = self.references(value) if value.sort is REF else self.numbers(value)
        return self.term(table)

    def _named(self, table: Table) -> Table:
        found = _proper({each: self._names.of(guard) for each, guard in table.items()})
        # Where no alternative can hold nobody looks: any will do.
        return found or {next(iter(table)): True}

    def union(self, condition: Scalar, then: Table, otherwise: Table) -> Table:
        """The first table where the condition holds, and the second elsewhere."""
        return union(condition, then, otherwise, self.both)

    def both(self, one: Scalar, other: Scalar) -> Scalar:
        """By a name of its own: then it is known to be false as soon as it cannot hold."""
        return self._names.of(and_(one, other))

    def merge(self, condition: Term, then: Scalar, otherwise: Scalar) -> Scalar:
        sort = sort_of(then)
        if sort is REF:
            ours, theirs = self.references(then), self.references(otherwise)
            return self.term(self.union(condition, ours, theirs))
        if is_number(sort):
            ours, theirs = self.numbers(then), self.numbers(otherwise)
            if len(ours) + len(theirs) <= MOST:
                return self.term(self.union(condition, ours, theirs))
        return ite(condition, then, otherwise)


def known(path: PathCondition, table: Mapping[K, Scalar]) -> dict[K, Scalar]:
    """The alternatives that the path has not ruled out."""
    if len(table) == 1:
        return dict(table)
    kept: dict[K, Scalar] = {}
    for constant, guard in table.items():
        decided = path.decided(guard)
        if decided is True:
            return {constant: True}
        if decided is None:
            kept[constant] = guard
    return kept if kept else dict(table)


def _order(item: tuple[Scalar, Scalar]) -> int:
    constant = item[0]
    if isinstance(constant, Term):
        constant = constant.value  # type: ignore[assignment]  # constants have numbers
    assert isinstance(constant, int)
    return constant


def union(
    condition: Scalar,
    then: Table,
    otherwise: Table,
    both: Callable[[Scalar, Scalar], Scalar] = and_,
) -> Table:
    """The first table where the condition holds, and the second elsewhere."""
    if condition is True:
        return then
    if condition is False:
        return otherwise
    assert isinstance(condition, Term)
    if condition.op == Op.NOT:
        # The same choice may be written with the condition or with its negation. One form for
        # both lets equal results be one term.
        condition, then, otherwise = condition.args[0], otherwise, then
    found: dict[Scalar, Scalar] = {}
    negation = not_(condition)
    for constant, guard in then.items():
        other = otherwise.get(constant, False)
        if other is guard:
            found[constant] = guard
        else:
            found[constant] = or_(both(condition, guard), both(negation, other))
    for constant, guard in otherwise.items():
        if constant not in found:
            found[constant] = both(negation, guard)
    return _proper(found)


def combine(left: Table, right: Table, build: Callable[..., Scalar]) -> Table:
    """What comes of every pair of alternatives."""
    return _proper(
        by_value(
            (build(a, b), and_(when, and_when))
            for a, when in left.items()
            for b, and_when in right.items()
        )
    )


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
