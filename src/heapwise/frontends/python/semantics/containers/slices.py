"""Slices of sequences: reading, assigning and deleting them."""

from __future__ import annotations

import sys

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.values import NONE, Bytes, Range, Slice, Tuple, Value
from heapwise.frontends.python.semantics.containers import lists
from heapwise.frontends.python.semantics.core import calls, sequences
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    is_integer,
    runtime,
    settle,
    throw,
    unsupported,
)
from heapwise.frontends.python.semantics.core.plain import as_integer, as_number
from heapwise.frontends.python.semantics.core.special_methods import special_method
from heapwise.frontends.python.semantics.operations import iteration
from heapwise.terms import (
    Scalar,
    Term,
    add,
    eq,
    ite,
    lt,
    mul,
    str_concat,
    str_length,
    str_substring,
    sub,
)


def bounds_of(m: Mac, key: Slice, length: int) -> tuple[int, int, int]:
    """As numbers; symbolic bounds are chosen within the length."""
    # Any larger step takes the first item alone, but one of 1 is no extended slice.
    step = _bound(m, key.step, max(length, 1))
    if step == 0:
        throw(ValueError, "slice step cannot be zero")
    return slice(_bound(m, key.start, length), _bound(m, key.stop, length), step).indices(length)


def _bound(m: Mac, value: Value, length: int) -> int | None:
    value = settle(m, value)
    if value is NONE:
        return None
    if special_method(m, value, "__index__") is not None:
        unsupported("a slice with bounds that an __index__ computes")
    value = as_integer(m, value)
    if not is_integer(value):
        throw(TypeError, "slice indices must be integers or None or have an __index__ method")
    number = as_number(value)
    if not isinstance(number, Term):
        return int(number)
    for candidate in range(-length, length + 1):
        if m.decide(eq(number, candidate)):
            return candidate
    return length + 1 if m.decide(lt(length, number)) else -length - 1


def sliced(m: Mac, owner: Value, held: str, key: Slice) -> Value:
    if held == "deque":
        throw(TypeError, "sequence index must be integer, not 'slice'")
    if isinstance(owner, Bytes):
        text = sliced(m, owner.text, "str", key)
        assert isinstance(text, Term | str)
        return Bytes(text)
    if held == "str" and isinstance(owner, Term):
        piece = _part_of_text(m, owner, key)
        if piece is not None:
            return piece
    count = sequences.count_of(m, owner)
    start, stop, step = bounds_of(m, key, count)
    if isinstance(owner, str):
        return owner[slice(*_plain(start, stop, step))]
    if held == "str" and isinstance(owner, Term):
        return _substring(owner, start, stop, step)
    if isinstance(owner, Range):
        first, end = (sequences.range_item(owner, at) for at in (start, stop))
        return Range(first, end, mul(owner.step, step))
    items = [sequences.item_at(m, owner, index) for index in range(start, stop, step)]
    if held in ("tuple", "record"):
        return Tuple(tuple(items))
    return sequences.new_list(m, tuple(items))


def _part_of_text(m: Mac, text: Term, key: Slice) -> Scalar | None:
    """Without a choice of bounds or length, if the step is one."""
    start, stop, step = (as_integer(m, settle(m, part)) for part in (key.start, key.stop, key.step))
    if step is not NONE and (isinstance(step, Term) or step != 1):
        return None
    length = str_length(text)
    start, stop = 0 if start is NONE else start, length if stop is NONE else stop
    if not is_integer(start) or not is_integer(stop):
        return None
    first = _from_start(m, as_number(start), length)
    end = stop if stop is length else _from_start(m, as_number(stop), length)
    return str_substring(text, first, sub(end, first))


def _from_start(m: Mac, bound: Scalar, length: Scalar) -> Scalar:
    """Bounds below zero count from the end, but not beyond the start."""
    negative = lt(bound, 0)
    if m.known(negative) is False:
        return bound
    counted = add(length, bound)
    return ite(negative, ite(lt(counted, 0), 0, counted), bound)


def _plain(start: int, stop: int, step: int) -> tuple[int, int | None, int]:
    """For `slice`, to which a bound below zero would mean something else."""
    if start < 0:
        return 0, 0, step
    return start, stop if stop >= 0 or step > 0 else None, step


def _substring(owner: Term, start: int, stop: int, step: int) -> Scalar:
    if step == 1:
        return str_substring(owner, start, max(stop - start, 0))
    result: Scalar = ""
    for index in range(start, stop, step):
        result = str_concat(result, sequences.character(owner, index))
    return result


_NO_ITERABLE = "must assign iterable to extended slice"
"""Of extended slices, and of all slices as of Python 3.13."""


def assign_slice(m: Mac, owner: Term, key: Slice, value: Value) -> Value | Enter:
    value = settle(m, value)
    items = sequences.items_of(m, owner)
    start, stop, step = bounds_of(m, key, len(items))
    if not sequences.at_once(m, value):
        is_plain = step == 1 and sys.version_info < (3, 13)
        problem = "can only assign an iterable" if is_plain else _NO_ITERABLE
        if not iteration.is_iterable(m, value):
            throw(TypeError, problem)
        return calls.enter(m, runtime(m).prelude(m, "assign_slice"), (owner, key, value, problem))
    new = lists.listed(m, value)
    try:
        if step == 1:
            items[start : max(stop, start)] = new
        else:
            items[slice(*_plain(start, stop, step))] = new
    except ValueError as error:
        throw(ValueError, str(error))
    lists.set_items(m, owner, items)
    return NONE


def delete_slice(m: Mac, owner: Term, key: Slice) -> Value:
    items = sequences.items_of(m, owner)
    start, stop, step = bounds_of(m, key, len(items))
    gone = set(range(start, stop, step))
    lists.set_items(m, owner, [item for index, item in enumerate(items) if index not in gone])
    return NONE
