"""The layers in front of the backend answer as it would, only sooner."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.solver import (
    Answer,
    Kind,
    Model,
    PathCondition,
    Solver,
    SolverStatistics,
    Verdict,
    default_solver,
)
from heapwise.solver.layers import (
    KnownConditions,
    LongTexts,
    ModelReuse,
    SliceCache,
    SpecialFloats,
)
from heapwise.solver.z3_backend import Z3Solver
from heapwise.terms import (
    FLOAT,
    INT,
    STR,
    Term,
    and_,
    eq,
    fadd,
    flt,
    int_float_lt,
    is_infinite,
    is_nan,
    lt,
    not_,
    str_index_of,
    str_length,
    str_substring,
    symbol,
)
from tests.unit.solver.questions import conditions, path_of, satisfies
from tests.unit.terms.recipes import Recipe, build

X, Y, Z = (symbol(name, INT) for name in "xyz")
STACKS = {
    "none": lambda backend: backend,
    "known": KnownConditions,
    "model": ModelReuse,
    "guess": SpecialFloats,
    "cache": SliceCache,
    "all": lambda backend: KnownConditions(ModelReuse(SpecialFloats(SliceCache(backend)))),
}


class Recorder:
    """A backend that gives the answers it was told, and counts the questions."""

    def __init__(self, answer: Answer) -> None:
        self.statistics = SolverStatistics()
        self.answer = answer

    def check(self, path: PathCondition, condition: Term) -> Answer:
        self.statistics.queries += 1
        return self.answer

    def model(self, path: PathCondition) -> Model | None:
        return self.answer.model


def term(value: object) -> Term:
    assert isinstance(value, Term)
    return value


def path(*entries: object, model: Model | None = None) -> PathCondition:
    found = PathCondition(model)
    for entry in entries:
        found = found.extend(term(entry), Kind.CHOICE, model)
    return found


@pytest.mark.parametrize("stack", list(STACKS))
@settings(max_examples=20, deadline=None)
@given(walks=st.lists(st.lists(conditions(), min_size=1, max_size=5), min_size=1, max_size=3))
def test_every_stack_of_layers_answers_like_the_backend(
    stack: str, walks: list[list[Recipe]]
) -> None:
    """Each walk extends a path like the engine does: by what can hold, with the model given. The
    walks are taken twice and in two directions, so that the second time something is cached."""
    solver: Solver = STACKS[stack](Z3Solver())  # type: ignore[no-untyped-call]
    alone = Z3Solver()
    for walk in [*walks, *walks, *(walk[::-1] for walk in walks)]:
        here = PathCondition(Model())
        taken: list[Recipe] = []
        for recipe in walk:
            answer = solver.check(here, build(recipe))
            backend = Z3Solver() if stack == "none" else alone
            assert answer.verdict is backend.check(path_of(taken), build(recipe)).verdict
            side = recipe if answer.verdict is Verdict.SAT else Recipe("not", (recipe,))
            taken.append(side)
            if answer.verdict is Verdict.SAT:
                if answer.model is not None:
                    assert satisfies(answer.model, taken)
                here = here.extend(build(side), Kind.CHOICE, answer.model)
            else:
                here = here.extend(build(side), Kind.CHOICE, here.model)
        model = solver.model(here)
        assert satisfies(model, taken)


def test_what_the_path_knows_needs_no_solver() -> None:
    backend = Recorder(Answer(Verdict.UNKNOWN))
    solver = KnownConditions(backend)
    known = path(lt(X, 3), model=Model())
    assert solver.check(known, term(lt(X, 3))).verdict is Verdict.SAT
    assert solver.check(known, term(not_(lt(X, 3)))).verdict is Verdict.UNSAT
    assert solver.statistics.answered == {"known": 2}
    assert backend.statistics.queries == 0


def test_what_an_unconfirmed_path_knows_is_unknown() -> None:
    solver = KnownConditions(Recorder(Answer(Verdict.SAT)))
    unconfirmed = path(lt(X, 3)).unconfirmed()
    assert solver.check(unconfirmed, term(lt(X, 3))).verdict is Verdict.UNKNOWN
    assert solver.check(unconfirmed, term(not_(lt(X, 3)))).verdict is Verdict.UNSAT


def test_a_model_that_fits_is_used_again() -> None:
    backend = Recorder(Answer(Verdict.UNSAT))
    solver = ModelReuse(backend)
    model = Model(values={X: 5, Y: 1})
    here = path(lt(Y, X), model=model)
    answer = solver.check(here, term(lt(X, 10)))
    assert answer == Answer(Verdict.SAT, model)
    assert solver.check(here, term(lt(10, X))).verdict is Verdict.UNSAT
    assert solver.statistics.answered == {"model": 1}
    assert backend.statistics.queries == 1


def test_a_path_that_has_a_model_gives_it() -> None:
    model, other = Model(), Model()
    solver = ModelReuse(Recorder(Answer(Verdict.SAT, other)))
    assert solver.model(path(lt(X, 3), model=model)) is model
    assert solver.model(path(lt(X, 3))) is other


def test_an_answer_holds_for_every_path_with_the_same_slice() -> None:
    solver = SliceCache(Z3Solver())
    first = path(lt(X, 3), lt(Y, 0), model=Model(values={X: 1, Y: -1}))
    second = path(lt(X, 3), lt(7, Z), model=Model(values={X: 2, Z: 9}))
    asked = term(eq(X, -4))
    assert solver.check(first, asked).verdict is Verdict.SAT
    answer = solver.check(second, asked)
    assert answer.verdict is Verdict.SAT
    assert answer.model is not None
    assert answer.model.satisfies(and_(eq(X, -4), eq(Z, 9)))
    assert solver.statistics.queries == 1
    assert solver.statistics.answered == {"cache": 1}


def test_slices_are_joined_by_symbols_in_common() -> None:
    solver = SliceCache(Z3Solver())
    asked = term(lt(5, X))
    apart = path(lt(Y, Z), lt(Z, 3), model=Model(values={Y: 1, Z: 2}))
    joined = path(lt(X, Y), lt(Y, Z), lt(Z, 3), model=Model(values={X: 0, Y: 1, Z: 2}))
    assert solver.check(apart, asked).verdict is Verdict.SAT
    assert solver.check(joined, asked).verdict is Verdict.UNSAT
    assert solver.statistics.queries == 2


def test_an_unknown_answer_is_not_remembered() -> None:
    backend = Recorder(Answer(Verdict.UNKNOWN))
    solver = SliceCache(backend)
    assert solver.check(path(), term(lt(X, 3))).verdict is Verdict.UNKNOWN
    backend.answer = Answer(Verdict.UNSAT)
    assert solver.check(path(), term(lt(X, 3))).verdict is Verdict.UNSAT


def test_an_unconfirmed_path_is_not_answered_from_the_cache() -> None:
    backend = Recorder(Answer(Verdict.UNSAT))
    solver = SliceCache(backend)
    solver.check(path(), term(lt(X, 3)))
    solver.check(path().unconfirmed(), term(lt(X, 3)))
    assert backend.statistics.queries == 2


def test_a_full_cache_forgets_but_stays_right() -> None:
    solver = SliceCache(Z3Solver(), capacity=2)
    for _ in range(2):
        for number in range(5):
            asked = term(and_(eq(X, number), lt(X, 2)))
            assert (solver.check(path(), asked).verdict is Verdict.SAT) == (number < 2)


def test_the_default_chain_counts_who_answered() -> None:
    solver = default_solver()
    here = PathCondition(Model())
    first = solver.check(here, term(lt(X, 3)))  # 0 will do
    here = here.extend(term(lt(X, 3)), Kind.CHOICE, first.model)
    solver.check(here, term(lt(X, 3)))
    second = solver.check(here, term(eq(X, -7)))
    solver.check(here, term(eq(X, -7)))
    assert second.verdict is Verdict.SAT
    assert solver.statistics.answered == {"model": 1, "known": 1, "cache": 1}
    assert solver.statistics.queries == 1
    assert solver.statistics.unknown == 0
    assert solver.statistics.seconds > 0


@pytest.mark.parametrize("condition", [is_infinite, is_nan])
def test_infinities_and_nan_are_guessed(condition: Callable[[Term], object]) -> None:
    value = symbol("f", FLOAT)
    backend = Recorder(Answer(Verdict.UNKNOWN))
    before = path(not_(int_float_lt(X, value)), model=Model())
    answer = SpecialFloats(backend).check(before, term(condition(value)))
    assert answer.verdict is Verdict.SAT
    assert answer.model is not None
    assert answer.model.satisfies(term(condition(value)))
    assert all(answer.model.satisfies(part) for part in before.asserted_terms())
    assert backend.statistics.queries == 0


def test_a_guess_that_the_path_excludes_is_no_answer() -> None:
    value = symbol("f", FLOAT)
    backend = Recorder(Answer(Verdict.UNSAT))
    before = path(flt(value, 5.0), not_(flt(value, 2.0)), model=Model(values={value: 3.0}))
    condition = term(flt(fadd(value, 1.0), 3.0))
    assert SpecialFloats(backend).check(before, condition).verdict is Verdict.UNSAT
    assert backend.statistics.queries == 1


def test_a_slice_grows_from_condition_to_condition() -> None:
    """Each shares a symbol only with the next, whichever comes first on the path."""
    chain = [eq(Z, 0), lt(Y, Z), lt(X, Y)]
    for order in (chain, chain[::-1]):
        solver = SliceCache(Z3Solver())
        model = Model(values={X: -2, Y: -1, Z: 0})
        assert solver.check(path(lt(X, Y), model=model), term(lt(5, X))).verdict is Verdict.SAT
        found = path(lt(X, Y), lt(Y, Z), model=Model(values={X: 6, Y: 7, Z: 8}))
        assert solver.check(found, term(lt(5, X))).verdict is Verdict.SAT
        assert solver.check(path(*order, model=model), term(lt(5, X))).verdict is Verdict.UNSAT
        assert solver.statistics.queries == 3


TEXT = symbol("text", STR)


@pytest.mark.parametrize("known", ["", "ab"])
def test_a_long_text_is_the_known_one_with_more_of_its_last_character(known: str) -> None:
    solver = LongTexts(Recorder(Answer(Verdict.UNSAT)))
    asked = term(lt(5000, str_length(TEXT)))
    answer = solver.check(path(model=Model(values={TEXT: known})), asked)
    assert answer.verdict is Verdict.SAT and answer.model is not None
    assert answer.model.evaluate(TEXT) == known + (known[-1:] or "1") * (5001 - len(known))
    assert solver.statistics.answered == {"guess": 1} and solver.statistics.queries == 0


def test_a_long_text_that_the_path_excludes_is_no_answer() -> None:
    solver = LongTexts(Recorder(Answer(Verdict.UNSAT)))
    asked = term(lt(5000, str_length(TEXT)))
    model = Model(values={TEXT: "ab"})
    assert solver.check(path(eq(TEXT, "ab"), model=model), asked).verdict is Verdict.UNSAT
    assert solver.check(path(), asked).verdict is Verdict.UNSAT
    assert solver.check(path(model=model), term(lt(X, str_length(TEXT)))).verdict is Verdict.UNSAT
    assert solver.check(path(model=model), term(lt(5000, X))).verdict is Verdict.UNSAT
    assert solver.statistics.queries == 4


def test_a_long_part_is_found_by_more_of_a_character_in_it() -> None:
    """The last character is not in the part before the colon."""
    solver = LongTexts(Recorder(Answer(Verdict.UNSAT)))
    before = str_substring(TEXT, 0, str_index_of(TEXT, ":", 0))
    asked = term(lt(5000, str_length(before)))
    answer = solver.check(path(model=Model(values={TEXT: "7:x"})), asked)
    assert answer.model is not None
    assert answer.model.evaluate(TEXT) == "7" * 5001 + ":x"
