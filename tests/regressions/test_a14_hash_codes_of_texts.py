"""Inputs of paths had texts whose hash codes are others than the path needs, if texts were made of
them: the run did something else, which was told as a fault of Heapwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import PathResult, explore

CLASSES = Path(__file__).parents[1] / "programs_java" / "classes"


def _paths(method: str) -> list[PathResult]:
    run = explore(f"{CLASSES}:regressions.HashedTexts.{method}")
    found = list(run)
    run.close()
    return found


@pytest.mark.parametrize("method", ["meets", "isZero"])
def test_texts_of_inputs_have_the_hash_codes_of_their_path(method: str) -> None:
    found = _paths(method)
    assert {1, 2} <= {path.outcome.value for path in found}
    assert [path.doubt for path in found if not path.replayed] == []


def test_a_path_without_such_texts_is_no_fault() -> None:
    (open_one,) = (path for path in _paths("ofLonger") if not path.replayed)
    assert open_one.outcome.value in (1, None)
    assert "hash codes" in open_one.doubt
