"""Generic signatures (JVMS 4.7.9.1) and the types that they stand for.

Invariant: parsing is bounded in depth, so that no signature can exhaust the stack. A JVM ignores
malformed signatures; whoever asks for one here gets a `DescriptorError` and may do the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.frontends.java.classfile.byte_reader import printable
from heapwise.frontends.java.classfile.descriptors import (
    PRIMITIVES,
    VOID,
    ArrayType,
    ClassType,
    DescriptorError,
    JavaType,
    PrimitiveType,
)

_MAX_DEPTH = 100


@dataclass(frozen=True, slots=True)
class TypeVariable:
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Wildcard:
    """`?`, `? extends bound` (kind `extends`) or `? super bound` (kind `super`)."""

    kind: str
    bound: ReferenceType | None

    def __str__(self) -> str:
        return f"? {self.kind} {self.bound}" if self.bound is not None else "?"


@dataclass(frozen=True, slots=True)
class GenericClassType:
    """A class with its type arguments; `outer` is there if an enclosing class has some too.
    `name` is the internal name of the class itself (`java/util/Map$Entry`)."""

    name: str
    arguments: tuple[TypeArgument, ...] = ()
    outer: GenericClassType | None = None

    def __str__(self) -> str:
        if self.outer is not None:
            own = f"{self.outer}.{self.name[len(self.outer.name) + 1 :]}"
        else:
            own = self.name.replace("/", ".")
        return f"{own}<{', '.join(map(str, self.arguments))}>" if self.arguments else own


@dataclass(frozen=True, slots=True)
class GenericArrayType:
    component: GenericType

    def __str__(self) -> str:
        return f"{self.component}[]"


ReferenceType = GenericClassType | TypeVariable | GenericArrayType
TypeArgument = ReferenceType | Wildcard
GenericType = PrimitiveType | ReferenceType


@dataclass(frozen=True, slots=True)
class TypeParameter:
    """`<T extends A & B>`; a parameter without bounds extends Object."""

    name: str
    bounds: tuple[ReferenceType, ...]


@dataclass(frozen=True, slots=True)
class ClassSignature:
    type_parameters: tuple[TypeParameter, ...]
    superclass: GenericClassType
    interfaces: tuple[GenericClassType, ...]


@dataclass(frozen=True, slots=True)
class MethodSignature:
    type_parameters: tuple[TypeParameter, ...]
    parameters: tuple[GenericType, ...]
    result: GenericType
    throws: tuple[ReferenceType, ...]


def class_signature(text: str) -> ClassSignature:
    parser = _Parser(text)
    parameters = parser.type_parameters()
    superclass = parser.class_type(0)
    interfaces = []
    while not parser.done():
        interfaces.append(parser.class_type(0))
    return ClassSignature(parameters, superclass, tuple(interfaces))


def method_signature(text: str) -> MethodSignature:
    parser = _Parser(text)
    type_parameters = parser.type_parameters()
    parser.expect("(")
    parameters = []
    while not parser.accept(")"):
        parameters.append(parser.type(0))
    result = VOID if parser.accept("V") else parser.type(0)
    throws = []
    while not parser.done():
        parser.expect("^")
        throws.append(parser.reference(0))
    return MethodSignature(type_parameters, tuple(parameters), result, tuple(throws))


def field_signature(text: str) -> ReferenceType:
    """The generic type of a field, record component or local variable."""
    parser = _Parser(text)
    found = parser.reference(0)
    if not parser.done():
        raise parser.error("the end")
    return found


def plain(type: JavaType) -> GenericType:
    """A type from a descriptor, seen as a generic one without arguments."""
    if isinstance(type, ClassType):
        return GenericClassType(type.name)
    if not isinstance(type, ArrayType):
        return type
    found = plain(type.element)
    for _ in range(type.dimensions):
        found = GenericArrayType(found)
    return found


class _Parser:
    """Recursive descent over one signature."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def done(self) -> bool:
        return self.at >= len(self.text)

    def accept(self, token: str) -> bool:
        found = self.text.startswith(token, self.at)
        if found:
            self.at += len(token)
        return found

    def expect(self, token: str) -> None:
        if not self.accept(token):
            raise self.error(f"`{token}`")

    def error(self, expected: str) -> DescriptorError:
        return DescriptorError(
            f"malformed signature `{printable(self.text)}`: {expected} expected at character "
            f"{self.at + 1}"
        )

    def identifier(self, stops: str) -> str:
        start = self.at
        while not self.done() and self.text[self.at] not in stops:
            self.at += 1
        if self.at == start:
            raise self.error("a name")
        return self.text[start : self.at]

    def type_parameters(self) -> tuple[TypeParameter, ...]:
        found: list[TypeParameter] = []
        if self.accept("<"):
            while not found or not self.accept(">"):
                found.append(self.type_parameter())
        return tuple(found)

    def type_parameter(self) -> TypeParameter:
        name = self.identifier(".;[/<>:")
        self.expect(":")
        bounds = []
        if not self.done() and self.text[self.at] in "LT[":
            bounds.append(self.reference(0))
        while self.accept(":"):
            bounds.append(self.reference(0))
        return TypeParameter(name, tuple(bounds))

    def type(self, depth: int) -> GenericType:
        primitive = PRIMITIVES.get(self.text[self.at : self.at + 1])
        if primitive is None or primitive is VOID:
            return self.reference(depth)
        self.at += 1
        return primitive

    def reference(self, depth: int) -> ReferenceType:
        start = self.at
        while self.accept("["):
            pass
        dimensions = self.at - start
        if dimensions > 255:
            raise self.error("at most 255 dimensions")
        found: GenericType
        if self.accept("T"):
            found = TypeVariable(self.identifier(".;[/<>:"))
            self.expect(";")
        elif dimensions and not self.text.startswith("L", self.at):
            found = self.type(depth)
        else:
            found = self.class_type(depth)
        for _ in range(dimensions):
            found = GenericArrayType(found)
        assert not isinstance(found, PrimitiveType)
        return found

    def class_type(self, depth: int) -> GenericClassType:
        if depth > _MAX_DEPTH:
            raise self.error(f"at most {_MAX_DEPTH} nested type arguments")
        self.expect("L")
        found = GenericClassType(self.identifier(".;[<>:"), self.arguments(depth))
        while self.accept("."):
            name = f"{found.name}${self.identifier('.;[/<>:')}"
            generic = found if found.arguments or found.outer is not None else None
            found = GenericClassType(name, self.arguments(depth), generic)
        self.expect(";")
        return found

    def arguments(self, depth: int) -> tuple[TypeArgument, ...]:
        found: list[TypeArgument] = []
        if self.accept("<"):
            while not found or not self.accept(">"):
                found.append(self.argument(depth + 1))
        return tuple(found)

    def argument(self, depth: int) -> TypeArgument:
        if self.accept("*"):
            return Wildcard("", None)
        if self.accept("+"):
            return Wildcard("extends", self.reference(depth))
        if self.accept("-"):
            return Wildcard("super", self.reference(depth))
        return self.reference(depth)
