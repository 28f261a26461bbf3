"""Mutants that once lived: a path lost, a mark or a number wrong, and no test that noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import Bounds, explore
from heapwise.results import PathResult


def paths(directory: Path, source: str) -> list[PathResult]:
    """Of the function `f`, each run in CPython."""
    file = directory / "subject.py"
    file.write_text(source, encoding="utf-8")
    run = explore(f"{file}:f", bounds=Bounds(max_objects=2))
    found = list(run)
    run.close()
    assert all(path.replayed and path.confirmed for path in found)
    return found


@pytest.mark.parametrize(
    ("part", "whole", "pieces"),
    [
        ("s[-3:]", "s", ("a", "ab", "abc", "abcd")),
        ("s[:-3]", "''", ("a", "ab", "abc", "abcd")),
        ("s[-2:-1]", "''", ("a", "ab", "abc")),
        ("s[1:]", "''", ("a", "ab")),
    ],
)
def test_a_slice_reaches_no_further_than_the_string(
    part: str, whole: str, pieces: tuple[str, ...], tmp_path: Path
) -> None:
    """`s[-3:]` is all of a short string, and less of a longer one: both are explored."""
    source = f"""
def f(s: str) -> bool:
    if {part} == {whole}:
        return True
    return False
"""
    expected = {eval(f"{part} == {whole}", {"s": piece}) for piece in pieces}
    assert {path.outcome.value for path in paths(tmp_path, source)} == expected == {True, False}


def test_a_full_deque_drops_items_at_the_other_end(tmp_path: Path) -> None:
    source = """
from collections import deque

def f(left: bool, full: bool) -> list[int]:
    items = deque([1, 2] if full else [1], maxlen=2)
    if left:
        items.appendleft(3)
        items.extendleft([4])
    else:
        items.append(3)
        items.extend([4])
    return list(items)
"""
    file = tmp_path / "subject.py"
    file.write_text(source, encoding="utf-8")
    run = explore(f"{file}:f", bounds=Bounds(max_objects=2))
    ends = [(path.replayed, next(iter(path.output.objects.values())).items) for path in run]
    run.close()
    assert all(replayed for replayed, _ in ends)
    assert sorted(str(items) for _, items in ends) == ["(3, 4)", "(3, 4)", "(4, 3)", "(4, 3)"]


def test_paths_are_numbered_in_order_and_no_number_is_used_twice(tmp_path: Path) -> None:
    """Cases of one path share its number; the next path gets the next one."""
    source = """
def f(text: str, number: int) -> str:
    if text.strip() == "a":
        return "a"
    if number < 0:
        return "negative"
    return text
"""
    file = tmp_path / "subject.py"
    file.write_text(source, encoding="utf-8")
    run = explore(f"{file}:f", bounds=Bounds(max_objects=2, max_length=2))
    first: dict[int, str] = {}
    ends: dict[str, int] = {}
    for leaf in run.leaves():
        path = run.describe(leaf)
        if leaf.case == 1:
            assert path.id == len(first) + 1
            first[path.id] = str(path.trace)
        assert first[path.id] == str(path.trace)
        assert ends.setdefault(str(path.trace), path.id) == path.id
    run.close()
    counts = run.summary.counts
    assert counts.paths + counts.bounded == len(first)
    assert counts.cases > counts.paths == 3
