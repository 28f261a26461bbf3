"""What special methods of the program return, checked as CPython checks it.

The prelude runs the method and hands its result to the check of its name: one that has to tell what
kind of value it got, and may have to ask the program again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.values import (
    NONE,
    Bytes,
    HashOf,
    Host,
    Identity,
    Opaque,
    Value,
)
from heapwise.frontends.python.semantics.core import calls
from heapwise.frontends.python.semantics.core.arguments import Model
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    is_bool,
    is_float,
    is_integer,
    is_ref,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.large_integers import NO_INDEX, sized
from heapwise.frontends.python.semantics.core.pieces import is_text
from heapwise.frontends.python.semantics.core.plain import as_number, plain, taken_for_integer
from heapwise.frontends.python.semantics.core.special_methods import special_method
from heapwise.frontends.python.semantics.operations import truth
from heapwise.terms import and_, eq, ite, le, lt

_Check = Callable[[Mac, str, Value, Value], Value | Enter]
_ITERATORS = ("iterator", "generator")


def check(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    """For the prelude: the result of the method, or what CPython makes of it."""
    name, owner, result = positional
    assert isinstance(name, str)
    return _CHECKS[name](m, name, settle(m, owner), settle(m, result, text=True))


def _bool(m: Mac, name: str, owner: Value, result: Value) -> Value:
    if not is_bool(result):
        throw(TypeError, f"__bool__ should return bool, returned {type_name(m, result)}")
    return result


def _text(m: Mac, name: str, owner: Value, result: Value) -> Value:
    result = settle(m, plain(result), text=True)
    if not is_text(result):
        found = type_name(m, result)
        if name == "__format__":
            throw(TypeError, f"__format__ must return a str, not {found}")
        throw(TypeError, f"{name} returned non-string (type {found})")
    return result


def _bytes(m: Mac, name: str, owner: Value, result: Value) -> Value:
    if not isinstance(result, Bytes):
        throw(TypeError, f"__bytes__ returned non-bytes (type {type_name(m, result)})")
    return result


def _hash(m: Mac, name: str, owner: Value, result: Value) -> Value | Enter:
    if isinstance(result, HashOf | Identity):
        return result
    result = settle(m, plain(result))
    if not is_integer(result):
        throw(TypeError, "__hash__ method should return an integer")
    number = as_number(result)
    if not m.decide(and_(le(-sys.maxsize - 1, number), le(number, sys.maxsize))):
        return runtime(m).call_builtin(m, "hash", (number,), {})
    return ite(eq(number, -1), -2, number)


def _int(m: Mac, name: str, owner: Value, result: Value) -> Value | Enter:
    result = settle(m, plain(result))
    if is_integer(result):
        return as_number(result)
    if isinstance(result, HashOf | Identity):
        return result
    if name == "__trunc__":
        index = special_method(m, result, "__index__")
        if index is not None:
            return calls.enter_checked(m, "__index__", index, result)
        throw(TypeError, f"__trunc__ returned non-Integral (type {type_name(m, result)})")
    throw(TypeError, f"{name} returned non-int (type {type_name(m, result)})")


def _float(m: Mac, name: str, owner: Value, result: Value) -> Value:
    if not is_float(result):
        what = f"{type_name(m, owner)}.__float__ returned non-float"
        throw(TypeError, f"{what} (type {type_name(m, result)})")
    return result


def _length(m: Mac, name: str, owner: Value, result: Value) -> Value:
    if not is_integer(result):
        unsupported("a __len__ that gives a hash or an id")
    number = as_number(result)
    if m.decide(lt(number, 0)):
        throw(ValueError, "__len__() should return >= 0")
    return sized(m, number, NO_INDEX)


def _hint(m: Mac, name: str, owner: Value, result: Value) -> Value:
    if isinstance(result, Host) and result.value is NotImplemented:
        return NONE
    if not is_integer(result):
        throw(TypeError, f"__length_hint__ must be an integer, not {type_name(m, result)}")
    if m.decide(lt(as_number(result), 0)):
        throw(ValueError, "__length_hint__() should return >= 0")
    return result


def _iterator(m: Mac, name: str, owner: Value, result: Value) -> Value:
    if is_ref(result):
        if category(m, result) in _ITERATORS:
            return result
        if special_method(m, result, "__next__") is not None:
            return result
    if isinstance(result, Opaque | Host):
        unsupported(f"iterating over a {type_name(m, result)}")
    throw(TypeError, f"iter() returned non-iterator of type '{type_name(m, result)}'")


def _truth(m: Mac, name: str, owner: Value, result: Value) -> Value | Enter:
    return truth.truth(m, result)


def integer(m: Mac, value: Value) -> Value | Enter:
    """What `operator.index` gives for a settled value."""
    value = settle(m, plain(value))
    if is_integer(value):
        return as_number(value)
    if isinstance(value, Opaque):
        return taken_for_integer(m, value)
    method = special_method(m, value, "__index__")
    if method is not None:
        return calls.enter_checked(m, "__index__", method, value)
    throw(TypeError, f"'{type_name(m, value)}' object cannot be interpreted as an integer")


def as_index(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    """`operator.index`."""
    if keywords or len(positional) != 1:
        throw(TypeError, f"_operator.index() takes exactly one argument ({len(positional)} given)")
    return integer(m, settle(m, positional[0]))


def special(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """For the prelude: a special method of the class of an object, or None."""
    value, name = positional
    assert isinstance(name, str)
    found = special_method(m, settle(m, value), name)
    return NONE if found is None else found


def _nothing(m: Mac, name: str, owner: Value, result: Value) -> Value:
    if result is not NONE:
        throw(TypeError, f"__init__() should return None, not '{type_name(m, result)}'")
    return result


_CHECKS: dict[str, _Check] = {
    "__bool__": _bool,
    "__str__": _text,
    "__repr__": _text,
    "__format__": _text,
    "__bytes__": _bytes,
    "__hash__": _hash,
    "__int__": _int,
    "__index__": _int,
    "__trunc__": _int,
    "__float__": _float,
    "__len__": _length,
    "__length_hint__": _hint,
    "__iter__": _iterator,
    "__contains__": _truth,
    "__init__": _nothing,
}

MODELS: dict[str, Model] = {
    "__check__": check,
    "__index__": as_index,
    "operator.index": as_index,
    "__special__": special,
}
