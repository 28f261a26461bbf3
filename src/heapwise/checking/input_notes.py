"""What to say about an input: how large it is, and which aliases and cycles it has."""

from __future__ import annotations

import math
from collections.abc import Iterator

from heapwise.results.heap import Heap, HeapObject, Ref, TupleValue, Value
from heapwise.solver import PathCondition
from heapwise.terms import STR


def references_in(value: Value) -> Iterator[Ref]:
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Ref):
            yield part
        elif isinstance(part, TupleValue):
            waiting.extend(part.items)


def values_of(obj: HeapObject) -> Iterator[Value]:
    yield from obj.fields.values()
    yield from obj.items or ()
    for key, value in obj.entries or ():
        yield key
        yield value


def objects_in(heap: Heap) -> int:
    """Objects of the user's classes: containers come with them."""
    return sum(obj.items is None and obj.entries is None for obj in heap.objects.values())


def size_of(heap: Heap) -> tuple[int, int, int]:
    """Objects, items, and how large the numbers and strings are."""
    items = 0
    weight = 0
    values: list[Value] = list(heap.roots.values())
    for obj in heap.objects.values():
        items += len(obj.items or ()) + len(obj.entries or ())
        values += values_of(obj)
    for value in values:
        if isinstance(value, str):
            weight += len(value)
        elif isinstance(value, int):
            weight += min(abs(value), 1 << 40)
        elif isinstance(value, float):
            weight += min(abs(int(value)), 1 << 40) if value == value and abs(value) < 1e300 else 99
    return len(heap.objects), items, weight


def text_in(heap: Heap) -> int:
    """How many characters its strings have."""
    values = [
        *heap.roots.values(),
        *(each for obj in heap.objects.values() for each in values_of(obj)),
    ]
    return sum(len(value) for value in values if isinstance(value, str))


def drafted_text(path: PathCondition) -> float:
    """The same of an input that the path is known to take, which need not be its smallest."""
    if path.model is None:
        return math.inf
    texts = {each for term in path.asserted_terms() for each in term.symbols if each.sort is STR}
    return sum(len(str(path.model.evaluate(each))) for each in texts)


def notes_on(heap: Heap) -> Iterator[str]:
    """Aliases among the inputs, sharing and cycles."""
    by_ref: dict[Ref, list[str]] = {}
    for name, value in heap.roots.items():
        if isinstance(value, Ref):
            by_ref.setdefault(value, []).append(name)
    for names in by_ref.values():
        if len(names) > 1:
            listed = f"{', '.join(names[:-1])} and {names[-1]}"
            yield f"{listed} are the same object"
    if _has_cycle(heap):
        yield "the input has a cycle"


def _has_cycle(heap: Heap) -> bool:
    """Depth first, without recursion: an edge to what is being visited closes a cycle."""
    state: dict[Ref, int] = {}
    for start in heap.objects:
        if start in state:
            continue
        stack = [(start, _targets(heap, start))]
        state[start] = 1
        while stack:
            current, targets = stack[-1]
            following = next(targets, None)
            if following is None:
                state[current] = 2
                stack.pop()
            elif state.get(following) == 1:
                return True
            elif following not in state and following in heap.objects:
                state[following] = 1
                stack.append((following, _targets(heap, following)))
    return False


def _targets(heap: Heap, ref: Ref) -> Iterator[Ref]:
    for value in values_of(heap.objects[ref]):
        yield from references_in(value)
