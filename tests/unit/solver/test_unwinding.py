"""Unwinding asks disjunct by disjunct and answers as the backend does for the whole question."""

from __future__ import annotations

import importlib
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.frontends.loading import load
from heapwise.program import InputError
from heapwise.solver import (
    MODES,
    Kind,
    PathCondition,
    Verdict,
    decisions,
    plain_solver,
    unwinding_solver,
)
from heapwise.solver.decisions import FALSE, TRUE, Decisions
from heapwise.solver.unwinding import UnwindingSolver
from heapwise.solver.z3_backend import Z3Solver
from heapwise.terms import (
    BOOL,
    INT,
    REF,
    MapSort,
    Op,
    Scalar,
    Term,
    add,
    and_,
    eq,
    filled,
    ite,
    lt,
    not_,
    or_,
    raw_select,
    store,
    subterms,
    symbol,
)
from tests.unit.solver.questions import conditions, path_of, satisfies
from tests.unit.terms.recipes import Recipe, build

ROOT = Path(__file__).parents[3]
CORPUS = sorted((ROOT / "tests" / "programs").glob("*.tiny"))
SMALL = Bounds(max_objects=2, max_loops=2, max_calls=12, max_paths=150)

P, Q = symbol("p", BOOL), symbol("q", BOOL)
X, Y, Z = (symbol(name, INT) for name in "xyz")
A, B, C = (symbol(name, REF) for name in "abc")
VAL = symbol("val", MapSort((REF,), INT))


def term(value: Scalar) -> Term:
    assert isinstance(value, Term)
    return value


def path(*conditions: Scalar) -> PathCondition:
    result = PathCondition()
    for condition in conditions:
        result = result.extend(term(condition), Kind.CHOICE, None)
    return result


def queries(*together: Scalar) -> tuple[Verdict, int]:
    solver = UnwindingSolver(Z3Solver())
    verdict = solver.check(path(*together[:-1]), term(together[-1])).verdict
    return verdict, solver.statistics.queries


def literals(*together: Scalar) -> list[set[Scalar]]:
    """The disjuncts of a conjunction, each as its literals."""
    made = Decisions()
    diagram = TRUE
    for condition in together:
        diagram = made.conjoin(diagram, term(condition))
    return [{literal for literal, _ in way.entries()} for way in made.disjuncts(diagram)]


# ---------------------------------------------------------------------------- disjuncts


def test_an_if_then_else_inside_an_equality_gives_a_disjunct_per_branch() -> None:
    assert literals(eq(ite(P, X, Y), Z)) == [{not_(P), eq(Y, Z)}, {P, eq(X, Z)}]


def test_a_branch_that_is_trivially_true_needs_no_atom_of_its_own() -> None:
    assert literals(eq(X, ite(eq(A, B), X, Y))) == [
        {not_(eq(A, B)), eq(X, Y)},
        {eq(A, B)},
    ]


def test_a_read_over_a_write_is_an_if_then_else() -> None:
    read = raw_select(store(VAL, (A,), X), (B,))
    assert literals(lt(read, 0)) == [
        {not_(eq(A, B)), lt(raw_select(VAL, (B,)), 0)},
        {eq(A, B), lt(X, 0)},
    ]


def test_a_read_of_a_filled_map_has_the_value_it_was_filled_with() -> None:
    written = store(filled(MapSort((INT,), INT), 7), (X,), 8)
    assert literals(eq(raw_select(written, (Y,)), 8)) == [{eq(X, Y)}]


def test_choices_in_a_key_are_lifted_out_of_the_read() -> None:
    read = raw_select(VAL, (ite(P, A, B),))
    assert literals(lt(read, 0)) == [
        {not_(P), lt(raw_select(VAL, (B,)), 0)},
        {P, lt(raw_select(VAL, (A,)), 0)},
    ]


@settings(max_examples=60, deadline=None)
@given(conditions(3))
def test_no_disjunct_contains_an_if_then_else_or_a_write(recipe: Recipe) -> None:
    made = Decisions()
    for way in made.disjuncts(made.conjoin(TRUE, term(build(recipe)))):
        for literal, _ in way.entries():
            ops = {each.op for each in subterms(literal)}
            assert ops.isdisjoint({Op.ITE, Op.STORE, Op.AND, Op.OR})


def test_a_contradiction_of_its_atoms_has_no_disjuncts() -> None:
    made = Decisions()
    both = made.conjoin(TRUE, term(or_(P, Q)))
    assert made.conjoin(both, term(and_(not_(P), not_(Q)))) == FALSE


def test_one_term_with_two_constants_is_no_disjunct() -> None:
    assert literals(or_(eq(X, 1), P), or_(eq(X, 2), Q)) == [
        {not_(eq(X, 1)), P, not_(eq(X, 2)), Q},
        {not_(eq(X, 1)), P, eq(X, 2)},
        {eq(X, 1), Q},
    ]


# ---------------------------------------------------------------------------- counting


def test_a_question_stops_at_its_first_satisfiable_disjunct() -> None:
    assert queries(eq(ite(P, X, Y), Z)) == (Verdict.SAT, 1)


def test_every_refuted_disjunct_is_a_query() -> None:
    between = and_(lt(0, Z), lt(Z, 1))
    assert queries(between, eq(ite(P, X, Y), Z)) == (Verdict.UNSAT, 2)


def test_a_question_without_disjuncts_is_no_query() -> None:
    assert queries(or_(P, Q), and_(not_(P), not_(Q))) == (Verdict.UNSAT, 0)


def test_a_question_that_is_always_true_is_no_query() -> None:
    always = or_(and_(P, Q), not_(P), not_(Q))
    assert queries(always) == (Verdict.SAT, 0)


def test_an_equality_of_truth_values_is_expanded() -> None:
    same = eq(and_(P, Q), or_(P, Q))
    assert literals(same) in ([{P, Q}, {not_(P), not_(Q)}], [{not_(P), not_(Q)}, {P, Q}])
    assert queries(same, P, not_(Q)) == (Verdict.UNSAT, 0)


def test_a_question_too_large_to_expand_is_asked_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "_MOST_CASES", 2)
    total: Scalar = 0
    for number in range(4):
        total = add(ite(symbol(f"p{number}", BOOL), symbol(f"x{number}", INT), 1), total)
    solver = UnwindingSolver(Z3Solver())
    assert solver.check(path(P), term(lt(total, 0))).verdict is Verdict.SAT
    assert solver.check(path(lt(total, 0)), Q).verdict is Verdict.SAT
    assert solver.check(path(P), Q).verdict is Verdict.SAT
    assert solver.statistics.answered == {"not unwound": 2}
    assert solver.statistics.queries == 3


def test_a_full_diagram_is_given_up_and_the_question_expanded_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(decisions, "_MOST_NODES", 8)
    solver = UnwindingSolver(Z3Solver())
    for number in range(9):
        assert solver.check(path(P), symbol(f"q{number}", BOOL)).verdict is Verdict.SAT
    assert "not unwound" not in solver.statistics.answered


def test_time_that_runs_out_between_disjuncts_leaves_the_question_open() -> None:
    solver = UnwindingSolver(Z3Solver(), timeout=-1.0)
    assert solver.check(path(P), Q).verdict is Verdict.UNKNOWN


def test_conditions_deeper_than_the_python_stack_are_expanded() -> None:
    nested: Scalar = X
    for number in range(3_000):
        nested = add(ite(P, nested, Y), ite(Q, 1, number))
    chain: Scalar = X
    for number in range(3_000):
        chain = ite(lt(Y, number), chain, Z) if number % 2 else add(chain, 1)
    for deep in (nested, chain):
        answer = UnwindingSolver(Z3Solver()).check(path(P, Q), term(lt(deep, 0)))
        assert answer.verdict is Verdict.SAT


# ---------------------------------------------------------------------------- agreement


@settings(max_examples=150, deadline=None)
@given(st.lists(conditions(3), min_size=1, max_size=4))
def test_the_verdict_is_that_of_the_whole_question(asked: list[Recipe]) -> None:
    before, last = path_of(asked[:-1]), term(build(asked[-1]))
    answer = UnwindingSolver(Z3Solver()).check(before, last)
    assert answer.verdict is Z3Solver().check(before, last).verdict
    if answer.verdict is Verdict.SAT:
        assert satisfies(answer.model, asked)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(conditions(2), min_size=1, max_size=3), min_size=2, max_size=5))
def test_questions_asked_before_do_not_matter(questions: list[list[Recipe]]) -> None:
    one = UnwindingSolver(Z3Solver())
    for asked in questions:
        before, last = path_of(asked[:-1]), term(build(asked[-1]))
        alone = UnwindingSolver(Z3Solver())
        so_far = one.statistics.queries
        assert one.check(before, last).verdict is alone.check(before, last).verdict
        assert one.statistics.queries - so_far == alone.statistics.queries


@pytest.mark.parametrize("subject", ["avl_maxElement", "treemap_put"])
def test_the_search_order_does_not_change_the_number_of_queries(subject: str) -> None:
    target = ROOT / "benchmarks" / "pose" / f"{subject}.tiny"
    counts = set()
    for order in ("dfs", "bfs", "random"):
        solver = unwinding_solver()
        run = Exploration(
            load(target),
            "pose",
            Bounds(),
            search=order,
            ignore_null_dereference=True,
            solvers=partial(lambda known: known, solver),
        )
        run.count()
        counts.add(solver.statistics.queries)
    assert len(counts) == 1


@pytest.mark.parametrize("program", CORPUS, ids=lambda path: path.stem)
def test_every_mode_finds_the_same_paths(program: Path) -> None:
    found = {}
    for mode, create in MODES.items():
        run = Exploration(load(program), "pose", SMALL, solvers=partial(create, 10.0))
        run.count(track_traces=True)
        found[mode] = run.trace_digest
    assert found["plain"] == found["paper"] == found["unwind"] == found["default"]


@pytest.mark.parametrize("strategy", ["fieldmaps", "lazy"])
@pytest.mark.parametrize("name", ["array_alias", "avl_find", "list_merge", "write_through_choice"])
def test_unwinding_works_with_other_strategies(strategy: str, name: str) -> None:
    target = ROOT / "tests" / "programs" / f"{name}.tiny"
    found = []
    for create in MODES.values():
        run = Exploration(load(target), strategy, SMALL, solvers=partial(create, 10.0))
        run.count(track_traces=True)
        found.append(run.trace_digest)
    assert len(set(found)) == 1


# ---------------------------------------------------------------------------- the paper


@pytest.mark.parametrize(
    ("subject", "printed"), [("fig_1a", 2), ("fig_1c_max4", 10), ("fig_1c_max10", 22)]
)
@pytest.mark.parametrize("create", [plain_solver, unwinding_solver])
def test_the_figures_of_the_paper_take_as_many_queries_as_printed(
    create: object, subject: str, printed: int
) -> None:
    assert callable(create)
    solver = create()
    target = ROOT / "benchmarks" / "pose" / f"{subject}.tiny"
    run = Exploration(
        load(target), "pose", Bounds(), ignore_null_dereference=True, solvers=lambda: solver
    )
    run.count()
    assert solver.statistics.queries == printed


def test_without_the_extra_unwinding_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(InputError, match=r"heapwise\[unwind\]"):
        unwinding_solver()
