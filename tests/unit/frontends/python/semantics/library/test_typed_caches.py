"""`lru_cache(typed=True)` tells arguments of different types apart."""

from __future__ import annotations

from pathlib import Path

from tests.unit.frontends.python.exploring import explore, results

SOURCE = """
import functools

CALLS: list[object] = []

@functools.lru_cache(maxsize=None, typed=True)
def told(x: object, *, y: object = 0) -> str:
    CALLS.append(x)
    return type(x).__name__

def target(n: int) -> int:
    found = told(1), told(1.0), told(True), told(1), told(n), told(1, y=True), told(1, y=1)
    assert found == ("int", "float", "bool", "int", "int", "int", "int")
    return len(CALLS)
"""


def test_equal_arguments_of_different_types_are_different_keys(tmp_path: Path) -> None:
    paths = explore(tmp_path, SOURCE)
    assert {path.kind.value for path in paths} == {"returned"}
    assert results(paths) <= {5, 6}
