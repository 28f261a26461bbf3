"""Input collections of the JDK had entries in the wrong place, no values, or no array at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import Bounds, OutcomeKind, PathResult, explore

CLASSES = Path(__file__).parents[1] / "programs_java" / "classes"
BOUNDS = Bounds(max_objects=2, max_length=2)


def _completed(method: str) -> list[PathResult]:
    run = explore(f"{CLASSES}:regressions.Collected.{method}", bounds=BOUNDS)
    found = [path for path in run if path.outcome.kind is not OutcomeKind.BOUNDED]
    run.close()
    return found


@pytest.mark.parametrize("method", ["equal", "bits", "removed", "first", "least"])
def test_nothing_fails_that_cannot(method: str) -> None:
    found = _completed(method)
    assert {path.outcome.kind for path in found} == {OutcomeKind.RETURNED}
    assert all(path.replayed for path in found)
    assert len(found) > 2


def test_entries_of_linked_maps_are_inputs() -> None:
    sizes = [
        body.fields["size"]
        for path in _completed("first")
        for body in path.input.objects.values()
        if body.class_name == "java.util.LinkedHashMap"
    ]
    assert {0, 1} <= {*sizes}
