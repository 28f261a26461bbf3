"""jdk.internal.misc.Unsafe and the classes of java.util.concurrent.atomic: memory by offsets.

The offset of a field is a number that stands for its class and name; that of an element follows
from the index, as in a JVM. There is one thread, so an exchange that compares fails only where the
values differ.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from heapwise.engine.machine import UnsupportedError
from heapwise.engine.state import StoreKey
from heapwise.frontends.java.classfile.descriptors import ArrayType, ClassType, JavaType
from heapwise.frontends.java.models.library_model import (
    Mac,
    Model,
    Table,
    arithmetic,
    field,
    not_null,
    text_of,
    thrown,
    universe,
)
from heapwise.frontends.java.models.objects import nothing, represented
from heapwise.frontends.java.models.system import one_of
from heapwise.frontends.java.universe.declarations import JavaArray
from heapwise.frontends.java.universe.scalars import bool_of_int, int_of_bool, narrowing, widening
from heapwise.program import FieldDecl
from heapwise.terms import REF, Scalar, Term, eq, sort_of

UNSAFE = "jdk/internal/misc/Unsafe"
_FIELDS = 1 << 40
"""Offsets of fields are above this, those of elements below."""
_OFFSETS: StoreKey[tuple[tuple[str, str], ...]] = StoreKey("offsets")
"""Where the store keeps the fields, of which class and which name, whose offsets were asked for."""
_BASE = 16
_SCALES = {"Z": 0, "B": 0, "C": 1, "S": 1, "I": 2, "F": 2, "J": 3, "D": 3}
_REFERENCE_SCALE = 2


# -- offsets


def field_offset(m: Mac, unsafe: Term, cls: Term, name: Term) -> Scalar:
    type_ = represented(m, cls)
    text = text_of(m, name)
    if not isinstance(type_, ClassType) or not isinstance(text, str):
        raise UnsupportedError("the offset of a field that is not known")
    known = m.load(_OFFSETS) or ()
    key = (type_.name, text)
    if key not in known:
        if universe(m).decl(type_.name).find_field(text) is None:
            raise thrown(m, "java/lang/InternalError", text)
        known = (*known, key)
        m.put(_OFFSETS, known)
    return _FIELDS + 8 * known.index(key)


def array_base(m: Mac, unsafe: Term, cls: Term) -> Scalar:
    return _BASE


def array_scale(m: Mac, unsafe: Term, cls: Term) -> Scalar:
    type_ = represented(m, cls)
    if not isinstance(type_, ArrayType):
        raise thrown(m, "java/lang/IllegalArgumentException")
    return 1 << _scale(type_.component)


def _scale(type_: JavaType) -> int:
    return _SCALES.get(type_.descriptor, _REFERENCE_SCALE)


# -- places


class Place(NamedTuple):
    """A field, or an element."""

    owner: Term
    field: FieldDecl | None
    array: JavaArray | None = None
    at: Scalar = 0


def _place(m: Mac, owner: Term, offset: Scalar) -> Place:
    owner = not_null(m, owner)
    if not isinstance(offset, Term) and int(offset) >= _FIELDS:
        known = m.load(_OFFSETS) or ()
        cls, name = known[(int(offset) - _FIELDS) // 8]
        return Place(owner, field(m, cls, name))
    cls_of = m.classify(owner, lambda each: each)
    if not isinstance(cls_of, JavaArray):
        raise UnsupportedError("memory that is neither a field nor an element")
    start = arithmetic(m, "lsub")(offset, _BASE)
    index = arithmetic(m, "lushr")(start, _scale(cls_of.type.component))
    return Place(owner, None, cls_of, arithmetic(m, "l2i")(index))


def load_from(m: Mac, place: Place) -> Scalar:
    """As the cell holds it, not yet as the operand stack does."""
    if place.field is not None:
        return m.read_field(place.owner, place.field)
    assert place.array is not None
    return m.array_load(place.array, place.owner, place.at)


def store_to(m: Mac, place: Place, value: Scalar) -> None:
    if place.field is not None:
        m.write_field(place.owner, place.field, value)
    else:
        assert place.array is not None
        m.array_store(place.array, place.owner, place.at, value)


def same_value(m: Mac, one: Scalar, other: Scalar) -> Scalar:
    """As `==` compares."""
    if sort_of(one) is REF:
        assert isinstance(one, Term) and isinstance(other, Term)
        return m.same_reference(one, other)
    return eq(one, other)


def _unchanged(value: Scalar) -> Scalar:
    return value


Conversion = Callable[[Scalar], Scalar]


def conversions(m: Mac, descriptor: str) -> tuple[Conversion, Conversion]:
    """From a cell to the operand stack, and back. A boolean stays one."""
    if descriptor == "Z":
        return _unchanged, _unchanged
    exact = universe(m).exact
    return widening(descriptor, exact) or _unchanged, narrowing(descriptor, exact) or _unchanged


def _getter(descriptor: str) -> Model:
    def get(m: Mac, unsafe: Term, owner: Term, offset: Scalar) -> Scalar:
        widen, _ = conversions(m, descriptor)
        return widen(load_from(m, _place(m, owner, offset)))

    return get


def _putter(descriptor: str) -> Model:
    def put(m: Mac, unsafe: Term, owner: Term, offset: Scalar, value: Scalar) -> int:
        _, narrow = conversions(m, descriptor)
        store_to(m, _place(m, owner, offset), narrow(value))
        return 0

    return put


def _setter(descriptor: str, exchange: bool) -> Model:
    """Compare and set: was it so? Or, if `exchange`, what was there?"""

    def change(
        m: Mac, unsafe: Term, owner: Term, offset: Scalar, expected: Scalar, value: Scalar
    ) -> Scalar:
        widen, narrow = conversions(m, descriptor)
        place = _place(m, owner, offset)
        held = widen(load_from(m, place))
        hit = m.decide(same_value(m, held, expected))
        if hit:
            store_to(m, place, narrow(value))
        return held if exchange else hit

    return change


def _swapper(descriptor: str, operation: str | None) -> Model:
    """`getAndSet`, or `getAndAdd` with the instruction that adds."""

    def swap(m: Mac, unsafe: Term, owner: Term, offset: Scalar, value: Scalar) -> Scalar:
        widen, narrow = conversions(m, descriptor)
        place = _place(m, owner, offset)
        held = widen(load_from(m, place))
        new = value if operation is None else arithmetic(m, operation)(held, value)
        store_to(m, place, narrow(new))
        return held

    return swap


def _unsafe() -> dict[str, Model]:
    table: dict[str, Model] = {
        "<clinit>": nothing,
        "registerNatives": nothing,
        "getUnsafe": lambda m: one_of(m, UNSAFE),
        "objectFieldOffset(Ljava/lang/Class;Ljava/lang/String;)J": field_offset,
        "arrayBaseOffset": array_base,
        "arrayIndexScale": array_scale,
        "fullFence": nothing,
        "loadFence": nothing,
        "storeFence": nothing,
        "storeStoreFence": nothing,
        "park": nothing,
        "unpark": nothing,
        "ensureClassInitialized": nothing,
        "isBigEndian": lambda m, unsafe: False,
        "unalignedAccess": lambda m, unsafe: True,
    }
    object_and_offset = "(Ljava/lang/Object;J"
    for name, descriptor in _KINDS.items():
        result = descriptor if len(descriptor) == 1 else "Ljava/lang/Object;"
        for mode in ("", "Volatile", "Acquire", "Opaque"):
            table[f"get{name}{mode}{object_and_offset}){result}"] = _getter(descriptor)
        for mode in ("", "Volatile", "Release", "Opaque"):
            table[f"put{name}{mode}{object_and_offset}{result})V"] = _putter(descriptor)
        for mode in ("", "Plain", "Acquire", "Release"):
            table[f"weakCompareAndSet{name}{mode}"] = _setter(descriptor, False)
            table[f"compareAndExchange{name}{mode}"] = _setter(descriptor, True)
        table[f"compareAndSet{name}"] = _setter(descriptor, False)
        for mode in ("", "Acquire", "Release"):
            table[f"getAndSet{name}{mode}"] = _swapper(descriptor, None)
            if descriptor in "IJ":
                adding = "iadd" if descriptor == "I" else "ladd"
                table[f"getAndAdd{name}{mode}"] = _swapper(descriptor, adding)
    return table


_KINDS = {
    "Int": "I",
    "Long": "J",
    "Reference": "Ljava/lang/Object;",
    "Boolean": "Z",
    "Byte": "B",
    "Short": "S",
    "Char": "C",
    "Float": "F",
    "Double": "D",
}


# -- atomic classes that use handles of variables


def _atomic(owner: str, inward: Conversion, outward: Conversion) -> dict[str, Model]:
    """`inward` makes what the field `value` holds of what the methods are given."""

    def get(m: Mac, ref: Term) -> Scalar:
        return outward(m.read_field(ref, field(m, owner, "value")))

    def put(m: Mac, ref: Term, value: Scalar) -> int:
        m.write_field(ref, field(m, owner, "value"), inward(value))
        return 0

    def swap(m: Mac, ref: Term, value: Scalar) -> Scalar:
        held = get(m, ref)
        put(m, ref, value)
        return held

    def change(m: Mac, ref: Term, expected: Scalar, value: Scalar) -> bool:
        hit = m.decide(same_value(m, get(m, ref), expected))
        if hit:
            put(m, ref, value)
        return hit

    def exchange(m: Mac, ref: Term, expected: Scalar, value: Scalar) -> Scalar:
        held = get(m, ref)
        if m.decide(same_value(m, held, expected)):
            put(m, ref, value)
        return held

    table: dict[str, Model] = {"<clinit>": nothing, "getAndSet": swap}
    for mode in ("", "Plain", "Opaque", "Acquire"):
        table[f"get{mode}"] = get
        table[f"set{mode}"] = put
        table[f"compareAndExchange{mode}"] = exchange
    for mode in ("", "Plain", "Volatile", "Acquire", "Release"):
        table[f"compareAndSet{mode}"] = change
        table[f"weakCompareAndSet{mode}"] = change
    table["lazySet"] = table["setRelease"] = put
    return table


def mismatch(m: Mac, *values: Scalar) -> Scalar:
    """`ArraysSupport.vectorizedMismatch`: nothing was compared, all elements are left to do."""
    length = values[4]
    return arithmetic(m, "ixor")(length, -1)


_REFERENCE = "java/util/concurrent/atomic/AtomicReference"
_BOOLEAN = "java/util/concurrent/atomic/AtomicBoolean"
MODELS: Table = {
    UNSAFE: _unsafe(),
    _REFERENCE: _atomic(_REFERENCE, _unchanged, _unchanged),
    _BOOLEAN: _atomic(_BOOLEAN, int_of_bool, bool_of_int),
    "jdk/internal/util/ArraysSupport": {"<clinit>": nothing, "vectorizedMismatch": mismatch},
    "java/util/concurrent/atomic/AtomicLong": {"VMSupportsCS8": lambda m: True},
    "java/util/Arrays$LegacyMergeSort": {"<clinit>": nothing},
}
