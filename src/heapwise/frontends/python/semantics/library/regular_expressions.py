"""The module `re` with texts that are not known; patterns are.

A text is looked at as far as the bound on lengths lets it, unless a pattern looks no further than
its own width. Where texts are known too, the real thing is called.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from heapwise.engine.bounds import MAX_LENGTH
from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.values import (
    NONE,
    Bytes,
    EnumValue,
    Host,
    Match,
    Tuple,
    Value,
)
from heapwise.frontends.python.semantics.core import calls, pure_functions, sequences
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    is_integer,
    is_str,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.large_integers import sized
from heapwise.frontends.python.semantics.core.lengths import known_length, most_items
from heapwise.frontends.python.semantics.core.plain import as_integer, chosen_text
from heapwise.frontends.python.semantics.library import regex_matches
from heapwise.frontends.python.semantics.library.regex_matches import matched, text_of
from heapwise.frontends.python.semantics.text import characters, regex_matching, regex_templates
from heapwise.frontends.python.semantics.text.regex_matching import FULL, MATCH, SEARCH, Question
from heapwise.terms import Scalar, Term, eq, ite, le, lt, or_, str_concat, str_length, str_substring

_PER_ITEM = 2
"""Characters that are looked at beyond those that a pattern needs, per item of a container."""
_WIDEST = 200
_OF_PATTERN = ("self", "string", "pos", "endpos")
_OF_MODULE = ("pattern", "string", "flags")


@dataclass(frozen=True, slots=True)
class _Subject:
    """What is searched: `value` is what the program has given; `text` ends where the search does,
    which begins at `start`."""

    value: Value
    text: Scalar
    start: int
    limit: int
    endpos: Value


def _compiled(m: Mac, value: Value, flags: Value) -> re.Pattern[Any]:
    value, flags = settle(m, value), settle(m, flags)
    if isinstance(value, Host) and isinstance(value.value, re.Pattern):
        if flags != 0:
            throw(ValueError, "cannot process flags argument with a compiled pattern")
        return value.value
    known = chosen_text(m, value.text if isinstance(value, Bytes) else value)
    if not isinstance(known, str):
        if isinstance(known, Term) and is_str(known):
            unsupported("a regular expression that is not known")
        throw(TypeError, "first argument must be string or compiled pattern")
    pattern = known.encode("latin-1") if isinstance(value, Bytes) else known
    try:
        return re.compile(pattern, _flags(m, flags))
    except (re.error, OverflowError, RecursionError) as error:
        throw(type(error), str(error))


def _flags(m: Mac, value: Value) -> int:
    if isinstance(value, EnumValue | Host):
        found = pure_functions.known(m, value) if isinstance(value, EnumValue) else value.value
        if isinstance(found, int):
            return int(found)
    if isinstance(value, int):
        return int(value)
    unsupported("flags of a regular expression that are not known")


def _subject(
    m: Mac, pattern: re.Pattern[Any], mode: str, value: Value, pos: Value, endpos: Value
) -> _Subject:
    first, last = _index(m, pos), None if endpos is NONE else _index(m, endpos)
    value = settle(m, value)
    text = value.text if isinstance(value, Bytes) else value
    if not is_str(text):
        throw(TypeError, f"expected string or bytes-like object, got '{type_name(m, value)}'")
    if isinstance(value, Bytes) is isinstance(pattern.pattern, str):
        kinds = (
            ("string", "bytes-like")
            if isinstance(pattern.pattern, str)
            else ("bytes", "string-like")
        )
        throw(TypeError, f"cannot use a {kinds[0]} pattern on a {kinds[1]} object")
    end = str_length(text)
    if last is not None:
        text, end = _ended(text, last)
    start = _start(m, text, first)
    return _Subject(value, text, start, _limit(m, pattern, mode, text, start), end)


def _index(m: Mac, value: Value) -> Scalar:
    """A position or a count as C takes it, which is done before the text is looked at."""
    number = as_integer(m, settle(m, value))
    if not is_integer(number):
        throw(TypeError, f"'{type_name(m, number)}' object cannot be interpreted as an integer")
    return sized(m, number)


def _ended(text: Scalar, last: Scalar) -> tuple[Scalar, Scalar]:
    length = str_length(text)
    end = ite(lt(last, 0), 0, ite(lt(length, last), length, last))
    return str_substring(text, 0, end), end


def _start(m: Mac, text: Scalar, first: Scalar) -> int:
    if first == 0 or m.decide(le(first, 0)):
        return 0
    length = str_length(text)
    if m.decide(lt(length, first)):
        first = length
    return known_length(m, first, _most(m))


def _most(m: Mac) -> int | None:
    items = most_items(m)
    return None if items is None else items * _PER_ITEM


def _limit(m: Mac, pattern: re.Pattern[Any], mode: str, text: Scalar, start: int) -> int:
    """How many characters may be looked at."""
    if isinstance(text, str):
        return len(text)
    least, most = regex_matching.widths(pattern)
    if least > _WIDEST:
        unsupported(f"a regular expression that needs more than {_WIDEST} characters")
    length = str_length(text)
    if isinstance(length, int):
        return length
    beyond = most + (2 if regex_matching.looks_ahead(pattern) else 1)
    allowed = _most(m)
    if allowed is not None:
        allowed += max(least, _least_length(text)) + start
    is_narrow = mode in (MATCH, FULL) and not regex_matching.asserts(pattern)
    if is_narrow and most < _WIDEST and (allowed is None or start + beyond <= allowed):
        return start + beyond
    if allowed is None:
        return known_length(m, length)
    m.within(le(length, allowed), MAX_LENGTH)
    return allowed


def _least_length(text: Scalar) -> int:
    if isinstance(text, str):
        return len(text)
    return sum(len(part) for part in getattr(text, "args", ()) if isinstance(part, str))


# -- one match


def _find(m: Mac, pattern: re.Pattern[Any], mode: str, arguments: list[Value]) -> Value:
    subject = _subject(m, pattern, mode, *arguments)
    question = Question(pattern, subject.text, mode, subject.start, subject.limit)
    if matched(m, question, lambda way: True) is None:
        return NONE
    return Match(question, subject.value, subject.start, subject.endpos)


def _real(m: Mac, name: str, positional: Positional, keywords: Keywords) -> tuple[Value] | None:
    """What the real function gives if everything is known."""
    owner: object = re
    if name.startswith("Pattern.") and positional:
        owner = positional[0].value if isinstance(positional[0], Host) else None
        positional = positional[1:]
    function = getattr(owner, name.removeprefix("Pattern."), None)
    return pure_functions.called(m, function, f"re.{name}", positional, keywords)


def _finding(name: str, of_pattern: bool) -> Model:
    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value:
        known = _real(m, f"Pattern.{name}" if of_pattern else name, positional, keywords)
        if known is not None:
            return known[0]
        if of_pattern:
            owner, *rest = take(name, positional, keywords, _OF_PATTERN, 2, pos=0, endpos=NONE)
            return _find(m, _compiled(m, owner, 0), name, rest)
        given, text, flags = take(name, positional, keywords, _OF_MODULE, 2, flags=0)
        return _find(m, _compiled(m, given, flags), name, [text, 0, NONE])

    return model


# -- all matches


def _matches(m: Mac, pattern: re.Pattern[Any], subject: _Subject, most: int = 0) -> Iterator[Match]:
    """One after the other, as `finditer` gives them; where each begins and ends is chosen."""
    start, must_advance, count = subject.start, False, 0
    while not most or count < most:
        question = Question(pattern, subject.text, SEARCH, start, subject.limit, must_advance)
        found = matched(m, question, lambda way: way.spans[0])
        if found is None:
            return
        span = found[0]
        assert span is not None
        yield Match(question, subject.value, subject.start, subject.endpos)
        must_advance, start, count = span[0] == span[1], span[1], count + 1


def _span(m: Mac, match: Match) -> tuple[int, int]:
    assert isinstance(match.question, Question)
    found = matched(m, match.question, lambda way: way.spans[0])
    assert found is not None and found[0] is not None
    return found[0]


def _scanning(name: str, of_pattern: bool) -> Model:
    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value:
        known = _real(m, f"Pattern.{name}" if of_pattern else name, positional, keywords)
        if known is not None:
            return known[0]
        pos: list[Value] = [0, NONE]
        if of_pattern:
            given, text, *pos = take(name, positional, keywords, _OF_PATTERN, 2, pos=0, endpos=NONE)
            pattern = _compiled(m, given, 0)
        else:
            given, text, flags = take(name, positional, keywords, _OF_MODULE, 2, flags=0)
            pattern = _compiled(m, given, flags)
        found = tuple(_matches(m, pattern, _subject(m, pattern, SEARCH, text, *pos)))
        if name == "finditer":
            return sequences.new_iterator(m, "sequence", sequences.new_list(m, found))
        return sequences.new_list(m, tuple(_listed(m, pattern, each) for each in found))

    return model


def _listed(m: Mac, pattern: re.Pattern[Any], match: Match) -> Value:
    """What `findall` has of a match."""
    if pattern.groups == 0:
        return text_of(match, _span(m, match))
    groups = regex_matches.groups(m, (match, Bytes("") if _is_bytes(match) else ""), {})
    assert isinstance(groups, Tuple)
    return groups.items[0] if pattern.groups == 1 else groups


def _is_bytes(match: Match) -> bool:
    return isinstance(match.subject, Bytes)


def _given(
    m: Mac, name: str, of_pattern: bool, positional: Positional, keywords: Keywords, *names: str
) -> tuple[re.Pattern[Any], list[Value]]:
    """The pattern and the arguments of these names, the last of which is a number of times."""
    first = "self" if of_pattern else "pattern"
    every = (first, *names) if of_pattern else (first, *names, "flags")
    defaults: dict[str, Value] = {names[-1]: 0, "flags": 0}
    given = take(name, positional, keywords, every, len(names), **defaults)
    flags: Value = 0 if of_pattern else given.pop()
    return _compiled(m, given[0], flags), given[1:]


def _times(m: Mac, value: Value) -> int:
    """0 is as often as can be, and for `split` a negative number never: -1."""
    count = _index(m, value)
    if m.decide(lt(count, 0)):
        return -1
    return known_length(m, count, most_items(m))


def _splitting(of_pattern: bool) -> Model:
    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value:
        known = _real(m, "Pattern.split" if of_pattern else "split", positional, keywords)
        if known is not None:
            return known[0]
        names = ("string", "maxsplit")
        pattern, (text, most) = _given(m, "split", of_pattern, positional, keywords, *names)
        times = _times(m, most)
        subject = _subject(m, pattern, SEARCH, text, 0, NONE)
        parts: list[Value] = []
        at = 0
        for match in _matches(m, pattern, subject, times) if times >= 0 else ():
            start, end = _span(m, match)
            parts.append(text_of(match, (at, start)))
            groups = regex_matches.groups(m, (match,), {})
            assert isinstance(groups, Tuple)
            parts += groups.items
            at = end
        rest = _rest(subject, at)
        return sequences.new_list(m, (*parts, rest))

    return model


def _rest(subject: _Subject, at: int) -> Value:
    text = subject.text if at == 0 else str_substring(subject.text, at, str_length(subject.text))
    return Bytes(text) if isinstance(subject.value, Bytes) else text


def _substituting(name: str, of_pattern: bool) -> Model:
    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
        known = _real(m, f"Pattern.{name}" if of_pattern else name, positional, keywords)
        if known is not None:
            return known[0]
        names = ("repl", "string", "count")
        pattern, given = _given(m, name, of_pattern, positional, keywords, *names)
        made, text, count = given
        made = settle(m, made)
        times = _times(m, count)
        subject = _subject(m, pattern, SEARCH, text, 0, NONE)
        found = list(_matches(m, pattern, subject, times)) if times >= 0 else []
        if _is_text(made):
            template = regex_templates.template(m, pattern, made)
            texts = tuple(regex_matches.filled(m, match, template) for match in found)
            joined = _woven(m, subject, found, texts)
            return joined if name == "sub" else Tuple((joined, len(found)))
        matches = sequences.new_list(m, tuple(found))
        between = Tuple(
            tuple(NONE if each in ("", Bytes("")) else each for each in _between(m, subject, found))
        )
        finish = runtime(m).prelude(m, f"regex_{name}")
        empty = Bytes("") if isinstance(subject.value, Bytes) else ""
        return calls.enter(m, finish, (made, matches, between, empty))

    return model


def _is_text(value: Value) -> bool:
    return is_str(value) or isinstance(value, Bytes)


def _between(m: Mac, subject: _Subject, found: list[Match]) -> Iterator[Value]:
    """What is not matched: one text more than there are matches."""
    at = 0
    for match in found:
        start, end = _span(m, match)
        yield text_of(match, (at, start))
        at = end
    yield _rest(subject, at)


def _woven(m: Mac, subject: _Subject, found: list[Match], texts: tuple[Value, ...]) -> Value:
    between = list(_between(m, subject, found))
    if not found:
        return between[0]
    woven: list[Value] = []
    for kept, new in zip(between, texts, strict=False):
        woven += [kept, new]
    woven.append(between[-1])
    made = str_concat(*(_plain(each) for each in woven))
    return Bytes(made) if isinstance(subject.value, Bytes) else made


def _plain(value: Value) -> Scalar:
    text = value.text if isinstance(value, Bytes) else value
    assert is_str(text)
    return text


# -- others


def escape(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    known = _real(m, "escape", positional, keywords)
    if known is not None:
        return known[0]
    (value,) = take("escape", positional, keywords, ("pattern",), 1)
    value = settle(m, value)
    text = value.text if isinstance(value, Bytes) else value
    if not is_str(text):
        throw(TypeError, f"decoding to str: need a bytes-like object, {type_name(m, value)} found")
    made: list[Scalar] = []
    for character in characters.characters(m, text):
        special = or_(*(eq(character, each) for each in _SPECIAL))
        made += [ite(special, "\\", ""), character]
    joined = str_concat(*made)
    return Bytes(joined) if isinstance(value, Bytes) else joined


_SPECIAL = [chr(code) for code in range(128) if re.escape(chr(code)) != chr(code)]


def compile_(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    pattern, flags = take("compile", positional, keywords, ("pattern", "flags"), 1, flags=0)
    return Host(_compiled(m, pattern, flags))


MODELS: dict[str, Model] = {
    **{
        f"re.{'Pattern.' if of_pattern else ''}{name}": make(name, of_pattern)
        for make, names in (
            (_finding, (MATCH, FULL, SEARCH)),
            (_scanning, ("findall", "finditer")),
            (_substituting, ("sub", "subn")),
        )
        for name in names
        for of_pattern in (False, True)
    },
    "re.split": _splitting(False),
    "re.Pattern.split": _splitting(True),
    "re.escape": escape,
    "re.compile": compile_,
    **regex_matches.MODELS,
}
