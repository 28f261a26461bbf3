"""The environment, properties, clocks and random numbers are inputs, which replays are given."""

from __future__ import annotations

import pytest

from java_paths import ends, explored, needs_jvm, replayed

pytestmark = needs_jvm

ENDS = {
    "hasHome": ["returned None", "violated AssertionError"],
    "property": ["raised NullPointerException", "returned 0", "returned 1"],
    "otherwise": ["returned 0", "returned 1"],
    "set": ["raised NullPointerException", "returned 1"],
    "later": ["returned 0", "returned 1"],
    "clock": ["returned -1", "returned 0", "returned 1"],
    "coin": ["returned 0", "returned 1"],
    "order": [f"returned {number}" for number in range(8)],
    "Guarded.mode": ["returned 1"],
}


@pytest.mark.parametrize("method", ENDS)
def test_whatever_the_machine_says_is_covered_and_replayed(method: str) -> None:
    assert sorted({*ends(replayed(f"Surroundings.{method}"))}) == ENDS[method]


def test_the_same_name_has_the_same_value() -> None:
    found = ends(replayed("Surroundings.same"))
    assert "returned 1" in found and not any("Assertion" in end for end in found)


def test_names_are_checked() -> None:
    found = ends(replayed("Surroundings.empty"))
    assert {"raised IllegalArgumentException", "raised NullPointerException"} <= set(found)


def test_what_was_asked_is_named() -> None:
    names = {name for path in replayed("Surroundings.hasHome") for name in path.input.roots}
    assert names == {'getenv("HOME")'}


def test_what_replays_cannot_choose_is_told() -> None:
    paths, _ = explored("Surroundings.shuffled")
    assert {"returned 0", "returned 1", "returned 2"} <= set(ends(paths))
    for path in paths:
        assert path.replayed or "which replays cannot choose" in path.doubt
