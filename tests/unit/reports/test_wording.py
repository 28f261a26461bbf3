"""The line that sums up a run says what was covered, and never more."""

from __future__ import annotations

import pytest

from heapwise.reports.wording import counted, seconds_text, summary_line
from heapwise.results import Account, Counts, RunSummary
from heapwise.results.place import Place


def summary(counts: Counts, account: Account | None = None) -> RunSummary:
    return RunSummary(
        target="list.tiny",
        language="tiny",
        strategy="lazy",
        precondition="none",
        account=account or Account(finished=True),
        bounds={},
        counts=counts,
        seconds=0.21,
        solver_seconds=0.1,
    )


def test_an_exhaustive_run() -> None:
    counts = Counts(returned=8, raised=2, queries=14, answered={"model": 9})
    assert summary_line(summary(counts)) == (
        "10 paths (8 returned, 2 raised) · exhaustive · "
        "14 queries (9 more answered by a known model) · 0.2 s"
    )


def test_paths_in_several_cases() -> None:
    counts = Counts(returned=2, raised=1, cases=7)
    assert summary_line(summary(counts)).startswith(
        "3 paths (2 returned, 1 raised) in 7 cases · exhaustive"
    )


def test_every_layer_that_answered_is_named() -> None:
    counts = Counts(returned=1, queries=1, answered={"model": 9, "known": 1204, "x": 0, "cores": 3})
    assert (
        "1 query (9 more answered by a known model, 1 204 by facts of the path, 3 by cores)"
        in summary_line(summary(counts))
    )


def test_a_bounded_run_says_what_was_cut() -> None:
    account = Account(
        cuts={"max-depth": 1100, "max-length": 100},
        unsupported={("open()", Place("f.py", 1, 1)): 1},
        undecided={("returned", None): 2},
        finished=True,
    )
    assert summary_line(summary(Counts(returned=1, bounded=1200), account)) == (
        "1 path (1 returned) · not exhaustive: 1 200 cut by a bound, 1 unsupported, "
        "2 undecided by the solver · 0 queries · 0.2 s"
    )


def test_a_stopped_run_says_why() -> None:
    account = Account(cuts={"max-depth": 3}, stopped="timeout")
    assert summary_line(summary(Counts(violated=1, bounded=3), account)) == (
        "1 path (1 violated) · stopped: timeout · 3 cut by a bound · 0 queries · 0.2 s"
    )


def test_a_run_without_paths() -> None:
    assert summary_line(summary(Counts())).startswith("0 paths · exhaustive")


@pytest.mark.parametrize(
    ("count", "noun", "text"),
    [(0, "path", "0 paths"), (1, "query", "1 query"), (12345, "query", "12 345 queries")],
)
def test_counted(count: int, noun: str, text: str) -> None:
    assert counted(count, noun) == text


def test_short_times_are_milliseconds() -> None:
    assert seconds_text(0.004) == "4 ms"
    assert seconds_text(75.04) == "75.0 s"
