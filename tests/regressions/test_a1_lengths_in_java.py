"""Arrays longer than the bound were left out without a word: `a.length > 3` was never true."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import Bounds, OutcomeKind, explore
from heapwise.results import Heap, Ref

CLASSES = Path(__file__).parents[1] / "programs_java" / "classes"


def texts_of(name: str, strategy: str) -> tuple[set[object], bool]:
    """The strings that a method returns, and is nothing cut?"""
    run = explore(f"{CLASSES}:lengths.Lengths.{name}", strategy=strategy)
    found: set[object] = set()
    for path in run:
        if path.outcome.kind is OutcomeKind.RETURNED:
            assert path.confirmed
            assert isinstance(path.outcome.value, Ref)
            found.add(path.output.objects[path.outcome.value].fields["text"])
    run.close()
    return found, not run.account.cuts


@pytest.mark.parametrize("strategy", ["fieldmaps", "lazy"])
@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("array", {"five", "many", "other"}),
        ("objects", {"same", "other"}),
        ("list", {"many", "few"}),
        ("arrayList", {"nine", "other"}),
        ("text", {"long", "short"}),
        ("far", {"element", "letter", "other"}),
    ],
)
def test_lengths_that_the_code_tells_apart_are_reached(
    name: str, wanted: set[str], strategy: str
) -> None:
    assert texts_of(name, strategy) == (wanted, True)


@pytest.mark.parametrize("strategy", ["fieldmaps", "lazy", "summary"])
@pytest.mark.parametrize("name", ["sum", "fill", "copy", "letters", "first"])
def test_looking_at_element_after_element_is_cut_and_told(name: str, strategy: str) -> None:
    bounds = Bounds(max_length=2, max_objects=9)
    run = explore(f"{CLASSES}:lengths.Lengths.{name}", strategy=strategy, bounds=bounds)
    cuts, lengths = set(), set()
    for path in run:
        if path.outcome.kind is OutcomeKind.BOUNDED:
            cuts.add(path.outcome.exception)
        elif path.outcome.kind is OutcomeKind.RETURNED:
            lengths.add(_length(path.input))
    run.close()
    assert cuts == {"max-length"} and not run.summary.exhaustive
    assert {0, 1, 2} <= lengths


def _length(heap: Heap) -> int:
    root = heap.roots["xs" if "xs" in heap.roots else "s"]
    assert isinstance(root, Ref)
    held = heap.objects[root]
    return len(str(held.fields["text"]) if held.items is None else held.items)
