"""Law 2: a heap is a value. Once handed out it never changes, whatever is done with it later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from checks.watch import Cases
from heapwise.engine.choices import PathContext
from heapwise.program import ClassDecl, FieldDecl, MethodDecl, PrimitiveType
from heapwise.terms import Term

_ATOMS = (Term, ClassDecl, FieldDecl, MethodDecl, PrimitiveType, int, str, bytes, type(None))
"""Compared as they are: terms and declarations are the same object or they differ."""


def contents(value: Any) -> object:
    """Everything that can be reached from a heap, as nested tuples; order counts."""
    if isinstance(value, _ATOMS):
        return value
    if isinstance(value, Mapping):
        return tuple((contents(key), contents(held)) for key, held in value.items())
    if isinstance(value, tuple | list):
        return tuple(contents(held) for held in value)
    if isinstance(value, set | frozenset):
        return frozenset(contents(held) for held in value)
    if is_dataclass(value):
        return tuple(contents(getattr(value, field.name)) for field in fields(value))
    names = getattr(type(value), "__slots__", None) or vars(value)
    return tuple((name, contents(getattr(value, name, None))) for name in names)


class IsolationCheck:
    """A `Watcher` that remembers what every heap looked like when it was first seen."""

    def __init__(self) -> None:
        self.violations: list[str] = []
        self._seen: dict[int, tuple[object, object, str]] = {}

    def __call__(
        self,
        operation: str,
        cx: PathContext,
        heap: object,
        arguments: tuple[Any, ...],
        perform: Callable[[], Cases],
    ) -> Cases:
        before = contents((heap, arguments))
        path = cx.path
        cases = perform()
        if contents((heap, arguments)) != before:
            self.violations.append(f"{operation} changed the heap it was given")
        if cx.path is not path:
            self.violations.append(f"{operation} changed the path")
        for case in cases:
            # Holding the heap keeps its id from being used for another one.
            self._seen.setdefault(id(case.heap), (case.heap, contents(case.heap), operation))
        return cases

    def finish(self) -> None:
        """Look at every heap again, now that all that came after it has been explored."""
        for heap, first, operation in self._seen.values():
            if contents(heap) != first:
                self.violations.append(f"a heap made by {operation} was changed later")
