"""Calls of public Java methods that make inputs like those of witnesses, run in a JVM."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from heapwise.frontends.java.checking.field_writers import FieldWriters
from heapwise.frontends.java.checking.public_calls import JavaCalls
from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.classfile.descriptors import ArrayType, ClassType
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.frontends.java.contracts import OLD, RESULT, Condition, JavaContract
from heapwise.frontends.java.witness.access import Accesses
from heapwise.frontends.java.witness.java_code import package_of
from heapwise.results import Heap
from heapwise.testgen.java import JavaMethod, JvmReplayer
from heapwise.testgen.java.call_search import Conditions, JvmCallSearch
from heapwise.testgen.java.recipe import JavaRecipe, RecipeWriter

MOST_CALLS = 6000
SECONDS = 8.0


class Searched(NamedTuple):
    """By the number of the goal; `calls` is how many sequences were tried."""

    found: Mapping[int, JavaRecipe]
    calls: int


class JavaRecipeSearch:
    """For inputs of one method."""

    def __init__(
        self, classes: ClassPath, cls: ClassFile, method: Method, writers: FieldWriters
    ) -> None:
        self._classes = classes
        self._cls = cls
        self._method = method
        self._writers = writers
        self._accesses = Accesses(classes, package_of(cls))

    def search(
        self,
        goals: Sequence[Mapping[str, object]],
        witnesses: Sequence[Heap],
        called: JavaMethod,
        contract: JavaContract,
        replayer: JvmReplayer,
        trace_of: Callable[[Heap], Sequence[str] | None] | None = None,
    ) -> Searched:
        """A goal that is `violated` is the number of a condition that holds no more. With goals
        that have a `trace`, `trace_of` tells that of an input."""
        wanted = [self._cls.name]
        for type_ in self._method.type.parameters:
            element = type_.element if isinstance(type_, ArrayType) else type_
            wanted += [element.name] if isinstance(element, ClassType) else []
        wanted += [
            obj.class_name.replace("[]", "").replace(".", "/")
            for heap in witnesses
            for obj in heap.objects.values()
        ]
        calls = JavaCalls(self._classes, self._writers, self._accesses, wanted, witnesses)
        operations = calls.operations()
        parameters = self._parameters(calls, called, witnesses)
        spec: dict[str, Any] = {
            "parameters": parameters,
            "operations": operations,
            "classes": [each.java_name for each in calls.classes],
            "goals": list(goals),
            "calls": MOST_CALLS,
            "seconds": SECONDS,
        }
        names = [str(each["name"]) for each in parameters]
        conditions = _conditions(contract, names)

        def is_subclass(name: str, of: str) -> bool:
            return calls.is_subclass(name.replace(".", "/"), of.replace(".", "/"))

        search = JvmCallSearch(replayer, called, spec, conditions, is_subclass, trace_of)
        found, tried = search.run()
        sources = self._sources(found)
        recipes = {
            number: RecipeWriter(operations, sources, parameters, each).recipe()
            for number, each in found.items()
        }
        return Searched(recipes, tried)

    def _parameters(
        self, calls: JavaCalls, called: JavaMethod, witnesses: Sequence[Heap]
    ) -> list[dict[str, Any]]:
        nulls = [
            index
            for index, name in enumerate(called.parameters)
            if any(heap.roots.get(name) is None for heap in witnesses)
        ]
        access = self._accesses.of_method(self._cls, self._method)
        found: list[dict[str, Any]] = [
            {"name": name, "choices": choices, "source": source}
            for name, choices, source in zip(
                called.parameters,
                calls.parameter_choices(self._method, nulls),
                access.parameters,
                strict=True,
            )
        ]
        if called.receiver is not None:
            choices = calls.receiver_choices(self._cls.name)
            found.insert(0, {"name": called.receiver, "choices": choices, "source": access.owner})
        return found

    def _sources(self, found: Mapping[int, Mapping[str, Any]]) -> dict[str, str | None]:
        """How code calls the classes of what was made, and of constants."""
        names = {name for each in found.values() for name in each["classes"]}
        names |= {each.java_name for each in self._writers.around}
        return {name: self._accesses.source_name(name.replace(".", "/")) for name in names}


def condition_texts(contract: JavaContract) -> list[str]:
    """What is said of each condition that must hold in the end, where it does not."""
    return [
        *(f"invariant {each.name}" for each in contract.kept),
        *(f"postcondition {each.name}" for each in contract.ensures),
    ]


def _conditions(contract: JavaContract, names: Sequence[str]) -> Conditions:
    stated = [each for each in contract.invariants if each.is_stated]
    before = [each for each in stated if RESULT not in each.arguments]
    return Conditions(
        [_told(each, names) for each in (*before, *contract.requires)],
        [_told(each, names) for each in (*contract.kept, *contract.ensures)],
        None if contract.old is None else _told(contract.old, names),
    )


def _told(condition: Condition, names: Sequence[str]) -> dict[str, object]:
    numbers = {name: number for number, name in enumerate([*names, RESULT, OLD])}
    return {
        "owner": condition.method.owner.replace("/", "."),
        "name": condition.method.name,
        "descriptor": condition.method.descriptor,
        "arguments": [numbers[name] for name in condition.arguments],
        "invariant": condition.is_invariant,
    }
