"""Recipes: calls of public functions that make an input, as code of a snippet or a test."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from heapwise.results import Heap, HeapObject, Ref, Value
from heapwise.testgen.module_source import ModuleFacts
from heapwise.testgen.needed_imports import import_statements
from heapwise.testgen.python_wording import value_code, variable_names
from heapwise.testgen.rebuild import Built


@dataclass(frozen=True, slots=True)
class Recipe:
    """The `statements` make the objects that have `names`; others are arguments that are written
    `inline`. `call` is the call that all this is for, as a statement."""

    given: Heap
    statements: tuple[str, ...]
    names: Mapping[Ref, str]
    inline: Mapping[Ref, str]
    call: str

    def snippet(self, facts: ModuleFacts) -> str:
        code = [*self.statements, self.call]
        return "; ".join([*import_statements(code, facts), *code])


def built_by(recipe: Recipe, named: Collection[Ref], facts: ModuleFacts) -> Built | None:
    """The input, with a variable for each object in `named`; None if one cannot be got at."""
    names, inline = dict(recipe.names), dict(recipe.inline)
    statements = list(recipe.statements)
    wished = variable_names(recipe.given, facts, names.values())
    for ref in [ref for ref in inline if ref in named]:
        statements.append(f"{wished[ref]} = {inline[ref]}")
        names[ref] = wished[ref]
        del inline[ref]
    places = _places(recipe.given, {**names, **inline})
    for ref in named:
        if ref not in names:
            if ref not in places:
                return None
            statements.append(f"{wished[ref]} = {places[ref]}")
            names[ref] = wished[ref]
    return Built(tuple(statements), names, inline)


def _places(heap: Heap, known: Mapping[Ref, str]) -> dict[Ref, str]:
    """How to get at objects, from those that are known: `tree.root.left`."""
    found = {ref: text for ref, text in known.items() if text.isidentifier()}
    waiting = list(found)
    while waiting:
        ref = waiting.pop(0)
        for value, access in _parts(heap.objects[ref]) if ref in heap.objects else ():
            if isinstance(value, Ref) and value not in found:
                found[value] = found[ref] + access
                waiting.append(value)
    return found


def _parts(obj: HeapObject) -> Iterator[tuple[Value, str]]:
    for name, value in obj.fields.items():
        yield value, f".{name}"
    if obj.items is not None and "set" not in obj.class_name:
        for index, value in enumerate(obj.items):
            yield value, f"[{index}]"
    for key, value in obj.entries or ():
        if not isinstance(key, Ref):
            try:
                yield value, f"[{value_code(key, {})}]"
            except KeyError:
                continue  # a tuple of objects
