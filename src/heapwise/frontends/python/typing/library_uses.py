"""What functions and methods of the library take: evidence for values whose hint says nothing.

`map(f, xs)` tells that `f` is a function and `xs` is iterated over, `text.split()` that there is a
text. As in `inference`, this is evidence, not type checking.
"""

from __future__ import annotations

import ast
import bisect
import collections
import functools
import heapq
import itertools
import random
import re
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from heapwise.frontends.python.typing.shapes import (
    ANY_SHAPE,
    INT_SHAPE,
    STR_SHAPE,
    CallableShape,
    DictShape,
    ListShape,
    Shape,
)

V = TypeVar("V")
LIST = ListShape("list", ANY_SHAPE)
DICT = DictShape("dict", ANY_SHAPE, ANY_SHAPE)
FUNCTION = CallableShape("Callable")
_SET = ListShape("set", ANY_SHAPE)
_LISTS = ListShape("list", LIST)
_TEXTS = ListShape("list", STR_SHAPE)

_CONSUMERS: tuple[object, ...] = (
    *(len, list, set, frozenset, tuple, sorted, sum, any, all, enumerate, iter, reversed),
    *(collections.Counter, itertools.cycle, itertools.pairwise),
    *(heapq.heapify, heapq.heappop, heapq.heappush, heapq.heapreplace, heapq.heappushpop),
    *(bisect.bisect, bisect.bisect_left, bisect.bisect_right, bisect.insort),
    *(bisect.insort_left, bisect.insort_right, random.shuffle, random.choice, random.choices),
    *(random.sample, statistics.mean, statistics.median, statistics.mode, statistics.stdev),
)
"""Functions that iterate over their first argument."""

_FIRST: dict[object, tuple[Shape | None, ...]] = {
    **dict.fromkeys(_CONSUMERS, (LIST,)),
    **dict.fromkeys((map, functools.partial), (FUNCTION,)),
    **dict.fromkeys(
        (filter, functools.reduce, itertools.takewhile, itertools.dropwhile), (FUNCTION, LIST)
    ),
    itertools.filterfalse: (FUNCTION, LIST),
    itertools.starmap: (FUNCTION, ListShape("list", ListShape("tuple", ANY_SHAPE))),
    **dict.fromkeys((itertools.accumulate, itertools.groupby), (LIST, FUNCTION)),
    itertools.islice: (LIST, INT_SHAPE, INT_SHAPE, INT_SHAPE),
    **dict.fromkeys(
        (
            *(itertools.permutations, itertools.combinations, itertools.tee, collections.deque),
            itertools.combinations_with_replacement,
        ),
        (LIST, INT_SHAPE),
    ),
    itertools.compress: (LIST, LIST),
    itertools.repeat: (None, INT_SHAPE),
    vars(itertools.chain)["from_iterable"]: (_LISTS,),
    **dict.fromkeys((heapq.nlargest, heapq.nsmallest), (INT_SHAPE, LIST)),
    **dict.fromkeys(
        (re.match, re.search, re.fullmatch, re.findall, re.finditer, re.split), (None, STR_SHAPE)
    ),
    **dict.fromkeys((re.sub, re.subn), (None, None, STR_SHAPE)),
    chr: (INT_SHAPE,),
    ord: (STR_SHAPE,),
}
_OTHERS: dict[object, Shape] = {
    **dict.fromkeys((map, zip, itertools.chain, itertools.zip_longest, itertools.product), LIST),
    heapq.merge: LIST,
    range: INT_SHAPE,
}
"""What all arguments after those are."""
_KEYED: tuple[object, ...] = (sorted, min, max, heapq.nlargest, heapq.nsmallest, heapq.merge)
"""Functions with a keyword `key`."""

_METHODS: dict[str, Shape] = {
    **dict.fromkeys(("append", "extend", "insert", "sort", "reverse"), LIST),
    **dict.fromkeys(("items", "keys", "values", "setdefault", "popitem"), DICT),
    **dict.fromkeys(("add", "discard"), _SET),
    **dict.fromkeys(("issubset", "issuperset", "intersection", "symmetric_difference"), _SET),
    **dict.fromkeys(("appendleft", "popleft", "extendleft"), ListShape("deque", ANY_SHAPE)),
    **dict.fromkeys(("lower", "upper", "strip", "startswith", "endswith", "splitlines"), STR_SHAPE),
    **dict.fromkeys(("split", "rsplit", "partition", "rpartition", "title"), STR_SHAPE),
    **dict.fromkeys(("capitalize", "casefold", "swapcase", "encode", "lstrip"), STR_SHAPE),
    **dict.fromkeys(("rstrip", "ljust", "rjust", "zfill", "removeprefix"), STR_SHAPE),
    **dict.fromkeys(("removesuffix", "isdigit", "isalpha", "isalnum", "isupper"), STR_SHAPE),
    **dict.fromkeys(("islower", "isspace", "isidentifier", "isnumeric"), STR_SHAPE),
}
"""Methods that only one type of the library has, or that are mostly called of that."""
_TAKING: dict[str, Shape] = {"join": _TEXTS, "extend": LIST, "extendleft": LIST}
"""What methods take."""


def taken_by(
    node: ast.Call, is_mapping: bool, static: Callable[[ast.expr], object]
) -> Iterator[tuple[ast.expr, Shape]]:
    """What a call of a function or a method of the library tells of its arguments, and of the
    object whose method it is. One that `is_mapping` makes a dict. `static` is what a name stands
    for before the program runs."""
    called = static(node.func)
    if is_mapping:
        for argument in node.args[:1]:
            starred = isinstance(argument, ast.Starred)
            value = argument.value if isinstance(argument, ast.Starred) else argument
            yield value, ListShape("tuple", DICT) if starred else DICT
        return
    if isinstance(node.func, ast.Attribute) and called is None:
        if node.func.attr in _METHODS:
            yield node.func.value, _METHODS[node.func.attr]
        if node.func.attr in _TAKING and len(node.args) == 1:
            yield node.args[0], _TAKING[node.func.attr]
    yield from _by_position(called, node.args, static)
    if any(called is each for each in _KEYED) or _is_sort(node.func):
        yield from ((each.value, FUNCTION) for each in node.keywords if each.arg == "key")


def _is_sort(function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute) and function.attr == "sort"


def _by_position(
    called: object, arguments: Sequence[ast.expr], static: Callable[[ast.expr], object]
) -> Iterator[tuple[ast.expr, Shape]]:
    first = _known(_FIRST, called) or ()
    others = _known(_OTHERS, called)
    if len(arguments) == 1 and (called is min or called is max):
        first = (LIST,)
    for number, argument in enumerate(arguments):
        shape = first[number] if number < len(first) else others
        if isinstance(argument, ast.Starred):
            if shape is not None and number >= len(first):
                yield argument.value, ListShape("list", shape)
            return
        if shape is not None:
            yield argument, shape
        if called is map and number == 0 and len(arguments) == 2:
            # What the function iterates over is in what the map iterates over.
            inner = (_known(_FIRST, static(argument)) or (None,))[0]
            if inner is not None:
                yield arguments[1], ListShape("list", inner)


def _known(table: Mapping[object, V], called: object) -> V | None:
    """Not everything that a name may stand for can be hashed."""
    try:
        return table.get(called)
    except TypeError:
        return None
