"""java.lang.invoke.VarHandle: fields, static fields and elements by handles.

`MethodHandles.Lookup` makes a handle, an object about which the store keeps what it stands for.
What is done through a handle takes whatever the caller passes, so it is lowered for each call
(`lowering/calls.py`), and `access` does it. There is one thread: an exchange that compares fails
only where the values differ.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from heapwise.engine.machine import Enter, Result, UnsupportedError
from heapwise.engine.state import StoreKey
from heapwise.frontends.java.classfile.class_file import Field
from heapwise.frontends.java.classfile.constants import FieldRef
from heapwise.frontends.java.classfile.descriptors import ArrayType, ClassType
from heapwise.frontends.java.models.library_model import (
    Mac,
    Table,
    arithmetic,
    field,
    not_null,
    text_of,
    thrown,
    universe,
)
from heapwise.frontends.java.models.objects import nothing, represented, unmodelled
from heapwise.frontends.java.models.raw_memory import (
    Place,
    conversions,
    load_from,
    same_value,
    store_to,
)
from heapwise.frontends.java.models.system import one_of
from heapwise.frontends.java.semantics import operations, statics
from heapwise.program import InputError
from heapwise.terms import Scalar, Term

HANDLE = "java/lang/invoke/VarHandle"
_LOOKUP = "java/lang/invoke/MethodHandles$Lookup"


class _Variable(NamedTuple):
    """What a handle stands for: a field of this class, or, without one, elements. `descriptor` is
    of what it holds."""

    descriptor: str
    field: Field | None


class _Cell(NamedTuple):
    is_long: bool
    load: Callable[[], Scalar]
    store: Callable[[Scalar], object]


def _made(m: Mac, variable: _Variable) -> Term:
    handle = m.allocate(universe(m).decl(HANDLE))
    m.put(_stands_for(handle), variable)
    return handle


def _stands_for(handle: Term) -> StoreKey[_Variable]:
    return StoreKey("handle", handle)


def lookup(m: Mac, *values: object) -> Term:
    return one_of(m, _LOOKUP)


def find(m: Mac, lookup: Term, cls: Term, name: Term, type_: Term) -> Term:
    """Of a field, static or not."""
    owner, text = represented(m, cls), text_of(m, name)
    if not isinstance(owner, ClassType) or not isinstance(text, str):
        raise UnsupportedError("the handle of a field that is not known")
    descriptor = represented(m, type_).descriptor
    try:
        reference = FieldRef(owner.name, text, descriptor)
        found = universe(m).hierarchy.resolve_field(reference)
    except InputError:
        raise thrown(m, "java/lang/NoSuchFieldException") from None
    return _made(m, _Variable(descriptor, found))


def ensure_initialised(m: Mac, lookup: Term, cls: Term) -> Result:
    """Nobody looks at what it returns, which is the class."""
    type_ = represented(m, cls)
    if not isinstance(type_, ClassType):
        raise thrown(m, "java/lang/IllegalArgumentException")
    entered = statics.initialise(m, universe(m).decl(type_.name))
    return entered if isinstance(entered, Enter) else cls


def of_elements(m: Mac, cls: Term) -> Term:
    array = represented(m, cls)
    if not isinstance(array, ArrayType):
        raise thrown(m, "java/lang/IllegalArgumentException")
    return _made(m, _Variable(array.component.descriptor, None))


def access(m: Mac, mode: str, handle: Term, *values: Scalar) -> Scalar:
    """One of the methods of a handle."""
    found = m.load(_stands_for(not_null(m, handle)))
    action = _MODES.get(mode)
    if found is None or action is None:
        raise UnsupportedError(f"VarHandle.{mode}" if action is None else "an unknown VarHandle")
    cell, rest = _cell(m, found, values)
    return action(m, cell, *rest)


def _cell(
    m: Mac, variable: _Variable, values: tuple[Scalar, ...]
) -> tuple[_Cell, tuple[Scalar, ...]]:
    """The variable, as the operand stack has its values, and the arguments that are left."""
    found, is_long = variable.field, variable.descriptor == "J"
    if found is not None and found.is_static:
        key = statics.static_key(statics.StaticField(found.owner, found.name))
        default = statics.default_of(found)
        load = partial(statics.get, m, key, default, isinstance(default, str))
        return _Cell(is_long, load, partial(statics.put, m, key)), values
    owner = values[0]
    assert isinstance(owner, Term)
    owner = not_null(m, owner)
    if found is not None:
        place, rest = Place(owner, field(m, found.owner, found.name)), values[1:]
    else:
        array = operations.array_class(m, owner)
        place, rest = Place(owner, None, array, values[1]), values[2:]
    widen, narrow = conversions(m, variable.descriptor)

    def load_widened() -> Scalar:
        return widen(load_from(m, place))

    def store_narrowed(value: Scalar) -> None:
        store_to(m, place, narrow(value))

    return _Cell(is_long, load_widened, store_narrowed), rest


def _get(m: Mac, cell: _Cell) -> Scalar:
    return cell.load()


def _set(m: Mac, cell: _Cell, value: Scalar) -> int:
    cell.store(value)
    return 0


def _compare_and_set(m: Mac, cell: _Cell, expected: Scalar, value: Scalar) -> bool:
    hit = m.decide(same_value(m, cell.load(), expected))
    if hit:
        cell.store(value)
    return hit


def _compare_and_exchange(m: Mac, cell: _Cell, expected: Scalar, value: Scalar) -> Scalar:
    held = cell.load()
    if m.decide(same_value(m, held, expected)):
        cell.store(value)
    return held


def _get_and_set(m: Mac, cell: _Cell, value: Scalar) -> Scalar:
    held = cell.load()
    cell.store(value)
    return held


def _get_and(operation: str, m: Mac, cell: _Cell, value: Scalar) -> Scalar:
    held = cell.load()
    cell.store(arithmetic(m, f"{'l' if cell.is_long else 'i'}{operation}")(held, value))
    return held


_MODES: dict[str, Callable[..., Scalar]] = {
    **{f"get{mode}": _get for mode in ("", "Volatile", "Opaque", "Acquire")},
    **{f"set{mode}": _set for mode in ("", "Volatile", "Opaque", "Release")},
    "compareAndSet": _compare_and_set,
    **{
        f"weakCompareAndSet{mode}": _compare_and_set for mode in ("", "Plain", "Acquire", "Release")
    },
    **{f"compareAndExchange{mode}": _compare_and_exchange for mode in ("", "Acquire", "Release")},
    **{f"getAndSet{mode}": _get_and_set for mode in ("", "Acquire", "Release")},
    **{
        f"getAnd{name}{mode}": partial(_get_and, operation)
        for name, operation in (
            *(("Add", "add"), ("BitwiseOr", "or")),
            *(("BitwiseAnd", "and"), ("BitwiseXor", "xor")),
        )
        for mode in ("", "Acquire", "Release")
    },
}
_FENCES = ("fullFence", "acquireFence", "releaseFence", "loadLoadFence", "storeStoreFence")
MODELS: Table = {
    "java/lang/invoke/MethodHandles": {
        "*": unmodelled,
        "<clinit>": nothing,
        "lookup": lookup,
        "privateLookupIn": lookup,
        "arrayElementVarHandle": of_elements,
    },
    _LOOKUP: {
        "*": unmodelled,
        "<clinit>": nothing,
        "findVarHandle": find,
        "findStaticVarHandle": find,
        "ensureInitialized": ensure_initialised,
    },
    HANDLE: {
        "<clinit>": nothing,
        **dict.fromkeys(_FENCES, nothing),
        "withInvokeExactBehavior": lambda m, handle: handle,
        "withInvokeBehavior": lambda m, handle: handle,
    },
}
