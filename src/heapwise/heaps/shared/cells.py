"""Cells: the places of a heap that hold a value.

There are three kinds of them: a field, a family of cells with an index (`ClassDecl.own_items`), and
the elements of arrays. A kind says what its cells are called and what an input object may hold
there to begin with; the strategies treat them all alike. A cell of a reference r has the keys (r,),
one with an index i the keys (r, i).
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.program import ClassDecl, FieldDecl, Type, is_integer
from heapwise.terms import NULL, Scalar, Term, default_value, eq, le, not_, show, symbol

Keys: TypeAlias = tuple[Scalar, ...]

UNNAMED = "item"
"""The family of indexed cells that is written `r[i]`, where others are written `r.name[i]`."""


class CellKind(NamedTuple):
    """`name` tells kinds of one program apart, `label` is what a cell adds to the name of its
    object; the rest is as in `FieldDecl`."""

    name: str
    label: str
    owner: ClassDecl
    type: Type
    nullable: bool = True
    low: int | None = None
    high: int | None = None
    absent: bool = False

    @property
    def is_null(self) -> bool:
        """Is null all that an input object may refer to there?"""
        return isinstance(self.type, ClassDecl) and (self.absent or self.type.uninhabited)

    def initial_facts(self, value: Term) -> list[Term]:
        """What is true of `value` if it is what an input object holds there to begin with."""
        facts: list[Scalar] = []
        if isinstance(self.type, ClassDecl):
            if self.is_null:
                facts.append(eq(value, NULL))
            elif not self.nullable:
                facts.append(not_(eq(value, NULL)))
        elif self.absent:
            facts.append(eq(value, default_value(sort_of_type(self.type))))
        elif is_integer(self.type):
            if self.low is not None:
                facts.append(le(self.low, value))
            if self.high is not None:
                facts.append(le(value, self.high))
        return [fact for fact in facts if isinstance(fact, Term)]

    def resembles(self, other: CellKind) -> bool:
        """Do the declarations say the same of what is held?"""
        return self[3:] == other[3:]


def field_kind(field: FieldDecl) -> CellKind:
    low = 0 if field.owner.element is not None else field.low
    return CellKind(
        str(field),
        f".{field.name}",
        field.owner,
        field.type,
        field.nullable,
        low,
        field.high,
        field.absent,
    )


def item_kind(field: FieldDecl) -> CellKind:
    label = "" if field.name == UNNAMED else f".{field.name}"
    return CellKind(
        str(field),
        label,
        field.owner,
        field.type,
        field.nullable,
        field.low,
        field.high,
        field.absent,
    )


def element_kind(cls: ClassDecl) -> CellKind:
    """Classes of arrays that have their length in common have their elements in common too: one
    array may be seen through all of them."""
    assert cls.element is not None
    owner = cls.own_fields["length"].owner
    return CellKind(owner.name, "", owner, cls.element)


def length_kind(cls: ClassDecl) -> CellKind:
    return field_kind(cls.own_fields["length"])


def kinds_of(cls: ClassDecl) -> list[CellKind]:
    """Every kind of cell that an object of this class has."""
    kinds = [field_kind(field) for field in cls.fields().values()]
    kinds += (item_kind(field) for field in cls.items().values())
    return kinds if cls.element is None else [*kinds, element_kind(cls)]


class Cell:
    """Where a cell is: `kind` and `owner`, the reference; `keys` are the owner and the index."""

    __slots__ = ("keys", "kind", "name", "owner", "type")

    def __init__(self, kind: CellKind, owner: Term, *rest: Scalar) -> None:
        self.kind = kind
        self.name = kind.name
        self.type = kind.type
        self.owner = owner
        self.keys: Keys = (owner, *rest)


def initial_symbol(owner: Term, kind: CellKind, rest: Keys, qualified: bool = False) -> Term:
    """What a cell holds in the initial heap, named after reference and cell. It must be
    `qualified` where objects of several classes behind `owner` use the label differently."""
    text = f"{owner.value}.({kind.name})" if qualified else f"{owner.value}{kind.label}"
    if rest:
        text = f"{text}[{show(rest[0], limit=10_000)}]"
    return symbol(text, sort_of_type(kind.type))
