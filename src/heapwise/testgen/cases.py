"""A witness with what it was seen to do: what a test is made of."""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.results import Heap
from heapwise.testgen.cpython_replay import ModuleUnderTest, Observation
from heapwise.testgen.recipe import Recipe


@dataclass(frozen=True, slots=True)
class TestCase:
    """A witness and what it was seen to do. `title`, if there is one, names the test; `condition`
    says when the path is taken; `invariants` are expressions over the parameters that hold after
    the call. With a `recipe`, the test makes the input as that does."""

    __test__ = False  # not a test class, whatever its name

    module: ModuleUnderTest
    target: str
    given: Heap
    observed: Observation
    condition: str = ""
    title: str = ""
    invariants: tuple[str, ...] = ()
    recipe: Recipe | None = None


@dataclass(frozen=True, slots=True)
class WrittenTest:
    """A case and the lines of its test."""

    case: TestCase
    body: tuple[str, ...]
