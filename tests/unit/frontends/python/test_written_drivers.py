"""Drivers that the user has written: a function of the module that makes the receiver."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import Bounds, explore
from heapwise.results import HeapObject, OutcomeKind, PathResult, Ref

PROGRAM = """
class Stack:
    def __init__(self) -> None:
        self.items: list[int] = []
        self.pushed = 0

    def push(self, item: int) -> None:
        if item < 0:
            raise ValueError(item)
        self.items.append(item)
        self.pushed += 1

    def extend(self, items: list[int]) -> None:
        for item in items:
            self.push(item)

    def pop(self) -> int:
        self.pushed -= 1
        return self.items.pop()

    def is_empty(self) -> bool:
        return self.pushed == 0


def some(scope: int, items: list[int], again: bool) -> Stack | None:
    if len(items) > scope:
        return None
    stack = Stack()
    stack.extend(items)
    if again and items:
        stack.pop()
    return stack
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("drivers") / "stacks.py"
    found.write_text(PROGRAM, encoding="utf-8")
    return found


def _paths(file: Path, driver: str, scope: int) -> list[PathResult]:
    bounds = Bounds(max_objects=scope, max_length=3)
    run = explore(f"{file}:Stack.is_empty", bounds=bounds, precondition=driver)
    try:
        return list(run)
    finally:
        run.close()


def _receiver(path: PathResult) -> HeapObject:
    ref = path.input.roots["self"]
    assert isinstance(ref, Ref)
    return path.input.objects[ref]


@pytest.mark.parametrize("scope", [1, 2])
def test_a_function_of_the_user_makes_the_receiver_by_its_choices(file: Path, scope: int) -> None:
    """So many items are pushed, and one of them is popped or not; items that are refused and a
    function that returns nothing make no receiver. `again` is looked at without items, too."""
    paths = _paths(file, "driver:some", scope)
    sizes = sorted(str(_receiver(path).fields["pushed"]) for path in paths)
    wanted = [length - popped for length in range(1, scope + 1) for popped in (0, 1)]
    assert sizes == sorted(map(str, [0, 0, *wanted]))
    assert all(path.replayed for path in paths)
    assert all(path.outcome.value is (_receiver(path).fields["pushed"] == 0) for path in paths)


def test_an_operation_may_take_a_list(file: Path) -> None:
    """It is not taken for the list of the receiver, although each is the first list somewhere."""
    found = _paths(file, "driver:extend", 1)
    paths = [path for path in found if path.outcome.kind is OutcomeKind.RETURNED]
    sizes = [_receiver(path).fields["pushed"] for path in paths]
    assert {str(size) for size in sizes} == {"0", "1", "2", "3"}
    assert all(path.replayed for path in paths)
    assert [path.outcome.value for path in paths] == [size == 0 for size in sizes]
