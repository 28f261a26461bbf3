"""Inputs declared with type arguments had classes that these rule out: a `Comparable<String>` was
an Integer, a `Visitor<Integer>` a visitor of texts, and a field whose type a subclass fixes held
integers, all of which ended in a ClassCastException that no caller can cause."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import OutcomeKind, explore
from heapwise.results import Heap, Named, Ref, Value

CLASSES = Path(__file__).parents[1] / "programs_java" / "classes"


def class_of(value: Value, heap: Heap) -> str:
    if isinstance(value, Ref):
        return heap.objects[value].class_name.rpartition("$")[2]
    return str(value.text).rpartition("$")[2] if isinstance(value, Named) else "null"


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("text", {"null", "java.lang.String", "Name"}),
        ("money", {"null", "Money"}),
        ("size", {"null", "Size.SMALL", "Size.LARGE"}),
        ("word", {"null", "Words"}),
        ("number", {"null", "Numbers", "Deep"}),
        ("open", {"null", "Money", "Name", "java.lang.Integer"}),
        ("raw", {"null", "Numbers", "Words", "Deep"}),
    ],
)
def test_an_input_is_what_its_type_arguments_allow(name: str, wanted: set[str]) -> None:
    run = explore(f"{CLASSES}:regressions.Generic.{name}", strategy="lazy")
    paths = list(run)
    assert {path.outcome.kind for path in paths} == {OutcomeKind.RETURNED}
    first = {class_of(next(iter(path.input.roots.values())), path.input) for path in paths}
    assert first == wanted


def test_a_field_whose_type_a_subclass_fixes_holds_that() -> None:
    paths = list(explore(f"{CLASSES}:regressions.Generic.number"))
    objects = [each for path in paths for each in path.input.objects.values()]
    assert "java.lang.String" in {each.class_name for each in objects}
    assert all(path.replayed for path in paths)
