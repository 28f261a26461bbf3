"""Pattern switches (`SwitchBootstraps`): which label is the first that fits, from an index on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heapwise.engine.machine import Machine, UnsupportedError
from heapwise.frontends.java import operations
from heapwise.frontends.java.building import Builder, Operand
from heapwise.frontends.java.bytecode import InvokeDynamic
from heapwise.frontends.java.constants import ClassRef, IntegerConst, Loadable, StringConst
from heapwise.frontends.java.descriptors import INT
from heapwise.frontends.java.statics import StaticKey
from heapwise.frontends.java.universe import STRING, TEXT
from heapwise.terms import NULL, Scalar, Term, eq

Mac = Machine[Any]


def lower_type_switch(b: Builder, ins: InvokeDynamic, operands: Sequence[Operand]) -> bool:
    labels = ins.bootstrap.arguments
    if not all(isinstance(each, ClassRef | StringConst | IntegerConst) for each in labels):
        return False
    return _lower(b, operands, type_switch, tuple(labels))


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


def type_switch(m: Mac, labels: Sequence[Loadable], ref: Term, start: Scalar) -> int:
    """The index of the first label that fits; -1 for null, the number of labels if none does."""
    if m.decide(m.same_reference(ref, NULL)):
        return -1
    if not isinstance(start, int):
        raise UnsupportedError("a pattern switch that begins at an unknown label")
    for index in range(start, len(labels)):
        if _fits(m, labels[index], ref):
            return index
    return len(labels)


def _fits(m: Mac, label: Loadable, ref: Term) -> bool:
    universe = operations.universe_of(m)
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
        constant = m.load(StaticKey(owner, label.value))
        if constant is not None and m.decide(m.same_reference(ref, constant)):
            return index
    return len(labels)
