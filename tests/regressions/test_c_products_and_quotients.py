"""C: products and quotients of unknowns keep nobody waiting: small numbers are tried first."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import check
from heapwise.results import Verdict

SOURCE = """
def truncated(a: int, b: int) -> None:
    if b:
        assert a // b == int(a / b)


def squares(a: int, b: int, c: int) -> None:
    assert a * a + b * b != c * c or a == 0 or b == 0


def halves(n: int) -> None:
    assert round(n / 2) * 2 >= n


def divided(a: int, b: int) -> None:
    if b:
        assert a // b * b + a % b == a


def written(a: int, b: int) -> str:
    return str(a * a * b)[0] + f"{a * b + a}"


def lengths_written(s: str, t: str) -> str:
    return str(len(s) * len(t))
"""


@pytest.mark.parametrize(
    ("function", "verdict"),
    [
        ("truncated", Verdict.VIOLATED),
        ("squares", Verdict.VIOLATED),
        ("halves", Verdict.VIOLATED),
        ("divided", Verdict.PROVED),
        ("written", Verdict.CLEAN),
        ("lengths_written", Verdict.PROVED),
    ],
)
def test_the_verdict_is_found(tmp_path: Path, function: str, verdict: Verdict) -> None:
    module = tmp_path / "products.py"
    module.write_text(SOURCE)
    (report,) = check(f"{module}:{function}")
    assert report.verdict is verdict
