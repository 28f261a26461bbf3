"""Subscripts and slices."""

from __future__ import annotations

import sys
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NoReturn

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.members import raw_attribute
from heapwise.frontends.python.model.universe import is_named_tuple
from heapwise.frontends.python.model.values import (
    NONE,
    ClassValue,
    EnumValue,
    Host,
    Match,
    Modelled,
    Opaque,
    Slice,
    Tuple,
    UnknownText,
    Value,
)
from heapwise.frontends.python.semantics.containers import dicts, lists, slices
from heapwise.frontends.python.semantics.core import calls, mappings, sequences
from heapwise.frontends.python.semantics.core.equal_items import NeedsCodeError
from heapwise.frontends.python.semantics.core.hashable import check_hashable
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    dict_kind,
    is_integer,
    is_ref,
    kind_or_category,
    not_known,
    python_class,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.large_integers import NO_INDEX, is_too_large
from heapwise.frontends.python.semantics.core.plain import (
    as_integer,
    as_number,
    known_tuple,
    plain,
)
from heapwise.frontends.python.semantics.core.special_methods import (
    special_method,
)
from heapwise.frontends.python.semantics.operations.enums import enum_by_name
from heapwise.frontends.python.source.modules import is_user_code
from heapwise.terms import Scalar, Term

_INDEXED = {
    "str": "string indices must be integers, not '{}'",
    "bytes": "byte indices must be integers or slices, not {}",
    "deque": "sequence index must be integer, not '{}'",
}
_SEQUENCES = ("str", "bytes", "tuple", "range", "list", "deque", "record")


def make_slice(m: Mac, start: Value, stop: Value, step: Value) -> Slice:
    return Slice(start, stop, step)


def get_item(m: Mac, owner: Value, key: Value) -> Value | Enter:
    owner = settle(m, owner, text=True)
    if isinstance(owner, UnknownText):
        if isinstance(key, Slice) and (key.step is NONE or key.step in (1, -1)):
            return owner  # some text as well
        owner = settle(m, owner)
    if isinstance(owner, EnumValue):
        if special_method(m, owner, "__getitem__") is not None:
            return _by_method(m, "__getitem__", owner, key)
        owner = plain(owner, str)
    held = kind_or_category(m, owner)
    if isinstance(owner, Modelled):
        return _by_method(m, "__getitem__", owner, key)
    if is_ref(owner) and held == "object":
        if is_named_tuple(python_class(m, owner)):
            return get_item(m, sequences.as_tuple(m, owner), key)
        return _by_method(m, "__getitem__", owner, key)
    key = settle(m, key)
    if held in _SEQUENCES:
        if isinstance(key, Slice):
            return slices.sliced(m, owner, held, key)
        if _has_index(m, key):
            return calls.enter(m, runtime(m).prelude(m, "item_by_index"), (owner, key))
        at = index_in(m, owner, held, key, "index out of range")
        return sequences.item_at(m, owner, at)
    if is_ref(owner) and held == "dict":
        return _from_dict(m, owner, key)
    if isinstance(owner, ClassValue):
        return _of_class(m, owner, key)
    if isinstance(owner, Opaque):
        not_known(m, owner, "[] of")
    if isinstance(owner, Host) and isinstance(owner.value, MappingProxyType):
        return get_item(m, sequences.copy_of_proxy(m, owner.value), key)
    known = known_tuple(m, owner)
    if known is not owner:
        return get_item(m, known, key)
    if isinstance(owner, Host):
        parametrised = _type_arguments(m, owner.value, key)
        if parametrised is not None:
            return parametrised
        unsupported(f"[] of {type(owner.value).__name__}")
    if isinstance(owner, Match):
        return runtime(m).call_builtin(m, "Match.__getitem__", (owner, key), {})
    throw(TypeError, f"'{type_name(m, owner)}' object is not subscriptable")


def _type_arguments(m: Mac, owner: object, key: Value) -> Value | None:
    """`Dict[str, int]` and the like, made for real; what is no object of the interpreter that runs
    us adds nothing that a program could see."""
    if type(owner).__module__ != "typing" or not hasattr(owner, "__getitem__"):
        return None
    try:
        return Host(owner[_host_object(m, key)])
    except _NotOfHostError:
        return Host(owner)
    except TypeError as error:
        throw(TypeError, str(error))


class _NotOfHostError(Exception):
    """The value has no counterpart in the interpreter that runs us."""


def _host_object(m: Mac, value: Value) -> Any:
    value = settle(m, value)
    match value:
        case ClassValue(cls):
            return cls
        case Host(held):
            return held
        case Tuple(items):
            return tuple(_host_object(m, item) for item in items)
        case Term() if value is NONE:
            return None
        case bool() | int() | str():
            return value
    if is_ref(value) and category(m, value) == "list":
        return [_host_object(m, item) for item in sequences.items_of(m, value)]
    raise _NotOfHostError


def _of_class(m: Mac, owner: ClassValue, key: Value) -> Value | Enter:
    """`Color["RED"]`; any other subscript of a class only adds type arguments."""
    import enum

    if special_method(m, owner, "__getitem__") is not None:
        return _by_method(m, "__getitem__", owner, key)
    if issubclass(owner.cls, enum.Enum):
        check_hashable(m, key)
        return enum_by_name(m, owner.cls, key)
    own = raw_attribute(owner.cls, "__class_getitem__")
    function = own.__func__ if isinstance(own, classmethod) else own
    if is_user_code(sys.modules.get(str(getattr(function, "__module__", "")))):
        unsupported(f"{owner.cls.__name__}.__class_getitem__")
    if not hasattr(owner.cls, "__class_getitem__"):
        throw(TypeError, f"type '{owner.cls.__name__}' is not subscriptable")
    return owner


def _by_method(m: Mac, name: str, owner: Value, *operands: Value) -> Value | Enter:
    method = special_method(m, owner, name)
    if method is None:
        other = {"__delitem__": "__setitem__", "__setitem__": "__delitem__"}.get(name)
        if other is not None and special_method(m, owner, other) is not None:
            throw(AttributeError, name)
        if name == "__delitem__":
            _refuse_deletion(m, owner, settle(m, operands[0]))
        what = "is not subscriptable"
        if name == "__setitem__":
            what = "does not support item assignment"
        throw(TypeError, f"'{type_name(m, owner)}' object {what}")
    return calls.enter(m, method, (owner, *operands))


_SAMPLES: tuple[object, ...] = ("", 0, 0.0, False, None, (), range(0), b"", set(), frozenset())


def _refuse_deletion(m: Mac, owner: Value, key: Value) -> NoReturn:
    if isinstance(owner, Opaque):
        not_known(m, owner, "del [] of")
    has_index = is_integer(key) or _has_index(m, key)
    throw(TypeError, _no_deletion(type_name(m, owner), has_index))


@lru_cache(maxsize=256)
def _no_deletion(owner: str, has_index: bool) -> str:
    """What CPython says of an object of this class without `__delitem__`: that depends on the class
    and on the key."""
    samples = {type(each).__name__: each for each in _SAMPLES}
    whole: Any = samples[owner] if owner in samples else type(owner, (), {})()
    try:
        del whole[0 if has_index else None]
    except TypeError as error:
        return str(error)
    raise AssertionError(owner)


def _has_index(m: Mac, key: Value) -> bool:
    return special_method(m, key, "__index__") is not None


def _no_slices(held: str) -> None:
    if held == "deque":
        throw(TypeError, "sequence index must be integer, not 'slice'")


def index_in(m: Mac, owner: Value, held: str, key: Value, problem: str) -> Scalar:
    """From an index as Python counts to one that is in range."""
    key = as_integer(m, key)
    if not is_integer(key):
        what = _INDEXED.get(
            held, f"{type_name(m, owner)} indices must be integers or slices, not {{}}"
        )
        throw(TypeError, what.format(type_name(m, key)))
    at = sequences.position_in(m, as_number(key), sequences.length_of(m, owner))
    if at is None:
        if held == "bytes" or held == "deque":
            problem = "index out of range"
        names = {"str": "string ", "record": "tuple ", "range": "range object ", "bytes": ""}
        if held != "range" and is_too_large(m, key):
            throw(IndexError, NO_INDEX)
        throw(IndexError, f"{names.get(held, f'{held} ')}{problem}")
    return at


def _from_dict(m: Mac, owner: Term, key: Value) -> Value | Enter:
    check_hashable(m, key)
    try:
        found = mappings.lookup(m, owner, key)
    except NeedsCodeError:
        return calls.enter(m, runtime(m).prelude(m, "dict_getitem"), (owner, key))
    return dicts.missing_value(m, owner, key) if found is None else found[0]


def set_item(m: Mac, owner: Value, key: Value, value: Value) -> Value | Enter:
    owner = settle(m, owner)
    held = kind_or_category(m, owner)
    if held in ("object", "modelled"):
        return _by_method(m, "__setitem__", owner, key, value)
    key = settle(m, key, text=True)
    if is_ref(owner) and held in ("list", "deque"):
        if isinstance(key, Slice):
            _no_slices(held)
            return slices.assign_slice(m, owner, key, value)
        if _has_index(m, key):
            return calls.enter(m, runtime(m).prelude(m, "put_by_index"), (owner, key, value))
        at = index_in(m, owner, held, key, "assignment index out of range")
        lists.put_at(m, owner, at, value)
        return NONE
    if is_ref(owner) and held == "dict":
        try:
            mappings.insert(m, owner, key, value)
        except NeedsCodeError:
            return calls.enter(m, runtime(m).prelude(m, "dict_setitem"), (owner, key, value))
        return NONE
    if isinstance(owner, Opaque):
        not_known(m, owner, "[] = of")
    throw(TypeError, f"'{type_name(m, owner)}' object does not support item assignment")


def delete_item(m: Mac, owner: Value, key: Value) -> Value | Enter:
    owner = settle(m, owner)
    held = kind_or_category(m, owner)
    if held in ("object", "modelled"):
        return _by_method(m, "__delitem__", owner, key)
    key = settle(m, key)
    if is_ref(owner) and held == "dict":
        check_hashable(m, key)
        try:
            found = mappings.find(m, owner, key)
        except NeedsCodeError:
            arguments = (owner, key, dict_kind(m, owner) == "Counter", NONE)
            return calls.enter(m, runtime(m).prelude(m, "dict_pop"), arguments, calls.Give(NONE))
        if found is None and dict_kind(m, owner) == "Counter":
            return NONE
        if found is None:
            throw(KeyError, key)
        mappings.remove_found(m, owner, found)
        return NONE
    if is_ref(owner) and held in ("list", "deque"):
        if isinstance(key, Slice):
            _no_slices(held)
            return slices.delete_slice(m, owner, key)
        if _has_index(m, key):
            return calls.enter(m, runtime(m).prelude(m, "delete_by_index"), (owner, key))
        at = index_in(m, owner, held, key, "assignment index out of range")
        lists.take_out(m, owner, at)
        return NONE
    _refuse_deletion(m, owner, key)
