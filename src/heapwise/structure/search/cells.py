"""Where a heap of the lazy family keeps what a slot of a vector stands for, and what its path must
allow for a slot to have a value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from heapwise.program import FieldDecl, is_integer, is_reference, types
from heapwise.terms import (
    BOOL,
    FLOAT,
    FLOAT32,
    INT,
    REF,
    STR,
    Scalar,
    Term,
    and_,
    eq,
    not_,
    or_,
    sort_of,
)


class Part(NamedTuple):
    """An alternative of a field: the cell of the heap, and the value that a scalar in it means."""

    cell: FieldDecl | None
    value: Callable[[object], object] | None = None

    def holds(self, value: object, is_object: bool) -> bool:
        """Is this where a value of a domain is kept, which may be an object of the structure?"""
        cell = self.cell
        if cell is None:
            return value is None
        if is_reference(cell.type):
            return is_object or (value is None and cell.nullable)
        if is_object or value is None:
            return False
        return self.value is not None or _sort_fits(cell, value)


class Cells(NamedTuple):
    """Where the heap keeps a field: in one cell, or in several and a tag that says which counts."""

    parts: tuple[Part, ...]
    tag: FieldDecl | None = None


@dataclass(frozen=True, slots=True)
class ClassCells:
    """Where the heap keeps the objects of a class; `kind` is the kind of the cells of elements."""

    fields: Mapping[str, Cells]
    length: FieldDecl | None = None
    element: Cells | None = None
    kind: str = ""


class OpenElement(NamedTuple):
    """An element at an index that the path has not decided: what it calls the index and what is
    there, and the slots that it may be in."""

    slots: range
    at: Term
    value: Scalar

    def may_be(self, slot: int, value: object, is_object: bool) -> Scalar:
        """What must hold if the slot has this value."""
        if slot not in self.slots:
            return True
        return or_(not_(eq(self.at, slot - self.slots.start)), equals(self.value, value))


class OpenUnion(NamedTuple):
    """A field of several kinds, of which the path has not decided which it holds: the number of
    that kind, and what the path knows of each."""

    slot: int
    tag: Term
    parts: tuple[Part, ...]
    known: tuple[Scalar | None, ...]

    def may_be(self, slot: int, value: object, is_object: bool) -> Scalar:
        if slot != self.slot:
            return True
        for number, (part, known) in enumerate(zip(self.parts, self.known, strict=True)):
            if part.holds(value, is_object):
                is_plain = known is None or part.value is not None or sort_of(known) is REF
                same = True if known is None or is_plain else equals(known, value)
                return and_(eq(self.tag, number), same)
        return True


def _sort_fits(cell: FieldDecl, value: object) -> bool:
    if is_integer(cell.type):
        return type(value) is int
    return type(value).__name__ == ("float" if cell.type is types.FLOAT32 else str(cell.type))


def equals(term: Scalar, value: object) -> Scalar:
    """Are they the same? What the path knows to be of one kind is nothing of another."""
    sort = sort_of(term)
    if isinstance(value, bool):
        return eq(term, value) if sort is BOOL else False
    if isinstance(value, int):
        return eq(term, value) if sort is INT or sort.width else False
    if isinstance(value, str):
        return eq(term, value) if sort is STR else False
    if isinstance(value, float):
        return eq(term, value) if sort in (FLOAT, FLOAT32) else False
    return False
