"""Names that a file certainly does not have, told from its text; whatever may be there is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.frontends.python.source.outline import need_name
from heapwise.program import InputError

_CLASS = "from dataclasses import dataclass\n@dataclass\nclass Box:\n    def fill(self): ...\n"


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        (_CLASS, "Bx", "has no `Bx`; did you mean `Box`?"),
        (_CLASS, "Box.fil", "has no `Box.fil`; did you mean `Box.fill`?"),
        (_CLASS, "Bin.fill", "has no `Bin.fill`; did you mean `Box.fill`?"),
        ("def f(): ...\n", "total", "has no `total`"),
    ],
)
def test_what_is_not_there_is_told(tmp_path: Path, text: str, name: str, message: str) -> None:
    file = tmp_path / "m.py"
    file.write_text(text)
    with pytest.raises(InputError) as error:
        need_name(f"{file}:{name}")
    assert str(error.value) == f"{file} {message}"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (_CLASS, "Box"),
        (_CLASS, "Box.fill"),
        (_CLASS, "Box.__init__"),
        ("from elsewhere import *\n", "total"),
        ("globals()['to' + 'tal'] = len\n", "total"),
        ("def __getattr__(name): ...\n", "total"),
        ("import elsewhere\nclass Box(elsewhere.Base): ...\n", "Box.fill"),
        ("import elsewhere\n@elsewhere.filled\nclass Box: ...\n", "Box.fill"),
        ("from elsewhere import Box\n", "Box.fill"),
        ("if True:\n    def total(): ...\n", "total"),
        ("class Box(:\n", "total"),
        ("def f(): ...\n", ""),
        ("def f(): ...\n", "<locals>"),
    ],
)
def test_what_may_be_there_is_left_to_who_runs_the_file(
    tmp_path: Path, text: str, name: str
) -> None:
    file = tmp_path / "m.py"
    file.write_text(text)
    need_name(f"{file}:{name}")


def test_modules_and_files_that_cannot_be_read_are_left_too(tmp_path: Path) -> None:
    need_name("collections:nosuch")
    need_name("os.path:nosuch")
    need_name(f"{tmp_path}/nosuch.py:f")
    (tmp_path / "binary.py").write_bytes(b"\xff\xfe\x00")
    need_name(f"{tmp_path}/binary.py:f")


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("nosuch", "there is no file or module `nosuch`"),
        ("nosuch.part:f", "there is no file or module `nosuch.part`; did you mean `shop.part`?"),
        ("shop.nosuch:f", "there is no file or module `shop.nosuch`"),
        ("shop.til", "there is no file or module `shop.til`; did you mean `shop.till`?"),
        ("shop.till:totl", "shop.till has no `totl`; did you mean `total`?"),
    ],
)
def test_a_module_is_looked_for_but_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str, message: str
) -> None:
    _make_shop(tmp_path, "raise SystemExit\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as error:
        need_name(target)
    assert str(error.value) == message


@pytest.mark.parametrize("init", ["__path__.append('elsewhere')\n", "import sys; sys.modules\n"])
def test_a_package_that_says_where_its_modules_are_may_have_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, init: str
) -> None:
    _make_shop(tmp_path, init)
    monkeypatch.chdir(tmp_path)
    need_name("shop.nosuch:f")


def _make_shop(folder: Path, init: str) -> None:
    (folder / "shop").mkdir()
    (folder / "shop" / "__init__.py").write_text(init)
    (folder / "shop" / "till.py").write_text("def total(): ...\n")


@pytest.mark.parametrize("target", ["total.py", "total"])
def test_a_module_alone_names_nothing_inside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    (tmp_path / "total.py").write_text("def f(): ...\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    need_name(target)
