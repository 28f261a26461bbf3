"""Operators on strings and containers: +, *, |, &, -, ^, %, and their in-place forms."""

from __future__ import annotations

import operator
import types
from typing import NoReturn

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.universe import is_named_tuple
from heapwise.frontends.python.model.values import (
    NONE,
    Bytes,
    ClassValue,
    HashOf,
    Host,
    Identity,
    ListContents,
    Tuple,
    Value,
    View,
)
from heapwise.frontends.python.semantics.containers import counters, dicts, lists, sets
from heapwise.frontends.python.semantics.core import calls, mappings, sequences
from heapwise.frontends.python.semantics.core.equal_items import NeedsCodeError
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    contents_of,
    dict_kind,
    is_dict,
    is_integer,
    is_ref,
    is_str,
    kind_or_category,
    python_class,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.large_integers import NO_INDEX, check_room, sized
from heapwise.frontends.python.semantics.core.lengths import known_length
from heapwise.frontends.python.semantics.core.plain import as_number, plain
from heapwise.frontends.python.semantics.text import str_and_format
from heapwise.terms import Scalar, Term, lt, str_concat

_SEQUENCES = ("list", "deque", "tuple", "record")
_SET_OPERATORS = ("BitOr", "BitAnd", "Sub", "BitXor")
_MOST_TIMES = 10_000
_PER_ITEM = 4
"""Repetitions of a sequence by a symbolic number, per item of an input container."""


def combined(m: Mac, op: str, left: Value, right: Value) -> Value | Enter | None:
    """None if the operator is not defined for these."""
    left, right = _plain_tuple(m, left), _plain_tuple(m, right)
    one, other = kind_or_category(m, left), kind_or_category(m, right)
    if op == "BitOr" and _is_type(left) and _is_type(right):
        return _united(left, right)
    if isinstance(left, HashOf | Identity) or isinstance(right, HashOf | Identity):
        unsupported("arithmetic with hash() or id()")
    if isinstance(left, Bytes) or (op == "Mult" and isinstance(right, Bytes)):
        return _bytes(m, op, left, right)
    if op == "Add" and one != "dict":
        return _sum(m, one, other, left, right)
    if op == "Mult":
        counts = plain(left, int), plain(right, int)
        for value, held, times in ((left, one, counts[1]), (right, other, counts[0])):
            if is_integer(times) and held in ("str", *_SEQUENCES):
                return _repeated(m, value, held, times)
        _not_repeated(m, one, other, left, right)
        return None
    if op == "Mod" and is_str(left):
        return str_and_format.percent(m, left, right)
    if op in _SET_OPERATORS and _are_sets(m, left, right):
        try:
            return sets.new_combined(m, op, left, right)
        except NeedsCodeError:
            if sets.is_frozen(m, left):
                raise
            if isinstance(left, View) or isinstance(right, View):
                unsupported(f"{op} of a view of keys with an __eq__ of their own")
            function = runtime(m).prelude(m, "combined_sets")
            return calls.enter(m, function, (op, left, right))
    if is_ref(left) and is_ref(right) and one == other == "dict":
        return _dicts(m, op, left, right)
    return None


def _are_sets(m: Mac, left: Value, right: Value) -> bool:
    """Or is one of them a view of a dict? It takes whatever can be iterated over for a set."""
    pair = (left, right)
    if all(sets.is_set(m, each) for each in pair):
        return True
    if not any(isinstance(each, View) and sets.is_set(m, each) for each in pair):
        return False
    other = right if sets.is_set(m, left) else left
    held = kind_or_category(m, other)
    if held not in ("list", "deque", "tuple", "record", "dict", "str", "range", "view"):
        if held in ("object", "iterator", "generator", "opaque", "host"):
            unsupported(f"a view of a dict and {type_name(m, other)} as sets")
        throw(TypeError, f"'{type_name(m, other)}' object is not iterable")
    return True


def _is_type(value: Value) -> bool:
    """Is it a class, None or a union of such?"""
    is_union = isinstance(value, Host) and isinstance(value.value, types.UnionType)
    return value is NONE or isinstance(value, ClassValue) or is_union


def _host_type(value: Value) -> object:
    if isinstance(value, ClassValue):
        return value.cls
    return value.value if isinstance(value, Host) else None


def _united(left: Value, right: Value) -> Value | None:
    """`int | None`."""
    one, other = _host_type(left), _host_type(right)
    if one is None and other is None:
        return None
    united = operator.or_(one, other)
    return ClassValue(united) if isinstance(united, type) else Host(united)


def _dicts(m: Mac, op: str, left: Term, right: Term) -> Value | Enter | None:
    both = dict_kind(m, left), dict_kind(m, right)
    if both == ("Counter", "Counter"):
        return counters.combined(m, op, left, right)
    if op != "BitOr":
        return None
    if both[0] == "dict" and both[1] != "dict":
        unsupported(f"dict | {both[1]}")
    result = dicts.copied(m, left)
    for key, value in sequences.entries_of(m, right):
        mappings.insert(m, result, key, value)
    return result


def _plain_tuple(m: Mac, value: Value) -> Value:
    """A named tuple as the tuple that it is."""
    if is_ref(value) and category(m, value) == "object" and is_named_tuple(python_class(m, value)):
        return sequences.as_tuple(m, value)
    return value


def _sum(m: Mac, one: str, other: str, left: Value, right: Value) -> Value | None:
    if is_str(left) and is_str(right):
        return str_concat(left, right)
    tuples = ("tuple", "record")
    if one in tuples and other in tuples:
        return Tuple((*sequences.items_of(m, left), *sequences.items_of(m, right)))
    if is_ref(left) and one == other and one in ("list", "deque"):
        items = (*sequences.items_of(m, left), *sequences.items_of(m, right))
        return _new_like(m, left, one, items)
    if one in ("str", "list", "deque", *tuples) and other != "object":
        _refuse(m, "Add", left, right)
    return None


def refusal(m: Mac, op: str, left: Value, right: Value) -> str | None:
    """What a sequence says if it cannot be joined with such a thing, or not be repeated so often;
    None if there is no sequence to say so."""
    names = {"text": "str", "record": "tuple"}
    one, other = (
        names.get(held, held) for held in (kind_or_category(m, left), kind_or_category(m, right))
    )
    known = ("str", "bytes", *_SEQUENCES)
    if op == "Add" and one in known:
        name = type_name(m, right)
        if one == "bytes":
            return f"can't concat {name} to bytes"
        return f'can only concatenate {one} (not "{name}") to {one}'
    if op == "Mult" and (one in known or other in known):
        name = type_name(m, right if one in known else left)
        return f"can't multiply sequence by non-int of type '{name}'"
    return None


def _refuse(m: Mac, op: str, left: Value, right: Value) -> NoReturn:
    problem = refusal(m, op, left, right)
    assert problem is not None
    throw(TypeError, problem)


def _not_repeated(m: Mac, one: str, other: str, left: Value, right: Value) -> None:
    """A sequence on either side cannot be repeated so often; an object may know better."""
    repeatable = ("str", "bytes", *_SEQUENCES)
    known = (*repeatable, "none", "float", "dict", "set", "frozenset", "range")
    if one not in known or other not in known or not {one, other} & set(repeatable):
        return
    _refuse(m, "Mult", left, right)


def _times(m: Mac, times: Scalar) -> int:
    count = sized(m, as_number(times), NO_INDEX)
    if not isinstance(count, Term):
        return max(int(count), 0)
    if m.decide(lt(count, 1)):
        return 0
    bound = runtime(m).universe.max_length
    return known_length(m, count, None if bound is None else bound * _PER_ITEM, least=1)


def _repeated(m: Mac, value: Value, held: str, times: Scalar) -> Value:
    number = _times(m, times)
    if is_str(value):
        return _repeated_text(m, value, number)
    once = tuple(sequences.items_of(m, value))
    lists.check_growth(m, len(once) * number)
    items = once * number
    return (
        _new_like(m, value, held, items)
        if is_ref(value) and held in ("list", "deque")
        else Tuple(items)
    )


def _repeated_text(m: Mac, text: Scalar, number: int) -> Scalar:
    if isinstance(text, str):
        check_room(m, len(text) * number)
        return text * number
    if number > _MOST_TIMES:
        unsupported(f"a symbolic text {_MOST_TIMES} times or more")
    result: Scalar = ""
    for _ in range(number):
        result = str_concat(result, text)
    return result


def _new_like(m: Mac, model: Term, held: str, items: tuple[Value, ...]) -> Term:
    """A list or deque of these items; a deque has the `maxlen` of the other and keeps the last."""
    if held == "deque":
        sequences.take_as_unlimited(m, model)
    contents = contents_of(m, model)
    maxlen = contents.maxlen if isinstance(contents, ListContents) else None
    if isinstance(maxlen, int):
        items = items[max(len(items) - maxlen, 0) :]
    return sequences.new_list(m, items, held, maxlen)


def changed_in_place(m: Mac, op: str, left: Value, right: Value) -> Value | Enter | None:
    """For mutable containers, which are changed and not replaced."""
    if not is_ref(left):
        return None
    held, right = category(m, left), settle(m, right)
    if op == "Add" and held in ("list", "deque"):
        return lists.extend_in_place(m, left, right)
    times = plain(right, int)
    if op == "Mult" and held in ("list", "deque") and is_integer(times):
        return lists.repeat_in_place(m, left, _times(m, times))
    if held == "set" and op in _SET_OPERATORS and sets.is_set(m, right):
        try:
            sets.changed_in_place(m, op, left, right)
        except NeedsCodeError:
            return calls.enter(m, runtime(m).prelude(m, "set_changed_by"), (op, left, right))
        return left
    if held == "dict" and dict_kind(m, left) == "Counter":
        return _counted_in_place(m, op, left, right)
    if held == "dict" and op == "BitOr":
        return dicts.fill(m, left, (right,), {}, calls.Give(left))
    return None


def _counted_in_place(m: Mac, op: str, left: Term, right: Value) -> Value | None:
    if not is_ref(right) or not is_dict(m, right) or dict_kind(m, right) != "Counter":
        return None
    result = counters.combined(m, op, left, right)
    if result is None:
        return None
    mappings.clear(m, left)
    for key, value in sequences.entries_of(m, result):
        mappings.append_entry(m, left, key, value)
    return left


def _bytes(m: Mac, op: str, left: Value, right: Value) -> Value | None:
    if op == "Add" and isinstance(left, Bytes) and isinstance(right, Bytes):
        return Bytes(str_concat(left.text, right.text))
    for value, times in ((left, right), (right, left)):
        times = plain(times, int)
        if op == "Mult" and isinstance(value, Bytes) and is_integer(times):
            return Bytes(_repeated_text(m, value.text, _times(m, times)))
    if op == "Mult":
        _not_repeated(m, kind_or_category(m, left), kind_or_category(m, right), left, right)
    if op == "Add" and isinstance(left, Bytes) and kind_or_category(m, right) != "object":
        _refuse(m, "Add", left, right)
    if op == "Mod" and isinstance(left, Bytes):
        unsupported("% of bytes")
    return None
