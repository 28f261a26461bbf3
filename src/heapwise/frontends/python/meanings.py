"""What Python says for the numbers that stand for alternatives of hints, members of enums and parts
of dates and Decimals: conditions of paths are written so.

Inputs are known by the names that `semantics.objects.inputs` gives them, fields and items by those
of the cells of their layout.
"""

from __future__ import annotations

import datetime
import decimal
import enum
import fractions
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from heapwise.frontends.python.model import value_objects
from heapwise.frontends.python.model.layouts import Layout, Part
from heapwise.frontends.python.model.universe import Universe, members_of
from heapwise.frontends.python.semantics.objects.inputs import TAG, grouped
from heapwise.frontends.python.source.builtin_bases import HELD
from heapwise.frontends.python.typing.shapes import (
    BoolShape,
    BytesShape,
    ClassShape,
    EnumShape,
    FloatShape,
    IntShape,
    LiteralShape,
    NoneShape,
    Shape,
    StrShape,
    TypedDictShape,
    ValueShape,
)
from heapwise.program import Program
from heapwise.results.heap import Named
from heapwise.results.meaning import EQUALS, IS, IS_INSTANCE, Case, Meaning, told_apart

_PARTS: dict[type, tuple[str, ...]] = {
    datetime.date: ("toordinal()",),
    datetime.datetime: ("microseconds()",),
    datetime.time: ("microseconds()",),
    datetime.timedelta: ("microseconds()",),
    fractions.Fraction: ("numerator", "denominator"),
    complex: ("real", "imag"),
}
_CLASSES: dict[type, type] = {
    IntShape: int,
    BoolShape: bool,
    FloatShape: float,
    StrShape: str,
    BytesShape: bytes,
}
_KINDS = {"int": int, "bool": bool, "float": float, "str": str, "bytes": bytes}


class PythonMeanings:
    def __init__(
        self, program: Program, universe: Universe, parameters: Mapping[str, Shape]
    ) -> None:
        self._program = program
        self._universe = universe
        self._inputs: dict[str, Meaning] = {}
        for name, shape in parameters.items():
            self._inputs.update(self._of_input(name, shape, name))

    def of(self, name: str) -> Meaning | None:
        found = self._inputs.get(name)
        return self._of_field(name) if found is None else found

    # -- inputs

    def _of_input(self, name: str, shape: Shape, shown: str) -> Iterator[tuple[str, Meaning]]:
        groups = grouped(shape)
        for suffix, parts in groups:
            yield from self._of_alternative(name + suffix, parts[0], shown)
        if len(groups) > 1:
            classes = [_class_of(parts) for _, parts in groups]
            cases = [
                self._case(cls, classes) if cls is not None else _said(parts[0])
                for cls, (_, parts) in zip(classes, groups, strict=True)
            ]
            yield name + TAG, Meaning(shown, cases=told_apart(tuple(cases)))

    def _of_alternative(self, name: str, shape: Shape, shown: str) -> Iterator[tuple[str, Meaning]]:
        match shape:
            case ValueShape(cls):
                for number in range(len(value_objects.cells_of(cls))):
                    yield f"{name}:{number}", _part(shown, cls, number)
                if cls is datetime.date:
                    for part in ("year", "month", "day"):
                        yield f"{name}:0:{part}", Meaning(shown, part=part)
            case EnumShape(cls):
                yield name, Meaning(shown, cases=self._members(cls))
            case LiteralShape(values):
                yield name, Meaning(shown, cases=tuple(self._literal(each) for each in values))
            case TypedDictShape(_, items):
                for key, each, _ in items:
                    yield f"{name}.{key}?", Meaning(f"{key!r} in {shown}")
                    yield from self._of_input(f"{name}.{key}", each, f"{shown}[{key!r}]")
            case _ if name != shown:
                yield name, Meaning(shown)

    # -- fields and items

    def _of_field(self, name: str) -> Meaning | None:
        owner, _, field = name.rpartition(".")
        decl = self._program.classes.get(owner)
        if decl is None:
            return self._of_way(owner, field)
        shown = field.partition(":")[0]
        container = self._universe.container(decl)
        if container is None:
            layout = self._universe.layout(decl, shown)
        else:
            layout = next((each for each in container.items if each.name == shown), None)
        meaning = None if layout is None else self._of_cell(layout, field)
        if meaning is None or container is None or not container.is_keyed:
            return meaning
        return replace(meaning, most=self._universe.max_length)

    def _of_way(self, owner: str, field: str) -> Meaning | None:
        """Strategies that name an initial value by the way to it: what the field of that name is,
        if classes agree."""
        shown = field.partition(":")[0]
        layouts = (self._universe.layout(each, shown) for each in self._program.classes.values())
        found = {self._of_cell(layout, field) for layout in layouts if layout is not None}
        if len(found) != 1:
            return None
        (meaning,) = found
        return meaning and replace(meaning, name=f"{owner}.{meaning.name}".rstrip("."))

    def _of_cell(self, layout: Layout, field: str) -> Meaning | None:
        if field == layout.tag.name:
            classes = [_KINDS.get(part.kind, part.cls) for part in layout.parts]
            cases = [
                self._case(cls, classes) if cls is not None else _said_of(part)
                for cls, part in zip(classes, layout.parts, strict=True)
            ]
            return Meaning(layout.name, cases=told_apart(tuple(cases)))
        for part in layout.parts:
            for number, cell in enumerate(part.cells):
                if cell.name == field:
                    return self._of_part(layout.name, part, number)
        return None

    def _of_part(self, shown: str, part: Part, number: int) -> Meaning:
        if part.kind == "enum" and part.cls is not None:
            return Meaning(shown, cases=self._members(part.cls))
        if part.kind == "parts" and part.cls is not None:
            return _part(shown, part.cls, number)
        return Meaning("" if shown == HELD else shown)

    # -- cases

    def _case(self, cls: type, classes: Sequence[type | None]) -> Case | None:
        """None if an object of another alternative is one of this class, too."""
        if any(each is not None and each is not cls and issubclass(each, cls) for each in classes):
            return None
        return Case(IS_INSTANCE, Named(self._universe.public_name(cls)))

    def _members(self, cls: type) -> tuple[Case, ...]:
        name = self._universe.public_name(cls)
        return tuple(Case(IS, Named(f"{name}.{member.name}")) for member in members_of(cls))

    def _literal(self, value: object) -> Case | None:
        if isinstance(value, enum.Enum):
            return Case(IS, Named(f"{self._universe.public_name(type(value))}.{value.name}"))
        return Case(EQUALS, Named(repr(value))) if isinstance(value, int | float | str) else None


def _class_of(parts: tuple[Shape, ...]) -> type | None:
    """Whose objects the values of an alternative are."""
    if len(parts) > 1:
        return None
    match parts[0]:
        case EnumShape(cls) | ValueShape(cls) | ClassShape(cls):
            return cls
        case shape:
            return _CLASSES.get(type(shape))


def _said(shape: Shape) -> Case | None:
    return Case(IS, None) if isinstance(shape, NoneShape) else None


def _said_of(part: Part) -> Case | None:
    return Case(IS, None) if part.kind == "none" else None


def _part(shown: str, cls: type, number: int) -> Meaning:
    if cls is decimal.Decimal:
        return Meaning(shown, factor=10**value_objects.PLACES)
    return Meaning(shown, part=_PARTS[cls][number])
