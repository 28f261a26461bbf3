"""Path conditions: what they hold, what they know without a solver, and that they never change."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.solver import Kind, Model, PathCondition
from heapwise.terms import (
    BOOL,
    INT,
    NULL,
    REF,
    Scalar,
    Term,
    and_,
    eq,
    location,
    lt,
    not_,
    or_,
    symbol,
)
from tests.unit.solver.questions import conditions
from tests.unit.terms.recipes import Choice, Recipe, build, choices, compute

P, Q, R = (symbol(name, BOOL) for name in "pqr")
X, Y = symbol("x", INT), symbol("y", INT)
A = symbol("a", REF)


def after(*entries: Scalar) -> PathCondition:
    path = PathCondition()
    for entry in entries:
        assert isinstance(entry, Term)
        path = path.extend(entry, Kind.CHOICE, None)
    return path


def test_constants_are_decided() -> None:
    assert PathCondition().decided(True) is True
    assert PathCondition().decided(False) is False
    assert PathCondition().decided(P) is None


def test_an_entry_decides_itself_and_its_negation() -> None:
    assert after(P).decided(P) is True
    assert after(P).decided(not_(P)) is False
    assert after(not_(P)).decided(P) is False
    assert after(not_(P)).decided(not_(P)) is True


def test_a_conjunction_decides_its_parts() -> None:
    path = after(and_(P, not_(Q)))
    assert path.decided(P) is True
    assert path.decided(Q) is False
    assert path.decided(or_(P, R)) is True
    assert path.decided(and_(Q, R)) is False
    assert path.decided(R) is None


def test_a_disjunction_that_is_false_decides_its_parts() -> None:
    path = after(not_(or_(P, Q)))
    assert path.decided(P) is False
    assert path.decided(Q) is False


def test_a_disjunction_that_is_true_decides_none_of_its_parts() -> None:
    path = after(or_(P, Q))
    assert path.decided(P) is None
    assert path.decided(Q) is None
    assert path.decided(or_(P, Q)) is True


def test_parts_decide_a_junction() -> None:
    path = after(P, Q, not_(R))
    assert path.decided(and_(P, Q)) is True
    assert path.decided(and_(P, R)) is False
    assert path.decided(or_(R, P)) is True
    assert path.decided(or_(R, not_(P))) is False


def test_an_equality_with_a_constant_decides_the_others() -> None:
    path = after(eq(X, 3), eq(A, NULL))
    assert path.decided(eq(X, 3)) is True
    assert path.decided(eq(X, 4)) is False
    assert path.decided(eq(A, location(2))) is False
    assert path.decided(eq(Y, 3)) is None


def test_an_inequality_with_a_constant_decides_only_that_one() -> None:
    path = after(not_(eq(X, 3)))
    assert path.decided(eq(X, 3)) is False
    assert path.decided(eq(X, 4)) is None


def test_what_is_learnt_is_known_but_not_asserted() -> None:
    path = after(P).learn(Q, False)
    assert path.decided(Q) is False
    assert path.asserted_terms() == [P]


def test_settled_entries_are_listed_but_the_solver_does_not_see_them() -> None:
    path = after(P).extend(Q, Kind.SETTLED, None).extend(R, Kind.FACT, None)
    assert path.asserted_terms() == [P, R]
    assert path.asserted == 2
    assert list(path.entries()) == [(P, Kind.CHOICE), (Q, Kind.SETTLED), (R, Kind.FACT)]
    assert path.decided(Q) is True


def test_a_path_does_not_change_when_others_grow_from_it() -> None:
    path = after(P)
    path.extend(Q, Kind.CHOICE, Model())
    path.learn(R, True)
    path.with_model(Model())
    path.unconfirmed()
    assert path.decided(Q) is None
    assert path.decided(R) is None
    assert path.model is None
    assert path.confirmed
    assert path.asserted_terms() == [P]


def test_once_unconfirmed_a_path_stays_so() -> None:
    assert not after(P).unconfirmed().extend(Q, Kind.CHOICE, None).learn(R, True).confirmed


def test_a_path_that_is_closed_is_confirmed_by_a_model_and_by_nothing_else() -> None:
    model = Model()
    path = after(P).opened()
    assert path.is_open and path.confirmed
    taken = path.closed(model)
    assert not taken.is_open and taken.confirmed and taken.model is model
    perhaps = path.closed(None)
    assert not perhaps.is_open and not perhaps.confirmed and perhaps.model is None
    assert not path.unconfirmed().closed(model).confirmed
    assert path.is_open, "closing makes another path"
    assert taken.asserted_terms() == perhaps.asserted_terms() == [P]


def test_a_path_leaves_others_at_its_last_choice() -> None:
    start = after(P)
    fact = start.extend(Q, Kind.FACT, None)
    assert fact.extend(R, Kind.CHOICE, None).fork() is start
    assert start.extend(R, Kind.SETTLED, None).fork() is start
    assert PathCondition().fork() is None


def test_a_path_on_another_base_knows_what_it_knew() -> None:
    path = after(P, Q).learn(R, False).with_model(Model())
    moved = path.rebased(PathCondition(), [(Q, Kind.FACT)])
    assert moved.asserted_terms() == [Q]
    assert [path.decided(each) for each in (P, Q, R)] == [True, True, False]
    assert [moved.decided(each) for each in (P, Q, R)] == [True, True, False]
    assert moved.model is None


def test_knowledge_that_is_shared_with_those_below_is_still_known() -> None:
    path = after(P, *(lt(symbol(f"n{number}", INT), number) for number in range(100)))
    assert path.decided(P) is True
    assert all(path.decided(lt(symbol(f"n{n}", INT), n)) is True for n in range(100))
    assert path.asserted == 101


@settings(max_examples=200, deadline=None)
@given(choices(), st.lists(conditions(), max_size=6), conditions())
def test_what_is_decided_follows_from_the_entries(
    choice: Choice, taken: list[Recipe], asked: Recipe
) -> None:
    """The path that this input takes; what it decides must be what this input gives."""
    path = after(*(_true_side(recipe, choice) for recipe in taken))
    assert path.decided(build(asked)) in (None, compute(asked, choice))
    for recipe in taken:
        assert path.decided(build(recipe)) is compute(recipe, choice)


def _true_side(recipe: Recipe, choice: Choice) -> Scalar:
    term: Scalar = build(recipe)
    return term if compute(recipe, choice) else not_(term)


def test_a_deep_condition_is_looked_up_without_recursion() -> None:
    condition: Scalar = P
    for level in range(10_000):
        condition = not_(and_(lt(symbol(f"x{level}", INT), 0), condition))
    assert after(Q).decided(condition) is None
    assert isinstance(condition, Term)
    assert after(condition).decided(condition) is True


def test_what_is_said_of_a_whole_path_leaves_its_entries_alone() -> None:
    path = after(P, lt(X, Y)).extend(Q, Kind.FACT, None)
    for changed in (
        path.opened(),
        path.closed(Model()),
        path.unconfirmed(),
        path.confirmed_by(None),
    ):
        assert list(changed.entries()) == list(path.entries())
        assert list(changed.asserted_terms()) == list(path.asserted_terms())
        assert changed.fork() is path.fork()
        assert [changed.decided(each) for each in (P, Q, R, lt(X, Y))] == [True, True, None, True]


def test_alone_a_path_says_the_same_and_knows_nothing_that_was_asked() -> None:
    model = Model(values={P: True, Q: True})
    path = after(P).extend(Q, Kind.FACT, model).learn(R, True).unconfirmed().renamed((None, 1))
    alone = path.alone()
    assert list(alone.entries()) == list(path.entries()) == [(P, Kind.CHOICE), (Q, Kind.FACT)]
    assert (path.decided(R), alone.decided(R)) == (True, None)
    assert (alone.decided(P), alone.model) == (True, None)
    assert (alone.confirmed, alone.prefix) == (path.confirmed, path.prefix) == (False, (None, 1))
    assert after(P).alone().confirmed
