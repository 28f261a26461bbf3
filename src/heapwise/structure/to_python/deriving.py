"""Finitizations derived from declarations, for the languages whose programs are all in the IR.

Unless something else is said: so many objects of every class as the scope says, references to any
object of a class that fits and null, numbers from 0 to the scope, both truth values, and arrays
of up to `length` elements, as many as there are objects in the scope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from heapwise.engine.bounds import Bounds
from heapwise.heaps.shared.cells import element_kind
from heapwise.program import (
    BOOL,
    ClassDecl,
    FieldDecl,
    MethodDecl,
    NoInvariantError,
    Program,
    Type,
)
from heapwise.structure.search.cells import Cells, ClassCells, Part
from heapwise.structure.search.field_domains import (
    ClassScope,
    Domain,
    Finitization,
    booleans,
    integers,
    nothing,
    references,
)
from heapwise.structure.search.symsolve import Structure
from heapwise.structure.search.vectors import Space
from heapwise.structure.to_python.ir_world import IrWorld

INVARIANTS = ("repOK", "repOk", "rep_ok", "invariant")
"""What a method is called that says whether its object is valid."""


class Scope(NamedTuple):
    """So many objects of each class, or of one class; numbers up to `numbers`, arrays up to
    `length`."""

    objects: int
    objects_of: Mapping[str, int] = {}
    length: int | None = None
    numbers: int | None = None

    @classmethod
    def of(cls, bounds: Bounds) -> Scope:
        return cls(bounds.max_objects or 0, dict(bounds.max_objects_of), bounds.max_length)

    def count(self, name: str) -> int:
        return self.objects_of.get(name, self.objects)

    @property
    def largest(self) -> int:
        if self.numbers is not None:
            return self.numbers
        return max((self.objects, *self.objects_of.values()))

    @property
    def longest(self) -> int:
        return self.objects if self.length is None else self.length


class InvariantRoot(NamedTuple):
    """An input, and the method that says whether its object is valid."""

    name: str
    type: ClassDecl
    nullable: bool
    method: MethodDecl


def invariant_of(cls: ClassDecl) -> MethodDecl | None:
    """The method by which objects of a class check themselves."""
    for name in INVARIANTS:
        found = cls.find_method(name)
        if found is not None and not found.parameters and found.result is BOOL:
            return found
    return None


def without_invariant() -> NoInvariantError:
    return NoInvariantError(
        f"no input has an invariant: give its class a method `bool {INVARIANTS[0]}()` that says "
        "whether an object is valid"
    )


def structure_of(program: Program, roots: Sequence[InvariantRoot], scope: Scope) -> Structure:
    """Raises `NoInvariantError` if there is nothing to check."""
    if not roots:
        raise without_invariant()
    finitization = derive(program, {root.name: (root.type, root.nullable) for root in roots}, scope)
    world = IrWorld(program)

    def invariant(space: Space) -> Callable[[], object]:
        checks = [(root.name, world.method(root.method)) for root in roots]

        def holds() -> bool:
            for name, check in checks:
                value = space.root(name)
                if value is not None and not check(value):
                    return False
            return True

        return holds

    return Structure(finitization, lambda: world, invariant, cells_of(program, finitization))


def derive(
    program: Program, roots: Mapping[str, tuple[ClassDecl, bool]], scope: Scope
) -> Finitization:
    found: dict[str, ClassScope] = {}
    for cls in reachable(program, [type_ for type_, _ in roots.values()]):
        fields = {
            name: nothing(field.type)
            if field.absent
            else _domain(program, field.type, field.nullable, scope, field)
            for name, field in cls.fields().items()
            if cls.element is None
        }
        element = None
        if cls.element is not None:
            element = _domain(program, cls.element, True, scope)
        lengths = (0, scope.longest)
        found[cls.name] = ClassScope(cls.name, scope.count(cls.name), fields, element, lengths)
    domains = {
        name: references(*(each.name for each in program.subtypes(cls)), null=nullable)
        for name, (cls, nullable) in roots.items()
    }
    return Finitization(found, domains)


def reachable(program: Program, types: Sequence[ClassDecl]) -> Iterator[ClassDecl]:
    """The classes of objects that such inputs can lead to."""
    waiting: list[Type] = list(types)
    seen: set[ClassDecl] = set()
    while waiting:
        type_ = waiting.pop(0)
        if not isinstance(type_, ClassDecl):
            continue
        for cls in program.subtypes(type_):
            if cls not in seen:
                seen.add(cls)
                yield cls
                waiting += [field.type for field in cls.fields().values() if not field.absent]
                if cls.element is not None:
                    waiting.append(cls.element)


def _domain(
    program: Program,
    type_: Type,
    nullable: bool,
    scope: Scope,
    field: FieldDecl | None = None,
) -> Domain:
    if isinstance(type_, ClassDecl):
        return references(*(cls.name for cls in program.subtypes(type_)), null=nullable)
    if type_ is BOOL:
        return booleans()
    low = field.low if field is not None and field.low is not None else 0
    high = field.high if field is not None and field.high is not None else scope.largest
    return integers(low, high)


def cells_of(program: Program, finitization: Finitization) -> dict[str, ClassCells]:
    """Where heaps keep the objects of a finitization."""
    found: dict[str, ClassCells] = {}
    for name in finitization.classes:
        cls = program.classes[name]
        if cls.element is None:
            fields = {label: Cells((Part(cell),)) for label, cell in cls.fields().items()}
            found[name] = ClassCells(fields)
        else:
            length = cls.own_fields["length"]
            element = Cells((Part(length),))
            found[name] = ClassCells({}, length, element, element_kind(cls).name)
    return found
