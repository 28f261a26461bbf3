"""The environment, properties, clocks and random numbers are inputs, which replays are given."""

from __future__ import annotations

import pytest

from heapwise import OutcomeKind, PathResult
from heapwise.frontends.java.options import JavaOptions
from heapwise.results import COMPLETED, RunSummary
from java_paths import PATTERNS, ends, explored, java_21, needs_jvm, replayed

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


needs_java_21 = pytest.mark.skipif(java_21() is None, reason="there is no JVM of Java 21 or later")
FOUND = {
    "now": {"returned 0", "returned 1"},
    "coin": {"returned 0", "returned 1"},
    "area": {"raised NullPointerException", "returned 0"},
    "sum": {"raised NullPointerException", "returned 0", "returned 2", "returned 4"},
    "read": {"raised InputMismatchException", "raised NoSuchElementException", "returned 0"},
}


def explored_in_java_21(method: str) -> tuple[list[PathResult], RunSummary]:
    jdk = java_21()
    assert jdk is not None
    return explored(f"{PATTERNS}:patterns.Program.{method}", java=JavaOptions(jdk=str(jdk.home)))


@needs_java_21
@pytest.mark.parametrize("method", [*FOUND, "counts"])
def test_what_a_newer_compiler_makes_of_it_is_replayed(method: str) -> None:
    paths, _ = explored_in_java_21(method)
    done = [path for path in paths if path.outcome.kind in COMPLETED]
    assert all(path.replayed for path in done), [path.doubt for path in done]
    if method in FOUND:
        assert set(ends(done)) == FOUND[method]
    else:
        # Texts that are told apart and meet in a table have such hash codes.
        assert len(done) > 10


@needs_java_21
@pytest.mark.parametrize("method", ["thread", "made"])
def test_what_no_model_stands_for_is_said_to_be_unsupported(method: str) -> None:
    paths, summary = explored_in_java_21(method)
    assert [path.outcome.kind for path in paths] == [OutcomeKind.UNSUPPORTED]
    assert summary.verdict == "partial"
