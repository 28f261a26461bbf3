"""Names of tests: what is called, what comes of it, and when."""

from __future__ import annotations

import re
from collections.abc import Iterable

from heapwise.results import Value
from heapwise.testgen.replay import Observation, Status

_LONGEST = 72
_TOKEN = re.compile(r"[A-Za-z_]\w*|\d+|==|!=|<=|>=|<|>|\+|-|\*|%|/")
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


def test_name(target: str, title: str, condition: str, observed: Observation) -> str:
    subject = _snake(target.replace("__init__", "").strip(".").rpartition(".")[2])
    words = [subject.strip("_") or "call"]
    if title:
        words += _words(title)
    else:
        words += _outcome(observed)
        when = _words(condition)
        words += ["when", *when] if when else []
    name = "test"
    for word in words:
        if len(name) + len(word) + 1 > _LONGEST:
            break
        name = f"{name}_{word}"
    return re.sub("_(when|and|or|is|not|equals|below|above|at_most|at_least)$", "", name)


def unique(names: Iterable[str]) -> list[str]:
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


def _outcome(observed: Observation) -> list[str]:
    if observed.status is Status.RAISED:
        return ["raises", _snake((observed.exception or "").rpartition(".")[2])]
    return ["returns", *_value(observed.value)] if _value(observed.value) else []


def _value(value: Value) -> list[str]:
    if isinstance(value, bool):
        return [str(value).lower()]
    if isinstance(value, int) and abs(value) < 10_000:
        return ["minus", str(-value)] if value < 0 else [str(value)]
    return []


def _words(text: str) -> list[str]:
    found = [_WORDS.get(token, _snake(token)) for token in _TOKEN.findall(text)]
    return [word.strip("_") for word in found if word.strip("_") and word not in _LEFT_OUT]


def _snake(word: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()
