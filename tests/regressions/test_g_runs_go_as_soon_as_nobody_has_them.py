"""A context of Z3 has 16 MB, and to make another is cheap where one has gone: runs are in no cycle,
so that nothing waits for the garbage collector. It was asked seldom, and runs piled up."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from heapwise.api import Exploration, start
from heapwise.engine.bounds import Bounds
from heapwise.plan import RunPlan
from heapwise.solver.z3_backend import Z3Solver
from heapwise.solver.z3_context import Context

_TESTS = Path(__file__).parents[1]


@pytest.fixture
def without_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("without_collector")
@pytest.mark.parametrize(
    "target",
    [
        f"{_TESTS}/programs/avl_insert.tiny",
        f"{_TESTS}/programs_python/dict_of_objects.py:target",
        f"{_TESTS}/programs_python/string_methods.py:target",
        f"{_TESTS}/programs_java/classes:language.Features.sum",
    ],
)
def test_with_the_last_reference(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[weakref.ref[Context]] = []
    asked = Z3Solver._ask

    def noted(solver: Z3Solver, *arguments: object) -> object:
        made.append(weakref.ref(solver._context))
        return asked(solver, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Z3Solver, "_ask", noted)
    run = start(RunPlan(target, bounds=Bounds(max_objects=2, max_length=2, max_paths=12)))
    _look_at(run)
    run.close()
    assert any(each() is not None for each in made), "a test of nothing"
    del run
    assert not any(each() is not None for each in made)


def _look_at(run: Exploration) -> None:
    """By models of Z3, which refer to its context."""
    seen = 0
    for leaf in run.leaves():
        run.describe(leaf)
        model = run._solver.model(leaf.path)
        if model is not None:
            run.snapshot(leaf, model)
            seen += 1
    assert seen
