"""Attributes of classes, fields, methods, record components and code (JVMS 4.7).

Each is a frozen dataclass read by one function of `_READERS`; an attribute that nobody here reads
is kept as an `UnknownAttribute` with its bytes. Invariant: an attribute is exactly as long as it
says. `Code` is read in `code.py`, on top of this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from heapwise.frontends.java.classfile.annotations import (
    Annotation,
    ElementValue,
    read_annotations,
    read_element_value,
    read_parameter_annotations,
    read_type_annotations,
)
from heapwise.frontends.java.classfile.byte_reader import Reader, printable
from heapwise.frontends.java.classfile.constants import (
    ClassRef,
    ConstantPool,
    Loadable,
    MethodHandle,
    NameAndType,
)


@dataclass(frozen=True, slots=True)
class UnknownAttribute:
    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class SourceFile:
    name: str


@dataclass(frozen=True, slots=True)
class Signature:
    """The text of a generic signature; `signatures.py` parses it."""

    text: str


@dataclass(frozen=True, slots=True)
class ConstantValue:
    value: Loadable


@dataclass(frozen=True, slots=True)
class Exceptions:
    """The internal names of the classes after `throws`."""

    classes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InnerClass:
    """One row of InnerClasses: local and anonymous classes have no `outer`, the latter no `name`
    either."""

    inner: str
    outer: str | None
    name: str | None
    access: int


@dataclass(frozen=True, slots=True)
class InnerClasses:
    classes: tuple[InnerClass, ...]


@dataclass(frozen=True, slots=True)
class EnclosingMethod:
    cls: str
    method: NameAndType | None


@dataclass(frozen=True, slots=True)
class NestHost:
    host: str


@dataclass(frozen=True, slots=True)
class NestMembers:
    classes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PermittedSubclasses:
    classes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordComponent:
    name: str
    descriptor: str
    attributes: tuple[Attribute, ...]


@dataclass(frozen=True, slots=True)
class Record:
    components: tuple[RecordComponent, ...]


@dataclass(frozen=True, slots=True)
class BootstrapMethod:
    handle: MethodHandle
    arguments: tuple[Loadable, ...]


@dataclass(frozen=True, slots=True)
class BootstrapMethods:
    methods: tuple[BootstrapMethod, ...]


@dataclass(frozen=True, slots=True)
class MethodParameter:
    name: str | None
    access: int


@dataclass(frozen=True, slots=True)
class MethodParameters:
    parameters: tuple[MethodParameter, ...]


@dataclass(frozen=True, slots=True)
class Annotations:
    """`visible` says whether reflection sees them at run time."""

    visible: bool
    items: tuple[Annotation, ...]


@dataclass(frozen=True, slots=True)
class ParameterAnnotations:
    visible: bool
    parameters: tuple[tuple[Annotation, ...], ...]


@dataclass(frozen=True, slots=True)
class TypeAnnotations:
    """Those on the types of parameters, each with the parameter's index."""

    visible: bool
    parameters: tuple[tuple[int, Annotation], ...]


@dataclass(frozen=True, slots=True)
class AnnotationDefault:
    value: ElementValue


@dataclass(frozen=True, slots=True)
class LineNumberTable:
    """Pairs of the bytecode index where a line's code begins, and the line."""

    lines: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class LocalVariable:
    """A local variable alive in `[start, end)`; `type` is a descriptor, or a signature in a
    LocalVariableTypeTable."""

    start: int
    end: int
    name: str
    type: str
    slot: int


@dataclass(frozen=True, slots=True)
class LocalVariableTable:
    variables: tuple[LocalVariable, ...]


@dataclass(frozen=True, slots=True)
class LocalVariableTypeTable:
    variables: tuple[LocalVariable, ...]


@dataclass(frozen=True, slots=True)
class Deprecated:
    pass


@dataclass(frozen=True, slots=True)
class Synthetic:
    pass


Attribute = (
    UnknownAttribute
    | SourceFile
    | Signature
    | ConstantValue
    | Exceptions
    | InnerClasses
    | EnclosingMethod
    | NestHost
    | NestMembers
    | PermittedSubclasses
    | Record
    | BootstrapMethods
    | MethodParameters
    | Annotations
    | ParameterAnnotations
    | TypeAnnotations
    | AnnotationDefault
    | LineNumberTable
    | LocalVariableTable
    | LocalVariableTypeTable
    | Deprecated
    | Synthetic
)

A = TypeVar("A", bound=Attribute)


def find(attributes: Iterable[Attribute], kind: type[A]) -> A | None:
    """The first attribute of a kind."""
    for attribute in attributes:
        if isinstance(attribute, kind):
            return attribute
    return None


def annotations_of(attributes: Iterable[Attribute]) -> tuple[Annotation, ...]:
    """All that the class file has: most annotations are not kept for reflection."""
    found = [a.items for a in attributes if isinstance(a, Annotations)]
    return tuple(item for items in found for item in items)


@dataclass(frozen=True, slots=True)
class RawAttribute:
    """An attribute whose place is known and whose content was not read yet."""

    name: str
    start: int
    end: int


def read_layout(reader: Reader, pool: ConstantPool) -> tuple[RawAttribute, ...]:
    """The attributes that begin here, by name and place."""
    found = []
    for _ in range(reader.table(6, "attributes")):
        at = reader.at
        name = pool.get(reader.u2(), str, at)
        length = reader.u4()
        if length > reader.end - reader.at:
            problem = f"attribute `{printable(name)}` announces {length} bytes, "
            raise reader.error(f"{problem}{reader.end - reader.at} left: truncated?", at)
        found.append(RawAttribute(name, reader.at, reader.at + length))
        reader.at += length
    return tuple(found)


def read_attributes(
    reader: Reader, pool: ConstantPool, layout: Iterable[RawAttribute]
) -> tuple[Attribute, ...]:
    return tuple([_read(reader, pool, raw) for raw in layout])


def read_class_names(reader: Reader, pool: ConstantPool) -> tuple[str, ...]:
    count = reader.table(2, "classes")
    return tuple([pool.get(reader.u2(), ClassRef, reader.at - 2).name for _ in range(count)])


def _read(reader: Reader, pool: ConstantPool, raw: RawAttribute) -> Attribute:
    read = _READERS.get(raw.name)
    if read is None:
        return UnknownAttribute(raw.name, reader.data[raw.start : raw.end])
    window = Reader(reader.data, reader.source, raw.start, raw.end)
    found = read(window, pool)
    window.finish(f"attribute {raw.name}")
    return found


def _text(reader: Reader, pool: ConstantPool) -> str:
    return pool.get(reader.u2(), str, reader.at - 2)


def _class(reader: Reader, pool: ConstantPool) -> str:
    return pool.get(reader.u2(), ClassRef, reader.at - 2).name


def _inner_classes(reader: Reader, pool: ConstantPool) -> InnerClasses:
    found = []
    for _ in range(reader.table(8, "InnerClasses")):
        at = reader.at
        inner = pool.get(reader.u2(), ClassRef, at).name
        outer = pool.optional(reader.u2(), ClassRef, at)
        name = pool.optional(reader.u2(), str, at)
        found.append(InnerClass(inner, outer.name if outer else None, name, reader.u2()))
    return InnerClasses(tuple(found))


def _enclosing_method(reader: Reader, pool: ConstantPool) -> EnclosingMethod:
    cls = _class(reader, pool)
    return EnclosingMethod(cls, pool.optional(reader.u2(), NameAndType, reader.at - 2))


def _record(reader: Reader, pool: ConstantPool) -> Record:
    found = []
    for _ in range(reader.table(6, "components of a record")):
        name = _text(reader, pool)
        descriptor = _text(reader, pool)
        layout = read_layout(reader, pool)
        # A Record inside a Record means nothing, and reading it would recurse without end.
        own = [raw for raw in layout if raw.name != "Record"]
        found.append(RecordComponent(name, descriptor, read_attributes(reader, pool, own)))
    return Record(tuple(found))


def _bootstrap_methods(reader: Reader, pool: ConstantPool) -> BootstrapMethods:
    found = []
    for _ in range(reader.table(4, "BootstrapMethods")):
        handle = pool.get(reader.u2(), MethodHandle, reader.at - 2)
        count = reader.table(2, "arguments of a bootstrap method")
        arguments = [pool.loadable(reader.u2(), reader.at - 2) for _ in range(count)]
        found.append(BootstrapMethod(handle, tuple(arguments)))
    return BootstrapMethods(tuple(found))


def _method_parameters(reader: Reader, pool: ConstantPool) -> MethodParameters:
    found = []
    for _ in range(reader.u1()):
        name = pool.optional(reader.u2(), str, reader.at - 2)
        found.append(MethodParameter(name, reader.u2()))
    return MethodParameters(tuple(found))


def _line_numbers(reader: Reader, pool: ConstantPool) -> LineNumberTable:
    count = reader.table(4, "LineNumberTable")
    return LineNumberTable(tuple([(reader.u2(), reader.u2()) for _ in range(count)]))


def _variables(reader: Reader, pool: ConstantPool) -> tuple[LocalVariable, ...]:
    found = []
    for _ in range(reader.table(10, "local variables")):
        start = reader.u2()
        end = start + reader.u2()
        name, type = _text(reader, pool), _text(reader, pool)
        found.append(LocalVariable(start, end, name, type, reader.u2()))
    return tuple(found)


_READERS: dict[str, Callable[[Reader, ConstantPool], Attribute]] = {
    "SourceFile": lambda r, p: SourceFile(_text(r, p)),
    "Signature": lambda r, p: Signature(_text(r, p)),
    "ConstantValue": lambda r, p: ConstantValue(p.loadable(r.u2(), r.at - 2)),
    "Exceptions": lambda r, p: Exceptions(read_class_names(r, p)),
    "InnerClasses": _inner_classes,
    "EnclosingMethod": _enclosing_method,
    "NestHost": lambda r, p: NestHost(_class(r, p)),
    "NestMembers": lambda r, p: NestMembers(read_class_names(r, p)),
    "PermittedSubclasses": lambda r, p: PermittedSubclasses(read_class_names(r, p)),
    "Record": _record,
    "BootstrapMethods": _bootstrap_methods,
    "MethodParameters": _method_parameters,
    "RuntimeVisibleAnnotations": lambda r, p: Annotations(True, read_annotations(r, p)),
    "RuntimeInvisibleAnnotations": lambda r, p: Annotations(False, read_annotations(r, p)),
    "RuntimeVisibleParameterAnnotations": lambda r, p: ParameterAnnotations(
        True, read_parameter_annotations(r, p)
    ),
    "RuntimeInvisibleParameterAnnotations": lambda r, p: ParameterAnnotations(
        False, read_parameter_annotations(r, p)
    ),
    "RuntimeVisibleTypeAnnotations": lambda r, p: TypeAnnotations(
        True, read_type_annotations(r, p)
    ),
    "RuntimeInvisibleTypeAnnotations": lambda r, p: TypeAnnotations(
        False, read_type_annotations(r, p)
    ),
    "AnnotationDefault": lambda r, p: AnnotationDefault(read_element_value(r, p)),
    "LineNumberTable": _line_numbers,
    "LocalVariableTable": lambda r, p: LocalVariableTable(_variables(r, p)),
    "LocalVariableTypeTable": lambda r, p: LocalVariableTypeTable(_variables(r, p)),
    "Deprecated": lambda r, p: Deprecated(),
    "Synthetic": lambda r, p: Synthetic(),
}
