"""java.lang.Object, java.lang.Class, and arrays made by reflection.

An object of java.lang.Class is made by `operations.load_class`, one for each type.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from heapwise.engine.machine import Enter, UnsupportedError
from heapwise.frontends.java.classfile.descriptors import (
    PRIMITIVES,
    ArrayType,
    ClassType,
    JavaType,
    PrimitiveType,
    field_type,
)
from heapwise.frontends.java.models.hash_codes import identity_hash, shown_hash
from heapwise.frontends.java.models.library_model import (
    Mac,
    Model,
    Table,
    is_null,
    literal,
    new_string,
    not_null,
    text_of,
    thrown,
    universe,
)
from heapwise.frontends.java.semantics import operations, statics
from heapwise.frontends.java.semantics.identity import same_object
from heapwise.frontends.java.semantics.lambdas import LambdaClass
from heapwise.frontends.java.universe.declarations import JavaArray, JavaClass
from heapwise.program import ClassDecl, InputError
from heapwise.terms import (
    NULL,
    Scalar,
    Term,
    int_of_bv,
    lt,
    str_of_int,
)

_MOST_DIMENSIONS = 255


def same(m: Mac, one: Term, other: Term) -> Scalar:
    return same_object(m, one, other)


def nothing(m: Mac, *values: object) -> int:
    """A method without effect."""
    return 0


def itself(m: Mac, receiver: Term, *values: object) -> Term:
    return receiver


def null(m: Mac, *values: object) -> Term:
    return NULL


def false(m: Mac, *values: object) -> bool:
    return False


def true(m: Mac, *values: object) -> bool:
    return True


def unmodelled(m: Mac, name: str, *values: object) -> NoReturn:
    raise UnsupportedError(f"the method {name}, which has no model")


def to_string(m: Mac, ref: Term) -> Term:
    type_ = field_type(m.classify(ref, descriptor_of))
    return new_string(m, f"{_name(_with_name(m, type_))}@{shown_hash(m, ref):x}")


def waits(m: Mac, *values: object) -> NoReturn:
    raise UnsupportedError("an object that waits for another thread")


def clone(m: Mac, ref: Term) -> Term:
    return operations.clone_object(m, universe(m), ref)


# -- classes


def descriptor_of(cls: ClassDecl) -> str:
    if isinstance(cls, JavaArray):
        return cls.type.descriptor
    if isinstance(cls, LambdaClass):
        raise UnsupportedError("the class of a lambda")
    return f"L{cls.name.replace('.', '/')};"


def get_class(m: Mac, ref: Term) -> Term:
    return operations.load_class(m, m.classify(ref, descriptor_of))


def represented(m: Mac, ref: Term) -> JavaType:
    """The type that an object of java.lang.Class stands for."""
    descriptor = operations.type_of_class(m, not_null(m, ref))
    if descriptor is None:
        raise UnsupportedError("a class that is an input")
    return PRIMITIVES["V"] if descriptor == "V" else field_type(descriptor)


def _decl(m: Mac, type_: JavaType) -> ClassDecl | None:
    """None for a primitive type."""
    made = universe(m).made(type_.name) if isinstance(type_, ClassType) else None
    found = made or universe(m).type_of(type_)
    return found if isinstance(found, ClassDecl) and not isinstance(type_, PrimitiveType) else None


def is_instance(m: Mac, cls: Term, ref: Term) -> Scalar:
    decl = _decl(m, represented(m, cls))
    return False if decl is None else m.is_instance(ref, decl)


def cast(m: Mac, cls: Term, ref: Term) -> Term:
    if not m.decide(is_null(m, ref)) and not m.decide(is_instance(m, cls, ref)):
        raise thrown(m, "java/lang/ClassCastException")
    return ref


def _name(type_: JavaType) -> str:
    return type_.descriptor.replace("/", ".") if isinstance(type_, ArrayType) else str(type_)


def _named(m: Mac, cls: Term) -> JavaType:
    """The type that an object of java.lang.Class stands for, if it has a name of its own."""
    return _with_name(m, represented(m, cls))


def _with_name(m: Mac, type_: JavaType) -> JavaType:
    element = type_.element if isinstance(type_, ArrayType) else type_
    if isinstance(element, ClassType) and universe(m).made(element.name) is not None:
        raise UnsupportedError("the name of the class of a stub")
    return type_


def get_name(m: Mac, cls: Term) -> Term:
    return literal(m, _name(_named(m, cls)))


def get_type_name(m: Mac, cls: Term) -> Term:
    return literal(m, str(_named(m, cls)))


def get_simple_name(m: Mac, cls: Term) -> Term:
    type_ = _named(m, cls)
    element = type_.element if isinstance(type_, ArrayType) else type_
    name = str(element).rpartition(".")[2].rpartition("$")[2].lstrip("0123456789")
    return literal(m, name + "[]" * (type_.dimensions if isinstance(type_, ArrayType) else 0))


def class_to_string(m: Mac, cls: Term) -> Term:
    type_ = _named(m, cls)
    decl = _decl(m, type_)
    kind = "class "
    if decl is None:
        kind = ""
    elif isinstance(decl, JavaClass) and decl.file.is_interface:
        kind = "interface "
    return literal(m, kind + _name(type_))


def is_array(m: Mac, cls: Term) -> bool:
    return isinstance(represented(m, cls), ArrayType)


def is_primitive(m: Mac, cls: Term) -> bool:
    return isinstance(represented(m, cls), PrimitiveType)


def is_interface(m: Mac, cls: Term) -> bool:
    decl = _decl(m, represented(m, cls))
    return isinstance(decl, JavaClass) and decl.file.is_interface


def is_enum(m: Mac, cls: Term) -> bool:
    decl = _decl(m, represented(m, cls))
    return isinstance(decl, JavaClass) and decl.file.superclass == "java/lang/Enum"


def component_type(m: Mac, cls: Term) -> Term:
    type_ = represented(m, cls)
    if not isinstance(type_, ArrayType):
        return NULL
    return operations.load_class(m, type_.component.descriptor)


def superclass(m: Mac, cls: Term) -> Term:
    decl = _decl(m, represented(m, cls))
    if decl is None or decl.superclass is None or is_interface(m, cls):
        return NULL
    above = universe(m).root if isinstance(decl, JavaArray) else decl.superclass
    return operations.load_class(m, descriptor_of(above))


def is_assignable(m: Mac, cls: Term, other: Term) -> bool:
    type_, from_ = represented(m, cls), represented(m, other)
    if isinstance(type_, PrimitiveType) or isinstance(from_, PrimitiveType):
        return type_ is from_
    return universe(m).hierarchy.is_subtype(from_, type_)


def primitive_class(m: Mac, name: Term) -> Term:
    text = text_of(m, name)
    for type_ in PRIMITIVES.values():
        if type_.name == text:
            return operations.load_class(m, type_.descriptor)
    raise UnsupportedError("a primitive class by an unknown name")


def new_array(m: Mac, cls: Term, length: Scalar) -> Term:
    """`Array.newArray`, which `Array.newInstance` and `Arrays.copyOf` use."""
    component = represented(m, cls)
    if m.decide(lt(length, 0)):
        raise thrown(m, "java/lang/NegativeArraySizeException", str_of_int(int_of_bv(length)))
    element = component.element if isinstance(component, ArrayType) else component
    dimensions = component.dimensions if isinstance(component, ArrayType) else 0
    if dimensions >= _MOST_DIMENSIONS or component is PRIMITIVES["V"]:
        raise thrown(m, "java/lang/IllegalArgumentException")
    assert isinstance(element, PrimitiveType | ClassType)
    return m.new_array(universe(m).array(ArrayType(element, dimensions + 1)), length)


def for_name(m: Mac, name: Term, initialises: Scalar = True, *loader: object) -> Term | Enter:
    """Of a class that is there: the JDK initialises its own in this way (`Stream.toList`)."""
    text = text_of(m, not_null(m, name))
    if isinstance(text, Term) or isinstance(initialises, Term):
        raise UnsupportedError("Class.forName of a symbolic name")
    assert isinstance(text, str)
    try:
        decl = universe(m).decl(text.replace(".", "/"))
    except InputError:
        raise UnsupportedError(f"Class.forName of {text}, which is not on the class path") from None
    if text.startswith("[") or "/" in text or not isinstance(decl, JavaClass):
        raise UnsupportedError(f"Class.forName of {text}")
    found = operations.load_class(m, descriptor_of(decl))
    entered = statics.initialise(m, decl) if initialises else 0
    return replace(entered, finish=lambda _: found) if isinstance(entered, Enter) else found


def array_length(m: Mac, ref: Term) -> Scalar:
    cls = m.classify(not_null(m, ref), lambda each: each)
    if not isinstance(cls, JavaArray):
        raise thrown(m, "java/lang/IllegalArgumentException", "Argument is not an array")
    return m.array_length(cls, ref)


_CLASS: dict[str, Model] = {
    "*": unmodelled,
    "registerNatives": nothing,
    "isInstance": is_instance,
    "cast": cast,
    "getName": get_name,
    "getTypeName": get_type_name,
    "getSimpleName": get_simple_name,
    "toString": class_to_string,
    "isArray": is_array,
    "isPrimitive": is_primitive,
    "isInterface": is_interface,
    "isEnum": is_enum,
    "isHidden": false,
    "getComponentType": component_type,
    "componentType": component_type,
    "getSuperclass": superclass,
    "isAssignableFrom": is_assignable,
    "getPrimitiveClass": primitive_class,
    "desiredAssertionStatus": true,
    "getClassLoader": null,
    "forName": for_name,
}
MODELS: Table = {
    "java/lang/Object": {
        "registerNatives": nothing,
        "hashCode": identity_hash,
        "toString": to_string,
        "getClass": get_class,
        "clone": clone,
        "equals": same,
        "notify": nothing,
        "notifyAll": nothing,
        "wait": waits,
    },
    "java/lang/Class": _CLASS,
    "java/lang/reflect/Array": {"newArray": new_array, "getLength": array_length},
}
