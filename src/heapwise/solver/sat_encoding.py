"""Terms over finite domains as literals of a SAT solver, and numbers as rows of them.

Names for conditions cost nothing here: a name is the literal of what it stands for. Mathematical
integers have as many bits as the small-model property asks for (`finite`). So have words, as long
as they are compared and nothing is computed with them: then it does not matter which numbers they
are, but only in which order, and that is so for any number of bits that leaves room enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from heapwise.solver.finite import (
    Definitions,
    Numbers,
    RangeError,
    RowSelection,
    Selection,
    ValueSelection,
)
from heapwise.solver.sat_circuits import FALSE, TRUE, Bits, Circuits, Literal, constant
from heapwise.solver.sat_orders import OrderLiterals
from heapwise.terms import BOOL, CLASS, INT, REF, Op, Scalar, Term, sort_of


class _Size(NamedTuple):
    """Of a mathematical integer: it is a constant, a variable or a difference of two (0, 1 or 2
    `variables`), plus constants that come to so much at most."""

    variables: int
    constant: int


_DIFFERENCE = 2


class _Shortened(NamedTuple):
    """Of a word: the families of which it has variables with few bits, and whether it has anything
    that must not be compared with them."""

    few: frozenset[str]
    others: bool


def _larger(one: _Size, other: _Size) -> _Size:
    return _Size(max(one.variables, other.variables), max(one.constant, other.constant))


class Encoding:
    """Terms as literals and bits; its clauses go to the circuits."""

    def __init__(
        self,
        circuits: Circuits,
        domain: Callable[[Term], Sequence[Term]],
        numbers: Numbers,
        names: Definitions | None,
    ) -> None:
        assert numbers.constant is not None
        self.circuits = circuits
        self.domain = domain
        self.numbers = numbers
        self._names = names
        self._meaning: Mapping[Term, Term] = {} if names is None else names.meaning
        self._selections: Mapping[Term, Selection] = {} if names is None else names.selections
        # A difference and constants; one bit more for the sign, one to be safe.
        self._width = (3 * numbers.largest + numbers.constant + 1).bit_length() + 2
        self.literals: dict[Term, Literal] = {}
        self.words: dict[Term, Bits] = {}
        self.rows: dict[Term, dict[Term, Literal]] = {}
        self._sizes: dict[Term, _Size] = {}
        self._orders = OrderLiterals()
        self._shortened: dict[Term, _Shortened] = {}

    def copy(self, circuits: Circuits) -> Encoding:
        """To go on with `circuits`, which are a copy of these."""
        found = Encoding(circuits, self.domain, self.numbers, self._names)
        found.literals = dict(self.literals)
        found.words = dict(self.words)
        found.rows = dict(self.rows)
        found._sizes = dict(self._sizes)
        found._orders = self._orders.copy()
        found._shortened = dict(self._shortened)
        return found

    def variables(self) -> int:
        """How many numbers there are that are variables."""
        return sum(each.op == Op.SYMBOL and each not in self._selections for each in self.words)

    def literal(self, condition: Scalar) -> Literal:
        if not isinstance(condition, Term):
            return TRUE if condition else FALSE
        found = self.literals.get(condition)
        return self._translate(condition) if found is None else found

    def _translate(self, condition: Term) -> Literal:
        """What a term needs comes before it; names may stand for names, to any depth."""
        waiting = [condition]
        while waiting:
            term = waiting[-1]
            if self._is_known(term):
                waiting.pop()
                continue
            needed = [part for part in self._parts(term) if not self._is_known(part)]
            if needed:
                waiting += needed
                continue
            waiting.pop()
            if term.sort is BOOL:
                self.literals[term] = self._boolean(term)
            else:
                self.words[term] = self._number(term)
        return self.literals[condition]

    def _is_known(self, term: Term) -> bool:
        return term in (self.literals if term.sort is BOOL else self.words)

    def _parts(self, term: Term) -> list[Term]:
        if term.op == Op.SYMBOL:
            meaning = self._meaning.get(term)
            if meaning is not None:
                return [meaning]
            selection = self._selections.get(term)
            return [] if selection is None else _selected(selection)
        if term.op == Op.EQ and _is_row(term):
            return []
        return [arg for arg in term.args if isinstance(arg, Term)]

    def _boolean(self, term: Term) -> Literal:
        op, args, circuits = term.op, term.args, self.circuits
        if op == Op.SYMBOL:
            meaning = self._meaning.get(term)
            if meaning is not None:
                return self.literal(meaning)
            selection = self._selections.get(term)
            if isinstance(selection, RowSelection):
                self._select_row(selection)
                return self.literals[term]
            own = circuits.variable()
            if selection is not None:
                for guard, value in selection.choices:
                    circuits.implies_same(self.literal(guard), own, self.literal(value))
            return own
        if op == Op.NOT:
            return -self.literal(args[0])
        if op == Op.AND:
            return circuits.all_of([self.literal(arg) for arg in args])
        if op == Op.OR:
            return circuits.any_of([self.literal(arg) for arg in args])
        if op == Op.ITE:
            return circuits.choose(*(self.literal(arg) for arg in args))
        if op == Op.EQ:
            if _is_row(term):
                if sort_of(args[0]) not in (REF, CLASS):
                    raise RangeError(None)
                return self._in_row(*args)
            if sort_of(args[0]) is BOOL:
                return circuits.same(*(self.literal(arg) for arg in args))
            ours, theirs = self._compared(args)
            if self._are_variables(args) and any(map(self._orders.has, args)):
                return circuits.all_of((-self._below(args), -self._below(args[::-1])))
            return circuits.equal(ours, theirs)
        if op in (Op.LT, Op.BV_ULT):
            ours, theirs = self._compared(args)
            if op == Op.LT and self._are_variables(args):
                return self._below(args)
            return circuits.below(ours, theirs, signed=op == Op.LT)
        raise RangeError(None)

    def _in_row(self, left: Scalar, right: Scalar) -> Literal:
        assert isinstance(left, Term) and isinstance(right, Term)
        if left.op == Op.CONST:
            left, right = right, left
        assert left.op == Op.SYMBOL and right.op == Op.CONST, (left, right)
        row = self.rows.get(left)
        if row is None:
            row = {each: self.circuits.variable() for each in self.domain(left)}
            self.circuits.exactly_one(list(row.values()))
            self.rows[left] = row
        return row.get(right, FALSE)

    # -- numbers

    def _are_variables(self, args: Sequence[Scalar]) -> bool:
        return all(
            isinstance(arg, Term) and arg.op == Op.SYMBOL and arg not in self._selections
            for arg in args
        )

    def _below(self, args: Sequence[Scalar]) -> Literal:
        one, other = args
        assert isinstance(one, Term) and isinstance(other, Term)
        pairs = (one, self.words[one]), (other, self.words[other])
        return self._orders.below(self.circuits, *pairs)

    def _compared(self, args: Sequence[Scalar]) -> tuple[Bits, Bits]:
        left, right = args
        width = next(arg.sort.width for arg in args if isinstance(arg, Term))
        if width:
            self._check_words(left, right)
        else:
            ours, theirs = self._size(left), self._size(right)
            needed = ours.constant + theirs.constant
            assert self.numbers.constant is not None
            if ours.variables + theirs.variables > _DIFFERENCE:
                raise RangeError(None)
            if needed > self.numbers.constant:
                raise RangeError(needed)
        return self._bits(left, width), self._bits(right, width)

    def _check_words(self, left: Scalar, right: Scalar) -> None:
        """Words with few bits may be compared with each other, and with small constants."""
        both = self._shortest((left, right))
        if both.few and both.others:
            raise RangeError(None, both.few)

    def _bits(self, number: Scalar, width: int) -> Bits:
        if isinstance(number, Term):
            return self.words[number]
        assert isinstance(number, int)
        return constant(number, width or self._width)

    def _size(self, number: Scalar) -> _Size:
        if isinstance(number, Term):
            return self._sizes[number]
        assert isinstance(number, int)
        return _Size(0, abs(number))

    def _number(self, term: Term) -> Bits:
        width = term.sort.width
        if not width and term.sort is not INT:
            raise RangeError(None)
        if term.op == Op.SYMBOL:
            selection = self._selections.get(term)
            if isinstance(selection, ValueSelection):
                return self._select(term, selection, width)
            return self._word_variable(term, width) if width else self._variable(term)
        if term.op == Op.ITE:
            condition, then, otherwise = term.args
            if width:
                self._shortened[term] = self._shortest((then, otherwise))
            else:
                self._sizes[term] = _larger(self._size(then), self._size(otherwise))
            ends = self._bits(then, width), self._bits(otherwise, width)
            return self.circuits.choose_bits(self.literal(condition), *ends)
        return self._word(term, width) if width else self._sum(term)

    def _select(self, term: Term, selection: ValueSelection, width: int) -> Bits:
        values = [value for _, value in selection.choices]
        if width:
            self._shortened[term] = self._shortest(values)
        else:
            self._sizes[term] = reduce(_larger, map(self._size, values))
        all_bits = [self._bits(value, width) for value in values]
        used = max(map(_used, all_bits))
        bits = self.circuits.number(used)
        for (guard, _), value_bits in zip(selection.choices, all_bits, strict=True):
            condition = self.literal(guard)
            for own, bit in zip(bits, value_bits, strict=False):
                self.circuits.implies_same(condition, own, bit)
        return bits + bits[-1:] * (len(all_bits[0]) - used)

    def _select_row(self, selection: RowSelection) -> None:
        circuits = self.circuits
        row = {each: circuits.variable() for each in selection.symbols}
        for each, symbol in selection.symbols.items():
            self.literals[symbol] = row[each]
        circuits.exactly_one(list(row.values()))
        for guard, table in selection.choices:
            condition = -self.literal(guard)
            for each, when in table.items():
                circuits.clause([condition, -self.literal(when), row[each]])

    def _shortest(self, values: Sequence[Scalar]) -> _Shortened:
        """Of what is one of several words."""
        limit = self.numbers.constant
        assert limit is not None
        few: frozenset[str] = frozenset()
        others = False
        for each in values:
            if isinstance(each, Term):
                few |= self._shortened[each].few
                others = others or self._shortened[each].others
            else:
                others = others or abs(int(each)) > limit
        return _Shortened(few, others)

    def _word_variable(self, term: Term, width: int) -> Bits:
        family = str(term.value).partition("@")[0]
        if width <= self._width or family in self.numbers.range.whole:
            self._shortened[term] = _Shortened(frozenset(), True)
            return self.circuits.number(width)
        self._shortened[term] = _Shortened(frozenset((family,)), False)
        bits = self.circuits.number(self._width)
        return bits + bits[-1:] * (width - self._width)

    def _variable(self, term: Term) -> Bits:
        self._sizes[term] = _Size(1, 0)
        bits = self.circuits.number(self._width)
        largest = constant(self.numbers.largest, self._width)
        least = constant(-self.numbers.largest, self._width)
        self.circuits.clause([-self.circuits.below(largest, bits)])
        self.circuits.clause([-self.circuits.below(bits, least)])
        return bits

    def _sum(self, term: Term) -> Bits:
        """A sum of one variable and constants, or a difference: with more the numbers would have
        to be larger."""
        if term.op not in (Op.ADD, Op.SUB):
            raise RangeError(None)
        left, right = (self._size(arg) for arg in term.args)
        variables = left.variables + right.variables
        if term.op == Op.SUB and right.variables:
            # Nothing minus a variable is a difference too, from a variable that is zero.
            is_simple = left.variables <= 1 and right.variables == 1
            variables = _DIFFERENCE
        else:
            is_simple = left.variables == 0 or right.variables == 0
        if not is_simple:
            raise RangeError(None)
        total = left.constant + right.constant
        if total > self.numbers.largest:
            raise RangeError(total)
        self._sizes[term] = _Size(variables, total)
        compute = self.circuits.plus if term.op == Op.ADD else self.circuits.minus
        return compute(self._bits(term.args[0], 0), self._bits(term.args[1], 0))

    def _word(self, term: Term, width: int) -> Bits:
        """Of a fixed width, and no number of larger size."""
        op, circuits = term.op, self.circuits
        self._shortened[term] = _Shortened(frozenset(), True)
        words = [arg for arg in term.args if isinstance(arg, Term)]
        few = frozenset[str]().union(*(self._shortened[arg].few for arg in words))
        if few and op != Op.SIGN_EXTEND:
            raise RangeError(None, few)
        if op == Op.SIGN_EXTEND:
            self._shortened[term] = self._shortened[words[0]]
        if op in (Op.SIGN_EXTEND, Op.ZERO_EXTEND, Op.TRUNCATE):
            inner = term.args[0]
            assert isinstance(inner, Term)
            bits = self.words[inner]
            fill = bits[-1] if op == Op.SIGN_EXTEND else FALSE
            return (bits + (fill,) * width)[:width]
        if op not in _WORDS:
            raise RangeError(None)
        return _WORDS[op](circuits, *(self._bits(arg, width) for arg in term.args))


_WORDS: dict[str, Callable[[Circuits, Bits, Bits], Bits]] = {
    Op.BV_ADD: lambda circuits, a, b: circuits.plus(a, b),
    Op.BV_SUB: lambda circuits, a, b: circuits.minus(a, b),
    Op.BV_MUL: lambda circuits, a, b: circuits.times(a, b),
    Op.BV_SDIV: lambda circuits, a, b: circuits.divided(a, b)[0],
    Op.BV_SREM: lambda circuits, a, b: circuits.divided(a, b)[1],
    Op.BV_AND: lambda circuits, a, b: tuple(
        circuits.all_of(pair) for pair in zip(a, b, strict=True)
    ),
    Op.BV_OR: lambda circuits, a, b: tuple(
        circuits.any_of(pair) for pair in zip(a, b, strict=True)
    ),
    Op.BV_XOR: lambda circuits, a, b: tuple(
        -circuits.same(*pair) for pair in zip(a, b, strict=True)
    ),
    Op.BV_SHL: lambda circuits, a, b: circuits.shifted(a, b, FALSE, up=True),
    Op.BV_ASHR: lambda circuits, a, b: circuits.shifted(a, b, a[-1], up=False),
    Op.BV_LSHR: lambda circuits, a, b: circuits.shifted(a, b, FALSE, up=False),
}


def _selected(selection: Selection) -> list[Term]:
    """What its symbols are defined by."""
    found: list[Scalar] = []
    if isinstance(selection, RowSelection):
        for guard, table in selection.choices:
            found += (guard, *table.values())
    else:
        for choice in selection.choices:
            found += choice
    return [each for each in found if isinstance(each, Term)]


def _used(bits: Bits) -> int:
    """How many of them say something: the others are the sign again."""
    used = len(bits)
    while used > 1 and bits[used - 1] == bits[used - 2]:
        used -= 1
    return used


def _is_row(equality: Term) -> bool:
    """Is it about a reference or a class?"""
    sort = sort_of(equality.args[0])
    return sort not in (INT, BOOL) and not sort.width
