"""Which paths of a function become tests, and with which values.

A path is chosen for what it shows: a branch, an outcome, two branches in a row. Everything here is
a pure function of its arguments and breaks ties by the order given, so the same paths give the same
tests in every run.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

from heapwise.results import Heap, HeapObject, Value
from heapwise.results.heap import heap_to_json
from heapwise.testgen.cases import TestCase
from heapwise.testgen.coverage import Coverage
from heapwise.testgen.instrument import sites
from heapwise.testgen.module_source import FunctionFacts
from heapwise.testgen.pytest_file import write_tests

_T = TypeVar("_T")

_TELLING = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
"""Numbers that sums, differences and products tell apart."""


@dataclass(frozen=True, slots=True)
class Shows:
    """What a path can be chosen for: its branches, and how it ends."""

    trace: tuple[str, ...]
    outcome: str


# ---------------------------------------------------------------------------- which paths


def chosen(paths: Sequence[Shows], limit: int | None) -> list[int]:
    """The indexes of paths that together show all branches and outcomes, in order.

    All paths if there are no more than `limit`. Otherwise first as few as show every branch and
    outcome, then those that show branches in an order not seen yet, then the first ones, until
    there are `limit`; never fewer than show everything.
    """
    if limit is None or len(paths) <= limit:
        return list(range(len(paths)))
    taken: list[int] = []
    for goals_of in (_branches, _pairs):
        goals = [goals_of(path) for path in paths]
        shown = set[object]().union(*(goals[index] for index in taken))
        enough = None if goals_of is _branches else limit
        taken += _greedy(goals, shown, enough and enough - len(taken))
    left = (index for index in range(len(paths)) if index not in set(taken))
    taken += [index for index, _ in zip(left, range(limit - len(taken)), strict=False)]
    return sorted(taken)


def _branches(path: Shows) -> frozenset[object]:
    return frozenset((*path.trace, ("ends", path.outcome)))


def _pairs(path: Shows) -> frozenset[object]:
    return frozenset((*pairwise(path.trace), (path.trace[-1:], path.outcome)))


def _greedy(goals: Sequence[frozenset[object]], shown: set[object], most: int | None) -> list[int]:
    """Again and again the path that shows most of what is not shown yet."""
    missing = set[object]().union(*goals) - shown
    taken: list[int] = []
    while missing and (most is None or len(taken) < most):
        best = max(range(len(goals)), key=lambda index: (len(goals[index] & missing), -index))
        missing -= goals[best]
        taken.append(best)
    return taken


# ---------------------------------------------------------------------------- which values


def telling(given: Heap, accepts: Callable[[Heap], bool], tries: int = 12) -> Heap:
    """The input with other numbers, if they are accepted: a witness is full of zeros, with which
    `a + b` and `a - b` are the same. All numbers at once if possible, else one by one."""
    slots = _count(given)
    if slots == 0:
        return given
    everything = _with(given, {index: _number(index) for index in range(slots)})
    if everything == given or accepts(everything):
        return everything
    best = given
    for index in range(min(slots, tries)):
        better = _with(best, {index: _number(index)})
        if better != best and accepts(better):
            best = better
    return best


def _number(index: int) -> int:
    return _TELLING[index] if index < len(_TELLING) else 41 + 2 * index


def _count(heap: Heap) -> int:
    inside = (value for obj in heap.objects.values() for value in _changeable(obj))
    return sum(_is_number(value) for values in (heap.roots.values(), inside) for value in values)


def _is_number(value: Value) -> bool:
    return type(value) is int or type(value) is float


def _changeable(obj: HeapObject) -> Iterator[Value]:
    """Not the keys of dicts nor the elements of sets: they must stay different."""
    yield from obj.fields.values()
    if obj.class_name not in ("set", "frozenset"):
        yield from obj.items or ()
    yield from (value for _, value in obj.entries or ())


def _with(heap: Heap, numbers: dict[int, int]) -> Heap:
    """The heap with other numbers in some of its slots, which are counted in order."""
    seen = -1

    def changed(value: Value) -> Value:
        nonlocal seen
        if not _is_number(value):
            return value
        seen += 1
        if seen not in numbers:
            return value
        return float(numbers[seen]) if type(value) is float else numbers[seen]

    roots = {name: changed(value) for name, value in heap.roots.items()}
    objects = {}
    for ref, obj in heap.objects.items():
        fields = {name: changed(value) for name, value in obj.fields.items()}
        items, entries = obj.items, obj.entries
        if items is not None and obj.class_name not in ("set", "frozenset"):
            items = tuple(changed(item) for item in items)
        if entries is not None:
            entries = tuple((key, changed(value)) for key, value in entries)
        objects[ref] = replace(obj, fields=fields, items=items, entries=entries)
    return replace(heap, roots=roots, objects=objects)


# ---------------------------------------------------------------------------- which tests


def ordered(cases: Iterable[TestCase]) -> list[TestCase]:
    """Small inputs first; the text of the input decides the rest."""
    return sorted(cases, key=lambda case: (*_size(case), _text_of(case.given)))


def _size(case: TestCase) -> tuple[int, int, tuple[str, ...]]:
    return len(case.given.objects), len(case.observed.trace), case.observed.trace


def _text_of(heap: Heap) -> str:
    return json.dumps(heap_to_json(heap), sort_keys=True)


def distinct(cases: Iterable[TestCase]) -> list[TestCase]:
    """Those whose tests differ in more than the name: what `write_tests` would write."""
    kept: dict[tuple[str, str], TestCase] = {}
    for case in cases:
        kept.setdefault((case.target, _body_of(case)), case)
    return list(kept.values())


def _body_of(case: TestCase) -> str:
    tree = ast.parse(write_tests([replace(case, condition="", title="a test")]))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return "\n".join(ast.unparse(part) for node in functions for part in node.body[1:])


def coverage_of(facts: FunctionFacts | None, traces: Iterable[Sequence[str]]) -> Coverage:
    """The branches of one function that the traces reach. Decorators and defaults do not count:
    they run when the function is defined."""
    if facts is None:
        return Coverage(0, 0, ())
    found = sorted({site for part in facts.node.body for site in sites(part)})
    branches = [site.event(truth) for site in found for truth in (True, False)]
    seen = set().union(*traces) if traces else set[str]()
    missing = tuple(event for event in branches if event not in seen)
    return Coverage(len(branches) - len(missing), len(branches), missing)


def shortened(condition: str, most: int = 300) -> str:
    """A condition for a docstring: cut between two conjuncts if it is long."""
    if len(condition) <= most:
        return condition
    cut = condition.rfind(" and ", 0, most)
    return f"{condition[: cut if cut > 0 else most]} and …"
