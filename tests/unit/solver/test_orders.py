"""Questions about the order of bit-vectors are answered as the backend answers them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.solver import Kind, Model, PathCondition, Verdict, default_solver
from heapwise.solver.api import Answer, SolverStatistics
from heapwise.solver.orders import OrderSolver
from heapwise.solver.z3_backend import Z3Solver
from heapwise.terms import INT, Scalar, Term, bit_vector, bv_add, eq, le, lt, not_, or_, symbol

BYTE = bit_vector(8)
W, X, Y, Z = (symbol(name, BYTE) for name in "wxyz")
LIMITS = (-128, 127)


class Refusing:
    """A backend that is not to be asked."""

    def __init__(self) -> None:
        self.statistics = SolverStatistics()

    def check(self, path: PathCondition, condition: Term) -> Answer:
        raise AssertionError(f"asked about {condition}")

    def model(self, path: PathCondition) -> Model | None:
        return None


def term(value: Scalar) -> Term:
    assert isinstance(value, Term)
    return value


def path_of(*conditions: Scalar) -> PathCondition:
    path = PathCondition()
    for condition in conditions:
        path = path.extend(term(condition), Kind.CHOICE, None)
    return path


def answer(*together: Scalar) -> Answer:
    return OrderSolver(Refusing()).check(path_of(*together[:-1]), term(together[-1]))


def test_a_circle_with_a_strict_edge_is_a_contradiction() -> None:
    assert answer(lt(X, Y), le(Y, Z), lt(Z, X)).verdict is Verdict.UNSAT
    assert answer(le(X, Y), le(Y, X), not_(eq(X, Y))).verdict is Verdict.UNSAT
    assert answer(eq(X, 3), eq(Y, 4), lt(Y, X)).verdict is Verdict.UNSAT


def test_what_can_be_put_in_line_has_a_model() -> None:
    found = answer(lt(X, Y), le(Y, Z), not_(eq(Y, Z)), lt(5, X))
    assert found.verdict is Verdict.SAT
    assert found.model is not None
    assert 5 < found.model.number(X) < found.model.number(Y) < found.model.number(Z)


def test_where_constants_leave_no_room_the_backend_is_asked() -> None:
    path = path_of(lt(3, X), lt(X, 5), lt(3, Y), lt(Y, 5))
    assert OrderSolver(Z3Solver()).check(path, term(eq(X, Y))).verdict is Verdict.SAT
    assert OrderSolver(Z3Solver()).check(path, term(lt(X, Y))).verdict is Verdict.UNSAT


def test_other_conditions_on_the_same_symbols_are_the_backends() -> None:
    path = path_of(eq(bv_add(8, X, Y), 0))
    found = OrderSolver(Z3Solver()).check(path, term(lt(X, Y)))
    assert found.verdict is Verdict.SAT
    assert found.model is not None and found.model.satisfies(eq(bv_add(8, X, Y), 0))


def test_mathematical_integers_are_the_backends() -> None:
    n = symbol("n", INT)
    solver = default_solver()
    assert solver.check(PathCondition(), term(lt(0, n))).verdict is Verdict.SAT
    assert "order" not in solver.statistics.answered


nodes = st.sampled_from([W, X, Y, Z]) | st.sampled_from([-128, -127, 0, 1, 2, 126, 127])
comparisons = st.tuples(st.sampled_from([lt, le, eq]), nodes, nodes, st.booleans())


@settings(max_examples=150, deadline=None)
@given(st.lists(comparisons, min_size=1, max_size=9))
def test_the_backend_agrees(
    made: list[tuple[object, Scalar, Scalar, bool]],
) -> None:
    """Condition by condition, as a path grows; a model satisfies all of it."""
    solver, backend, path = OrderSolver(Z3Solver()), Z3Solver(), PathCondition()
    conditions: list[Term] = []
    for build, left, right, truth in made:
        condition = build(left, right)  # type: ignore[operator]  # lt, le or eq
        if not truth:
            condition = not_(condition)
        if not isinstance(condition, Term):
            continue
        expected = backend.check(path, condition)
        found = solver.check(path, condition)
        assert found.verdict is expected.verdict
        if found.verdict is Verdict.SAT:
            conditions.append(condition)
            assert found.model is not None
            assert all(map(found.model.satisfies, conditions))
            path = path.extend(condition, Kind.CHOICE, found.model)


class Counting(Refusing):
    """A backend that says that it does not know."""

    def check(self, path: PathCondition, condition: Term) -> Answer:
        self.statistics.queries += 1
        return Answer(Verdict.UNKNOWN)


def test_conditions_that_are_no_order_must_not_meet_the_question() -> None:
    either = or_(eq(X, 3), eq(X, 4))
    path = path_of(either)
    known = path_of().extend(term(either), Kind.CHOICE, Model(values={X: 3}))
    for on, asked, queries in (
        (path, lt(X, Y), 1),
        (known, lt(X, Y), 1),
        (path, lt(Y, Z), 1),
        (known, lt(Y, Z), 0),
    ):
        solver = OrderSolver(Counting())
        found = solver.check(on, term(asked))
        assert solver.statistics.queries == queries
        if not queries:
            assert found.model is not None
            assert found.model.satisfies(either) and found.model.satisfies(asked)


def test_what_was_read_is_forgotten_before_it_fills_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("heapwise.solver.orders._MOST_REMEMBERED", 3)
    solver = OrderSolver(Refusing())
    for number in range(20):
        assert solver.check(PathCondition(), term(lt(number, X))).verdict is Verdict.SAT
        assert len(solver._read) <= 4
