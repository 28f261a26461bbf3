"""The laws hold for the strategies there are, and each law notices what it is there for."""

from __future__ import annotations

import pytest

from heapwise.heaps import registry
from heapwise.heaps.strategies.fieldmaps import FieldMapsStrategy
from heapwise.heaps.strategies.lazy.lazier import LazierSharpStrategy
from heapwise.heaps.strategies.lazy.lazy import LazyStrategy
from heapwise.selfcheck.laws import Law, Limits, check
from heapwise.selfcheck.subject import Subject, subject_of_source
from tests.unit.selfcheck.conftest import (
    BlindToAliases,
    Crashing,
    Forgetful,
    NeverNull,
    Overlapping,
    Pretend,
    Splitting,
)

NODE = "class Node { Node next; int val; } "


def program(main: str) -> Subject:
    return subject_of_source(NODE + main, "p.tiny")


WRITES = program("((Y0.val := 3) ; (Y1.val))")
BRANCHES = program("if ((Y0.val) < 1) then ((Y0.next) = Y1) else (Y1 = null)")


@pytest.mark.parametrize("subject", [WRITES, BRANCHES])
def test_every_law_holds_for_every_strategy(subject: Subject) -> None:
    report = check(subject, registry.names())
    assert report.failure is None
    assert report.skipped is None
    assert report.tally.heaps > 20
    assert all(report.tally.checks[law] for law in Law)
    assert not report.tally.by_trace_only


def test_the_class_of_a_new_object_is_known_at_the_end_of_a_path() -> None:
    """That it is said last, after all conditions, made the law take a right value for wrong."""
    source = "class A { } class B extends A { A r1; } "
    main = "let x0 := (Y2.r1 := new B) in ((Y0.r1) instanceof B)"
    report = check(subject_of_source(source + main, "p.tiny"), registry.names())
    assert report.failure is None


def test_a_crash_is_a_failure_of_its_strategy(pretend: Pretend) -> None:
    pretend(pose=Crashing)
    failure = check(BRANCHES, ["fieldmaps", "pose"]).failure
    assert failure is not None
    assert (failure.law, failure.strategies) == (Law.RUNS, ("pose",))
    assert "KeyError" in failure.got


def test_a_lost_write_breaks_the_law_of_witnesses(pretend: Pretend) -> None:
    pretend(fieldmaps=Forgetful)
    failure = check(WRITES, ["fieldmaps"]).failure
    assert failure is not None
    assert (failure.law, failure.strategies) == (Law.WITNESS, ("fieldmaps",))
    assert failure.heap is not None


def test_a_write_not_seen_through_an_alias_breaks_exactness(pretend: Pretend) -> None:
    """The solver's own witnesses need not have the alias; the enumerated inputs do."""
    pretend(pose=BlindToAliases)
    subject = program("let a := (Y0.val) in ((Y1.val := 3) ; ((Y0.val) - a))")
    failure = check(subject, ["pose"], laws=[Law.EXACTNESS]).failure
    assert failure is not None
    assert failure.law is Law.EXACTNESS
    assert failure.heap is not None
    assert failure.heap.roots["Y0"] == failure.heap.roots["Y1"]
    assert len(failure.heap.objects) == 1


def test_a_path_that_is_not_found_breaks_path_optimality(pretend: Pretend) -> None:
    pretend(fieldmaps=NeverNull)
    failure = check(BRANCHES, ["fieldmaps"], laws=[Law.OPTIMALITY]).failure
    assert failure is not None
    assert failure.law is Law.OPTIMALITY
    assert "NullDereference" in failure.expected
    assert failure.got == "none"


def test_a_control_flow_path_found_twice_breaks_path_optimality(pretend: Pretend) -> None:
    pretend(fieldmaps=Splitting)
    subject = program("if ((Y0.val) < 9) then 1 else 2")
    failure = check(subject, ["fieldmaps"]).failure
    assert failure is not None
    assert (failure.law, failure.got) == (Law.OPTIMALITY, "2 paths")


def test_a_lazier_strategy_with_more_paths_breaks_the_order(pretend: Pretend) -> None:
    class Many(LazyStrategy):
        traits = LazierSharpStrategy.traits

    class Few(FieldMapsStrategy):
        traits = LazyStrategy.traits

    pretend(**{"lazier-sharp": Many, "lazy": Few})
    failure = check(BRANCHES, ["lazy", "lazier-sharp"]).failure
    assert failure is not None
    assert (failure.law, failure.strategies) == (Law.ORDER, ("lazier-sharp", "lazy"))


def test_the_activation_that_raised_may_differ_on_paths_that_look_the_same() -> None:
    """A trace does not tell when a call returns: either of two activations may raise."""
    subject = subject_of_source(
        """
        class A {
          A r;
          int v;
          int m(int fuel) :=
            if (fuel < 1) then 0 else (((this.r) . m [(fuel - 1)]) ; ((this.r).v := 1));
        }
        (Y0 . m [2])
        """,
        "p.tiny",
    )
    assert check(subject, registry.names()).failure is None


ALIASES = program("((Y0.next := Y1) ; ((Y1.next) . val))")


def test_a_strategy_checks_its_own_theorems_if_it_is_asked_to(pretend: Pretend) -> None:
    asked = Limits(check_invariants=True)
    report = check(ALIASES, ["pose", "summary"], asked)
    assert report.failure is None
    assert report.tally.theorems > 2
    assert check(ALIASES, ["pose", "summary"]).tally.theorems == 0
    pretend(summary=Overlapping)
    assert check(ALIASES, ["summary"]).failure is None
    failure = check(ALIASES, ["pose", "summary"], asked).failure
    assert failure is not None
    assert (failure.law, failure.strategies) == (Law.RUNS, ("summary",))
    assert "TheoremError: not exclusive" in failure.got


def test_a_program_with_too_many_paths_is_skipped() -> None:
    report = check(BRANCHES, ["lazy"], Limits(paths=2))
    assert report.skipped == "more than 2 paths under lazy"
    assert report.tally.heaps == 0


def test_a_model_may_have_any_class_where_the_path_says_nothing_of_it() -> None:
    """Strategies share a solver, and with it models whose numbers of classes mean nothing here."""
    subject = subject_of_source(
        """
class A { A r0; }
class B extends A { B r1; }
let x0 := ((Y0.r0) as B) in
((Y0.r0 := (Y1 as B)) ;
 if ((x0.r1) = x0) then
   let x1 := (Y0.r0) in
   let x2 := (x0.r1) in
   (x1 instanceof B)
 else
   ((x0.r1 := x0) ;
    (assume (new B = x0)) ;
    (null = x0)))
""",
        "p.tiny",
    )
    assert check(subject, registry.names()).failure is None
