"""`heapwise diff` of Python: a function that returns a generator yields what that gives.

What a generator function gives was compared item by item, but a generator that a function returned
was an object of another class: versions were told to differ that no caller can tell apart.
"""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from heapwise.cli.app import app

BEFORE = """\
from collections.abc import Iterator

def same(xs: list[int]) -> Iterator[int]:
    for x in xs:
        yield x

def both_return(xs: list[int]) -> Iterator[int]:
    return (x for x in xs)

def other_items(xs: list[int]) -> Iterator[int]:
    for x in xs:
        yield x

def is_late(n: int) -> Iterator[int]:
    yield 1 // n
"""
NOW = """\
from collections.abc import Iterator

def same(xs: list[int]) -> Iterator[int]:
    return (x for x in xs)

def both_return(xs: list[int]) -> Iterator[int]:
    return (y for y in xs if True)

def other_items(xs: list[int]) -> Iterator[int]:
    return (x for x in xs if x)

def is_late(n: int) -> Iterator[int]:
    k = 1 // n
    return (k for _ in "x")
"""


def test_generators_that_are_returned_are_compared_by_what_they_give(tmp_path: Path) -> None:
    for name, text in (("before.py", BEFORE), ("now.py", NOW)):
        (tmp_path / name).write_text(text)
    files = [str(tmp_path / name) for name in ("before.py", "now.py")]
    done = CliRunner().invoke(app, ["diff", *files, "--max-objects", "2", "--json", "-"])
    found = {each["name"]: each["equal"] for each in json.loads(done.stdout)["functions"]}
    assert found == {"same": True, "both_return": True, "other_items": False, "is_late": False}
