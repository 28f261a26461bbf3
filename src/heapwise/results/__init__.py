"""Results as plain data. A leaf: it imports nothing of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heapwise.lazy_names import lazy_names

if TYPE_CHECKING:
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
    from heapwise.results.path_result import (
        COMPLETED,
        Counts,
        Outcome,
        OutcomeKind,
        PathResult,
        RunSummary,
    )

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

__getattr__ = lazy_names(
    __name__,
    {
        "Account": "heapwise.results.account",
        "COMPLETED": "heapwise.results.path_result",
        "Counts": "heapwise.results.path_result",
        "Failure": "heapwise.results.account",
        "Heap": "heapwise.results.heap",
        "HeapObject": "heapwise.results.heap",
        "Named": "heapwise.results.heap",
        "Outcome": "heapwise.results.path_result",
        "OutcomeKind": "heapwise.results.path_result",
        "PathResult": "heapwise.results.path_result",
        "Ref": "heapwise.results.heap",
        "RunSummary": "heapwise.results.path_result",
        "SOME_TEXT": "heapwise.results.heap",
        "TupleValue": "heapwise.results.heap",
        "Value": "heapwise.results.heap",
        "Verdict": "heapwise.results.account",
        "refs_in": "heapwise.results.heap",
    },
)
