"""Looks for recipes: calls of public functions that make an input of a function."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from heapwise.frontends.python.checking.constructible import class_named
from heapwise.frontends.python.checking.public_calls import Operation, PublicCalls
from heapwise.frontends.python.model.universe import is_user_class, mentioned
from heapwise.frontends.python.source.modules import LoadedModule
from heapwise.frontends.python.typing.functions import FunctionInfo, callee_of
from heapwise.frontends.python.typing.shapes import Shape
from heapwise.results import Heap, Ref, TupleValue, refs_in
from heapwise.results.heap import heap_from_json, value_from_json
from heapwise.testgen import ModuleUnderTest, Replayer, read_module
from heapwise.testgen.calltext import statement_text
from heapwise.testgen.module_source import ModuleFacts
from heapwise.testgen.python_wording import class_word, value_code
from heapwise.testgen.rebuild import Built
from heapwise.testgen.recipe import Recipe
from heapwise.testgen.special_calls import in_operators

MOST_CALLS = 6_000
"""For all failures of a function: what is found must not depend on how fast a machine is."""
SECONDS = 8.0
"""CPU time, for calls that take much longer than most."""


@dataclass(frozen=True, slots=True)
class Searched:
    """By the number of the goal; `calls` is how many sequences were tried, 0 if none could be."""

    found: Mapping[int, Recipe]
    calls: int


class RecipeSearch:
    """For inputs of one function."""

    def __init__(
        self, loaded: LoadedModule, info: FunctionInfo, parameters: Mapping[str, Shape]
    ) -> None:
        self._loaded = loaded
        self._info = info
        self._parameters = parameters
        self._module = ModuleUnderTest.of_file(Path(loaded.path))
        self._replayer = Replayer()

    def close(self) -> None:
        self._replayer.close()

    def search(
        self,
        goals: Sequence[Mapping[str, object]],
        witnesses: Sequence[Heap],
        code: str = "",
        seconds: float = SECONDS,
    ) -> Searched:
        """With `code`, its function `confirm` says which contract fails."""
        classes = {each.class_name for heap in witnesses for each in heap.objects.values()}
        named = [class_named(name, self._loaded) for name in sorted(classes)]
        taken = {cls for shape in self._parameters.values() for cls in mentioned(shape)}
        own = [] if self._info.owner is None else [self._info.owner]
        wanted = dict.fromkeys(
            cls for cls in (*own, *sorted(taken, key=str), *named) if is_user_class(cls)
        )
        calls = PublicCalls(
            self._loaded,
            [cls for cls in wanted if cls is not None],
            frozenset({*own, *taken}),
            witnesses,
        )
        operations = calls.operations()
        spec: dict[str, object] = {
            "target": callee_of(self._info),
            "parameters": calls.parameters(self._parameters),
            "operations": operations,
            "classes": [calls.name_of(cls) for cls in calls.classes],
            "goals": list(goals),
            "calls": MOST_CALLS,
        }
        answer = self._replayer.search(self._module, spec, seconds, code)
        if answer is None:
            return Searched({}, 0)
        found, tried = answer["found"], answer["calls"]
        assert isinstance(found, dict) and isinstance(tried, int)
        facts = read_module(self._module.path)
        recipes = {
            int(number): _Writer(operations, facts, callee_of(self._info), each).recipe()
            for number, each in found.items()
        }
        return Searched(recipes, tried)


def step_texts(
    operations: Sequence[Operation], facts: ModuleFacts, told: Mapping[str, Any]
) -> list[str]:
    """Steps as statements."""
    empty: dict[str, object] = {"roots": {}, "objects": {}}
    found = {**told, "arguments": [], "made": [], "input": empty}
    return _Writer(operations, facts, "", found).statements()


class _Writer:
    """Writes what was found as code."""

    def __init__(
        self,
        operations: Sequence[Operation],
        facts: ModuleFacts,
        target: str,
        found: Mapping[str, Any],
    ) -> None:
        self._operations = operations
        self._facts = facts
        self._target = target
        self._steps = found["steps"]
        self._arguments = found["arguments"]
        self._given = heap_from_json(found["input"])
        self._made = [value_from_json(each) for each in found["made"]]
        self._classes: list[str] = found["classes"]
        self._texts: list[str] = []
        self._taken = {*facts.names, *dir(builtins), *keyword.kwlist, target.split(".")[0]}

    def statements(self) -> list[str]:
        return [text for step in self._steps for text in self._statement(*step)]

    def recipe(self) -> Recipe:
        statements = self.statements()
        made = zip(self._made, self._texts, strict=True)
        names = {ref: text for ref, text in made if isinstance(ref, Ref)}
        inline = {
            value: self._text(argument)
            for value, argument in zip(self._given.roots.values(), self._arguments, strict=True)
            if isinstance(value, Ref) and value not in names
        }
        call = self._call({**names, **inline})
        return Recipe(self._given, tuple(statements), names, inline, call)

    def _statement(
        self, number: int, receiver: int, arguments: Sequence[Any], index: int | None
    ) -> list[str]:
        """What a step does; `index` is the object that it makes."""
        operation = self._operations[number]
        texts = [self._text(each) for each in arguments]
        named = [each["name"] for each in operation["parameters"]]
        plain = operation["plain"]
        given = [*texts[:plain]]
        given += [f"{n}={t}" for n, t in zip(named[plain:], texts[plain:], strict=True)]
        do, name = operation["do"], operation["name"]
        this = self._texts[receiver] if receiver >= 0 else ""
        if do == "get":
            self._texts += [] if index is None else [f"{this}.{name}"]
            return []
        if do == "set":
            return [f"{this}.{name} = {texts[0]}"]
        text = f"{name}({', '.join(given)})"
        if do == "method":
            operator = in_operators(name, this, given, True, False) if name[:2] == "__" else None
            text = operator or f"{this}.{text}"
        if index is None:
            return [text]
        variable = self._variable(self._classes[index])
        self._texts.append(variable)
        return [f"{variable} = {text}"]

    def _variable(self, class_name: str) -> str:
        word = class_word(class_name)
        name, number = word, 1
        while name in self._taken:
            number += 1
            name = f"{word}{number}"
        self._taken.add(name)
        return name

    def _text(self, argument: Sequence[Any]) -> str:
        kind, *rest = argument
        match kind:
            case "object":
                return self._texts[int(rest[0])]
            case "value":
                return value_code(value_from_json(rest[0]), {})
            case "function":
                return f"lambda *_: {self._text(rest[0])}"
            case "tuple":
                items = ", ".join(map(self._text, rest[0]))
                return f"({items},)" if len(rest[0]) == 1 else f"({items})"
            case "items":
                items = ", ".join(map(self._text, rest[1]))
                if rest[0] == "tuple":
                    return f"({items},)" if len(rest[1]) == 1 else f"({items})"
                return f"[{items}]" if rest[0] == "list" else f"{rest[0]}([{items}])"
        pairs = ", ".join(f"{self._text(key)}: {self._text(value)}" for key, value in rest[1])
        return f"{{{pairs}}}" if rest[0] == "dict" else f"{rest[0]}({{{pairs}}})"

    def _call(self, texts: dict[Ref, str]) -> str:
        """The call of the target, with each argument as it was made."""
        for value in self._given.roots.values():
            if isinstance(value, TupleValue):
                # What is made in its place has no name.
                texts |= {ref: "None" for ref in refs_in(value) if ref not in texts}
        return statement_text(self._target, self._given, Built((), {}, texts), self._facts)
