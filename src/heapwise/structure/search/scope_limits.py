"""What a scope leaves out: inputs with more objects, longer containers or other numbers.

A scope is a limit only where valid inputs could exceed it. Of a class that no chain of fields leads
back to, and that no container holds, there are at most as many objects as there are ways to it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from heapwise.program import ClassDecl, FieldDecl, Program, Type
from heapwise.structure.search.field_domains import Domain, Finitization

N = TypeVar("N", bound=Hashable)

Places = Iterable[Sequence[N]]
"""Fields, each with the classes that an object in it may have."""

_MANY = 64
"""Ways to a class from which on nobody counts them."""

SCOPE = "scope"
LENGTHS = "max-length"
VALUES = "values"


def most_objects(
    roots: Places[N], fields: Callable[[N], Places[N]], holds_many: Callable[[N], bool]
) -> dict[N, float]:
    """How many objects of each class inputs can have at most; infinity if there is no limit."""
    found: dict[N, float] = {}

    def visit(classes: Sequence[N], above: frozenset[N], many: bool) -> None:
        for cls in classes:
            ways = found.get(cls, 0) + 1
            endless = many or cls in above or ways > _MANY
            if ways == math.inf:
                continue
            found[cls] = math.inf if endless else ways
            for place in fields(cls):
                visit(place, above | {cls}, endless or holds_many(cls))

    for root in roots:
        visit(root, frozenset(), False)
    return found


def program_limits(
    program: Program,
    roots: Iterable[Type],
    scope: Mapping[ClassDecl, int],
    length: int,
    is_initial: Callable[[FieldDecl], bool] = lambda field: True,
) -> dict[str, str]:
    """What a scope of so many objects of each class leaves out of the inputs of these types, whose
    fields hold objects as far as they are `initial`."""

    def classes(type_: Type) -> Sequence[ClassDecl]:
        return program.subtypes(type_) if isinstance(type_, ClassDecl) else ()

    def fields(cls: ClassDecl) -> Iterator[Sequence[ClassDecl]]:
        for field in (*cls.fields().values(), *cls.items().values()):
            if is_initial(field):
                yield classes(field.type)
        if cls.element is not None:
            yield classes(cls.element)

    most = most_objects([classes(each) for each in roots], fields, _is_container)
    limits = {cls.name: scope[cls] for cls in most if cls in scope and most[cls] > scope[cls]}
    lengths = (length,) if any(_is_container(cls) for cls in most) else ()
    return _in_words(limits, lengths)


def bound_lengths(program: Program, length: int) -> None:
    """Leave longer containers out of the inputs of a program, which `program_limits` tells."""
    for cls in program.classes.values():
        field = cls.own_fields.get("length") if _is_container(cls) else None
        if field is not None and (field.high is None or field.high > length):
            field.high = length


def _is_container(cls: ClassDecl) -> bool:
    return cls.element is not None or bool(cls.items())


def finitization_limits(finitization: Finitization) -> dict[str, str]:
    """The same for what a finitization says, and which values of fields it leaves out."""
    scopes = finitization.classes

    def fields(name: str) -> Iterator[Sequence[str]]:
        for domain in scopes[name].fields.values():
            yield domain.classes
        element = scopes[name].element
        if element is not None:
            yield element.classes

    most = most_objects(
        [domain.classes for domain in finitization.roots.values()],
        fields,
        lambda name: scopes[name].element is not None,
    )
    limits = {name: scopes[name].count for name in most if most[name] > scopes[name].count}
    lengths = [scopes[name].lengths[1] for name in most if scopes[name].element is not None]
    found = _in_words(limits, lengths)
    values = _values(domain for _, domain in finitization.domains())
    return {**found, VALUES: values} if values else found


def _in_words(objects: Mapping[str, int], lengths: Sequence[int]) -> dict[str, str]:
    found: dict[str, str] = {}
    if objects:
        parts = [f"{count} of {name}" for name, count in objects.items()]
        found[SCOPE] = f"at most {parts[0].replace(' of ', ' objects of ', 1)}" + "".join(
            f", {part}" for part in parts[1:]
        )
    if lengths:
        found[LENGTHS] = f"at most {max(lengths)} items in each container"
    return found


def _values(domains: Iterable[Domain]) -> str:
    """Of which numbers and texts only some are tried."""
    numbers: set[int] = set()
    others: set[str] = set()
    for domain in domains:
        for value in domain.values:
            if isinstance(value, bool) or value is None:
                continue
            if isinstance(value, int):
                numbers.add(value)
            elif isinstance(value, str | float):
                others.add(repr(value))
    parts = [f"integers from {min(numbers)} to {max(numbers)} in fields"] if numbers else []
    parts += [f"{len(others)} texts and floats in fields"] if others else []
    return " and ".join(parts)
