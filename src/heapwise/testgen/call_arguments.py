"""The arguments that a search for calls tries, inside the worker: values, objects, containers.

*Choices* say what an argument may be; an *argument* is one of them, as plain data: nested tuples
whose first item says what they stand for.
"""

from __future__ import annotations

import collections
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from .live import LiveHeap
from .real_names import Names

_MOST_CHOICES = 12
"""Values for one argument, and ..."""
_MOST_COMBINATIONS = 48
"""... for all of a call together."""

_KINDS: dict[str, Callable[..., object]] = {
    "list": list,
    "set": set,
    "frozenset": frozenset,
    "deque": collections.deque,
    "tuple": tuple,
    "dict": dict,
    "OrderedDict": collections.OrderedDict,
    "Counter": collections.Counter,
    "defaultdict": lambda pairs: collections.defaultdict(None, pairs),
}


Made = list[tuple[object, int]]
"""The objects that there are, each with who knows of it."""


def combinations(
    parameters: Sequence[Mapping[str, Any]], made: Made, is_a: Callable[[object, str], bool]
) -> Iterator[tuple[Any, ...]]:
    """The simplest ones first: those whose choices stand near the beginning."""
    columns = [
        list(itertools.islice(_choices(each["choices"], made, is_a, 2), _MOST_CHOICES))
        for each in parameters
    ]
    size = 1
    for column in columns:
        size *= len(column)
    while size > 8 * _MOST_COMBINATIONS:
        longest = max(columns, key=len)
        size = size // len(longest) * (len(longest) - 1)
        longest.pop()
    indexes = sorted(itertools.product(*(range(len(each)) for each in columns)), key=sum)
    for chosen in indexes[:_MOST_COMBINATIONS]:
        yield tuple(column[index] for column, index in zip(columns, chosen, strict=True))


def _choices(
    choices: Sequence[Any], made: Made, is_a: Callable[[object, str], bool], depth: int
) -> Iterator[Any]:
    for kind, *rest in choices:
        if kind == "of":
            for index, (thing, _) in reversed(list(enumerate(made))):
                if is_a(thing, rest[0]):
                    yield ("object", index)
        elif kind in ("items", "entries", "tuple", "function"):
            if depth:

                def parts(each: Sequence[Any]) -> Iterator[Any]:
                    return _choices(each, made, is_a, depth - 1)

                yield from _composed(kind, rest, parts)
        else:
            yield (kind, *rest)


def _composed(
    kind: str, rest: Sequence[Any], choices: Callable[[Sequence[Any]], Iterator[Any]]
) -> Iterator[Any]:

    def few(each: Sequence[Any]) -> list[Any]:
        return list(itertools.islice(choices(each), 3))

    if kind == "tuple":
        yield from (("tuple", items) for items in itertools.product(*map(few, rest[0])))
        return
    if kind == "function":
        yield from (("function", each) for each in choices(rest[0]))
        return
    name = rest[0]
    yield (kind, name, ())
    parts = few(rest[1])
    if kind == "items":
        yield from (("items", name, (each,)) for each in parts)
        yield from (("items", name, pair) for pair in itertools.product(parts, repeat=2))
        return
    for value in few(rest[2]):
        yield from (("entries", name, ((each, value),)) for each in parts)


class Arguments:
    """As values of this process."""

    def __init__(self, names: Names) -> None:
        self._values = LiveHeap({}, names)

    def value(self, argument: Any, made: Made) -> object:
        match argument:
            case ("object", index):
                return made[index][0]
            case ("value", data):
                return self._values.value(data)
            case ("tuple", items):
                return tuple(self.value(each, made) for each in items)
            case ("items", name, items):
                return _KINDS[name]([self.value(each, made) for each in items])
            case ("entries", name, pairs):
                return _KINDS[name]([[self.value(e, made) for e in pair] for pair in pairs])
            case ("function", result):
                value = self.value(result, made)
                return lambda *_: value
        raise AssertionError(argument)


def objects_in(arguments: Sequence[Any]) -> Iterator[int]:
    waiting = list(arguments)
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            if len(part) == 2 and part[0] == "object":
                yield part[1]
            else:
                waiting += part


def renumbered(argument: Any, dropped: int) -> Any:
    if not isinstance(argument, tuple):
        return argument
    if len(argument) == 2 and argument[0] == "object":
        return ("object", argument[1] - (argument[1] > dropped))
    return tuple(renumbered(part, dropped) for part in argument)
