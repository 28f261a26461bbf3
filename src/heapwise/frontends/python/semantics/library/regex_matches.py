"""Match objects of `re`: what each group is, is chosen when a program asks for it.

That there is a match is known of every match object. Which way the text matches often is not, and
need not be: only the ways that differ in what is asked for are told apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from heapwise.engine.bounds import MAX_LENGTH
from heapwise.engine.machine import CutError, Enter
from heapwise.frontends.python.model.values import (
    NONE,
    Bytes,
    Host,
    Match,
    Tuple,
    UnknownText,
    Value,
)
from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    is_str,
    settle,
    throw,
    unsupported,
)
from heapwise.frontends.python.semantics.core.plain import as_integer
from heapwise.frontends.python.semantics.text import regex_matching, regex_templates
from heapwise.frontends.python.semantics.text.regex_matching import (
    NotMatchedError,
    Question,
    Span,
    TooManyWaysError,
    Way,
)
from heapwise.terms import Scalar, not_, or_, str_concat, str_substring

K = TypeVar("K", bound=Hashable)


def matched(m: Mac, question: Question, part: Callable[[Way], K]) -> tuple[K] | None:
    """What `part` says of the way in which the text matches; None if it does not. Ways of which it
    says the same are one case."""
    try:
        found = regex_matching.guarded(question)
    except NotMatchedError as error:
        unsupported(str(error))
    except TooManyWaysError:
        way = regex_matching.first_way(question, m.decide)
        return None if way is None else (part(way),)
    cases: dict[tuple[K], Scalar] = {}
    for guard, way in found:
        said = (part(way),)
        cases[said] = or_(cases.get(said, False), guard)
    nothing = not_(or_(*(way.condition for _, way in found)))
    alternatives: list[tuple[Scalar, tuple[K] | None]] = [(nothing, None)]
    alternatives += [(guard, said) for said, guard in cases.items()]
    return _chosen(m, alternatives)


def _chosen(m: Mac, alternatives: list[tuple[Scalar, tuple[K] | None]]) -> tuple[K] | None:
    open_: list[tuple[Scalar, tuple[K] | None]] = []
    for guard, said in alternatives:
        known = m.known(guard)
        if known is True:
            return said
        if known is None:
            open_.append((guard, said))
    if not open_:
        raise CutError(MAX_LENGTH)
    return m.choose(open_)


def _question(value: Match) -> Question:
    assert isinstance(value.question, Question)
    return value.question


def _asked(m: Mac, value: Match, part: Callable[[Way], K]) -> K:
    found = matched(m, _question(value), part)
    assert found is not None, "a match object of a text that does not match"
    return found[0]


def _pattern(value: Match) -> re.Pattern[Any]:
    return _question(value).pattern


def _number(m: Mac, value: Match, group: Value) -> int:
    group = settle(m, group)
    pattern = _pattern(value)
    if isinstance(group, str) and group in pattern.groupindex:
        return pattern.groupindex[group]
    number = as_integer(m, group)
    if isinstance(number, int) and 0 <= number <= pattern.groups:
        return int(number)
    if isinstance(number, int) or isinstance(group, str) or group is NONE:
        throw(IndexError, "no such group")
    unsupported("a group of a match whose number is not known")


def text_of(value: Match, span: Span) -> Value:
    """None of a group that has matched nothing."""
    if span is None:
        return NONE
    text = str_substring(_question(value).text, span[0], span[1] - span[0])
    return Bytes(text) if isinstance(value.subject, Bytes) else text


def _receiver(m: Mac, name: str, positional: Positional) -> tuple[Match, Positional]:
    owner = settle(m, positional[0]) if positional else None
    if not isinstance(owner, Match):
        throw(TypeError, f"descriptor '{name}' requires a 're.Match' object")
    return owner, positional[1:]


def group(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    owner, groups = _receiver(m, "group", positional)
    if keywords:
        throw(TypeError, "re.Match.group() takes no keyword arguments")
    numbers = [_number(m, owner, each) for each in groups or (0,)]
    spans = _asked(m, owner, lambda way: tuple(way.spans[number] for number in numbers))
    texts = tuple(text_of(owner, span) for span in spans)
    return texts[0] if len(texts) == 1 else Tuple(texts)


def item(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return group(m, positional, keywords)


def groups(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    owner, rest = _receiver(m, "groups", positional)
    (default,) = take("groups", rest, keywords, ("default",), 0, default=NONE)
    spans = _asked(m, owner, lambda way: way.spans[1:])
    return Tuple(tuple(default if span is None else text_of(owner, span) for span in spans))


def group_dict(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    owner, rest = _receiver(m, "groupdict", positional)
    (default,) = take("groupdict", rest, keywords, ("default",), 0, default=NONE)
    names = _pattern(owner).groupindex
    spans = _asked(m, owner, lambda way: tuple(way.spans[number] for number in names.values()))
    entries = (
        (name, default if span is None else text_of(owner, span))
        for name, span in zip(names, spans, strict=True)
    )
    return sequences.new_dict(m, tuple(entries))


def _place(name: str, part: Callable[[Span], Value]) -> Model:
    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
        owner, rest = _receiver(m, name, positional)
        if keywords:
            throw(TypeError, f"re.Match.{name}() takes no keyword arguments")
        (of,) = take(name, rest, keywords, ("group",), 0, group=0)
        number = _number(m, owner, of)
        return _asked(m, owner, lambda way: part(way.spans[number]))

    return model


def expand(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    owner, rest = _receiver(m, "expand", positional)
    (template,) = take("expand", rest, keywords, ("template",), 1)
    return filled(m, owner, regex_templates.template(m, _pattern(owner), template))


def filled(m: Mac, owner: Match, template: regex_templates.Template) -> Value:
    """The text that a template makes of a match; groups that matched nothing are empty."""
    numbers = [part for part in template if isinstance(part, int)]
    spans = dict(
        zip(
            numbers,
            _asked(m, owner, lambda way: tuple(way.spans[number] for number in numbers)),
            strict=True,
        )
    )
    texts: list[Scalar] = []
    for part in template:
        if not isinstance(part, int):
            texts.append(part)
            continue
        text = text_of(owner, spans[part])
        texts.append(
            "" if text is NONE else text.text if isinstance(text, Bytes) else _scalar(text)
        )
    made = str_concat(*texts)
    return Bytes(made) if isinstance(owner.subject, Bytes) else made


def _scalar(text: Value) -> Scalar:
    assert is_str(text)
    return text


def attribute(m: Mac, owner: Match, name: str) -> Value | None:
    if name == "string":
        return owner.subject
    if name == "re":
        return Host(_pattern(owner))
    if name in ("pos", "endpos"):
        return owner.pos if name == "pos" else owner.endpos
    if name == "lastindex":
        last = _asked(m, owner, lambda way: way.last)
        return NONE if last is None else last
    if name == "lastgroup":
        last = _asked(m, owner, lambda way: way.last)
        names = {number: name for name, number in _pattern(owner).groupindex.items()}
        return NONE if last is None or last not in names else names[last]
    if name == "regs":
        spans = _asked(m, owner, lambda way: way.spans)
        return Tuple(tuple(Tuple(span or (-1, -1)) for span in spans))
    return None


def shown(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return UnknownText("a match object")


MODELS: dict[str, Model] = {
    "Match.group": group,
    "Match.__getitem__": item,
    "Match.groups": groups,
    "Match.groupdict": group_dict,
    "Match.start": _place("start", lambda span: -1 if span is None else span[0]),
    "Match.end": _place("end", lambda span: -1 if span is None else span[1]),
    "Match.span": _place("span", lambda span: Tuple(span or (-1, -1))),
    "Match.expand": expand,
}
