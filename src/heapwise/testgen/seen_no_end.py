"""Whether what a run does after very many steps says that it has no end.

Very many steps alone do not: a loop to five million ends as well. A loop that has done the same,
line by line, in every one of `turns` turns ends only if a number that it counts meets another one
that is further away than it has counted. So all numbers in sight are looked at: variables, fields,
items, lengths, and the constants of the code. What moves away from zero in every turn is what
counts; if nothing else is nearly as large as the number of turns, nothing is left to be met.
"""

from __future__ import annotations

import dis
import math
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from types import (
    BuiltinFunctionType,
    CodeType,
    FrameType,
    FunctionType,
    GeneratorType,
    MemberDescriptorType,
    ModuleType,
)

_LONGEST_PERIOD = 4_000
_FEWEST_TURNS = 1_000
_MARGIN = 4
_MOST_OBJECTS = 5_000
_ENDS_OF_LARGE = 100
"""Items at either end of a container that are looked at."""
_PRODUCTS = ("*", "*=", "@", "@=")
_POWERS = ("**", "**=", "<<", "<<=")
_WITHOUT_END = ("count", "cycle", "repeat")

_CODE = (BuiltinFunctionType, FunctionType, ModuleType)
"""What is no state of a run."""

Sample = dict[object, float]


def period_of(steps: Sequence[int]) -> int | None:
    """After how many steps they repeat, from the first to the last."""
    last = len(steps) - 1
    for period in range(1, min(_LONGEST_PERIOD, len(steps) // _FEWEST_TURNS) + 1):
        if steps[last - period] == steps[last] and steps[period:] == steps[:-period]:
            return period
    return None


def sample(frame: FrameType | None, files: Collection[str]) -> Sample:
    """The numbers in sight, by where they are."""
    found: Sample = {}
    waiting: deque[object] = deque()
    seen: set[int] = set()
    depth = 0
    while frame is not None:
        if frame.f_code.co_filename in files:
            for name, value in frame.f_locals.items():
                _note((depth, name), value, found, waiting, seen)
            for name, value in _named(frame):
                _note(name, value, found, waiting, seen)
        frame, depth = frame.f_back, depth + 1
    number = 0
    while waiting and number < _MOST_OBJECTS:
        number += 1
        for key, value in _parts(waiting.popleft()):
            _note((number, key), value, found, waiting, seen)
    return found


def no_end_in_sight(
    before: Sample, after: Sample, turns: int, codes: Collection[CodeType], by_iterator: bool
) -> bool:
    """`before` and `after` are a turn apart; `by_iterator` says that nothing but iterators goes
    round in the loop: they end, unless what they go through grows."""
    away = {key for key, value in after.items() if abs(value) > abs(before.get(key, math.inf))}
    operators = {ins.argrepr for code in codes for ins in dis.get_instructions(code)}
    if turns < _FEWEST_TURNS or not operators.isdisjoint(_POWERS):
        return False
    names = {name for code in codes for name in code.co_names}
    grows = any(isinstance(key, tuple) and key[-1] is len for key in away)
    if by_iterator and not grows and names.isdisjoint(_WITHOUT_END):
        return False
    constants = [number for code in codes for number in _numbers(code.co_consts)]
    largest = max((abs(value) for key, value in after.items() if key not in away), default=0.0)
    largest = max(largest, *map(abs, constants), 1.0)
    if not operators.isdisjoint(_PRODUCTS):
        largest *= largest
    return turns > _MARGIN * largest


def goes_by_iterator(codes: Collection[CodeType], heads: Collection[tuple[str, int]]) -> bool:
    """Is every one of these lines that of a `for`?"""
    lines: set[tuple[str, int]] = set()
    for code in codes:
        starts = dict(dis.findlinestarts(code))
        line = code.co_firstlineno
        for ins in dis.get_instructions(code):
            line = starts.get(ins.offset) or line
            if ins.opname == "FOR_ITER":
                lines.add((code.co_filename, line))
    return lines.issuperset(heads)


def _named(frame: FrameType) -> Iterator[tuple[str, object]]:
    """What is not in an activation: globals, and the attributes of modules among them."""
    names = frame.f_code.co_names
    for name in names:
        value = frame.f_globals.get(name)
        yield name, value
        if isinstance(value, ModuleType):
            yield from ((f"{name}.{each}", vars(value).get(each)) for each in names)


def _note(
    key: object, value: object, found: Sample, waiting: deque[object], seen: set[int]
) -> None:
    if isinstance(value, int | float):
        found[key] = _float(value)
    elif isinstance(value, str | bytes):
        found[key, len] = len(value)
    elif id(value) not in seen and not isinstance(value, _CODE):
        seen.add(id(value))
        waiting.append(value)
        if isinstance(value, list | tuple | dict | set | frozenset | deque | bytearray | range):
            found[key, len] = len(value)


def _parts(whole: object) -> Iterator[tuple[object, object]]:
    if isinstance(whole, GeneratorType):
        if whole.gi_frame is not None:
            yield from whole.gi_frame.f_locals.items()
        return
    if isinstance(whole, dict):
        yield from (((number, "key"), key) for number, key in enumerate(_few(list(whole))))
        values: list[object] = list(whole.values())
        yield from (((number, "value"), value) for number, value in enumerate(_few(values)))
    elif isinstance(whole, list | tuple | set | frozenset | deque):
        yield from enumerate(_few(list(whole)))
    elif isinstance(whole, range):
        yield from (("start", whole.start), ("stop", whole.stop))
    kind: type = whole if isinstance(whole, type) else type(whole)
    for cls in kind.__mro__:
        if cls.__module__ == "builtins":
            continue
        for name, value in cls.__dict__.items():
            if isinstance(value, MemberDescriptorType) and not isinstance(whole, type):
                yield name, getattr(whole, name, None)
            elif isinstance(value, int | float):
                yield name, value
    if not isinstance(whole, type):
        yield from dict(getattr(whole, "__dict__", {})).items()


def _few(items: list[object]) -> list[object]:
    if len(items) <= 2 * _ENDS_OF_LARGE:
        return items
    return items[:_ENDS_OF_LARGE] + items[-_ENDS_OF_LARGE:]


def _numbers(constants: Sequence[object] | frozenset[object]) -> Iterator[float]:
    for each in constants:
        if isinstance(each, int | float):
            yield _float(each)
        elif isinstance(each, str | bytes):
            continue
        elif isinstance(each, tuple | frozenset):
            yield from _numbers(each)


def _float(number: float) -> float:
    try:
        found = float(number)
    except OverflowError:
        return math.inf
    return math.inf if math.isnan(found) else found
