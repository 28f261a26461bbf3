"""Searching in symbolic strings, and taking them apart.

A term where the solver has one that is exact; else a choice of how often something occurs, or of
how long the string is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from heapwise.engine.bounds import MAX_LENGTH
from heapwise.engine.machine import CutError, Enter
from heapwise.frontends.python.model.values import NONE, EnumValue, Opaque, Tuple, Value
from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.core.arguments import take, take_given
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    is_integer,
    is_ref,
    is_str,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.large_integers import sized
from heapwise.frontends.python.semantics.core.lengths import known_length, most_characters
from heapwise.frontends.python.semantics.core.plain import as_integer, as_number
from heapwise.frontends.python.semantics.core.special_methods import no_integer, special_method
from heapwise.frontends.python.semantics.operations import truth
from heapwise.frontends.python.semantics.text import characters
from heapwise.terms import (
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
    str_contains,
    str_index_of,
    str_length,
    str_prefix_of,
    str_substring,
    str_suffix_of,
    sub,
)

Method: TypeAlias = Callable[[Mac, Scalar, Positional, Keywords], Value]
_MOST_OCCURRENCES = 64


def string(m: Mac, name: str, value: Value) -> Scalar:
    value = settle(m, value)
    if isinstance(value, EnumValue) and issubclass(value.cls, str):
        unsupported(f"str.{name}() with an enum member")
    if not is_str(value):
        if isinstance(value, Opaque):
            unsupported(f"str.{name}() with a value of unknown type")
        throw(TypeError, _refused(name, type_name(m, value)))
    return value


@lru_cache(maxsize=256)
def _refused(name: str, other: str, in_tuple: bool = False) -> str:
    """What CPython says of an argument that is an object of the class `other`."""
    made = None if other == "NoneType" else type(other, (), {})()
    try:
        getattr("", name)((made,) if in_tuple else made)
    except TypeError as error:
        if other in str(error) or made is None:
            return str(error)
    return f"{name}() argument must be str, not {other}"


def integer(m: Mac, value: Value) -> Scalar:
    value = as_integer(m, settle(m, value))
    if not is_integer(value):
        no_integer(m, value)
    return as_number(value)


# -- searching


def _window(
    m: Mac, whole: Scalar, start: Value | None, end: Value | None
) -> tuple[Scalar, Scalar, Scalar]:
    """The part that a search is about, where it starts, and whether that is inside."""
    start = None if start is None else settle(m, start)
    end = None if end is None else settle(m, end)
    if (start is None or start is NONE or start == 0) and (end is None or end is NONE):
        return whole, 0, True
    length = str_length(whole)
    first = 0 if start is None or start is NONE else _from_end(_place(m, start), length)
    last = length if end is None or end is NONE else _from_end(_place(m, end), length)
    last = ite(lt(length, last), length, last)
    return str_substring(whole, first, sub(last, first)), first, le(first, last)


def _place(m: Mac, value: Value) -> Scalar:
    if not is_integer(as_integer(m, value)) and special_method(m, value, "__index__") is None:
        throw(TypeError, "slice indices must be integers or None or have an __index__ method")
    return integer(m, value)


def _from_end(index: Scalar, length: Scalar) -> Scalar:
    if isinstance(index, int) and index >= 0:
        return index
    moved = add(index, length)
    return ite(lt(index, 0), ite(lt(moved, 0), 0, moved), index)


def _search(
    m: Mac, name: str, args: Positional, keywords: Keywords
) -> tuple[Value, Value | None, Value | None]:
    if keywords:
        throw(TypeError, f"str.{name}() takes no keyword arguments")
    part, start, end = take_given(name, args, keywords, ("sub", "start", "end"), 1)
    assert part is not None
    return part, start, end


def find(m: Mac, s: Scalar, args: Positional, keywords: Keywords, name: str = "find") -> Scalar:
    part, start, end = _search(m, name, args, keywords)
    part = string(m, name, part)
    window, first, inside = _window(m, s, start, end)
    at = str_index_of(window, part, 0)
    return at if window is s else ite(and_(inside, le(0, at)), add(at, first), -1)


def rfind(m: Mac, s: Scalar, args: Positional, keywords: Keywords, name: str = "rfind") -> Scalar:
    part, start, end = _search(m, name, args, keywords)
    part = string(m, name, part)
    window, first, inside = _window(m, s, start, end)
    if not m.decide(and_(inside, str_contains(window, part))):
        return -1
    if m.decide(eq(part, "")):
        return add(first, str_length(window))
    at = _last_index(m, window, part)
    return add(at, first)


def _last_index(m: Mac, whole: Scalar, part: Scalar) -> Scalar:
    """Where `part`, which is in `whole` and not empty, is for the last time."""
    at = str_index_of(whole, part, 0)
    count = 1
    while not m.decide(lt(later := str_index_of(whole, part, add(at, 1)), 0)):
        at = later
        count += 1
        _check_occurrences(m, whole, count)
    return at


def index(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Scalar:
    return _or_error(m, find(m, s, args, keywords, "index"))


def rindex(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Scalar:
    return _or_error(m, rfind(m, s, args, keywords, "rindex"))


def _or_error(m: Mac, at: Scalar) -> Scalar:
    if m.decide(lt(at, 0)):
        throw(ValueError, "substring not found")
    return at


def count(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Scalar:
    part, start, end = _search(m, "count", args, keywords)
    part = string(m, "count", part)
    window, _, inside = _window(m, s, start, end)
    if not m.decide(inside):
        return 0
    if m.decide(eq(part, "")):
        return add(str_length(window), 1)
    if isinstance(part, str) and len(part) == 1:
        total: Scalar = 0
        for character in characters.characters(m, window):
            total = add(total, ite(eq(character, part), 1, 0))
        return total
    return len(occurrences(m, window, part, None))


def occurrences(m: Mac, whole: Scalar, part: Scalar, most: int | None) -> list[Scalar]:
    """Where `part`, which is not empty, stands; no two overlap. A choice of how many there are."""
    found: list[Scalar] = []
    start: Scalar = 0
    while most is None or len(found) < most:
        at = str_index_of(whole, part, start)
        if m.decide(lt(at, 0)):
            break
        found.append(at)
        start = add(at, str_length(part))
        _check_occurrences(m, whole, len(found))
    return found


def _check_occurrences(m: Mac, whole: Scalar, count: int) -> None:
    """There are no more in a text than it has characters."""
    most = most_characters(m)
    if most is not None and count > most and isinstance(whole, Term):
        raise CutError(MAX_LENGTH)
    if count > _MOST_OCCURRENCES:
        unsupported(f"more than {_MOST_OCCURRENCES} occurrences in a string")


def at_an_end(name: str, test: Callable[[Scalar, Scalar], Scalar]) -> Method:
    def method(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Scalar:
        options, start, end = _search(m, name, args, keywords)
        options = settle(m, options)
        window, _, inside = _window(m, s, start, end)
        is_tuple = isinstance(options, Tuple) or (
            is_ref(options) and category(m, options) in ("tuple", "record")
        )
        if not is_tuple:
            return and_(inside, test(string(m, name, options), window))
        found: list[Scalar] = []
        for part in (settle(m, each) for each in sequences.items_of(m, options)):
            if not is_str(part) and not isinstance(part, EnumValue | Opaque):
                if m.decide(and_(inside, or_(*found))):
                    return True
                throw(TypeError, _refused(name, type_name(m, part), in_tuple=True))
            found.append(test(string(m, name, part), window))
        return and_(inside, or_(*found))

    return method


# -- taking apart


def rest_of(s: Scalar, start: Scalar) -> Scalar:
    return str_substring(s, start, sub(str_length(s), start))


def partition(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Value:
    separator = _separator(m, "partition", args)
    at = str_index_of(s, separator, 0)
    there = le(0, at)
    after = rest_of(s, add(at, str_length(separator)))
    first = ite(there, str_substring(s, 0, at), s)
    return Tuple((first, ite(there, separator, ""), ite(there, after, "")))


def rpartition(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Value:
    separator = _separator(m, "rpartition", args)
    if not m.decide(str_contains(s, separator)):
        return Tuple(("", "", s))
    at = _last_index(m, s, separator)
    after = rest_of(s, add(at, str_length(separator)))
    return Tuple((str_substring(s, 0, at), separator, after))


def _separator(m: Mac, name: str, args: Positional) -> Scalar:
    (separator,) = take(name, args, {}, ("sep",), 1)
    separator = string(m, name, separator)
    if m.decide(eq(separator, "")):
        throw(ValueError, "empty separator")
    return separator


def split(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Value:
    separator, limit = take("split", args, keywords, ("sep", "maxsplit"), 0, sep=NONE, maxsplit=-1)
    most = limit_of(m, limit)
    if separator is None or settle(m, separator) is NONE:
        return sequences.new_list(m, tuple(_words(m, s, most)))
    separator = _separator(m, "split", (separator,))
    pieces: list[Scalar] = []
    start: Scalar = 0
    for at in occurrences(m, s, separator, most):
        pieces.append(str_substring(s, start, sub(at, start)))
        start = add(at, str_length(separator))
    return sequences.new_list(m, (*pieces, rest_of(s, start)))


def rsplit(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Value:
    separator, limit = take("rsplit", args, keywords, ("sep", "maxsplit"), 0, sep=NONE, maxsplit=-1)
    most = limit_of(m, limit)
    if most is None:
        return split(m, s, (separator,), {})
    if separator is None or settle(m, separator) is NONE:
        unsupported("str.rsplit() of a symbolic string at white space")
    separator = _separator(m, "rsplit", (separator,))
    if not (isinstance(separator, str) and len(separator) == 1):
        unsupported("str.rsplit() of a symbolic string at more than one character")
    places = occurrences(m, s, separator, None)
    places = places[len(places) - most :] if most < len(places) else places
    pieces: list[Scalar] = []
    start: Scalar = 0
    for at in places:
        pieces.append(str_substring(s, start, sub(at, start)))
        start = add(at, 1)
    return sequences.new_list(m, (*pieces, rest_of(s, start)))


def limit_of(m: Mac, value: Value) -> int | None:
    limit = sized(m, integer(m, value))
    if isinstance(limit, Term):
        if m.decide(lt(limit, 0)):
            return None
        return known_length(m, limit, most_characters(m))
    return int(limit) if int(limit) >= 0 else None


def _words(m: Mac, s: Scalar, most: int | None) -> list[Scalar]:
    """Between white space."""
    found: list[Scalar] = []
    whole = characters.characters(m, s)
    spaces = [m.decide(characters.is_kind("space", character)) for character in whole]
    position = 0
    while True:
        while position < len(whole) and spaces[position]:
            position += 1
        if position == len(whole):
            return found
        end = position
        if most is not None and len(found) == most:
            return [*found, str_substring(s, position, len(whole) - position)]
        while end < len(whole) and not spaces[end]:
            end += 1
        found.append(str_substring(s, position, end - position))
        position = end


_KEEPENDS_IS_AN_INTEGER = sys.version_info < (3, 12)
"""Later any value may be given."""


def split_lines(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Value:
    (ends,) = take("splitlines", args, keywords, ("keepends",), 0, keepends=False)
    if _KEEPENDS_IS_AN_INTEGER:
        ends = integer(m, ends)
    kept = truth.truth(m, ends)
    if isinstance(kept, Enter):
        unsupported("keepends with a __bool__ of its own")
    keep = m.decide(kept)
    whole = characters.characters(m, s)
    lines: list[Scalar] = []
    start = position = 0
    while position < len(whole):
        end = position
        if m.decide(characters.is_kind("line end", whole[position])):
            is_return = m.decide(eq(whole[position], "\r"))
            if is_return and position + 1 < len(whole) and m.decide(eq(whole[position + 1], "\n")):
                position += 1
            stop = position + 1 if keep else end
            lines.append(str_substring(s, start, stop - start))
            start = position + 1
        position += 1
    if start < len(whole):
        lines.append(str_substring(s, start, len(whole) - start))
    return sequences.new_list(m, tuple(lines))


def stripping(name: str) -> Method:
    left, right = name != "rstrip", name != "lstrip"

    def method(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Scalar:
        (given,) = take_given(name, args, keywords, ("chars",), 0)
        given = None if given is None or settle(m, given) is NONE else string(m, name, given)

        def goes(character: Scalar) -> Scalar:
            if given is None:
                return characters.is_kind("space", character)
            if isinstance(given, str):
                return or_(*(eq(character, each) for each in given))
            return str_contains(given, character)

        clean = [eq(s, "")]
        ends = [not_(goes(str_at(s, 0)))] if left else []
        ends += [not_(goes(str_at(s, sub(str_length(s), 1))))] if right else []
        if m.decide(or_(*clean, and_(*ends))):
            return s
        length, most = str_length(s), most_characters(m)
        if most is None or isinstance(length, int):
            most = len(characters.characters(m, s))
        else:
            m.within(le(length, most), MAX_LENGTH)
        start, end = _kept(s, length, most, goes)
        start, end = start if left else 0, end if right else length
        return str_substring(s, start, sub(end, start))

    return method


def _kept(
    s: Scalar, length: Scalar, most: int, goes: Callable[[Scalar], Scalar]
) -> tuple[Scalar, Scalar]:
    """The first position that stays, and the one after the last, of at most so many."""
    start: Scalar = length
    end: Scalar = 0
    for position in range(most - 1, -1, -1):
        gone = goes(sequences.character(s, position))
        start = ite(and_(lt(position, length), not_(gone)), position, start)
    for position in range(most):
        gone = goes(sequences.character(s, position))
        end = ite(and_(lt(position, length), not_(gone)), position + 1, end)
    return start, end


def without(name: str) -> Method:
    def method(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Scalar:
        part = string(m, name, *take(name, args, keywords, ("affix",), 1))
        length = sub(str_length(s), str_length(part))
        if name == "removeprefix":
            rest = str_substring(s, str_length(part), length)
            return ite(str_prefix_of(part, s), rest, s)
        return ite(str_suffix_of(part, s), str_substring(s, 0, length), s)

    return method
