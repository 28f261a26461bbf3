"""D12: what documents and `--help` say of languages, keys and defaults is what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from heapwise.cli.app import app
from heapwise.engine.bounds import PYTHON_OBJECTS, Bounds
from heapwise.frontends.loading import bounds_for
from heapwise.structure.run.preconditions import PRECONDITIONS

DOCS = Path(__file__).parents[2] / "docs"


def helped(command: str) -> str:
    result = CliRunner().invoke(app, [*command.split(), "--help"], env={"COLUMNS": "400"})
    assert result.exit_code == 0
    return re.sub(r"\s+", " ", result.output)


def test_every_language_is_in_the_description_of_the_json() -> None:
    row = next(
        line
        for line in (DOCS / "json.md").read_text().splitlines()
        if line.startswith("| `language` |")
    )
    assert all(f'`"{name}"`' in row for name in ("tiny", "javalite", "python", "java"))


@pytest.mark.parametrize("document", sorted(DOCS.glob("*.md")), ids=lambda path: path.name)
def test_no_table_of_keys_has_a_row_twice(document: Path) -> None:
    for table in re.findall(r"(?:^\|.*\n)+", document.read_text(), re.MULTILINE):
        keys = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
        assert len(keys) == len(set(keys)), table


@pytest.mark.parametrize("target", ["a.py:f", "classes.jar:p.C.m", "a.tiny"])
def test_the_default_bound_on_objects_is_the_one_that_help_tells(target: str) -> None:
    assert f"default: ({PYTHON_OBJECTS} for Python and Java, else none)" in helped("explore")
    expected = None if target.endswith(".tiny") else PYTHON_OBJECTS
    assert bounds_for(target, Bounds()).max_objects == expected


def test_help_and_documents_tell_the_same_default_of_preconditions() -> None:
    assert "compiled if there is an invariant" in helped("explore")
    invariants = (DOCS / "invariants.md").read_text()
    assert "So it is for Java, where invariants are run first" in invariants
    assert "`explore` compiles invariants by default" in (DOCS / "java.md").read_text()
    for name in PRECONDITIONS:
        assert f"| `{name}` |" in invariants
        assert name in helped("explore")


def test_every_experiment_has_a_section() -> None:
    text = (DOCS / "reproduction.md").read_text()
    names = re.findall(r"^\| .*`heapwise reproduce (\w+)", text, re.MULTILINE)
    commands = re.findall(r" (pose|lissa|kiasan|summaries) (?=T)", helped("reproduce"))
    assert set(commands) == set(names) and len(commands) == 4
    headings = [line.lower() for line in text.splitlines() if line.startswith("## ")]
    assert all(any(name in heading for heading in headings) for name in names)
