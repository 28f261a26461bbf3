"""Code that can do nothing but return false, and calls about one object that become one."""

from __future__ import annotations

from typing import cast

from heapwise.engine.state import State, Value
from heapwise.merging.recursive_calls import Call, Pending, add_call
from heapwise.merging.refusal import is_refused, returns_false
from heapwise.program.code import AnyInstruction, Branch, Code, Constant, Move, Return
from heapwise.terms import BOOL, Scalar, Term, ite, location, or_, symbol
from tests.unit.engine.programs import AT

A, B = symbol("a", BOOL), symbol("b", BOOL)
ONE, TWO, THREE = location(1), location(2), location(3)


def code(*instructions: AnyInstruction) -> Code:
    return Code("tried", instructions, 3)


def branching(*before: AnyInstruction) -> Code:
    """Returns true if register 1 is true, and false otherwise."""
    first = len(before) + 1
    return code(
        *before,
        Branch(1, first, first + 2, "", "", at=AT),
        Constant(2, True, at=AT),
        Return(2, at=AT),
        Constant(2, False, at=AT),
        Return(2, at=AT),
    )


class _Stopped:
    """As much of a state as is looked at."""

    def __init__(self, at: Code, *registers: Value) -> None:
        self.code, self.at, self.registers = at, 0, registers


def refused(at: Code, *registers: Value) -> bool:
    return is_refused(cast("State[object]", _Stopped(at, *registers)), None)


def test_a_branch_refuses_only_if_it_is_known_where_it_leads() -> None:
    """Not if nobody knows, though the other side returns false."""
    tried = branching()
    assert refused(tried, None, False, None)
    assert not refused(tried, None, True, None)
    assert not refused(tried, None, A, None)
    assert returns_false(tried, 0, {1: False}) and not returns_false(tried, 0, {1: True})
    assert not returns_false(tried, 0)


def test_what_is_moved_before_a_branch_is_followed() -> None:
    tried = branching(Move(2, 0, at=AT), Move(1, 2, at=AT))
    assert refused(tried, False, None, None)
    assert not refused(tried, True, None, None) and not refused(tried, A, None, None)


def _merge(condition: Term, a: Scalar, b: Scalar) -> Scalar:
    return ite(condition, a, b)


def _as_it_is(condition: Scalar) -> Scalar:
    return condition


def test_calls_about_one_object_become_one_only_if_they_exclude_each_other() -> None:
    pending = Pending(((ONE, (Call(A, (ONE, TWO)),)),))

    def added(call: Call, excludes: bool) -> Pending | None:
        return add_call(pending, ONE, call, lambda *_: excludes, _merge, _as_it_is)

    assert added(Call(B, (ONE, THREE)), excludes=False) is None
    assert added(Call(True, (ONE, THREE)), excludes=False) is None
    certain = Call(True, (ONE, THREE))  # then the one before cannot be
    assert added(certain, excludes=True) == Pending(((ONE, (certain,)),))
    together = Call(or_(A, B), (ONE, ite(B, THREE, TWO)))
    assert added(Call(B, (ONE, THREE)), excludes=True) == Pending(((ONE, (together,)),))
    same = Call(or_(A, B), (ONE, TWO))
    assert added(Call(B, (ONE, TWO)), excludes=False) == Pending(((ONE, (same,)),))
