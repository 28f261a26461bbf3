"""Descriptors (JVMS 4.3) and the types that they stand for.

Invariant: types are immutable and equal exactly when their descriptors are. Class types carry
internal names (`java/util/Map$Entry`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from heapwise.frontends.java.classfile.byte_reader import printable
from heapwise.program import InputError


class DescriptorError(InputError):
    """A descriptor or generic signature that breaks its grammar."""


@dataclass(frozen=True, slots=True)
class PrimitiveType:
    """A primitive type, or `void`."""

    name: str
    descriptor: str

    @property
    def slots(self) -> int:
        """How many local variables or operand stack words a value takes."""
        return {"J": 2, "D": 2, "V": 0}.get(self.descriptor, 1)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class ClassType:
    name: str

    @property
    def descriptor(self) -> str:
        return f"L{self.name};"

    @property
    def slots(self) -> int:
        return 1

    def __str__(self) -> str:
        return self.name.replace("/", ".")


@dataclass(frozen=True, slots=True)
class ArrayType:
    """`element` is no array itself; the limit of 255 dimensions is the JVM's."""

    element: PrimitiveType | ClassType
    dimensions: int

    @property
    def descriptor(self) -> str:
        return "[" * self.dimensions + self.element.descriptor

    @property
    def slots(self) -> int:
        return 1

    @property
    def component(self) -> JavaType:
        """The type of what an array of this type holds."""
        if self.dimensions == 1:
            return self.element
        return ArrayType(self.element, self.dimensions - 1)

    def __str__(self) -> str:
        return f"{self.element}{'[]' * self.dimensions}"


JavaType = PrimitiveType | ClassType | ArrayType

BOOLEAN = PrimitiveType("boolean", "Z")
BYTE = PrimitiveType("byte", "B")
CHAR = PrimitiveType("char", "C")
SHORT = PrimitiveType("short", "S")
INT = PrimitiveType("int", "I")
LONG = PrimitiveType("long", "J")
FLOAT = PrimitiveType("float", "F")
DOUBLE = PrimitiveType("double", "D")
VOID = PrimitiveType("void", "V")

PRIMITIVES = {t.descriptor: t for t in (BOOLEAN, BYTE, CHAR, SHORT, INT, LONG, FLOAT, DOUBLE, VOID)}


@dataclass(frozen=True, slots=True)
class MethodDescriptor:
    parameters: tuple[JavaType, ...]
    result: JavaType

    @property
    def slots(self) -> int:
        """Local variables that the arguments take, the receiver not counted."""
        return sum(p.slots for p in self.parameters)

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.parameters))})"


_NAME = r"[^./;\[\0]+(?:/[^./;\[\0]+)*"
_FIELD = rf"\[{{0,255}}(?:[BCDFIJSZ]|L{_NAME};)"
_CLASS_NAME = re.compile(_NAME, re.DOTALL)
_FIELD_DESCRIPTOR = re.compile(_FIELD, re.DOTALL)
_METHOD_DESCRIPTOR = re.compile(rf"\(((?:{_FIELD})*)\)(V|{_FIELD})", re.DOTALL)


def is_class_name(text: str) -> bool:
    """Whether `text` is an internal name of a class that is no array."""
    return _CLASS_NAME.fullmatch(text) is not None


def is_field_descriptor(text: str) -> bool:
    return _FIELD_DESCRIPTOR.fullmatch(text) is not None


def is_method_descriptor(text: str) -> bool:
    return _METHOD_DESCRIPTOR.fullmatch(text) is not None


class Checks:
    """The same three questions, each answered once for each text: a class file may refer to one
    long name from everywhere, and must not take its length times its size to read."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], bool] = {}

    def is_class(self, text: str) -> bool:
        """Whether a CONSTANT_Class may be called so: an internal name, or an array's."""
        array = text.startswith("[")
        return self._ask("class", text, is_field_descriptor if array else is_class_name)

    def is_field(self, text: str) -> bool:
        return self._ask("field", text, is_field_descriptor)

    def is_method(self, text: str) -> bool:
        return self._ask("method", text, is_method_descriptor)

    def _ask(self, kind: str, text: str, question: Callable[[str], bool]) -> bool:
        if (kind, text) not in self._known:
            self._known[kind, text] = question(text)
        return self._known[kind, text]


def field_type(descriptor: str) -> JavaType:
    if not is_field_descriptor(descriptor):
        raise DescriptorError(f"`{printable(descriptor)}` is no descriptor of a field")
    return _type(descriptor)


def method_type(descriptor: str) -> MethodDescriptor:
    match = _METHOD_DESCRIPTOR.fullmatch(descriptor)
    if match is None:
        raise DescriptorError(f"`{printable(descriptor)}` is no descriptor of a method")
    parameters = tuple(_type(m.group()) for m in _FIELD_DESCRIPTOR.finditer(match[1]))
    return MethodDescriptor(parameters, VOID if match[2] == "V" else _type(match[2]))


def class_type(name: str) -> ClassType | ArrayType:
    """The type that a CONSTANT_Class names: an internal name, or the descriptor of an array."""
    if not name.startswith("["):
        return ClassType(name)
    found = field_type(name)
    assert isinstance(found, ArrayType)
    return found


def _type(descriptor: str) -> JavaType:
    """The type of a descriptor that is known to be one."""
    rest = descriptor.lstrip("[")
    element = ClassType(rest[1:-1]) if rest[0] == "L" else PRIMITIVES[rest]
    dimensions = len(descriptor) - len(rest)
    return ArrayType(element, dimensions) if dimensions else element
