"""A small assembler: class files from lists of instructions.

They are of version 49, which needs no stack maps. An instruction is a tuple of a mnemonic and its
operands: `("iload", 3)`, `("ldc", ("int", 7))`, `("goto", "end")`, `("getfield", "C", "f", "I")`,
`("tableswitch", low, "default", ["a", "b"])`, `("lookupswitch", "default", {5: "a"})`. `("label",
"end")` marks a place, `("wide", "iload", 300)` is the wide form. It writes what it is told; whether
that makes sense is for the JVM to say.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heapwise.frontends.java.classfile.opcodes import OPCODES

Instruction = tuple[object, ...]

VERSION = 49
PUBLIC, PRIVATE, STATIC, SUPER, INTERFACE, ABSTRACT = 0x1, 0x2, 0x8, 0x20, 0x200, 0x400
_ARRAY_TYPES = {
    name: code
    for code, name in enumerate(
        ("boolean", "char", "float", "double", "byte", "short", "int", "long"), 4
    )
}
_STACK, _LOCALS = 60, 600


@dataclass(frozen=True)
class Handler:
    """`kind` is None for all exceptions (finally)."""

    start: str
    end: str
    target: str
    kind: str | None


@dataclass(frozen=True)
class MethodText:
    """`code` is None for an abstract method."""

    name: str
    descriptor: str
    code: Sequence[Instruction] | None
    flags: int = PUBLIC | STATIC
    handlers: Sequence[Handler] = ()


@dataclass(frozen=True)
class FieldText:
    name: str
    descriptor: str
    flags: int = PUBLIC


@dataclass(frozen=True)
class ClassText:
    name: str
    methods: Sequence[MethodText]
    fields: Sequence[FieldText] = ()
    above: str = "java/lang/Object"
    interfaces: Sequence[str] = ()
    flags: int = PUBLIC | SUPER


class _Pool:
    def __init__(self) -> None:
        self._entries: dict[bytes, int] = {}
        self._next = 1

    def _add(self, data: bytes, slots: int = 1) -> int:
        if data not in self._entries:
            self._entries[data] = self._next
            self._next += slots
        return self._entries[data]

    def bytes(self) -> bytes:
        return struct.pack(">H", self._next) + b"".join(self._entries)

    def utf8(self, text: str) -> int:
        data = _modified_utf8(text)
        return self._add(b"\x01" + struct.pack(">H", len(data)) + data)

    def of_class(self, name: str) -> int:
        return self._add(struct.pack(">BH", 7, self.utf8(name)))

    def member(self, tag: int, owner: str, name: str, descriptor: str) -> int:
        pair = self._add(struct.pack(">BHH", 12, self.utf8(name), self.utf8(descriptor)))
        return self._add(struct.pack(">BHH", tag, self.of_class(owner), pair))

    def constant(self, constant: object) -> int:
        match constant:
            case ("int", int(value)):
                return self._add(struct.pack(">Bi", 3, value))
            case ("float", float(value)):
                return self._add(struct.pack(">Bf", 4, value))
            case ("long", int(value)):
                return self._add(struct.pack(">Bq", 5, value), 2)
            case ("double", float(value)):
                return self._add(struct.pack(">Bd", 6, value), 2)
            case ("class", str(name)):
                return self.of_class(name)
            case ("string", str(text)):
                return self._add(struct.pack(">BH", 8, self.utf8(text)))
        raise ValueError(f"no constant: {constant!r}")


def _modified_utf8(text: str) -> bytes:
    units = text.encode("utf-16-be", "surrogatepass")
    found = bytearray()
    for (unit,) in struct.iter_unpack(">H", units):
        if 0 < unit < 0x80:
            found.append(unit)
        elif unit < 0x800:
            found += bytes((0xC0 | unit >> 6, 0x80 | unit & 0x3F))
        else:
            found += bytes((0xE0 | unit >> 12, 0x80 | unit >> 6 & 0x3F, 0x80 | unit & 0x3F))
    return bytes(found)


def assemble(cls: ClassText) -> bytes:
    pool = _Pool()
    body = struct.pack(">HHH", cls.flags, pool.of_class(cls.name), pool.of_class(cls.above))
    body += struct.pack(">H", len(cls.interfaces))
    body += b"".join(struct.pack(">H", pool.of_class(name)) for name in cls.interfaces)
    body += struct.pack(">H", len(cls.fields))
    for field in cls.fields:
        names = pool.utf8(field.name), pool.utf8(field.descriptor)
        body += struct.pack(">HHHH", field.flags, *names, 0)
    body += struct.pack(">H", len(cls.methods))
    body += b"".join(_method(pool, method) for method in cls.methods)
    body += struct.pack(">H", 0)
    return struct.pack(">IHH", 0xCAFEBABE, 0, VERSION) + pool.bytes() + body


def _method(pool: _Pool, method: MethodText) -> bytes:
    names = pool.utf8(method.name), pool.utf8(method.descriptor)
    if method.code is None:
        return struct.pack(">HHHH", method.flags, *names, 0)
    code = _Code(pool, method.code)
    attribute = struct.pack(">HHI", _STACK, _LOCALS, len(code.data)) + code.data
    attribute += struct.pack(">H", len(method.handlers))
    for each in method.handlers:
        places = (code.places[label] for label in (each.start, each.end, each.target))
        kind = 0 if each.kind is None else pool.of_class(each.kind)
        attribute += struct.pack(">HHHH", *places, kind)
    attribute += struct.pack(">H", 0)
    head = struct.pack(">HHHH", method.flags, *names, 1)
    return head + struct.pack(">HI", pool.utf8("Code"), len(attribute)) + attribute


class _Code:
    """Two passes: the sizes of instructions do not depend on where labels are."""

    def __init__(self, pool: _Pool, code: Sequence[Instruction]) -> None:
        self._pool = pool
        self.places: dict[str, int] = {}
        at = 0
        for instruction in code:
            if instruction[0] == "label":
                self.places[str(instruction[1])] = at
            else:
                at += len(self._encode(instruction, at, known=False))
        self.data = b""
        for instruction in code:
            if instruction[0] != "label":
                self.data += self._encode(instruction, len(self.data), known=True)

    def _encode(self, instruction: Instruction, at: int, *, known: bool) -> bytes:
        def offset(label: object) -> int:
            return self.places[str(label)] - at if known else 0

        pool = self._pool
        name, *operands = instruction
        opcode = OPCODES[str(name)]
        match instruction:
            case ("ldc", constant):
                return struct.pack(">BB", opcode, pool.constant(constant))
            case ("ldc_w" | "ldc2_w", constant):
                return struct.pack(">BH", opcode, pool.constant(constant))
            case ("bipush", int(value)):
                return struct.pack(">Bb", opcode, value)
            case ("sipush", int(value)):
                return struct.pack(">Bh", opcode, value)
            case ("newarray", str(kind)):
                return struct.pack(">BB", opcode, _ARRAY_TYPES[kind])
            case ("iinc", int(slot), int(amount)):
                return struct.pack(">BBb", opcode, slot, amount)
            case ("wide", "iinc", int(slot), int(amount)):
                return struct.pack(">BBHh", opcode, OPCODES["iinc"], slot, amount)
            case ("wide", str(inner), int(slot)):
                return struct.pack(">BBH", opcode, OPCODES[inner], slot)
            case ("goto_w", label):
                return struct.pack(">Bi", opcode, offset(label))
            case ("new" | "anewarray" | "checkcast" | "instanceof", str(owner)):
                return struct.pack(">BH", opcode, pool.of_class(owner))
            case ("multianewarray", str(type_), int(dimensions)):
                return struct.pack(">BHB", opcode, pool.of_class(type_), dimensions)
            case ("getstatic" | "putstatic" | "getfield" | "putfield", str(o), str(n), str(d)):
                return struct.pack(">BH", opcode, pool.member(9, o, n, d))
            case ("invokevirtual" | "invokespecial" | "invokestatic", str(o), str(n), str(d)):
                return struct.pack(">BH", opcode, pool.member(10, o, n, d))
            case ("invokeinterface", str(o), str(n), str(d), int(count)):
                return struct.pack(">BHBB", opcode, pool.member(11, o, n, d), count, 0)
            case ("tableswitch", int(low), default, list(labels)):
                head = struct.pack(">B", opcode) + b"\0" * (3 - at % 4)
                head += struct.pack(">iii", offset(default), low, low + len(labels) - 1)
                return head + b"".join(struct.pack(">i", offset(label)) for label in labels)
            case ("lookupswitch", default, Mapping() as cases):
                head = struct.pack(">B", opcode) + b"\0" * (3 - at % 4)
                head += struct.pack(">ii", offset(default), len(cases))
                pairs = ((key, offset(label)) for key, label in sorted(cases.items()))
                return head + b"".join(struct.pack(">ii", *pair) for pair in pairs)
            case (_, str(label)):
                return struct.pack(">Bh", opcode, offset(label))
            case (_, int(slot)):
                return struct.pack(">BB", opcode, slot)
        assert not operands, instruction
        return struct.pack(">B", opcode)
