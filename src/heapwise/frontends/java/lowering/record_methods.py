"""`equals`, `hashCode` and `toString` of records, as the JDK's `ObjectMethods` makes them."""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.frontends.java.classfile.bytecode import InvokeDynamic
from heapwise.frontends.java.classfile.constants import ClassRef, FieldRef, MethodHandle, MethodRef
from heapwise.frontends.java.classfile.descriptors import (
    BOOLEAN,
    INT,
    ClassType,
    JavaType,
    PrimitiveType,
    field_type,
)
from heapwise.frontends.java.lowering.builder import Builder, Operand
from heapwise.frontends.java.lowering.concatenation import call_static, push_text
from heapwise.frontends.java.semantics import operations
from heapwise.frontends.java.universe.scalars import widening
from heapwise.frontends.java.universe.well_known import BOXES
from heapwise.program import ClassDecl
from heapwise.program import code as ir
from heapwise.terms import eq

_BOX_OF = {letter: name for name, letter in BOXES.items()}
_PRIME = 31


def lower(b: Builder, ins: InvokeDynamic, operands: Sequence[Operand]) -> bool:
    record, *rest = ins.bootstrap.arguments
    fields = [
        each.reference
        for each in rest
        if isinstance(each, MethodHandle) and isinstance(each.reference, FieldRef)
    ]
    if not isinstance(record, ClassRef):
        return False
    cls = b.universe.decl(record.name)
    this = b.value(operands[0])
    if ins.call_site.name == "equals":
        _equals(b, cls, fields, this, b.value(operands[1]))
    elif ins.call_site.name == "hashCode":
        _hash_code(b, fields, this)
    elif ins.call_site.name == "toString":
        _to_string(b, record.name, fields, this)
    else:
        return False
    return True


def _read(b: Builder, owner: int, field: FieldRef) -> tuple[int, JavaType]:
    """A register with a component, as on the operand stack."""
    decl = b.universe.field(b.universe.hierarchy.resolve_field(field))
    type_ = field_type(field.descriptor)
    register = b.register()
    b.emit(ir.GetField(register, owner, decl, at=b.at))
    widen = widening(field.descriptor, b.exact)
    if widen is not None and type_ is not BOOLEAN:
        b.compute(register, widen, register)
    return register, type_


def _equals(b: Builder, cls: ClassDecl, fields: Sequence[FieldRef], this: int, other: int) -> None:
    result, truth = b.register(), b.register()
    same_class, end = b.label(), b.label()
    b.emit(ir.Constant(result, False, at=b.at))
    b.emit(ir.InstanceOf(truth, other, cls, at=b.at))
    b.branch(truth, same_class, end)
    b.mark(same_class)
    b.emit(ir.Constant(result, True, at=b.at))
    for field in fields:
        mine, type_ = _read(b, this, field)
        theirs, _ = _read(b, other, field)
        same = _same(b, type_, mine, theirs)
        b.compute(result, operations.both, result, same)
    b.mark(end)
    b.push_register(result, BOOLEAN)


def _same(b: Builder, type_: JavaType, mine: int, theirs: int) -> int:
    if not isinstance(type_, PrimitiveType):
        objects = "(Ljava/lang/Object;Ljava/lang/Object;)Z"
        reference = MethodRef("java/util/Objects", "equals", objects, False)
        return call_static(b, reference, (mine, theirs))
    letter = type_.descriptor
    if letter in "FD":
        reference = MethodRef(_BOX_OF[letter], "compare", f"({letter}{letter})I", False)
        mine = call_static(b, reference, (mine, theirs))
        theirs = b.load_constant(0)
    return b.compute(b.register(), eq, mine, theirs)


def _hash_code(b: Builder, fields: Sequence[FieldRef], this: int) -> None:
    result = b.load_constant(0)
    for field in fields:
        register, type_ = _read(b, this, field)
        owner, descriptor = "java/util/Objects", "Ljava/lang/Object;"
        if isinstance(type_, PrimitiveType):
            owner, descriptor = _BOX_OF[type_.descriptor], type_.descriptor
        reference = MethodRef(owner, "hashCode", f"({descriptor})I", False)
        code = call_static(b, reference, (register,))
        prime = b.load_constant(_PRIME)
        product = b.compute(b.register(), b.runtime.arithmetic("imul"), result, prime)
        result = b.compute(b.register(), b.runtime.arithmetic("iadd"), product, code)
    b.push_register(result, INT)


def _to_string(b: Builder, record: str, fields: Sequence[FieldRef], this: int) -> None:
    simple = record.rpartition("/")[2].rpartition("$")[2]
    parts: list[str | None] = []
    registers: list[int] = []
    before = f"{simple}["
    for field in fields:
        parts += [f"{before}{field.name}=", None]
        before = ", "
        register, type_ = _read(b, this, field)
        registers.append(push_text(b, Operand(register, type_), type_))
    parts.append("]" if fields else f"{before}]")
    target = b.target()
    b.perform(target, operations.join_texts, tuple(registers), tuple(parts))
    b.push_register(target, ClassType("java/lang/String"), nonnull=True)
