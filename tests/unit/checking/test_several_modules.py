"""Modules of one program: what they offer, and what one of them raises for another."""

from __future__ import annotations

import importlib
import textwrap
from collections.abc import Mapping
from pathlib import Path

import pytest

from heapwise.checking.check import CheckOptions, check
from heapwise.results.checks import FunctionReport


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    return tmp_path


def written(folder: Path, files: Mapping[str, str]) -> None:
    for name, source in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(textwrap.dedent(source), encoding="utf-8")


def checked(file: Path, *, private: bool = False) -> dict[str, FunctionReport]:
    options = CheckOptions(seconds=1200, max_objects=1)
    return {each.name: each for each in check(str(file), options, private=private)}


GUARDED = """
    def root(n: int) -> int:
        if n < 0:
            raise ValueError("n must not be negative")
        return n
    """


def test_what_a_module_of_the_same_package_raises_is_on_purpose(folder: Path) -> None:
    written(
        folder,
        {
            "guarded_one/__init__.py": "",
            "guarded_one/inner.py": GUARDED,
            "guarded_one/outer.py": """
                from .inner import root
                def twice(n: int) -> int:
                    return 2 * root(n)
                """,
        },
    )
    assert checked(folder / "guarded_one" / "outer.py")["twice"].verdict == "proved"


def test_what_a_module_beside_it_raises_is_on_purpose(folder: Path) -> None:
    written(
        folder,
        {
            "guarded_two.py": GUARDED,
            "uses_guarded_two.py": """
                from guarded_two import root
                def twice(n: int) -> int:
                    return 2 * root(n)
                """,
        },
    )
    assert checked(folder / "uses_guarded_two.py")["twice"].verdict == "proved"


def test_what_another_package_raises_is_a_failure(folder: Path) -> None:
    written(
        folder,
        {
            "guarded_three/__init__.py": GUARDED,
            "uses_guarded_three/__init__.py": "",
            "uses_guarded_three/outer.py": """
                from guarded_three import root
                def twice(n: int) -> int:
                    return 2 * root(n)
                """,
        },
    )
    (finding,) = checked(folder / "uses_guarded_three" / "outer.py")["twice"].findings
    assert finding.message == "ValueError: n must not be negative"


LISTED = """
    __all__ = ["offered", "Offered"]

    class Base:
        def inherited(self, n: int) -> int:
            return 1 // n

    class Offered(Base):
        def method(self, n: int) -> int:
            return 1 // n

    class Hidden:
        def method(self, n: int) -> int:
            return 1 // n

    def offered(n: int) -> int:
        return hidden(n)

    def hidden(n: int) -> int:
        return 1 // n
    """
SKIPPED = "private: not in `__all__`, checked where it is called"


def test_what_is_not_in_all_is_private(folder: Path) -> None:
    written(folder, {"listed_one.py": LISTED})
    found = {name: each.skipped for name, each in checked(folder / "listed_one.py").items()}
    assert found == {
        "Base.inherited": "",
        "Offered.method": "",
        "Hidden.method": SKIPPED,
        "offered": "",
        "hidden": SKIPPED,
    }


def test_private_checks_what_is_not_in_all(folder: Path) -> None:
    written(folder, {"listed_two.py": LISTED})
    assert checked(folder / "listed_two.py", private=True)["hidden"].verdict == "violated"


def test_what_the_package_takes_from_a_module_is_offered(folder: Path) -> None:
    written(
        folder,
        {
            "listing/__init__.py": "from .part import hidden",
            "listing/part.py": LISTED,
        },
    )
    found = checked(folder / "listing" / "part.py")
    assert found["hidden"].skipped == "" and found["Hidden.method"].skipped == SKIPPED


def test_a_list_that_names_nothing_here_hides_nothing(folder: Path) -> None:
    written(
        folder,
        {"listed_three.py": "__all__ = ['elsewhere']\n\ndef own(n: int) -> int:\n    return n\n"},
    )
    assert checked(folder / "listed_three.py")["own"].skipped == ""
