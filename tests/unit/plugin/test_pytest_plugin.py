"""The plugin of pytest, in runs of pytest of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SHOP = """\
class Cart:
    def __init__(self, total: int) -> None:
        self.total = total

    def merge(self, other: "Cart") -> int:
        before = self.total
        other.total = 0
        return 1 // (self.total - before + 1)


def half(n: int) -> int:
    return n // 2


def _hidden(n: int) -> int:
    return 1 // n
"""
PROPERTIES = """\
import pytest
from shop import Cart


@pytest.mark.heapwise(max_objects=2)
def test_merging_keeps_the_total(a: Cart, b: Cart) -> None:
    total = a.total + b.total
    if total > 0:
        a.total += b.total
        b.total = 0
    assert a.total + b.total == total


@pytest.mark.heapwise
def test_twice(n: int) -> None:
    assert n + n == 2 * n


def test_plain() -> None:
    assert Cart(1).total == 1


@pytest.mark.heapwise(ignore=["HW105", "HW201"])
def test_silenced(n: int) -> None:
    assert 10 // n < 10


@pytest.mark.heapwise(max_objcts=2)
def test_mistyped(n: int) -> None:
    assert n == n


@pytest.mark.heapwise(2)
def test_nameless(n: int) -> None:
    assert n == n


@pytest.mark.parametrize("n", [1])
@pytest.mark.heapwise
def test_parametrized(n: int) -> None:
    assert n == 1
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    (folder / "src").mkdir()
    (folder / "src" / "shop.py").write_text(SHOP)
    (folder / "tests").mkdir()
    (folder / "tests" / "test_shop.py").write_text(PROPERTIES)
    (folder / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\npythonpath = ["src"]\naddopts = ["--strict-markers"]\n'
        "[tool.heapwise]\nmax-objects = 2\n"
    )
    return folder


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-v", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def everything(project: Path) -> str:
    code, output = run(project, "--heapwise", "-n", "2")
    assert code == 1
    return output


def test_functions_are_items_and_a_failure_shows_its_heap(everything: str) -> None:
    """In several processes: each checks some of them."""
    assert "FAILED src/shop.py::heapwise::Cart.merge" in everything
    assert "PASSED src/shop.py::heapwise::half" in everything
    assert "_hidden" not in everything
    # The input is drawn, and rebuilt: the two carts are one.
    assert "├─► Cart#1" in everything and "rebuild" in everything
    assert "HW105" in everything


def test_arguments_of_a_property_are_explored(everything: str) -> None:
    assert "PASSED tests/test_shop.py::test_twice" in everything
    assert "PASSED tests/test_shop.py::test_plain" in everything
    assert "FAILED tests/test_shop.py::test_merging_keeps_the_total" in everything
    assert "a and b are the same object" in everything
    assert "PASSED tests/test_shop.py::test_silenced" in everything
    assert "no option `max_objcts`; did you mean `max_objects`?" in everything
    assert "test_nameless: the mark `heapwise` needs names for its options" in everything
    assert "test_parametrized: with the mark `heapwise`, arguments are all that" in everything


def test_some_are_selected_and_checked_together(project: Path) -> None:
    code, output = run(project, "--heapwise=src/shop.py", "-k", "half or plain")
    assert code == 0 and "2 passed, 8 deselected" in output
    code, output = run(project, "--heapwise=nosuch", "--collect-only")
    assert code != 0 and "there is no file nosuch" in output
