"""Values as texts, as string concatenation makes them: by the methods `String.valueOf`."""

from __future__ import annotations

from heapwise.frontends.java.classfile.constants import MethodRef
from heapwise.frontends.java.classfile.descriptors import ClassType, JavaType, PrimitiveType
from heapwise.frontends.java.lowering.builder import Builder, Operand
from heapwise.program import code as ir

_VALUE_OF = {"B": "I", "S": "I"}


def push_text(b: Builder, operand: Operand, type_: JavaType) -> int:
    """A register with the string of a value: null gives "null", an object its `toString()`."""
    descriptor = "Ljava/lang/Object;"
    if isinstance(type_, PrimitiveType):
        descriptor = _VALUE_OF.get(type_.descriptor, type_.descriptor)
    elif type_ == ClassType("java/lang/String") and operand.nonnull:
        return b.value(operand)
    reference = MethodRef("java/lang/String", "valueOf", f"({descriptor})Ljava/lang/String;", False)
    return call_static(b, reference, (b.converted(operand, type_),))


def call_static(b: Builder, reference: MethodRef, arguments: tuple[int, ...]) -> int:
    """A register with the result of a static method of the JDK."""
    method = b.universe.hierarchy.resolve_method(reference)
    model = b.runtime.model(method)
    target = b.register()
    if model is not None:
        b.perform(target, model, arguments)
    else:
        b.emit(ir.Invoke(target, b.universe.method(method), arguments, at=b.at))
    return target
