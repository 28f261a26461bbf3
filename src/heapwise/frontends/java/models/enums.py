"""Enumerations: their constants, by name and all together.

The constants of an enum class are its static fields that the class file marks, in the order of
their declaration. The class is initialised before they are looked at.
"""

from __future__ import annotations

from collections.abc import Callable

from heapwise.engine.machine import Enter, Result, UnsupportedError
from heapwise.frontends.java.classfile.descriptors import ArrayType, ClassType
from heapwise.frontends.java.models.jdk_messages import filled
from heapwise.frontends.java.models.library_model import (
    Mac,
    Table,
    is_null,
    text_of,
    thrown,
    universe,
)
from heapwise.frontends.java.models.objects import represented
from heapwise.frontends.java.semantics import statics
from heapwise.frontends.java.semantics.statics import StaticField, static_key
from heapwise.frontends.java.universe.declarations import JavaClass
from heapwise.program import LinePosition
from heapwise.program.code import Code, Perform, Return
from heapwise.terms import NULL, Scalar, Term, eq

ENUM = "java/lang/Enum"
_ENUM_CONSTANT = 0x4000
"""ACC_ENUM of a field (JVMS 4.5)."""


def _enum(m: Mac, cls: Term) -> JavaClass:
    type_ = represented(m, cls)
    decl = universe(m).decl(type_.name) if isinstance(type_, ClassType) else None
    if decl is None or decl.file.superclass != ENUM:
        raise UnsupportedError("the constants of a class that is no enumeration")
    return decl


def _constants(m: Mac, cls: JavaClass) -> list[tuple[str, Term]]:
    found: list[tuple[str, Term]] = []
    for field in cls.file.fields:
        if field.access & _ENUM_CONSTANT:
            value = m.load(static_key(StaticField(field.owner, field.name)))
            if isinstance(value, Term):
                found.append((field.name, value))
    return found


def _initialised(cls: JavaClass, operation: Callable[..., Result], *values: Scalar) -> Enter:
    """Go on with an operation on an enumeration once it is initialised."""
    at = LinePosition(cls.file.source_file or cls.name, 0, 0)
    count = len(values)
    code = Code(
        f"{cls.name}.<constants>",
        (
            Perform(count, statics.initialise, (), (cls,), at=at),
            Perform(count, operation, tuple(range(count)), (cls,), at=at),
            Return(count, at=at),
        ),
        count + 1,
        library=True,
    )
    return Enter(code, values)


def value_of(m: Mac, cls: Term, name: Term) -> Enter:
    if m.decide(is_null(m, name)):
        raise thrown(m, "java/lang/NullPointerException", "Name is null")
    return _initialised(_enum(m, cls), _value_of, name)


def _value_of(m: Mac, cls: JavaClass, name: Term) -> Term:
    text = text_of(m, name)
    for constant, value in _constants(m, cls):
        if m.decide(eq(text, constant)):
            return value
    said = filled(f"No enum constant {cls.file.java_name.replace('$', '.')}.{{0}}", text)
    raise thrown(m, "java/lang/IllegalArgumentException", said)


def all_constants(m: Mac, cls: Term) -> Enter:
    return _initialised(_enum(m, cls), _all_constants)


def _all_constants(m: Mac, cls: JavaClass) -> Term:
    found = _constants(m, cls)
    array = universe(m).array(ArrayType(ClassType(cls.file.name), 1))
    made = m.new_array(array, len(found))
    for index, (_, value) in enumerate(found):
        m.array_store(array, made, index, value)
    return made


def constants_or_null(m: Mac, cls: Term) -> Term | Enter:
    """`Class.getEnumConstants`."""
    try:
        return all_constants(m, cls)
    except UnsupportedError:
        return NULL


MODELS: Table = {
    ENUM: {"valueOf": value_of},
    "java/lang/Class": {
        "getEnumConstants": constants_or_null,
        "getEnumConstantsShared": constants_or_null,
    },
    "java/util/EnumMap": {"getKeyUniverse": all_constants},
    "java/util/EnumSet": {"getUniverse": all_constants},
}
