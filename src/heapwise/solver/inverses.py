"""What an argument of an operation would have to be for a value of it, each with the others as they
are. These are guesses, to be tried: simple ones first, and none where it is not simple."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from heapwise.terms import Concrete, Op
from heapwise.terms.code_points import KINDS, LAST_SOLVED, SURROGATES, is_of_kind

LETTER = "a"
_MOST_LETTERS = 100
_TYPICAL = "aA0 _\n+."
"""One of each kind of characters, or nearly so."""

Wanted: TypeAlias = tuple[int, Concrete]
"""The number of an argument, and what it would have to be."""


def inverses(op: str, name: object, value: Concrete, args: Sequence[Concrete]) -> Iterable[Wanted]:
    """`name` is what the operation has besides its arguments."""
    if op == Op.CODE_IS:
        return _characters(str(name), bool(value))
    return _INVERSE[op](value, *args)


def _characters(kind: str, wanted: bool) -> list[Wanted]:
    if kind not in KINDS:
        return []
    return [(0, ord(each)) for each in _TYPICAL if is_of_kind(kind, ord(each)) is wanted]


def _length(value: int, text: str) -> list[Wanted]:
    return [(0, text[:value].ljust(value, LETTER))] if 0 <= value <= _MOST_LETTERS else []


def _at(value: str, text: str, index: int) -> list[Wanted]:
    if not 0 <= index <= _MOST_LETTERS or len(value) > 1:
        return []
    rest = text[index + 1 :] if value else ""
    return [(0, text[:index].ljust(index, LETTER) + value + rest)]


def _substring(value: str, text: str, start: int, length: int) -> list[Wanted]:
    if not 0 <= start <= _MOST_LETTERS or len(value) > max(0, length):
        return []
    rest = text[start + length :] if len(value) == length else ""
    return [(0, text[:start].ljust(start, LETTER) + value + rest)]


def _concat(value: str, *parts: str) -> list[Wanted]:
    found: list[Wanted] = []
    for at in range(len(parts)):
        before, after = "".join(parts[:at]), "".join(parts[at + 1 :])
        size = len(value) - len(before) - len(after)
        if size >= 0 and value.startswith(before) and value.endswith(after):
            found.append((at, value[len(before) : len(before) + size]))
    return found


def _code(value: int, text: str) -> list[Wanted]:
    return [(0, chr(value))] if 0 <= value <= LAST_SOLVED and value not in SURROGATES else []


def _contains(value: bool, text: str, part: str) -> list[Wanted]:
    return [(0, text + part)] if value else []


def _prefix(value: bool, part: str, text: str) -> list[Wanted]:
    return [(1, part + text)] if value else [(1, LETTER + text)]


def _suffix(value: bool, part: str, text: str) -> list[Wanted]:
    return [(1, text + part)] if value else [(1, text + LETTER)]


def _number(value: int, text: str) -> list[Wanted]:
    return [(0, str(value) if value >= 0 else LETTER)]


def _digits(value: str, number: int) -> list[Wanted]:
    return [(0, int(value))] if value.isascii() and value.isdigit() and len(value) < 10 else []


_INVERSE: dict[str, Callable[..., list[Any]]] = {
    Op.ADD: lambda value, one, other: [(0, value - other), (1, value - one)],
    Op.SUB: lambda value, one, other: [(0, value + other), (1, one - value)],
    Op.MUL: lambda value, one, other: [(0, value // (other or 1)), (1, value // (one or 1))],
    Op.FLOORDIV: lambda value, one, other: [(0, value * other)],
    Op.MOD: lambda value, one, other: [(0, one - one % (other or 1) + value)],
    Op.LENGTH: _length,
    Op.AT: _at,
    Op.SUBSTRING: _substring,
    Op.CONCAT: _concat,
    Op.CODE: _code,
    Op.CONTAINS: _contains,
    Op.PREFIX_OF: _prefix,
    Op.SUFFIX_OF: _suffix,
    Op.INT_OF_STR: _number,
    Op.STR_OF_INT: _digits,
}

INVERTIBLE = frozenset((*_INVERSE, Op.CODE_IS))
