"""What parameters, results and fields of the POSE language really hold.

The authors' prototype never looks at the types that methods declare, and the paper's Invoke rule
has no cast: a call passes and returns whatever it is given. So a declared type counts only as long
as nothing else is passed or returned, and as nothing narrower is made of it; otherwise the type is
that of what is. A type name that no class has (`boolean`, `void`) says nothing: the type is found
from what is held there and how it is used. Fields keep a declared type that is known, because what
is written to them is checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, TypeVar

from heapwise.frontends.lowering import common_superclass
from heapwise.frontends.tiny import syntax as ast
from heapwise.frontends.tiny.expression_types import (
    Special,
    StaticType,
    Unknown,
    join,
    type_in_code,
)
from heapwise.program import BOOL, INT, ClassDecl, FieldDecl, MethodDecl, Program, Type


class Parameter(NamedTuple):
    method: MethodDecl
    number: int


class Result(NamedTuple):
    method: MethodDecl


class Held(NamedTuple):
    """What a field holds, whose declared type is unknown."""

    field: FieldDecl


T = TypeVar("T")
Place: TypeAlias = Parameter | Result | Held
_OPEN = Unknown("")


@dataclass(slots=True)
class Places:
    """Every pass over the program adds to what is known: the static types that come to a place, the
    other places that values come from, and how its values are used. `settle` draws conclusions."""

    program: Program
    declared: dict[Place, Type] = field(default_factory=dict)
    opened: set[Place] = field(default_factory=set)
    _types: dict[Place, StaticType] = field(default_factory=dict)
    _held: dict[Place, dict[StaticType, None]] = field(default_factory=dict)
    _origins: dict[Place, dict[Place, None]] = field(default_factory=dict)
    _uses: dict[Place, dict[Type, None]] = field(default_factory=dict)
    _tests: dict[Place, dict[ClassDecl, None]] = field(default_factory=dict)
    _has_news: bool = True

    def type_of(self, place: Place) -> StaticType:
        found = self._types.get(place)
        return found if found is not None else self.declared.get(place, _OPEN)

    def hold(self, place: Place, sources: Iterable[StaticType | Place]) -> None:
        """A value that comes from one of `sources` gets to this place."""
        for source in sources:
            if isinstance(source, (Parameter, Result, Held)):
                self._note(self._origins, place, source)
            elif not isinstance(source, Unknown) and source is not Special.ANY:
                self._note(self._held, place, source)

    def use(self, place: Place, type_: Type) -> None:
        """A value of this place is used where `type_` is needed."""
        self._note(self._uses, place, type_)

    def test(self, place: Place, cls: ClassDecl) -> None:
        """It is asked of a value of this place whether it is of the class: who asks takes it for
        something above, and uses it as one of the class only where it is."""
        self._note(self._tests, place, cls)

    def _note(self, kept: dict[Place, dict[T, None]], place: Place, what: T) -> None:
        known = kept.setdefault(place, {})
        if what not in known:
            known[what] = None
            self._has_news = True

    def settle(self) -> bool:
        """Whether any place turned out to have another type than it was taken for."""
        if not self._has_news:
            return False
        self._has_news = False
        found: dict[Place, StaticType] = {}
        for place in [*self.declared, *self.opened]:
            type_ = self._conclude(place)
            if type_ is not self.declared.get(place):
                found[place] = type_
        changed = found != self._types
        self._types = found
        for place in [*self.declared, *self.opened]:
            type_in = type_in_code(self.type_of(place)) or self.program.root
            if isinstance(place, Held):
                place.field.type = type_in
            elif isinstance(place, Result):
                place.method.result = type_in
        return changed

    def _conclude(self, place: Place) -> StaticType:
        held = self._all_held(place)
        tests = self._tests.get(place, {})
        uses = {use: None for use in self._uses.get(place, {}) if use not in tests}
        declared = self.declared.get(place)
        if (
            declared is not None
            and all(_fits(declared, use) or _is_above(use, tests) for use in uses)
            and all(_fits(type_, declared) for type_ in held)
        ):
            return declared
        result: StaticType = Special.ANY
        for type_ in sorted(held, key=lambda each: each is Special.NULL):
            result = join(result, type_)
        if result is Special.ANY or result is Special.NULL:
            return used_as({**uses, **self._uses_elsewhere(place)}, self.program.root)
        return result

    def _uses_elsewhere(self, place: Place) -> dict[Type, None]:
        """How a value of this place is used where it gets to; a declared type says as much."""
        found: dict[Type, None] = {}
        seen = {place}
        waiting = [place]
        for current in waiting:
            for other, origins in self._origins.items():
                if current in origins and other not in seen:
                    seen.add(other)
                    waiting.append(other)
                    found.update(self._uses.get(other, {}))
                    if other in self.declared and isinstance(other, Parameter):
                        found[self.declared[other]] = None
        return found

    def _all_held(self, place: Place) -> dict[StaticType, None]:
        """What comes to a place by any number of calls."""
        found: dict[StaticType, None] = {}
        seen = {place}
        waiting = [place]
        for current in waiting:
            found.update(self._held.get(current, {}))
            fresh = [each for each in self._origins.get(current, {}) if each not in seen]
            seen.update(fresh)
            waiting += fresh
        return found


def _is_above(use: Type, tests: Iterable[ClassDecl]) -> bool:
    return isinstance(use, ClassDecl) and any(each.is_subclass_of(use) for each in tests)


def _fits(type_: StaticType, declared: Type) -> bool:
    if type_ is Special.NULL:
        return isinstance(declared, ClassDecl)
    if isinstance(type_, ClassDecl) and isinstance(declared, ClassDecl):
        return type_.is_subclass_of(declared)
    return type_ is declared


def used_as(uses: Iterable[Type], root: ClassDecl) -> Type:
    """The type of a value of which only the uses are known: a truth value or a number if one of
    them says so; the lowest of classes on one chain; of unrelated ones the nearest common
    superclass."""
    found = root
    for use in uses:
        if not isinstance(use, ClassDecl):
            return BOOL if all(each is BOOL for each in uses) else INT
        if use.is_subclass_of(found):
            found = use
        elif not found.is_subclass_of(use):
            found = common_superclass(found, use)
    return found


def places_of(program: Program, tree: ast.ProgramNode) -> Places:
    """All parameters and results, and the fields whose type names no class has."""
    places = Places(program)

    def add(place: Place, type_: Type, name: ast.TypeName) -> None:
        if is_declared(program, name):
            places.declared[place] = type_
        else:
            places.opened.add(place)

    for node in tree.classes:
        cls = program.classes[node.name]
        for each in node.fields:
            if not is_declared(program, each.type):
                places.opened.add(Held(cls.own_fields[each.name]))
        for each_method in node.methods:
            method = cls.own_methods[each_method.name]
            add(Result(method), method.result, each_method.type)
            for index, parameter in enumerate(each_method.parameters):
                add(Parameter(method, index), method.parameters[index][1], parameter.type)
    return places


def is_declared(program: Program, name: ast.TypeName) -> bool:
    return name.dimensions > 0 or name.name in ("int", "bool") or name.name in program.classes
