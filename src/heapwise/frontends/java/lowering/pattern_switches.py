"""Pattern switches (`SwitchBootstraps`): which label is the first that fits, from an index on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heapwise.engine.machine import UnsupportedError
from heapwise.frontends.java.classfile.bytecode import InvokeDynamic
from heapwise.frontends.java.classfile.constants import (
    ClassRef,
    DynamicConst,
    IntegerConst,
    Loadable,
    MethodHandle,
    StringConst,
)
from heapwise.frontends.java.classfile.descriptors import INT
from heapwise.frontends.java.lowering.builder import Builder, Operand
from heapwise.frontends.java.lowering.initialisation import initialised
from heapwise.frontends.java.semantics.runtime_api import Mac, universe_of
from heapwise.frontends.java.semantics.statics import StaticField, static_key
from heapwise.frontends.java.universe.well_known import STRING, TEXT
from heapwise.terms import NULL, Scalar, Term, eq

Label = ClassRef | StringConst | IntegerConst | StaticField
"""A static field stands for the constant of an enum."""


def lower_type_switch(b: Builder, ins: InvokeDynamic, operands: Sequence[Operand]) -> bool:
    labels: list[Label] = []
    for each in ins.bootstrap.arguments:
        label = _enum_constant(b, each) if isinstance(each, DynamicConst) else each
        if not isinstance(label, ClassRef | StringConst | IntegerConst | StaticField):
            return False
        if isinstance(label, StaticField):
            initialised(b, label.owner)
        labels.append(label)
    return _lower(b, operands, type_switch, tuple(labels))


def _enum_constant(b: Builder, label: DynamicConst) -> StaticField | None:
    """`EnumDesc.of(ClassDesc.of("Class"), "NAME")`, which the compiler writes as constants that
    bootstrap methods make."""
    match _made_by(b, label, "java/lang/Enum$EnumDesc"):
        case (DynamicConst() as owner, StringConst(name)):
            match _made_by(b, owner, "java/lang/constant/ClassDesc"):
                case (StringConst(cls),):
                    return StaticField(cls.replace(".", "/"), name)
    return None


def _made_by(b: Builder, constant: DynamicConst, owner: str) -> tuple[Loadable, ...] | None:
    """The arguments of `owner.of`, if that is what makes the constant."""
    methods = b.cls.bootstrap_methods
    if constant.bootstrap >= len(methods) or not methods[constant.bootstrap].arguments:
        return None
    maker, *given = methods[constant.bootstrap].arguments
    if not isinstance(maker, MethodHandle):
        return None
    reference = maker.reference
    return tuple(given) if (reference.owner, reference.name) == (owner, "of") else None


def lower_enum_switch(b: Builder, ins: InvokeDynamic, operands: Sequence[Operand]) -> bool:
    labels = ins.bootstrap.arguments
    descriptor = ins.call_site.descriptor
    owner = descriptor[2 : descriptor.index(";")]
    if not all(isinstance(each, ClassRef | StringConst) for each in labels):
        return False
    return _lower(b, operands, enum_switch, owner, tuple(labels))


def _lower(b: Builder, operands: Sequence[Operand], operation: Any, *static: object) -> bool:
    registers = tuple(b.value(each) for each in operands)
    target = b.target()
    b.perform(target, operation, registers, *static)
    b.push_register(target, INT)
    return True


def type_switch(m: Mac, labels: Sequence[Label], ref: Term, start: Scalar) -> int:
    """The index of the first label that fits; -1 for null, the number of labels if none does."""
    if m.decide(m.same_reference(ref, NULL)):
        return -1
    if not isinstance(start, int):
        raise UnsupportedError("a pattern switch that begins at an unknown label")
    for index in range(start, len(labels)):
        if _fits(m, labels[index], ref):
            return index
    return len(labels)


def _fits(m: Mac, label: Label, ref: Term) -> bool:
    universe = universe_of(m)
    if isinstance(label, StaticField):
        constant = m.load(static_key(label))
        return isinstance(constant, Term) and m.decide(m.same_reference(ref, constant))
    if isinstance(label, ClassRef):
        return m.decide(m.is_instance(ref, universe.class_named(label.name)))
    if isinstance(label, StringConst):
        cls = universe.decl(STRING)
        if not m.decide(m.is_instance(ref, cls)):
            return False
        return m.decide(eq(m.read_field(ref, cls.own_fields[TEXT]), label.value))
    assert isinstance(label, IntegerConst)
    box = universe.decl("java/lang/Integer")
    if not m.decide(m.is_instance(ref, box)):
        return False
    field = box.find_field("value")
    assert field is not None
    return m.decide(eq(m.read_field(ref, field), label.value))


def enum_switch(m: Mac, owner: str, labels: Sequence[Loadable], ref: Term, start: Scalar) -> int:
    if m.decide(m.same_reference(ref, NULL)):
        return -1
    if not isinstance(start, int):
        raise UnsupportedError("a pattern switch that begins at an unknown label")
    for index in range(start, len(labels)):
        label = labels[index]
        if isinstance(label, ClassRef):
            if _fits(m, label, ref):
                return index
            continue
        assert isinstance(label, StringConst)
        constant = m.load(static_key(StaticField(owner, label.value)))
        if isinstance(constant, Term) and m.decide(m.same_reference(ref, constant)):
            return index
    return len(labels)
