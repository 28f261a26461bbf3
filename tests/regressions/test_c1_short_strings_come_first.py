"""A loop over a string has a way out at every length; the short ones must not wait for the long."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from heapwise.api import explore
from heapwise.results import OutcomeKind

SOURCE = """
def counted(text: str) -> int:
    n = 0
    for ch in text:
        if ch == "x":
            n += 1
    return 10 // len(text)


def palindrome(text: str) -> bool:
    i, j = 0, len(text) - 1
    while i < j:
        if text[i] != text[j]:
            return False
        i += 1
        j -= 1
    return text[0] == text[-1]


def checked(text: str) -> str:
    for ch in text:
        if not ch.isdigit():
            return "no"
    while text.startswith("0"):
        text = text[1:]
    assert text
    return text
"""


@pytest.mark.parametrize("name", ["counted", "palindrome", "checked"])
def test_the_failure_for_the_empty_string_is_among_the_first_paths(
    tmp_path: Path, name: str
) -> None:
    module = tmp_path / "loops.py"
    module.write_text(SOURCE)
    run = explore(f"{module}:{name}")
    found = []
    for path in islice(run, 12):
        if path.outcome.kind in (OutcomeKind.RAISED, OutcomeKind.VIOLATED):
            found.append(path)
            break
    run.close()
    assert [path.input.roots["text"] for path in found] == [""]
    assert found[0].replayed
