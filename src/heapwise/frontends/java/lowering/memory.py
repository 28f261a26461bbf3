"""Lowers bytecode about objects, arrays, static fields, types and constants of the pool."""

from __future__ import annotations

from collections.abc import Callable

from heapwise.frontends.java import models
from heapwise.frontends.java.classfile.bytecode import (
    FieldAccess,
    Instruction,
    Invoke,
    LoadConstant,
    MultiNewArray,
    NewArray,
    TypeOperation,
)
from heapwise.frontends.java.classfile.class_file import Field
from heapwise.frontends.java.classfile.constants import (
    ClassRef,
    DoubleConst,
    FloatConst,
    IntegerConst,
    LongConst,
    StringConst,
)
from heapwise.frontends.java.classfile.descriptors import (
    BOOLEAN,
    BYTE,
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LONG,
    SHORT,
    ArrayType,
    ClassType,
    DescriptorError,
    JavaType,
    PrimitiveType,
    class_type,
    field_type,
)
from heapwise.frontends.java.classfile.signatures import TypeVariable, method_signature
from heapwise.frontends.java.classpath.class_path import MissingClassError
from heapwise.frontends.java.classpath.hierarchy import OBJECT, LinkageError
from heapwise.frontends.java.lowering.builder import NULL_OPERAND, Builder, Operand, constant
from heapwise.frontends.java.lowering.enum_cells import lower_settle
from heapwise.frontends.java.lowering.initialisation import initialised
from heapwise.frontends.java.lowering.valid_inputs import assume_valid_input
from heapwise.frontends.java.semantics import operations, statics
from heapwise.frontends.java.semantics.collection_rules import has_rules
from heapwise.frontends.java.universe.declarations import JavaArray
from heapwise.frontends.java.universe.scalars import narrowing, widening
from heapwise.program import ClassDecl, InputError, Type
from heapwise.program import code as ir
from heapwise.terms import or_

_OBJECTS = ArrayType(ClassType(OBJECT), 1)


def throw_linkage(b: Builder, error: InputError) -> None:
    """The instruction names something that is not there. If its class is, a JVM throws an error
    when it is run. If the class is missing, that says nothing about the program: where it really
    runs, the class path will have it."""
    if isinstance(error, LinkageError):
        b.perform(b.scratch, operations.throw_new, (), error.java_error, str(error))
    else:
        b.perform(b.scratch, operations.unsupported, (), b.naming(_what(error)))


def _what(error: InputError) -> str:
    if not isinstance(error, MissingClassError):
        return str(error)
    name = error.name.replace("/", ".")
    return f"the class `{name}` is missing (--class-path names the jar or folder that has it)"


def push_default(b: Builder, type_: JavaType) -> None:
    """In place of a value that will never be there."""
    if type_.slots == 0:
        return
    if isinstance(type_, PrimitiveType):
        b.push(constant(0, type_), type_.slots)
    else:
        b.push(NULL_OPERAND)


# -- fields


def _get_field(b: Builder, ins: FieldAccess) -> None:
    owner = b.pop_value()
    try:
        field = b.universe.hierarchy.resolve_field(ins.field)
        decl = b.universe.field(field)
    except InputError as error:
        throw_linkage(b, error)
        push_default(b, _type(ins.field.descriptor))
        return
    target = b.target()
    try:
        b.universe.type_of(field.type)
    except InputError as error:  # of a class that is not there: no input can be made up for it
        b.perform(b.scratch, operations.unsupported_input, (owner,), b.naming(_what(error)))
    is_receiver = not b.method.is_static and owner == b.slot(0)
    is_other = b.cls.name == field.owner and not is_receiver and has_rules(b.inputs, b.cls)
    kept = b.register() if is_other else owner  # the value may take the place of its owner
    if is_other:
        b.emit(ir.Move(kept, owner, at=b.at))
    b.emit(ir.GetField(target, owner, decl, at=b.at))
    if is_other:  # a collection looks into another one, which is not null
        assume_valid_input(b, kept)
    _push_cell(b, target, field.type, decl.type)


def _push_cell(b: Builder, register: int, type_: JavaType, holds: Type | None = None) -> None:
    """Push what was read from a cell, which may hold `holds` in an input."""
    if type_ is BOOLEAN:
        b.push_register(register, BOOLEAN)
        return
    widen = widening(type_.descriptor, b.exact)
    if widen is not None:
        b.compute(register, widen, register)
    lower_settle(b, register, type_, holds)
    b.push_register(register, _on_stack(type_), type_.slots)


def _cell_value(b: Builder, operand: Operand, type_: JavaType) -> int:
    """A register with the operand as a cell holds it."""
    if type_ is BOOLEAN:
        return b.boolean(operand)
    narrow = narrowing(type_.descriptor, b.exact)
    register = b.value(operand)
    return register if narrow is None else b.compute(b.register(), narrow, register)


def _on_stack(type_: JavaType) -> JavaType:
    return INT if type_ in (BYTE, SHORT, CHAR) else type_


def _put_field(b: Builder, ins: FieldAccess) -> None:
    type_ = _type(ins.field.descriptor)
    operand = b.pop(type_.slots)
    owner = b.pop_value()
    try:
        decl = b.universe.field(b.universe.hierarchy.resolve_field(ins.field))
    except InputError as error:
        throw_linkage(b, error)
        return
    b.emit(ir.PutField(owner, decl, _cell_value(b, operand, type_), at=b.at))


def _static_field(b: Builder, ins: FieldAccess) -> Field | None:
    try:
        field = b.universe.hierarchy.resolve_field(ins.field)
        if field.constant is None and field.name != statics.ASSERTIONS:
            initialised(b, field.owner, for_fields=True)
    except InputError as error:
        throw_linkage(b, error)
        return None
    return field


def _get_static(b: Builder, ins: FieldAccess) -> None:
    type_ = _type(ins.field.descriptor)
    model = models.find_static(ins.field.owner, ins.field.name)
    if model is not None:
        target = b.target()
        b.perform(target, model, ())
        b.push_register(target, type_, type_.slots)
        return
    field = _static_field(b, ins)
    if field is None:
        push_default(b, type_)
        return
    if field.name == statics.ASSERTIONS:
        enabled = b.universe.decl(field.owner).is_user
        b.push(constant(not enabled, BOOLEAN))
        return
    default = statics.default_of(field)
    if field.constant is not None and field.is_final and not isinstance(default, str):
        assert isinstance(default, int | float)
        b.push(constant(default, type_), type_.slots)
        return
    target = b.target()
    key = statics.static_key(statics.StaticField(field.owner, field.name))
    b.perform(target, statics.get, (), key, default, isinstance(default, str))
    b.push_register(target, BOOLEAN if type_ is BOOLEAN else _on_stack(type_), type_.slots)


def _put_static(b: Builder, ins: FieldAccess) -> None:
    type_ = _type(ins.field.descriptor)
    operand = b.pop(type_.slots)
    field = _static_field(b, ins)
    if field is None:
        return
    register = b.converted(operand, type_)
    key = statics.static_key(statics.StaticField(field.owner, field.name))
    b.perform(b.scratch, statics.put, (register,), key)


def _type(descriptor: str) -> JavaType:
    return field_type(descriptor)


# -- arrays

_ELEMENTS: dict[str, JavaType] = {
    "i": INT,
    "l": LONG,
    "f": FLOAT,
    "d": DOUBLE,
    "c": CHAR,
    "s": SHORT,
}


def _array_type(b: Builder, array: Operand, letter: str) -> ArrayType | None:
    """The class through which the elements of an array are accessed; None if it is not known."""
    if letter in _ELEMENTS:
        element = _ELEMENTS[letter]
        assert isinstance(element, PrimitiveType)
        return ArrayType(element, 1)
    known = array.type
    if isinstance(known, ArrayType):
        return known
    return _OBJECTS if letter == "a" else None


def _array_load(b: Builder, ins: Instruction) -> None:
    index = b.pop_value()
    array = b.pop()
    type_ = _array_type(b, array, ins.operation[0])
    if type_ is None:
        target = b.target()
        b.perform(target, operations.load_byte, (b.value(array), index))
        b.push_register(target, INT)
        return
    cls = _array_decl(b, type_)
    component = type_.component
    register = b.value(array)
    target = b.target()
    if isinstance(cls.element, ClassDecl) and b.inputs.has_narrower_arrays(cls):
        b.perform(target, operations.load_element, (register, index), cls)
    else:
        b.emit(ir.ArrayLoad(target, register, index, cls, at=b.at))
    _push_cell(b, target, component, cls.element)


def _array_decl(b: Builder, type_: ArrayType) -> JavaArray:
    try:
        return b.universe.array(type_)
    except InputError:
        return b.universe.array(_OBJECTS)  # of a class that is not there: all elements are null


def _array_store(b: Builder, ins: Instruction) -> None:
    letter = ins.operation[0]
    operand = b.pop(2 if letter in "ld" else 1)
    index = b.pop_value()
    array = b.pop()
    type_ = _array_type(b, array, letter)
    if type_ is None:
        operands = (b.value(array), index, b.value(operand))
        b.perform(b.scratch, operations.store_byte, operands)
        return
    cls = _array_decl(b, type_)
    value = _cell_value(b, operand, type_.component)
    register = b.value(array)
    if letter == "a" and not operand.is_constant:
        b.perform(b.scratch, operations.check_store, (register, index, value))
    b.emit(ir.ArrayStore(register, index, value, cls, at=b.at))


def _array_length(b: Builder, ins: Instruction) -> None:
    array = b.pop()
    register = b.value(array)
    target = b.target()
    if isinstance(array.type, ArrayType):
        cls = _array_decl(b, array.type)
        b.emit(ir.ArrayLength(target, register, cls, at=b.at))
    else:
        b.perform(target, operations.any_length, (register,))
    b.push_register(target, INT)


def _new_array(b: Builder, ins: NewArray) -> None:
    _allocate_array(b, ArrayType(ins.element, 1))


def _new_reference_array(b: Builder, ins: TypeOperation) -> None:
    component = class_type(ins.cls.name)
    if isinstance(component, ArrayType):
        _allocate_array(b, ArrayType(component.element, component.dimensions + 1))
    else:
        _allocate_array(b, ArrayType(component, 1))


def _allocate_array(b: Builder, type_: ArrayType) -> None:
    length = b.pop_value()
    try:
        cls = b.universe.array(type_)
    except InputError as error:
        throw_linkage(b, error)
        b.push(NULL_OPERAND)
        return
    target = b.target()
    b.emit(ir.NewArray(target, cls, length, at=b.at))
    b.push_register(target, type_, nonnull=True)


def _new_arrays(b: Builder, ins: MultiNewArray) -> None:
    lengths = tuple(reversed([b.pop_value() for _ in range(ins.dimensions)]))
    type_ = class_type(ins.cls.name)
    assert isinstance(type_, ArrayType)
    try:
        cls = b.universe.array(type_)
    except InputError as error:
        throw_linkage(b, error)
        b.push(NULL_OPERAND)
        return
    target = b.target()
    b.perform(target, operations.new_arrays, lengths, cls)
    b.push_register(target, type_, nonnull=True)


# -- objects and types


def _new(b: Builder, ins: TypeOperation) -> None:
    try:
        cls = b.universe.decl(ins.cls.name)
        initialised(b, ins.cls.name)
    except InputError as error:
        throw_linkage(b, error)
        b.push(NULL_OPERAND)
        return
    if cls.abstract:
        b.perform(b.scratch, operations.throw_new, (), "java/lang/InstantiationError", cls.name)
        b.push(NULL_OPERAND)
        return
    target = b.target()
    b.emit(ir.NewObject(target, cls, at=b.at))
    b.push_register(target, ClassType(ins.cls.name), nonnull=True)


def _is_certainly(b: Builder, known: JavaType | None, wanted: JavaType) -> bool:
    if known is None or isinstance(known, PrimitiveType):
        return False
    try:
        return b.universe.hierarchy.is_subtype(known, wanted)
    except InputError:
        return False


def _check_cast(b: Builder, ins: TypeOperation) -> None:
    operand = b.pop()
    wanted = class_type(ins.cls.name)
    if operand.is_constant or _is_certainly(b, operand.type, wanted):
        b.push(operand)
        return
    register = b.value(operand)
    try:
        cls = b.universe.class_named(ins.cls.name)
    except InputError as error:
        throw_linkage(b, error)
        b.push(operand)
        return
    if _is_declared(b):
        b.perform(b.scratch, operations.require_declared, (register,), cls)
    cast(b, register, cls)
    b.push(operand._replace(register=register, type=wanted))


def _is_declared(b: Builder) -> bool:
    """Is it the compiler that casts, what a method returns that is declared to return a variable?
    Where all inputs have type arguments, those hold for what they lead to."""
    call = b.previous
    if not isinstance(call, Invoke) or not are_inputs_declared(b):
        return False
    try:
        found = b.universe.hierarchy.resolve_method(call.method)
        text = found.signature
        return text is not None and isinstance(method_signature(text).result, TypeVariable)
    except (InputError, DescriptorError):
        return False


def are_inputs_declared(b: Builder) -> bool:
    """Is it code of the user's, and do all inputs have type arguments?"""
    if b.inputs.of_jdk or b.inputs.types.arguments.objects:
        return False
    return b.universe.decl(b.cls.name).is_user


def cast(b: Builder, register: int, cls: ClassDecl) -> None:
    """Go on only with null or an object of a class; throw otherwise."""
    truth, null, absent = b.register(), b.register(), b.register()
    throws, goes_on = b.label(), b.label()
    b.emit(ir.InstanceOf(truth, register, cls, at=b.at))
    b.emit(ir.Constant(null, None, at=b.at))
    b.emit(ir.RefEquals(absent, register, null, at=b.at))
    b.compute(truth, or_, truth, absent)
    b.branch(truth, goes_on, throws)
    b.mark(throws)
    b.perform(b.scratch, operations.throw_new, (), "java/lang/ClassCastException")
    b.mark(goes_on)


def _instance_of(b: Builder, ins: TypeOperation) -> None:
    register = b.pop_value()
    try:
        cls = b.universe.class_named(ins.cls.name)
    except InputError as error:
        throw_linkage(b, error)
        b.push(constant(False, BOOLEAN))
        return
    target = b.target()
    b.emit(ir.InstanceOf(target, register, cls, at=b.at))
    b.push_register(target, BOOLEAN)


def _throw(b: Builder, ins: Instruction) -> None:
    b.perform(b.scratch, operations.throw_value, (b.pop_value(),))
    b.emit(ir.Return(b.scratch, at=b.at))


def _monitor(b: Builder, ins: Instruction) -> None:
    """There is one thread only."""
    operand = b.pop()
    if not operand.nonnull and ins.operation == "monitorenter":
        b.perform(b.scratch, operations.check_not_null, (b.value(operand),))


def _load_constant(b: Builder, ins: LoadConstant) -> None:
    found = ins.constant
    if isinstance(found, IntegerConst):
        b.push(constant(found.value, INT))
    elif isinstance(found, FloatConst):
        b.push(constant(found.value, FLOAT))
    elif isinstance(found, LongConst):
        b.push(constant(found.value, LONG), 2)
    elif isinstance(found, DoubleConst):
        b.push(constant(found.value, DOUBLE), 2)
    elif isinstance(found, StringConst):
        target = b.target()
        b.perform(target, operations.load_string, (), found.value)
        b.push_register(target, ClassType("java/lang/String"), nonnull=True)
    elif isinstance(found, ClassRef):
        target = b.target()
        descriptor = class_type(found.name).descriptor
        b.perform(target, operations.load_class, (), descriptor)
        b.push_register(target, ClassType("java/lang/Class"), nonnull=True)
    else:
        what = f"a constant of kind {type(found).__name__}"
        b.perform(b.scratch, operations.unsupported, (), b.naming(what))
        wide = ins.mnemonic == "ldc2_w"
        b.push(NULL_OPERAND, 2 if wide else 1)


# Each handler takes its own type of instruction, which no type for a table can express.
HANDLERS: dict[str, Callable[..., None]] = {
    "aconst_null": lambda b, ins: b.push(NULL_OPERAND),
    "ldc": _load_constant,
    "getfield": _get_field,
    "putfield": _put_field,
    "getstatic": _get_static,
    "putstatic": _put_static,
    **dict.fromkeys([f"{letter}aload" for letter in "ilfdabcs"], _array_load),
    **dict.fromkeys([f"{letter}astore" for letter in "ilfdabcs"], _array_store),
    "arraylength": _array_length,
    "newarray": _new_array,
    "anewarray": _new_reference_array,
    "multianewarray": _new_arrays,
    "new": _new,
    "checkcast": _check_cast,
    "instanceof": _instance_of,
    "athrow": _throw,
    "monitorenter": _monitor,
    "monitorexit": _monitor,
}
