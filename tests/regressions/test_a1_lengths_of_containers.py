"""Inputs longer than the bound were left out without a word, and the run was called exhaustive."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import NamedTuple

import pytest

from heapwise import Bounds, OutcomeKind, explore
from heapwise.results import TupleValue

HEAD = """\
from collections import deque
from enum import Enum


class Colour(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


class Node:
    value: int


class Key:
    value: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and other.value == self.value

    def __hash__(self) -> int:
        return hash(self.value)


"""


class Run(NamedTuple):
    """What functions returned, or what they raised; what cut a path; was every input covered?"""

    returned: list[object]
    cuts: set[str | None]
    exhaustive: bool
    lengths: list[int]
    """Of the first input, on each path and on what was cut."""


def run_of(folder: Path, source: str, name: str = "f", **bounds: int) -> Run:
    path = folder / "subject.py"
    if not path.exists() or path.read_text() != HEAD + source:
        path.write_text(HEAD + source)
    run = explore(f"{path}:{name}", bounds=Bounds(**bounds))  # type: ignore[arg-type]
    returned: list[object] = []
    cuts: set[str | None] = set()
    lengths: list[int] = []
    for found in run:
        lengths.append(_length(found.input, next(iter(found.input.roots.values()))))
        if found.outcome.kind is OutcomeKind.BOUNDED:
            cuts.add(found.outcome.exception)
            continue
        assert found.replayed, found
        returned.append(found.outcome.value if found.outcome.value is not None else found.outcome)
    run.close()
    return Run(returned, cuts, run.summary.exhaustive, lengths)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """For the cases of a test, which are in one module: one process replays them."""
    return tmp_path_factory.mktemp("cases")


def _length(heap: object, root: object) -> int:
    if isinstance(root, TupleValue):
        return len(root.items)
    held = heap.objects[root]  # type: ignore[attr-defined]
    return len(held.items if held.entries is None else held.entries)


KINDS = (
    "list[int]",
    "tuple[int, ...]",
    "deque[str]",
    "set[int]",
    "frozenset[str]",
    "dict[int, int]",
    "dict[str, Node]",
    "dict[Node, int]",
    "set[tuple[int, str]]",
    "dict[tuple[bool, int], int]",
    "set[Colour | int]",
    "dict[float, str]",
)


OF_KINDS = "".join(
    f"def f{number}(xs: {hint}) -> str:\n"
    "    if len(xs) == 40:\n        return 'forty'\n"
    "    return 'many' if len(xs) > 3 else 'few'\n"
    for number, hint in enumerate(KINDS)
)


@pytest.mark.parametrize("hint", KINDS)
def test_lengths_that_the_code_tells_apart_are_reached(folder: Path, hint: str) -> None:
    run = run_of(folder, OF_KINDS, f"f{KINDS.index(hint)}")
    assert sorted(map(str, run.returned)) == ["few", "forty", "many"]
    assert run.exhaustive and not run.cuts


def test_there_are_only_so_many_different_keys(tmp_path: Path) -> None:
    for hint, most in (("Colour", 3), ("bool", 2), ("tuple[bool, Colour]", 6), ("bool | None", 3)):
        text = f"def f(d: dict[{hint}, int]) -> str:\n"
        text += f"    return 'all' if len(d) == {most} else 'more' if len(d) > {most} else 'few'\n"
        run = run_of(tmp_path, text)
        assert sorted(map(str, run.returned)) == ["all", "few"], hint
        assert run.exhaustive


def test_one_far_item_is_not_one_after_the_other(tmp_path: Path) -> None:
    source = "def f(xs: list[int]) -> str:\n"
    source += "    return 'x' if len(xs) > 10 and xs[10] == 5 and xs[-1] == 6 else 'y'\n"
    run = run_of(tmp_path, source, max_length=2)
    assert set(run.returned) == {"x", "y"} and run.exhaustive


LOOPS = {
    "for": "t = 0\n    for x in xs:\n        t += x\n    return t",
    "by index": "t = 0\n    for i in range(len(xs)):\n        t += xs[i]\n    return t",
    "while": "t = 0\n    while xs:\n        t += xs.pop()\n    return t",
    "written": "for i in range(len(xs)):\n        xs[i] = 1\n    return 0",
    "backwards": "t = 0\n    for x in reversed(xs):\n        t += x\n    return t",
    "sum": "return sum(xs)",
    "in": "return 5 in xs",
    "sorted": "return len(sorted(xs))",
    "copy": "return len(xs.copy())",
    "slice": "return len(xs[1:])",
    "plus": "return len(xs + [1])",
    "pop": "return xs.pop(0) if xs else 0",
}


OF_LOOPS = "".join(
    f"def f{number}(xs: list[int]) -> int:\n    {body}\n"
    for number, body in enumerate(LOOPS.values())
)


@pytest.mark.parametrize("name", LOOPS)
def test_looking_at_item_after_item_is_cut_and_told(folder: Path, name: str) -> None:
    run = run_of(folder, OF_LOOPS, f"f{[*LOOPS].index(name)}", max_length=2)
    assert run.cuts == {"max-length"} and not run.exhaustive
    assert max(run.lengths) == 3


def test_equal_lists_are_as_long_as_what_they_are_compared_with(tmp_path: Path) -> None:
    source = "def f(xs: list[int], ys: tuple[int, ...]) -> str:\n"
    source += "    if xs == [1, 2, 3, 4, 5, 6]:\n        return 'list'\n"
    source += "    return 'tuple' if ys == (1, 2, 3, 4, 5) else 'none'\n"
    run = run_of(tmp_path, source, max_length=2)
    assert set(run.returned) == {"list", "tuple", "none"} and run.exhaustive


def test_two_inputs_of_different_lengths_are_never_looked_at(tmp_path: Path) -> None:
    for kind in ("list[int]", "dict[int, int]", "set[str]", "list[Node]"):
        source = f"def f(xs: {kind}, ys: {kind}) -> str:\n"
        source += "    if len(xs) == 9 and len(ys) == 8:\n        return 'x' if xs == ys else 'y'\n"
        source += "    return 'z'\n"
        run = run_of(tmp_path, source, max_length=2)
        assert set(run.returned) == {"y", "z"} and run.exhaustive, kind


def test_keys_that_the_program_compares_are_few_and_told(tmp_path: Path) -> None:
    source = "def f(d: dict[Key, int]) -> str:\n    return 'x' if len(d) == 4 else 'y'\n"
    run = run_of(tmp_path, source)
    assert run.cuts and not run.exhaustive


def test_the_first_key_differs_from_those_that_nobody_looked_at(tmp_path: Path) -> None:
    source = "def f(d: dict[int, int]) -> str:\n    for k in d:\n"
    source += "        return 'x' if k == 2 and len(d) == 6 else 'z'\n    return 'y'\n"
    run = run_of(tmp_path, source, max_length=2)
    assert set(run.returned) == {"x", "y", "z"} and run.exhaustive


def test_other_names_of_a_changed_set_need_not_ascend(tmp_path: Path) -> None:
    source = "def f(a: set[int], b: set[int]) -> str:\n    a.add(5)\n"
    source += "    return 'x' if a is b and 7 in b and len(b) == 2 else 'y'\n"
    assert set(run_of(tmp_path, source).returned) == {"x", "y"}


def test_names_of_parameters_are_no_other_keywords(tmp_path: Path) -> None:
    source = "def f(a: int, **others: int) -> str:\n"
    source += "    return 'x' if len(others) == 5 or 'b' in others else 'y'\n"
    path = tmp_path / "subject.py"
    path.write_text(source)
    run = explore(f"{path}:f")
    found = [path for path in run if path.outcome.kind is OutcomeKind.RETURNED]
    run.close()
    assert {path.outcome.value for path in found} == {"x", "y"}
    assert all(path.replayed for path in found)


OPERATIONS = (
    "len(xs)",
    "max(xs, default=0)",
    "sum(xs)",
    "xs.count(1)",
    "1 in xs",
    "sorted(xs)[:2]",
    "xs[-2:]",
    "[x for x in xs if x][:1]",
    "xs == xs[::-1]",
    "any(xs)",
    "xs.pop() if xs else 0",
    "len(xs) * 2",
    "tuple(xs)",
    "list(deque(xs, 2))",
    "xs[len(xs) // 2] if xs else 0",
)
SIZES = (0, 1, 2, 3, 4, 6)


_ANY_SIZE = " or ".join(f"len(xs) == {size}" for size in SIZES)
OF_OPERATIONS = "".join(
    f"def f{number}(xs: list[int]) -> object:\n    if not ({_ANY_SIZE}):\n        return None\n"
    + "".join(f"    if len(xs) == {size}:\n        pass\n" for size in SIZES)
    + f"    return {operation}\n"
    for number, operation in enumerate(OPERATIONS)
)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_no_length_is_lost(folder: Path, operation: str) -> None:
    """Every length ends a path or is cut; and if none is cut, CPython does nothing else."""
    run = run_of(folder, OF_OPERATIONS, f"f{OPERATIONS.index(operation)}", max_length=3)
    assert set(SIZES) <= set(run.lengths)
    assert run.exhaustive == (not run.cuts)
    for size in SIZES:
        shown = eval(operation, {"xs": [0] * size, "deque": deque})
        if size <= 3 and isinstance(shown, int):
            assert shown in run.returned


def test_what_is_too_long_to_be_built_is_said_to_be(tmp_path: Path) -> None:
    path = tmp_path / "subject.py"
    path.write_text("def f(xs: list[int]) -> bool:\n    return len(xs) > 2**40 or len(xs) == 0\n")
    run = explore(f"{path}:f")
    doubts = {found.doubt for found in run if not found.replayed}
    run.close()
    assert len(doubts) == 1 and "too long to be built" in doubts.pop()
