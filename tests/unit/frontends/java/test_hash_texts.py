"""A text for every hash code, so that witnesses can meet in a table."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from heapwise.frontends.java.models.text_hashes import hash_text, text_with_hash


@given(st.integers(-(2**31), 2**31 - 1), st.integers(0, 40))
def test_every_hash_code_has_a_text_that_can_be_read(code: int, variant: int) -> None:
    text = text_with_hash(code, variant)
    assert hash_text(text) == code
    assert text.isascii() and text.isprintable() and len(text) <= 9


@given(st.integers(-(2**31), 2**31 - 1))
def test_no_two_variants_are_the_same(code: int) -> None:
    assert len({text_with_hash(code, variant) for variant in range(60)}) == 60
