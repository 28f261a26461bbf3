"""Annotations are read where they stand, whatever a module says about its names."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from heapwise.frontends.python.source.modules import (
    imported_later,
    load_module,
    module_of,
    names_around,
)
from heapwise.frontends.python.source.target import parse_target
from heapwise.frontends.python.typing.fields import fields_of
from heapwise.frontends.python.typing.functions import function_named


@pytest.fixture(autouse=True)
def _forget_modules() -> Iterator[None]:
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        del sys.modules[name]


def _package(folder: Path, **files: str) -> Path:
    package = folder / "shelfpack"
    package.mkdir()
    (package / "__init__.py").write_text("")
    for name, text in files.items():
        (package / f"{name}.py").write_text(dedent(text))
    return package


def test_a_class_that_is_given_to_another_module_is_read_in_its_own(tmp_path: Path) -> None:
    package = _package(
        tmp_path,
        things="""
        from collections.abc import MutableMapping

        class Shelf:
            books: MutableMapping[int, str]

            def __init__(self, size: int) -> None:
                self.size = size
        """,
    )
    (package / "__init__.py").write_text(
        "from .things import Shelf\nShelf.__module__ = 'shelfpack'\n"
    )
    loaded = load_module(parse_target(str(package / "things.py")))
    shelf = loaded.module.Shelf
    assert {name: str(info.shape) for name, info in fields_of(shelf).items()} == {
        "books": "dict[int, str]",
        "size": "int",
    }
    assert names_around(shelf) is vars(loaded.module)
    home = module_of(shelf)
    assert home is not None
    assert home.path.name == "things.py"


def test_names_assigned_for_type_checkers_are_aliases(tmp_path: Path) -> None:
    file = tmp_path / "aliases.py"
    file.write_text(
        dedent(
            """
            from __future__ import annotations
            from typing import TYPE_CHECKING

            if TYPE_CHECKING:
                Key = int | str
                Pairs: object = list[tuple[Key, int]]

            def f(key: Key, pairs: Pairs) -> None: ...
            """
        )
    )
    info = function_named(load_module(parse_target(str(file))), "f")
    assert [str(parameter.shape) for parameter in info.parameters] == [
        "int | str",
        "list[tuple[int | str, int]]",
    ]


def test_modules_that_functions_import_are_there_in_advance(tmp_path: Path) -> None:
    package = _package(
        tmp_path,
        first="""
        def f() -> int:
            from .second import Second
            return Second().n
        """,
        second="""
        class Second:
            n: int = 3

            def other(self) -> None:
                from shelfpack import third
                import shelfpack.nowhere
        """,
        third="class Third: pass",
    )
    loaded = load_module(parse_target(str(package / "first.py")))
    assert {module.__name__ for module in imported_later(loaded)} == {
        "shelfpack.second",
        "shelfpack.third",
        "shelfpack",
    }
