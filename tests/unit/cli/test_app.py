"""What is done to the command line before any command sees it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from heapwise.cli.app import app, with_json_to_stdout


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("check bank.py --json", "check bank.py --json -"),
        ("check bank.py --json -q", "check bank.py --json - -q"),
        ("check bank.py --json --timeout 5", "check bank.py --json - --timeout 5"),
        ("check bank.py --json -", "check bank.py --json -"),
        ("check --json out.json bank.py", "check --json out.json bank.py"),
        ("doctor --json", "doctor --json"),
        ("", ""),
    ],
)
def test_json_without_a_file_goes_to_standard_output(typed: str, meant: str) -> None:
    assert with_json_to_stdout(typed.split()) == meant.split()


def test_the_help_is_plain_and_breaks_no_name() -> None:
    shown = CliRunner().invoke(app, ["check", "--help"], env={"COLUMNS": "60"}).output
    assert "Usage: heapwise check [OPTIONS] TARGET…" in shown
    for name in (
        "--changed-since REV",
        "symsolve-memo",
        "lazier-sharp",
        "\nJava (docs/java.md):\n",
    ):
        assert name in shown
    assert "Examples:\n  heapwise check bank.py\n  heapwise check src/" in shown
    assert not {"**", "`", "\ue000"} & {*shown, shown.partition("**")[1]}


def test_a_command_that_does_not_exist_is_told_with_one_that_does() -> None:
    done = CliRunner().invoke(app, ["chek"])
    assert done.exit_code == 2 and "did you mean `check`?" in done.output


def test_text_is_written_to_a_file_as_well(tmp_path: Path) -> None:
    source = tmp_path / "half.py"
    source.write_text("def half(n: int) -> int:\n    return 10 // n\n")
    to = tmp_path / "out.txt"
    CliRunner().invoke(app, ["check", str(source), "-o", str(to), "--no-cache"])
    assert "HW105" in to.read_text() and "1 function: 1 violated." in to.read_text()
