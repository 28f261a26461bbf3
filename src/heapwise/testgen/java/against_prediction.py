"""Did the JVM do what was predicted? Differences as text, none if it did.

As for Python (`testgen/against_prediction.py`): input objects by name, new ones by how they are
reached. What a JVM keeps in exceptions (stack traces, messages of its own) is not compared.
"""

from __future__ import annotations

from dataclasses import replace

from heapwise.results import Heap, HeapObject, Value
from heapwise.testgen.against_prediction import Expectation, same_outcome
from heapwise.testgen.cpython_replay import Observation
from heapwise.testgen.java.plain_values import INTERNED, is_plain

STACK_OVERFLOW = "java.lang.StackOverflowError"
_OF_THROWABLE = frozenset(
    ("detailMessage", "cause", "stackTrace", "suppressedExceptions", "backtrace", "depth")
)


def same_end(
    exception: str | None,
    value: Value,
    output: Heap | None,
    observed: Observation,
    given: Heap,
) -> list[str]:
    """The differences between what was predicted (the class of an exception or a value, and the
    final heap) and what was observed from the input `given`. Where the stack is full, the heap
    depends on how deep it was."""
    if exception == STACK_OVERFLOW and observed.exception == STACK_OVERFLOW:
        return []
    heap = None if output is None else _comparable(output, observed.output)
    return same_outcome(Expectation(exception, value, heap), observed, _without_marks(given))


def _comparable(predicted: Heap, observed: Heap) -> Heap:
    throwables = {
        obj.class_name for obj in predicted.objects.values() if _OF_THROWABLE & obj.fields.keys()
    }
    seen = {
        (obj.class_name, name)
        for obj in observed.objects.values()
        if obj.class_name in throwables
        for name in obj.fields
    }
    objects = {
        ref: replace(obj, fields=_kept(obj, seen)) if obj.class_name in throwables else obj
        for ref, obj in predicted.objects.items()
    }
    return _without_marks(Heap(predicted.roots, objects))


def _kept(obj: HeapObject, seen: set[tuple[str, str]]) -> dict[str, Value]:
    return {
        name: value
        for name, value in obj.fields.items()
        if name not in _OF_THROWABLE or (obj.class_name, name) in seen
    }


def _without_marks(heap: Heap) -> Heap:
    """`interned` is for building strings and boxes."""
    objects = {
        ref: replace(obj, fields={k: v for k, v in obj.fields.items() if k != INTERNED})
        if is_plain(obj) and INTERNED in obj.fields
        else obj
        for ref, obj in heap.objects.items()
    }
    return Heap(heap.roots, objects)
