"""Of all inputs that show a failure, the smallest that can be found is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.checking.check import CheckOptions, check, check_function
from heapwise.frontends.python.checking.subjects import subjects_of

SOURCE = """
class Matrix:
    def __init__(self, row: int, column: int) -> None:
        self.row = row
        self.column = column
        self.cells: list[list[int]] = [[0] * column for _ in range(row)]

    def negated(self) -> int:
        total = 0
        for r in range(self.row):
            for c in range(self.column):
                total -= self.cells[r][c]
        return total


def apart(a: int, b: int) -> None:
    assert not (a > b + 30 and b > -200)


def named(text: str, n: int) -> None:
    if len(text) > n and n > 2:
        raise_it = 1 // 0


def far(n: int) -> int:
    return [1, 2, 3][n]
"""


def inputs(tmp_path: Path, name: str) -> list[dict[str, object]]:
    module = tmp_path / "smallest.py"
    module.write_text(SOURCE)
    (subject,) = subjects_of(f"{module}:{name}")
    report = check_function(subject, CheckOptions(seconds=60))
    assert report.findings and all(finding.replayed for finding in report.findings)
    found: list[dict[str, object]] = []
    for finding in report.findings:
        fields = [dict(each.fields) for each in finding.input.objects.values() if each.fields]
        found.append({**finding.input.roots, **(fields[0] if fields else {})})
    return found


def test_a_matrix_that_says_it_has_more_columns_than_it_has(tmp_path: Path) -> None:
    for found in inputs(tmp_path, "Matrix.negated"):
        assert found["row"] == 1 and found["column"] == 1


@pytest.mark.parametrize(
    ("name", "size"),
    [("apart", 31), ("named", 3 + 4), ("far", 3)],
)
def test_numbers_and_strings_are_as_small_as_can_be(tmp_path: Path, name: str, size: int) -> None:
    for found in inputs(tmp_path, name):
        weight = 0
        for value in found.values():
            weight += len(value) if isinstance(value, str) else abs(int(str(value)))
        assert weight == size


def test_a_pattern_that_takes_what_it_can_does_not_make_the_text_longer(tmp_path: Path) -> None:
    file = tmp_path / "loading.py"
    file.write_text("import json\n\ndef load(s: str) -> int:\n    return json.loads(s)['a']\n")
    (report,) = check(f"{file}:load", CheckOptions(seconds=20, max_objects=1))
    shown = {each.message.partition(":")[0]: each.input.roots["s"] for each in report.findings}
    assert shown["json.decoder.JSONDecodeError"] in ("", "\ufeff")
    assert shown["TypeError"] == "0"
