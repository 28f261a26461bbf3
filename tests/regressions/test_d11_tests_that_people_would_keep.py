"""D11: generated tests are few, well named, and say truly what they cover."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = """
from __future__ import annotations


def blank(n: int) -> list[None]:
    return [None] * n


class Table:
    def __init__(self, size: int) -> None:
        self.slots = [None] * size


class Testing:
    def __init__(self, level: int) -> None:
        self.level = level


def above(xs: list[int], least: int) -> list[int]:
    return [x for x in xs if x > least]


def level_of(testing: Testing) -> str:
    if testing.level > 3:
        return "testing.level"
    return "Testing"


def _hidden(x: int) -> int:
    if x > 3:
        return 1
    return 2


def test_blank() -> None:
    assert blank(0) == []
"""


class Written:
    def __init__(self, folder: Path) -> None:
        (folder / "subject.py").write_text(SOURCE, encoding="utf-8")
        command = [sys.executable, "-m", "heapwise", "tests", "subject.py", "-o", "test_it.py"]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
        self.said = run.stdout.splitlines()
        self.file = folder / "test_it.py"
        self.tree = ast.parse(self.file.read_text(encoding="utf-8"))
        self.functions = [each for each in self.tree.body if isinstance(each, ast.FunctionDef)]
        self.names = [each.name for each in self.functions]

    def of(self, start: str) -> list[ast.FunctionDef]:
        return [each for each in self.functions if each.name.startswith(f"test_{start}")]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    return Written(tmp_path_factory.mktemp("d11"))


def test_lengths_that_a_reader_does_not_tell_apart_get_no_tests(written: Written) -> None:
    for name in ("blank", "table"):
        text = "\n".join(ast.unparse(each) for each in written.of(name))
        assert 2 <= len(written.of(name)) <= 4
        assert "[]" in text and "[None]" in text


def test_names_are_short_and_different_and_end_with_a_whole_phrase(written: Written) -> None:
    assert len(set(written.names)) == len(written.names)
    for name in written.names:
        assert len(name) <= 69
        assert not re.search(
            r"_(when|and|or|is|not|equals|below|above|at_most|differs_from)$", name
        )
        assert re.sub(r"_\d+$", "", name) not in set(written.names) - {name}


def test_what_the_docstring_says_is_true_of_the_input(written: Written) -> None:
    for function in written.of("blank"):
        (call,) = [
            node
            for node in ast.walk(function)
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "blank"
        ]
        condition = ast.get_docstring(function)
        assert condition is not None
        assert eval(condition.replace("\n", " "), {"n": ast.literal_eval(call.args[0])})


def test_nothing_of_the_module_is_collected(written: Written) -> None:
    imported = [
        alias.asname or alias.name
        for node in written.tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    assert "_Testing" in imported and "blank" in imported
    assert not any(name.startswith(("test", "Test")) for name in imported)
    assert '"testing.level"' in ast.unparse(written.tree).replace("'", '"')
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null"]
    command += [f"--rootdir={written.file.parent}", str(written.file)]
    run = subprocess.run(command, cwd=written.file.parent, capture_output=True, text=True)
    assert f"{len(written.names)} passed" in run.stdout


def test_skipped_functions_are_told_with_their_branches(written: Written) -> None:
    last = written.said[-1]
    assert re.search(r"· \d+ of \d+ branches · 2 functions skipped with 4 branches · ", last)
    assert any("test_blank" in line and "it is a test" in line for line in written.said)
