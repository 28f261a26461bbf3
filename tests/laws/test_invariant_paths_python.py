"""Law 5 under an invariant, for Python: a path-optimal strategy and a compiled invariant find
exactly the control-flow paths that valid inputs within the scope take, each once; every witness is
a complete valid structure and takes its path in CPython."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import pytest

from brute import ROOT, brute
from heapwise import Bounds, explore
from heapwise.heaps import registry
from heapwise.results import Heap, PathResult
from heapwise.results.heap import heap_to_json

FOLDER = ROOT / "tests" / "programs_structures"
VALID = "self.rep_ok()"

End = tuple[tuple[str, ...], str | None]


@dataclass(frozen=True)
class Operation:
    """`arguments` are what brute force tries, with keys of the structure between them; `domains`
    are what it lets fields be, where that is not what their types say."""

    method: str
    scope: int
    paths: int
    arguments: Mapping[str, Sequence[int]] = field(default_factory=dict)
    domains: Mapping[str, Sequence[int]] = field(default_factory=dict)
    length: int = 3
    valid: str = VALID

    @property
    def target(self) -> str:
        module, _, _ = self.method.partition(":")
        return f"{FOLDER / module}.py:{self.name}"

    @property
    def name(self) -> str:
        return self.method.partition(":")[2]

    def __str__(self) -> str:
        return f"{self.method}-{self.scope}"


def keyed(method: str, scope: int, paths: int, key: str, parameter: str = "key") -> Operation:
    """The keys of the structure are odd, so that arguments can be equal, between and beyond."""
    odd = list(range(1, 2 * scope, 2))
    return Operation(method, scope, paths, {parameter: range(2 * scope + 1)}, {key: odd})


STRATEGIES = registry.with_traits(lambda traits: traits.names_cells)

OPERATIONS = [
    keyed("search_tree:Tree.find", 4, 46, "Node.key"),
    keyed("search_tree:Tree.insert", 4, 46, "Node.key"),
    keyed("search_tree:Tree.remove", 4, 57, "Node.key"),
    keyed("walked_tree:Tree.find", 3, 22, "Node.key"),
    keyed("sorted_list:SortedList.has", 5, 11, "Node.value", "value"),
    keyed("sorted_list:SortedList.insert", 5, 20, "Node.value", "value"),
    keyed("sorted_list:SortedList.remove", 5, 11, "Node.value", "value"),
    keyed("doubly_linked:Chain.add_first", 4, 2, "Link.value", "value"),
    keyed("doubly_linked:Chain.remove", 3, 9, "Link.value", "value"),
    Operation("doubly_linked:Chain.remove_last", 4, 3, {}, {"Link.value": [0]}),
    Operation("doubly_linked:Chain.reverse", 5, 6, {}, {"Link.value": [0]}),
    Operation("stack:Stack.push", 5, 1, {"value": [0]}, {"Cell.value": [0]}),
    Operation("stack:Stack.pop", 5, 2, {}, {"Cell.value": [0]}),
    Operation("stack:Stack.largest", 4, 31, {}, {"Cell.value": [-1, 1, 2, 3, 4]}),
    Operation("heap:Heap.push", 4, 5, {"item": range(-1, 6)}, length=4),
    Operation("heap:Heap.pop", 4, 8, length=4),
    keyed("avl:AvlTree.find", 4, 22, "Node.key"),
    keyed("avl:AvlTree.insert", 4, 38, "Node.key"),
    keyed("red_black:RedBlackTree.has", 4, 22, "Node.key"),
    keyed("red_black:RedBlackTree.insert", 4, 30, "Node.key"),
    Operation("lru:Cache.get", 3, 2, {"key": range(-1, 5)}, {}, 2),
    Operation("lru:Cache.put", 3, 3, {"key": range(-1, 5), "value": [0]}, {}, 2),
    Operation(
        "ring:Queue.put", 4, 2, {"value": [0]}, {"Node.value": [0]}, valid="is_ring(self.last)"
    ),
    Operation("ring:Queue.take", 4, 3, {}, {"Node.value": [0]}, valid="is_ring(self.last)"),
    Operation(
        "ring:Queue.rotate",
        4,
        5,
        {"times": range(4)},
        {"Node.value": [0]},
        valid="is_ring(self.last)",
    ),
]


@cache
def ends_of_valid_inputs(index: int) -> tuple[frozenset[End], int]:
    operation = OPERATIONS[index]
    file, _, _ = operation.target.rpartition(":")
    request: dict[str, object] = {
        "path": file,
        "target": operation.name.partition(".")[0],
        "method": operation.name,
        "scope": operation.scope,
        "length": operation.length,
        "domains": {name: list(values) for name, values in operation.domains.items()},
        "arguments": {name: list(values) for name, values in operation.arguments.items()},
    }
    answer = brute("structure_brute").answer(request)
    ends = frozenset((tuple(trace), exception) for trace, exception in answer["ends"])
    return ends, answer["inputs"]


def end_of(path: PathResult) -> End:
    return path.trace_texts, path.outcome.exception


def all_valid(operation: Operation, heaps: Sequence[Heap]) -> bool:
    """In CPython."""
    file, _, _ = operation.target.rpartition(":")
    request: dict[str, object] = {"path": file, "valid": operation.valid}
    request["heaps"] = [heap_to_json(heap) for heap in heaps]
    return all(brute("structure_brute").answer(request)["valid"])


@pytest.mark.parametrize("index", range(len(OPERATIONS)), ids=[str(each) for each in OPERATIONS])
def test_the_paths_are_those_that_valid_inputs_take(index: int) -> None:
    """Strategies take turns: operations on a structure, which have one invariant, meet several."""
    operation = OPERATIONS[index]
    strategy = STRATEGIES[index % len(STRATEGIES)]
    bounds = Bounds(max_objects=operation.scope, max_length=operation.length)
    exploration = explore(
        operation.target, strategy=strategy, precondition="compiled", bounds=bounds
    )
    paths = list(exploration)
    exploration.close()
    counts = exploration.summary.counts
    assert exploration.summary.stopped is None and not counts.bounded + counts.unsupported
    assert exploration.summary.precondition == "compiled"
    ends = [end_of(path) for path in paths]
    assert len(ends) == len(set(ends))
    taken, inputs = ends_of_valid_inputs(index)
    assert inputs > 0
    assert set(ends) == taken
    assert len(ends) == operation.paths
    assert all(path.replayed for path in paths)
    assert all_valid(operation, [path.input for path in paths])
