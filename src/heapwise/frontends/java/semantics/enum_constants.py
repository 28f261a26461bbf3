"""Inputs of enum classes.

The constants of an enum are objects that its initialiser makes. An input that is declared of an
enum class is a stand-in: its `ordinal` says which constant it means, and whoever reads it gets that
constant. So two inputs with the same ordinal are the same object, as in a JVM. In a witness, both
are the name of the constant.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.frontends.java.classfile.class_file import Method
from heapwise.frontends.java.classfile.descriptors import ClassType, JavaType
from heapwise.frontends.java.semantics.runtime_api import Mac, universe_of
from heapwise.frontends.java.semantics.statics import StaticField, static_key
from heapwise.frontends.java.universe.class_universe import Universe
from heapwise.frontends.java.universe.declarations import JavaClass
from heapwise.program import InputError
from heapwise.terms import NULL, Scalar, Term, and_, eq, ite, le, lt, not_


def enum_of(universe: Universe, type_: JavaType) -> JavaClass | None:
    """The enum class that a type is, if it is one."""
    if not isinstance(type_, ClassType):
        return None
    try:
        found = universe.classes.find(type_.name)
        return universe.decl(type_.name) if found is not None and found.is_enum else None
    except InputError:
        return None


def constants_of(cls: JavaClass) -> list[str]:
    return [field.name for field in cls.file.fields if field.is_enum_constant]


def settle(m: Mac, cls: JavaClass, ref: Term) -> Scalar:
    """The constant that a reference means."""
    if ref is NULL or not m.targets(ref)[0]:
        return ref
    is_null = m.same_reference(ref, NULL)
    if m.merges_references:
        return _settled(m, cls, not_(is_null), ref, NULL)
    return NULL if m.decide(is_null) else _settled(m, cls, True, ref, NULL)


def settle_any(m: Mac, classes: Sequence[JavaClass], ref: Term) -> Scalar:
    """The same for a reference that may mean something else as well."""
    if ref is NULL or not m.targets(ref)[0]:
        return ref
    result: Scalar = ref
    for cls in classes:
        is_one = m.is_instance(ref, cls)
        if m.merges_references:
            result = _settled(m, cls, is_one, ref, result)
        elif m.decide(is_one):
            return _settled(m, cls, True, ref, ref)
    return result


def _settled(m: Mac, cls: JavaClass, is_one: Scalar, ref: Term, otherwise: Scalar) -> Scalar:
    """The constant that `ref` means if it `is_one`. Where references can be if-then-else, nothing
    is decided by that: the ordinal is read of a constant if there is none to read."""
    names = constants_of(cls)
    kept = (m.load(static_key(StaticField(cls.file.name, name))) for name in names)
    constants = [each for each in kept if each is not None]
    if not constants or len(constants) < len(names):
        return ref  # before the class is initialised
    field = cls.find_field("ordinal")
    assert field is not None
    read = ite(is_one, ref, constants[0])
    assert isinstance(read, Term)
    ordinal = m.read_field(read, field)
    m.assume(and_(le(0, ordinal), lt(ordinal, len(constants))))
    result: Scalar = constants[-1]
    for number in range(len(constants) - 2, -1, -1):
        if m.merges_references:
            result = ite(eq(ordinal, number), constants[number], result)
        elif m.decide(eq(ordinal, number)):
            return constants[number]
    return ite(is_one, result, otherwise)


def settle_receiver(m: Mac, cls: JavaClass, method: Method, ref: Term) -> Scalar:
    """The constant that runs a method, which those with a body of their own may override."""
    constant = settle(m, cls, ref)
    assert isinstance(constant, Term)
    select = universe_of(m).hierarchy.select
    m.require(
        m.classify(
            constant,
            lambda each: isinstance(each, JavaClass) and select(each.file.name, method) == method,
        )
    )
    return constant
