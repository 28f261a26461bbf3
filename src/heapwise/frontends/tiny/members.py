"""Which field or method a name means: static types of receivers are not always known.

A class below the static type may declare what the type does not have; lowering checks at run time
that the object is of that class.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.frontends.suggesting import suggest
from heapwise.frontends.tiny.expression_types import StaticType
from heapwise.program import ClassDecl, FieldDecl, InputError, MethodDecl, Position, Program


def field_named(program: Program, static: StaticType, name: str, at: Position) -> FieldDecl:
    if isinstance(static, ClassDecl):
        own = static.find_field(name)
        if own is not None:
            return own
    owners = [cls for cls in program.by_number if name in cls.own_fields and cls.element is None]
    if not owners:
        names = [field for cls in program.by_number for field in cls.own_fields]
        raise InputError(f"unknown field `{name}`{suggest(name, names)}", at)
    if isinstance(static, ClassDecl):
        owners = [cls for cls in owners if cls.is_subclass_of(static)] or owners
    return owners[0].own_fields[name]


def declaring(program: Program, static: StaticType, name: str, at: Position) -> list[ClassDecl]:
    """The topmost classes that declare the method, as far as the receiver may be of them."""
    if isinstance(static, ClassDecl):
        own = static.find_method(name)
        if own is not None:
            return [own.owner]
    found = [cls for cls in program.by_number if name in cls.own_methods]
    tops = [
        cls
        for cls in found
        if not any(cls is not other and cls.is_subclass_of(other) for other in found)
    ]
    if not tops:
        names = [method for cls in program.by_number for method in cls.own_methods]
        raise InputError(f"unknown method `{name}`{suggest(name, names)}", at)
    if isinstance(static, ClassDecl):
        tops = [cls for cls in tops if cls.is_subclass_of(static)] or tops
    return tops


def methods_called(program: Program, owners: Sequence[ClassDecl], name: str) -> list[MethodDecl]:
    """Those that a call on an object of one of these classes may run."""
    below = [
        cls
        for cls in program.by_number
        if cls not in owners and any(cls.is_subclass_of(owner) for owner in owners)
    ]
    return [cls.own_methods[name] for cls in (*owners, *below) if name in cls.own_methods]
