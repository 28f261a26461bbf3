"""Two values of Python in one."""

from __future__ import annotations

from typing import Any

import pytest

from heapwise.engine.state import StoreKey
from heapwise.frontends.python.model.combined_values import is_same
from heapwise.frontends.python.model.joined_values import Joint
from heapwise.frontends.python.model.values import (
    NONE,
    Builtin,
    Cell,
    DictContents,
    ExceptionValue,
    Iteration,
    ListContents,
    SetContents,
    Tagged,
    Tuple,
)
from heapwise.terms import BOOL, INT, REF, ite, symbol

HOLDS = symbol("holds", BOOL)
N = symbol("n", INT)
A, B = symbol("a", REF), symbol("b", REF)


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, True), (0, False), (0.0, -0.0), (1, 1.0), (Tuple((1,)), Tuple((True,))), (N, A)],
)
def test_what_is_equal_is_not_the_same(one: Any, other: Any) -> None:
    assert not is_same(one, other)
    assert not is_same(Tuple((one,)), Tuple((other,)))


def test_plain_values_are_an_if_then_else() -> None:
    assert Joint(HOLDS, True).value(1, N) is ite(HOLDS, 1, N)
    assert Joint(HOLDS, True).value(True, False) is HOLDS


def test_references_are_joined_only_where_they_may_be_terms() -> None:
    assert Joint(HOLDS, True).value(A, B) is ite(HOLDS, A, B)
    assert Joint(HOLDS, True).value(A, NONE) is ite(HOLDS, A, NONE)
    assert Joint(HOLDS, False).value(A, B) is None


def test_values_of_two_kinds_are_a_union() -> None:
    tag = ite(HOLDS, 0, 1)
    assert Joint(HOLDS, True).value(N, NONE) == Tagged(tag, (N, NONE))
    assert Joint(HOLDS, True).value(True, 2) == Tagged(tag, (True, 2))
    assert Joint(HOLDS, True, unions=False).value(N, NONE) is None


def test_the_alternatives_of_unions_come_after_one_another() -> None:
    found = Joint(HOLDS, True).value(Tagged(N, (1, NONE)), "text")
    assert found == Tagged(ite(HOLDS, N, 2), (1, NONE, "text"))


def test_parts_are_joined_one_by_one() -> None:
    joint = Joint(HOLDS, True)
    assert joint.value(Tuple((1, "x")), Tuple((2, "x"))) == Tuple((ite(HOLDS, 1, 2), "x"))
    one, other = ExceptionValue(KeyError, (1,)), ExceptionValue(KeyError, (2,))
    assert joint.value(one, other) == ExceptionValue(KeyError, (ite(HOLDS, 1, 2),))
    assert joint.value(one, ExceptionValue(IndexError, (1,))) is None


def test_functions_stay_apart() -> None:
    assert Joint(HOLDS, True).value(Builtin("len"), Builtin("abs")) is None
    assert Joint(HOLDS, True).value(Builtin("len"), 1) is None


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (Cell(1), Cell(2), Cell(ite(HOLDS, 1, 2))),
        (ListContents((1, 5)), ListContents((2, 5)), ListContents((ite(HOLDS, 1, 2), 5))),
        (SetContents((1,)), SetContents((2,)), SetContents((ite(HOLDS, 1, 2),))),
        (
            DictContents(((1, "x"),)),
            DictContents(((2, "x"),)),
            DictContents(((ite(HOLDS, 1, 2), "x"),)),
        ),
        (ListContents((1,)), ListContents((1, 2)), None),
        (SetContents((1,)), SetContents((2,), frozen=True), None),
        (DictContents(((1, 1),)), DictContents(((1, 1),), kind="Counter"), None),
        (Iteration("list", A, 0), Iteration("list", A, 1), None),
        (ListContents(()), None, None),
    ],
)
def test_contents_that_are_equally_long_are_joined(one: Any, other: Any, both: Any) -> None:
    assert Joint(HOLDS, True).contents(A, one, other) == both


def test_only_variables_are_joined_by_name() -> None:
    joint = Joint(HOLDS, True)
    assert joint.contents(StoreKey("global", (1, "x")), 1, 2) is ite(HOLDS, 1, 2)
    assert joint.contents(StoreKey("counter"), 1, 2) is None
