"""Failures of Java methods count if public calls build an input that shows them."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import Bounds, explore
from heapwise.checking.check import CheckOptions, check
from heapwise.frontends.java.checking.path_recipes import built_paths
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.results import OutcomeKind, Verdict
from heapwise.results.checks import BY_CALLS, Finding, FunctionReport
from heapwise.results.input_choice import ANY_INPUT

CLASSES = Path(__file__).parents[2] / "programs_java" / "classes"
OPTIONS = CheckOptions(
    seconds=1200, max_objects=2, endless=False, inputs="reachable", find_invariants=False
)

pytestmark = pytest.mark.skipif(find_jdk() is None, reason="no JDK on this machine")


def checked(method: str, options: CheckOptions = OPTIONS) -> FunctionReport:
    (report,) = check(f"{CLASSES}:reachable.{method}", options)
    return report


def code_of(finding: Finding) -> list[str]:
    return finding.snippet.partition("\n\n")[0].splitlines()


def test_a_failure_of_an_object_comes_with_the_calls_that_make_it() -> None:
    report = checked("Ring.share")
    (finding,) = report.possible
    assert (finding.built, finding.replayed, finding.machine) == (BY_CALLS, True, "a JVM")
    *made, call = code_of(finding)
    assert made[0].startswith("Ring ring1 = new Ring(")
    assert [line.partition("(")[0] for line in made[1:]] == ["ring1.add", "ring1.add"]
    assert call.startswith("ring1.share(")
    assert "/ by zero" in finding.message
    assert finding.input.roots["this"] in finding.input.objects


def test_an_object_that_no_calls_make_does_not_count() -> None:
    report = checked("Ring.remove")
    assert report.findings
    assert not report.possible
    assert report.verdict is Verdict.UNREACHED
    assert all(finding.tried > 1000 for finding in report.findings)
    assert checked(
        "Ring.remove", CheckOptions(seconds=1200, max_objects=2, inputs=ANY_INPUT)
    ).possible


def test_a_loop_over_nodes_that_nobody_can_link_in_a_circle_is_no_finding() -> None:
    report = checked("Words.size", CheckOptions(seconds=1200, max_objects=2, find_invariants=False))
    assert {finding.kind for finding in report.findings} == {"endless"}
    assert not report.possible


def test_lists_and_texts_are_arguments_of_such_calls() -> None:
    report = checked("Words.initial")
    found = {finding.message.partition(":")[0]: code_of(finding) for finding in report.possible}
    assert found["java.lang.NullPointerException"] == [
        "Words words1 = new Words(new java.util.ArrayList<>());",
        "words1.initial();",
    ]
    assert found["java.lang.StringIndexOutOfBoundsException"] == [
        'Words words1 = new Words(new java.util.ArrayList<>(java.util.List.of("")));',
        "words1.initial();",
    ]


def test_what_a_constructor_is_given_needs_no_search() -> None:
    (finding,) = checked("Words$Pair.ratio").possible
    assert not finding.tried
    assert code_of(finding)[0].startswith("Words.Pair pair1 = new Words.Pair(")


def test_calls_with_effects_outside_are_not_made() -> None:
    report = checked("Words$Log.perLine")
    assert not report.possible
    assert not list(Path.cwd().rglob("heapwise-was-here.txt"))


def test_a_contract_that_calls_break_is_seen_to_be_broken_by_a_jvm() -> None:
    (finding,) = checked("Ring$Gauge.lower").possible
    assert finding.kind == "contract"
    assert finding.message == "postcondition Ring.Gauge.lower_post"
    assert code_of(finding)[1:] == ["gauge1.lower();", "gauge1.lower();"]


def test_explored_paths_are_told_the_calls_that_take_them() -> None:
    target = f"{CLASSES}:reachable.Words.size"
    paths = list(explore(target, bounds=Bounds(max_objects=1, max_length=1)))
    built = built_paths(target, paths)
    by_number = {path.id: path for path in paths}
    texts = {by_number[number].outcome.value: text for number, text in built.made.items()}
    assert texts[0] == "Words words1 = new Words(new java.util.ArrayList<>()); words1.size();"
    assert texts[1].startswith("Words words1 = new Words(new java.util.ArrayList<>(java.util.List.")
    endless = [path.id for path in paths if path.outcome.kind is OutcomeKind.ENDLESS]
    assert endless and set(endless) <= set(built.unseen)
