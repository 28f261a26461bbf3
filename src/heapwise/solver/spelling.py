"""Conditions about strings as conditions about numbers: the length of a string and its characters.

A solver's theory of sequences takes seconds for what a theory of numbers answers in milliseconds.
So a string of the input is *spelled*: it is a number, its length, and one number for each of its
first characters. A string that is longer than that has a *tail*, one more number that stands for
the rest: equal rests have equal numbers. What an operation says of characters in a tail is unknown,
and an unknown is a symbol of its own. Hence the two laws of a spelled condition:

* Whatever strings satisfy the condition, some numbers satisfy the spelled one. If none do, the
  condition cannot hold, however long strings are.
* Numbers that satisfy the spelled condition spell strings, and if no tail was looked at they
  satisfy the condition. The caller makes sure of that by evaluating it.

What is known of the length of a string (`Length`) is used while spelling: most conditions about
strings of a known length have no if-then-else left. `least` and `most` must follow from the path,
or the caller asks about shorter strings only and makes nothing of the answer that there are none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from heapwise.solver.spelled_text import Length, Text, either, equal, spelled_at, stands_at
from heapwise.terms import (
    BOOL,
    INT,
    STR,
    STRINGS,
    BaseSort,
    MapSort,
    Op,
    Scalar,
    Term,
    add,
    and_,
    eq,
    ite,
    keys_equal,
    le,
    lt,
    mul,
    not_,
    or_,
    raw_select,
    str_index_of,
    str_length,
    sub,
    subterms,
    symbol,
    written_map,
)
from heapwise.terms.code_points import LAST_SOLVED, SURROGATES, is_solved
from heapwise.terms.computing import LAST_CODE_POINT
from heapwise.terms.constructor_table import builder

_MIDDLE = ord("a")
"""Characters are counted from here: solvers prefer 0, and people this."""
ASCII = ((-_MIDDLE, 127 - _MIDDLE),)
"""Counted so, as a set of numbers."""
_DIGITS = 4
"""Of a number whose digits are spelled."""


class UnspelledError(Exception):
    """A string where only numbers can be spelled: the key of a map."""


_Fact = tuple[Term, Term]
"""The symbol of the number that it is about, and what is true of it."""


class Names:
    """What several spellers call alike: the unknowns of a term, and the tails of constants."""

    def __init__(self) -> None:
        self._terms: dict[Term, int] = {}
        self._rests: dict[str, int] = {}

    def of_unknown(self, owner: Term, count: int) -> str:
        number = self._terms.setdefault(owner, len(self._terms))
        return f"unknown {number}.{count}"

    def of_rest(self, rest: str) -> int:
        return self._rests.setdefault(rest, len(self._rests) + 1) if rest else 0


class Speller:
    """Spells up to `limit` characters of a string, with these lengths of strings of the input."""

    def __init__(self, limit: int, lengths: Mapping[Term, Length], names: Names) -> None:
        self._limit = limit
        self._lengths = lengths
        self._names = names
        self._owner: Term | None = None
        self._unknowns = 0
        self._texts: dict[Term, Text] = {}
        self._scalars: dict[Term, Scalar] = {}
        self._facts: dict[Term, list[_Fact]] = {}
        self._inputs: dict[Term, tuple[Scalar, ...]] = {}

    def condition(self, term: Term) -> tuple[Scalar, list[Term]]:
        """The spelled condition, and facts about the numbers in it, but for lengths. Raises
        `UnspelledError`."""
        facts: dict[_Fact, None] = {}
        for part in subterms(term):
            if part.theories & STRINGS and not isinstance(part.sort, MapSort):
                if part.sort is STR:
                    self._text(part)
                else:
                    self._scalar(part)
                facts |= dict.fromkeys(self._facts.get(part, ()))
        spelled = self._scalar(term)
        return spelled, _needed(spelled, list(facts)) if isinstance(spelled, Term) else []

    def has_spelled(self, cell: Term) -> bool:
        return cell in self._inputs

    def length(self, cell: Term) -> Scalar:
        """The number that is the length of this string of the input, also where it is known."""
        return self._part(cell, "length")

    def text(self, cell: Term) -> Text:
        return self._texts[cell]

    # -- terms

    def _scalar(self, term: Scalar) -> Scalar:
        """Of what is not a string."""
        if not isinstance(term, Term) or not term.theories & STRINGS:
            return term
        found = self._scalars.get(term)
        if found is None:
            self._begin(term)
            found = self._scalars[term] = self._spelled(term)
        return found

    def _spelled(self, term: Term) -> Scalar:
        args = term.args
        operation = _SCALARS.get(term.op)
        if operation is not None:
            return operation(self, term)
        if term.op == Op.EQ and any(_is_text(arg) for arg in args):
            return equal(self._text(args[0]), self._text(args[1]))
        if term.op == Op.SELECT:
            value = self._read(term, self._scalar)
            assert not isinstance(value, Text)
            return value
        return builder(term)(*map(self._scalar, args))

    def _text(self, term: Scalar) -> Text:
        if isinstance(term, str):
            if not all(map(is_solved, map(ord, term))):
                raise UnspelledError  # an unknown string may have such a character, but none here
            return self._constant(term)
        assert isinstance(term, Term)
        found = self._texts.get(term)
        if found is None:
            self._begin(term)
            found = self._texts[term] = self._spelled_text(term)
        return found

    def _spelled_text(self, term: Term) -> Text:
        if term.op == Op.SYMBOL:
            return self._input(term, term)
        if term.op == Op.ITE:
            condition, then, otherwise = term.args
            return either(self._scalar(condition), self._text(then), self._text(otherwise))
        if term.op == Op.SELECT:
            value = self._read(term, self._text)
            assert isinstance(value, Text)
            return value
        return _TEXTS[term.op](self, term)

    def _constant(self, value: str) -> Text:
        codes = tuple(map(ord, value[: self._limit]))
        return Text(len(value), codes, self._names.of_rest(value[self._limit :]), len(value))

    def _read(self, term: Term, spell: Callable[[Scalar], Scalar | Text]) -> Scalar | Text:
        """A read over writes."""
        holder, keys = term.args[0], term.args[1:]
        assert isinstance(holder, Term) and isinstance(holder.sort, MapSort)
        if STR in holder.sort.keys:
            raise UnspelledError
        keys = tuple(map(self._scalar, keys))
        writes: list[tuple[Scalar, Scalar]] = []
        bottom: Scalar | Text | None = None
        while bottom is None:
            if holder.op == Op.STORE:
                same = keys_equal(tuple(map(self._scalar, holder.args[1:-1])), keys)
                if same is True:
                    bottom = spell(holder.args[-1])
                else:
                    writes.append((same, holder.args[-1]))
                    holder = written_map(holder)
            elif holder.op == Op.FILLED:
                bottom = spell(holder.args[0])
            elif term.sort is STR:
                bottom = self._input(raw_select(holder, term.args[1:]), term)
            else:
                bottom = raw_select(holder, keys)
        for same, value in reversed(writes):
            if same is not False:
                written = spell(value)
                if isinstance(bottom, Text):
                    assert isinstance(written, Text)
                    bottom = either(same, written, bottom)
                else:
                    assert not isinstance(written, Text)
                    bottom = ite(same, written, bottom)
        return bottom

    def _input(self, cell: Term, owner: Term) -> Text:
        """A string of the input: a symbol, or what a map holds to begin with. Facts about it are
        those of `owner`, the term in which it was found."""
        if cell not in self._inputs:
            self._inputs[cell] = tuple(map(self._scalar, cell.args[1:]))
            self._texts[cell] = self._new_input(cell)
        if owner is not cell:
            self._facts.setdefault(owner, []).extend(self._facts.get(cell, ()))
        return self._texts[cell]

    def _new_input(self, cell: Term) -> Text:
        least, most = self._lengths.get(cell, Length())
        length = least if least == most else self._part(cell, "length")
        codes = []
        for position in range(self._limit if most is None else min(most, self._limit)):
            number = self._part(cell, str(position))
            code = add(number, _MIDDLE)
            self._learn(cell, number, _is_character(code))
            codes.append(code)
        if most is not None and most <= self._limit:
            return Text(length, tuple(codes), 0, least)
        rest = self._part(cell, f"from {self._limit}")
        return Text(length, tuple(codes), self._tail(cell, length, rest, least), least)

    def _part(self, cell: Term, name: str) -> Term:
        if cell.op == Op.SYMBOL:
            return symbol(f"{name} of {cell.value}", INT)
        holder = cell.args[0]
        assert isinstance(holder, Term) and isinstance(holder.sort, MapSort)
        numbers = symbol(f"{name} of {holder.value}", MapSort(holder.sort.keys, INT))
        return raw_select(numbers, self._inputs[cell])

    def _tail(self, owner: Term, length: Scalar, rest: Term, least: int) -> Scalar:
        """0 of a string that ends within what is spelled, else positive."""
        self._learn(owner, rest, lt(0, rest))
        return rest if least > self._limit else ite(le(length, self._limit), 0, rest)

    def _learn(self, owner: Term, about: Term, fact: Scalar) -> None:
        """A fact about a number that was met while `owner` was spelled."""
        if isinstance(fact, Term):
            anchor = about if about.op == Op.SYMBOL else about.args[0]
            assert isinstance(anchor, Term)
            self._facts.setdefault(owner, []).append((anchor, fact))

    def _begin(self, owner: Term) -> None:
        """Its arguments are spelled already, so unknowns from here on are its own."""
        self._owner = owner
        self._unknowns = 0

    def _unknown(self, sort: BaseSort = INT) -> Term:
        assert self._owner is not None
        self._unknowns += 1
        return symbol(self._names.of_unknown(self._owner, self._unknowns), sort)

    # -- strings

    def _made(
        self, owner: Term, length: Scalar, codes: list[Scalar], most: int | None, least: int = 0
    ) -> Text:
        """Of at most `most` characters, the first of which are given."""
        if isinstance(length, int):
            least = most = length
        if most is not None and most <= self._limit:
            return Text(length, tuple(codes[:most]), 0, least)
        assert len(codes) >= self._limit
        tail = self._tail(owner, length, self._unknown(), least)
        return Text(length, tuple(codes[: self._limit]), tail, least)

    def _pick(self, text: Text, position: Scalar, offset: int = 0) -> Scalar:
        """The character at `position + offset`, if there is one."""
        if isinstance(position, int):
            at = position + offset
            if 0 <= at < len(text.codes):
                return text.codes[at]
            return 0 if text.tail == 0 else self._unknown()
        found: Scalar = 0 if text.tail == 0 else self._unknown()
        for at in range(len(text.codes) - 1, max(offset, 0) - 1, -1):
            found = ite(eq(position, at - offset), text.codes[at], found)
        return found

    def _joined(self, owner: Term, a: Text, b: Text) -> Text:
        length = add(a.length, b.length)
        if a.codes == () and a.tail == 0:
            return b
        both = len(a.codes) + len(b.codes)
        most = both if a.tail == 0 and b.tail == 0 else None
        codes: list[Scalar] = []
        for position in range(min(both, self._limit)):
            # From the end of `a` on, those of `b`.
            code: Scalar = 0
            for end in range(min(position, len(a.codes)) + 1):
                if position - end < len(b.codes):
                    code = ite(eq(a.length, end), b.codes[position - end], code)
            if position < len(a.codes):
                code = ite(a.goes_beyond(position), a.codes[position], code)
            codes.append(code)
        return self._made(owner, length, codes, most, a.least + b.least)

    def _part_of(self, owner: Term, text: Text, start: Scalar, length: Scalar) -> Text:
        inside = and_(le(0, start), text.goes_beyond(start), lt(0, length))
        left = sub(text.length, start)
        taken = ite(inside, ite(lt(length, left), length, left), 0)
        most = len(text.codes) if text.tail == 0 else None
        if isinstance(length, int):
            most = length if most is None else min(most, length)
        if isinstance(start, int) and text.tail == 0:
            most = max(0, min(len(text.codes) - start, most or 0)) if start >= 0 else 0
        count = self._limit if most is None else min(most, self._limit)
        codes = [self._pick(text, start, offset) for offset in range(count)]
        return self._made(owner, taken, codes, most)

    def _or_unknown(self, known: Scalar, necessary: Scalar, sufficient: Scalar) -> Scalar:
        """`necessary` and `sufficient`, where that is all known; else `necessary` and perhaps."""
        if known is True:
            return and_(necessary, sufficient)
        return and_(necessary, or_(and_(known, sufficient), and_(not_(known), self._unknown(BOOL))))

    def _prefix(self, term: Term) -> Scalar:
        part, text = map(self._text, term.args)
        known = spelled_at(text, part, 0)
        return self._or_unknown(known, stands_at(text, part, 0), True)

    def _suffix(self, term: Term) -> Scalar:
        part, text = map(self._text, term.args)
        start = sub(text.length, part.length)
        same = [
            or_(part.ends_at(position), eq(self._pick(text, start, position), code))
            for position, code in enumerate(part.codes)
        ]
        known = and_(part.is_short, text.is_short)
        return self._or_unknown(known, le(part.length, text.length), and_(*same))

    def _contains(self, term: Term) -> Scalar:
        text, part = map(self._text, term.args)
        if text.tail != 0 and part.tail == 0 and part.least:
            return le(0, self._place(term, *term.args))
        found = [
            and_(spelled_at(text, part, start), stands_at(text, part, start))
            for start in range(len(text.codes) + 1)
        ]
        known = and_(part.is_short, text.is_short)
        if known is True:
            return or_(*found)
        perhaps = and_(not_(known), le(part.length, text.length), self._unknown(BOOL))
        return or_(*found, perhaps)

    def _place(self, owner: Term, text: Scalar, part: Scalar) -> Scalar:
        """Where `part`, which is not empty, is: what is unknown of that is the same as of a search.
        That in the rest of another string is one in that string, from there on."""
        start: Scalar = 0
        if isinstance(text, Term) and text.op == Op.SUBSTRING:
            whole, begin, length = text.args
            if length is sub(str_length(whole), begin):
                text, start = whole, begin
        search = str_index_of(text, part, start)
        found = self._scalar(search)
        if isinstance(search, Term):
            self._facts.setdefault(owner, []).extend(self._facts.get(search, ()))
        return found

    def _index_of(self, term: Term) -> Scalar:
        text, part = self._text(term.args[0]), self._text(term.args[1])
        return self._index(term, text, part, self._scalar(term.args[2]))

    def _index(self, owner: Term, text: Text, part: Text, start: Scalar) -> Scalar:
        """A symbol with facts: if-then-else over positions would be nested in others again and
        again. It is somewhere behind the first position where it may stand, or nowhere."""
        if isinstance(start, int) and start < 0:
            return -1
        at = self._unknown()
        last = le(add(at, part.length), text.length)
        self._learn(owner, at, or_(eq(at, -1), and_(le(0, start), le(start, at), last)))
        for position in range(len(text.codes) + 1):
            known = and_(spelled_at(text, part, position), le(0, start), le(start, position))
            here = stands_at(text, part, position)
            # The first place where it stands is not later; and where it does not, it is not.
            early = and_(le(0, at), le(at, position))
            self._learn(owner, at, or_(not_(and_(known, here)), early))
            self._learn(owner, at, or_(not_(eq(at, position)), here))
        spelled = and_(text.is_short, part.is_short)
        self._learn(owner, at, or_(not_(spelled), le(at, len(text.codes))))
        return at

    def _less(self, term: Term) -> Scalar:
        a, b = map(self._text, term.args)
        count = min(len(a.codes), len(b.codes))
        # At the end of what is spelled of both.
        if a.tail == 0 and b.tail == 0:
            less: Scalar = and_(a.ends_at(count), b.goes_beyond(count))
        else:
            ended = and_(a.ends_at(count), b.goes_beyond(count))
            over = b.ends_at(count)
            less = or_(ended, and_(not_(over), self._unknown(BOOL)))
        for position in range(count - 1, -1, -1):
            x, y = a.codes[position], b.codes[position]
            here = or_(lt(x, y), and_(eq(x, y), less))
            less = and_(b.goes_beyond(position), or_(a.ends_at(position), here))
        return less

    def _code(self, term: Term) -> Scalar:
        text = self._text(term.args[0])
        return ite(eq(text.length, 1), text.codes[0], -1) if text.codes else -1

    def _number(self, term: Term) -> Scalar:
        """The number that digits are."""
        text = self._text(term.args[0])
        value: Scalar = 0
        found: Scalar = -1
        digits: Scalar = True
        for position, code in enumerate(text.codes):
            value = add(mul(value, 10), add(code, -ord("0")))
            digits = and_(digits, le(ord("0"), code), le(code, ord("9")))
            found = ite(eq(text.length, position + 1), ite(digits, value, -1), found)
        if text.tail == 0:
            return found
        longer = self._unknown()
        self._learn(term, longer, le(-1, longer))
        return ite(text.is_short, found, ite(digits, longer, -1))

    def _all_below(self, term: Term, end: int) -> Scalar:
        text = self._text(term.args[0])
        low = [or_(text.ends_at(n), lt(code, end)) for n, code in enumerate(text.codes)]
        return self._or_unknown(text.is_short, and_(*low), True)

    def _at(self, term: Term) -> Text:
        text, index = self._text(term.args[0]), self._scalar(term.args[1])
        inside = and_(le(0, index), text.goes_beyond(index))
        return Text(ite(inside, 1, 0), (self._pick(text, index),), 0, int(inside is True))

    def _substring(self, term: Term) -> Text:
        start, length = map(self._scalar, term.args[1:])
        return self._part_of(term, self._text(term.args[0]), start, length)

    def _concat(self, term: Term) -> Text:
        first, *others = map(self._text, term.args)
        for other in others:
            first = self._joined(term, first, other)
        return first

    def _replaced(self, term: Term) -> Text:
        text, old, new = map(self._text, term.args)
        at = self._index(term, text, old, 0)
        end = add(at, old.length)
        before = self._part_of(term, text, 0, at)
        after = self._part_of(term, text, end, sub(text.length, end))
        made = self._joined(term, self._joined(term, before, new), after)
        return either(lt(at, 0), text, made)

    def _character(self, term: Term) -> Text:
        code = self._scalar(term.args[0])
        inside = and_(le(0, code), le(code, LAST_CODE_POINT))
        return Text(ite(inside, 1, 0), (code,), 0, int(inside is True))

    def _digits(self, term: Term) -> Text:
        """The digits of a number, the first of them not 0: those of a small number are symbols."""
        number = self._scalar(term.args[0])
        size = ite(lt(number, 0), sub(0, number), number)
        digits: list[Term] = [self._unknown() for _ in range(_DIGITS)]
        total: Scalar = 0
        for place, digit in enumerate(digits):
            self._learn(term, digit, and_(le(0, digit), le(digit, 9)))
            total = add(total, mul(digit, 10**place))
        small = lt(size, 10**_DIGITS)
        for digit in digits:
            self._learn(term, digit, or_(not_(small), eq(total, size)))
        length = self._unknown()
        self._learn(term, length, lt(_DIGITS, length))
        codes: list[Scalar] = [self._unknown() for _ in range(self._limit)]
        found = self._made(term, length, codes, None, _DIGITS + 1)
        for count in range(_DIGITS, 0, -1):
            spelled = tuple(add(digit, ord("0")) for digit in reversed(digits[:count]))
            exact = Text(count, spelled[: self._limit], 0, count)
            if count > self._limit:
                continue
            found = either(lt(size, 10**count), exact, found)
        signed = self._joined(term, self._constant("-"), found)
        return either(lt(number, 0), signed, found)


def _needed(spelled: Term, facts: list[_Fact]) -> list[Term]:
    """Those that are about numbers in the condition, or in other facts that are needed."""
    symbols = set(spelled.symbols)
    needed: list[Term] = []
    grown = True
    while grown:
        grown = False
        apart: list[_Fact] = []
        for fact in facts:
            anchor, condition = fact
            if anchor in symbols:
                needed.append(condition)
                symbols |= condition.symbols
                grown = True
            else:
                apart.append(fact)
        facts = apart
    return needed


def _is_text(value: Scalar) -> bool:
    return value.sort is STR if isinstance(value, Term) else isinstance(value, str)


def _is_character(code: Scalar) -> Scalar:
    """As in the other theory of strings."""
    below = and_(le(0, code), lt(code, SURROGATES.start))
    return or_(below, and_(le(SURROGATES.stop, code), le(code, LAST_SOLVED)))


_SCALARS: dict[str, Callable[[Speller, Term], Scalar]] = {
    Op.LENGTH: lambda speller, term: speller._text(term.args[0]).length,
    Op.CONTAINS: Speller._contains,
    Op.PREFIX_OF: Speller._prefix,
    Op.SUFFIX_OF: Speller._suffix,
    Op.INDEX_OF: Speller._index_of,
    Op.STR_LT: Speller._less,
    Op.CODE: Speller._code,
    Op.INT_OF_STR: Speller._number,
    Op.IS_ASCII: lambda speller, term: speller._all_below(term, 128),
    Op.IS_LATIN: lambda speller, term: speller._all_below(term, 256),
}
_TEXTS: dict[str, Callable[[Speller, Term], Text]] = {
    Op.CONCAT: Speller._concat,
    Op.AT: Speller._at,
    Op.SUBSTRING: Speller._substring,
    Op.REPLACE_FIRST: Speller._replaced,
    Op.FROM_CODE: Speller._character,
    Op.STR_OF_INT: Speller._digits,
}
