"""One merged run of a Python function says of every input what CPython says of it."""

from __future__ import annotations

import inspect
import itertools
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heapwise.engine.bounds import Bounds
from heapwise.engine.state import Leaf, Store
from heapwise.frontends.python.invariants.merged_values import language
from heapwise.frontends.python.model.values import (
    Boxed,
    DictContents,
    ListContents,
    SetContents,
    Tagged,
    Tuple,
)
from heapwise.frontends.python.program import load_program
from heapwise.merging.executor import MergingExecutor
from heapwise.merging.meeting_values import Either
from heapwise.results import OutcomeKind
from heapwise.solver import PathCondition
from heapwise.solver.finite import Numbers, Range
from heapwise.solver.z3_finite import Z3FiniteSolver
from heapwise.structure.formula.bounded_universe import BoundedUniverse
from heapwise.structure.formula.guarded import Names
from heapwise.structure.formula.questions import Questions
from heapwise.structure.formula.universe_heap import UniverseHeap
from heapwise.structure.formula.universe_strategy import UniverseStrategy
from heapwise.terms import Concrete, Scalar, Term, evaluate
from tests.unit.merging import merged_functions

FILE = Path(__file__).with_name("merged_functions.py")
HELPERS = ("depth_of", "checked", "nodes")
FUNCTIONS = [
    name
    for name, function in inspect.getmembers(merged_functions, inspect.isfunction)
    if name not in HELPERS
]
NUMBERS = (-1, 0, 1, 2, 3)
OBJECTS = 2


class Merged:
    """All paths of a function at once."""

    def __init__(self, name: str) -> None:
        program = load_program(f"{FILE}:{name}")
        node = program.classes["Node"]
        self.universe = BoundedUniverse(program, {node: OBJECTS})
        self.names = Names()
        self.solver = Z3FiniteSolver(self.universe.domain, Numbers(0, Range(None)), self.names)
        strategy = UniverseStrategy(
            self.universe, self._required, self.names, symmetry=False, writable=True
        )
        bounds = Bounds(max_loops=None, max_depth=None, max_steps=100_000)
        self.executor: MergingExecutor[UniverseHeap] = MergingExecutor(
            program, strategy, Questions(self.solver, self.names, {}), bounds, language()
        )
        assert program.main is not None
        self.ends = self.executor.execute(program.main, [], UniverseHeap(), PathCondition())

    def _required(self, path: PathCondition, condition: Scalar) -> None:
        """Declarations, which the inputs below satisfy."""


class Inputs:
    """An `Assignment`: numbers for all symbols of the universe."""

    def __init__(self, merged: Merged, values: dict[str, int]) -> None:
        self._meaning = merged.names.meaning
        self.values = values
        self._memo: dict[Term, Concrete] = {}

    def value(self, term: Scalar) -> Concrete:
        return evaluate(term, self, self._memo)

    def symbol_value(self, symbol: Term) -> Concrete:
        meaning = self._meaning.get(symbol)
        return self.value(meaning) if meaning is not None else self.values[str(symbol.value)]

    def map_value(self, map_symbol: Term, keys: tuple[Concrete, ...]) -> Concrete:
        raise AssertionError("a merged run has no maps")

    # -- in CPython

    def arguments(self, parameters: list[str]) -> tuple[list[Any], dict[int, Any]]:
        made: dict[int, Any] = {}
        for number in range(1, OBJECTS + 1):
            made[number] = merged_functions.Node.__new__(merged_functions.Node)
        for number, node in made.items():
            node.value = self.values[f"Node.value@{number}"]
            node.next = made.get(self.values[f"Node.next@{number}"])
        found = []
        for name in parameters:
            is_object = name in ("node", "other")
            found.append(made.get(self.values[name]) if is_object else self.values[name])
        return found, made

    # -- in the merged run

    def shown(self, value: Any, store: Store) -> object:
        """A value of the merged run as a Python value; objects are numbers with a sign."""
        match value:
            case Tagged(tag, parts):
                return self.shown(parts[int(self.value(tag))], store)
            case Tuple(items):
                return tuple(self.shown(item, store) for item in items)
            case Term() if str(value.sort) == "Ref":
                number = self.value(value)
                if number == 0:
                    return None
                key = next((k for k in store if isinstance(k, Term) and k.value == number), None)
                return ("object", number) if key is None else self._contents(store[key], store)
        return self.value(value)

    def _contents(self, contents: Any, store: Store) -> object:
        match contents:
            case Either(parts):
                chosen = [part for guard, part in parts if self.value(guard)]
                assert len(chosen) == 1
                return self._contents(chosen[0], store)
            case ListContents(items):
                return [self.shown(item, store) for item in items]
            case SetContents(items):
                return {self.shown(item, store) for item in items}
            case DictContents(entries):
                return {self.shown(k, store): self.shown(v, store) for k, v in entries}
            case Boxed(inner):
                return self.shown(inner, store)
        raise AssertionError(contents)


def all_inputs(merged: Merged, parameters: list[str]) -> Iterator[Inputs]:
    domains: dict[str, tuple[int, ...]] = {}
    objects = tuple(range(OBJECTS + 1))
    has_objects = False
    for name in parameters:
        is_object = name in ("node", "other")
        has_objects = has_objects or is_object
        domains[name] = objects if is_object else NUMBERS
    for number in range(1, OBJECTS + 1):
        domains[f"Node.value@{number}"] = (0, 1, 3) if has_objects else (0,)
        domains[f"Node.next@{number}"] = objects if has_objects else (0,)
    for chosen in itertools.product(*domains.values()):
        yield Inputs(merged, dict(zip(domains, chosen, strict=True)))


def in_cpython(name: str, inputs: Inputs, parameters: list[str]) -> tuple[str, object]:
    arguments, made = inputs.arguments(parameters)
    try:
        result = getattr(merged_functions, name)(*arguments)
    except Exception as error:
        return "raised", type(error).__name__
    numbers = {id(node): number for number, node in made.items()}
    return "returned", ("object", numbers[id(result)]) if id(result) in numbers else _plain(result)


def _plain(value: object) -> object:
    return list(value) if isinstance(value, deque) else value


def in_merged_run(inputs: Inputs, end: Leaf[UniverseHeap]) -> tuple[str, object]:
    if end.kind is OutcomeKind.RAISED:
        return "raised", end.detail
    return "returned", inputs.shown(end.value, end.store)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_input_has_one_ending_and_that_says_what_cpython_says(name: str) -> None:
    merged = Merged(name)
    parameters = list(inspect.signature(getattr(merged_functions, name)).parameters)
    count = 0
    for inputs in all_inputs(merged, parameters):
        accepting = [
            end
            for end in merged.ends
            if all(inputs.value(term) for term in end.path.asserted_terms())
        ]
        assert len(accepting) == 1, (inputs.values, accepting)
        expected = in_cpython(name, inputs, parameters)
        assert in_merged_run(inputs, accepting[0]) == expected, inputs.values
        count += 1
    assert count >= len(NUMBERS)


@pytest.mark.parametrize("name", ["choice", "list_of_several_lengths", "worklist", "dictionary"])
def test_what_returns_values_of_one_kind_ends_once(name: str) -> None:
    assert len(Merged(name).ends) == 1
