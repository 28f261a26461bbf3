"""The classes of a program as tables: who extends whom, who has which field and method.

The root class is called `Object`. It is implicit, unless the program declares it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from heapwise.frontends.tiny.syntax import ClassNode, MethodNode, ProgramNode, TypeName
from heapwise.program.source import InputError

ROOT = "Object"
INT = TypeName("int")
BOOL = TypeName("bool")
OBJECT = TypeName(ROOT)


def is_primitive(kind: TypeName) -> bool:
    return kind in (INT, BOOL)


def default_of(kind: TypeName) -> int | bool | None:
    if kind == INT:
        return 0
    return False if kind == BOOL else None


def element_of(array: TypeName) -> TypeName:
    return TypeName(array.name, array.dimensions - 1)


def array_of(element: TypeName) -> TypeName:
    return TypeName(element.name, element.dimensions + 1)


def type_named(class_name: str) -> TypeName:
    """The type of an object whose class is called so: `Node`, or `int[]` for arrays."""
    dimensions = class_name.count("[]")
    return TypeName(class_name.removesuffix("[]" * dimensions), dimensions)


@dataclass(frozen=True, slots=True)
class ClassTable:
    """`chains` gives each class followed by its superclasses up to `Object` and then by the
    interfaces it implements; `abstract` names what has no objects of its own; `fields` and
    `methods` include what is inherited, methods with the class that declares them."""

    chains: Mapping[str, tuple[str, ...]]
    fields: Mapping[str, Mapping[str, TypeName]]
    methods: Mapping[str, Mapping[str, tuple[str, MethodNode]]]
    field_owners: Mapping[str, tuple[str, ...]]
    method_owners: Mapping[str, tuple[str, ...]]
    abstract: frozenset[str] = frozenset()

    def is_subclass(self, name: str, ancestor: str) -> bool:
        return ancestor in self.chains[name]

    def is_assignable(self, kind: TypeName, target: TypeName) -> bool:
        """Arrays are objects; array types are otherwise related only to themselves."""
        if kind == target:
            return True
        if is_primitive(kind) or is_primitive(target) or target.dimensions:
            return False
        if kind.dimensions:
            return target == OBJECT
        return kind.name in self.chains and target.name in self.chains[kind.name]

    def subclasses(self, name: str) -> tuple[str, ...]:
        """The class itself and everything below it, in order of declaration."""
        return tuple(each for each, chain in self.chains.items() if name in chain)


def class_table(program: ProgramNode) -> ClassTable:
    declared = {each.name: each for each in program.classes}
    if len(declared) < len(program.classes):
        raise InputError("a class is declared twice", program.at)
    chains = {ROOT: (ROOT,)} | {name: _chain(node, declared) for name, node in declared.items()}
    for name in declared:
        chains[name] = (*chains[name], *_interfaces(chains[name], declared))
    abstract = frozenset(name for name, node in declared.items() if node.is_abstract)
    fields: dict[str, dict[str, TypeName]] = {}
    methods: dict[str, dict[str, tuple[str, MethodNode]]] = {}
    field_owners: dict[str, tuple[str, ...]] = {}
    method_owners: dict[str, tuple[str, ...]] = {}
    for name, chain in chains.items():
        above = [declared[each] for each in reversed(chain) if each in declared]
        fields[name] = {each.name: each.type for node in above for each in node.fields}
        methods[name] = {each.name: (node.name, each) for node in above for each in node.methods}
    for node in program.classes:
        for field in node.fields:
            field_owners[field.name] = (*field_owners.get(field.name, ()), node.name)
        for method in node.methods:
            method_owners[method.name] = (*method_owners.get(method.name, ()), node.name)
    return ClassTable(chains, fields, methods, field_owners, method_owners, abstract)


def _interfaces(chain: tuple[str, ...], declared: Mapping[str, ClassNode]) -> tuple[str, ...]:
    """What the classes of `chain` implement, directly or not."""
    found: dict[str, None] = {}
    waiting = list(chain)
    while waiting:
        node = declared.get(waiting.pop(0))
        for name in node.interfaces if node else ():
            if name not in found:
                found[name] = None
                waiting.append(name)
    return tuple(found)


def _chain(node: ClassNode, declared: Mapping[str, ClassNode]) -> tuple[str, ...]:
    chain = [node.name]
    while chain[-1] != ROOT:
        current = declared.get(chain[-1])
        if current is None:
            raise InputError(f"no class is called {chain[-1]}", node.at)
        above = current.superclass or ROOT
        if above in chain:
            raise InputError(f"{above} extends itself", node.at)
        chain.append(above)
    return tuple(chain)
