"""What a generated program declares: its classes, fields and method signatures.

A small model of the type system of the POSE language, just enough to generate well-typed
expressions. Methods are ranked by their place in `Schema.methods`: a body calls only methods of a
lower rank, and itself only with less fuel, so that every generated program ends.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from heapwise.frontends.tiny.syntax import TypeName

T = TypeVar("T")

INT = TypeName("int")
BOOL = TypeName("bool")
OBJECT = TypeName("Object")


@dataclass(frozen=True, slots=True)
class Field:
    owner: str
    name: str
    type: TypeName


@dataclass(frozen=True, slots=True)
class Signature:
    """A method and the classes that implement it, the topmost first. One that takes `fuel` has
    it as an int parameter before the others and may call itself."""

    name: str
    owners: tuple[str, ...]
    parameters: tuple[TypeName, ...]
    result: TypeName
    takes_fuel: bool


@dataclass(frozen=True, slots=True)
class Features:
    """What one program is about: few things at a time, so that it stays small."""

    arrays: bool
    objects: bool
    bools: bool
    literals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Schema:
    """`superclasses` has every class, in order of declaration; None is the implicit root."""

    superclasses: dict[str, str | None]
    fields: tuple[Field, ...]
    methods: tuple[Signature, ...]
    features: Features

    @property
    def classes(self) -> tuple[str, ...]:
        return tuple(self.superclasses)

    def chain(self, name: str) -> Iterator[str]:
        """The class and its declared superclasses."""
        current: str | None = name
        while current is not None:
            yield current
            current = self.superclasses[current]

    def is_subtype(self, kind: TypeName, of: TypeName) -> bool:
        if kind == of:
            return True
        if is_primitive(kind) or is_primitive(of) or of.dimensions:
            return False
        if of == OBJECT:
            return True
        return not kind.dimensions and kind != OBJECT and of.name in self.chain(kind.name)

    def subclasses(self, name: str) -> tuple[str, ...]:
        return tuple(each for each in self.classes if name in self.chain(each))

    def class_types(self) -> tuple[TypeName, ...]:
        return tuple(TypeName(name) for name in self.classes)


def is_primitive(kind: TypeName) -> bool:
    return kind in (INT, BOOL)


def element_of(kind: TypeName) -> TypeName:
    return TypeName(kind.name, kind.dimensions - 1)


def weighted(choose: random.Random, options: Sequence[tuple[int, T]]) -> T:
    return choose.choices([value for _, value in options], [weight for weight, _ in options])[0]


def random_schema(choose: random.Random) -> Schema:
    features = Features(
        arrays=choose.random() < 0.3,
        objects=choose.random() < 0.2,
        bools=choose.random() < 0.3,
        literals=choose.choice(((0, 1), (0, 1), (0, 2), (0, 1, 2), (1, 3))),
    )
    superclasses = _random_classes(choose)
    names = tuple(superclasses)
    fields = _random_fields(choose, names, features)
    methods = _random_methods(choose, superclasses, features)
    return Schema(superclasses, fields, methods, features)


def _random_classes(choose: random.Random) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for name in "ABC"[: weighted(choose, [(3, 1), (4, 2), (2, 3)])]:
        above = choose.choice(list(found)) if found and choose.random() < 0.7 else None
        found[name] = above
    return found


def _random_fields(
    choose: random.Random, classes: Sequence[str], features: Features
) -> tuple[Field, ...]:
    found: list[Field] = []
    for owner in classes:
        for _ in range(weighted(choose, [(1, 0), (4, 1), (3, 2)])):
            kind = _random_type(choose, classes, features)
            found.append(Field(owner, f"{_initial(kind)}{len(found)}", kind))
    if not any(not is_primitive(each.type) for each in found):
        found.append(Field(classes[0], f"r{len(found)}", TypeName(choose.choice(classes))))
    return tuple(sorted(found[-4:], key=lambda each: each.owner))


def _initial(kind: TypeName) -> str:
    if kind.dimensions:
        return "a"
    return {INT: "v", BOOL: "b", OBJECT: "o"}.get(kind, "r")


def _random_type(choose: random.Random, classes: Sequence[str], features: Features) -> TypeName:
    reference = TypeName(choose.choice(classes))
    options = [(5, INT), (9, reference)]
    if features.arrays:
        options += [(2, TypeName("int", 1)), (2, TypeName(reference.name, 1))]
    if features.objects:
        options.append((3, OBJECT))
    if features.bools:
        options.append((3, BOOL))
    return weighted(choose, options)


def _random_methods(
    choose: random.Random, superclasses: dict[str, str | None], features: Features
) -> tuple[Signature, ...]:
    names = tuple(superclasses)
    found: list[Signature] = []
    for number in range(weighted(choose, [(1, 0), (5, 1), (3, 2), (1, 3)])):
        owner = choose.choice(names)
        below = [name for name in names if superclasses[name] == owner]
        owners = (owner, *(name for name in below if choose.random() < 0.7))
        kinds = [(4, INT), (2, BOOL), (3, TypeName(choose.choice(names)))]
        count = weighted(choose, [(2, 0), (4, 1), (2, 2)])
        parameters = tuple(_random_type(choose, names, features) for _ in range(count))
        fuel = choose.random() < 0.35
        found.append(Signature(f"m{number}", owners, parameters, weighted(choose, kinds), fuel))
    return tuple(found)
