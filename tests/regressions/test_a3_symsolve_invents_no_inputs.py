"""What a path of SymSolve shows as its input satisfies the invariant, wherever the path has looked:
at an element whose index it has not decided, at fields of several kinds, and at elements that it
has written to before. Where that is not known, nothing is claimed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import explore
from heapwise.results import COMPLETED, PathResult

SOURCE = """
from __future__ import annotations

class Chunk:
    items: list[int]
    next: Chunk | None
    def rep_ok(self) -> bool:
        return self.next is None or (
            bool(self.items) and bool(self.next.items) and self.items[-1] <= self.next.items[0]
        )

def in_order(chunk: Chunk) -> str:
    if chunk.next is None or chunk.next is chunk:
        return "alone"
    return "out of order" if chunk.next.items[0] < chunk.items[-1] else "in order"

class Optional:
    value: int | None
    weight: float
    def rep_ok(self) -> bool:
        return self.weight == 0.0 and (self.value is None or self.value > 100)

def given(optional: Optional) -> str:
    return "no" if optional.value is None and optional.weight == 0.0 else "wrong"

class Threes:
    items: list[int]
    def rep_ok(self) -> bool:
        return len(self.items) == 2 and self.items[0] == 3 and self.items[1] == 3

def written(threes: Threes, at: int) -> object:
    threes.items[at] = 5
    return sum(threes.items)

class Member:
    age: int

class Team:
    members: list[Member]
    def rep_ok(self) -> bool:
        return len(self.members) == 1 and self.members[0].age == 2

def first(team: Team) -> Member:
    return team.members[0]

class Held:
    by_key: dict[int, int]
    def rep_ok(self) -> bool:
        return 1 in self.by_key

def held(held: Held) -> str:
    return "held" if 1 in held.by_key else "missing"
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("symsolve") / "invented.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def _completed(target: str, technique: str) -> list[PathResult]:
    paths = explore(target, precondition=technique)
    return [path for path in paths if path.outcome.kind in COMPLETED]


@pytest.mark.parametrize("technique", ["symsolve", "symsolve-memo"])
@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("in_order", {"alone", "in order"}),
        ("given", {"no"}),
        ("written", {8, "IndexError"}),
        ("held", set()),
    ],
)
def test_inputs_of_paths_are_valid(
    module: Path, technique: str, function: str, expected: set[object]
) -> None:
    paths = _completed(f"{module}:{function}", technique)
    shown = [path.outcome for path in paths if path.confirmed]
    assert {outcome.exception or outcome.value for outcome in shown} == expected


def test_objects_in_lists_are_completed(module: Path) -> None:
    (path,) = _completed(f"{module}:first", "symsolve")
    assert [o.fields["age"] for o in path.input.objects.values() if "age" in o.fields] == [2]


def test_what_was_there_before_it_was_written_is_valid_too(module: Path) -> None:
    paths = _completed(f"{module}:written", "symsolve")
    contents = [obj.items for path in paths for obj in path.input.objects.values() if obj.items]
    assert set(contents) == {(3, 3)}
