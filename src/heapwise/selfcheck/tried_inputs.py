"""The concrete inputs that a program is tried on: as many as can be enumerated quickly."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from heapwise.frontends.tiny import syntax as s
from heapwise.results import Heap
from heapwise.selfcheck.oracle.all_inputs import heaps
from heapwise.selfcheck.oracle.interpreter import Run, run
from heapwise.selfcheck.oracle.static_facts import facts
from heapwise.selfcheck.trees import expressions_in

MOST_HEAPS = 1_000
_MOST_OBJECTS = 4


@dataclass(frozen=True, slots=True)
class Trial:
    """An input and what the program does on it, according to the oracle."""

    heap: Heap
    run: Run


def trials(tree: s.ProgramNode, most: int = MOST_HEAPS) -> list[Trial]:
    """All inputs of the largest scope that has at most `most` of them. The scopes grow step by
    step: more objects, and more of the ints around the literals of the program. If the smallest
    has too many, the first ones of it."""
    domains = ((0, 1), _ints_around_literals(tree)) if _has_ints(tree) else ((0,),)
    found: list[Heap] = []
    for max_objects in range(1, _MOST_OBJECTS + 1):
        for ints in domains:
            wider = list(islice(heaps(tree, max_objects, ints), most + 1))
            if len(wider) > most:
                return _tried(tree, found or wider[:most])
            found = wider if len(wider) >= len(found) else found
    return _tried(tree, found)


def _tried(tree: s.ProgramNode, chosen: list[Heap]) -> list[Trial]:
    return [Trial(heap, run(tree, heap)) for heap in chosen]


def _has_ints(tree: s.ProgramNode) -> bool:
    known = facts(tree)
    kinds = [*known.inputs.values(), *known.array_types]
    kinds += [kind for fields in known.table.fields.values() for kind in fields.values()]
    return any(kind.name == "int" for kind in kinds)


def _ints_around_literals(tree: s.ProgramNode) -> tuple[int, ...]:
    bodies = [tree.main, *(method.body for cls in tree.classes for method in cls.methods)]
    found = {0}
    for body in bodies:
        for node in expressions_in(body):
            if isinstance(node, s.Literal) and type(node.value) is int:
                found.update((node.value - 1, node.value, node.value + 1))
    return tuple(sorted(found))
