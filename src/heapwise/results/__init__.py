"""Results as plain data. A leaf: it imports nothing of ours."""

from heapwise.results.heap import Heap, HeapObject, Ref, Value
from heapwise.results.model import COMPLETED, Counts, Outcome, OutcomeKind, PathResult, RunSummary

__all__ = [
    "COMPLETED",
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
