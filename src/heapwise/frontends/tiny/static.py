"""Declarations and static types of the POSE language.

The language is untyped but for its declarations. An input gets its type from how it is used: a
reference `Y<n>` from the fields and methods used on it and from the declared types it is passed
to, the most specific of them winning; `X<n>` is an int unless it is only used as a bool.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from heapwise.frontends import lowering
from heapwise.frontends.lowering import resolve_class
from heapwise.frontends.tiny import syntax as ast
from heapwise.frontends.tiny.expression_types import StaticType, Unknown
from heapwise.frontends.tiny.held_classes import (
    Held,
    Parameter,
    Place,
    Places,
    Result,
    is_declared,
    used_as,
)
from heapwise.program import BOOL, INT, ClassDecl, InputError, Position, Program, Type


class Operand(NamedTuple):
    """A register, the static type of what it holds, and the inputs that it may be; `is_input`
    tells that it was written as just that input, or as a variable bound to it. Where it came from
    a place whose type is a conclusion, `origins` has that place."""

    register: int
    type: StaticType
    symbols: tuple[str, ...] = ()
    is_input: bool = False
    origins: tuple[StaticType | Place, ...] = ()

    @property
    def sources(self) -> tuple[StaticType | Place, ...]:
        return self.origins or (self.type,)


@dataclass(slots=True)
class Inputs:
    """What is known of the inputs; `receiver` is the one that is never null. `joins` has the
    primitive types of `if` expressions, which a `BOT` on one side takes from the other."""

    places: Places
    uses: dict[str, list[Type]] = field(default_factory=dict)
    types: dict[str, Type] = field(default_factory=dict)
    joins: dict[Position, Type] = field(default_factory=dict)
    receiver: str | None = None
    calls_seen: bool = False
    settled: bool = False

    def use(self, operand: Operand, type_: Type) -> None:
        """A value is used where `type_` is needed."""
        for origin in operand.origins:
            if isinstance(origin, (Parameter, Result, Held)):
                self.places.use(origin, type_)
        self.pass_on(operand, type_)

    def test(self, operand: Operand, cls: ClassDecl) -> None:
        """The program asks whether a value is of this class."""
        for origin in operand.origins:
            if isinstance(origin, (Parameter, Result, Held)):
                self.places.test(origin, cls)

    def pass_on(self, operand: Operand, type_: Type) -> None:
        """A value is passed where `type_` is declared: that tells something of an input, and
        nothing of what other calls pass or return."""
        if not self.settled:
            for symbol in operand.symbols:
                self.uses[symbol].append(type_)

    def note_receiver(self, operand: Operand) -> None:
        """The receiver of a call in the main expression: the first one is that under test."""
        if not self.calls_seen and operand.is_input:
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
                self.types[name] = used_as(classes, root)
        self.settled = True


# ---------------------------------------------------------------------------- declarations


def declare(tree: ast.ProgramNode, target: str) -> Program:
    """The classes of a program, with their fields and the signatures of their methods."""
    program = lowering.declare("tiny", target, tree.classes, _declared_type)
    nodes = {node.name: node for node in tree.classes}
    for node in tree.classes:
        _check_kinds(node, nodes)
        cls = program.classes[node.name]
        cls.abstract = node.is_abstract
        cls.interfaces = tuple(program.classes[name] for name in node.interfaces)
        for method in node.methods:
            cls.own_methods[method.name].abstract = method.abstract
    program.number()
    for cls in program.by_number:
        cls.uninhabited = not program.subtypes(cls)
        _check_implemented(cls)
    return program


def _check_kinds(node: ast.ClassNode, nodes: Mapping[str, ast.ClassNode]) -> None:
    """Classes extend classes and implement interfaces; interfaces have no fields."""
    if node.kind == "interface" and node.fields:
        raise InputError("an interface has no fields", node.fields[0].at)
    above = nodes.get(node.superclass or lowering.ROOT)
    if above is not None and above.kind == "interface":
        raise InputError(f"`{above.name}` is an interface: write `implements`", node.at)
    for name in node.interfaces:
        if name not in nodes or nodes[name].kind != "interface":
            raise InputError(f"`{name}` is not an interface", node.at)
        if node.name in _extended(name, nodes):
            raise InputError(f"class `{node.name}` extends itself", node.at)


def _extended(name: str, nodes: Mapping[str, ast.ClassNode]) -> set[str]:
    """An interface and all that it extends."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        current = waiting.pop()
        if current not in found and current in nodes:
            found.add(current)
            waiting += nodes[current].interfaces
    return found


def _check_implemented(cls: ClassDecl) -> None:
    """A class that can be instantiated has a body for every method that it promises."""
    for above in sorted(cls.supertypes, key=lambda each: each.number):
        for name, promised in above.own_methods.items():
            found = cls.find_method(name)
            if found is None or len(found.parameters) != len(promised.parameters):
                raise InputError(f"`{cls}` does not implement `{promised}`", cls.at)
            if found.abstract and not cls.abstract:
                raise InputError(f"`{cls}` does not implement `{promised}`", cls.at)


def _declared_type(program: Program, name: ast.TypeName, at: Position) -> Type:
    """`places` finds what stands for a type name that no class has."""
    return resolve_type(program, name, at) if is_declared(program, name) else program.root


def resolve_type(program: Program, name: ast.TypeName, at: Position) -> Type:
    base: Type
    if name.name in ("int", "bool"):
        base = INT if name.name == "int" else BOOL
    else:
        base = resolve_class(program, name.name, at)
    for _ in range(name.dimensions):
        base = program.array_class(base)
    return base
