"""A5: whether equal numbers, texts or tuples are one object depends on how they were made.

`n + 0 is n` was proved, although CPython says no for n = 1000.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import Verdict, check

OPEN = {
    "number": "def f(n: int) -> None:\n    assert n + 0 is n\n",
    "text": "def f(s: str) -> None:\n    assert s + '' is s\n",
    "float": "def f(x: float) -> None:\n    assert x != x or x * 1.0 is x\n",
    "tuple": "def f(a: int) -> None:\n    assert (a, 1) is (a, 1)\n",
    "union": "def f(n: int | None) -> None:\n    assert n is None or n is n + 0\n",
}
KNOWN = {
    "none": "def f(n: int | None) -> None:\n    assert (n is None) == (n == None)\n",
    "bool": "def f(b: bool) -> None:\n    assert b is True or b is False\n",
    "small": "def f(n: int) -> None:\n    assert len(str(n % 5)) is 1\n",
    "kinds": "def f(n: int, s: str) -> None:\n    assert n is not s\n",
    "object": "class C:\n    pass\n\ndef f(c: C, d: C) -> None:\n    assert c is d or c is not d\n",
}


def _verdict(source: str, folder: Path) -> Verdict:
    file = folder / "identities.py"
    file.write_text(source, encoding="utf-8")
    (report,) = check(f"{file}:f")
    return report.verdict


@pytest.mark.parametrize("name", OPEN)
def test_that_equal_values_are_one_object_is_not_proved(name: str, tmp_path: Path) -> None:
    assert _verdict(OPEN[name], tmp_path) is Verdict.CLEAN


@pytest.mark.parametrize("name", KNOWN)
def test_objects_that_there_are_once_are_known(name: str, tmp_path: Path) -> None:
    assert _verdict(KNOWN[name], tmp_path) is Verdict.PROVED
