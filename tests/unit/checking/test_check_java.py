"""`check` on classes: what counts as a failure of a Java method, and what is said of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.checking.check import CheckOptions, check, subjects_of
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.java.options import JavaOptions
from heapwise.program import InputError
from heapwise.reports.checks import function_lines
from heapwise.results import Verdict
from heapwise.results.checks import FunctionReport

CLASSES = Path(__file__).parents[2] / "programs_java" / "classes"
OPTIONS = CheckOptions(seconds=1200, max_objects=2)

pytestmark = pytest.mark.skipif(find_jdk() is None, reason="no JDK on this machine")


def checked(method: str) -> FunctionReport:
    (report,) = check(f"{CLASSES}:checked.Bag.{method}", OPTIONS)
    return report


@pytest.mark.parametrize(
    ("method", "message", "line", "unless"),
    [
        ("last", "java.lang.NullPointerException", 27, "this.head != null"),
        ("undeclared", "java.lang.ArithmeticException: / by zero", 57, "divisor != 0"),
        ("throughFinally", "java.lang.ArithmeticException: / by zero", 62, "divisor != 0"),
        ("library", "java.lang.IndexOutOfBoundsException: Index", 71, ""),
        ("asserted", "java.lang.AssertionError", 75, "count != 3"),
        ("nullable", "java.lang.NullPointerException", 38, "other != null"),
        ("marked", "java.lang.NullPointerException", 42, "other != null"),
    ],
)
def test_a_failure_is_a_finding_that_a_jvm_has_shown(
    method: str, message: str, line: int, unless: str
) -> None:
    report = checked(method)
    assert report.verdict is Verdict.VIOLATED
    finding = report.findings[0]
    assert finding.message.startswith(message)
    assert (finding.line, finding.replayed, finding.machine) == (line, True, "a JVM")
    assert finding.unless == unless
    assert not report.needs


@pytest.mark.parametrize("method", ["onPurpose", "declared"])
def test_what_is_thrown_on_purpose_or_declared_is_none(method: str) -> None:
    report = checked(method)
    assert not (report.findings or report.needs)
    assert report.verdict.is_good


def test_null_for_an_argument_is_a_missing_precondition() -> None:
    report = checked("together")
    assert list(report.needs) == ["`other` must not be null"]
    assert not report.findings
    assert report.verdict is Verdict.CLEAN
    text = "\n".join(function_lines(report))
    assert "`other` must not be null: else java.lang.NullPointerException" in text
    assert "at Bag.java:34" in text


def test_a_constant_of_an_enum_is_a_receiver() -> None:
    (finding,) = checked("Colour.next").findings
    assert finding.snippet == "Bag.Colour.GREEN.next();"
    assert finding.replayed


def test_where_no_argument_can_be_made_nothing_is_clean() -> None:
    report = checked("unmade")
    assert report.verdict is Verdict.PARTIAL
    assert list(report.needs) == ["`map` must not be null"]


def test_a_class_is_checked_with_those_inside_it() -> None:
    names = {each.name for each in subjects_of(f"{CLASSES}:checked.Bag", OPTIONS)}
    assert {"Bag.last()", "Bag$Node.<init>()", "Bag$Colour.next()"} <= names


def test_the_snippet_builds_the_input_in_java() -> None:
    finding = checked("last").findings[0]
    assert "new Bag()" in finding.snippet
    assert finding.snippet.endswith(".last();")


def test_a_folder_is_all_of_its_methods_and_a_package_those_of_its_classes() -> None:
    found = subjects_of(f"{CLASSES}:checked", OPTIONS)
    skipped = {each.name: each.skipped for each in found if each.skipped}
    assert skipped == {
        "Bag.hidden()": "private: checked where it is called",
        "Bag.main(java.lang.String[])": "the start of a program: name it to check it",
        "Bag$Colour.<init>(java.lang.String, int)": "private: checked where it is called",
        "Chain.repOK()": "it is the invariant",
    }
    assert {each.name for each in found} >= {"Bag.last()", "Bag.<init>()", "Bag$Node.<init>()"}
    assert len(subjects_of(CLASSES, OPTIONS)) > len(found)


def test_an_exception_in_what_the_compiler_writes_for_an_enum_is_told_of_the_caller() -> None:
    (report,) = check(f"{CLASSES}:models.Library.enumerations", OPTIONS)
    (finding,) = [each for each in report.findings if "No enum constant" in each.message]
    source = (CLASSES.parent / "source" / "models" / "Library.java").read_text().splitlines()
    assert "Colour.valueOf(s)" in source[finding.line - 1]


def test_an_invariant_that_nobody_has_is_told_before_anything_is_checked() -> None:
    options = CheckOptions(language_options=JavaOptions(invariants=("nosuch",)))
    with pytest.raises(InputError, match=r"--invariant nosuch: `checked\.Bag` has no method"):
        subjects_of(f"{CLASSES}:checked.Bag", options)
