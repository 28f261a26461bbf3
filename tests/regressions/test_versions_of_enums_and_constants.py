"""`heapwise diff` of Python: constants that both versions have are no difference between them.

Members of enums were handed to the second version as those of the first, so that its own code
never knew them: versions without a difference were told to differ, and methods of an enum that did
differ were told to be equal. Classes and functions as results differed by the packages in which
the versions are compared, and objects of modules that are imported as a whole were not copied.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from heapwise.cli.app import app

SHAPES = """\
class Node:
    def __init__(self, value: int) -> None:
        self.value = value

    def up(self) -> int:
        self.value += 1
        return self.value
"""
USE = """\
from enum import Enum, IntEnum
import math
import shapes

class Colour(Enum):
    RED = 1
    BLUE = 2
    def other(self) -> "Colour":
        return Colour.BLUE if self is Colour.RED else Colour.RED

class Level(IntEnum):
    LOW = 1
    HIGH = 2

def is_red(c: Colour) -> bool:
    return c is Colour.RED

def turned(c: Colour) -> Colour:
    return c.other()

def keyed(c: Colour | None) -> dict[Colour, int]:
    return {Colour.RED: 1} if c is None else {c: 2}

def raised(level: Level) -> Level:
    return Level.HIGH if level == Level.LOW else level

def made(n: int) -> set[int]:
    return {n, 1}

def far(n: int) -> float:
    return math.inf if n == 7 else math.nan

def shifted(n: int, by: int = 2) -> int:
    return n + by

def joined(b: bytes) -> bytes:
    return b + b"x"

def a_class(n: int) -> type:
    return shapes.Node

def a_function(n: int) -> object:
    return is_red

def a_closure(n: int) -> object:
    return lambda: n

def up(node: shapes.Node) -> int:
    return node.up()
"""
EDITS = {
    "Colour.other": ("if self is", "if self is not"),
    "is_red": ("c is Colour.RED", "c is Colour.BLUE"),
    "raised": ("level == Level.LOW else", "level == Level.HIGH else"),
    "made": ("{n, 1}", "{n, 2}"),
    "far": ("else math.nan", "else -math.inf"),
    "joined": ('b"x"', 'b"y"'),
    "a_class": ("return shapes.Node", "return Level"),
}


def judged(*options: str) -> dict[str, Any]:
    arguments = ["diff", "old/use.py", "new/use.py", "--max-objects", "2", "--json", "-", *options]
    found = json.loads(CliRunner().invoke(app, arguments).output)["functions"]
    return {each["name"]: each for each in found}


@pytest.fixture
def versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for version in ("old", "new"):
        (tmp_path / version).mkdir()
        (tmp_path / version / "shapes.py").write_text(SHAPES)
        (tmp_path / version / "use.py").write_text(USE)
    return tmp_path


def test_a_module_does_not_differ_from_itself(versions: Path) -> None:
    found = judged()
    # Nothing tells whether two closures do the same.
    assert {name for name, each in found.items() if each["equal"] is not True} == {"a_closure"}
    assert found["a_closure"]["equal"] is None


def test_what_differs_is_told_with_tests_that_hold_before(versions: Path) -> None:
    text = USE.replace("by: int = 2", "by: int = 3")
    for old, new in EDITS.values():
        assert text.count(old) == 1
        text = text.replace(old, new)
    (versions / "new" / "use.py").write_text(text)
    (versions / "new" / "shapes.py").write_text(SHAPES.replace("+= 1", "+= 2"))
    found = judged("--test", "test_use.py")
    different = {name for name, each in found.items() if each["equal"] is False}
    assert different == {*EDITS, "turned", "up"}
    # Nobody says what `shifted(1)` does if it is always given both.
    assert "shifted" not in found
    assert all("heapwise_" not in each["code"] for each in found.values())
    tests = compile((versions / "test_use.py").read_text(), "test_use.py", "exec")
    for version, holds in (("old", True), ("new", False)):
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(str(versions / version))
            for name in ("use", "shapes"):
                patch.delitem(sys.modules, name, raising=False)
            space: dict[str, Any] = {}
            exec(tests, space)
            cases = [each for name, each in space.items() if name.startswith("test_")]
            assert len(cases) == len(different)
            for case in cases:
                if holds:
                    case()
                else:
                    with pytest.raises(AssertionError):
                        case()
            for name in ("use", "shapes"):
                sys.modules.pop(name, None)
