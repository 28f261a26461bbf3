"""Numbers and strings in Z3: the answers are those of evaluation, and models hold Python values."""

from __future__ import annotations

import math
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.solver import Kind, Model, PathCondition, Verdict, default_solver
from heapwise.solver.z3_backend import Z3Solver
from heapwise.terms import (
    BOOL,
    FLOAT,
    INT,
    REF,
    STR,
    BaseSort,
    Concrete,
    MapSort,
    Scalar,
    Term,
    add,
    eq,
    fadd,
    fdiv,
    feq,
    fle,
    float_of_int,
    flt,
    fmul,
    fsub,
    int_float_lt,
    is_infinite,
    is_nan,
    ite,
    lt,
    not_,
    same_constant,
    select,
    store,
    str_at,
    str_code,
    str_concat,
    str_contains,
    str_from_code,
    str_index_of,
    str_length,
    str_lt,
    str_prefix_of,
    symbol,
)
from tests.unit.terms.values import CLAIMS, Claim, assignments, floats, nested, strings

X, Y = symbol("x", INT), symbol("y", INT)
F, G, H = (symbol(name, FLOAT) for name in "fgh")
S, T = symbol("s", STR), symbol("t", STR)
A, B = symbol("a", REF), symbol("b", REF)
NAME = symbol("Person.name", MapSort((REF,), STR))
WEIGHT = symbol("Person.weight", MapSort((REF,), FLOAT))


def term(value: Scalar) -> Term:
    assert isinstance(value, Term)
    return value


def path_of(*conditions: Scalar) -> PathCondition:
    path = PathCondition()
    for condition in conditions:
        path = path.extend(term(condition), Kind.CHOICE, None)
    return path


def verdict(*together: Scalar) -> Verdict:
    return Z3Solver().check(path_of(*together[:-1]), term(together[-1])).verdict


def model_of(*together: Scalar) -> Model:
    answer = Z3Solver().check(path_of(*together[:-1]), term(together[-1]))
    assert answer.model is not None
    assert all(answer.model.satisfies(condition) for condition in together)
    return answer.model


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
@settings(max_examples=15, deadline=None)
@given(st.data())
def test_z3_computes_what_python_computes(claim: Claim, data: st.DataObject) -> None:
    values = data.draw(claim.arguments)
    symbols = [symbol(f"v{n}", sort) for n, sort in enumerate(claim.sorts)]
    path = path_of(*map(eq, symbols, values))
    same = eq(claim.build(*symbols), claim.expected(*values))
    solver = Z3Solver()
    answer, other = solver.check(path, term(same)), solver.check(path, term(not_(same)))
    if FLOAT in (*claim.sorts, claim.result) and _is_far(*values):
        assert answer.verdict is not Verdict.UNSAT
        assert other.verdict is not Verdict.SAT
        return
    assert answer.verdict is Verdict.SAT
    assert other.verdict is Verdict.UNSAT
    assert answer.model is not None
    for each, value in zip(symbols, values, strict=True):
        assert same_constant(answer.model.evaluate(each), value)


def _is_far(*values: Concrete) -> bool:
    """Conversions of such numbers are not known to Z3."""
    return any(isinstance(value, (int, float)) and abs(value) >= 2**63 for value in values)


@pytest.mark.parametrize("sort", [BOOL, INT, FLOAT, STR], ids=str)
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_z3_and_evaluation_agree_on_nested_terms(sort: BaseSort, data: st.DataObject) -> None:
    """Whether Z3 has all values or has to find them; it may give up on floats and strings."""
    built = data.draw(nested(sort, 3))
    values = data.draw(assignments())
    if not isinstance(built, Term):
        return
    result = Model(values=values).evaluate(built)
    same = eq(built, result)
    if isinstance(same, Term):
        path = path_of(*(eq(each, values[each]) for each in sorted(same.symbols, key=str)))
        certain = not same.theories
        solver = Z3Solver(timeout=60.0 if certain else 0.3)
        verdicts = [solver.check(path, term(each)).verdict for each in (same, not_(same))]
        assert verdicts[0] is Verdict.SAT or (not certain and verdicts[0] is Verdict.UNKNOWN)
        assert verdicts[1] is Verdict.UNSAT or (not certain and verdicts[1] is Verdict.UNKNOWN)
        assert solver.check(PathCondition(), same).verdict is not Verdict.UNSAT


# ---------------------------------------------------------------------------- models


@settings(max_examples=40, deadline=None)
@given(strings, floats)
def test_models_give_back_python_values(text: str, number: float) -> None:
    model = model_of(eq(S, text), eq(F, number), eq(select(NAME, (A,)), text))
    assert model.evaluate(S) == text
    assert model.evaluate(select(NAME, (A,))) == text
    assert same_constant(model.evaluate(F), number)


def test_models_complete_what_the_solver_left_open() -> None:
    model = Model()
    assert model.evaluate(S) == ""
    assert same_constant(model.evaluate(F), 0.0)
    assert model.evaluate(select(NAME, (A,))) == ""
    assert same_constant(model.evaluate(select(WEIGHT, (A,))), 0.0)


def test_a_model_has_no_surrogates() -> None:
    """They are strings to Python, but cannot be printed."""
    just_above = model_of(str_lt("\ud7ff", S), str_lt(S, "\ue001"), eq(str_length(S), 1))
    assert just_above.evaluate(S) == "\ue000"
    assert model_of(lt(0xD7FF, str_code(S))).number(str_code(S)) >= 0xE000
    assert verdict(lt(0xD7FF, str_code(S)), lt(str_code(S), 0xE000)) is Verdict.UNSAT


@pytest.mark.parametrize("text", ["\ud800", "\U0010ffff"])
def test_what_z3_has_no_character_for_is_unknown(text: str) -> None:
    solver = Z3Solver()
    assert solver.check(PathCondition(), term(eq(S, text))).verdict is Verdict.UNKNOWN
    assert solver.statistics.unknown == 1
    assert solver.check(PathCondition(), term(eq(S, "a"))).verdict is Verdict.SAT
    assert verdict(eq(X, ord(text)), eq(str_length(str_from_code(X)), 1)) is not Verdict.UNSAT


def test_fields_hold_strings_and_floats() -> None:
    written = store(NAME, (A,), str_concat(select(NAME, (B,)), "!"))
    assert verdict(eq(select(written, (A,)), select(NAME, (B,)))) is Verdict.UNSAT
    assert verdict(flt(select(WEIGHT, (A,)), select(WEIGHT, (B,))), eq(A, B)) is Verdict.UNSAT
    model = model_of(flt(1.0, select(WEIGHT, (A,))), flt(select(WEIGHT, (B,)), 1.0))
    assert model.evaluate(A) != model.evaluate(B)


def test_strings_may_be_keys() -> None:
    ages = symbol("ages", MapSort((REF, STR), INT))
    model = model_of(
        eq(select(ages, (A, S)), 3), eq(select(ages, (A, T)), 4), eq(select(ages, (A, "x")), 3)
    )
    assert model.evaluate(S) != model.evaluate(T)
    assert verdict(
        eq(select(ages, (A, S)), 3), not_(eq(select(ages, (A, "x")), 3)), eq(S, "x")
    ) is (Verdict.UNSAT)


# ---------------------------------------------------------------------------- floats


def test_floats_are_not_real_numbers() -> None:
    assert verdict(feq(fadd(F, 0.2), 0.30000000000000004), feq(F, 0.1)) is Verdict.SAT
    assert verdict(feq(fadd(F, 0.2), 0.3), feq(F, 0.1)) is Verdict.UNSAT
    assert verdict(flt(2.0**53, F), feq(fadd(F, 1.0), F)) is Verdict.SAT
    assert verdict(not_(feq(F, F))) is Verdict.SAT
    assert verdict(not_(flt(F, G)), not_(fle(G, F))) is Verdict.SAT
    assert verdict(feq(F, 0.0), not_(eq(F, 0.0)), flt(fdiv(1.0, F), 0.0)) is Verdict.SAT
    assert verdict(is_infinite(fadd(F, G)), not_(is_infinite(F)), not_(is_infinite(G))) is (
        Verdict.SAT
    )
    assert verdict(is_nan(fsub(F, F)), not_(is_nan(F))) is Verdict.SAT
    assert model_of(is_nan(fsub(F, F)), not_(is_nan(F))).evaluate(F) in (math.inf, -math.inf)


def test_what_holds_of_floats_is_proved() -> None:
    assert verdict(fle(G, F), flt(fsub(F, G), 0.0)) is Verdict.UNSAT
    assert verdict(flt(fmul(F, F), 0.0)) is Verdict.UNSAT
    assert verdict(flt(ite(flt(F, 0.0), fsub(0.0, F), F), 0.0)) is Verdict.UNSAT
    assert verdict(lt(0, X), flt(fmul(float_of_int(X), 1.5), 0.0)) is Verdict.UNSAT


def test_ordinary_questions_about_floats_are_answered_at_once() -> None:
    """Bit by bit, as Z3 has floats, each of these takes seconds."""
    started = time.process_time()
    mean = fdiv(fadd(fadd(F, G), H), 3.0)
    assert verdict(flt(1.0, mean), flt(mean, 1.5), flt(F, G), flt(G, H)) is Verdict.SAT
    assert verdict(feq(fmul(F, G), 7.5), flt(G, F)) is Verdict.SAT
    assert verdict(flt(2.5, fdiv(float_of_int(X), float_of_int(Y))), lt(X, 10)) is Verdict.SAT
    assert verdict(int_float_lt(X, F), flt(F, 5.0), lt(3, X)) is Verdict.SAT
    assert time.process_time() - started < 5


# ---------------------------------------------------------------------------- layers and limits


def test_the_layers_answer_about_strings_and_floats() -> None:
    solver = default_solver()
    path = PathCondition(Model())
    for condition in (str_prefix_of("ab", S), flt(1.5, F), lt(str_length(S), 4), flt(F, 2.5)):
        answer = solver.check(path, term(condition))
        assert answer.verdict is Verdict.SAT
        path = path.extend(term(condition), Kind.CHOICE, answer.model)
    assert path.model is not None
    assert str(path.model.evaluate(S)).startswith("ab")
    assert 1.5 < float(path.model.evaluate(F)) < 2.5
    assert solver.check(path, term(eq(str_at(S, 0), "b"))).verdict is Verdict.UNSAT
    assert solver.check(path, term(flt(F, 1.0))).verdict is Verdict.UNSAT
    queries = solver.statistics.queries
    assert solver.check(path, term(not_(eq(str_at(S, 0), "b")))).verdict is Verdict.SAT
    assert solver.statistics.queries == queries


def test_a_path_knows_its_constants_apart() -> None:
    path = PathCondition().extend(term(eq(F, -0.0)), Kind.CHOICE, None)
    assert path.decided(eq(F, -0.0)) is True
    assert path.decided(eq(F, 0.0)) is False
    path = PathCondition().extend(term(eq(F, math.nan)), Kind.CHOICE, None)
    assert path.decided(eq(F, float("nan"))) is True
    path = PathCondition().extend(term(eq(S, "a")), Kind.CHOICE, None)
    assert path.decided(eq(S, "b")) is False


PRODUCT = fmul(fmul(F, G), H)


@pytest.mark.parametrize(
    "question",
    [
        [lt(10**9, str_length(S))],
        [eq(str_index_of(S, "ab", 50_000), X), lt(60_000, X), not_(str_contains(S, "aab"))],
        [lt(3, Y), flt(2.5, fdiv(float_of_int(X), float_of_int(Y))), lt(X, 10)],
        [
            not_(feq(fmul(fmul(F, G), H), fmul(F, fmul(G, H)))),
            flt(fmul(fmul(F, G), H), F),
            flt(F, G),
        ],
    ],
    ids=["a long string", "far into a string", "quotients", "products"],
)
def test_the_timeout_holds(question: list[Scalar]) -> None:
    solver = Z3Solver(timeout=0.5)
    started = time.process_time()
    solver.check(path_of(*question[:-1]), term(question[-1]))
    assert time.process_time() - started < 20
    assert solver.check(PathCondition(), term(lt(add(X, 1), 3))).verdict is Verdict.SAT
