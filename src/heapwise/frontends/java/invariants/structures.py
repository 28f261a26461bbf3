"""Structures of Java objects, for searches: the objects within a scope, and when they are valid.

As for other languages, there are so many objects of each class as the scope says, references to any
object that fits and null, numbers from 0 to the scope, a few strings and floats, and arrays up to a
length. Boxes and strings, which bounds do not count, are as many as there are places for them. An
object of an enum class is a stand-in (`enum_constants`): all there is to it is its ordinal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from heapwise.frontends.input_limits import limit_of, numbers
from heapwise.frontends.java.contracts import Condition
from heapwise.frontends.java.main_code import Parameter, condition_code
from heapwise.frontends.java.program import JavaProgram
from heapwise.frontends.java.runtime import JavaRuntime
from heapwise.frontends.java.semantics.direct_world import world_of
from heapwise.frontends.java.semantics.enum_constants import constants_of
from heapwise.frontends.java.universe.declarations import JavaClass
from heapwise.program import BOOL, ClassDecl, FieldDecl, Type
from heapwise.program.types import FLOAT, FLOAT32, STR
from heapwise.structure.search.field_domains import (
    ClassScope,
    Domain,
    Finitization,
    booleans,
    integers,
    nothing,
    one_of,
    references,
)
from heapwise.structure.search.symsolve import Structure
from heapwise.structure.search.vectors import Space
from heapwise.structure.to_python.deriving import Scope, cells_of, reachable
from heapwise.structure.to_python.direct_world import DirectWorld

_STRINGS = ("", "a", "b")
_FLOATS = (0.0, 1.0)
_ORDINAL = "ordinal"


def java_structure(
    program: JavaProgram,
    parameters: Sequence[Parameter],
    conditions: Sequence[Condition],
    scope: Scope,
    *,
    raising: bool = False,
    constants: bool = False,
) -> Structure:
    """Of these inputs under conditions that speak of them. `raising`: a condition that throws is an
    error; else the structure is not valid. With `constants`, a field of an enum class holds
    constants, and not objects that stand for them."""
    runtime = program.runtime
    assert isinstance(runtime, JavaRuntime)
    world = world_of(program)
    receiver = program.universe.decl(program.found.cls.name)
    code = condition_code(
        runtime, receiver, program.found.method, parameters, conditions, catching=not raising
    )
    finitization = _Deriving(program, scope, world if constants else None).derive(parameters)

    def invariant(space: Space) -> Callable[[], object]:
        return world.invariant(code, space, raising)

    return Structure(finitization, lambda: world, invariant, cells_of(program, finitization))


class _Deriving:
    def __init__(self, program: JavaProgram, scope: Scope, world: DirectWorld | None) -> None:
        self._program = program
        self._scope = scope
        self._world = world
        self._constants: dict[ClassDecl, tuple[object, ...]] = {}

    def derive(self, roots: Sequence[Parameter]) -> Finitization:
        types = [root.type for root in roots if isinstance(root.type, ClassDecl)]
        reached = list(reachable(self._program, types))
        if self._world is not None:
            for cls in reached:
                self._stand_ins(self._world, cls)
        found = {cls.name: self._class(cls) for cls in reached if cls not in self._constants}
        places = self._places(found, len(roots))
        for cls in reached:
            if not cls.counted and cls.name in found:
                own = found[cls.name]
                found[cls.name] = ClassScope(own.name, places.get(cls.name, 0), own.fields)
        domains = {root.name: self._domain(root.type, root.nullable) for root in roots}
        return Finitization(found, domains)

    def _class(self, cls: ClassDecl) -> ClassScope:
        if cls.element is not None:
            element = self._domain(cls.element)
            lengths = (0, self._scope.longest)
            return ClassScope(cls.name, self._count(cls), {}, element, lengths)
        if isinstance(cls, JavaClass) and cls.file.is_enum:
            last = len(constants_of(cls)) - 1
            return ClassScope(cls.name, last + 1, {_ORDINAL: integers(0, last)})
        fields = {name: self._field(field) for name, field in cls.fields().items()}
        return ClassScope(cls.name, self._count(cls), fields)

    def _field(self, field: FieldDecl) -> Domain:
        if field.absent:
            return nothing(field.type)
        said = limit_of(field.owner.name, field.name, self._program.universe.options.fields)
        limits = numbers(said) if said is not None else None
        if limits is not None:
            return integers(*limits)
        return self._domain(field.type, field.nullable)

    def _count(self, cls: ClassDecl) -> int:
        for above in cls.ancestors():
            if above.name in self._scope.objects_of:
                return self._scope.objects_of[above.name]
        return self._scope.objects

    @staticmethod
    def _places(found: Mapping[str, ClassScope], roots: int) -> dict[str, int]:
        """How many cells of counted objects may refer to an object of each class."""
        places: dict[str, int] = {}
        for scope in found.values():
            cells = [(domain, scope.count) for domain in scope.fields.values()]
            if scope.element is not None:
                cells.append((scope.element, scope.count * scope.lengths[1]))
            for domain, count in cells:
                for name in domain.classes:
                    places[name] = places.get(name, 0) + count
        return {name: count + roots for name, count in places.items()}

    def _domain(self, type_: Type, nullable: bool = True) -> Domain:
        if isinstance(type_, ClassDecl):
            return self._references(type_, nullable)
        if type_ is BOOL:
            return booleans()
        if type_ is STR:
            return one_of(*_STRINGS)
        if type_ in (FLOAT, FLOAT32):
            return one_of(*_FLOATS)
        return integers(0, self._scope.largest)

    def _references(self, type_: ClassDecl, null: bool) -> Domain:
        classes = self._program.subtypes(type_)
        plain = references(
            *(each.name for each in classes if each not in self._constants), null=null
        )
        held = [value for each in classes for value in self._constants.get(each, ())]
        return Domain((*plain.values, *held), plain.classes)

    def _stand_ins(self, world: DirectWorld, cls: ClassDecl) -> None:
        if isinstance(cls, JavaClass) and cls.file.is_enum:
            before = sum(map(len, self._constants.values()))
            self._constants[cls] = tuple(
                world.stand_in(cls, before + number, {_ORDINAL: number}, f"{cls.name}.{name}")
                for number, name in enumerate(constants_of(cls))
            )
