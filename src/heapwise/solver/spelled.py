"""Answers questions about strings by asking about numbers: lengths and characters (`spelling`).

First about short strings, where everything is spelled: most questions have such an answer, and it
is the one that people like to read. If there is none, and strings may be longer, then about
strings of any length, of which only the first characters are spelled: that none satisfies these
conditions is the answer. If that is not certain, about strings a little longer. If none of these
will do, that is told: what is left is for a theory of sequences, or for nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeGuard

from heapwise.solver.api import UNKNOWN, UNSAT, Answer, Verdict
from heapwise.solver.model import Model
from heapwise.solver.number_sets import (
    ALL,
    NumberSets,
    intersection,
    is_in,
    narrowed,
    nearest_to_zero,
)
from heapwise.solver.representatives import Representatives
from heapwise.solver.spelled_text import Length
from heapwise.solver.spelling import ASCII, Names, Speller, UnspelledError
from heapwise.terms import (
    FLOATS,
    STR,
    STRINGS,
    Op,
    Scalar,
    Term,
    initial_map,
    le,
    not_,
    raw_select,
    subterms,
)
from heapwise.terms.code_points import Ranges

_SHORT, _LONGER = 3, 12
"""Characters that a string of any length may have in the first question, beyond those it must have
and those it had before; and in the last."""
_MOST = 24
"""Strings that are known to be longer are left to a theory of sequences."""
_FIRST = 8
"""Characters that are spelled of strings of any length."""
_FILLING = "a"
"""A character of which nothing is asked."""
_CAPACITY = 100_000

Ask = Callable[[list[Term]], Answer]
_Lengths = dict[Term, Length]


class _TooHardError(Exception):
    """A question about floats has no answer: it would have none about other lengths either."""


class SpelledQuestions:
    """`short` and `any_length` answer questions without strings; they are not asked the same."""

    def __init__(self, short: Ask, any_length: Ask) -> None:
        self._short = short
        self._any_length = any_length
        self._reset()

    def _reset(self) -> None:
        self._names = Names()
        self._sets = NumberSets()
        self._representatives = Representatives(self._sets)
        self._spellers: dict[tuple[int, frozenset[tuple[Term, Length]]], Speller] = {}
        self._spelled: dict[tuple[Speller, Term], tuple[Scalar, list[Term]]] = {}
        self._answers: dict[frozenset[Term], Answer] = {}
        self._reach: dict[Term, dict[Term, int | None]] = {}
        self._said: dict[Term, list[tuple[Term, Length]]] = {}

    def ask(self, wanted: list[Term], model: Model | None) -> Answer:
        """Can all of it hold? UNKNOWN if no question has an answer that is certain. A model
        satisfies `wanted`. The one given satisfies all but the last; None if nobody has one."""
        if len(self._spelled) > _CAPACITY:
            self._reset()
        lengths = self._lengths(wanted)
        if any(most is not None and most < least for least, most in lengths.values()):
            return UNSAT
        if any(least > _MOST for least, _ in lengths.values()):
            return UNKNOWN
        try:
            short = _shortened(lengths, model, _SHORT)
            answer = self._ask(self._short, _MOST + _LONGER, wanted, short, model)
            if _are_bounded(lengths) or answer.verdict is Verdict.SAT:
                return answer
            known = max((most or least + 1 for least, most in lengths.values()), default=0)
            first = _FIRST if known <= _FIRST else _MOST
            answer = self._ask(self._any_length, first, wanted, lengths, model)
            if answer.verdict is not Verdict.UNKNOWN:
                return answer
            short = _shortened(lengths, model, _LONGER)
            answer = self._ask(self._short, _MOST + _LONGER, wanted, short, model)
            if answer.verdict is Verdict.UNSAT:
                return Answer(Verdict.UNKNOWN, excluded=_least_cut(lengths, short))
            return answer
        except (UnspelledError, _TooHardError):
            return UNKNOWN

    def _ask(
        self, ask: Ask, limit: int, wanted: list[Term], lengths: _Lengths, model: Model | None
    ) -> Answer:
        question = _Question()
        condition: Scalar = True
        for term in wanted:
            if not term.theories & STRINGS:
                condition = term
                question.add(term)
                continue
            speller = self._speller(limit, term, lengths)
            condition, facts = self._condition(speller, term)
            for cell in self._cells_of(term):
                if cell not in question.spellers and speller.has_spelled(cell):
                    question.spellers[cell] = speller
                    length, (least, most) = speller.length(cell), lengths[cell]
                    question.add(le(least, length))
                    if most is not None:
                        question.add(le(length, most))
            for fact in facts:
                question.add(fact)
            question.add(condition)
        if question.is_false:
            return UNSAT
        # The conditions that share no number with the last one can hold: the model says so.
        asked = list(question.asked)
        if model is not None and isinstance(condition, Term):
            asked = _connected(condition, asked)
        key = frozenset(asked)
        answer = self._answers.get(key)
        if answer is None:
            answer = self._answers[key] = self._decide(ask, asked)
        if answer.verdict is not Verdict.SAT or answer.model is None:
            if answer.verdict is Verdict.UNKNOWN and any(term.theories & FLOATS for term in asked):
                raise _TooHardError
            return UNSAT if answer.verdict is Verdict.UNSAT else UNKNOWN
        found = question.read(asked, answer.model, model)
        if found is None or not all(map(found.satisfies, wanted)):
            return UNKNOWN
        return Answer(Verdict.SAT, found)

    def _decide(self, ask: Ask, asked: list[Term]) -> Answer:
        """Conditions on single numbers are sets of values. Ask about ASCII characters first: of
        those there are few kinds, and they are easier to read."""
        sets: dict[Term, Ranges] = {}
        others: list[Term] = []
        for term in asked:
            found = self._sets.solutions(term)
            if found is None:
                others.append(term)
            else:
                number, values = found
                sets[number] = intersection(sets.get(number, ALL), values)
        if () in sets.values():
            return UNSAT
        if not others and all(number.op == Op.SYMBOL for number in sets):
            chosen = {number: nearest_to_zero(values) for number, values in sets.items()}
            return Answer(Verdict.SAT, Model(values=chosen))
        simple = {number: intersection(values, ASCII) or values for number, values in sets.items()}
        if simple != sets:
            answer = _ask_within(ask, others, simple)
            if answer.verdict is not Verdict.UNSAT:
                return answer  # what is too hard about these is not easier about more
        return _ask_within(ask, others, self._representatives.of(others, sets))

    def _speller(self, limit: int, term: Term, lengths: _Lengths) -> Speller:
        """One for all conditions for which the same is to be known of lengths."""
        own = {cell: _relevant(lengths[cell], reach) for cell, reach in self._reaches(term)}
        key = limit, frozenset(own.items())
        found = self._spellers.get(key)
        if found is None:
            found = self._spellers[key] = Speller(limit, own, self._names)
        return found

    def _condition(self, speller: Speller, term: Term) -> tuple[Scalar, list[Term]]:
        key = speller, term
        found = self._spelled.get(key)
        if found is None:
            found = self._spelled[key] = speller.condition(term)
        return found

    def _cells_of(self, term: Term) -> Iterable[Term]:
        """The strings of the input that it is about."""
        return (cell for cell, _ in self._reaches(term))

    def _reaches(self, term: Term) -> Iterable[tuple[Term, int | None]]:
        found = self._reach.get(term)
        if found is None:
            found = self._reach[term] = _reaches(term)
        return found.items()

    def _lengths(self, wanted: list[Term]) -> _Lengths:
        """What these conditions say of the length of each string of the input."""
        found: _Lengths = {}
        for term in wanted:
            if not term.theories & STRINGS:
                continue
            for cell in self._cells_of(term):
                found.setdefault(cell, Length())
            said = self._said.get(term)
            if said is None:
                said = self._said[term] = list(_said(term, True))
            for cell, (least, most) in said:
                before = found.get(cell, Length())
                upper = [each for each in (before.most, most) if each is not None]
                found[cell] = Length(max(before.least, least), min(upper, default=None))
        return found


def _are_bounded(lengths: _Lengths) -> bool:
    """Are all strings so short that the first question is about them all?"""
    return not any(map(_is_cut, lengths.values()))


def _is_cut(length: Length) -> bool:
    return length.most is None or length.most > _MOST


def _shortened(lengths: _Lengths, model: Model | None, more: int) -> _Lengths:
    """Of strings of a few characters more than they must have, or had in the model."""
    found = dict(lengths)
    for cell, length in lengths.items():
        if _is_cut(length):
            before = 0 if model is None else len(str(model.evaluate(cell)))
            found[cell] = Length(length.least, min(max(length.least, before), _MOST) + more)
    return found


def _least_cut(lengths: _Lengths, short: _Lengths) -> int:
    """So many characters all strings may have that are not as long as they may be."""
    return min(short[cell].most or 0 for cell, length in lengths.items() if _is_cut(length))


def _ask_within(ask: Ask, conditions: list[Term], sets: dict[Term, Ranges]) -> Answer:
    """About numbers of these sets."""
    asked: list[Term] = []
    known: dict[Term, Scalar] = {}
    within = (is_in(number, values) for number, values in sets.items())
    for condition in (*(narrowed(term, sets, known) for term in conditions), *within):
        if isinstance(condition, Term):
            asked.append(condition)
        elif not condition:
            return UNSAT
    return ask(asked)


class _Question:
    """Conditions on numbers, and who has spelled which string of the input."""

    def __init__(self) -> None:
        self.asked: dict[Term, None] = {}
        self.spellers: dict[Term, Speller] = {}
        self.is_false = False

    def add(self, condition: Scalar) -> None:
        if isinstance(condition, Term):
            self.asked |= dict.fromkeys(_conjuncts(condition))
        elif not condition:
            self.is_false = True

    def read(self, asked: list[Term], numbers: Model, before: Model | None) -> Model | None:
        """The model of the numbers that were asked about, with the strings that they spell; of
        others what they were before. None if a string goes on beyond what is spelled."""
        if before is None:
            symbols, found = None, numbers
        else:
            symbols = frozenset().union(*(term.symbols for term in asked))
            found = before.overlay(symbols, numbers)
        for cell, speller in self.spellers.items():
            text = speller.text(cell)
            old = "" if before is None else str(before.evaluate(cell))
            length = len(old)
            if symbols is None or _is_over(text.length, symbols):
                length = numbers.number(text.length)
            letters = list(old[:length].ljust(min(length, len(text.codes)), _FILLING))
            for position, code in enumerate(text.codes[:length]):
                if symbols is None or _is_over(code, symbols):
                    letters[position] = chr(numbers.number(code))
            if len(letters) < length:
                return None
            new = "".join(letters)
            # The cell may be another one than before: that of another reference.
            if new != found.evaluate(cell):
                changed = found.with_contents(cell, new)
                assert changed is not None
                found = changed
        return found


def _is_over(term: Scalar, symbols: frozenset[Term]) -> bool:
    return not isinstance(term, Term) or term.symbols <= symbols


def _conjuncts(condition: Term) -> Iterator[Term]:
    if condition.op == Op.AND:
        for part in condition.args:
            assert isinstance(part, Term)
            yield from _conjuncts(part)
    elif condition.op == Op.NOT and _is_a(inner := condition.args[0], Op.OR):
        for part in inner.args:
            negated = not_(part)
            assert isinstance(negated, Term)
            yield from _conjuncts(negated)
    else:
        yield condition


def _is_a(term: Scalar, op: str) -> TypeGuard[Term]:
    return isinstance(term, Term) and term.op == op


def _connected(condition: Term, conditions: list[Term]) -> list[Term]:
    """Those that share symbols with the first, directly or through others, in their order."""
    symbols = set(condition.symbols)
    chosen = {condition}
    waiting = conditions
    grown = True
    while grown:
        grown = False
        apart = []
        for term in waiting:
            if term.symbols.isdisjoint(symbols):
                apart.append(term)
            else:
                chosen.add(term)
                grown = grown or not term.symbols <= symbols
                symbols |= term.symbols
        waiting = apart
    return [term for term in conditions if term in chosen]


def _relevant(length: Length, reach: int | None) -> Length:
    """What matters of it to a condition on characters up to there: conditions are to be spelled
    alike as long as can be."""
    if reach is None:
        return length
    least, most = length
    return Length(min(least, reach + 1), most if most is not None and most <= reach else None)


def _reaches(term: Term) -> dict[Term, int | None]:
    """The strings of the input in a condition, each with the position of the last character that is
    looked at if it is only about single characters at known positions."""
    found: dict[Term, int | None] = dict.fromkeys(_cells(term), -1)
    for part in subterms(term):
        index = part.args[1] if part.op == Op.AT else None
        if type(index) is int:
            text = part.args[0]
            if isinstance(text, Term) and (before := found.get(text)) is not None:
                found[text] = max(before, index)
        elif part.op == Op.SELECT and part.sort is STR and part not in found:
            found |= dict.fromkeys(_cells(part))  # below writes
        else:
            found |= {arg: None for arg in part.args if isinstance(arg, Term) and arg in found}
    return found


def _cells(term: Term) -> Iterator[Term]:
    for part in subterms(term):
        if part.sort is STR:
            if part.op == Op.SYMBOL:
                yield part
            elif part.op == Op.SELECT:
                holder = part.args[0]
                assert isinstance(holder, Term)
                bottom = initial_map(holder)
                if bottom.op == Op.SYMBOL:
                    yield raw_select(bottom, part.args[1:])


def _said(term: Term, holds: bool) -> Iterator[tuple[Term, Length]]:
    """What it says of lengths that the condition holds, or does not."""
    args = term.args
    if term.op == Op.NOT:
        inner = args[0]
        assert isinstance(inner, Term)
        yield from _said(inner, not holds)
    elif term.op == (Op.AND if holds else Op.OR):
        for part in args:
            assert isinstance(part, Term)
            yield from _said(part, holds)
    elif term.op == Op.EQ:
        for one, other in (args, args[::-1]):
            if holds and isinstance(other, str) and _is_cell(one):
                yield one, Length(len(other), len(other))
            elif holds and type(other) is int and (cell := _measured(one)) is not None:
                yield cell, Length(other, other)
            elif not holds and other == "" and _is_cell(one):
                yield one, Length(1)
    elif term.op == Op.LT:
        less, more = args
        if type(less) is int and (cell := _measured(more)) is not None:
            yield cell, Length(less + 1) if holds else Length(0, less)
        elif type(more) is int and (cell := _measured(less)) is not None:
            yield cell, Length(0, more - 1) if holds else Length(more)
    elif term.op in (Op.PREFIX_OF, Op.SUFFIX_OF) and holds:
        part, text = args
        if isinstance(part, str) and _is_cell(text):
            yield text, Length(len(part))


def _is_cell(term: Scalar) -> TypeGuard[Term]:
    if not isinstance(term, Term) or term.sort is not STR:
        return False
    if term.op != Op.SELECT:
        return term.op == Op.SYMBOL
    holder = term.args[0]
    return isinstance(holder, Term) and holder.op == Op.SYMBOL


def _measured(term: Scalar) -> Term | None:
    """The string of the input of which this is the length."""
    if isinstance(term, Term) and term.op == Op.LENGTH and _is_cell(term.args[0]):
        return term.args[0]
    return None
