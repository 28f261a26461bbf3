"""Results as plain data. A leaf: it imports nothing of ours."""

from heapwise.results.heap import Heap, HeapObject, Ref, Value
from heapwise.results.model import Counts, Outcome, OutcomeKind, PathResult, RunSummary

__all__ = [
    "Counts",
    "Heap",
    "HeapObject",
    "Outcome",
    "OutcomeKind",
    "PathResult",
    "Ref",
    "RunSummary",
    "Value",
]
