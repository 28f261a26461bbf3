"""What a metaclass of the program says of its classes, and attributes of functions."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.results import TupleValue
from tests.unit.frontends.python.exploring import Cases, results

HEADING = """
import functools
from typing import Any, Callable
class Single(type):
    _made = {}
    limit = 3
    def __call__(cls, *args, **kwargs):
        if cls not in cls._made:
            cls._made[cls] = super().__call__(*args, **kwargs)
        return cls._made[cls]
    def __len__(cls) -> int:
        return cls.limit
    def __iter__(cls):
        return iter(range(cls.limit))
    def __contains__(cls, item: int) -> bool:
        return item == 4
    def __getitem__(cls, key: int) -> int:
        return key + 1
    @property
    def title(cls) -> str:
        return cls.__name__ + "!"
    def twice(cls, n: int) -> int:
        return 2 * n
    def __getattr__(cls, name: str) -> str:
        if name == "ghost":
            return "boo"
        raise AttributeError(name)
class A(metaclass=Single):
    def __init__(self, n: int) -> None:
        self.n = n

def counted(f):
    f.tag = 5
    @functools.wraps(f)
    def run(n):
        run.calls += 1
        return f(n)
    run.calls = 0
    return run
def helper(n: int) -> int:
    return n + 1
def marked(n: int) -> int:
    return n
marked.level = 3
"""
CASES = {
    "a call": ("n: int, k: int", "return A(n) is A(k) and A(n).n is n"),
    "operators": ("n: int", "return len(A), [*A], n in A, A[n], bool(A)"),
    "attributes": ("n: int", "return A.title, A.twice(n), A.ghost, A._made == {}"),
    "a missing one": ("n: int", "return A.other"),
    "functions keep attributes": (
        "n: int",
        "g = counted(helper)",
        "g(n); g(n)",
        "h = counted(helper)",
        "return g.calls, h.calls, g.tag, hasattr(helper, 'calls'), helper.tag",
    ),
    "those of the module too": (
        "n: int",
        "before = marked.level",
        "marked.level = n",
        "same = counted(marked).__wrapped__ is marked",
        "return before, marked.level == n, hasattr(marked, 'other'), same",
    ),
    "inputs": (
        "fn: Callable[[int], int], gn: Callable[[int], int]",
        "fn.mark = 1",
        "if hasattr(gn, 'mark'):",
        "    return gn.mark, fn is gn",
        "return 0, fn is gn",
    ),
}
EXPECTED: dict[str, object] = {
    "a call": {True},
    "attributes": {("A!", 0, "boo", True)},
    "a missing one": {"AttributeError"},
    "functions keep attributes": {(2, 0, 5, False, 5)},
    "those of the module too": {(3, True, False, True)},
    "inputs": {(1, True), (0, False)},
}


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("metaclasses")


@pytest.mark.parametrize("case", CASES)
def test_what_cpython_does_is_predicted(directory: Path, case: str) -> None:
    returned = results(Cases(HEADING, CASES).explore(directory, case))
    found = {value.items if isinstance(value, TupleValue) else value for value in returned}
    assert found == EXPECTED.get(case, found)
