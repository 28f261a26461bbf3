"""Prefixes as plain data: their text, their order, and being sent."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heapwise.results.prefix import (
    IMPLIED,
    NO,
    TOO_LONG,
    YES,
    Ending,
    Joined,
    Prefix,
    choice,
    since,
)

alternatives = st.builds(choice, st.integers(0, 30), st.integers(0, 4))
choices = st.one_of(alternatives, alternatives, st.sampled_from([NO, YES]))
joined = st.builds(
    Joined,
    st.lists(st.lists(choices, max_size=3).map(tuple), min_size=1, max_size=4).map(tuple),
    st.integers(0, 5),
    st.lists(st.integers(0, 4), min_size=1, max_size=4).map(tuple),
)
prefixes = st.builds(
    Prefix,
    st.lists(st.one_of(choices, choices, joined), max_size=12).map(tuple),
    st.sampled_from([None, *Ending]),
)


@given(prefixes)
def test_a_prefix_comes_back_as_it_was(prefix: Prefix) -> None:
    assert Prefix.parse(str(prefix)) == prefix
    assert Prefix.from_json(json.loads(json.dumps(prefix.to_json()))) == prefix
    assert pickle.loads(pickle.dumps(prefix)) == prefix


@given(prefixes, prefixes)
def test_the_name_is_that_of_the_place_alone(one: Prefix, other: Prefix) -> None:
    assert (one.id == other.id) == (one.indexes == other.indexes)
    assert one.id == Prefix(one.entries).id, "an ending is not part of it"


def test_how_an_alternative_was_taken_is_not_part_of_the_name() -> None:
    assert Prefix.parse("1.0=.2?").id == Prefix.parse("1.0.2=").id
    assert Prefix.parse("1.0=.2?").id != Prefix.parse("1.0=.3?").id
    assert Prefix.parse("[0+1,0=,0+1?]2:0+1.4").indexes == (0, 1, 4)


def test_what_a_strategy_was_told_leads_there_and_is_not_part_of_the_name() -> None:
    told = Prefix.parse("1.y*2.n.0!")
    assert told.entries == (choice(1), YES, YES, NO, choice(0))
    assert told.id == Prefix.parse("1.n.0!").id == Prefix.parse("1.0").id


def test_a_state_is_named_up_to_its_last_choice() -> None:
    """From there on it asks again."""
    link = (((None, YES), choice(1)), NO)
    assert str(Prefix.of(link)) == "y.1"
    assert str(Prefix.of(link, Ending.PLAIN)) == "y.1.n!"


def test_repetitions_are_counted() -> None:
    entries = (*[choice(0, IMPLIED)] * 3, choice(1), choice(1, TOO_LONG))
    assert str(Prefix(entries)) == "0=*3.1.1>"
    assert Prefix.parse("0=*3.1.1>").entries == entries


def test_a_link_is_read_from_the_first_entry_on() -> None:
    start = ((None, choice(2)), choice(0))
    link = ((start, choice(1)), Joined(((0, 4),), 0, (3, 5)))
    assert Prefix.of(link).indexes == (2, 0, 1, 3, 5)
    assert since(link, start) == (1, 3, 5)
    assert since(start, start) == ()


@pytest.mark.parametrize(
    "text", ["x", "1.", "!z", "[0", "0*", "1==", "-1", "00", "1*1", "0.*2", "!!", "0*999999999999"]
)
def test_what_is_no_prefix_is_told(text: str) -> None:
    with pytest.raises(ValueError, match="this is no prefix"):
        Prefix.parse(text)
