"""Where the value of an attribute, or of an element of an input container, is kept.

The heap has cells of one sort each. A hint of one sort (`int`, `Node | None`) is one cell; a union
of several is a cell for each, and a tag that says which one counts. What the program writes need
not follow the hint: a value that fits no cell goes, boxed, into the cell `other`, and only then is
the tag of a hint of one sort looked at (`loose` in the store of the path).
"""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.frontends.python.model import value_objects
from heapwise.frontends.python.model.store_keys import GENERATORS, escaped, loose
from heapwise.frontends.python.model.values import (
    NONE,
    Boxed,
    Bytes,
    EnumValue,
    InputFunction,
    Mac,
    Opaque,
    Tagged,
    Value,
    ValueObject,
    Weak,
)
from heapwise.frontends.python.typing.shapes import CallableShape
from heapwise.program.types import BOOL, FLOAT, INT, STR, ClassDecl, FieldDecl, Type
from heapwise.terms import BOOL as BOOL_SORT
from heapwise.terms import FLOAT as FLOAT_SORT
from heapwise.terms import INT as INT_SORT
from heapwise.terms import REF as REF_SORT
from heapwise.terms import STR as STR_SORT
from heapwise.terms import Op, Scalar, Term, eq, ite, sort_of, str_is_latin


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """An alternative of a hint. `kind` is int, bool, float, str, bytes, ref, none, enum, opaque,
    callable, weak, literal or parts; `field` is its cell, which `none` does not have, and `more`
    are those of a value that has several parts."""

    kind: str
    field: FieldDecl | None
    cls: type | None = None
    name: str = ""
    literals: tuple[Value, ...] = ()
    function: CallableShape | None = None
    more: tuple[FieldDecl, ...] = ()

    @property
    def cells(self) -> tuple[FieldDecl, ...]:
        return () if self.field is None else (self.field, *self.more)

    def value(self, scalar: Scalar) -> Value:
        if self.kind == "enum":
            assert self.cls is not None
            return EnumValue(self.cls, scalar)
        if self.kind == "opaque":
            return Opaque(self.name, scalar)
        if self.kind == "literal":
            return Tagged(scalar, self.literals)
        if self.kind == "callable":
            assert self.function is not None
            return InputFunction(self.function, scalar)
        if self.kind == "bytes":
            return Bytes(scalar)
        if self.kind == "weak":
            assert isinstance(scalar, Term)
            return Weak(scalar)
        return scalar

    def scalars(self, value: Value) -> tuple[Scalar, ...] | None:
        """What to keep in the cells for `value`; None if it does not fit."""
        if self.kind == "parts":
            fits = isinstance(value, ValueObject) and value.cls is self.cls
            return value_objects.scalars_of(value) if fits else None
        scalar = self._scalar(value)
        if self.field is None:
            return None if scalar is None else ()
        return None if scalar is None else (scalar,)

    def _scalar(self, value: Value) -> Scalar | None:
        if self.kind == "enum":
            if isinstance(value, EnumValue) and value.cls is self.cls:
                return value.index
            return None
        if self.kind == "opaque":
            return value.term if isinstance(value, Opaque) else None
        if self.kind == "literal":
            return self._literal(value)
        if self.kind == "callable":
            if isinstance(value, InputFunction) and value.shape == self.function:
                return value.number
            return None
        if self.kind == "bytes":
            return value.text if isinstance(value, Bytes) else None
        if self.kind == "weak":
            return value.of if isinstance(value, Weak) else None
        if self.kind == "none":
            return 0 if value is NONE else None
        if not isinstance(value, Term | int | float | str):
            return None
        return _fit(self.kind, value)

    def _literal(self, value: Value) -> Scalar | None:
        for index, literal in enumerate(self.literals):
            if type(literal) is type(value) and literal == value:
                return index
        if isinstance(value, Tagged) and value.parts == self.literals:
            return value.tag
        return None


_SORTS = {
    "int": INT_SORT,
    "bool": BOOL_SORT,
    "float": FLOAT_SORT,
    "str": STR_SORT,
    "ref": REF_SORT,
}
TYPES: dict[str, Type] = {"int": INT, "bool": BOOL, "float": FLOAT, "str": STR, "bytes": STR}


def _fit(kind: str, value: Scalar) -> Scalar | None:
    # A bool in an int field stays a bool, and an int in a float field an int.
    return value if sort_of(value) is _SORTS[kind] else None


class Layout:
    """The cells of one attribute, or of one family of elements (`indexed`)."""

    def __init__(
        self,
        owner: ClassDecl,
        name: str,
        parts: tuple[Part, ...],
        box: ClassDecl,
        root: ClassDecl,
        indexed: bool,
    ) -> None:
        self.name = name
        self.owner = owner
        self.parts = parts
        self.box = box
        self.indexed = indexed
        self.limit: str | None = None
        """What the user says of it, if something."""
        self.tag = FieldDecl(owner, f"{name}:tag", INT, low=0, high=len(parts) - 1)
        self.other = FieldDecl(owner, f"{name}:other", root, absent=True)
        cells = [cell for part in parts for cell in part.cells]
        place = owner.own_items if indexed else owner.own_fields
        for field in (*cells, self.tag, self.other):
            place[field.name] = field

    def __repr__(self) -> str:
        return f"<layout of {self.owner.name}.{self.name}>"

    # -- reading

    def read(self, m: Mac, ref: Term, index: Scalar = 0) -> Value:
        if len(self.parts) == 1 and m.load(loose(self)) is None:
            return self._part(m, self.parts[0], ref, index)
        tag = self._get(m, self.tag, ref, index)
        if not isinstance(tag, Term):
            return self._alternative(m, int(tag), ref, index)
        known = next((n for n in range(len(self.parts) + 1) if m.known(eq(tag, n)) is True), None)
        if known is not None:
            return self._alternative(m, known, ref, index)
        values = [self._alternative(m, number, ref, index) for number in range(len(self.parts))]
        if m.load(loose(self)) is not None:
            values.append(self._get(m, self.other, ref, index))
        return Tagged(tag, tuple(values))

    def _alternative(self, m: Mac, number: int, ref: Term, index: Scalar) -> Value:
        if number == len(self.parts):
            return self._get(m, self.other, ref, index)
        return self._part(m, self.parts[number], ref, index)

    def _part(self, m: Mac, part: Part, ref: Term, index: Scalar) -> Value:
        if part.field is None:
            return NONE
        if part.kind == "parts":
            assert part.cls is not None
            scalars = [self._get(m, cell, ref, index) for cell in part.cells]
            return value_objects.input_of(m, part.cls, scalars)
        scalar = self._get(m, part.field, ref, index)
        if part.kind == "bytes":
            m.assume(str_is_latin(scalar))
        return part.value(scalar)

    def _get(self, m: Mac, field: FieldDecl, ref: Term, index: Scalar) -> Scalar:
        return m.read_item(ref, field, index) if self.indexed else m.read_field(ref, field)

    # -- writing

    def write(self, m: Mac, ref: Term, value: Value, index: Scalar = 0) -> None:
        if isinstance(value, Tagged) and self._write_tagged(m, ref, value, index):
            return
        if isinstance(value, Tagged):
            value = m.choose([(eq(value.tag, n), part) for n, part in enumerate(value.parts)])
        for number, part in enumerate(self.parts):
            scalars = part.scalars(value)
            if scalars is None and part.kind == "ref" and _is_boxable(value):
                scalars = (self._boxed(m, value),)
            if scalars is not None:
                for cell, scalar in zip(part.cells, scalars, strict=True):
                    self._set(m, cell, ref, index, scalar)
                if len(self.parts) > 1 or m.load(loose(self)) is not None:
                    self._set(m, self.tag, ref, index, number)
                return
        m.put(loose(self), True)
        self._set(m, self.other, ref, index, self._boxed(m, value))
        self._set(m, self.tag, ref, index, len(self.parts))

    def _write_tagged(self, m: Mac, ref: Term, value: Tagged, index: Scalar) -> bool:
        """Without a choice, if each alternative fits a part of its own."""
        places: list[tuple[int, Part, tuple[Scalar, ...]]] = []
        for alternative in value.parts:
            fits = (
                (number, part, part.scalars(alternative)) for number, part in enumerate(self.parts)
            )
            found = next(((n, part, s) for n, part, s in fits if s is not None), None)
            if found is None or any(found[0] == number for number, _, _ in places):
                return False
            places.append(found)
        tag: Scalar = places[-1][0]
        for position in range(len(places) - 2, -1, -1):
            tag = ite(eq(value.tag, position), places[position][0], tag)
        if [number for number, _, _ in places] == list(range(len(value.parts))):
            tag = value.tag
        for _, part, scalars in places:
            for cell, scalar in zip(part.cells, scalars, strict=True):
                self._set(m, cell, ref, index, scalar)
        if len(self.parts) > 1 or m.load(loose(self)) is not None:
            self._set(m, self.tag, ref, index, tag)
        return True

    def _boxed(self, m: Mac, value: Value) -> Term:
        if isinstance(value, Term) and value.sort is REF_SORT:
            return value
        loc = m.allocate(self.box)
        m.put(loc, Boxed(value))
        return loc

    def _set(self, m: Mac, field: FieldDecl, ref: Term, index: Scalar, value: Scalar) -> None:
        is_location = isinstance(value, Term) and value.sort is REF_SORT and value.op == Op.CONST
        if is_location and m.load(GENERATORS) and not m.is_allocated(ref):
            m.put(escaped(value), value)  # an object of the input may hold it
        if self.indexed:
            m.write_item(ref, field, index, value)
        else:
            m.write_field(ref, field, value)


def _is_boxable(value: Value) -> bool:
    """Is it a value that hints would call an object?"""
    plain = Term | int | float | str | Opaque | EnumValue | Tagged | Bytes | ValueObject
    return not isinstance(value, plain)
