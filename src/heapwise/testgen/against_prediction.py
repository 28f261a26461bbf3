"""Did CPython do what was predicted? Differences as text, none if it did.

Input objects are told apart by name, new ones only by how they are reached, so the two final heaps
are compared up to the names of new objects. Everything else must be the same: classes, the set of
fields, values with their types (nan is nan), the order of items and of dict entries. The elements
of sets have no order; frozensets and tuples have no identity.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from heapwise.results import (
    COMPLETED,
    SOME_TEXT,
    Heap,
    HeapObject,
    Named,
    OutcomeKind,
    PathResult,
    Ref,
    TupleValue,
    Value,
)
from heapwise.results.integers import integer_text
from heapwise.testgen.cpython_replay import Observation, Status

_UNORDERED = frozenset(("set", "frozenset"))
_ITERATORS = frozenset(("map", "filter", "zip", "enumerate", "reversed"))
_WITHOUT_IDENTITY = frozenset(("frozenset", "dict_keys", "dict_values", "dict_items"))
_MANY = 12


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a run should come to; what is None is not compared. Where a run ends in a
    RecursionError, heap and trace depend on how deep the stack was and are not compared either."""

    exception: str | None
    value: Value = None
    output: Heap | None = None
    trace: Sequence[str] | None = None

    @classmethod
    def of_path(cls, path: PathResult) -> Expectation:
        if path.outcome.kind not in COMPLETED:
            raise ValueError(f"a path that is {path.outcome.kind.value} has no end to compare")
        returned = path.outcome.kind is OutcomeKind.RETURNED
        exception = None if returned else path.outcome.exception or "AssertionError"
        return cls(exception, path.outcome.value, path.output, path.trace_texts)


def same_outcome(expected: Expectation, observed: Observation, given: Heap) -> list[str]:
    """The differences between what was expected and what was observed from the input `given`."""
    if not observed.finished:
        return [f"the run did not finish: {observed.status.value}, {observed.why}"]
    raised = observed.exception if observed.status is Status.RAISED else None
    if expected.exception != raised:
        return [f"expected {_end(expected.exception)}, but it {_happened(observed)}"]
    if raised == "RecursionError":
        return []
    differences: list[str] = []
    if expected.output is not None:
        matching = _Matching(expected.output, observed.output, given)
        results = None if raised else (expected.value, observed.value)
        differences += matching.differences(results)
    if expected.trace is not None and not observed.trace_cut:
        differences += _trace_differences(expected.trace, observed.trace)
    return differences


def _end(exception: str | None) -> str:
    return f"{exception} to be raised" if exception else "a value to be returned"


def _happened(observed: Observation) -> str:
    if observed.status is Status.RETURNED:
        return "returned"
    at = f" at line {observed.line}" if observed.line is not None else ""
    message = f": {observed.message}" if observed.message else ""
    return f"raised {observed.exception}{at}{message}"


def _trace_differences(expected: Sequence[str], observed: Sequence[str]) -> Iterator[str]:
    if list(expected) == list(observed):
        return
    common = 0
    while common < min(len(expected), len(observed)) and expected[common] == observed[common]:
        common += 1
    ends = [
        repr(trace[common]) if common < len(trace) else "nothing" for trace in (expected, observed)
    ]
    yield f"trace: event {common + 1} should be {ends[0]}, but is {ends[1]}"


class _Matching:
    def __init__(self, expected: Heap, observed: Heap, given: Heap) -> None:
        self._expected = expected
        self._observed = observed
        self._given = given
        self._paired: dict[Ref, Ref] = {}
        self._taken: dict[Ref, Ref] = {}
        self._pending: list[tuple[str, Value, Value]] = []
        self._found: list[str] = []

    def differences(self, results: tuple[Value, Value] | None) -> list[str]:
        pairs: list[tuple[str, Value, Value]] = []
        for name in self._given.roots:
            roots = self._expected.roots, self._observed.roots
            if name in roots[0] and name in roots[1]:
                pairs.append((name, roots[0][name], roots[1][name]))
        pairs += [(ref.name, ref, ref) for ref in self._given.objects]
        if results is not None:
            pairs.append(("the result", *results))
        self._pending = pairs[::-1]
        while self._pending and len(self._found) < _MANY:
            self._compare(*self._pending.pop())
        return self._found

    def _compare(self, place: str, left: Value, right: Value) -> None:
        if isinstance(left, TupleValue) and isinstance(right, TupleValue):
            self._sequence(place, left.items, right.items)
        elif isinstance(left, Ref) and isinstance(right, Ref):
            self._refs(place, left, right)
        elif not _same_plain(left, right) and not _stands_for(left, right):
            self._found.append(f"{place} should be {_text(left)}, but is {_text(right)}")

    def _refs(self, place: str, left: Ref, right: Ref) -> None:
        one, other = self._expected.objects.get(left), self._observed.objects.get(right)
        if one is None or other is None:
            missing = "predicted" if one is None else "observed"
            self._found.append(f"{place}: {left if one is None else right} was not {missing}")
            return
        if left in self._paired or right in self._taken:
            same = self._paired.get(left) == right and self._taken.get(right) == left
            if not same and not _is_value(one):
                self._found.append(f"{place} should be {left}, but is {right}")
            if same or not _is_value(one):
                return
        self._paired[left], self._taken[right] = right, left
        is_input = left in self._given.objects or right in self._given.objects
        if is_input and left != right and not _is_value(one):
            self._found.append(f"{place} should be {left}, but is {right}")
        elif not _same_class(one.class_name, other.class_name):
            self._found.append(
                f"{place} should be of class {one.class_name}, but is of {other.class_name}"
            )
        else:
            self._objects(place, one, other)

    def _objects(self, place: str, one: HeapObject, other: HeapObject) -> None:
        for name in one.fields.keys() | other.fields.keys():
            if name in one.fields and name in other.fields:
                self._pending.append((f"{place}.{name}", one.fields[name], other.fields[name]))
            else:
                which = "only predicted" if name in one.fields else "not predicted"
                self._found.append(f"{place}.{name} was {which}")
        left: Sequence[Value] = one.items or ()
        right: Sequence[Value] = other.items or ()
        if one.class_name in _UNORDERED:
            left, right = self._sorted(left, self._expected), self._sorted(right, self._observed)
        self._sequence(place, left, right)
        flat = [[each for pair in obj.entries or () for each in pair] for obj in (one, other)]
        self._sequence(place, flat[0], flat[1])

    def _sequence(self, place: str, left: Sequence[Value], right: Sequence[Value]) -> None:
        if len(left) != len(right):
            self._found.append(f"{place} should have {len(left)} items, but has {len(right)}")
            return
        pairs = zip(left, right, strict=True)
        self._pending += [(f"{place}[{n}]", a, b) for n, (a, b) in enumerate(pairs)][::-1]

    def _sorted(self, items: Sequence[Value], heap: Heap) -> list[Value]:
        """Elements of a set in an order that does not depend on the names of new objects."""
        return sorted(items, key=lambda item: self._signature(item, heap, 2))

    def _signature(self, value: Value, heap: Heap, depth: int) -> str:
        if isinstance(value, TupleValue):
            return f"({', '.join(self._signature(item, heap, depth) for item in value.items)})"
        if not isinstance(value, Ref):
            return f"{type(value).__name__} {_text(value)}"
        if value in self._given.objects or depth == 0 or value not in heap.objects:
            return value.name if value in self._given.objects else "new"
        obj = heap.objects[value]
        inside = [self._signature(each, heap, depth - 1) for each in obj.contents()]
        if obj.class_name in _UNORDERED:
            inside.sort()
        return f"new {obj.class_name} {', '.join(inside)}"


def _is_value(obj: HeapObject) -> bool:
    """Two of them with the same contents are the same."""
    return obj.class_name.removeprefix("builtins.") in _WITHOUT_IDENTITY


def _same_class(one: str, other: str) -> bool:
    """No name leads to the classes of generators, and all iterators are predicted as such."""
    name = other.removeprefix("builtins.")
    if one == "iterator" and (name in _ITERATORS or name.startswith("itertools.")):
        return True
    module, _, last = other.rpartition(".")
    if one == last and _is_in_library(module):
        return True
    return one.removeprefix("builtins.") == name or (one == "iterator" and name.endswith(one))


def _same_plain(left: Value, right: Value) -> bool:
    if isinstance(left, float) and isinstance(right, float):
        return repr(left) == repr(right)
    if left == SOME_TEXT and isinstance(right, str):
        return True
    if isinstance(left, Named) and isinstance(right, Named):
        if _is_function(left):
            return _last_name(left) == _last_name(right)
        # What `operator` has, say, was made in `_operator`.
        return left.text.lstrip("_") == right.text.lstrip("_")
    return type(left) is type(right) and left == right


def _is_function(name: Named) -> bool:
    """Functions are predicted by their plain names, and observed with all that is around them."""
    return name.text.startswith(("function ", "<bound method "))


def _last_name(name: Named) -> str:
    return name.text.removeprefix("<bound method ").rpartition(" ")[2].rpartition(".")[2]


def _stands_for(left: Value, right: Value) -> bool:
    """Of what a witness can only name: is it the same kind of thing?"""
    if not isinstance(left, Named):
        return False
    text = left.text
    if text == "HashOf" or text.startswith("id("):
        return type(right) is int
    if text == "BoundMethod":
        return isinstance(right, Ref | Named)
    if isinstance(right, Named):
        if text.startswith("<module "):
            return text.startswith(f"<module {right.text!r}")
        return text == "Context" and right.text.startswith("threading.")
    if not isinstance(right, Ref):
        return False
    return text == "Context" or text.startswith("<") or _is_of_library(text, right)


def _is_of_library(text: str, observed: Ref) -> bool:
    """Values of the library that are objects for CPython, and no objects of the heap here."""
    module, _, kind = observed.name.rpartition("#")[0].rpartition(".")
    if module in ("functools", "operator") and text.startswith("function "):
        return True  # such as a partial
    named = (kind, f"{module}.{kind}", "Modelled")
    part = _PARTS_OF_TEXTS.get(f"{module}.{kind}")
    is_named = text in named or (part is not None and part in text)
    return is_named and _is_in_library(module)


_PARTS_OF_TEXTS = {
    "re.Pattern": "re.compile(",
    "typing._GenericAlias": "typing.",
    "types.UnionType": " | ",
    "builtins.method_descriptor": ".",
}


def _is_in_library(module: str) -> bool:
    return module.partition(".")[0] in sys.stdlib_module_names


def _text(value: Value) -> str:
    if isinstance(value, int):
        return integer_text(value)
    return repr(value) if isinstance(value, str | TupleValue) else str(value)
