"""Drafts: models that are made without a solver, and depend on nothing but the conditions."""

from __future__ import annotations

import pytest

from heapwise.solver import PathCondition, Solver
from heapwise.solver.api import Answer
from heapwise.solver.drafting import drafted_model
from heapwise.solver.drafts import Drafting, Drafts
from heapwise.solver.model import Model
from heapwise.solver.modes import default_solver
from heapwise.solver.path import Kind
from heapwise.terms import (
    BOOL,
    FLOAT,
    FLOAT32,
    INT,
    NULL,
    REF,
    STR,
    MapSort,
    Scalar,
    Term,
    add,
    and_,
    bit_vector,
    eq,
    flt,
    ite,
    le,
    location,
    lt,
    mod,
    not_,
    or_,
    select,
    store,
    str_at,
    str_code,
    str_concat,
    str_contains,
    str_length,
    str_prefix_of,
    str_suffix_of,
    symbol,
)

X, Y, Z, U, V, W = (symbol(name, INT) for name in "xyzuvw")
P, Q = (symbol(name, REF) for name in "pq")
NEXT = symbol("next", MapSort((REF,), REF))
KEY = symbol("key", MapSort((REF,), INT))
S = symbol("s", STR)
BYTE = symbol("byte", bit_vector(8))


def _terms(*conditions: Scalar) -> list[Term]:
    found = []
    for each in conditions:
        assert isinstance(each, Term)
        found.append(each)
    return found


@pytest.mark.parametrize(
    "conditions",
    [
        (lt(X, Y), lt(Y, Z), lt(Z, 3)),
        (not_(eq(X, Y)), le(Y, X), lt(X, 5)),
        (eq(add(X, 3), Y), lt(10, Y)),
        # Z is pushed from both sides, and has to be let go by one that has not asked for it.
        (lt(Y, X), lt(Z, X), le(Y, Z), le(X, V), le(V, W), lt(U, W), le(V, U)),
        (eq(mod(X, 2), 1), lt(7, X)),
        (not_(eq(P, NULL)), eq(P, Q), not_(eq(select(NEXT, (P,)), NULL))),
        (not_(eq(P, NULL)), eq(select(NEXT, (P,)), P), lt(select(KEY, (P,)), 0)),
        (not_(eq(P, NULL)), not_(eq(Q, NULL)), eq(select(store(KEY, (P,), 7), (Q,)), 7)),
        (or_(eq(P, NULL), lt(4, X)), not_(eq(P, NULL))),
        (or_(and_(lt(0, X), lt(X, 0)), eq(Y, 9)),),
        (eq(ite(eq(P, Q), X, Y), 4), not_(eq(P, Q))),
        (lt(2, str_length(S)), not_(eq(S, "aaa"))),
        (eq(str_at(S, 0), "x"), lt(2, str_length(S)), eq(str_code(str_at(S, 2)), 32)),
        (lt(0, str_length(S)), not_(eq(str_code(str_at(S, 0)), 97)), str_contains(S, "=")),
        (eq(str_concat("#", S), "#1"), eq(str_length(S), 1)),
        (str_prefix_of("ab", S), str_suffix_of("z", S), eq(str_length(S), 3)),
        (symbol("b", BOOL), not_(symbol("c", BOOL))),
        (not_(eq(symbol("f", FLOAT), 0.0)),),
    ],
)
def test_simple_conditions_have_a_draft(conditions: tuple[Scalar, ...]) -> None:
    wanted = _terms(*conditions)
    model = drafted_model(wanted)
    assert model is not None
    assert all(map(model.satisfies, wanted))


@pytest.mark.parametrize(
    "conditions",
    [
        (lt(X, Y), lt(Y, X)),
        (eq(P, NULL), not_(eq(P, NULL))),
        (le(127, BYTE), not_(eq(BYTE, 127))),
    ],
)
def test_what_cannot_be_has_no_draft(conditions: tuple[Scalar, ...]) -> None:
    assert drafted_model(_terms(*conditions)) is None


def test_an_input_is_no_object_that_the_program_allocates() -> None:
    new = location(-1)
    read = select(store(NEXT, (Q,), new), (P,))
    assert drafted_model(_terms(eq(read, new))) is not None
    assert drafted_model(_terms(not_(eq(P, Q)), eq(read, new))) is None


class _Counting:
    def __init__(self) -> None:
        self.inner: Solver = default_solver()
        self.asked = 0
        self.statistics = self.inner.statistics

    def check(self, path: PathCondition, condition: Term) -> Answer:
        self.asked += 1
        return self.inner.check(path, condition)

    def model(self, path: PathCondition) -> Model | None:
        self.asked += 1
        return self.inner.model(path)


def _path(*conditions: Scalar) -> PathCondition:
    path = PathCondition()
    for term in _terms(*conditions):
        path = path.extend(term, Kind.CHOICE, None)
    return path


def test_a_single_float_is_one_that_there_is() -> None:
    """Between a large one and the next is more than 1."""
    single, large = symbol("single", FLOAT32), float(1 << 30)
    assert drafted_model(_terms(flt(large, single))) is None
    model = drafted_model(_terms(not_(flt(single, large))))
    assert model is not None and model.symbol_value(single) == large


def test_the_solver_is_asked_only_what_no_draft_shows() -> None:
    counting = _Counting()
    solver = Drafting(Drafts(), lambda: counting)
    assert solver.model(_path(lt(X, Y))) is not None
    assert solver.check(_path(lt(X, Y)), *_terms(lt(Y, 0))).model is not None
    assert counting.asked == 0
    hard = _path(eq(mod(X, 7), 3), eq(mod(X, 11), 5), lt(100, X))
    assert drafted_model(hard.asserted_terms()) is None
    model = solver.model(hard)
    assert model is not None and all(map(model.satisfies, hard.asserted_terms()))
    assert counting.asked > 0


def test_a_path_has_the_same_model_whatever_was_asked_before() -> None:
    """The draft of what paths begin with is kept, and what solvers say of it."""
    hard = _terms(eq(mod(X, 7), 3), eq(mod(X, 11), 5), lt(100, X))
    paths = [
        _path(*hard[:some], *more) for some in (1, 2, 3) for more in ((), (lt(Y, X), lt(3, Y)))
    ]

    def values(path: PathCondition, drafts: Drafts) -> dict[Term, object]:
        model = Drafting(drafts, default_solver).model(path)
        assert model is not None and all(map(model.satisfies, path.asserted_terms()))
        return {term: model.evaluate(term) for term in (X, Y)}

    alone = [values(path, Drafts()) for path in paths]
    shared = Drafts()
    assert [values(path, shared) for path in reversed(paths)] == alone[::-1]
    assert [values(path, shared) for path in paths] == alone


def test_a_solver_is_asked_once_for_what_paths_have_in_common() -> None:
    made: list[_Counting] = []

    def counting() -> Solver:
        made.append(_Counting())
        return made[-1]

    drafts = Drafts()
    hard = _terms(eq(mod(X, 7), 3), eq(mod(X, 11), 5), lt(100, X))
    asked = []
    for least in range(5):
        assert Drafting(drafts, counting).model(_path(*hard, lt(least, Y))) is not None
        asked.append(len(made))
    assert asked == [asked[0]] * 5
