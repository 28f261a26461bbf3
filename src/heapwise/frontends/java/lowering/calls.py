"""Calls: which method an instruction names, and how its arguments get there.

A method that is known before it runs (static, private, final, a constructor, `super.m()`) is
invoked directly, any other by the class of the receiver. A call of a method that has a model is an
operation of its own.
"""

from __future__ import annotations

from collections.abc import Callable

from heapwise.frontends.java.classfile.bytecode import (
    Invoke,
    InvokeDynamic,
    LoadConstant,
    TypeOperation,
    decode,
)
from heapwise.frontends.java.classfile.class_file import Method
from heapwise.frontends.java.classfile.constants import MethodRef, StringConst
from heapwise.frontends.java.classfile.descriptors import (
    BYTE,
    CHAR,
    INT,
    SHORT,
    ClassType,
    JavaType,
    method_type,
)
from heapwise.frontends.java.classpath.hierarchy import OBJECT
from heapwise.frontends.java.lowering import invokedynamic
from heapwise.frontends.java.lowering.builder import Builder, Operand
from heapwise.frontends.java.lowering.initialisation import initialised
from heapwise.frontends.java.lowering.memory import cast, push_default, throw_linkage
from heapwise.frontends.java.models import benchmarks, strings, variable_handles
from heapwise.frontends.java.semantics import operations
from heapwise.program import ClassDecl, InputError
from heapwise.program import code as ir


def _arguments(b: Builder, reference: MethodRef) -> tuple[int, ...]:
    """The registers of the arguments, which are popped."""
    types = method_type(reference.descriptor).parameters
    found = [b.converted(b.pop(each.slots), each) for each in reversed(types)]
    return tuple(reversed(found))


def push_result(b: Builder, register: int, type_: JavaType) -> None:
    if type_.slots == 0:
        return
    known = INT if type_ in (BYTE, SHORT, CHAR) else type_
    b.push_register(register, known, type_.slots)


def _result(b: Builder, type_: JavaType) -> int:
    return b.target() if type_.slots else b.scratch


def _static(b: Builder, ins: Invoke) -> None:
    arguments = _arguments(b, ins.method)
    type_ = method_type(ins.method.descriptor).result
    try:
        method = b.universe.hierarchy.resolve_method(ins.method)
        if b.runtime.model(method) is None:
            initialised(b, method.owner)
        _direct(b, method, arguments)
    except InputError as error:
        throw_linkage(b, error)
        push_default(b, type_)


def _direct(b: Builder, method: Method, arguments: tuple[int, ...]) -> None:
    """Call this very method, and push what it returns."""
    type_ = method.type.result
    model = b.runtime.model(method)
    target = _result(b, type_)
    if model is strings.hash_code:
        b.perform(target, strings.hash_among, arguments, _literals(b))
    elif model in benchmarks.FOR_ITS_USER:
        b.perform(target, model, arguments, _taken_for(b))
    elif model is not None:
        b.perform(target, model, arguments)
    else:
        b.emit(ir.Invoke(target, b.universe.method(method), arguments, at=b.at))
    push_result(b, target, type_)


def _taken_for(b: Builder) -> ClassDecl:
    """The class that the next instruction casts what a call returns to, as the compiler has it do
    with a value of a type variable."""
    following = next((each for each in decode(b.code) if each.at > b.bci), None)
    if isinstance(following, TypeOperation) and following.operation == "checkcast":
        return b.universe.class_named(following.cls.name)
    return b.universe.root


def _literals(b: Builder) -> tuple[str, ...]:
    """The texts in this method, among them those that a `switch` compares with."""
    found: dict[str, None] = {}
    for each in decode(b.code):
        if isinstance(each, LoadConstant) and isinstance(each.constant, StringConst):
            found[each.constant.value] = None
    return tuple(found)


def _special(b: Builder, ins: Invoke) -> None:
    arguments = _arguments(b, ins.method)
    receiver = b.pop()
    type_ = method_type(ins.method.descriptor).result
    if ins.method.owner == OBJECT and ins.method.name == "<init>":
        return
    try:
        method = b.universe.hierarchy.special(b.cls.name, ins.method)
    except InputError as error:
        throw_linkage(b, error)
        push_default(b, type_)
        return
    if method is None:
        b.perform(b.scratch, operations.throw_new, (), "java/lang/AbstractMethodError")
        push_default(b, type_)
        return
    register = b.value(receiver)
    if not (receiver.nonnull or method.is_constructor):
        b.perform(b.scratch, operations.check_not_null, (register,))
    _direct(b, method, (register, *arguments))


def _virtual(b: Builder, ins: Invoke) -> None:
    reference = ins.method
    arguments = _arguments(b, reference)
    receiver = b.pop()
    type_ = method_type(reference.descriptor).result
    if reference.owner.startswith("[") and reference.name == "clone":
        _clone(b, receiver)
        return
    try:
        method = b.universe.hierarchy.resolve_method(reference)
        if method.owner == variable_handles.HANDLE and method.descriptor != reference.descriptor:
            _through_handle(b, reference, receiver, arguments)
            return
        if method.descriptor != reference.descriptor:
            raise InputError("a method that takes whatever it is given")
        cls = b.universe.class_named(reference.owner)
    except InputError as error:
        throw_linkage(b, error)
        push_default(b, type_)
        return
    register = b.value(receiver)
    owner = b.universe.decl(method.owner)
    if method.is_static:
        b.perform(b.scratch, operations.throw_new, (), "java/lang/IncompatibleClassChangeError")
        push_default(b, type_)
        return
    chosen = _known_target(b, method, cls.name, receiver)
    if chosen is not None:
        if not receiver.nonnull:
            b.perform(b.scratch, operations.check_not_null, (register,))
        _direct(b, chosen, (register, *arguments))
        return
    target = _result(b, type_)
    key = b.universe.virtual(method)
    if owner is b.universe.root or not cls.abstract:
        cls = owner if owner.is_subclass_of(cls) else cls
    b.emit(ir.Call(target, register, cls, key, arguments, b.place, at=b.at))
    push_result(b, target, type_)


def _through_handle(
    b: Builder, reference: MethodRef, handle: Operand, arguments: tuple[int, ...]
) -> None:
    """What a handle of a variable does is told by its name; it returns what the caller expects."""
    type_ = method_type(reference.descriptor).result
    target = _result(b, type_)
    operands = (b.value(handle), *arguments)
    b.perform(target, variable_handles.access, operands, reference.name)
    if isinstance(type_, ClassType) and type_.name != OBJECT:
        cast(b, target, b.universe.class_named(type_.name))
    push_result(b, target, type_)


def _known_target(b: Builder, method: Method, owner: str, receiver: Operand) -> Method | None:
    """The method that is run whatever the receiver's class."""
    if method.is_private or method.is_final:
        return method
    decl = b.universe.decl(owner.replace(".", "/")) if "[" not in owner else None
    if decl is not None and decl.file.is_final:
        return b.universe.hierarchy.select(decl.file.name, method)
    return None


def _clone(b: Builder, receiver: Operand) -> None:
    register = b.value(receiver)
    target = b.target()
    b.perform(target, operations.clone_array, (register,))
    b.push_register(target, receiver.type, nonnull=True)


def _dynamic(b: Builder, ins: InvokeDynamic) -> None:
    types = method_type(ins.call_site.descriptor)
    operands = [b.pop(each.slots) for each in reversed(types.parameters)]
    operands.reverse()
    invokedynamic.lower(b, ins, operands)


# Each handler takes its own type of instruction, which no type for a table can express.
HANDLERS: dict[str, Callable[..., None]] = {
    "invokestatic": _static,
    "invokespecial": _special,
    "invokevirtual": _virtual,
    "invokeinterface": _virtual,
    "invokedynamic": _dynamic,
}
