"""Of several inputs for one failure, the smallest that was replayed is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.checking.check import CheckOptions, check_function
from heapwise.checking.input_notes import size_of
from heapwise.frontends.python.checking.subjects import subjects_of
from heapwise.results import Heap, HeapObject, Ref

ONE = Ref("Node#1")
TWO = Ref("Node#2")

SMALL_TO_LARGE = [
    Heap({"n": 0}),
    Heap({"n": 1}),
    Heap({"n": -2}),
    Heap({"n": "abc"}),
    Heap({"n": 100}),
    Heap({"n": ONE}, {ONE: HeapObject("Node", {"next": None})}),
    Heap({"n": ONE}, {ONE: HeapObject("Node", {"next": None, "key": 5})}),
    Heap({"n": ONE}, {ONE: HeapObject("list", {}, (0,))}),
    Heap({"n": ONE}, {ONE: HeapObject("list", {}, (0, 0))}),
    Heap(
        {"n": ONE},
        {ONE: HeapObject("Node", {"next": TWO}), TWO: HeapObject("Node", {"next": None})},
    ),
]


@pytest.mark.parametrize("index", range(len(SMALL_TO_LARGE) - 1))
def test_objects_count_before_items_and_items_before_numbers(index: int) -> None:
    assert size_of(SMALL_TO_LARGE[index]) < size_of(SMALL_TO_LARGE[index + 1])


@pytest.mark.parametrize("condition", ["n > 1000", "n <= 1000"])
def test_the_smaller_of_two_inputs_is_shown_whichever_is_found_first(
    condition: str, tmp_path: Path
) -> None:
    file = tmp_path / "subject.py"
    file.write_text(
        f"""
def f(n: int) -> str:
    size = ""
    if {condition}:
        size = "one"
    assert n < 10
    return size
""",
        encoding="utf-8",
    )
    (subject,) = subjects_of(str(file))
    (finding,) = check_function(subject, CheckOptions(seconds=100, max_objects=2)).findings
    assert finding.replayed
    shown = finding.input.roots["n"]
    assert isinstance(shown, int) and 10 <= shown <= 1000
