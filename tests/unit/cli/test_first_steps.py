"""What `heapwise` alone tells a newcomer."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from heapwise.frontends.target_folders import expanded
from heapwise.program import InputError

BUILT = Path(__file__).parents[2] / "programs_java/classes/collections"

SHOP = """\
class Cart:
    def add(self, n: int) -> int:
        return n


def plain(x):
    return x
"""


def alone(folder: Path) -> str:
    command = [sys.executable, "-m", "heapwise"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def test_it_names_what_is_in_this_folder(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(SHOP)
    (tmp_path / "empty.py").write_text("X = 1\n")
    (tmp_path / "list.tiny").write_text("")
    (tmp_path / ".git").mkdir()
    told = alone(tmp_path)
    assert "heapwise check shop.py" in told
    assert "heapwise explore shop.py:Cart.add -v" in told
    assert "heapwise check .  " in told and "all 2 modules" in told
    assert "--changed-since HEAD" in told and "heapwise compare list.tiny" in told


def test_in_an_empty_folder_it_says_so(tmp_path: Path) -> None:
    assert "There is no Python file" in alone(tmp_path)


def test_in_a_folder_of_java_it_names_what_was_built_or_says_how_to_compile(tmp_path: Path) -> None:
    sources = tmp_path / "src" / "main"
    sources.mkdir(parents=True)
    (sources / "Cart.java").write_text("class Cart {}")
    assert "src/main/Cart.java is Java source: compile it" in alone(tmp_path)
    with pytest.raises(InputError, match=r"nothing to check in this folder: .*Cart\.java is Java"):
        expanded([str(tmp_path)])
    built = tmp_path / "target" / "classes" / "collections"
    shutil.copytree(BUILT, built)
    assert "heapwise check target/classes  every method of these classes" in alone(tmp_path)
    with pytest.raises(InputError, match=r"name what has been built, .*target/classes$"):
        expanded([str(tmp_path)])


def test_the_module_with_most_hints_is_named_and_modules_without_are_not(tmp_path: Path) -> None:
    (tmp_path / "few.py").write_text(SHOP)
    (tmp_path / "most.py").write_text("def f(\n    a: int,\n) -> int: ...\ndef g(b: str): ...\n")
    (tmp_path / "not_python.py").write_text("def f(a: int): def g(b: int): def\n" * 3)
    assert "heapwise explore most.py:f -v" in alone(tmp_path)
    (tmp_path / "few.py").unlink()
    (tmp_path / "most.py").write_text("def f(a, b):\n    c: int = a\n")
    assert "heapwise explore" not in alone(tmp_path)
