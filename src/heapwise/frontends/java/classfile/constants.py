"""The constant pool (JVMS 4.4): every entry resolved to plain, immutable data.

Invariant: a pool that was read holds no dangling index: references, names and descriptors were
checked, so that whoever looks a constant up needs to check its kind only. Names of classes are
internal ones (`java/util/Map$Entry`); an array class is named by its descriptor (`[I`).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TypeVar

from heapwise.frontends.java.classfile.byte_reader import ClassFormatError, Reader, printable
from heapwise.frontends.java.classfile.descriptors import Checks


@dataclass(frozen=True, slots=True)
class IntegerConst:
    value: int


@dataclass(frozen=True, slots=True)
class LongConst:
    value: int


@dataclass(frozen=True, slots=True)
class FloatConst:
    """Kept as bits: NaNs have payloads, and equality of constants must be that of bits."""

    bits: int

    @property
    def value(self) -> float:
        return float(struct.unpack(">f", self.bits.to_bytes(4, "big"))[0])


@dataclass(frozen=True, slots=True)
class DoubleConst:
    bits: int

    @property
    def value(self) -> float:
        return float(struct.unpack(">d", self.bits.to_bytes(8, "big"))[0])


@dataclass(frozen=True, slots=True)
class StringConst:
    """A Java string: surrogate pairs are joined, unpaired surrogates stay as they are."""

    value: str


@dataclass(frozen=True, slots=True)
class ClassRef:
    name: str


@dataclass(frozen=True, slots=True)
class NameAndType:
    name: str
    descriptor: str


@dataclass(frozen=True, slots=True)
class FieldRef:
    owner: str
    name: str
    descriptor: str


@dataclass(frozen=True, slots=True)
class MethodRef:
    owner: str
    name: str
    descriptor: str
    in_interface: bool


@dataclass(frozen=True, slots=True)
class MethodHandle:
    """`kind` is the reference kind of JVMS table 5.4.3.5-A (6 = invokeStatic, …)."""

    kind: int
    reference: FieldRef | MethodRef

    @property
    def kind_name(self) -> str:
        return HANDLE_KINDS[self.kind]


@dataclass(frozen=True, slots=True)
class MethodTypeConst:
    descriptor: str


@dataclass(frozen=True, slots=True)
class DynamicConst:
    """A constant computed by a bootstrap method; `bootstrap` indexes BootstrapMethods."""

    bootstrap: int
    name: str
    descriptor: str


@dataclass(frozen=True, slots=True)
class InvokeDynamicConst:
    bootstrap: int
    name: str
    descriptor: str


@dataclass(frozen=True, slots=True)
class ModuleRef:
    name: str


@dataclass(frozen=True, slots=True)
class PackageRef:
    name: str


Loadable = (
    IntegerConst
    | LongConst
    | FloatConst
    | DoubleConst
    | StringConst
    | ClassRef
    | MethodHandle
    | MethodTypeConst
    | DynamicConst
)
"""What `ldc` can push and a bootstrap method can take."""

Constant = (
    str  # CONSTANT_Utf8
    | Loadable
    | NameAndType
    | FieldRef
    | MethodRef
    | InvokeDynamicConst
    | ModuleRef
    | PackageRef
)

HANDLE_KINDS = {
    1: "getField",
    2: "getStatic",
    3: "putField",
    4: "putStatic",
    5: "invokeVirtual",
    6: "invokeStatic",
    7: "invokeSpecial",
    8: "newInvokeSpecial",
    9: "invokeInterface",
}

_KIND_NAMES: dict[type, str] = {
    str: "Utf8",
    IntegerConst: "Integer",
    LongConst: "Long",
    FloatConst: "Float",
    DoubleConst: "Double",
    StringConst: "String",
    ClassRef: "Class",
    NameAndType: "NameAndType",
    FieldRef: "Fieldref",
    MethodRef: "Methodref",
    MethodHandle: "MethodHandle",
    MethodTypeConst: "MethodType",
    DynamicConst: "Dynamic",
    InvokeDynamicConst: "InvokeDynamic",
    ModuleRef: "Module",
    PackageRef: "Package",
}

C = TypeVar("C", bound=Constant)


def kind_name(kind: type) -> str:
    return _KIND_NAMES.get(kind, kind.__name__)


@dataclass(frozen=True, slots=True)
class ConstantPool:
    """The entries by index; None stands at 0 and in the second slot of a long or double."""

    source: str
    entries: tuple[Constant | None, ...]

    def get(self, index: int, kind: type[C], at: int) -> C:
        """Entry `index`, which the bytes at offset `at` refer to as a constant of `kind`."""
        if 0 < index < len(self.entries):
            found = self.entries[index]
            if isinstance(found, kind):
                return found
            has = f"is a {kind_name(type(found))}" if found is not None else "is no entry"
            problem = f"constant pool entry {index} {has}, {kind_name(kind)} expected"
        else:
            problem = f"no constant pool entry {index}: there are {len(self.entries)}"
        raise ClassFormatError(self.source, at, problem)

    def optional(self, index: int, kind: type[C], at: int) -> C | None:
        return self.get(index, kind, at) if index else None

    def loadable(self, index: int, at: int) -> Loadable:
        found = self.entries[index] if 0 < index < len(self.entries) else None
        if isinstance(found, Loadable):
            return found
        raise ClassFormatError(
            self.source, at, f"constant pool entry {index} is no constant that can be loaded"
        )


UTF8 = 1
"""The tag of a text, which says itself how long it is."""

SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4}
SIZES |= {15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}
"""Bytes after the tag, of all others."""

# Entries are resolved in three rounds: first what needs text only, then what needs a class and a
# NameAndType, then method handles; no order of entries can make this loop.
_ROUNDS = (frozenset({7, 8, 12, 16, 19, 20}), frozenset({9, 10, 11, 17, 18}), frozenset({15}))


def read_pool(reader: Reader) -> ConstantPool:
    count = reader.u2()
    if count == 0:
        raise reader.error("the constant pool has count 0; it is at least 1", reader.at - 2)
    entries: list[Constant | None] = [None] * count
    pending: tuple[list[_Raw], ...] = ([], [], [])
    index = 1
    while index < count:
        at = reader.at
        tag = reader.u1()
        if tag == UTF8:
            entries[index] = _text(reader, reader.take(reader.u2()), at)
        elif tag not in SIZES:
            raise reader.error(f"constant pool entry {index} has the unknown tag {tag}", at)
        else:
            payload = reader.take(SIZES[tag])
            if tag > 6:
                raw = _Raw(index, tag, payload, at)
                next(p for p, tags in zip(pending, _ROUNDS, strict=True) if tag in tags).append(raw)
            else:
                entries[index] = _number(tag, payload)
                if tag in (5, 6):
                    index += 1
                    if index >= count:
                        raise reader.error("the second slot of the last constant is missing", at)
        index += 1
    checks = Checks()
    for waiting in pending:
        pool = ConstantPool(reader.source, tuple(entries))
        for raw in waiting:
            entries[raw.index] = _resolve(pool, raw, checks)
    return ConstantPool(reader.source, tuple(entries))


@dataclass(frozen=True, slots=True)
class _Raw:
    index: int
    tag: int
    payload: bytes
    at: int

    def u2(self, at: int = 0) -> int:
        return self.payload[at] << 8 | self.payload[at + 1]


def _number(tag: int, payload: bytes) -> Constant:
    if tag == 3:
        return IntegerConst(int.from_bytes(payload, "big", signed=True))
    if tag == 5:
        return LongConst(int.from_bytes(payload, "big", signed=True))
    bits = int.from_bytes(payload, "big")
    return FloatConst(bits) if tag == 4 else DoubleConst(bits)


def _resolve(pool: ConstantPool, raw: _Raw, checks: Checks) -> Constant:
    if raw.tag in (7, 8, 16, 19, 20):
        return _named(pool, raw, checks)
    if raw.tag == 12:
        name = pool.get(raw.u2(), str, raw.at)
        return NameAndType(name, pool.get(raw.u2(2), str, raw.at))
    if raw.tag == 15:
        return _handle(pool, raw)
    pair = pool.get(raw.u2(2), NameAndType, raw.at)
    if raw.tag in (9, 17):
        if not checks.is_field(pair.descriptor):
            raise _bad(pool, raw, pair.descriptor, "descriptor of a field")
    elif not checks.is_method(pair.descriptor):
        raise _bad(pool, raw, pair.descriptor, "descriptor of a method")
    if raw.tag == 17:
        return DynamicConst(raw.u2(), pair.name, pair.descriptor)
    if raw.tag == 18:
        return InvokeDynamicConst(raw.u2(), pair.name, pair.descriptor)
    owner = pool.get(raw.u2(), ClassRef, raw.at).name
    if raw.tag == 9:
        return FieldRef(owner, pair.name, pair.descriptor)
    return MethodRef(owner, pair.name, pair.descriptor, raw.tag == 11)


def _named(pool: ConstantPool, raw: _Raw, checks: Checks) -> Constant:
    """The constants that are one text."""
    text = pool.get(raw.u2(), str, raw.at)
    if raw.tag == 7:
        if not checks.is_class(text):
            raise _bad(pool, raw, text, "name of a class")
        return ClassRef(text)
    if raw.tag == 16:
        if not checks.is_method(text):
            raise _bad(pool, raw, text, "descriptor of a method")
        return MethodTypeConst(text)
    if raw.tag == 8:
        return StringConst(text)
    return ModuleRef(text) if raw.tag == 19 else PackageRef(text)


def _bad(pool: ConstantPool, raw: _Raw, text: str, kind: str) -> ClassFormatError:
    return ClassFormatError(pool.source, raw.at, f"`{printable(text)}` is no {kind}")


def _handle(pool: ConstantPool, raw: _Raw) -> MethodHandle:
    kind, index = raw.payload[0], raw.u2(1)
    if kind not in HANDLE_KINDS:
        raise ClassFormatError(pool.source, raw.at, f"unknown kind {kind} of method handle")
    if kind <= 4:
        return MethodHandle(kind, pool.get(index, FieldRef, raw.at))
    return MethodHandle(kind, pool.get(index, MethodRef, raw.at))


def _text(reader: Reader, data: bytes, at: int) -> str:
    try:
        return decode_modified_utf8(data)
    except ValueError as error:
        raise reader.error(f"malformed modified UTF-8: {error}", at) from None


def decode_modified_utf8(data: bytes) -> str:
    """JVMS 4.4.7: the null character takes two bytes, characters beyond the BMP two surrogates of
    three bytes each; raises ValueError for anything else."""
    if data.isascii() and 0 not in data:
        return data.decode("ascii")
    if 0 in data or max(data) >= 0xF0:
        raise ValueError("a byte 0 or from 0xf0 to 0xff")
    # No other character holds the byte 0xc0, so the pair cannot be found where it is not meant.
    text = data.replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
