"""Inputs of functions as strategies of Hypothesis."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from hypothesis import given, settings

from heapwise.program import InputError
from heapwise.strategies import inputs
from tests.unit.plugin import shapes_for_strategies as shapes


def test_every_path_has_an_input_aliased_ones_too() -> None:
    seen: list[dict[str, Any]] = []

    @settings(max_examples=60, database=None)
    @given(inputs(shapes.same, 2))
    def collect(arguments: dict[str, Any]) -> None:
        seen.append(arguments)
        arguments["a"].value += 1  # the next example must not see it

    collect()
    assert {each["a"] is each["b"] for each in seen} == {True, False}
    assert all(type(each["a"]) is shapes.Box for each in seen)
    assert {shapes.same(**each) for each in seen} == {"one", "two"}


def test_where_there_is_an_invariant_inputs_are_valid() -> None:
    @settings(max_examples=40, database=None)
    @given(inputs(shapes.Chain.size, 2))
    def holds(arguments: dict[str, Any]) -> None:
        assert arguments["self"].rep_ok()

    holds()


def test_what_has_no_inputs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def inner(n: int) -> int:
        return n

    later = inputs(shapes.impossible)  # nothing is explored yet
    with pytest.raises(InputError, match="no input is known"):
        later.validate()
    with pytest.raises(InputError, match="only functions of a module"):
        inputs(inner)
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(InputError, match=r"heapwise\[hypothesis\]"):
        inputs(shapes.same)
