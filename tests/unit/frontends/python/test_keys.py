"""An index of keys serves all versions of a dict that share it."""

from __future__ import annotations

from typing import Any, cast

from heapwise.frontends.python.semantics.keys import KeyIndex, known_key
from heapwise.terms import INT, symbol

M = cast(Any, None)
"""Known keys are told without a machine."""


def test_a_key_that_a_later_version_has_got_is_not_in_an_earlier_one() -> None:
    index = KeyIndex(M, (1, "a"))
    later = index.extended(M, 7, 2)
    seven = known_key(M, 7)
    assert list(later.candidates(seven, 3)) == [2]
    assert list(later.candidates(seven, 2)) == []
    assert list(later.candidates(known_key(M, "a"), 2)) == [1]
    assert list(later.candidates(known_key(M, "a"), 1)) == []


def test_a_key_that_is_not_known_may_be_anywhere_and_may_be_any() -> None:
    index = KeyIndex(M, (1, symbol("k", INT), 3))
    assert list(index.candidates(None, 3)) == [0, 1, 2]
    assert list(index.candidates(known_key(M, 9), 3)) == [1]
    assert list(index.candidates(known_key(M, 9), 1)) == []
