"""Questions about strings that are asked about numbers: what is answered, and what is left open."""

from __future__ import annotations

from heapwise.solver import Model, PathCondition, Verdict
from heapwise.solver.path import Kind
from heapwise.solver.z3_backend import Z3Solver
from heapwise.terms import (
    REF,
    STR,
    MapSort,
    Term,
    and_,
    eq,
    not_,
    select,
    str_at,
    str_code,
    str_concat,
    str_length,
    symbol,
)

S, T = symbol("s", STR), symbol("t", STR)


def holds(*conditions: object) -> PathCondition:
    path = PathCondition(Model())
    for condition in conditions:
        assert isinstance(condition, Term)
        path = path.extend(condition, Kind.CHOICE, None)
    return path


def test_what_no_short_text_does_is_told() -> None:
    """That strings commute means that they are powers of one: no theory of ours finds that out."""
    path = holds(eq(str_concat(S, T), str_concat(T, S)), eq(str_at(S, 0), "a"))
    commuting = and_(not_(eq(T, "")), not_(eq(str_at(T, 0), "a")))
    assert isinstance(commuting, Term)
    answer = Z3Solver().check(path, commuting)
    assert answer.verdict is Verdict.UNSAT or answer.excluded >= 3


def test_a_text_is_read_where_its_reference_now_points() -> None:
    """A model may give a reference another number than the path had: what was known of its texts
    is to be known of those."""
    obj, other = symbol("o", REF), symbol("p", REF)
    name = symbol("name", MapSort((REF,), STR))
    title = symbol("title", MapSort((REF,), STR))
    named = select(name, (obj,))
    assert isinstance(named, Term)
    first = eq(named, "-")
    model = Model(values={obj: 50, other: 50}).with_contents(named, "-")
    assert model is not None and model.satisfies(first)
    path = holds(first).with_model(model)
    wanted = and_(not_(eq(obj, other)), eq(str_code(str_at(select(title, (obj,)), 0)), 0))
    assert isinstance(wanted, Term)
    solver = Z3Solver()
    solver._ask_about_sequences = None  # type: ignore[assignment,method-assign]
    answer = solver.check(path, wanted)
    assert answer.model is not None
    assert answer.model.satisfies(first) and answer.model.satisfies(wanted)
    assert answer.model.number(str_length(select(title, (obj,)))) >= 1
