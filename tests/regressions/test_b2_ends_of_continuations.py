"""B2: what a continuation of a call finds unsupported ends the path, not the run."""

from __future__ import annotations

from pathlib import Path

from against_cpython import agrees_everywhere, write
from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.frontends.loading import load
from heapwise.results import OutcomeKind

SOURCE = """
class Label:
    def __init__(self, value: int | str) -> None:
        self.value = value

    def __str__(self) -> str:
        return self.value


class Odd:
    def __init__(self, value: int | None) -> None:
        return value


def case_show(label: Label):
    return "<" + str(label) + ">"


def case_joined(label: Label, n: int):
    return f"{label}{n}"


def make(n: int | None):
    return Odd(n)
"""


def test_a_union_of_results_is_told_apart(tmp_path: Path) -> None:
    path = write(tmp_path, SOURCE, "b2_unions")
    for function in ("case_show", "case_joined"):
        agrees_everywhere(path, function)


def test_what_a_continuation_does_not_support_ends_its_path(tmp_path: Path) -> None:
    path = write(tmp_path, SOURCE, "b2_continuation")
    run = Exploration(load(f"{path}:make", 2), "fieldmaps", Bounds(max_objects=2))
    kinds = {leaf.kind for leaf in run.leaves()}
    assert kinds <= {OutcomeKind.UNSUPPORTED, OutcomeKind.RETURNED, OutcomeKind.RAISED}
    assert OutcomeKind.UNSUPPORTED in kinds
