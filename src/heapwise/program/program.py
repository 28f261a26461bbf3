"""A whole program, whatever language it came from, with its class hierarchy numbered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Protocol

from heapwise.program.code import Code
from heapwise.program.source import Position
from heapwise.program.types import INT, ClassDecl, FieldDecl, MethodDecl, Type
from heapwise.results.meaning import Meanings, nothing


class Runtime(Protocol):
    """What the engine must know of a language whose code throws values of its own."""

    @property
    def max_calls(self) -> int:
        """Nested calls that the language allows."""
        ...

    def too_deep(self) -> object:
        """What is thrown beyond that."""
        ...

    def located(self, value: object, at: Position) -> tuple[object, Position]:
        """The value that is thrown, knowing where it was first; and that place, which is `at` if it
        was not thrown before."""
        ...

    def out_of_generator(self, value: object, kind: ClassDecl) -> object:
        """What leaves a generator of some class that throws `value`."""
        ...

    def visible(
        self, arguments: tuple[object, ...], store: Mapping[Any, object]
    ) -> Hashable | None:
        """All that a call with these arguments can see of the store; None if that is not known."""
        ...

    def uncaught(self, value: object, cls: ClassDecl | None) -> tuple[bool, str]:
        """Is `value` a failed assertion? And what to call it. `cls` is its class if it is an
        object that the path has allocated."""
        ...


class Program:
    """Classes, and the code to explore. `main` has no parameters: it names its inputs itself.

    A language may make the code of a method when it is first called (`body`), and throw something
    where an access to the heap fails (`thrown_by`, given what the failure is called): a value, or
    a new object of a class. `witnesses` makes what reads and replays the inputs of its paths, if
    that is not what its language does for all programs; it is given the bound on calls.
    `meanings` tells how conditions speak of values that are numbers here alone. If
    `library_decides`, its operations decide more than the source does, so that what is one path of
    the source may end in several states. `settings` are what the results depend on besides bounds,
    `approximations` say where its semantics are not quite those of the language, `restrictions`
    which inputs are left out, `input_objects` how many objects of a class a finitization allows,
    and `assumed` which conditions on the inputs `main` evaluates before
    anything else.

    Classes are numbered in preorder, so that the subclasses of a class are an interval and a
    subtype constraint in a formula is two comparisons (but for interfaces).
    """

    def __init__(
        self, language: str, target: str, root: ClassDecl, classes: Iterable[ClassDecl]
    ) -> None:
        self.language = language
        self.target = target
        self.root = root
        self.classes: dict[str, ClassDecl] = {cls.name: cls for cls in (root, *classes)}
        self.main: Code | None = None
        self.runtime: Runtime | None = None
        self.library_decides = False
        self.settings: dict[str, str] = {}
        self.approximations: tuple[str, ...] = ()
        self.restrictions: tuple[str, ...] = ()
        self.input_objects: Mapping[str, int] = {}
        self.assumed: tuple[str, ...] = ()
        self.body: Callable[[MethodDecl], Code] | None = None
        self.thrown_by: Callable[[str], object] | None = None
        self.witnesses: Callable[[int | None], Any] | None = None
        self.meanings: Meanings = nothing
        self.by_number: list[ClassDecl] = []
        self._subtypes: dict[ClassDecl, tuple[ClassDecl, ...]] = {}
        self._families: dict[ClassDecl, ClassDecl] = {}
        self._compatible: dict[tuple[ClassDecl, ClassDecl], bool] = {}
        self.number()

    def array_class(self, element: Type) -> ClassDecl:
        """The class of arrays of `element`; to be asked for before the program is explored."""
        name = f"{element}[]"
        found = self.classes.get(name)
        if found is None:
            found = ClassDecl(name, self.root, element=element)
            found.own_fields["length"] = FieldDecl(found, "length", INT)
            self.classes[name] = found
            self.number()
        return found

    def subtypes(self, cls: ClassDecl) -> tuple[ClassDecl, ...]:
        """The classes that can be instantiated among `cls` and its subtypes."""
        found = self._subtypes.get(cls)
        if found is None:
            found = tuple(
                member
                for member in self.by_number
                if not member.abstract and cls in member.supertypes
            )
            self._subtypes[cls] = found
        return found

    def own_links(self) -> dict[str, list[str]]:
        """By class, the fields that may refer to another object of the class: what a list has one
        of, and a tree more."""
        found = {
            cls.name: [
                name
                for name, each in cls.fields().items()
                if each.type is not self.root and any(each.type is own for own in cls.ancestors())
            ]
            for cls in self.by_number
        }
        return {name: fields for name, fields in found.items() if fields}

    def below(self, cls: ClassDecl) -> tuple[ClassDecl, ...]:
        """All classes that an object which is a `cls` may have, whoever made it; `subtypes` are
        those that an input may have."""
        return self.subtypes(cls)

    def add(self, cls: ClassDecl) -> None:
        """One class more, which gets the next number: those that exist keep theirs."""
        cls.number = len(self.by_number)
        self.by_number.append(cls)
        self.classes[cls.name] = cls
        cls.supertypes = _supertypes(cls)
        self._subtypes.clear()
        self._compatible.clear()

    def are_compatible(self, a: ClassDecl, b: ClassDecl) -> bool:
        """Can one object be reached through references of both types?"""
        found = self._compatible.get((a, b))
        if found is None:
            found = a.is_subclass_of(b) or b.is_subclass_of(a)
            found = found or not set(self.subtypes(a)).isdisjoint(self.subtypes(b))
            self._compatible[a, b] = found
        return found

    def family(self, cls: ClassDecl) -> ClassDecl:
        """The topmost ancestor below the root: bounds on objects are per family."""
        found = self._families.get(cls)
        if found is None:
            found = cls
            while found.superclass is not None and found.superclass is not self.root:
                found = found.superclass
            self._families[cls] = found
        return found

    def number(self) -> None:
        """Number the classes in preorder and find the supertypes of each; to be called again if
        the hierarchy has changed."""
        self._subtypes.clear()
        self._compatible.clear()
        self._families.clear()
        children: dict[ClassDecl, list[ClassDecl]] = {cls: [] for cls in self.classes.values()}
        for cls in self.classes.values():
            if cls.superclass is not None:
                children[cls.superclass].append(cls)
        self.by_number = []
        waiting = [self.root]
        while waiting:
            cls = waiting.pop()
            cls.number = len(self.by_number)
            self.by_number.append(cls)
            waiting.extend(reversed(children[cls]))
        for cls in self.by_number:
            cls.supertypes = _supertypes(cls)


def _supertypes(cls: ClassDecl) -> frozenset[ClassDecl]:
    found: set[ClassDecl] = set()
    waiting: list[ClassDecl | None] = [cls]
    while waiting:
        above = waiting.pop()
        if above is not None and above not in found:
            found.add(above)
            waiting += (above.superclass, *above.interfaces)
    return frozenset(found)
