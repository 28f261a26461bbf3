"""Declarations and static types of the POSE language.

The language is untyped but for its declarations. An input gets its type from how it is used: a
reference `Y<n>` from the fields and methods used on it and from the declared types it is passed
to, the most specific of them winning; `X<n>` is an int unless it is only used as a bool.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, TypeAlias

from heapwise.frontends.tiny import syntax as ast
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

ROOT = "Object"
"""The root class; a program may declare it, with or without fields."""


class Special(Enum):
    """Static types that no declaration can name."""

    NULL = "null"
    ANY = "BOT"
    MIXED = "values of different types"


@dataclass(frozen=True, slots=True)
class Unknown:
    """The type of an input that is still to be found."""

    symbol: str


StaticType: TypeAlias = Type | Special | Unknown


class Operand(NamedTuple):
    """A register, the static type of what it holds, and the inputs that it may be."""

    register: int
    type: StaticType
    symbols: tuple[str, ...] = ()


@dataclass(slots=True)
class Inputs:
    """What is known of the inputs; `receiver` is the one that is never null."""

    uses: dict[str, list[Type]] = field(default_factory=dict)
    types: dict[str, Type] = field(default_factory=dict)
    receiver: str | None = None
    calls_seen: bool = False
    settled: bool = False

    def use(self, operand: Operand, type_: Type) -> None:
        """An input is used where `type_` is needed."""
        if not self.settled:
            for symbol in operand.symbols:
                self.uses[symbol].append(type_)

    def note_receiver(self, operand: Operand) -> None:
        """The receiver of a call in the main expression: the first one is that under test."""
        if not self.calls_seen and len(operand.symbols) == 1:
            self.receiver = operand.symbols[0]
        self.calls_seen = True

    def type_of(self, name: str) -> StaticType:
        if self.settled:
            return self.types[name]
        self.uses.setdefault(name, [])
        return Unknown(name)

    def settle(self, root: ClassDecl) -> None:
        for name, uses in self.uses.items():
            if name.startswith("X"):
                self.types[name] = BOOL if uses and all(use is BOOL for use in uses) else INT
            else:
                classes = [use for use in uses if isinstance(use, ClassDecl)]
                self.types[name] = _most_specific(classes, root)
        self.settled = True


def _most_specific(classes: Iterable[ClassDecl], root: ClassDecl) -> ClassDecl:
    """The lowest of classes on one chain; of unrelated ones the nearest common superclass."""
    found = root
    for cls in classes:
        if cls.is_subclass_of(found):
            found = cls
        elif not found.is_subclass_of(cls):
            found = common_superclass(found, cls)
    return found


def common_superclass(a: ClassDecl, b: ClassDecl) -> ClassDecl:
    return next(cls for cls in a.ancestors() if b.is_subclass_of(cls))


def join(a: StaticType, b: StaticType) -> StaticType:
    """The static type of a value that comes from either side of an `if`."""
    if a == b or b is Special.ANY or isinstance(b, Unknown):
        return a
    if a is Special.ANY or isinstance(a, Unknown):
        return b
    for one, other in ((a, b), (b, a)):
        if one is Special.NULL and isinstance(other, ClassDecl):
            return other
    if isinstance(a, ClassDecl) and isinstance(b, ClassDecl):
        return common_superclass(a, b)
    return Special.MIXED


def describe(type_: StaticType) -> str:
    if isinstance(type_, Special):
        return type_.value
    return f"the input {type_.symbol}" if isinstance(type_, Unknown) else str(type_)


# ---------------------------------------------------------------------------- declarations


def declare(tree: ast.ProgramNode, target: str) -> Program:
    """The classes of a program, with their fields and the signatures of their methods."""
    nodes: dict[str, ast.ClassNode] = {}
    for node in tree.classes:
        if node.name in nodes or node.name in ("int", "bool"):
            raise InputError(f"class `{node.name}` is declared twice", node.at)
        nodes[node.name] = node
    if ROOT in nodes and nodes[ROOT].superclass is not None:
        raise InputError(f"`{ROOT}` is the root class and extends nothing", nodes[ROOT].at)
    root = ClassDecl(ROOT, None)
    classes = {ROOT: root}
    for node in tree.classes:
        _declare_class(node, nodes, classes)
    program = Program("tiny", target, root, [cls for cls in classes.values() if cls is not root])
    for node in tree.classes:
        _declare_members(node, program)
    for cls in classes.values():
        _check_overrides(cls)
    return program


def _declare_class(
    node: ast.ClassNode, nodes: Mapping[str, ast.ClassNode], classes: dict[str, ClassDecl]
) -> None:
    """Declares the superclasses first, however the file orders them."""
    chain: list[ast.ClassNode] = []
    while node.name not in classes:
        if any(node.name == below.name for below in chain):
            raise InputError(f"class `{node.name}` extends itself", node.at)
        chain.append(node)
        above = node.superclass or ROOT
        if above not in classes and above not in nodes:
            raise InputError(f"unknown class `{above}`{suggest(above, nodes)}", node.at)
        if above in classes:
            break
        node = nodes[above]
    for node in reversed(chain):
        above = node.superclass or ROOT
        classes[node.name] = ClassDecl(node.name, classes[above], at=node.at)


def _declare_members(node: ast.ClassNode, program: Program) -> None:
    cls = program.classes[node.name]
    for field_ in node.fields:
        if cls.find_field(field_.name):
            raise InputError(f"field `{field_.name}` is declared twice", field_.at)
        type_ = resolve_type(program, field_.type, field_.at)
        cls.own_fields[field_.name] = FieldDecl(cls, field_.name, type_)
    for method in node.methods:
        if method.name in cls.own_methods:
            raise InputError(f"method `{method.name}` is declared twice", method.at)
        names = [parameter.name for parameter in method.parameters]
        for parameter in method.parameters:
            if names.count(parameter.name) > 1 or parameter.name == "this":
                raise InputError(f"parameter `{parameter.name}` is declared twice", parameter.at)
        parameters = tuple(
            (parameter.name, resolve_type(program, parameter.type, parameter.at))
            for parameter in method.parameters
        )
        result = resolve_type(program, method.type, method.at)
        cls.own_methods[method.name] = MethodDecl(
            cls, method.name, parameters, result, at=method.at
        )


def _check_overrides(cls: ClassDecl) -> None:
    for name, method in cls.own_methods.items():
        inherited = cls.superclass.find_method(name) if cls.superclass else None
        if inherited and len(inherited.parameters) != len(method.parameters):
            raise InputError(
                f"`{method}` takes {len(method.parameters)} arguments, but `{inherited}`, which it"
                f" overrides, takes {len(inherited.parameters)}",
                method.at,
            )


def resolve_type(program: Program, name: ast.TypeName, at: Position) -> Type:
    base: Type
    if name.name in ("int", "bool"):
        base = INT if name.name == "int" else BOOL
    else:
        base = resolve_class(program, name.name, at)
    for _ in range(name.dimensions):
        base = program.array_class(base)
    return base


def resolve_class(program: Program, name: str, at: Position) -> ClassDecl:
    found = program.classes.get(name)
    if found is None:
        raise InputError(f"unknown class `{name}`{suggest(name, program.classes)}", at)
    return found


def suggest(name: str, candidates: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, list(candidates), 1)
    return f"; did you mean `{close[0]}`?" if close else ""
