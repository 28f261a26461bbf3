"""Declarations and static types of Javalite.

Every variable, field and method has a declared type, and there are no casts: a value fits a place
if its static type is the declared one or a subclass of it. So a method that overrides another must
take the same types and return the same type or a subclass.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeAlias

from heapwise.frontends import lowering
from heapwise.frontends.javalite import syntax as ast
from heapwise.frontends.lowering import common_superclass, resolve_class
from heapwise.frontends.suggesting import suggest
from heapwise.program import (
    BOOL,
    INT,
    ClassDecl,
    FieldDecl,
    InputError,
    MethodDecl,
    Position,
    Program,
    Type,
)


class Special(Enum):
    """Static types that no declaration can name."""

    NULL = "null"
    MIXED = "values of different types"


StaticType: TypeAlias = Type | Special


class Operand(NamedTuple):
    """A register, and the static type of what it holds."""

    register: int
    type: StaticType


def declare(tree: ast.ProgramNode, target: str) -> Program:
    """The classes of a program, with their fields and the signatures of their methods."""
    program = lowering.declare("javalite", target, tree.classes, resolve_type)
    for cls in program.by_number:
        for name, method in cls.own_methods.items():
            inherited = cls.superclass.find_method(name) if cls.superclass else None
            if inherited is not None:
                _check_override(method, inherited)
    return program


def _check_override(method: MethodDecl, inherited: MethodDecl) -> None:
    own = [type_ for _, type_ in method.parameters]
    above = [type_ for _, type_ in inherited.parameters]
    if own == above and fits(method.result, inherited.result):
        return
    signature = f"({inherited.result} {' '.join([inherited.name, *map(str, above)])})"
    raise InputError(
        f"`{method}` does not fit `{inherited}`, which it overrides; expected `{signature}`",
        method.at,
    )


def resolve_type(program: Program, name: str, at: Position) -> Type:
    if name in ("int", "bool"):
        return INT if name == "int" else BOOL
    return resolve_class(program, name, at)


def fits(own: StaticType, expected: Type) -> bool:
    if isinstance(expected, ClassDecl):
        return own is Special.NULL or (isinstance(own, ClassDecl) and own.is_subclass_of(expected))
    return own is expected


def need(own: StaticType, expected: Type, at: Position) -> None:
    if not fits(own, expected):
        raise InputError(f"expected {expected}, found {describe(own)}", at)


def need_comparable(left: StaticType, right: StaticType, at: Position) -> None:
    """Two references compare whatever their classes are: both may be null."""
    are_references = _is_reference(left) and _is_reference(right)
    if are_references or (left is right and left is not Special.MIXED):
        return
    raise InputError(f"cannot compare {describe(left)} with {describe(right)}", at)


def _is_reference(type_: StaticType) -> bool:
    return type_ is Special.NULL or isinstance(type_, ClassDecl)


def join(a: StaticType, b: StaticType) -> StaticType:
    """The static type of a value that comes from either side of an `if`."""
    if a == b:
        return a
    for one, other in ((a, b), (b, a)):
        if one is Special.NULL and isinstance(other, ClassDecl):
            return other
    if isinstance(a, ClassDecl) and isinstance(b, ClassDecl):
        return common_superclass(a, b)
    return Special.MIXED


def find_field(receiver: StaticType, name: str, at: Position) -> FieldDecl:
    cls = _class_of(receiver, f"field `{name}`", at)
    found = cls.find_field(name)
    if found is None:
        hint = suggest(name, cls.fields())
        raise InputError(f"class `{cls}` has no field `{name}`{hint}", at)
    return found


def find_method(receiver: StaticType, name: str, at: Position) -> MethodDecl:
    cls = _class_of(receiver, f"method `{name}`", at)
    found = cls.find_method(name)
    if found is None:
        names = [method for above in cls.ancestors() for method in above.own_methods]
        raise InputError(f"class `{cls}` has no method `{name}`{suggest(name, names)}", at)
    return found


def _class_of(receiver: StaticType, member: str, at: Position) -> ClassDecl:
    if not isinstance(receiver, ClassDecl):
        raise InputError(f"expected an object with a {member}, found {describe(receiver)}", at)
    return receiver


def describe(type_: StaticType) -> str:
    return type_.value if isinstance(type_, Special) else str(type_)
