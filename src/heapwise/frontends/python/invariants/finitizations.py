"""Finitizations of Python classes, derived from hints.

Invariants in Python run as they are, in CPython, on objects that tell what is read
(`recording_objects`). Lists in fields are objects of their own, which may be shared; sets, dicts
and tuples are values, and must not contain objects of user classes.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from typing import Any, NamedTuple, cast

from heapwise.contracts.contract import Condition
from heapwise.frontends.input_limits import NOT_NULL, numbers
from heapwise.frontends.python.invariants.recording_objects import OPAQUE, TRACKED, PythonWorld
from heapwise.frontends.python.model.layouts import Layout
from heapwise.frontends.python.model.layouts import Part as LayoutPart
from heapwise.frontends.python.model.universe import Universe, members_of
from heapwise.frontends.python.model.values import EnumValue
from heapwise.frontends.python.source.hierarchy import subclasses
from heapwise.frontends.python.typing.fields import fields_of
from heapwise.frontends.python.typing.shapes import (
    BoolShape,
    ClassShape,
    DictShape,
    EnumShape,
    FloatShape,
    IntShape,
    ListShape,
    LiteralShape,
    NoneShape,
    OpaqueShape,
    Shape,
    StrShape,
    TupleShape,
    UnknownShape,
    alternatives,
)
from heapwise.program import ClassDecl, InputError
from heapwise.structure.search.cells import Cells, ClassCells, Part
from heapwise.structure.search.field_domains import ClassScope, Domain, Finitization, integers
from heapwise.structure.search.symsolve import Structure
from heapwise.structure.search.vectors import Space
from heapwise.structure.to_python.deriving import Scope

_MOST_VALUES = 5_000
"""Values of a container that is a value."""

_STRINGS = ("", "a", "b")
_FLOATS = (0.0, 1.0)


class Check(NamedTuple):
    """A condition that must hold of some of the roots; not looked at if one it is about is None
    and it is an invariant of that."""

    condition: Condition
    roots: tuple[str, ...]
    is_invariant: bool = True


def python_structure(
    universe: Universe, roots: Mapping[str, Shape], checks: Sequence[Check], scope: Scope
) -> Structure:
    """Raises `InputError` for a field without a usable hint."""
    deriving = _Deriving(universe, scope)
    finitization = deriving.finitization(roots)

    def invariant(space: Space) -> Callable[[], object]:
        return _together(space, checks)

    def make_world() -> PythonWorld:
        return PythonWorld(deriving.classes)

    return Structure(finitization, make_world, invariant, deriving.cells())


def _together(space: Space, checks: Sequence[Check]) -> Callable[[], object]:
    """All checks in their order, on what the roots of the space are."""
    touch = space.touch
    slots = {name: slot for slot, name in enumerate(space.finitization.roots)}
    tests = [
        ([slots[name] for name in check.roots], predicate(check.condition), check.is_invariant)
        for check in checks
    ]

    def holds() -> bool:
        for wanted, test, is_invariant in tests:
            if is_invariant:
                value = touch(wanted[0])
                if value is not None and not test(value):
                    return False
            elif not test(*map(touch, wanted)):
                return False
        return True

    return holds


def predicate(condition: Condition) -> Callable[..., object]:
    """The condition as a function of its names, in their order."""
    names = [ast.arg(name) for name in condition.names]
    nothing: dict[str, Any] = {"posonlyargs": [], "kwonlyargs": [], "kw_defaults": []}
    arguments = ast.arguments(args=names, defaults=[], **nothing)
    tree = ast.Expression(ast.Lambda(arguments, condition.expression))
    code = compile(ast.fix_missing_locations(tree), condition.at.file, "eval")
    return cast("Callable[..., object]", eval(code, dict(condition.globals)))


class _Deriving:
    """One finitization, from hints."""

    def __init__(self, universe: Universe, scope: Scope) -> None:
        self._universe = universe
        self._scope = scope
        self.classes: dict[str, type] = {}
        self._scopes: dict[str, ClassScope] = {}
        self._lists: dict[str, ListShape] = {}
        self._waiting: list[type | ListShape] = []

    def finitization(self, roots: Mapping[str, Shape]) -> Finitization:
        domains = {name: self.domain(shape, f"`{name}`") for name, shape in roots.items()}
        while self._waiting:
            wanted = self._waiting.pop(0)
            if isinstance(wanted, ListShape):
                self._add_lists(wanted)
            else:
                self._add_class(wanted)
        return Finitization(self._scopes, domains)

    def _add_class(self, cls: type) -> None:
        name = self._name(cls)
        if name in self._scopes:
            return
        if issubclass(cls, list | dict | set | frozenset | tuple | str | int | float):
            raise InputError(f"objects of `{name}`, a subclass of a builtin, cannot be enumerated")
        self.classes[name] = cls
        self._scopes[name] = ClassScope(name, self._scope.count(name))
        fields = {
            label: self._limited(cls, label, self.domain(info.shape, f"{name}.{label}"))
            for label, info in fields_of(cls).items()
        }
        self._scopes[name] = ClassScope(name, self._scope.count(name), fields)

    def _limited(self, cls: type, label: str, domain: Domain) -> Domain:
        """The domain, or what the user says the field holds."""
        decl = self._universe.decl(cls)
        layout = None if decl is None else self._universe.layout(decl, label)
        said = None if layout is None else layout.limit
        if said is None:
            return domain
        limits = numbers(said)
        if limits is not None:
            return integers(*limits)
        if said == NOT_NULL:
            others = tuple(value for value in domain.values if value is not None)
            return Domain(others, domain.classes)
        absent = [value for value in domain.values if value is None]
        return Domain(tuple(absent or [value for value in domain.values if not value][:1]))

    def _add_lists(self, shape: ListShape) -> None:
        name = str(shape)
        if name in self._scopes:
            return
        self._lists[name] = shape
        count = self._scope.objects_of.get(name, self._scope.objects)
        self._scopes[name] = ClassScope(name, count)
        element = self.domain(shape.element, name)
        lengths = (0, self._scope.longest)
        self._scopes[name] = ClassScope(name, count, {}, element, lengths)

    def _name(self, cls: type) -> str:
        decl = self._universe.decl(cls)
        return cls.__qualname__ if decl is None else decl.name

    def domain(self, shape: Shape, where: str) -> Domain:
        values: list[object] = []
        classes: list[str] = []
        for part in alternatives(shape):
            match part:
                case ClassShape(cls):
                    concrete = [each for each in _family(cls) if not inspect.isabstract(each)]
                    self._waiting += concrete
                    classes += [self._name(each) for each in concrete]
                case ListShape("list", _):
                    self._waiting.append(part)
                    classes.append(str(part))
                case OpaqueShape():
                    self._scopes.setdefault(OPAQUE, ClassScope(OPAQUE, self._scope.count(OPAQUE)))
                    classes.append(OPAQUE)
                case _:
                    values += self._values(part, where)
        values.sort(key=lambda value: value is not None)
        return Domain(tuple(values), tuple(dict.fromkeys(classes)))

    def _values(self, shape: Shape, where: str) -> list[object]:
        """All values of a shape that has no objects in it."""
        match shape:
            case NoneShape():
                return [None]
            case IntShape():
                return list(range(self._scope.largest + 1))
            case BoolShape():
                return [False, True]
            case FloatShape():
                return list(_FLOATS)
            case StrShape():
                return list(_STRINGS)
            case EnumShape(cls):
                return list(members_of(cls))
            case LiteralShape(values):
                return list(values)
            case TupleShape(items):
                return self._few(product(*(self._plain(item, where) for item in items)), where)
            case ListShape(kind, element):
                return self._few(self._collections(kind, element, where), where)
            case DictShape(_, key, value):
                return self._few(self._dicts(key, value, where), where)
            case UnknownShape(reason):
                raise InputError(f"{where} has no usable hint: {reason}")
        raise InputError(f"{where}: the values of `{shape}` cannot be enumerated")

    def _plain(self, shape: Shape, where: str) -> list[object]:
        return [value for part in alternatives(shape) for value in self._values(part, where)]

    def _collections(self, kind: str, element: Shape, where: str) -> Iterator[object]:
        items = self._plain(element, where)
        for length in range(min(self._scope.longest, len(items)) + 1):
            if kind in ("set", "frozenset"):
                make: Callable[..., object] = set if kind == "set" else frozenset
                yield from (make(chosen) for chosen in combinations(items, length))
            else:
                yield from (tuple(chosen) for chosen in product(items, repeat=length))

    def _dicts(self, key: Shape, value: Shape, where: str) -> Iterator[object]:
        keys, values = self._plain(key, where), self._plain(value, where)
        for length in range(min(self._scope.longest, len(keys)) + 1):
            for chosen in permutations(keys, length):
                for held in product(values, repeat=length):
                    yield dict(zip(chosen, held, strict=True))

    @staticmethod
    def _few(values: Iterator[object] | product[tuple[object, ...]], where: str) -> list[object]:
        found: list[object] = []
        for value in values:
            found.append(value)
            if len(found) > _MOST_VALUES:
                raise InputError(
                    f"{where} has more than {_MOST_VALUES} values within the scope: lower the "
                    "bound on lengths, or give it a domain of its own"
                )
        return found

    # -- where the heap has them

    def cells(self) -> dict[str, ClassCells]:
        found: dict[str, ClassCells] = {}
        for name, cls in self.classes.items():
            decl = self._universe.decl(cls)
            layouts = {} if decl is None else self._universe.layouts(decl)
            fields = {label: _cells(layout) for label, layout in layouts.items()}
            found[name] = ClassCells({k: cells for k, cells in fields.items() if cells is not None})
        for name, shape in self._lists.items():
            container = self._universe.container_of(shape)
            element = _cells(container.items[0])
            if element is not None:
                found[name] = ClassCells({}, container.length, element)
        return found


def _cells(layout: Layout) -> Cells | None:
    """None if a field is kept in a way that says nothing about its value here."""
    parts = [_part(part) for part in layout.parts]
    if any(part is None for part in parts):
        return None
    known = tuple(part for part in parts if part is not None)
    return Cells(known, layout.tag if len(known) > 1 else None)


def _part(part: LayoutPart) -> Part | None:
    match part.kind:
        case "none":
            return Part(None)
        case "enum":
            assert part.cls is not None
            members = members_of(part.cls)
            return Part(part.field, lambda index: members[cast("int", index)])
        case "literal":
            literals = part.literals
            return Part(part.field, lambda index: _literal(literals[cast("int", index)]))
        case "opaque":
            return None
    if part.kind == "ref" and part.field is not None:
        cls = part.field.type
        if isinstance(cls, ClassDecl) and not _has_objects(cls):
            return None
    return Part(part.field)


def _literal(value: object) -> object:
    if isinstance(value, EnumValue):
        return members_of(value.cls)[cast("int", value.index)]
    return value


def _has_objects(cls: ClassDecl) -> bool:
    """Are its objects in a space? Containers other than lists are values there."""
    return cls.counted or cls.name.startswith("list[")


def _family(cls: type) -> list[type]:
    """The class and all its subclasses, each once."""
    return [each for each in (cls, *subclasses(cls)) if TRACKED not in vars(each)]
