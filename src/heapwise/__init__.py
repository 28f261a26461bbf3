"""Heapwise: symbolic execution of programs whose inputs are object graphs."""

from heapwise.api import Exploration, explore
from heapwise.engine.bounds import Bounds
from heapwise.program.source import InputError
from heapwise.results import Heap, HeapObject, Outcome, OutcomeKind, PathResult, Ref, RunSummary

__version__ = "0.1.0"

__all__ = [
    "Bounds",
    "Exploration",
    "Heap",
    "HeapObject",
    "InputError",
    "Outcome",
    "OutcomeKind",
    "PathResult",
    "Ref",
    "RunSummary",
    "explore",
]
