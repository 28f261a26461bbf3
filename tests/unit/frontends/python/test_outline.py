"""Names that a file certainly does not have, told from its text; whatever may be there is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.frontends.python.outline import need_name
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
    need_name(f"{tmp_path}/nosuch.py:f")
    (tmp_path / "binary.py").write_bytes(b"\xff\xfe\x00")
    need_name(f"{tmp_path}/binary.py:f")
