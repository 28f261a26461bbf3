"""The Z3 backend: right answers, in any order of questions, and models that are models."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.solver import Kind, Model, PathCondition, Verdict
from heapwise.solver.api import Answer
from heapwise.solver.z3_backend import Assertions, Z3Solver
from heapwise.terms import (
    BOOL,
    FLOAT,
    INT,
    NULL,
    REF,
    Concrete,
    MapSort,
    Scalar,
    Term,
    add,
    and_,
    eq,
    feq,
    flt,
    ite,
    location,
    lt,
    mul,
    not_,
    or_,
    raw_select,
    select,
    store,
    symbol,
)
from tests.unit.solver.questions import conditions, path_of, satisfies
from tests.unit.terms.recipes import MAPS, SYMBOLS, Choice, Recipe, build, choices, compute, recipes

P = symbol("p", BOOL)
X, Y, Z = (symbol(name, INT) for name in "xyz")
A, B, C = (symbol(name, REF) for name in "abc")
NEXT, VAL = MAPS["next"], MAPS["val"]
FRESH, OTHER_FRESH = location(-1), location(-2)


def term(value: Scalar) -> Term:
    assert isinstance(value, Term)
    return value


def verdict(*together: Scalar) -> Verdict:
    path = PathCondition()
    for condition in together[:-1]:
        path = path.extend(term(condition), Kind.CHOICE, None)
    return Z3Solver().check(path, term(together[-1])).verdict


@settings(max_examples=60, deadline=None)
@given(recipes(BOOL, 3) | recipes(INT, 3) | recipes(REF, 3), choices())
def test_z3_gives_a_term_the_value_that_evaluation_gives(recipe: Recipe, choice: Choice) -> None:
    path = PathCondition()
    for name, each in SYMBOLS.items():
        path = path.extend(term(eq(each, _constant(each, choice.values[name]))), Kind.FACT, None)
    for name, map_term in MAPS.items():
        for key in range(4):
            cell = raw_select(map_term, (location(key),))
            fact = eq(cell, _constant(cell, choice.initial(name, key)))
            path = path.extend(term(fact), Kind.FACT, None)
    built: Scalar = build(recipe)
    if isinstance(built, Term) and built.op != "const":
        same = eq(built, _constant(built, compute(recipe, choice)))
        if isinstance(same, Term):
            solver = Z3Solver()
            assert solver.check(path, same).verdict is Verdict.SAT
            assert solver.check(path, term(not_(same))).verdict is Verdict.UNSAT


def _constant(like: Term, value: Concrete) -> Scalar:
    return location(value) if like.sort is REF and isinstance(value, int) else value


Question = tuple[list[Recipe], Recipe]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.lists(conditions(), max_size=4), conditions()), min_size=2, max_size=6),
    st.randoms(use_true_random=False),
    st.lists(choices(), min_size=5, max_size=5),
)
def test_moving_between_paths_gives_the_answers_of_a_fresh_solver(
    questions: list[Question], random: object, samples: list[Choice]
) -> None:
    """Prefixes of one path are asked about too, so that there is something to share."""
    asked = [(path[:cut], last) for path, last in questions for cut in range(len(path) + 1)]
    random.shuffle(asked)  # type: ignore[attr-defined]
    moving = Z3Solver()
    for path, last in asked:
        answer = moving.check(path_of(path), build(last))
        assert answer.verdict is Z3Solver().check(path_of(path), build(last)).verdict
        together = [*path, last]
        if answer.verdict is Verdict.SAT:
            assert satisfies(answer.model, together)
        for sample in samples:
            if all(compute(recipe, sample) for recipe in together):
                assert answer.verdict is Verdict.SAT


def test_a_condition_that_was_refuted_leaves_no_trace() -> None:
    solver = Z3Solver()
    path = PathCondition().extend(term(lt(X, 3)), Kind.CHOICE, None)
    assert solver.check(path, term(lt(5, X))).verdict is Verdict.UNSAT
    assert solver.check(path, term(lt(1, X))).verdict is Verdict.SAT
    assert solver.check(PathCondition(), term(lt(5, X))).verdict is Verdict.SAT


def test_settled_entries_are_not_asserted() -> None:
    path = PathCondition().extend(term(lt(X, 3)), Kind.SETTLED, None)
    assert Z3Solver().check(path, term(lt(5, X))).verdict is Verdict.SAT


def test_a_model_of_the_path_can_be_had_at_any_time() -> None:
    solver = Z3Solver()
    path = PathCondition().extend(term(eq(X, 7)), Kind.CHOICE, None)
    model = solver.model(path)
    assert model is not None
    assert model.evaluate(add(X, 1)) == 8
    assert solver.model(path.extend(term(eq(X, 8)), Kind.CHOICE, None)) is None
    assert solver.statistics.queries == 0
    assert solver.statistics.witness_queries == 2


# ---------------------------------------------------------------------------- references


def test_an_input_is_never_an_allocated_object() -> None:
    one_of_two = ite(P, FRESH, OTHER_FRESH)
    assert verdict(eq(A, one_of_two)) is Verdict.UNSAT
    assert verdict(eq(ite(lt(X, 0), A, B), one_of_two)) is Verdict.UNSAT
    assert verdict(eq(ite(lt(X, 0), A, FRESH), one_of_two)) is Verdict.SAT
    assert verdict(eq(ite(lt(X, 0), A, FRESH), one_of_two), lt(0, X), not_(P)) is Verdict.UNSAT


def test_an_initial_field_never_holds_an_allocated_object() -> None:
    written = store(NEXT, (B,), FRESH)
    read = select(written, (A,))
    assert verdict(eq(read, FRESH)) is Verdict.SAT
    assert verdict(eq(read, FRESH), not_(eq(A, B))) is Verdict.UNSAT
    assert verdict(eq(read, ite(P, FRESH, OTHER_FRESH)), not_(eq(A, B))) is Verdict.UNSAT


def test_the_separation_holds_on_every_path_and_is_not_lost_by_moving() -> None:
    solver = Z3Solver()
    alias = term(eq(A, C))
    through = term(eq(C, ite(P, FRESH, B)))
    elsewhere = PathCondition().extend(through, Kind.CHOICE, None)
    assert solver.check(elsewhere, term(P)).verdict is Verdict.UNSAT
    assert solver.check(PathCondition(), alias).verdict is Verdict.SAT
    here = PathCondition().extend(alias, Kind.CHOICE, None).extend(through, Kind.CHOICE, None)
    assert solver.check(here, term(P)).verdict is Verdict.UNSAT
    assert solver.check(here, term(eq(A, B))).verdict is Verdict.SAT


def test_a_model_numbers_inputs_as_inputs() -> None:
    answer = Z3Solver().check(PathCondition(), term(not_(or_(eq(A, B), eq(A, NULL), eq(B, NULL)))))
    assert answer.model is not None
    found = [answer.model.number(each) for each in (A, B)]
    assert all(number > 0 for number in found)
    assert found[0] != found[1]


def test_symbols_of_different_sorts_may_have_the_same_name() -> None:
    number, reference = symbol("same", INT), symbol("same", REF)
    assert verdict(and_(eq(number, 5), eq(reference, location(6)))) is Verdict.SAT


# ---------------------------------------------------------------------------- limits


def test_a_question_that_takes_too_long_is_unknown() -> None:
    cubes = add(add(mul(mul(X, X), X), mul(mul(Y, Y), Y)), mul(mul(Z, Z), Z))
    solver = Z3Solver(timeout=0.05)
    answer = solver.check(PathCondition(), term(eq(cubes, 114)))
    assert answer.verdict is Verdict.UNKNOWN
    assert answer.model is None
    assert solver.statistics.unknown == 1
    assert solver.check(PathCondition(), term(eq(X, 3))).verdict is Verdict.SAT


@pytest.mark.parametrize("bottom", [X, mul(X, Y)], ids=["odd depth", "even depth"])
def test_a_deep_condition_is_translated_without_recursion(bottom: Scalar) -> None:
    value = bottom
    for _ in range(2_000):
        value = raw_select(store(VAL, (A,), value), (B,))
    assert verdict(eq(A, B), eq(value, 3)) is Verdict.SAT


def test_an_unseen_reference_is_an_object_of_its_own() -> None:
    model = Model()
    unseen = [model.number(each) for each in (A, B, select(NEXT, (A,)))]
    assert len(set(unseen)) == 3
    assert all(number > 0 for number in unseen)
    assert unseen == [model.evaluate(each) for each in (A, B, select(NEXT, (A,)))]
    assert model.evaluate(X) == 0
    assert model.evaluate(P) is False
    assert model.evaluate(raw_select(symbol("cells", MapSort((REF, INT), INT)), (A, X))) == 0


def test_what_contradicts_without_floats_is_no_question_about_floats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a path that has a condition on a float, which most conditions have nothing to do with."""
    asked: list[str | None] = []
    about_floats = Assertions.ask_anew

    def ask_anew(this: Assertions, logic: str | None, *rest: Any) -> Answer:
        asked.append(logic)
        return about_floats(this, logic, *rest)

    monkeypatch.setattr(Assertions, "ask_anew", ask_anew)
    ratio = symbol("ratio", FLOAT)
    below, above = flt(ratio, 1.0), flt(1.0, ratio)
    assert verdict(below, lt(X, Y), lt(Y, X)) is Verdict.UNSAT
    assert asked == []
    assert verdict(below, lt(X, Y), above) is Verdict.UNSAT
    assert verdict(below, above, lt(X, Y)) is Verdict.UNSAT
    assert asked == ["QF_FP", "QF_FP"]


def test_what_refutes_a_condition_on_floats_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of paths that differ in conditions on other things; the first is asked about as it is."""
    asked: list[list[Term]] = []
    about_floats = Assertions.ask_anew

    def ask_anew(this: Assertions, logic: str | None, wanted: list[Term], *rest: Any) -> Answer:
        asked.append(wanted)
        return about_floats(this, logic, wanted, *rest)

    monkeypatch.setattr(Assertions, "ask_anew", ask_anew)
    solver, ratio = Z3Solver(), symbol("ratio", FLOAT)
    below, above = term(flt(ratio, 1.0)), term(flt(1.0, ratio))
    for other in (lt(X, Y), lt(Y, X), lt(X, Z), lt(Z, X)):
        path = PathCondition().extend(below, Kind.CHOICE, None)
        path = path.extend(term(other), Kind.CHOICE, None)
        assert solver.check(path, above).verdict is Verdict.UNSAT
    assert asked == [[below, term(lt(X, Y)), above], [below, above]]


def test_questions_about_other_things_leave_floats_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Term] = []
    hold = Assertions.ask

    def ask(this: Assertions, wanted: list[Term]) -> Answer:
        asked.extend(wanted)
        return hold(this, wanted)

    monkeypatch.setattr(Assertions, "ask", ask)
    ratio = symbol("ratio", FLOAT)
    below, less = term(flt(ratio, 1.0)), term(lt(X, Y))
    known = Model(values={ratio: 0.25, X: 2, Y: 2})
    path = PathCondition().extend(below, Kind.CHOICE, known)
    model = Z3Solver().check(path, less).model
    assert model is not None
    assert model.satisfies(less)
    assert model.evaluate(ratio) == 0.25
    assert asked == [less]
    # They may depend on each other after all.
    exact = term(feq(ratio, 0.25))
    assert Z3Solver().check(path.extend(exact, Kind.CHOICE, known), less).verdict is Verdict.SAT
    linked = path.extend(term(or_(exact, lt(Y, X))), Kind.CHOICE, known)
    assert Z3Solver().check(linked, term(and_(less, not_(exact)))).verdict is Verdict.UNSAT


def test_the_floats_of_a_path_stay_where_only_numbers_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The condition shares a number with one on floats, which holds for another one too."""
    monkeypatch.setattr(Z3Solver, "_rounded_model", lambda *_: None)
    ratio = symbol("ratio", FLOAT)
    link = term(or_(flt(ratio, 1.0), lt(X, Y)))
    known = Model(values={ratio: 0.25, X: 2, Y: 2})
    path = PathCondition().extend(link, Kind.CHOICE, known)
    model = Z3Solver().check(path, term(lt(Y, X))).model
    assert model is not None
    assert model.satisfies(link)
    assert model.satisfies(term(lt(Y, X)))
    assert model.evaluate(ratio) == 0.25
