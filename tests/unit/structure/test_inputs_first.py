"""Questions about free inputs that are beyond the finite universe of a compiled invariant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from heapwise.reproduce import lissa_experiment
from heapwise.structure.run.compiled_solver import PreconditionSolver
from heapwise.structure.run.smt_fallback import GeneralQuestions

_FOLDER = lissa_experiment.programs_folder(None)

PATHS = 64
"""Of putting and of removing, with one entry at most."""


def _compiled_paths(name: str, scope: int) -> int:
    cell = lissa_experiment.measure(
        lissa_experiment.Case(1, name, scope, "compiled"), Path(_FOLDER), 300
    )
    assert cell.complete
    return cell.paths


@pytest.mark.parametrize("name", ["HashMap.put", "HashMap.remove"])
def test_a_bucket_is_chosen_without_the_general_solver(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """`key & 15` is not linear, but a key can be chosen for it, and then a map for the key."""
    asked: list[int] = []
    usual = GeneralQuestions.ask

    def ask(self: GeneralQuestions, *conditions: Any) -> object:
        asked.append(1)
        return usual(self, *conditions)

    monkeypatch.setattr(GeneralQuestions, "ask", ask)
    assert _compiled_paths(name, 1) == PATHS
    assert len(asked) < 5


def test_the_general_solver_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PreconditionSolver, "_with_inputs_first", lambda *_: None)
    assert _compiled_paths("HashMap.put", 1) == PATHS
