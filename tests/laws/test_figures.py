"""The figures of pose.txt: how many paths the programs of Figure 1 have, and the very heaps and
path conditions that Figures 2 and 3 print."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from checks.programs import lowered
from checks.strategies import STRATEGIES, path_optimal
from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.engine.state import Leaf
from heapwise.frontends.tiny.lower import lower
from heapwise.frontends.tiny.parser import parse
from heapwise.heaps.strategies.pose import PoseHeap
from heapwise.results import OutcomeKind, PathResult
from heapwise.solver import Kind, PathCondition, Verdict
from heapwise.solver.z3_backend import Z3Solver
from heapwise.terms import INT, NULL, REF, Scalar, Term, add, and_, eq, implies, ite, not_, symbol

FIGURE_1 = [("fig_1a", 2, 21), ("fig_1b", 1, 23), ("fig_1c", 6, 21), ("fig_1c_max_10", 12, 78)]

Y0, Y1, Y2 = (symbol(name, REF) for name in ("Y0", "Y1", "Y2"))
I0, I1, I2 = (symbol(f"{name}.f", INT) for name in ("Y0", "Y1", "Y2"))


def present(*refs: Term) -> Scalar:
    return and_(*(not_(eq(ref, NULL)) for ref in refs))


# ---------------------------------------------------------------------------- Figure 1


@pytest.mark.parametrize("strategy", path_optimal())
@pytest.mark.parametrize(("name", "paths", "lazy_paths"), FIGURE_1)
def test_figure_1_has_one_path_per_program_path(
    name: str, paths: int, lazy_paths: int, strategy: str
) -> None:
    run = Exploration(lowered(name), strategy, Bounds(), ignore_null_dereference=True)
    summary = run.count()
    assert (summary.counts.paths, summary.exhaustive) == (paths, True)


@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if name == "lazy"])
@pytest.mark.parametrize(("name", "paths", "lazy_paths"), FIGURE_1)
def test_figure_1_under_lazy_initialization_has_as_many_paths_as_printed(
    name: str, paths: int, lazy_paths: int, strategy: str
) -> None:
    assert Exploration(lowered(name), strategy, Bounds()).count().counts.paths == lazy_paths


# ---------------------------------------------------------------------------- Figures 2 and 3


class Ended(NamedTuple):
    """Paths that ran to the end of a program, with their reports."""

    leaf: Leaf[PoseHeap]
    result: PathResult

    @property
    def condition(self) -> Scalar:
        return and_(*(term for term, _ in self.leaf.path.entries()))

    def fields(self) -> list[tuple[Term, Scalar]]:
        """Field f of every object that the heap knows."""
        [name] = self.leaf.heap.cells
        known = self.leaf.heap.cells[name].items()
        return [(owner, value) for (owner,), value in known if isinstance(owner, Term)]


def returned(text: str) -> list[Ended]:
    run = Exploration(lower(parse(text, "figure.tiny"), "figure.tiny"), "pose", Bounds())
    return [
        Ended(leaf, run.describe(leaf))
        for leaf in run.leaves()
        if leaf.kind is OutcomeKind.RETURNED
    ]


def always(condition: Scalar) -> bool:
    if not isinstance(condition, Term):
        return bool(condition)
    counterexample = not_(condition)
    assert isinstance(counterexample, Term)
    return Z3Solver().check(PathCondition(), counterexample).verdict is Verdict.UNSAT


def equivalent(a: Scalar, b: Scalar) -> bool:
    return always(implies(a, b)) and always(implies(b, a))


def assert_fields(path: Ended, printed: list[tuple[Term, Scalar]]) -> None:
    """The same objects, and each field equal to what is printed in every heap of the path."""
    found = dict(path.fields())
    assert list(found) == [owner for owner, _ in printed]
    for owner, value in printed:
        assert always(implies(path.condition, eq(found[owner], value))), (found[owner], value)


def test_equivalence_tells_formulas_apart() -> None:
    assert equivalent(eq(Y0, Y1), eq(Y1, Y0))
    assert not equivalent(eq(Y0, Y1), present(Y0))
    assert not equivalent(present(Y0), present(Y0, Y1))


A1_F = ite(eq(Y1, Y0), I0, I1)
A2_F = ite(eq(Y2, Y1), A1_F, ite(eq(Y2, Y0), I0, I2))
A = "class A { int f; }"


def test_figure_2_b_reads_through_three_references_in_one_state() -> None:
    [path] = returned(f"{A} (((Y0.f) + (Y1.f)) + (Y2.f))")
    assert equivalent(path.condition, present(Y0, Y1, Y2))
    assert_fields(path, [(Y0, I0), (Y1, A1_F), (Y2, A2_F)])
    value = path.leaf.scalar
    assert value is not None
    assert always(implies(path.condition, eq(value, add(add(I0, A1_F), A2_F))))


def test_figure_2_line_4_splits_on_the_values_and_not_on_the_aliases() -> None:
    aborts, returns = returned(
        f"{A} let v := (((Y0.f) + (Y1.f)) + (Y2.f)) in"
        " if (~ ((Y0.f) = (Y1.f))) then (@ abort) else ((v - (Y1.f)) - (Y2.f))"
    )
    assert (str(aborts.result.trace[-1]), returns.result.trace[-1].decision) == ("@abort", "else")
    differ = not_(eq(I0, A1_F))
    assert equivalent(aborts.condition, and_(present(Y0, Y1, Y2), differ))
    assert equivalent(returns.condition, and_(present(Y0, Y1, Y2), not_(differ)))
    assert always(implies(aborts.condition, not_(eq(Y0, Y1))))
    value = returns.leaf.scalar
    assert value is not None
    assert always(implies(returns.condition, eq(value, I0)))


B = "class B { int f; }"
LINE_3 = "(Y2.f := 2)"
LINE_4 = f"({LINE_3} ; (Y1.f := 1))"
LINE_5 = f"({LINE_4} ; (Y0.f := 0))"


def test_figure_3_b_writes_to_the_first_object() -> None:
    [path] = returned(f"{B} {LINE_3}")
    assert equivalent(path.condition, present(Y2))
    assert_fields(path, [(Y2, 2)])


def test_figure_3_c_updates_a_possible_alias() -> None:
    [path] = returned(f"{B} {LINE_4}")
    assert equivalent(path.condition, present(Y2, Y1))
    assert_fields(path, [(Y2, ite(eq(Y2, Y1), 1, 2)), (Y1, 1)])


B2_F = ite(eq(Y2, Y0), 0, ite(eq(Y2, Y1), 1, 2))
B1_F = ite(eq(Y1, Y0), 0, 1)


def test_figure_3_d_updates_both_possible_aliases() -> None:
    [path] = returned(f"{B} {LINE_5}")
    assert equivalent(path.condition, present(Y2, Y1, Y0))
    assert_fields(path, [(Y2, B2_F), (Y1, B1_F), (Y0, 0)])


def test_figure_3_aborts_exactly_when_all_three_are_aliases() -> None:
    run = Exploration(lowered("fig_3_p2"), "pose", Bounds())
    ended = [Ended(leaf, run.describe(leaf)) for leaf in run.leaves()]
    [aborts] = [path for path in ended if "@abort" in path.result.trace_texts]
    printed = and_(present(Y2, Y1, Y0), eq(add(add(B2_F, B1_F), 0), 0))
    assert equivalent(aborts.condition, printed)
    all_aliases = and_(present(Y0), eq(Y0, Y1), eq(Y1, Y2))
    assert equivalent(aborts.condition, all_aliases)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_witness_of_the_abort_of_figure_3_is_a_single_object(strategy: str) -> None:
    aborting = [
        path
        for path in Exploration(lowered("fig_3_p2"), strategy, Bounds())
        if "@abort" in path.trace_texts
    ]
    assert aborting
    for path in aborting:
        assert len(path.input.objects) == 1
        assert len(set(path.input.roots.values())) == 1


def test_no_fact_stands_behind_the_conditions_of_the_figures() -> None:
    [path] = returned(f"{B} {LINE_5}")
    assert all(kind is Kind.CHOICE for _, kind in path.leaf.path.entries())
