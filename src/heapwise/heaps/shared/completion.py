"""What an input object holds where a path never looked.

A witness is a complete heap, so cells that the path did not look at need contents, such as the
declarations allow. Whatever they are, the path does not depend on it: zero or null if that will do,
and else the least integer, or an object. For the latter one that is there already is preferred, and
the owner of the cell above all, so that a witness stays small and, where every object must refer to
another, finite. Containers are the exception: an empty one of its own is easier to read.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass

from heapwise.heaps.shared.cells import CellKind
from heapwise.heaps.view import ObjectKey, Pointer, ViewValue
from heapwise.program import (
    BOOL,
    FLOAT,
    FLOAT32,
    STR,
    ClassDecl,
    Program,
    Type,
    is_integer,
    is_reference,
)


@dataclass(frozen=True, slots=True)
class InventedKey:
    """An input object that the path knows nothing of. No tuple: it equals no key that a strategy
    makes of a number and a class."""

    number: int
    cls: ClassDecl


class Completion:
    """`known` lists the input objects of the witness; `class_of` is asked about these alone."""

    def __init__(
        self,
        program: Program,
        known: Callable[[], Iterable[ObjectKey]],
        class_of: Callable[[ObjectKey], ClassDecl],
    ) -> None:
        self._program = program
        self._known = known
        self._class_of = class_of
        self._invented: list[InventedKey] = []
        self._made: dict[Hashable, ViewValue] = {}

    def contents(self, cell: Hashable, owner: ObjectKey, kind: CellKind) -> ViewValue:
        """The initial contents of a cell of an input object; the same whenever asked."""
        if not isinstance(kind.type, ClassDecl):
            return _nearest(default_of(kind.type), kind)
        if kind.nullable:
            return None
        if cell not in self._made:
            self._made[cell] = self._some_object(owner, kind.type)
        return self._made[cell]

    def root(self, name: str, type_: Type, nullable: bool) -> ViewValue:
        """An input that the path has not used."""
        if not isinstance(type_, ClassDecl) or nullable:
            return default_of(type_)
        if name not in self._made:
            self._made[name] = self.new_object(type_)
        return self._made[name]

    def _some_object(self, owner: ObjectKey, declared: ClassDecl) -> ViewValue:
        if not self._is_empty_container(declared):
            for key in (owner, *self._known(), *self._invented):
                cls = key.cls if isinstance(key, InventedKey) else self._class_of(key)
                if cls.is_subclass_of(declared):
                    return Pointer(key)
        return self.new_object(declared)

    def new_object(self, declared: ClassDecl) -> ViewValue:
        """None if there is no class that it could have."""
        classes = self._program.subtypes(declared)
        if not classes:
            return None
        key = InventedKey(len(self._invented) + 1, classes[0])
        self._invented.append(key)
        return Pointer(key)

    def _is_empty_container(self, declared: ClassDecl) -> bool:
        """Is a new object certain not to need other objects?"""
        if self._program.family(declared).counted:
            return False
        classes = self._program.subtypes(declared)
        fields = classes[0].fields().values() if classes else ()
        return all(field.nullable or not is_reference(field.type) for field in fields)


_DEFAULTS: dict[Type, ViewValue] = {
    BOOL: False,
    FLOAT: 0.0,
    FLOAT32: 0.0,
    STR: "",
}


def default_of(type_: Type) -> ViewValue:
    """Null for a reference."""
    return 0 if is_integer(type_) else _DEFAULTS.get(type_)


def _nearest(value: ViewValue, kind: CellKind) -> ViewValue:
    if is_integer(kind.type) and isinstance(value, int):
        if kind.low is not None:
            value = max(value, kind.low)
        if kind.high is not None:
            value = min(value, kind.high)
    return value
