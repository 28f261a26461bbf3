"""Results as plain data. A leaf: it imports nothing of ours."""

from heapwise.results.account import Account, Failure, Verdict
from heapwise.results.heap import (
    SOME_TEXT,
    Heap,
    HeapObject,
    Named,
    Ref,
    TupleValue,
    Value,
    refs_in,
)
from heapwise.results.model import COMPLETED, Counts, Outcome, OutcomeKind, PathResult, RunSummary

__all__ = [
    "COMPLETED",
    "SOME_TEXT",
    "Account",
    "Counts",
    "Failure",
    "Heap",
    "HeapObject",
    "Named",
    "Outcome",
    "OutcomeKind",
    "PathResult",
    "Ref",
    "RunSummary",
    "TupleValue",
    "Value",
    "Verdict",
    "refs_in",
]
