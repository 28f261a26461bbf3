"""What a hint leaves open is an integer in a witness. Where that matters, nothing is proved of
other values; where the program only keeps and passes it on, it is any value."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.checking.check import check
from heapwise.frontends.python.semantics.core.plain import INTEGERS
from heapwise.results.account import Verdict

OPERATIONS = (
    *("p + 1", "2 * p", "-p", "p < 1", "p <= q", "abs(p)", "int(p)", "round(p)", "hash(p)"),
    *("str(p)", "f'{p:3}'", "[1, 2][p:]", "divmod(p, 2)", "max(p, q)", "sorted([p, q])"),
)
HARMLESS = ("p is q", "p == q", "[p, q]", "(p, q)[0]", "p if q else None", "not p", "p is None")


@pytest.mark.parametrize("hint", ["Any", "object"])
def test_only_integers_were_tried(hint: str, tmp_path: Path) -> None:
    file = tmp_path / "untyped.py"
    bodies = [*OPERATIONS, *HARMLESS]
    functions = [
        f"def f{number}(p: {hint}, q: {hint}) -> object:\n    return {body}\n"
        for number, body in enumerate(bodies)
    ]
    file.write_text("\n\n".join(["from typing import Any\n", *functions]))
    reports = {each.name: each for each in check(str(file))}
    for number, body in enumerate(bodies):
        report = reports[f"f{number}"]
        if body in HARMLESS:
            assert report.verdict is Verdict.PROVED, body
        else:
            assert INTEGERS in report.account.approximations, body
            assert report.verdict is Verdict.CLEAN, body


def test_what_is_said_of_a_type_variable_is_said_of_all_types(tmp_path: Path) -> None:
    file = tmp_path / "generic.py"
    file.write_text(
        "from typing import TypeVar\n\nT = TypeVar('T')\n\n\n"
        "def larger(p: T, q: T) -> T:\n    return p if p > q else q\n"
    )
    (report,) = check(str(file))
    assert report.verdict is Verdict.PROVED


def test_a_type_that_the_body_tells_is_a_guess(tmp_path: Path) -> None:
    file = tmp_path / "guessed.py"
    file.write_text(
        "from typing import Any\n\n\n"
        "def first(p: Any, q: int) -> object:\n    for x in p:\n        return x\n    return q\n"
    )
    (report,) = check(str(file))
    assert report.account.approximations == ("`p` as the body uses it",)
    assert report.verdict is Verdict.CLEAN


def test_nothing_is_known_of_deleting_an_item(tmp_path: Path) -> None:
    file = tmp_path / "deleting.py"
    file.write_text("from typing import Any\n\n\ndef f(p: Any) -> None:\n    del p[0:1]\n")
    (report,) = check(str(file))
    assert report.verdict is not Verdict.PROVED
