"""Every command of the tutorial is run, with the files that it shows, and prints what it says."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from heapwise.cli.app import app

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial.md"
BLOCK = re.compile(r'```(?:python title="([\w.]+)"|(console))\n(.*?)```', re.DOTALL)


def fits(expected: str, printed: str) -> bool:
    """`…` in a line stands for its rest or a part, a line of its own for any lines."""
    pattern = ""
    for line in expected.strip("\n").split("\n"):
        if line == "…":
            pattern += r"(?:.*\n)*?"
        else:
            parts = (re.escape(part) for part in line.split("…"))
            pattern += ".*".join(parts) + r" *\n"
    return re.fullmatch(pattern, printed.strip("\n") + "\n") is not None


def test_the_tutorial_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    ran = 0
    for name, console, body in BLOCK.findall(TUTORIAL.read_text(encoding="utf-8")):
        if not console:
            Path(name).write_text(body, encoding="utf-8")
            shutil.rmtree("__pycache__", ignore_errors=True)
            continue
        first, _, expected = body.partition("\n")
        _, program, *arguments = shlex.split(first)
        assert program == "heapwise"
        printed = CliRunner().invoke(app, arguments).stdout
        assert fits(expected, printed), f"{first}\n{printed}"
        ran += 1
    assert ran == 4


def test_a_transcript_that_is_wrong_is_noticed() -> None:
    assert fits("a …\n…\nb", "a 1\nx\ny\nb")
    assert not fits("a …\n…\nb", "a 1\nx\ny\nc")
    assert not fits("a", "a\nb")
