"""Inputs that several processes enumerate are those of one, in its order."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from heapwise.frontends.enumerating import enumerate_inputs
from heapwise.structure.search import korat
from heapwise.structure.search.watchdog import InvariantError
from heapwise.workers import shared_search
from heapwise.workers.clusters import workforce
from heapwise.workers.shared_search import SharedEnumeration

FILE = str(Path(__file__).parents[1] / "structure" / "subjects_korat.py")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes a second is done in one go: here it is not."""
    monkeypatch.setattr(korat, "_CLOCK_EVERY", 7)


def test_on_two_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_search, "_FIRST_SLICE", 0.01)
    make = partial(enumerate_inputs, f"{FILE}:BinaryTree", 6, objects_of={"BinaryTree": 1})
    whole = make()
    shared = SharedEnumeration(make, workforce(None, 2), alone=-1.0)
    assert [str(each) for each in shared.inputs()] == [str(each) for each in whole]
    assert shared.statistics.candidates == whole.statistics.candidates
    assert shared.statistics.valid == whole.statistics.valid


def test_an_invariant_that_fails_in_a_worker_is_told_here(tmp_path: Path) -> None:
    module = tmp_path / "late.py"
    module.write_text(LATE)
    make = partial(enumerate_inputs, f"{module}:Late", 60, raising=True)
    shared = SharedEnumeration(make, workforce(None, 2), alone=-1.0)
    with pytest.raises(InvariantError, match="ZeroDivisionError"):
        list(shared.inputs(0))


LATE = """
class Late:
    a: int
    b: int

    def rep_ok(self) -> bool:
        return 1 // (self.a + self.b - 100) == 0
"""
