"""Single characters of symbolic strings: what kind they are, and their case where they are ASCII.

Kinds are exact conditions, over all the code points that the solver knows."""

from __future__ import annotations

from collections.abc import Callable

from heapwise.engine.state import StoreKey
from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.core.kinds import Mac
from heapwise.frontends.python.semantics.core.lengths import known_length, most_characters
from heapwise.terms import (
    STR,
    Op,
    Scalar,
    Term,
    add,
    and_,
    eq,
    ite,
    le,
    lt,
    not_,
    or_,
    str_at,
    str_code,
    str_length,
    symbol,
)
from heapwise.terms.code_points import KINDS, code_is

ALPHABET = "texts of characters up to U+307FF, without surrogates"
"""What inputs are limited to, where code points matter."""
_ASCII_END = 128


def characters(m: Mac, text: Scalar) -> list[Scalar]:
    """A choice of the length, where the path does not know it."""
    if isinstance(text, str):
        return list(text)
    if isinstance(text, Term) and text.op == Op.CONCAT:
        parts = [seen_length(m, part) for part in text.args]
        if None not in parts:
            return [character for part in text.args for character in characters(m, part)]
    count = seen_length(m, text)
    if count is None and isinstance(text, Term) and text.op == Op.ITE:
        condition, *either = text.args
        if None not in [seen_length(m, part) for part in either]:
            return characters(m, either[0 if m.decide(condition) else 1])
    if count is None:
        count = known_length(m, str_length(text), most_characters(m))
    return [sequences.character(text, index) for index in range(count)]


def seen_length(m: Mac, text: Scalar) -> int | None:
    """The length, if that is seen without asking anybody."""
    if not isinstance(text, Term):
        return len(str(text))
    if text.op == Op.CONCAT:
        found = [seen_length(m, part) for part in text.args]
        return None if None in found else sum(part or 0 for part in found)
    if text.op == Op.AT:
        whole, index = text.args
        if type(index) is int and index >= 0 and m.known(lt(index, str_length(whole))):
            return 1
    if text.op == Op.SUBSTRING:
        whole, start, count = text.args
        length = seen_length(m, whole)
        if type(start) is int and type(count) is int and length is not None and start >= 0:
            return max(min(count, length - start), 0)
    if text.op == Op.ITE:
        one, other = (seen_length(m, part) for part in text.args[1:])
        return one if one == other else None
    return m.load(_made_length(text)) if text.op == Op.SYMBOL else None


def _made_length(text: Term) -> StoreKey[int]:
    return StoreKey("length of a made string", text)


def is_kind(kind: str, character: Scalar) -> Scalar:
    """Of a string of one character."""
    if isinstance(character, str):
        return KINDS[kind](character)
    return code_is(kind, str_code(character))


def is_ascii(character: Scalar) -> Scalar:
    if isinstance(character, str):
        return character.isascii()
    return lt(str_code(character), _ASCII_END)


# -- case, of ASCII characters

_CHANGES: dict[str, Callable[[str], str]] = {
    "lower": str.lower,
    "upper": str.upper,
    "title": str.title,
    "casefold": str.casefold,
    "swapcase": str.swapcase,
}


def changed_code(change: str, character: Scalar) -> Scalar:
    """The code point of what an ASCII character becomes."""
    if isinstance(character, str):
        return ord(_CHANGES[change](character))
    code = str_code(character)
    result = code
    for letters in ("AZ", "az"):
        first, last = map(ord, letters)
        shift = ord(_CHANGES[change](letters[0])) - first
        if shift:
            result = ite(and_(le(first, code), le(code, last)), add(code, shift), result)
    return result


def string_of(m: Mac, codes: list[Scalar]) -> Scalar:
    """The string of these code points. Solvers reason much better about a string of which they are
    told the characters than about a concatenation of characters."""
    if not codes:
        return ""
    number = m.load(_MADE) or 0
    m.put(_MADE, number + 1)
    made = symbol(f"text#{number}", STR)
    assert isinstance(made, Term)
    m.put(_made_length(made), len(codes))
    m.assume(eq(str_length(made), len(codes)))
    for index, code in enumerate(codes):
        m.assume(eq(str_code(str_at(made, index)), code))
    return made


_MADE: StoreKey[int] = StoreKey("made strings")


# -- kinds of whole strings


def all_of(kind: str, text: list[Scalar]) -> Scalar:
    """`isalpha` and the like: there is a character, and all are of the kind."""
    return bool(text) and and_(*(is_kind(kind, character) for character in text))


def is_cased(text: list[Scalar], kind: str, others: tuple[str, ...]) -> Scalar:
    """`isupper`, `islower`: one is, and none is of the other cases."""
    none = [not_(is_kind(other, character)) for character in text for other in others]
    return and_(or_(*(is_kind(kind, character) for character in text)), *none)


def is_title(text: list[Scalar]) -> Scalar:
    conditions: list[Scalar] = []
    cased: Scalar = False
    some: list[Scalar] = []
    for character in text:
        capital = or_(is_kind("upper", character), is_kind("title", character))
        small = is_kind("lower", character)
        conditions += [not_(and_(capital, cased)), not_(and_(small, not_(cased)))]
        cased = or_(capital, small)
        some.append(cased)
    return and_(or_(*some), *conditions)


def is_identifier(text: list[Scalar]) -> Scalar:
    if not text:
        return False
    rest = (is_kind("identifier part", character) for character in text[1:])
    return and_(is_kind("identifier", text[0]), *rest)
