"""Java methods explored: every kind of bytecode, on a real JDK's classes, checked by replays."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.every import every
from heapwise.api import explore
from heapwise.engine.bounds import Bounds
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.java.options import JavaOptions
from heapwise.program import InputError
from heapwise.results import OutcomeKind, PathResult, Ref
from java_paths import in_one_jvm

PROGRAMS = Path(__file__).parents[3] / "programs_java"
BOUNDS = Bounds(max_objects=3, max_length=3, max_loops=5, max_steps=20_000, timeout=1200)

pytestmark = pytest.mark.skipif(find_jdk() is None, reason="no JDK on this machine")


def paths(
    method: str, strategy: str = "fieldmaps", options: JavaOptions | None = None
) -> list[PathResult]:
    found = explore(
        f"{PROGRAMS}:core.{method}",
        strategy=strategy,
        bounds=BOUNDS,
        language_options=options,
    )
    try:
        return list(in_one_jvm(found))
    finally:
        found.close()


def end(path: PathResult) -> object:
    """How a path ended: a value, or the simple name of what was thrown."""
    outcome = path.outcome
    if outcome.exception is None:
        return "object" if isinstance(outcome.value, Ref) else outcome.value
    return outcome.exception.rpartition(".")[2]


ENDS: dict[str, list[object]] = {
    "abs": ["positive", "positive"],
    "divide": [-1, 0],
    "both": [False, False, False, True],
    "choose": [10, 20, 5, 0],
    "forever": ["StackOverflowError"],
    "spin": ["comes back to the same state"],
    "check": [None, "IllegalStateException", "AssertionError"],
    "order": [True, False],
    "shape": ["NullPointerException", -1, 0],
    "statics": [7],
    "bytes": ["NullPointerException", "ArrayIndexOutOfBoundsException", "any"],
    "chars": ["NullPointerException", "ArrayIndexOutOfBoundsException", "any"],
    "grid": ["any"],
    "cast": ["any", "ClassCastException"],
    "lambda": ["any"],
    "record": ["any"],
    "color": ["NullPointerException", 1, 5],
    "list": ["any"],
    "tree": [3, 4, 4],
    "nested": [1, "any"],
    "shuffle": ["any"],
    "fresh": ["object"],
}


@pytest.mark.parametrize("method", ENDS)
def test_every_way_to_end_is_found_and_replayed(method: str) -> None:
    found = paths(f"Core.{method}")
    wanted = list(ENDS[method])
    assert len(found) == len(wanted)
    for path in found:
        assert path.replayed, path
        known = end(path)
        if known in wanted:
            wanted.remove(known)
    assert all(each in ("any", "positive") for each in wanted)


@every("strategy", ["lazy", "lazier", "lazier-sharp", "partition", "summary"])
@pytest.mark.parametrize("method", ["both", "shape", "cast", "sameColor"])
def test_strategies_agree_on_what_is_replayed(method: str, strategy: str) -> None:
    expected = {path.outcome.exception for path in paths(f"Core.{method}")}
    found = paths(f"Core.{method}", strategy)
    assert all(path.replayed for path in found if path.outcome.kind.value != "bounded")
    assert {path.outcome.exception for path in found} == expected


def test_integers_wrap_unless_they_are_mathematical() -> None:
    exact = paths("Core.longs")
    assert len(exact) == 2 and all(path.replayed for path in exact)
    math = paths("Core.longs", options=JavaOptions(ints="math"))
    assert len(math) == 2


def test_an_invariant_is_assumed_and_checked() -> None:
    found = paths("Stack.forget")
    broken = [path for path in found if path.outcome.kind.value == "violated"]
    assert {path.outcome.exception for path in broken} == {"invariant Stack.repOK"}
    assert any(path.outcome.kind.value == "returned" for path in found)


def test_a_precondition_beside_the_method_is_assumed() -> None:
    found = paths("Stack.pop")
    assert {path.outcome.kind.value for path in found} <= {"returned", "bounded"}


def test_a_postcondition_that_fails_is_found_with_the_input() -> None:
    (broken,) = {
        path.input.roots["value"]
        for path in paths("Stack.push")
        if path.outcome.kind.value == "violated"
    }
    assert broken == 7


def test_conditions_are_named_by_options() -> None:
    ends = [
        end(path) for path in paths("Core.abs", options=JavaOptions(requires=["core.Stack.small"]))
    ]
    assert len(ends) == 2
    with pytest.raises(InputError, match="no method `nothing`"):
        paths("Core.abs", options=JavaOptions(requires=["core.Stack.nothing"]))


def test_a_method_of_the_user_stands_for_another() -> None:
    replaced = {"core.Stack.slow": "core.Stack.quick"}
    (path,) = paths("Stack.twice", options=JavaOptions(models=replaced))
    assert path.outcome.value == 100


def test_arguments_alias() -> None:
    (path,) = paths("Alias.alias")
    assert path.outcome.kind.value == "violated" and path.replayed
    assert path.input.roots["o1"] == path.input.roots["o2"] is not None


def test_nondeterministic_values_are_inputs() -> None:
    found = {end(path): path.input.roots for path in paths("Alias.nondet")}
    assert found["AssertionError"] == {"nondet1": 77}


def test_classes_of_the_jdk_are_explored_themselves() -> None:
    found = explore("jdk:java.util.ArrayDeque.addFirst", bounds=BOUNDS)
    results = list(found)
    found.close()
    assert found.summary.counts.unsupported == 0 and found.summary.stopped is None
    cut = [path for path in results if path.outcome.kind is OutcomeKind.BOUNDED]
    # The invariant is asked about afterwards too, and looks at every place of an array that grew.
    assert {path.outcome.exception for path in cut} == {"max-loops"}
    assert {"scope", "max-length"} <= found.summary.account.limits.keys()
    others = [path for path in results if path not in cut]
    assert all(path.replayed or "too long to be built" in path.doubt for path in others)


def test_a_class_named_by_its_last_part_can_be_bounded() -> None:
    bounds = Bounds(max_objects_of={"Node": 1}, max_loops=5)
    found = explore(f"{PROGRAMS}:core.Core.sum", strategy="lazy", bounds=bounds)
    assert found.count().counts.bounded > 0
