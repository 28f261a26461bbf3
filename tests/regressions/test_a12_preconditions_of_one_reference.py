"""A precondition of one reference is asked of null too; an invariant is not."""

from __future__ import annotations

import pytest

from java_paths import ends, needs_jvm, replayed

pytestmark = needs_jvm


@pytest.mark.parametrize("method", ["box", "list", "text", "array", "instance"])
def test_null_is_excluded(method: str) -> None:
    paths = replayed(f"Conditions.{method}")
    assert [path.outcome.exception for path in paths] == [None]


def test_a_precondition_that_throws_does_not_hold() -> None:
    assert ends(replayed("Conditions.throwing")) == ["returned 3"]


def test_a_postcondition_is_asked_of_null() -> None:
    assert ends(replayed("Conditions.same"))[1:] == ["violated same_post"]


def test_overloads_have_conditions_of_their_own() -> None:
    assert ends(replayed("Conditions.overloaded(Box)")) == ["returned 1"]
    assert ends(replayed("Conditions.overloaded(Object)")) == ["raised NullPointerException"]


def test_an_invariant_says_nothing_of_null() -> None:
    assert ends(replayed("Conditions.counted")) == ["returned -1", "returned 0"]
