"""What is known of languages without loading them."""

from __future__ import annotations

import pytest

from heapwise.frontends.registry import is_text


@pytest.mark.parametrize(
    ("file", "wanted"),
    [
        ("src/bank.py", True),
        ("list.tiny", True),
        ("list.javalite", True),
        ("build/Bank.class", False),
        ("app.jar", False),
        ("build/classes", False),
    ],
)
def test_a_text_is_a_program_as_somebody_has_written_it(file: str, wanted: bool) -> None:
    assert is_text(file) is wanted
