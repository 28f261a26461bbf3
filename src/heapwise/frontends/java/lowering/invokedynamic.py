"""`invokedynamic`: lambdas, method references, string concatenation, methods of records, switches.

What a bootstrap method of the JDK would make at run time is made here when the call site is
lowered: for a lambda a class with a field for each captured value, whose method calls the
implementation; the others become calls of ordinary methods (`String.valueOf`, `Objects.equals`) and
a final operation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from heapwise.frontends.java.classfile.bytecode import InvokeDynamic
from heapwise.frontends.java.classfile.constants import (
    ClassRef,
    IntegerConst,
    MethodHandle,
    MethodTypeConst,
    StringConst,
)
from heapwise.frontends.java.classfile.descriptors import ClassType, method_type
from heapwise.frontends.java.lowering import pattern_switches, record_methods
from heapwise.frontends.java.lowering.builder import Builder, Operand
from heapwise.frontends.java.lowering.concatenation import push_text
from heapwise.frontends.java.lowering.memory import are_inputs_declared, push_default
from heapwise.frontends.java.semantics import operations
from heapwise.frontends.java.semantics.lambdas import LambdaClass, lambda_class
from heapwise.program import InputError
from heapwise.program import code as ir

_STRING = ClassType("java/lang/String")
_ARGUMENT, _CONSTANT = "\1", "\2"
_SERIALIZABLE, _MARKERS = 1, 2
"""Flags of `LambdaMetafactory.altMetafactory`."""


def lower(b: Builder, ins: InvokeDynamic, operands: Sequence[Operand]) -> None:
    reference = ins.bootstrap.handle.reference
    handler = _BOOTSTRAPS.get((reference.owner, reference.name))
    if handler is not None and handler(b, ins, operands):
        return
    what = f"a call site made by {reference.owner.replace('/', '.')}.{reference.name}"
    b.perform(b.scratch, operations.unsupported, (), b.naming(what))
    push_default(b, method_type(ins.call_site.descriptor).result)


def _lambda(b: Builder, ins: InvokeDynamic, operands: Sequence[Operand]) -> bool:
    arguments = ins.bootstrap.arguments
    if len(arguments) < 3:
        return False
    implementation, instantiated = arguments[1], arguments[2]
    if not isinstance(implementation, MethodHandle) or not isinstance(
        instantiated, MethodTypeConst
    ):
        return False
    types = method_type(ins.call_site.descriptor)
    assert isinstance(types.result, ClassType)
    try:
        cls = lambda_class(
            b.runtime,
            LambdaClass.key(b.cls.name, b.method, b.bci),
            types,
            ins.call_site.name,
            implementation,
            method_type(instantiated.descriptor),
            _marker_interfaces(arguments[3:]),
            are_inputs_declared(b),
        )
    except InputError:
        return False
    registers = [
        b.converted(operand, type_)
        for operand, type_ in zip(operands, types.parameters, strict=True)
    ]
    if implementation.kind in (5, 7, 9) and operands and not operands[0].nonnull:
        # A bound receiver is tested when the method reference is evaluated.
        b.perform(b.scratch, operations.check_not_null, (registers[0],))
    # A register of its own: what is captured may be where a result goes, until it is written.
    target = b.register()
    b.emit(ir.NewObject(target, cls, at=b.at))
    for field, register in zip(cls.own_fields.values(), registers, strict=True):
        b.emit(ir.PutField(target, field, register, at=b.at))
    b.push_register(target, types.result, nonnull=True)
    return True


def _marker_interfaces(options: Sequence[object]) -> tuple[str, ...]:
    """What a lambda implements beside its interface: `altMetafactory` is told by flags, a number
    and as many classes."""
    if not options or not isinstance(options[0], IntegerConst):
        return ()
    flags = options[0].value
    found = ["java/io/Serializable"] if flags & _SERIALIZABLE else []
    if flags & _MARKERS and len(options) > 1 and isinstance(options[1], IntegerConst):
        markers = options[2 : 2 + options[1].value]
        found += [each.name for each in markers if isinstance(each, ClassRef)]
    return tuple(found)


def _concat(b: Builder, ins: InvokeDynamic, operands: Sequence[Operand]) -> bool:
    """`makeConcatWithConstants`: the recipe has \\1 for an argument and \\2 for a constant."""
    types = method_type(ins.call_site.descriptor).parameters
    constants = list(ins.bootstrap.arguments)
    recipe = _ARGUMENT * len(types)
    if ins.bootstrap.handle.reference.name == "makeConcatWithConstants":
        first = constants.pop(0)
        if not isinstance(first, StringConst):
            return False
        recipe = first.value
    parts: list[str | None] = []
    registers: list[int] = []
    given = iter(zip(operands, types, strict=True))
    text = ""
    for char in recipe:
        if char == _ARGUMENT:
            if text:
                parts.append(text)
                text = ""
            operand, type_ = next(given)
            registers.append(push_text(b, operand, type_))
            parts.append(None)
        elif char == _CONSTANT:
            constant = constants.pop(0)
            if not isinstance(constant, StringConst):
                return False
            text += constant.value
        else:
            text += char
    if text:
        parts.append(text)
    target = b.target()
    b.perform(target, operations.join_texts, tuple(registers), tuple(parts))
    b.push_register(target, _STRING, nonnull=True)
    return True


Bootstrap = Callable[[Builder, InvokeDynamic, Sequence[Operand]], bool]
_META = "java/lang/invoke/LambdaMetafactory"
_CONCAT = "java/lang/invoke/StringConcatFactory"
_SWITCH = "java/lang/runtime/SwitchBootstraps"
_BOOTSTRAPS: dict[tuple[str, str], Bootstrap] = {
    (_META, "metafactory"): _lambda,
    (_META, "altMetafactory"): _lambda,
    (_CONCAT, "makeConcatWithConstants"): _concat,
    (_CONCAT, "makeConcat"): _concat,
    ("java/lang/runtime/ObjectMethods", "bootstrap"): record_methods.lower,
    (_SWITCH, "typeSwitch"): pattern_switches.lower_type_switch,
    (_SWITCH, "enumSwitch"): pattern_switches.lower_enum_switch,
}
