"""The kinds of Python values: the closed union, and the table that says what each is called."""

from __future__ import annotations

from typing import get_args

from heapwise.engine.state import Exhausted, Running, Suspended, Undefined
from heapwise.frontends.python.model.value_kinds import KINDS
from heapwise.frontends.python.model.values import Kept
from heapwise.terms import Term

_IN_PLACE_OF_VALUES = {Undefined, Exhausted, Suspended, Running}
"""What the engine puts where there is no value of the program."""


def test_every_kind_of_the_union_has_an_entry_and_every_entry_is_of_the_union() -> None:
    assert set(get_args(Kept)) - {Term} - _IN_PLACE_OF_VALUES == set(KINDS)


def test_no_two_kinds_have_one_name() -> None:
    names = [entry.name for entry in KINDS.values()]
    assert len(names) == len(set(names))
