"""Matching of regular expressions: every way in which a text can match, in the order of `re`.

The matcher goes through the parsed pattern as the one of CPython does, with backtracking. What a
character is may not be known: then a way has a condition, and what a pattern matches is the first
way whose condition holds. Positions are known on each way, so look-around, back references,
possessive and lazy repetitions are like all others. Texts are looked at up to a limit, which the
caller makes sure they do not exceed.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.text import character_sets
from heapwise.solver.number_sets import intersection
from heapwise.terms import (
    Scalar,
    Term,
    and_,
    eq,
    le,
    lt,
    not_,
    or_,
    str_code,
    str_length,
)
from heapwise.terms.code_points import Ranges

_parser: Any = importlib.import_module("re._parser")
Span: TypeAlias = tuple[int, int] | None
_MOST_STEPS = 20_000
_MOST_WAYS = 400
_NEWLINE = 10
_NOWHERE_IN_NOTHING = re.search(r"\B", "") is None
"""Whether the empty text has a place that is no boundary of words depends on the version."""
MATCH, FULL, SEARCH = "match", "fullmatch", "search"


class TooManyWaysError(Exception):
    """More than can be written down; the caller decides on each character instead."""


class NotMatchedError(Exception):
    """A construct that is not known here; its text names it."""


class Fact(NamedTuple):
    """A condition; if it says that the character at `at` is one of `values`, that is known too, and
    so is whether it says that the text `ends` there at the latest, or not before."""

    term: Term
    at: int = -1
    values: Ranges | None = None
    ends: bool | None = None

    def excludes(self, other: Fact) -> bool:
        """Can they not both be? Says no where that is not seen at once."""
        if self.values is not None and other.values is not None and self.at == other.at:
            return not intersection(self.values, other.values)
        return self._is_too_short(other) or other._is_too_short(self)

    def _is_too_short(self, other: Fact) -> bool:
        if not self.ends:
            return False
        return (
            other.at >= self.at
            if other.values is not None
            else (other.ends is False and other.at > self.at)
        )

    def implies(self, other: Fact) -> bool:
        if self.term is other.term:
            return True
        if self.values is None:
            return False
        if other.values is not None:
            same = self.at == other.at
            return same and intersection(self.values, other.values) == self.values
        return other.ends is False and other.at <= self.at + 1


class Way(NamedTuple):
    """Where the text and the groups are if all of this is so. `spans` has the whole match first."""

    facts: tuple[Fact, ...]
    spans: tuple[Span, ...]
    last: int | None

    @property
    def condition(self) -> Scalar:
        return and_(*(fact.term for fact in self.facts))


@dataclass(frozen=True, slots=True)
class Question:
    """Does `pattern` match this text, from `start` on? After an empty match the next one there
    `must_advance`. The text has at most `limit` characters."""

    pattern: re.Pattern[Any]
    text: Scalar
    mode: str
    start: int
    limit: int
    must_advance: bool = False


class _State(NamedTuple):
    position: int
    spans: tuple[Span, ...]
    last: int | None
    facts: tuple[Fact, ...]

    @property
    def condition(self) -> Scalar:
        return and_(*(fact.term for fact in self.facts))


_Ways: TypeAlias = Iterator[_State]
_Then: TypeAlias = Callable[[_State], _Ways]
Decide: TypeAlias = Callable[[Scalar], Scalar]


@lru_cache(maxsize=4096)
def ways(question: Question) -> tuple[Way, ...]:
    """In the order in which `re` tries them; raises `TooManyWaysError`, `NotMatchedError`."""
    found = tuple(islice(_Matcher(question, lambda condition: condition).all(), _MOST_WAYS + 1))
    if len(found) > _MOST_WAYS:
        raise TooManyWaysError
    return found


def first_way(question: Question, decide: Decide) -> Way | None:
    """The way it goes; whoever calls says of each condition whether it holds."""
    matcher = _Matcher(question, decide)
    matcher.steps = -(10**9)
    return next(matcher.all(), None)


@lru_cache(maxsize=4096)
def guarded(question: Question) -> tuple[tuple[Scalar, Way], ...]:
    """The ways, each with the condition that it is the first that holds."""
    return tuple(_guarded(ways(question)))


def _guarded(found: Sequence[Way]) -> Iterator[tuple[Scalar, Way]]:
    for number, way in enumerate(found):
        rests: dict[frozenset[Term], None] = {}
        for earlier in found[:number]:
            rest = _rest(earlier, way)
            if rest is not None:
                rests[rest] = None
        fewest = [rest for rest in rests if not any(other < rest for other in rests)]
        yield and_(way.condition, *(not_(and_(*rest)) for rest in fewest)), way


def _rest(earlier: Way, way: Way) -> frozenset[Term] | None:
    """What an earlier way asks for besides what this one does; None if both cannot be."""
    rest: list[Term] = []
    for fact in earlier.facts:
        if any(own.implies(fact) for own in way.facts):
            continue
        if any(own.excludes(fact) for own in way.facts):
            return None
        rest.append(fact.term)
    return frozenset(rest)


@lru_cache(maxsize=512)
def _parsed(pattern: re.Pattern[Any]) -> tuple[Any, int]:
    tree = _parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    return tree, int(pattern.flags)


def widths(pattern: re.Pattern[Any]) -> tuple[int, int]:
    """The least and the greatest number of characters that it matches."""
    least, most = _parsed(pattern)[0].getwidth()
    return int(least), int(most)


def looks_ahead(pattern: re.Pattern[Any]) -> bool:
    """May it look beyond what it matches?"""
    text = str(list(_parsed(pattern)[0]))
    return "ASSERT" in text or "AT_" in text


def asserts(pattern: re.Pattern[Any]) -> bool:
    """Has it look-around, which may look at any distance?"""
    return "ASSERT" in str(list(_parsed(pattern)[0]))


class _Matcher:
    def __init__(self, question: Question, decide: Decide) -> None:
        self._question = question
        self._text = question.text
        self._length = str_length(question.text)
        self._decide = decide
        self._tree, self._flags = _parsed(question.pattern)
        self.steps = 0

    def all(self) -> Iterator[Way]:
        question = self._question
        nothing: tuple[Span, ...] = (None,) * (question.pattern.groups + 1)
        last = question.limit if question.mode == SEARCH else question.start
        for start in range(question.start, last + 1):
            begin = _State(start, nothing, None, ())
            if start > 0:
                begin_at = list(self._reaches(begin, start))
                if not begin_at:
                    return
                begin = begin_at[0]
            for state in self._sequence(list(self._tree), 0, self._flags, begin, self._accepted):
                if question.must_advance and state.position == start == question.start:
                    continue
                spans = ((start, state.position), *state.spans[1:])
                yield Way(state.facts, spans, state.last)

    def _accepted(self, state: _State) -> _Ways:
        if self._question.mode != FULL:
            yield state
        else:
            yield from self._ends_here(state)

    # -- conditions

    def _if(
        self,
        state: _State,
        condition: Scalar,
        at: int = -1,
        values: Ranges | None = None,
        ends: bool | None = None,
    ) -> _Ways:
        """The same state, if that is so."""
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise TooManyWaysError
        if isinstance(condition, Term):
            fact = Fact(condition, at, values, ends)
            if any(known.implies(fact) for known in state.facts):
                yield state
                return
            if any(known.excludes(fact) for known in state.facts):
                return
            condition = self._decide(condition)
        if isinstance(condition, Term):
            yield state._replace(facts=(*state.facts, fact))
        elif condition:
            yield state

    def _inside(self, position: int) -> Scalar:
        return lt(position, self._length) if position < self._question.limit else False

    def _reaches(self, state: _State, position: int) -> _Ways:
        return self._if(state, le(position, self._length), position, ends=False)

    def _ends(self, position: int) -> Scalar:
        return not_(self._inside(position))

    def _ends_here(self, state: _State) -> _Ways:
        return self._if(state, self._ends(state.position), state.position, ends=True)

    def _code(self, position: int) -> Scalar:
        if not 0 <= position < self._question.limit:
            return -1
        if isinstance(self._text, str):
            return ord(self._text[position]) if position < len(self._text) else -1
        return str_code(sequences.character(self._text, position))

    # -- parts of patterns

    def _sequence(
        self, parts: Sequence[Any], at: int, flags: int, state: _State, then: _Then
    ) -> _Ways:
        if at == len(parts):
            return then(state)
        op, argument = parts[at]
        method = getattr(self, f"_{str(op).lower()}", None)
        if method is None:
            raise NotMatchedError(f"{str(op).lower()} in a regular expression")
        rest: _Then = (
            then
            if at + 1 == len(parts)
            else lambda after: self._sequence(parts, at + 1, flags, after, then)
        )
        found: _Ways = method(argument, flags, state, rest)
        return found

    def _in(self, items: Any, flags: int, state: _State, then: _Then) -> _Ways:
        """One character of a set."""
        chosen = character_sets.character_set(items, flags)
        at = state.position
        for here in self._if(state, chosen.holds(self._code(at)), at, chosen.values):
            yield from then(here._replace(position=at + 1))

    def _literal(self, code: int, flags: int, state: _State, then: _Then) -> _Ways:
        return self._in((("LITERAL", code),), flags, state, then)

    def _not_literal(self, code: int, flags: int, state: _State, then: _Then) -> _Ways:
        return self._in((("NEGATE", None), ("LITERAL", code)), flags, state, then)

    def _any(self, _: None, flags: int, state: _State, then: _Then) -> _Ways:
        if not flags & re.DOTALL:
            yield from self._not_literal(_NEWLINE, flags & ~re.IGNORECASE, state, then)
            return
        at = state.position
        for here in self._if(state, self._inside(at), at, character_sets.EVERY):
            yield from then(here._replace(position=at + 1))

    def _branch(self, argument: Any, flags: int, state: _State, then: _Then) -> _Ways:
        for alternative in argument[1]:
            yield from self._sequence(list(alternative), 0, flags, state, then)

    def _subpattern(self, argument: Any, flags: int, state: _State, then: _Then) -> _Ways:
        group, added, removed, inner = argument
        start = state.position

        def close(after: _State) -> _Ways:
            if group is None:
                return then(after)
            spans = list(after.spans)
            spans[group] = (start, after.position)
            return then(after._replace(spans=tuple(spans), last=group))

        return self._sequence(list(inner), 0, (flags | added) & ~removed, state, close)

    def _max_repeat(self, argument: Any, flags: int, state: _State, then: _Then) -> _Ways:
        return self._repeat(argument, flags, state, then, 0, None, lazy=False)

    def _min_repeat(self, argument: Any, flags: int, state: _State, then: _Then) -> _Ways:
        return self._repeat(argument, flags, state, then, 0, None, lazy=True)

    def _repeat(
        self,
        argument: Any,
        flags: int,
        state: _State,
        then: _Then,
        count: int,
        before: int | None,
        lazy: bool,
    ) -> _Ways:
        """`before` is where the last turn began: one that was empty is not followed by another."""
        least, most, inner = argument
        body = list(inner)

        def again(begin: int | None) -> _Ways:
            return self._sequence(
                body,
                0,
                flags,
                state,
                lambda after: self._repeat(argument, flags, after, then, count + 1, begin, lazy),
            )

        if count < least:
            yield from again(before)
            return
        if lazy:
            yield from then(state)
        if count < int(most) and state.position != before:
            yield from again(state.position)
        if not lazy:
            yield from then(state)

    def _possessive_repeat(self, argument: Any, flags: int, state: _State, then: _Then) -> _Ways:
        def repeated(inside: _State, last: _Then) -> _Ways:
            return self._repeat(argument, flags, inside, last, 0, None, lazy=False)

        return self._first(state, repeated, then)

    def _atomic_group(self, inner: Any, flags: int, state: _State, then: _Then) -> _Ways:
        return self._first(
            state, lambda s, last: self._sequence(list(inner), 0, flags, s, last), then
        )

    def _first(self, state: _State, run: Callable[[_State, _Then], _Ways], then: _Then) -> _Ways:
        """Only the first way of this part that holds is taken."""
        for condition, inner in self._guarded(state, run):
            for here in self._if(state, condition):
                yield from then(inner._replace(facts=here.facts))

    def _guarded(
        self, state: _State, run: Callable[[_State, _Then], _Ways]
    ) -> Iterator[tuple[Scalar, _State]]:
        before: Scalar = False
        for inner in run(state._replace(facts=()), lambda after: iter((after,))):
            condition = inner.condition
            yield and_(condition, not_(before)), inner
            before = or_(before, condition)
            if before is True:
                return

    def _assert(self, argument: Any, flags: int, state: _State, then: _Then) -> _Ways:
        direction, inner = argument
        begin = self._looking(direction, inner, state)
        if begin is None:
            return iter(())
        position = state.position
        return self._first(
            begin,
            lambda s, last: self._sequence(list(inner), 0, flags, s, last),
            lambda after: then(after._replace(position=position)),
        )

    def _assert_not(self, argument: Any, flags: int, state: _State, then: _Then) -> _Ways:
        direction, inner = argument
        begin = self._looking(direction, inner, state)
        found: list[Scalar] = []
        if begin is not None:
            bare = begin._replace(facts=())
            for after in self._sequence(list(inner), 0, flags, bare, lambda s: iter((s,))):
                found.append(after.condition)
                if found[-1] is True:
                    break
        for here in self._if(state, not_(or_(*found))):
            yield from then(here)

    def _looking(self, direction: int, inner: Any, state: _State) -> _State | None:
        if direction > 0:
            return state
        width, _ = inner.getwidth()
        start = state.position - int(width)
        return state._replace(position=start) if start >= 0 else None

    def _failure(self, _: None, flags: int, state: _State, then: _Then) -> _Ways:
        return iter(())

    def _groupref(self, group: int, flags: int, state: _State, then: _Then) -> _Ways:
        span = state.spans[group]
        if span is None:
            return
        if flags & re.IGNORECASE:
            raise NotMatchedError("a back reference that ignores case in a regular expression")
        here = state
        for source in range(*span):
            after = list(
                self._if(
                    here,
                    and_(
                        self._inside(here.position),
                        eq(self._code(source), self._code(here.position)),
                    ),
                )
            )
            if not after:
                return
            here = after[0]._replace(position=after[0].position + 1)
        yield from then(here)

    def _groupref_exists(self, argument: Any, flags: int, state: _State, then: _Then) -> _Ways:
        group, yes, no = argument
        chosen = yes if state.spans[group] is not None else no
        return self._sequence(list(chosen or ()), 0, flags, state, then)

    def _at(self, code: Any, flags: int, state: _State, then: _Then) -> _Ways:
        ways = (
            self._ends_here(state)
            if str(code) == "AT_END_STRING"
            else self._if(state, self._is_at(str(code), flags, state.position))
        )
        for here in ways:
            yield from then(here)

    def _is_at(self, name: str, flags: int, position: int) -> Scalar:
        lines = bool(flags & re.MULTILINE)
        if name in ("AT_BEGINNING", "AT_BEGINNING_STRING"):
            if position == 0:
                return True
            is_begin = lines and name == "AT_BEGINNING"
            return eq(self._code(position - 1), _NEWLINE) if is_begin else False
        if name == "AT_END":
            newline = eq(self._code(position), _NEWLINE)
            return or_(
                self._ends(position),
                newline if lines else and_(newline, self._ends(position + 1)),
            )
        if name in ("AT_BOUNDARY", "AT_NON_BOUNDARY"):
            before, after = (
                character_sets.character_set((("CATEGORY", "CATEGORY_WORD"),), flags).holds(
                    self._code(at)
                )
                for at in (position - 1, position)
            )
            differ = or_(and_(before, not_(after)), and_(not_(before), after))
            if name == "AT_BOUNDARY":
                return differ
            return and_(not_(differ), lt(0, self._length) if _NOWHERE_IN_NOTHING else True)
        raise NotMatchedError(f"{name.lower()} in a regular expression")
