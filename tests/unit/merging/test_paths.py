"""Paths that meet again: in which order they are merged, and what is left of their conditions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product

import pytest

from heapwise.merging.paths import UnmergeableError, _common, join_paths, merge_by_path
from heapwise.program import Position
from heapwise.program.code import AnyInstruction, Branch, Code, Handler, Jump, Perform, Return
from heapwise.program.flow import flow_of, successors
from heapwise.solver import Kind, Model, PathCondition
from heapwise.terms import BOOL, Scalar, Term, and_, not_, or_, symbol

P, Q, R, S = (symbol(name, BOOL) for name in "pqrs")
AT = Position("merging.test", 1, 1)


def path(*entries: Scalar, facts: tuple[Scalar, ...] = ()) -> PathCondition:
    found = PathCondition()
    for entry in entries:
        assert isinstance(entry, Term)
        found = found.extend(entry, Kind.CHOICE, None)
    for fact in facts:
        assert isinstance(fact, Term)
        found = found.extend(fact, Kind.FACT, None)
    return found


@dataclass(frozen=True)
class State:
    name: str
    path: PathCondition


def merged(a: State, b: State) -> State:
    if "!" in a.name + b.name:
        raise UnmergeableError
    return State(f"({a.name} {b.name})", join_paths(a.path, b.path)[0])


WAYS = [
    State("a", path(P, Q, R)),
    State("b", path(P, Q, not_(R))),
    State("c", path(P, not_(Q))),
    State("d", path(not_(P), Q)),
    State("e", path(not_(P), not_(Q))),
]


def test_the_sides_of_the_last_branch_are_merged_first() -> None:
    """Whatever order they come in: so is the path at the end what it was in the beginning."""
    for order in permutations(WAYS):
        (state,) = merge_by_path(order, merged)
        tokens = state.name.replace("(", " ( ").replace(")", " ) ").split()
        together = {frozenset(part) for part in _groups(tokens)}
        assert together == {frozenset(each) for each in ("ab", "abc", "de", "abcde")}
        assert list(state.path.entries()) == []


def _groups(tokens: list[str]) -> list[str]:
    found, waiting = [], [""]
    for token in tokens:
        if token == "(":
            waiting.append("")
        elif token == ")":
            group = waiting.pop()
            found.append(group)
            waiting[-1] += group
        else:
            waiting[-1] += token
    return found


def test_what_has_no_common_form_stays_apart() -> None:
    states = [
        State("a", path(P)),
        State("b!", path(not_(P), Q)),
        State("c", path(not_(P), not_(Q))),
    ]
    names = sorted(state.name for state in merge_by_path(states, merged))
    assert names == ["(a c)", "b!"]
    assert merge_by_path([], merged) == []


VALUES = [
    dict(zip((P, Q, R, S), values, strict=True)) for values in product((True, False), repeat=4)
]


def holds(value: PathCondition | Term, given: dict[Term, bool]) -> bool:
    model = Model(values=given)
    if isinstance(value, Term):
        return model.satisfies(value)
    return all(model.satisfies(term) for term, _ in value.entries())


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (path(P, Q), path(P, not_(Q))),
        (path(P, Q, R), path(P, not_(Q), S)),
        (path(P), path(not_(P), Q)),
        (path(not_(P), Q, R), path(P)),
        (path(P, Q, facts=(R,)), path(P, not_(Q), facts=(S,))),
        (path(R, P, Q), path(R, not_(P), S, facts=(Q,))),
    ],
)
def test_a_merged_path_is_taken_by_whoever_took_either(a: PathCondition, b: PathCondition) -> None:
    found, condition = join_paths(a, b)
    for given in VALUES:
        first, second = holds(a, given), holds(b, given)
        assert not (first and second)
        if first or second:
            assert holds(found, given)
            assert holds(condition, given) is first
        else:
            assert not holds(found, given) or Kind.FACT in {kind for _, kind in found.entries()}


def test_facts_hold_where_they_were_learned() -> None:
    found, _ = join_paths(path(P, facts=(R,)), path(not_(P), facts=(S,)))
    kinds = {kind for _, kind in found.entries()}
    assert kinds == {Kind.FACT}
    for given in VALUES:
        assert holds(found, given) is (given[R] if given[P] else given[S])


def test_a_merged_path_is_confirmed_if_both_are() -> None:
    a, b = path(P), path(not_(P))
    assert join_paths(a, b)[0].confirmed
    assert not join_paths(a.unconfirmed(), b)[0].confirmed
    assert not join_paths(a, b.unconfirmed())[0].confirmed


def test_the_same_path_twice_tells_nothing_apart() -> None:
    with pytest.raises(UnmergeableError):
        join_paths(path(P), path(P))


def test_negations_that_go_without_saying_are_left_out() -> None:
    found, _ = join_paths(path(P), path(not_(P), Q))
    assert [term for term, _ in found.entries()] == [or_(P, Q)]
    found, _ = join_paths(path(and_(P, R)), path(Q))
    assert [term for term, _ in found.entries()] == [or_(and_(P, R), Q)]


# ---------------------------------------------------------------------------- order of code


def nothing(*_: object) -> None:
    raise AssertionError("never run")


def step(target: int, *operands: int) -> Perform:
    return Perform(target, nothing, operands, at=AT)


def code(*instructions: AnyInstruction, handlers: tuple[Handler, ...] = ()) -> Code:
    return Code("merging", instructions, 6, handlers)


LOOP = code(
    step(0),
    Branch(0, 2, 6, "", "", at=AT),
    Branch(1, 3, 4, "", "", at=AT),
    step(2, 1),
    step(0, 2),
    Jump(1, at=AT),
    Return(3, at=AT),
)


def test_a_loop_comes_before_what_follows_it() -> None:
    flow = flow_of(LOOP)
    assert flow.rank == (0, 1, 2, 3, 4, 5, 6)
    assert flow.heads == ((), (1,), (1,), (1,), (1,), (1,), ())
    assert flow.spot(3, (2,)) == (1, 2, 3) and flow.spot(6, ()) == (6,)
    assert flow.moved(0, (), 1) == (0,)
    assert flow.moved(5, (2,), 1) == (3,)
    assert flow.moved(1, (3,), 2) == (3,)
    assert flow.moved(1, (3,), 6) == ()


def bits(*registers: int) -> int:
    return sum(1 << register for register in registers)


def test_a_register_is_live_until_it_is_read_for_the_last_time() -> None:
    live = flow_of(LOOP).live
    assert live[6] == bits(3)
    assert live[4] == bits(1, 2, 3)
    assert live[3] == bits(1, 3)
    assert live[1] == bits(0, 1, 2, 3)
    assert live[0] == bits(1, 2, 3)


@pytest.mark.parametrize(("start", "end", "is_live"), [(0, 1, True), (1, 2, False), (0, 2, True)])
def test_what_may_not_have_been_written_is_live_before(start: int, end: int, is_live: bool) -> None:
    """An instruction that throws has not written its target; a handler may read the old value."""
    guarded = code(
        step(0),
        step(1),
        Return(0, at=AT),
        Return(0, at=AT),
        handlers=(Handler(start, end, 3, 2),),
    )
    assert bool(flow_of(guarded).live[0] & 1) is is_live
    assert sorted(successors(guarded, 0)) == ([1, 3] if start == 0 else [1])


def test_paths_have_in_common_what_is_before_their_first_difference() -> None:
    """What comes to be the same again later does not count."""
    assert _common((1, 2, 3), (1, 2, 3)) == 3
    assert _common((1, 2, 3), (1, 5, 3)) == 1
    assert _common((4, 2), (1, 2)) == 0
