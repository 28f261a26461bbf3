"""Annotations (JVMS 4.7.16): what a contract may be written in.

Invariant: nesting is bounded, so that no annotation can exhaust the stack.
"""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.frontends.java.classfile.byte_reader import Reader, printable
from heapwise.frontends.java.classfile.constants import (
    ConstantPool,
    DoubleConst,
    FloatConst,
    IntegerConst,
    LongConst,
)

_MAX_DEPTH = 64


@dataclass(frozen=True, slots=True)
class Annotation:
    """`type` is a field descriptor (`Lpkg/Requires;`)."""

    type: str
    elements: tuple[tuple[str, ElementValue], ...]

    @property
    def class_name(self) -> str:
        """The internal name of the annotation's interface."""
        return self.type[1:-1]

    def element(self, name: str) -> ElementValue | None:
        return dict(self.elements).get(name)


@dataclass(frozen=True, slots=True)
class EnumElement:
    type: str
    name: str


@dataclass(frozen=True, slots=True)
class ClassElement:
    """A class literal, as a return descriptor (`V` stands for `void.class`)."""

    descriptor: str


@dataclass(frozen=True, slots=True)
class NumberElement:
    """`tag` is the descriptor of the type: one of `B C D F I J S Z`."""

    tag: str
    value: IntegerConst | LongConst | FloatConst | DoubleConst


@dataclass(frozen=True, slots=True)
class ArrayElement:
    values: tuple[ElementValue, ...]


ElementValue = str | NumberElement | EnumElement | ClassElement | Annotation | ArrayElement


def read_annotations(reader: Reader, pool: ConstantPool) -> tuple[Annotation, ...]:
    count = reader.table(4, "annotations")
    return tuple([_annotation(reader, pool, 0) for _ in range(count)])


def read_parameter_annotations(
    reader: Reader, pool: ConstantPool
) -> tuple[tuple[Annotation, ...], ...]:
    return tuple([read_annotations(reader, pool) for _ in range(reader.u1())])


def read_type_annotations(reader: Reader, pool: ConstantPool) -> tuple[tuple[int, Annotation], ...]:
    """Those on the types of parameters themselves (JVMS 4.7.20), with the parameters' indexes; the
    others are read and dropped."""
    found: list[tuple[int, Annotation]] = []
    for _ in range(reader.table(4, "type annotations")):
        at = reader.at
        target = reader.u1()
        parameter = None
        if target == _FORMAL_PARAMETER:
            parameter = reader.u1()
        elif target in _LOCAL_VARIABLES:
            for _ in range(reader.table(6, "ranges of a variable")):
                reader.u2(), reader.u2(), reader.u2()
        elif target in _TARGET_BYTES:
            for _ in range(_TARGET_BYTES[target]):
                reader.u1()
        else:
            raise reader.error(f"unknown target {target:#x} of a type annotation", at)
        steps = reader.u1()
        for _ in range(steps):
            reader.u1(), reader.u1()
        annotation = _annotation(reader, pool, 0)
        if parameter is not None and not steps:
            found.append((parameter, annotation))
    return tuple(found)


_FORMAL_PARAMETER = 0x16
_LOCAL_VARIABLES = (0x40, 0x41)
_TARGET_BYTES = {
    **dict.fromkeys((0x00, 0x01), 1),
    **dict.fromkeys((0x10, 0x11, 0x12, 0x17), 2),
    **dict.fromkeys((0x13, 0x14, 0x15), 0),
    **dict.fromkeys((0x42, 0x43, 0x44, 0x45, 0x46), 2),
    **dict.fromkeys((0x47, 0x48, 0x49, 0x4A, 0x4B), 3),
}
"""How long the description of a target is (JVMS 4.7.20.1)."""


def read_element_value(reader: Reader, pool: ConstantPool, depth: int = 0) -> ElementValue:
    at = reader.at
    if depth > _MAX_DEPTH:
        raise reader.error(f"annotations nested deeper than {_MAX_DEPTH}", at)
    tag = chr(reader.u1())
    if tag == "@":
        return _annotation(reader, pool, depth + 1)
    if tag == "[":
        count = reader.table(3, "values of an annotation")
        return ArrayElement(
            tuple([read_element_value(reader, pool, depth + 1) for _ in range(count)])
        )
    index = reader.u2()
    if tag == "s":
        return pool.get(index, str, at)
    if tag == "c":
        return ClassElement(pool.get(index, str, at))
    if tag == "e":
        return EnumElement(pool.get(index, str, at), pool.get(reader.u2(), str, at))
    if tag in "BCISZ":
        return NumberElement(tag, pool.get(index, IntegerConst, at))
    if tag == "J":
        return NumberElement(tag, pool.get(index, LongConst, at))
    if tag == "F":
        return NumberElement(tag, pool.get(index, FloatConst, at))
    if tag == "D":
        return NumberElement(tag, pool.get(index, DoubleConst, at))
    raise reader.error(f"unknown tag `{printable(tag)}` of a value of an annotation", at)


def _annotation(reader: Reader, pool: ConstantPool, depth: int) -> Annotation:
    type = pool.get(reader.u2(), str, reader.at)
    elements = []
    for _ in range(reader.table(5, "elements of an annotation")):
        name = pool.get(reader.u2(), str, reader.at)
        elements.append((name, read_element_value(reader, pool, depth)))
    return Annotation(type, tuple(elements))
