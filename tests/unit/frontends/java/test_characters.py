"""Kinds of characters, where Java and Unicode do not agree."""

from __future__ import annotations

import pytest

from heapwise.frontends.java.models.characters import _is_space


@pytest.mark.parametrize(
    ("characters", "are_spaces"),
    [
        (" \t\n\x0b\f\r\x1c\x1d\x1e\x1f\u1680\u2000\u2028\u2029\u205f\u3000", True),
        ("\xa0\u2007\u202f\u180e\u200b\x85a0_", False),
    ],
)
def test_no_break_spaces_and_control_characters_are_no_white_space(
    characters: str, are_spaces: bool
) -> None:
    """As `Character.isWhitespace` of JDK 17 and 21 says."""
    assert {char for char in characters if _is_space(char) is not are_spaces} == set()
