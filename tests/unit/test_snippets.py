"""What documents show is run: transcripts print what they say, examples of rules are findings of
these rules, commands have the options that they are shown with."""

from __future__ import annotations

import json
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from heapwise.cli.app import app

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TUTORIAL = ROOT / "docs" / "tutorial.md"
BLOCK = re.compile(r'```(?:python title="([\w.]+)"|(console))\n(.*?)```', re.DOTALL)
FENCED = re.compile(r"^```(\w*).*\n((?:.*\n)*?)```", re.MULTILINE)
TIME = re.compile(r"\d+(?:\.\d+)? (?:s|ms)\b")
COMMAND = re.compile(r"^(?:\$ )?heapwise .*", re.MULTILINE)


def fits(expected: str, printed: str) -> bool:
    """`…` in a line stands for its rest or a part, a line of its own for any lines; times for any
    times."""
    pattern = ""
    for line in TIME.sub("0 s", expected).strip("\n").split("\n"):
        if line == "…":
            pattern += r"(?:.*\n)*?"
        else:
            parts = (re.escape(part) for part in line.split("…"))
            pattern += ".*".join(parts) + r" *\n"
    return re.fullmatch(pattern, TIME.sub("0 s", printed).strip("\n") + "\n") is not None


def main_here(arguments: list[str]) -> str:
    return CliRunner().invoke(app, arguments).stdout


def main_of_its_own(arguments: list[str], folder: Path) -> str:
    command = [sys.executable, "-m", "heapwise", *arguments]
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True).stdout


def prints(transcript: str, main: Callable[[list[str]], str] = main_here) -> None:
    first, _, expected = transcript.partition("\n")
    _, program, *arguments = shlex.split(first)
    assert program == "heapwise"
    printed = main(arguments)
    assert fits(expected, printed), f"{first}\n{printed}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


def test_the_tutorial_is_true(folder: Path) -> None:
    ran = 0
    for name, console, body in BLOCK.findall(TUTORIAL.read_text(encoding="utf-8")):
        if console:
            prints(body)
            ran += 1
        else:
            Path(name).write_text(body, encoding="utf-8")
            shutil.rmtree("__pycache__", ignore_errors=True)
    assert ran == 4


def test_the_first_page_is_true(folder: Path) -> None:
    shutil.copytree(ROOT / "examples", folder / "examples")
    blocks = FENCED.findall(README)
    transcripts = [body for _, body in blocks if body.startswith("$ heapwise")]
    assert len(transcripts) == 3
    for each in transcripts:
        # What was asked before in a process may choose other numbers.
        prints(each, lambda arguments: main_of_its_own(arguments, folder))
    test, program = (body for language, body in blocks if language == "python")
    name = re.findall(r"def (\w+)", test)[0]
    written = Path("test_bank.py").read_text(encoding="utf-8")
    assert f"def {name}(" in written
    exec(f"{test}\n{name}()", runpy.run_path("examples/bank.py"))
    exec(program, {})


def test_a_transcript_that_is_wrong_is_noticed() -> None:
    assert fits("a …\n…\nb", "a 1\nx\ny\nb")
    assert not fits("a …\n…\nb", "a 1\nx\ny\nc")
    assert not fits("a", "a\nb")
    assert fits("found after 0.3 s", "found after 12 ms") and not fits("0.3 s", "0.3")


CLASSES = """from __future__ import annotations
from dataclasses import dataclass, field

@dataclass(eq=False)
class Node:
    value: int
    next: Node | None = None

@dataclass
class Account:
    balance: int

@dataclass
class Cart:
    items: list[int]

@dataclass
class Circle:
    radius: float

@dataclass
class Square:
    side: float

"""


@pytest.mark.slow
def test_the_example_of_a_rule_is_a_finding_of_it(folder: Path) -> None:
    wanted = {}
    for page in re.split(r"^## ", (ROOT / "docs" / "rules.md").read_text(), flags=re.MULTILINE):
        for language, body in FENCED.findall(page):
            if language == "python":
                wanted[f"{page[:5].lower()}.py"] = page[:5]
                Path(f"{page[:5].lower()}.py").write_text(CLASSES + body, encoding="utf-8")
    assert len(wanted) > 15
    options = ["--max-objects", "2", "--jobs", "1", "--no-cache"]
    done = CliRunner().invoke(app, ["check", ".", *options, "--format", "json", "-q"])
    found: dict[str, set[str]] = {}
    for report in json.loads(done.stdout)["functions"]:
        rules = {each["rule"] for each in report["findings"] if each["replayed"]}
        found.setdefault(Path(report["place"]["file"]).name, set()).update(rules)
    assert [name for name, rule in wanted.items() if rule not in found[name]] == []


def commands_in(document: Path) -> Iterator[str]:
    for _, body in FENCED.findall(document.read_text(encoding="utf-8")):
        yield from (each.removeprefix("$ ") for each in COMMAND.findall(body))


def unknown_in(line: str) -> list[str]:
    """The command, if there is none of the name, or the options that it does not have."""
    _, *words = shlex.split(line, comments=True)
    command: Any = get_command(app)
    context = command.make_context("heapwise", ["doctor"])
    while words and hasattr(command, "commands") and not words[0].startswith("-"):
        name, words, group = words[0], words[1:], command
        command = group.get_command(context, name)
        if command is None and group.invoke_without_command:
            return []
        if command is None:
            return [name]
    known = {each for option in command.params for each in (*option.opts, *option.secondary_opts)}
    own = words[: words.index("--")] if "--" in words else words
    options = [each.partition("=")[0] for each in own if re.match("--?[a-z]", each)]
    return [each for each in options if each not in known | {"-h", "--help"}]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.name))
def test_commands_are_shown_with_options_that_they_have(document: Path) -> None:
    shown = {line: unknown_in(line) for line in commands_in(document)}
    assert {line: unknown for line, unknown in shown.items() if unknown} == {}


def test_a_command_with_an_option_that_it_does_not_have_is_noticed() -> None:
    assert unknown_in("heapwise explore FILE --max-objects 3 -v  # as --many as there are") == []
    assert unknown_in("heapwise learn -- pytest --maxfail 1") == []
    assert unknown_in("heapwise explore FILE --max-object 3") == ["--max-object"]
    assert unknown_in("heapwise explor FILE") == ["explor"]
    assert unknown_in("heapwise runs shows 7") == ["shows"]
