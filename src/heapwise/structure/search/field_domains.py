"""Finitizations: which objects there are, and what each of their fields may hold (lissa.txt §2.3).

A domain is a sequence: plain values first (null is the plain value None, and comes first of all),
then the objects of the classes it names, class by class. The order matters: a search tries the
values of a field from the first to the last, and symmetry breaking relies on the objects of one
class being next to each other.

Invariant: every class that a domain names is in `Finitization.classes`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.program import ClassDecl, InputError, Type
from heapwise.terms import default_value


@dataclass(frozen=True, slots=True)
class Domain:
    """What a field may hold: these values, and every object of these classes."""

    values: tuple[object, ...] = ()
    classes: tuple[str, ...] = ()


def references(*classes: str, null: bool = True) -> Domain:
    return Domain((None,) if null else (), classes)


def integers(low: int, high: int) -> Domain:
    """From `low` to `high`, both included."""
    return Domain(tuple(range(low, high + 1)))


def booleans() -> Domain:
    return Domain((False, True))


def nothing(type_: Type) -> Domain:
    """Of a field that is no input."""
    return one_of(None if isinstance(type_, ClassDecl) else default_value(sort_of_type(type_)))


def one_of(*values: object) -> Domain:
    """These values: members of an enumeration, strings, numbers."""
    ordered = sorted(values, key=lambda value: value is not None)
    return Domain(tuple(ordered))


@dataclass(frozen=True, slots=True)
class ClassScope:
    """So many objects of a class, and the domains of their fields. A class of arrays has the domain
    of its elements and a range of lengths. `counted` is false for what bounds on objects do not
    count: such objects are as many as the fields that refer to them."""

    name: str
    count: int
    fields: Mapping[str, Domain] = field(default_factory=dict)
    element: Domain | None = None
    lengths: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Finitization:
    """The classes in their order, and the inputs that a structure hangs from."""

    classes: Mapping[str, ClassScope]
    roots: Mapping[str, Domain]

    def __post_init__(self) -> None:
        for where, domain in self.domains():
            for name in domain.classes:
                if name not in self.classes:
                    raise InputError(
                        f"the domain of `{where}` names the class `{name}`, of which the "
                        f"finitization has no objects; known: {', '.join(self.classes) or 'none'}"
                    )
            if not domain.values and not any(self.classes[n].count for n in domain.classes):
                raise InputError(f"the domain of `{where}` is empty: allow null or more objects")

    def domains(self) -> Iterator[tuple[str, Domain]]:
        for name, domain in self.roots.items():
            yield name, domain
        for scope in self.classes.values():
            if not scope.count:
                continue
            for name, domain in scope.fields.items():
                yield f"{scope.name}.{name}", domain
            if scope.element is not None and scope.lengths[1]:
                yield scope.name, scope.element

    def with_objects(self, name: str, count: int) -> Finitization:
        """The same with so many objects of a class."""
        return self._with(replace(self._scope(name), count=count))

    def with_field(self, where: str, domain: Domain) -> Finitization:
        """The same with another domain for a field, written `Class.field`, or for an input."""
        if where in self.roots:
            return replace(self, roots={**self.roots, where: domain})
        owner, _, name = where.rpartition(".")
        scope = self._scope(owner)
        if name not in scope.fields:
            known = ", ".join(scope.fields) or "none"
            raise InputError(f"`{owner}` has no field `{name}` to give a domain to ({known})")
        return self._with(replace(scope, fields={**scope.fields, name: domain}))

    def resolved(self, where: str, words: Sequence[object]) -> Domain:
        """The domain that a user's words mean: the name of a class is all its objects, that of a
        member of the field's enumeration is the member."""
        known = dict(self.domains()).get(where, Domain())
        members = {getattr(value, "name", None): value for value in known.values}
        classes = tuple(str(word) for word in words if word in self.classes)
        values = [
            members.get(word, word) if isinstance(word, str) else word
            for word in words
            if word not in classes
        ]
        return Domain(one_of(*values).values, classes)

    def _with(self, scope: ClassScope) -> Finitization:
        return replace(self, classes={**self.classes, scope.name: scope})

    def _scope(self, name: str) -> ClassScope:
        found = self.classes.get(name)
        if found is None:
            raise InputError(
                f"the finitization has no class `{name}`; known: {', '.join(self.classes)}"
            )
        return found
