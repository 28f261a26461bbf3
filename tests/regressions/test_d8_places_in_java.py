"""Places are lines of the user's own source; the JDK's line comes after it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heapwise import Bounds, OutcomeKind
from java_paths import CLASSES, explored, needs_jvm

pytestmark = needs_jvm
_SOURCE = CLASSES.parent / "source" / "regressions" / "Places.java"


def line(text: str) -> int:
    (found,) = [
        number
        for number, each in enumerate(Path(_SOURCE).read_text().splitlines(), 1)
        if text in each
    ]
    return found


def places(method: str) -> set[str]:
    paths, _ = explored(f"Places.{method}", Bounds(max_objects=2, max_length=2, timeout=1200))
    return {str(path.outcome.at) for path in paths if path.outcome.kind is not OutcomeKind.RETURNED}


def test_a_violated_contract_is_where_it_stands() -> None:
    assert places("take") == {f"Places.java:{line('balance >= 0')}"}
    assert places("twice") == {f"Places.java:{line('result >= x')}"}


@pytest.mark.parametrize(
    ("method", "text", "inside"),
    [
        ("second", "list.get(1)", r"\w+\.java:\d+"),
        ("needed", "Objects.requireNonNull(o)", r"Objects\.java:\d+"),
    ],
)
def test_what_happens_in_the_jdk_is_told_with_the_users_line(
    method: str, text: str, inside: str
) -> None:
    for place in places(method):
        assert re.fullmatch(rf"Places\.java:{line(text)}, in {inside}", place)


def test_there_is_no_column() -> None:
    assert places("own") == {f"Places.java:{line('return a[x]')}"}


def test_a_broken_promise_tells_what_was_returned_as_a_run_has() -> None:
    paths, _ = explored("Places.twice", Bounds(max_objects=2, max_length=2, timeout=1200))
    broken = [path for path in paths if path.outcome.kind is OutcomeKind.VIOLATED]
    for path in broken:
        x = path.input.roots["x"]
        assert isinstance(x, int)
        assert path.outcome.value == (2 * x + 2**31) % 2**32 - 2**31
        assert path.replayed
    assert broken
