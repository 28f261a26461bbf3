"""Postconditions of Java take what `m_old` returned before the call."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import FunctionReport, check
from heapwise.checking.check_options import CheckOptions

CLASSES = Path(__file__).parents[3] / "programs_java" / "classes"


def _reports(target: str, **options: object) -> dict[str, FunctionReport]:
    found = check(f"{CLASSES}:contracts.{target}", CheckOptions(**options))  # type: ignore[arg-type]
    return {report.name.partition("(")[0].partition(".")[2]: report for report in found}


@pytest.fixture(scope="module")
def reports() -> dict[str, FunctionReport]:
    return _reports("Remembering")


def test_a_promise_about_what_was_before_is_proved(reports: dict[str, FunctionReport]) -> None:
    assert reports["deposit"].verdict.value == "proved"


def test_an_alias_breaks_one(reports: dict[str, FunctionReport]) -> None:
    (finding,) = reports["move"].findings
    assert finding.message == "postcondition Remembering.move_post"
    assert finding.replayed


def test_where_it_cannot_be_computed_the_promise_is_broken(
    reports: dict[str, FunctionReport],
) -> None:
    (finding,) = reports["count"].findings
    assert finding.message == "postcondition Remembering.count_old"


def test_a_method_that_no_postcondition_asks_for_is_one_like_others(
    reports: dict[str, FunctionReport],
) -> None:
    assert reports["price"].verdict.value == "proved"
    assert "/ by zero" in reports["price_old"].findings[0].message
    assert reports["deposit_old"].verdict.value == "skipped"


def test_a_call_by_contract_knows_it_too() -> None:
    (report,) = _reports("Remembering.caller", by_contract=("Remembering.deposit",)).values()
    assert report.verdict.value == "clean"
