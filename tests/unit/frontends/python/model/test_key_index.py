"""An index of keys serves all versions of a dict that share it."""

from __future__ import annotations

from heapwise.frontends.python.model.key_index import KeyIndex


def test_a_key_that_a_later_version_has_got_is_not_in_an_earlier_one() -> None:
    later = KeyIndex((1, "a")).extended(7, 2)
    assert list(later.candidates(7, 3)) == [2]
    assert list(later.candidates(7, 2)) == []
    assert list(later.candidates("a", 2)) == [1]
    assert list(later.candidates("a", 1)) == []


def test_versions_that_grow_apart_have_indexes_of_their_own() -> None:
    index = KeyIndex((1,))
    one, other = index.extended("one", 1), index.extended("other", 1)
    assert list(one.candidates("one", 2)) == [1] == list(other.candidates("other", 2))
    assert list(one.candidates("other", 2)) == [] == list(other.candidates("one", 2))


def test_a_key_that_is_not_known_may_be_anywhere_and_may_be_any() -> None:
    index = KeyIndex((1, None, 3))
    assert list(index.candidates(None, 3)) == [0, 1, 2]
    assert list(index.candidates(9, 3)) == [1]
    assert list(index.candidates(9, 1)) == []
