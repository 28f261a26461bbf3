"""What there is to choose about tests that are written."""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.engine.bounds import PYTHON_OBJECTS
from heapwise.results.input_choice import REACHABLE

DEFAULT_OBJECTS = PYTHON_OBJECTS
DEFAULT_LENGTH = PYTHON_OBJECTS
DEFAULT_SECONDS = 30.0
DEFAULT_LIMIT = 25


@dataclass(frozen=True, slots=True)
class TestOptions:
    """`limit` is how many tests of a function are aimed at; None keeps every path. `boundaries`
    adds tests where a comparison is just about true, or just about false. `inputs` are
    `REACHABLE` if tests are made only of objects that public functions can make; then, unless it
    is told not to `find_invariants`, one that is found is assumed where paths have no such objects.
    `strategy` and `precondition` are as in `RunPlan`."""

    __test__ = False

    seconds: float = DEFAULT_SECONDS
    max_objects: int = DEFAULT_OBJECTS
    max_length: int = DEFAULT_LENGTH
    strategy: str | None = None
    contracts: bool = True
    limit: int | None = DEFAULT_LIMIT
    boundaries: bool = True
    language_options: object | None = None
    precondition: str | None = None
    inputs: str = REACHABLE
    find_invariants: bool = True
