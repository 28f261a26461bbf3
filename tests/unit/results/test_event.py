"""Events of a trace are data with a text, and either is made of the other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heapwise.results.event import (
    BRANCH,
    NOTE,
    Event,
    event_from_json,
    event_of,
    event_to_json,
)


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("8:2 then", Event(BRANCH, "then", line=8, column=2)),
        ("9:4 calls Node.swap", Event("calls", "Node.swap", line=9, column=4)),
        ("16:0 and false", Event("and", "false", line=16, column=0)),
        ("shapes.base:12:7 if true", Event("if", "true", "shapes.base", 12, 7)),
        ("a b/other file.tiny:3:4 else", Event(BRANCH, "else", "a b/other file.tiny", 3, 4)),
        ("pkg.Tree.put(int):4 ifeq no", Event("ifeq", "no", "pkg.Tree.put(int)", bytecode=4)),
        (
            "pkg.Tree.<init>:9 calls pkg.A.m",
            Event("calls", "pkg.A.m", "pkg.Tree.<init>", None, None, 9),
        ),
        ("@first", Event(NOTE, "@first")),
    ],
)
def test_a_text_says_where_what_and_which_way(text: str, event: Event) -> None:
    assert event_of(text) == event
    assert str(event) == text


@given(
    st.text(max_size=12)
    | st.builds("{}:{} {}".format, st.integers(0, 99), st.integers(0, 99), st.text(max_size=9))
    | st.builds("{}:{} {} {}".format, st.text(max_size=5), st.integers(0), st.text(), st.text())
    | st.builds("{}:{}:{} {}".format, st.text(), st.integers(0), st.integers(0), st.text())
)
def test_every_text_is_written_as_it_was_and_read_back_from_json(text: str) -> None:
    event = event_of(text)
    assert str(event) == text
    assert event_from_json(event_to_json(event)) == event
