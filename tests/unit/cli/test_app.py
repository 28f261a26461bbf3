"""What is done to the command line before any command sees it."""

from __future__ import annotations

import pytest

from heapwise.cli.app import with_json_to_stdout


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
