"""Membership: what `in` asks."""

from __future__ import annotations

import enum
import sys
from dataclasses import dataclass

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.universe import is_named_tuple, members_of
from heapwise.frontends.python.model.values import (
    Bytes,
    ClassValue,
    EnumValue,
    Host,
    Modelled,
    Opaque,
    Range,
    Tuple,
    Value,
    View,
)
from heapwise.frontends.python.semantics.core import calls, held_values, mappings, sequences
from heapwise.frontends.python.semantics.core.equal_items import (
    NeedsCodeError,
    is_among,
    same_or_equal,
)
from heapwise.frontends.python.semantics.core.hashable import check_hashable, member_to_find
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    is_float,
    is_integer,
    is_ref,
    is_str,
    kind_or_category,
    not_known,
    own_class,
    python_class,
    receiver,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.plain import as_integer, as_number, plain
from heapwise.frontends.python.semantics.core.sequences import byte_character
from heapwise.frontends.python.semantics.core.special_methods import (
    is_none,
    reject_metaclass,
    special_method,
)
from heapwise.frontends.python.semantics.operations import iteration
from heapwise.frontends.python.semantics.operations.equality import Negated
from heapwise.terms import (
    Scalar,
    Term,
    and_,
    eq,
    feq,
    float_of_int,
    floor_of_float,
    is_infinite,
    is_nan,
    le,
    lt,
    mod,
    not_,
    or_,
    str_contains,
    sub,
)


def membership_of(m: Mac, item: Value, whole: Value, negated: bool) -> Value | Enter:
    whole = settle(m, whole)
    finish = Negated() if negated else Truth()
    method = special_method(m, whole, "__contains__") if _has_methods(m, whole) else None
    if method is not None:
        last = Negated() if negated else None
        return calls.enter_checked(m, "__contains__", method, whole, item, finish=last)
    if is_ref(whole) and category(m, whole) == "object":
        if is_none(m, whole, "__contains__"):
            throw(TypeError, f"'{type_name(m, whole)}' object is not a container")
        if not iteration.is_iterable(m, whole):
            throw(TypeError, f"argument of type '{type_name(m, whole)}' is not iterable")
        if not is_named_tuple(python_class(m, whole)):
            return calls.enter(m, runtime(m).prelude(m, "contains"), (item, whole), finish)
    try:
        found = contains(m, whole, item)
    except NeedsCodeError:
        if isinstance(whole, View) and whole.part == "items":
            key, value = sequences.as_tuple(m, settle(m, item)).items
            arguments = (key, value, whole.source)
            return calls.enter(m, runtime(m).prelude(m, "contains_entry"), arguments, finish)
        keyed = isinstance(whole, View) and whole.part == "keys"
        if is_ref(whole) and category(m, whole) in ("dict", "set", "frozenset"):
            keyed = True
        name = "contains_key" if keyed else "contains"
        return calls.enter(m, runtime(m).prelude(m, name), (item, whole), finish)
    if isinstance(found, Enter):
        return calls.finished(found, finish)
    return not_(found) if negated else found


@dataclass(frozen=True, slots=True)
class Truth:
    def __call__(self, value: Value) -> Value:
        return not_(Negated()(value))


def _has_methods(m: Mac, whole: Value) -> bool:
    return isinstance(whole, Modelled | ClassValue) or own_class(m, whole) is not None


def contains(m: Mac, whole: Value, item: Value) -> Scalar | Enter:
    whole = plain(whole, str)
    if is_str(whole):
        item = plain(settle(m, held_values.plain(m, item)), str)
        if not is_str(item):
            name = type_name(m, item)
            throw(TypeError, f"'in <string>' requires string as left operand, not {name}")
        return str_contains(whole, item)
    if isinstance(whole, Bytes):
        return _in_bytes(m, whole, item)
    if isinstance(whole, Range):
        return _in_range(m, whole, item)
    if isinstance(whole, Tuple):
        return is_among(m, item, whole.items)
    if isinstance(whole, View):
        return _in_view(m, whole, item)
    if isinstance(whole, ClassValue):
        reject_metaclass(whole.cls, "__iter__", "__getitem__")
    if isinstance(whole, ClassValue) and issubclass(whole.cls, enum.Enum):
        return _in_enum(m, whole.cls, settle(m, item))
    if is_ref(whole):
        held = category(m, whole)
        if held in ("iterator", "generator"):
            entered = calls.enter(m, runtime(m).prelude(m, "contains"), (item, whole))
            assert isinstance(entered, Enter)
            return entered
        if held in ("set", "frozenset"):
            return mappings.has_key(m, whole, member_to_find(m, item))
        if held == "dict":
            check_hashable(m, item)
            return mappings.has_key(m, whole, item)
        return mappings.has_item(m, whole, item)
    if isinstance(whole, EnumValue) and issubclass(whole.cls, enum.Flag):
        unsupported(f"in a {whole.cls.__name__}, which is a flag")
    if isinstance(whole, Host) and hasattr(whole.value, "__contains__"):
        unsupported(f"in {type(whole.value).__name__}")
    if isinstance(whole, Opaque):
        not_known(m, whole, "in")
    throw(TypeError, f"argument of type '{type_name(m, whole)}' is not iterable")


def _in_view(m: Mac, whole: View, item: Value) -> Scalar:
    if whole.part == "values":
        return is_among(m, item, sequences.view_items(m, whole))
    ref = receiver(m, whole.source)
    if whole.part == "keys":
        check_hashable(m, item)
        return mappings.has_key(m, ref, item)
    item = settle(m, item)
    held = kind_or_category(m, item)
    if held == "object" and is_named_tuple(python_class(m, receiver(m, item))):
        held = "tuple"
    pair = sequences.as_tuple(m, item) if held in ("tuple", "record") else None
    if pair is None or len(pair.items) != 2:
        return False
    check_hashable(m, pair.items[0])
    found = mappings.lookup(m, ref, pair.items[0])
    return False if found is None else same_or_equal(m, found[0], pair.items[1])


def _in_range(m: Mac, whole: Range, item: Value) -> Scalar:
    item = as_integer(m, settle(m, item))
    if is_float(item):
        if m.decide(or_(is_nan(item), is_infinite(item))):
            return False
        below = floor_of_float(item)
        return and_(feq(item, float_of_int(below)), _in_range(m, whole, below))
    if not is_integer(item):
        if special_method(m, item, "__eq__") is not None:
            unsupported("an object that may equal a number, in a range")
        return False
    item = as_number(item)
    if isinstance(whole.step, Term):
        return is_among(m, item, sequences.items_of(m, whole))
    step = int(whole.step)
    forwards = step > 0
    low, high = (whole.start, whole.stop) if forwards else (whole.stop, whole.start)
    inside = (
        and_(le(low, item), lt(item, high)) if forwards else and_(lt(low, item), le(item, high))
    )
    if abs(step) == 1:
        return inside
    return and_(inside, eq(mod(sub(item, whole.start), abs(step)), 0))


def _in_enum(m: Mac, cls: type, item: Value) -> Scalar:
    """Since Python 3.12 the value of a member is in its class, too."""
    if isinstance(item, EnumValue) and item.cls is cls:
        return True
    if issubclass(cls, enum.Flag):
        unsupported(f"in {cls.__name__}, which is a flag")
    if sys.version_info >= (3, 12):
        if sys.version_info < (3, 13):
            check_hashable(m, item)
        values = [runtime(m).wrap(m, member.value) for member in members_of(cls)]
        return is_among(m, item, values)
    if isinstance(item, EnumValue):
        return False
    names = f"'{type_name(m, item)}' and '{type(cls).__qualname__}'"
    throw(TypeError, f"unsupported operand type(s) for 'in': {names}")


def _in_bytes(m: Mac, whole: Bytes, item: Value) -> Scalar:
    item = as_integer(m, settle(m, item))
    if isinstance(item, Bytes):
        return str_contains(whole.text, item.text)
    if is_integer(item):
        return str_contains(whole.text, byte_character(m, item))
    throw(TypeError, f"a bytes-like object is required, not '{type_name(m, item)}'")
