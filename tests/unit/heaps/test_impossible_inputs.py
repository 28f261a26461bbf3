"""What no input can bring about, no path does, under any strategy."""

from __future__ import annotations

import pytest

from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.heaps import registry
from heapwise.program import Program
from heapwise.results import OutcomeKind
from tests.unit.engine.programs import tiny
from tests.unit.heaps.subjects import BOX, LINKS, NODE, when

SHAPE = "abstract class Shape { int area; }\nclass Frame { Shape shape; int val; }\n"

SUBJECTS = {
    "an object of a class that has none": SHAPE + when("(~ ((Y0.shape) = null))"),
    "an object of two unrelated classes": (
        LINKS + "class Other { int o; }\n" + when("((Y0.link) instanceof Other)")
    ),
    "null is an instance": LINKS + when("((Y0.link) = null)", "((Y0.link) instanceof A)"),
    "a new object in the input": (NODE + when("((Y0.next) = n)", keep="let n := (new Node) in")),
    "two new objects are one": NODE + when("((new Node) = (new Node))"),
    "a field of a new object is not null": NODE + when("(~ (((new Node).next) = null))"),
    "a number of a new object is not zero": NODE + when("(~ (((new Node).val) = 0))"),
    "one object with two numbers": (NODE + when("((Y0.val) = 1)", "(Y0 = Y1)", "((Y1.val) = 2)")),
    "one successor with two numbers": (
        NODE + when("(Y0 = Y1)", "(((Y0.next).val) = 1)", "(((Y1.next).val) = 2)")
    ),
    "a write elsewhere changes it": (
        NODE
        + when(
            "(~ (Y0 = Y1))",
            "(~ ((Y1.val) = old))",
            keep="let old := (Y1.val) in",
            writes=("(Y0.val := (old + 1))",),
        )
    ),
    "a write is lost": NODE + when("(~ ((Y0.val) = 7))", writes=("(Y0.val := 7)",)),
    "a write through an alias is lost": (
        NODE + when("(Y0 = (Y1.next))", "(~ (((Y1.next).val) = 7))", writes=("(Y0.val := 7)",))
    ),
    "equality is not transitive": (
        NODE + when("((Y0.next) = (Y1.next))", "((Y1.next) = Y2)", "(~ ((Y0.next) = Y2))")
    ),
    "two different things are one box": (
        BOX
        + when(
            "(~ ((Y0.content) = (Y1.content)))",
            "((Y2.val) = 1)",
            "((Y0.content) = Y2)",
            "((Y1.content) = Y2)",
        )
    ),
    "two different boxes are one": (
        BOX
        + when(
            "(~ ((Y0.content) = (Y1.content)))",
            "((Y0.content) = Y2)",
            "((Y1.content) instanceof Box)",
            "((Y1.content) = Y2)",
        )
    ),
    "a class that changes": (
        LINKS
        + when(
            "((Y0.link) instanceof B)",
            "((Y0.link) = (Y1.link))",
            "(~ ((Y1.link) instanceof B))",
        )
    ),
}


@pytest.mark.parametrize("strategy", registry.names())
@pytest.mark.parametrize("name", SUBJECTS)
def test_no_path_gets_there(name: str, strategy: str) -> None:
    nothing_is_violated(tiny(SUBJECTS[name]), strategy)


@pytest.mark.parametrize("strategy", registry.names())
def test_a_field_that_is_no_input_holds_nothing(strategy: str) -> None:
    program = tiny(NODE + when("(~ ((Y0.next) = null))"))
    program.classes["Node"].own_fields["next"].absent = True
    nothing_is_violated(program, strategy)


def nothing_is_violated(program: Program, strategy: str) -> None:
    run = Exploration(program, strategy, Bounds(max_objects=4))
    paths = list(run)
    kinds = {path.outcome.kind for path in paths}
    assert OutcomeKind.RETURNED in kinds and OutcomeKind.VIOLATED not in kinds
    assert all(path.replayed for path in paths)
    assert run.account.exhaustive or OutcomeKind.BOUNDED in kinds
