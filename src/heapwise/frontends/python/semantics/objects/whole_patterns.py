"""Asks whether a pattern of a match statement fits as a whole, by one condition.

What a pattern asks of numbers and strings is collected into one condition, so that a case that
fails is one path, whichever part of it failed. Only what decides where to look next (the class of
an object, the length of a list) is decided on the way. A pattern that has to run code of the
program, such as a user's `__eq__` or a property, is left to be matched part by part
(`lower.match_patterns`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.values import NONE, Tuple, Value
from heapwise.frontends.python.semantics.core.equal_items import NeedsCodeError
from heapwise.frontends.python.semantics.core.identity import identical
from heapwise.frontends.python.semantics.core.kinds import Mac, settle
from heapwise.frontends.python.semantics.objects import matching
from heapwise.frontends.python.semantics.operations.equality import equal
from heapwise.frontends.python.semantics.operations.iteration import got_item
from heapwise.terms import Scalar, Term, and_, or_


@dataclass(frozen=True, slots=True)
class AnyPattern:
    """`name` is bound if `inner` fits; without one, anything does."""

    name: str | None = None
    inner: Pattern | None = None


@dataclass(frozen=True, slots=True)
class ValuePattern:
    """Equal to an operand or, for None, True and False, identical with it."""

    operand: int
    by_identity: bool = False


@dataclass(frozen=True, slots=True)
class OrPattern:
    options: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class SequencePattern:
    """`star` is the index of the part that takes several items."""

    parts: tuple[Pattern, ...]
    star: int | None


@dataclass(frozen=True, slots=True)
class MappingPattern:
    keys: tuple[int, ...]
    parts: tuple[Pattern, ...]
    rest: str | None


@dataclass(frozen=True, slots=True)
class ClassPattern:
    cls: int
    positional: tuple[Pattern, ...]
    names: tuple[str, ...]
    named: tuple[Pattern, ...]


Pattern: TypeAlias = (
    AnyPattern | ValuePattern | OrPattern | SequencePattern | MappingPattern | ClassPattern
)
ANY = AnyPattern()


def attempt(
    m: Mac, pattern: Pattern, names: tuple[str, ...], subject: Value, *operands: Value
) -> Value:
    """The condition that it fits, and then the values of `names`; None if it has to be matched part
    by part."""
    found = _Attempt(m, operands)
    try:
        fits = found.fits(pattern, subject)
    except NeedsCodeError:
        return NONE
    return Tuple((fits, *(found.bound.get(name, NONE) for name in names)))


def was_told(m: Mac, result: Value) -> bool:
    """For some classes it may be, and for others not."""
    return settle(m, result) is not NONE


class _Attempt:
    """`condition` is what was found so far and not decided."""

    def __init__(self, m: Mac, operands: Sequence[Value]) -> None:
        self.m = m
        self.operands = operands
        self.bound: dict[str, Value] = {}
        self.condition: Scalar = True

    def fits(self, pattern: Pattern, subject: Value) -> Scalar:
        """The condition that it fits, given that everything decided meanwhile is so."""
        before, self.condition = self.condition, True
        result = self.condition if self._fits(pattern, subject) else False
        self.condition = before
        return result

    def _also(self, condition: Scalar) -> bool:
        """Whether that, and everything before, can be so."""
        self.condition = and_(self.condition, condition)
        return self.condition is not False

    def _decided(self, condition: Scalar) -> bool:
        """Whether that is so; what comes next depends on it."""
        if isinstance(condition, Term) and isinstance(self.condition, Term):
            if not self.m.decide(self.condition):
                return False
            self.condition = True
        return self.condition is not False and self.m.decide(condition)

    def _fits(self, pattern: Pattern, subject: Value) -> bool:
        match pattern:
            case AnyPattern(name, inner):
                if inner is not None and not self._fits(inner, subject):
                    return False
                if name is not None:
                    self.bound[name] = subject
                return True
            case ValuePattern(operand, by_identity):
                ask = identical if by_identity else equal
                return self._also(ask(self.m, subject, self.operands[operand]))
            case OrPattern(options):
                return self._or(options, subject)
            case SequencePattern():
                return self._sequence(pattern, subject)
            case MappingPattern():
                return self._mapping(pattern, subject)
            case ClassPattern():
                return self._class(pattern, subject)

    def _or(self, options: tuple[Pattern, ...], subject: Value) -> bool:
        binds = any(_binds(option) for option in options)
        conditions: list[Scalar] = []
        for option in options:
            condition = self.fits(option, subject)
            if condition is True or (binds and self._decided(condition)):
                return True
            conditions.append(False if binds else condition)
        return self._also(or_(*conditions))

    def _sequence(self, pattern: SequencePattern, subject: Value) -> bool:
        count = len(pattern.parts)
        fits = matching.is_sequence_of(self.m, count, pattern.star, subject)
        if all(part == ANY for part in pattern.parts):
            return self._also(fits)
        if not self._decided(fits):
            return False
        for index, part in enumerate(pattern.parts):
            if part != ANY:
                item = matching.sequence_part(self.m, index, count, pattern.star, subject)
                if not self._fits(part, item):
                    return False
        return True

    def _mapping(self, pattern: MappingPattern, subject: Value) -> bool:
        if not matching.is_mapping(self.m, subject):
            return False
        keys = [self.operands[key] for key in pattern.keys]
        for key, part in zip(keys, pattern.parts, strict=True):
            has = matching.has_key(self.m, subject, key)
            if part == ANY:
                if not self._also(has):
                    return False
                continue
            if not self._decided(has):
                return False
            if not self._fits(part, matching.value_at(self.m, subject, key)):
                return False
        if pattern.rest is not None:
            if not self._decided(self.condition):
                return False
            self.bound[pattern.rest] = matching.rest_of(self.m, subject, *keys)
        return True

    def _class(self, pattern: ClassPattern, subject: Value) -> bool:
        cls = self.operands[pattern.cls]
        fits = matching.is_of_class(self.m, subject, cls)
        if not pattern.positional and not pattern.named:
            return self._also(fits)
        if not self._decided(fits):
            return False
        count = len(pattern.positional)
        for index, part in enumerate(pattern.positional):
            value = matching.positional_part(self.m, index, count, subject, cls)
            if not self._part(part, value):
                return False
        for name, part in zip(pattern.names, pattern.named, strict=True):
            if not self._part(part, matching.attribute_part(self.m, name, subject)):
                return False
        return True

    def _part(self, part: Pattern, value: Value | Enter) -> bool:
        if isinstance(value, Enter):
            raise NeedsCodeError
        return got_item(self.m, value) and self._fits(part, value)


def names_in(pattern: Pattern | None) -> tuple[str, ...]:
    """What it binds."""
    match pattern:
        case AnyPattern(name, inner):
            return (*names_in(inner), *(() if name is None else (name,)))
        case OrPattern(options):
            return names_in(options[0])
        case SequencePattern(parts, _):
            return tuple(name for part in parts for name in names_in(part))
        case MappingPattern(_, parts, rest):
            found = tuple(name for part in parts for name in names_in(part))
            return found if rest is None else (*found, rest)
        case ClassPattern(_, positional, _, named):
            return tuple(name for part in (*positional, *named) for name in names_in(part))
    return ()


def _binds(pattern: Pattern) -> bool:
    return bool(names_in(pattern))
