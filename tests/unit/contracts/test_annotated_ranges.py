"""Ranges that hints state are preconditions."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.checking.check import CheckOptions, check
from heapwise.results import Verdict

SOURCE = """
from __future__ import annotations
from typing import Annotated, NewType, Optional


class Gt:
    def __init__(self, gt):
        self.gt = gt


class Len:
    def __init__(self, min_length, max_length=None):
        self.min_length, self.max_length = min_length, max_length


class Interval:
    def __init__(self, ge=None, lt=None):
        self.ge, self.lt = ge, lt


Positive = Annotated[int, Gt(0)]
Weekday = NewType("Weekday", Annotated[int, Interval(ge=0, lt=7)])


def over(n: Annotated[int, Gt(0)]) -> int:
    return 10 // n


def by_alias(n: Positive) -> int:
    return 10 // n


def perhaps(n: Optional[Positive] = None) -> int:
    return 10 // n if n is not None else 0


def day(d: Weekday) -> str:
    return "MTWTFSS"[d]


def first(xs: Annotated[list[int], Len(1)]) -> int:
    return xs[0]


def wide(n: Annotated[int, Gt(-1)]) -> int:
    return 10 // n


def said(n: Annotated[int, "not zero"]) -> int:
    return 10 // n
"""


@pytest.mark.parametrize(
    ("name", "fails"),
    [
        *(("over", False), ("by_alias", False), ("perhaps", False), ("day", False)),
        *(("first", False), ("wide", True), ("said", True)),
    ],
)
def test_what_a_hint_excludes_is_no_input(tmp_path: Path, name: str, fails: bool) -> None:
    file = tmp_path / "ranges.py"
    file.write_text(SOURCE)
    (report,) = check(f"{file}:{name}", CheckOptions(max_objects=2))
    assert (report.verdict is Verdict.VIOLATED) is fails
    assert fails or report.verdict in (Verdict.PROVED, Verdict.CLEAN), report.account
