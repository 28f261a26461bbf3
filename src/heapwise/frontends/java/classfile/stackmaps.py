"""Stack maps (JVMS 4.7.4): the types of local variables and operand stack where paths join.

Compilers since Java 6 write them; the lowering may take the types of joins from here instead of
inferring them. Frames are given in full, however short their form in the file. Invariant: a frame
has one entry for each value, and longs and doubles count once (`slots` says how many words).
"""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.frontends.java.classfile.attributes import UnknownAttribute
from heapwise.frontends.java.classfile.byte_reader import ClassFormatError, Reader
from heapwise.frontends.java.classfile.class_file import Method
from heapwise.frontends.java.classfile.code_attribute import Code
from heapwise.frontends.java.classfile.constants import ClassRef
from heapwise.frontends.java.classfile.descriptors import (
    DOUBLE,
    FLOAT,
    INT,
    LONG,
    ClassType,
    JavaType,
    PrimitiveType,
    class_type,
)


@dataclass(frozen=True, slots=True)
class Unusable:
    """`top`: nothing that may be read."""

    slots: int = 1


@dataclass(frozen=True, slots=True)
class Null:
    """The type of `null`."""

    slots: int = 1


@dataclass(frozen=True, slots=True)
class Uninitialised:
    """An object before its constructor ran: made by the `new` at a bytecode index, or `this` (None)
    in a constructor."""

    new_at: int | None
    slots: int = 1


VerificationType = JavaType | Unusable | Null | Uninitialised
"""Booleans, bytes, chars and shorts count as int, as on the operand stack."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What holds at a bytecode index."""

    at: int
    locals: tuple[VerificationType, ...]
    stack: tuple[VerificationType, ...]


_MOST_VALUES = 1 << 22
"""In all frames together: short forms can ask for far more than they are long."""

_ITEMS: tuple[VerificationType, ...] = (Unusable(), INT, FLOAT, DOUBLE, LONG, Null())


def entry_frame(method: Method) -> Frame:
    """The types at the beginning of a method: receiver and parameters."""
    found: list[VerificationType] = []
    if not method.is_static:
        is_raw = method.is_constructor and method.owner != "java/lang/Object"
        found.append(Uninitialised(None) if is_raw else ClassType(method.owner))
    for parameter in method.type.parameters:
        small = isinstance(parameter, PrimitiveType) and parameter.descriptor in "ZBCS"
        found.append(INT if small else parameter)
    return Frame(0, tuple(found), ())


def stack_map(method: Method) -> tuple[Frame, ...]:
    """The frames that the compiler wrote, in the order of bytecode indexes; none for old class
    files and for code without jumps."""
    code = method.code
    tables = [
        a
        for a in (code.attributes if code else ())
        if isinstance(a, UnknownAttribute) and a.name == "StackMapTable"
    ]
    if code is None or not tables:
        return ()
    reader = Reader(tables[0].data, code.pool.source)
    try:
        return _frames(reader, code, entry_frame(method))
    except ClassFormatError as error:
        problem = f"in the StackMapTable of `{method.name}`, byte {error.offset}: {error.problem}"
        raise ClassFormatError(error.source, code.offset, problem) from None


def _frames(reader: Reader, code: Code, before: Frame) -> tuple[Frame, ...]:
    found: list[Frame] = []
    written = 0
    for _ in range(reader.table(1, "StackMapTable")):
        start = reader.at
        previous = found[-1] if found else before
        delta, values, stack = _frame(reader, code, previous)
        at = delta + (previous.at + 1 if found else 0)
        if at >= len(code.data):
            raise reader.error(f"a frame at {at}, behind the end of the code", start)
        if values is not previous.locals:
            written += len(values)
            if len(values) > code.max_locals:
                raise reader.error(f"the frame at {at} has too many local variables", start)
            if written > _MOST_VALUES:
                raise reader.error(f"the frames hold more than {_MOST_VALUES} values", start)
        found.append(Frame(at, values, stack))
    reader.finish("StackMapTable")
    return tuple(found)


_Values = tuple[VerificationType, ...]


def _frame(reader: Reader, code: Code, previous: Frame) -> tuple[int, _Values, _Values]:
    """The offset delta, the locals and the stack of the next frame."""
    kind = reader.u1()
    if kind < 64:
        return kind, previous.locals, ()
    if kind < 128:
        return kind - 64, previous.locals, (_item(reader, code),)
    if kind < 247:
        raise reader.error(f"unknown kind {kind} of a frame", reader.at - 1)
    delta = reader.u2()
    if kind == 247:
        return delta, previous.locals, (_item(reader, code),)
    if kind <= 251:
        kept = len(previous.locals) - (251 - kind)
        if kept < 0:
            raise reader.error("a frame drops more local variables than there are")
        return delta, previous.locals[:kept], ()
    if kind < 255:
        added = tuple([_item(reader, code) for _ in range(kind - 251)])
        return delta, previous.locals + added, ()
    values = tuple([_item(reader, code) for _ in range(reader.table(1, "locals"))])
    return delta, values, tuple([_item(reader, code) for _ in range(reader.table(1, "stack"))])


def _item(reader: Reader, code: Code) -> VerificationType:
    at = reader.at
    tag = reader.u1()
    if tag < len(_ITEMS):
        return _ITEMS[tag]
    if tag == 6:
        return Uninitialised(None)
    if tag == 7:
        return class_type(code.pool.get(reader.u2(), ClassRef, at).name)
    if tag == 8:
        return Uninitialised(reader.u2())
    raise reader.error(f"unknown tag {tag} of a type", at)
