"""Calls of builtin functions and methods that CPython refuses are refused, with the same text.

Each model is called with too many arguments, too few, unknown keywords and arguments of wrong
types; one function has them all, and CPython runs it for each.
"""

from __future__ import annotations

import bisect
import collections
import contextlib
import copy
import functools
import heapq
import itertools
import math
import operator
import random
import sys
from pathlib import Path

import pytest

from heapwise.frontends.python.semantics.builtins import MODELS
from heapwise.selfcheck.python.laws import Limits, check

HEADER = (
    "import bisect, collections, copy, functools, heapq, itertools, math, operator, random\n\n\n"
)
KNOWN = {
    "bisect": bisect,
    "collections": collections,
    "copy": copy,
    "functools": functools,
    "heapq": heapq,
    "itertools": itertools,
    "math": math,
    "operator": operator,
    "random": random,
}
RECEIVERS = {
    "list": "[1, 2]",
    "tuple": "(1, 2)",
    "dict": "{1: 2}",
    "set": "{1, 2}",
    "frozenset": "frozenset([1])",
    "str": "'ab'",
    "bytes": "b'ab'",
    "int": "(5)",
    "float": "(1.5)",
    "deque": "collections.deque([1])",
    "range": "range(3)",
    "Counter": "collections.Counter([1])",
    "OrderedDict": "collections.OrderedDict([(1, 2)])",
    "defaultdict": "collections.defaultdict(int)",
}
ARGUMENTS = [
    *("", "n", "n, n", "n, n, n", "n, n, n, n", "bogus=n", "n, bogus=n", "None", "n, None"),
    *("[1], None", "'a'", "'a', 'b'", "[[]]", "[1]", "[1], [1]", "1.5"),
]
LEFT_OUT = {
    "print": "writes",
    "input": "reads",
    "open": "reads and writes",
    "logging": "writes",
    **dict.fromkeys(
        [name for name in MODELS if name.startswith("bisect.")],
        "newer versions of Python refuse what has no items even if none is asked for",
    ),
    "complex": "versions of Python differ in what is looked at first",
    "OrderedDict": "text of an item that is no pair",
    "OrderedDict.update": "the same",
    "functools.cache": "what is no function is not noticed",
    "functools.lru_cache": "the same",
    "functools.update_wrapper": "gives its first argument",
    "heapq.nlargest": "asks for another comparison first",
    "heapq.nsmallest": "the same",
    "operator.indexOf": "text of something that is no iterable",
    "operator.countOf": "the same",
    "random.getrandbits": "texts of wrong types",
    "random.randrange": "the same",
    "random.sample": "texts of wrong types",
    "random.choice": "the same",
    "random.shuffle": "the same",
    "random.uniform": "the same",
    "random.randint": "the same",
}


def _callee(model: str) -> str | None:
    owner, _, name = model.rpartition(".")
    if model in LEFT_OUT or name.startswith("_") or " " in model:
        return None
    if owner in RECEIVERS:
        return f"{RECEIVERS[owner]}.{name}"
    if not owner:
        return f"collections.{name}" if hasattr(collections, name) else name
    return model if owner in KNOWN and hasattr(KNOWN[owner], name) else None


def _refused(callee: str) -> list[str]:
    """The calls for which CPython raises a TypeError."""
    found = []
    for arguments in ARGUMENTS:
        call = f"{callee}({arguments})"
        with contextlib.suppress(Exception):
            try:
                eval(call, {**KNOWN, "n": 1})
            except TypeError:
                found.append(call)
    return found


CALLEES = sorted({callee for model in MODELS if (callee := _callee(model)) is not None})
SOME = sorted({*CALLEES[::7], *(callee for callee in CALLEES if callee.startswith("random."))})
"""Which they are beside those of `random` differs between versions."""


def _assert_refused_alike(callee: str, folder: Path) -> None:
    calls = _refused(callee)
    lines = [f"    if k == {at}:\n        {call}\n" for at, call in enumerate(calls)]
    path = folder / f"refused_{CALLEES.index(callee)}.py"
    path.write_text(f"{HEADER}def target(k: int, n: int):\n{''.join(lines)}    return n\n")
    try:
        report = check(path, "target", Limits(inputs=10))
    finally:
        sys.modules.pop(path.stem, None)
    assert report.failure is None
    assert report.skipped is None


@pytest.mark.parametrize("callee", SOME)
def test_some_calls_are_refused_as_by_cpython(callee: str, tmp_path: Path) -> None:
    _assert_refused_alike(callee, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("callee", CALLEES)
def test_all_calls_are_refused_as_by_cpython(callee: str, tmp_path: Path) -> None:
    _assert_refused_alike(callee, tmp_path)
