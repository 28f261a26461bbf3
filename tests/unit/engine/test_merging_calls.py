"""Calls that are put off: how those of two sides, or of two places, become one."""

from __future__ import annotations

from itertools import product

from heapwise.engine.state import Value
from heapwise.merging.paths import UnmergeableError
from heapwise.merging.recursive_calls import Call, Pending, add_call, merge_pending
from heapwise.solver import Model
from heapwise.terms import BOOL, INT, Concrete, Scalar, Term, and_, ite, location, not_, symbol

C, G, H, K = (symbol(name, BOOL) for name in "cghk")
ONE, TWO = location(1), location(2)


def _merge(condition: Term, a: Scalar, b: Scalar) -> Scalar:
    if isinstance(a, str) or isinstance(b, str):
        raise UnmergeableError
    return ite(condition, a, b)


def _as_it_is(condition: Scalar) -> Scalar:
    return condition


def _pending(**calls: list[tuple[Scalar, Value]]) -> Pending:
    """`one` and `two` are the objects that the calls are about."""
    about = {"one": ONE, "two": TWO}
    return Pending(
        tuple(
            (about[name], tuple(Call(guard, (value,)) for guard, value in each))
            for name, each in calls.items()
        )
    )


def _made(pending: Pending, values: dict[Term, Concrete]) -> set[tuple[object, object]]:
    """The calls that are made under these values: about what, and with which argument."""
    return {
        (constant, _value(call.registers[0], values))
        for constant, calls in pending.calls
        for call in calls
        if _value(call.guard, values) is True
    }


def _value(term: Value, values: dict[Term, Concrete]) -> object:
    return Model(values=values).evaluate(term) if isinstance(term, Term) else term


def _count(pending: Pending) -> dict[Term, int]:
    return {constant: len(calls) for constant, calls in pending.calls}


def _is_union(merged: Pending, ours: Pending, theirs: Pending) -> bool:
    """Whatever holds: the calls of the side that was taken, and no others."""
    for c, g, h, k in product((False, True), repeat=4):
        values: dict[Term, Concrete] = {C: c, G: g, H: h, K: k}
        if _made(merged, values) != _made(ours if c else theirs, values):
            return False
    return True


def test_calls_of_two_sides_about_one_object_become_one() -> None:
    ours, theirs = _pending(one=[(G, 1)]), _pending(one=[(H, 2)])
    merged = merge_pending(C, ours, theirs, _merge, _as_it_is)
    assert _count(merged) == {ONE: 1}
    assert _is_union(merged, ours, theirs)


def test_two_calls_of_one_side_stay_two() -> None:
    """Both may be made: only one of them can become one with a call of the other side."""
    ours, theirs = _pending(one=[(G, 1)]), _pending(one=[(H, 2), (K, 3)])
    for a, b in ((ours, theirs), (theirs, ours)):
        merged = merge_pending(C, a, b, _merge, _as_it_is)
        assert _count(merged) == {ONE: 2}
        assert _is_union(merged, a, b)
    alone = merge_pending(C, Pending(), theirs, _merge, _as_it_is)
    assert _count(alone) == {ONE: 2}
    assert _is_union(alone, Pending(), theirs)


def test_calls_with_arguments_that_have_no_common_form_stay_apart() -> None:
    ours, theirs = _pending(one=[(G, "a")]), _pending(one=[(H, 2)])
    merged = merge_pending(C, ours, theirs, _merge, _as_it_is)
    assert _count(merged) == {ONE: 2}
    assert _is_union(merged, ours, theirs)


def test_calls_about_different_objects_are_kept_and_those_never_made_are_not() -> None:
    ours, theirs = _pending(two=[(G, 1)]), _pending(one=[(H, 2)])
    merged = merge_pending(C, ours, theirs, _merge, _as_it_is)
    assert _count(merged) == {TWO: 1, ONE: 1}
    assert _is_union(merged, ours, theirs)
    impossible = _pending(one=[(not_(C), 1)])
    assert _count(merge_pending(C, impossible, Pending(), _merge, _as_it_is)) == {}


def test_the_object_with_the_least_number_comes_first() -> None:
    constant, calls, rest = _pending(two=[(G, 1)], one=[(H, 2)]).first()
    assert (constant, calls) == (ONE, (Call(H, (2,)),))
    assert _count(rest) == {TWO: 1}


def _never_both(a: Scalar, b: Scalar) -> bool:
    return and_(a, b) is False


def test_a_call_that_excludes_the_one_before_becomes_one_with_it() -> None:
    before = _pending(one=[(G, 1)])
    found = add_call(before, ONE, Call(not_(G), (2,)), _never_both, _merge, _as_it_is)
    assert found is not None
    ((_, (call,)),) = found.calls
    assert call.guard is True
    for g in (False, True):
        assert _value(call.registers[0], {G: g}) == (1 if g else 2)


def test_calls_that_may_both_be_made_must_be_run_in_their_order() -> None:
    before = _pending(one=[(G, 1)])
    assert add_call(before, ONE, Call(H, (2,)), _never_both, _merge, _as_it_is) is None
    same = add_call(before, ONE, Call(H, (1,)), _never_both, _merge, _as_it_is)
    assert same is not None
    assert _count(same) == {ONE: 1}
    assert _made(same, {G: False, H: True}) == _made(same, {G: True, H: False}) == {(ONE, 1)}
    other = add_call(before, TWO, Call(H, (symbol("n", INT),)), _never_both, _merge, _as_it_is)
    assert other is not None
    assert _count(other) == {ONE: 1, TWO: 1}
