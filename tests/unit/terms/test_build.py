"""The simplifying constructors keep the meaning of what they are given."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.terms import (
    BOOL,
    INT,
    NULL,
    REF,
    MapSort,
    Op,
    Scalar,
    Term,
    add,
    and_,
    class_id,
    default_value,
    eq,
    evaluate,
    filled,
    ite,
    le,
    location,
    lt,
    mul,
    not_,
    or_,
    select,
    store,
    sub,
    symbol,
)
from tests.unit.terms.recipes import Choice, Recipe, build, choices, compute, recipes

P, Q = symbol("p", BOOL), symbol("q", BOOL)
X, Y = symbol("x", INT), symbol("y", INT)
A, B = symbol("a", REF), symbol("b", REF)
NEXT = symbol("Node.next", MapSort((REF,), REF))
FRESH, OTHER_FRESH = location(-1), location(-2)


def of_any_sort() -> st.SearchStrategy[Recipe]:
    return recipes(BOOL) | recipes(INT) | recipes(REF)


@settings(max_examples=400, deadline=None)
@given(of_any_sort(), st.lists(choices(), min_size=1, max_size=4))
def test_a_simplified_term_means_what_its_recipe_means(
    recipe: Recipe, assignments: list[Choice]
) -> None:
    term: Scalar = build(recipe)
    for choice in assignments:
        assert evaluate(term, choice, {}) == compute(recipe, choice)


@settings(max_examples=100, deadline=None)
@given(of_any_sort())
def test_the_same_recipe_gives_the_same_object(recipe: Recipe) -> None:
    first, second = build(recipe), build(recipe)
    assert first is second or (not isinstance(first, Term) and first == second)


@settings(max_examples=100, deadline=None)
@given(recipes(BOOL), recipes(BOOL))
def test_equality_does_not_depend_on_the_order_of_its_sides(one: Recipe, other: Recipe) -> None:
    a, b = build(one), build(other)
    assert eq(a, b) is eq(b, a)


def test_constants_fold() -> None:
    assert add(2, 3) == 5
    assert sub(2, 3) == -1
    assert mul(2, 3) == 6
    assert lt(2, 3) is True
    assert le(3, 2) is False
    assert and_(True, True) is True
    assert or_(False, False) is False
    assert not_(True) is False
    assert ite(True, X, Y) is X


def test_an_int_is_never_a_bool() -> None:
    assert eq(1, True) is False
    assert ite(P, 1, 0) is not ite(P, True, False)


def test_distinct_constants_are_unequal() -> None:
    assert eq(NULL, FRESH) is False
    assert eq(class_id(1), class_id(2)) is False
    assert eq(location(3), location(3)) is True


def test_an_input_reference_is_never_an_allocated_object() -> None:
    assert eq(A, FRESH) is False
    assert eq(FRESH, A) is False
    assert eq(select(NEXT, (A,)), FRESH) is False
    assert eq(ite(P, A, FRESH), FRESH) is not_(P)
    assert eq(ite(P, A, B), FRESH) is False


def test_an_input_reference_may_be_an_initial_object() -> None:
    assert isinstance(eq(A, location(3)), Term)
    assert isinstance(eq(A, NULL), Term)


def test_junctions_are_flat_and_free_of_duplicates() -> None:
    both = and_(P, Q)
    assert and_(both, P) is both
    assert and_(and_(P, Q), X_IS_SMALL) is and_(P, Q, X_IS_SMALL)
    assert or_(P, or_(Q, P)) is or_(P, Q)


def test_a_condition_and_its_negation_cancel() -> None:
    assert and_(P, Q, not_(P)) is False
    assert or_(P, Q, not_(P)) is True
    assert not_(not_(P)) is P


def test_if_then_else_collapses() -> None:
    assert ite(P, X, X) is X
    assert ite(P, 3, 3) == 3
    assert ite(not_(P), X, Y) is ite(P, Y, X)
    assert ite(P, ite(P, X, Y), 1) is ite(P, X, 1)
    assert ite(P, 1, ite(P, X, Y)) is ite(P, 1, Y)
    assert ite(P, X, ite(Q, X, Y)) is ite(or_(P, Q), X, Y)
    assert ite(eq(A, B), A, B) is B
    assert ite(P, True, Q) is or_(P, Q)
    assert ite(P, Q, False) is and_(P, Q)


def test_integer_constants_gather() -> None:
    assert add(add(X, 2), 3) is add(X, 5)
    assert add(add(X, 2), -2) is X
    assert sub(X, X) == 0
    assert sub(X, 2) is add(X, -2)
    assert eq(add(X, 2), 5) is eq(X, 3)
    assert lt(add(X, 2), 5) is lt(X, 3)
    assert lt(5, add(X, 2)) is lt(3, X)
    assert lt(add(X, 2), add(X, 3)) is True
    assert lt(add(X, 2), X) is False
    assert mul(X, 0) == 0
    assert mul(1, X) is X


def test_a_read_looks_through_writes_that_certainly_hit_or_miss() -> None:
    written = store(store(NEXT, (FRESH,), A), (OTHER_FRESH,), B)
    assert select(written, (FRESH,)) is A
    assert select(written, (OTHER_FRESH,)) is B
    assert select(written, (A,)) is select(NEXT, (A,))


def test_a_read_stops_at_a_write_that_may_hit() -> None:
    written = store(NEXT, (B,), NULL)
    found = select(written, (A,))
    assert isinstance(found, Term)
    assert found.op == Op.SELECT
    assert found.args[0] is written


def test_a_new_array_holds_one_value_everywhere() -> None:
    cells = MapSort((REF, INT), INT)
    assert select(filled(cells, 0), (A, X)) == 0
    assert select(store(filled(cells, 0), (A, 1), 7), (A, 2)) == 0
    assert select(store(filled(cells, 0), (A, 1), 7), (A, 1)) == 7


def test_fields_of_new_objects_hold_defaults() -> None:
    assert default_value(BOOL) is False
    assert default_value(INT) == 0
    assert default_value(REF) is NULL


def test_terms_know_whether_they_speak_of_allocated_objects() -> None:
    through = ite(P, A, FRESH)
    assert isinstance(through, Term)
    assert through.mentions_allocated
    assert not A.mentions_allocated
    assert not NULL.mentions_allocated


def test_terms_know_their_symbols() -> None:
    term = and_(lt(X, Y), eq(select(NEXT, (A,)), NULL))
    assert isinstance(term, Term)
    assert term.symbols == {X, Y, NEXT, A}


def test_an_equality_with_a_branch_of_a_deep_choice_is_built_without_recursion() -> None:
    """Each level is ite(c, the level below, a), compared with a."""
    value: Scalar = B
    for level in range(5_000):
        value = ite(lt(symbol(f"x{level}", INT), 0), value, A)
    assert isinstance(eq(value, A), Term)


X_IS_SMALL = lt(X, 3)
