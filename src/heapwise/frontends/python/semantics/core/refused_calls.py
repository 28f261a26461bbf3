"""What CPython says of calls of its own functions that it refuses, in the words of each version.

It is asked: a call with as many arguments, or with arguments of the same types, is tried on values
of our own, never on those of the program. Functions that do something to the world are left out.
"""

from __future__ import annotations

import bisect
import builtins
import collections
import copy
import functools
import heapq
import itertools
import math
import operator
import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from heapwise.engine.machine import ThrownError
from heapwise.frontends.python.model.values import ExceptionValue, Tagged, UnknownText, Value
from heapwise.frontends.python.semantics.core.kinds import Mac, settle, throw, type_name

_GENERATOR = random.Random(0)
"""What `random` offers, but not with the numbers that the process goes on with."""
vars(_GENERATOR)["Random"] = random.Random
_PLACES: dict[str, object] = {
    module.__name__: module
    for module in (bisect, collections, copy, functools, heapq, itertools, math, operator)
} | {"random": _GENERATOR}
_HARMLESS = frozenset(
    {
        "abs", "all", "any", "ascii", "bin", "bool", "bytes", "callable", "chr", "complex",
        "dict", "divmod", "enumerate", "filter", "float", "format", "frozenset", "getattr",
        "hasattr", "hash", "hex", "id", "int", "isinstance", "issubclass", "iter", "len", "list",
        "map", "max", "min", "next", "object", "oct", "ord", "pow", "range", "repr", "reversed",
        "round", "set", "setattr", "slice", "sorted", "str", "sum", "tuple", "type", "zip",
        "Counter", "OrderedDict", "defaultdict", "deque",
    }
)  # fmt: skip
"""Functions and classes of no module that may be tried: they do not read, write or run anything."""

_SAMPLES: dict[str, Callable[[], object]] = {
    "NoneType": lambda: None,
    "bool": lambda: True,
    "int": lambda: 1,
    "float": lambda: 1.5,
    "str": lambda: "a",
    "bytes": lambda: b"a",
    "list": list,
    "tuple": tuple,
    "dict": dict,
    "set": set,
    "frozenset": frozenset,
    "deque": collections.deque,
    "range": lambda: range(1),
    "Counter": collections.Counter,
    "OrderedDict": collections.OrderedDict,
    "defaultdict": lambda: collections.defaultdict(int),
}
"""Of each type, a value that has nothing in it which could be refused."""

_ABOUT_THE_NUMBER = re.compile(
    r"takes (no|exactly|at most|at least|from|\d+|one|two) .*argument"
    r"|takes (no|\d+) (keyword )?arguments?"
    r"|expected (at least |at most |exactly )?\d+ (positional )?arguments?,? (got|but)"
    r"|(unexpected|invalid) keyword argument|multiple values for"
    r"|missing (a )?(\d+ )?required|needs an argument|given by name"
    r"|must have at least \w+ arguments|requires (at least )?\w+ arguments?"
)


class _Anything:
    """An argument of no type that a function would take for its own."""


def refuse_number(name: str, positional: Sequence[Value], keywords: Mapping[str, Value]) -> None:
    """Throw what CPython does if the arguments are too many, too few, or called by wrong names."""
    if not all(isinstance(key, str) for key in keywords):
        return
    said = _said_of_number(name, len(positional), tuple(keywords))
    if said is not None:
        throw(TypeError, said)


def in_words_of_cpython(
    m: Mac,
    name: str,
    error: ThrownError,
    positional: Sequence[Value],
    keywords: Mapping[str, Value],
) -> ThrownError:
    """A TypeError of a model, with the text that CPython has for arguments of these types."""
    thrown = error.value
    if not isinstance(thrown, ExceptionValue) or thrown.cls is not TypeError:
        return error
    values = (*positional, *keywords.values())
    if any(isinstance(value, Tagged) for value in values):
        return error
    types = tuple(type_name(m, settle(m, value)) for value in values)
    if not all(each in _SAMPLES for each in types):
        return error
    said = _said_of_types(name, types, tuple(keywords))
    if said is None:
        return error
    return ThrownError(ExceptionValue(TypeError, (UnknownText(said, message=True),)))


@functools.cache
def _real(name: str) -> tuple[Callable[..., object], str | None] | None:
    """The function, and the class whose method it is."""
    owner, _, own = name.rpartition(".")
    if own.startswith("__") or " " in name:
        return None
    if owner in _SAMPLES:
        return getattr(type(_SAMPLES[owner]()), own), owner
    place = _PLACES.get(owner)
    if not owner and name in _HARMLESS:
        place = builtins if hasattr(builtins, name) else collections
    found = getattr(place, own, None)
    return (found, None) if callable(found) else None


@functools.cache
def _said_of_number(name: str, count: int, keywords: tuple[str, ...]) -> str | None:
    real = _real(name)
    if real is None:
        return None
    function, owner = real
    given: list[Any] = [_Anything() for _ in range(count)]
    if owner is not None and given:
        given[0] = _SAMPLES[owner]()
    said = _said(function, given, {key: _Anything() for key in keywords})
    return said if said is not None and _ABOUT_THE_NUMBER.search(said) else None


@functools.cache
def _said_of_types(name: str, types: tuple[str, ...], keywords: tuple[str, ...]) -> str | None:
    real = _real(name)
    if real is None:
        return None
    values = [_SAMPLES[each]() for each in types]
    first = len(types) - len(keywords)
    return _said(real[0], values[:first], dict(zip(keywords, values[first:], strict=True)))


def _said(
    function: Callable[..., object], positional: Sequence[object], keywords: Mapping[str, object]
) -> str | None:
    try:
        function(*positional, **keywords)
    except TypeError as error:
        return str(error)
    except Exception:
        return None
    return None
