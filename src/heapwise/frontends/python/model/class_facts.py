"""What the classes of a program have in common: special methods, hashes, equality."""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import cached_property

from heapwise.frontends.python.model.generated_methods import FlatEquality
from heapwise.frontends.python.model.generated_methods import flat_equality as flat_equality_of
from heapwise.frontends.python.model.layouts import Layout
from heapwise.frontends.python.model.members import is_of_program, raw_attribute
from heapwise.frontends.python.model.universe import Universe
from heapwise.frontends.python.model.values import (
    NONE,
    Mac,
)
from heapwise.frontends.python.source import builtin_bases
from heapwise.frontends.python.source.hierarchy import declared
from heapwise.program.types import ClassDecl
from heapwise.terms import Op, Term


class ClassFacts:
    """Found when they are first asked for."""

    def __init__(self, universe: Universe) -> None:
        self.universe = universe
        self._some_have: dict[str, bool] = {}
        self._flat: dict[ClassDecl, FlatEquality | None] = {}

    def some_class_has(self, method: str) -> bool:
        """Has any user class a method of this name, or what is in its place? None as `__hash__` is
        nothing: `some_are_unhashable` tells."""
        found = self._some_have.get(method)
        if found is None:
            found = any(
                is_of_program(raw) and not (raw is None and method == "__hash__")
                for cls in self.universe.infos
                for raw in (raw_attribute(cls, method),)
            )
            self._some_have[method] = found
        return found

    @cached_property
    def some_hold_values(self) -> bool:
        """Is any user class below a builtin one, whose values its objects hold?"""
        return any(builtin_bases.base_of(cls) is not None for cls in self.universe.infos)

    @cached_property
    def some_are_unhashable(self) -> bool:
        """Have objects of any user class no hash?"""
        return any(declared(cls, "__hash__") is None for cls in self.universe.infos)

    def flat_equality(self, decl: ClassDecl) -> FlatEquality | None:
        """How objects of the class are equal, if their fields alone say so."""
        if decl not in self._flat:
            cls = self.universe.python_class(decl)
            found = None if cls is None else flat_equality_of(cls, self.universe)
            self._flat[decl] = found
        return self._flat[decl]

    def compares_by_identity(self, m: Mac, ref: Term) -> bool:
        """Is it None, or surely an object without a method to compare it?"""
        if ref is NONE:
            return True
        classes = self.identity_classes
        if ref.op == Op.CONST:
            return self._declared_by_identity(m, ref)
        initial, locations = m.targets(ref)
        if any(m.allocated_class(loc) not in classes for loc in locations):
            return False
        return not initial or self._declared_by_identity(m, ref)

    def _declared_by_identity(self, m: Mac, ref: Term) -> bool:
        possible = m.possible_classes(ref)
        return all(decl in self.identity_classes for decl in possible)

    @cached_property
    def identity_classes(self) -> frozenset[ClassDecl]:
        """Classes whose objects are equal only to themselves."""
        return frozenset(
            decl
            for cls in self.universe.infos
            if (decl := self.universe.decl(cls)) is not None
            and not issubclass(cls, tuple)
            and not is_of_program(raw_attribute(cls, "__eq__"))
        )

    def has_own_equality(self, m: Mac, layout: Layout) -> bool:
        """May it hold an object of a class that says itself what its objects are equal to?"""
        return any(self._says_equality(m, decl, {layout}) for decl in _classes_in(m, layout))

    def _says_equality(self, m: Mac, decl: ClassDecl, above: Set[Layout]) -> bool:
        container = self.universe.container(decl)
        if container is None:
            return decl not in self.identity_classes
        return any(
            self._says_equality(m, inner, {*above, layout})
            for layout in container.items
            if layout not in above
            for inner in _classes_in(m, layout)
        )


def _classes_in(m: Mac, layout: Layout) -> Iterator[ClassDecl]:
    """The classes of the references that it holds to begin with."""
    for part in layout.parts:
        if part.kind == "ref" and part.field is not None and isinstance(part.field.type, ClassDecl):
            yield from m.program.subtypes(part.field.type)
