"""Java statements for calls of public methods that make an input, as a search has found them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from heapwise.results import Heap, Ref, Value
from heapwise.results.heap import heap_from_json, value_from_json
from heapwise.testgen.java.literals import literal, text_literal


@dataclass(frozen=True, slots=True)
class JavaRecipe:
    """The `statements` make the objects of the input `given` that have `names`, which are variables
    or, of literals, themselves. `counts` is how many variables there are of each stem."""

    given: Heap
    statements: tuple[str, ...]
    names: Mapping[Ref, str]
    counts: Mapping[str, int]


def stem_of(class_name: str) -> str:
    """What variables of a class are called, but for their numbers."""
    last = re.split(r"[.$]", class_name.replace("[]", ""))[-1]
    stem = "array" if class_name.endswith("[]") else last[:1].lower() + last[1:]
    return stem if re.fullmatch(r"[A-Za-z_]\w*", stem) else "object"


class RecipeWriter:
    """`sources` is how code calls classes, by their binary names, where it can."""

    def __init__(
        self,
        operations: Sequence[Mapping[str, Any]],
        sources: Mapping[str, str | None],
        parameters: Sequence[Mapping[str, Any]],
        found: Mapping[str, Any],
    ) -> None:
        self._operations = operations
        self._sources = sources
        self._parameters = parameters
        self._found = found
        self._counts: dict[str, int] = {}
        self._variables: list[str] = []
        self._types: list[str] = []
        self._statements: list[str] = []

    def recipe(self) -> JavaRecipe:
        for step in self._found["steps"]:
            self._statements += self._statement(*step)
        given = heap_from_json(self._found["input"])
        names: dict[Ref, str] = {}
        for data, variable in zip(self._found["made"], self._variables, strict=True):
            ref = value_from_json(data)
            if isinstance(ref, Ref):
                names.setdefault(ref, variable)
        values = list(given.roots.values())
        rows = zip(values, self._found["arguments"], self._parameters, strict=True)
        for value, argument, parameter in rows:
            if isinstance(value, Ref) and value not in names:
                names[value] = self._argument(given, value, argument, parameter)
        return JavaRecipe(given, tuple(self._statements), names, self._counts)

    def _argument(
        self, given: Heap, ref: Ref, argument: Sequence[Any], parameter: Mapping[str, Any]
    ) -> str:
        """A variable, for what is neither a text nor a number."""
        text = self._text(argument, parameter)
        if argument[0] == "value":
            return text
        cls = given.objects[ref].class_name
        variable = self._new_variable(cls)
        source = str(parameter["source"] or "Object")
        self._statements.append(f"{source} {variable} = {text};")
        return variable

    def _statement(
        self, number: int, receiver: int, arguments: Sequence[Any], index: int | None
    ) -> Iterator[str]:
        """What a step does; `index` is the object that it makes."""
        operation = self._operations[number]
        do, name, result = operation["do"], operation["name"], operation["result"]
        pairs = zip(arguments, operation["parameters"], strict=True)
        given = ", ".join(self._text(each, parameter, operation) for each, parameter in pairs)
        this = self._variables[receiver] if receiver >= 0 else ""
        source = operation.get("source")
        if do == "get":
            text = f"{this}.{name}"
        elif do == "set":
            yield f"{this}.{name} = {given};"
            return
        elif do == "new":
            text, result = f"new {source}({given})", source
        else:
            text = f"{this or source}.{name}({given})"
        if index is None:
            if do != "get":
                yield f"{text};"
            return
        cls = self._found["classes"][index]
        type_ = self._sources.get(cls) or result
        variable = self._new_variable(cls)
        self._variables.append(variable)
        cast = "" if type_ == result else f"({type_}) "
        yield f"{type_} {variable} = {cast}{text};"

    def _new_variable(self, cls: str) -> str:
        stem = stem_of(cls)
        self._counts[stem] = self._counts.get(stem, 0) + 1
        return f"{stem}{self._counts[stem]}"

    def _text(
        self,
        argument: Sequence[Any],
        parameter: Mapping[str, Any] | None = None,
        operation: Mapping[str, Any] | None = None,
    ) -> str:
        kind, *rest = argument
        source = None if parameter is None else parameter["source"]
        match kind:
            case "object":
                return self._variables[int(rest[0])]
            case "value":
                is_overloaded = operation is not None and operation["overloaded"]
                return _plain(value_from_json(rest[0]), rest[1], source if is_overloaded else None)
            case "constant":
                owner, _, name = str(rest[0]).rpartition(".")
                return f"{self._sources.get(owner) or owner}.{name}"
            case "entries":
                pairs = [", ".join(map(self._text, each)) for each in rest[1]]
                return f"new java.util.HashMap<>(java.util.Map.of({', '.join(pairs)}))"
        items = ", ".join(map(self._text, rest[1]))
        if rest[0] == "array":
            return f"new {source or 'Object[]'} {{{items}}}"
        listed = "java.util.Arrays.asList" if "null" in items else "java.util.List.of"
        return f"new java.util.{rest[0]}<>({f'{listed}({items})' if items else ''})"


def _plain(value: Value, descriptor: str, source: str | None) -> str:
    if not descriptor:
        return "null" if source is None else f"({source}) null"
    if descriptor == "T":
        return text_literal(str(value))
    return literal(value, descriptor)
