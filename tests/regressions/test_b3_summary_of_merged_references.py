"""B3: `summary` is given references of its own guard language back, where a path has to say which
object is which."""

from __future__ import annotations

from pathlib import Path

import pytest

from against_cpython import write
from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.frontends.loading import load

PYTHON = """
from __future__ import annotations


class Node:
    next: Node | None


def depth(n: Node | None) -> int:
    if n is None:
        return 0
    return 1 + depth(n.next)


def two(a: Node | None) -> str:
    if depth(a) == 2:
        return "two"
    return "other"
"""
TINY = """\
class Node { Node next; int depth(int k) := if ((this . next) = null) then 0 else \
(1 + ((this . next) . depth [ 0 ])); }
(Y0 . depth [ 0 ])
"""


def outcomes(target: str, strategy: str, objects: int) -> list[tuple[str, str]]:
    run = Exploration(load(target, 2), strategy, Bounds(max_objects=objects, max_loops=20))
    found = []
    for path in run:
        found.append((path.outcome.kind.value, str(path.outcome.value or path.outcome.exception)))
        if path.outcome.kind.value in ("returned", "raised"):
            assert path.replayed, path
    run.close()
    return sorted(found)


@pytest.mark.parametrize("objects", [3, 4])
def test_all_path_optimal_strategies_agree(tmp_path: Path, objects: int) -> None:
    target = f"{write(tmp_path, PYTHON, 'b3_depth')}:two"
    found = outcomes(target, "summary", objects)
    assert found == outcomes(target, "fieldmaps", objects)
    assert ("raised", "RecursionError") in found


def test_the_small_language_agrees(tmp_path: Path) -> None:
    path = tmp_path / "depth.tiny"
    path.write_text(TINY, encoding="utf-8")
    assert outcomes(str(path), "summary", 2) == outcomes(str(path), "fieldmaps", 2)
