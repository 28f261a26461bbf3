"""Names of tests: what is called, what comes of it, and when.

`when` is said in as few words as tell a test from the others with the same subject and result: a
part of its condition, or a plain fact about its input. A phrase stands in a name as a whole or not
at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Protocol

from heapwise.results import Heap, Ref, Value
from heapwise.results.integers import is_long
from heapwise.testgen.cpython_replay import Observation, Status

_LONGEST = 69  # `def …() -> None:` fits into 88 columns
_TOKEN = re.compile(r"[A-Za-z_]\w*|\d+|==|!=|<=|>=|<|>|\+|-|\*|%|/")
_NUMBER_FIRST = re.compile(r"(-?\d+) (==|!=|<=|>=|<|>) (.+)")
_LENGTH = re.compile(r"len\(([\w.]+)\) (==|!=|<=|>=|<|>) (\d+)")
_IS_INSTANCE = re.compile(r"(not )?isinstance\(([\w.\[\]]+), ([\w.]+)\)?")
_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_WORDS = {
    "==": "equals",
    "!=": "differs_from",
    "<=": "at_most",
    ">=": "at_least",
    "<": "below",
    ">": "above",
    "+": "plus",
    "-": "minus",
    "*": "times",
    "%": "modulo",
    "/": "divided_by",
}
_LEFT_OUT = frozenset(("self", "old"))
_MOST_PHRASES, _MOST_TOGETHER = 16, 3

Phrase = tuple[str, ...]


class Titled(Protocol):
    """What is looked at of a test: `target` is what it calls; a `title` says what comes of it, if
    somebody has thought of one."""

    @property
    def target(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def condition(self) -> str: ...
    @property
    def given(self) -> Heap: ...
    @property
    def observed(self) -> Observation: ...


def names_of(cases: Sequence[Titled]) -> list[str]:
    """A name for each case, all different."""
    several = {case.target: sum(each.target == case.target for each in cases) > 1 for case in cases}
    something = {case.target for case in cases if _value(case) not in ((), ("none",))}
    bases = [_base(case, case.target in something) for case in cases]
    phrases = [[] if case.title else _phrases(case) for case in cases]
    names = []
    for index, case in enumerate(cases):
        alike = [
            set(phrases[other])
            for other in range(len(cases))
            if other != index and bases[other] == bases[index]
        ]
        when = _telling(phrases[index], alike, _LONGEST - len("_".join(bases[index])) - 5)
        if not alike and several[case.target] and not case.title:
            when = _short_one(phrases[index], _LONGEST - len("_".join(bases[index])) - 5)
        words = [*bases[index], *(["when", *_joined(when)] if when else [])]
        names.append("_".join(words))
    return _numbered(names)


def _base(case: Titled, gives_something: bool) -> Phrase:
    subject = re.sub(r"\.(fset|fdel)$", "", case.target).replace("__init__", "").strip(".")
    words = ["test", _snake(subject.rpartition(".")[2]).strip("_") or "call"]
    if case.title:
        room = _LONGEST
        for word in _words(case.title):
            room -= len(word) + 1
            words += [word] if room > len("_".join(words[:2])) else []
        return tuple(words)
    if case.observed.status is Status.RAISED:
        return (*words, "raises", _snake((case.observed.exception or "").rpartition(".")[2]))
    value = _value(case)
    return (*words, "returns", *value) if value and gives_something else tuple(words)


def _value(case: Titled) -> Phrase:
    observed = case.observed
    value = observed.value
    if observed.status is Status.RAISED:
        return ()
    if value is None:
        return ("none",)
    if isinstance(value, bool):
        return (str(value).lower(),)
    if isinstance(value, int) and abs(value) < 10_000:
        text = "long" if is_long(value) else str(abs(value))
        return ("minus", text) if value < 0 else (text,)
    if value == "":
        return ("empty", "text")
    count = _count_of(value, observed.output)
    if count is None:
        return ()
    return ("nothing",) if count == 0 else (str(count), "items" if count > 1 else "item")


def _count_of(value: Value, heap: Heap) -> int | None:
    found = heap.objects.get(value) if isinstance(value, Ref) else None
    if found is None or (found.items is None and found.entries is None):
        return None
    return len(found.items if found.items is not None else found.entries or ())


def _phrases(case: Titled) -> list[Phrase]:
    """What could be said of the test: the parts of its condition, then its inputs."""
    parts = [part for part in case.condition.split(" and ") if not part.startswith("…")]
    found = [_phrase(part.strip("()")) for part in parts]
    for name, value in case.given.roots.items():
        count = _count_of(value, case.given)
        plain = name.strip("*")
        if count == 0 or value == "":
            found.append((plain, "is", "empty"))
        elif count is not None:
            found.append((plain, "has", str(count), "items" if count > 1 else "item"))
        elif value is None:
            found.append((plain, "is", "none"))
        elif isinstance(value, int):
            text = "long" if is_long(value) else str(value)
            found.append((plain, "is", *_words(text)))
    return list(dict.fromkeys(phrase for phrase in found if phrase))


def _phrase(part: str) -> Phrase:
    flipped = _NUMBER_FIRST.fullmatch(part)
    if flipped is not None:
        number, sign, other = flipped.groups()
        part = f"{other} {_FLIPPED[sign]} {number}"
    length = _LENGTH.fullmatch(part)
    if length is not None:
        place, sign, number = length.groups()
        owner = _words(place)
        if (sign, number) in (("==", "0"), ("<=", "0"), ("<", "1")):
            return (*owner, "is", "empty")
        if sign == "==":
            return (*owner, "has", number, "items" if number != "1" else "item")
    kind = _IS_INSTANCE.fullmatch(part)
    if kind is not None:
        negation, place, cls = kind.groups()
        return (*_words(place), *(("is", "no") if negation else ("is",)), *_words(cls))
    return tuple(_words(part))


def _telling(phrases: list[Phrase], others: list[set[Phrase]], room: int) -> list[Phrase]:
    """As few phrases as tell the test from as many others as possible, if there is room."""
    short = sorted(phrases, key=len)[:_MOST_PHRASES]
    usable = [phrase for phrase in phrases if phrase in short]
    best: tuple[Phrase, ...] = ()
    best_score = (0, 0, False, 0)
    for many in range(1, _MOST_TOGETHER + 1):
        for taken in combinations(usable, many):
            length = len("_and_".join(map("_".join, taken)))
            told = sum(any(each not in other for each in taken) for other in others)
            score = (told, -many, not any(map(_is_figure, taken)), -length)
            if length <= room and told and score > best_score:
                best, best_score = taken, score
        if best_score[0] == len(others):
            break
    return list(best)


def _short_one(phrases: list[Phrase], room: int) -> list[Phrase]:
    fitting = [each for each in phrases if len("_".join(each)) <= room]
    return [min(fitting, key=lambda each: (_is_figure(each), len(each)))] if fitting else []


def _is_figure(phrase: Phrase) -> bool:
    """`n_is_3`: true, but no reason."""
    return phrase[-1].isdigit() and "is" in phrase


def _joined(phrases: Sequence[Phrase]) -> list[str]:
    words = list(phrases[0])
    for phrase in phrases[1:]:
        words += ["and", *phrase]
    return words


def _numbered(names: Iterable[str]) -> list[str]:
    """The same names, with numbers for those that come again."""
    taken: set[str] = set()
    result = []
    for name in names:
        free, number = name, 2
        while free in taken:
            free, number = f"{name}_{number}", number + 1
        taken.add(free)
        result.append(free)
    return result


def _words(text: str) -> list[str]:
    found = [_WORDS.get(token, _snake(token)) for token in _TOKEN.findall(text)]
    return [word.strip("_") for word in found if word.strip("_") and word not in _LEFT_OUT]


def _snake(word: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()
