"""Tables in text are read and written as `csv` does it; that CPython agrees on every path is
checked by `exploring`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.frontends.python.exploring import Cases, reasons

HEADING = """
import csv
import io

ROWS = (
    'a,b', '"a,""b",c', '', 'a,', '"x', '"x"y,z', "a\\rb", 'a;"b;c"', ' a, b', '1,"2"', 'a\\\\,b',
    '"a\\nb",c\\r\\nd\\n', '\\n', '"a\\\\"b"', "'a''b',c",
)
FORMATS = (
    {}, {"delimiter": ";"}, {"skipinitialspace": True}, {"quoting": csv.QUOTE_NONNUMERIC},
    {"escapechar": "\\\\", "doublequote": False}, {"quoting": csv.QUOTE_NONE}, {"strict": True},
    {"quotechar": "'"}, {"dialect": "excel-tab"}, {"dialect": csv.unix_dialect},
)
ITEMS = (("a", 1, 2.5, None), ("a,b", 'c"d'), ("",), (), ("a\\r\\nb", "'"), (None,), 3, ("x\\ty",))

def read(text, options):
    try:
        return list(csv.reader(text.splitlines(True), **options))
    except (csv.Error, ValueError):
        return "no"

def written(row, options):
    out = io.StringIO()
    try:
        csv.writer(out, **options).writerow(row)
    except csv.Error:
        return "no"
    return out.getvalue()
"""
CASES = {
    "formats that are read": ("", "return [read(row, each) for row in ROWS for each in FORMATS]"),
    "formats that are written": (
        "",
        "refused = {'escapechar', 'skipinitialspace'}",
        "formats = [each for each in FORMATS if not refused & each.keys()]",
        "formats = [each for each in formats if each.get('dialect') is not csv.unix_dialect]",
        "return [written(row, each) for row in ITEMS for each in formats]",
    ),
    "text that is read": (
        "text: str",
        "if len(text) > 3: return None",
        "return [len(row) for row in csv.reader([text])]",
    ),
    "a row that is written": (
        "one: str, other: int",
        "out = io.StringIO('x', newline='')",
        "return csv.writer(out).writerow([one, other]), out.tell(), out.getvalue()",
    ),
    "records": (
        "line: str",
        "if len(line) > 1: return None",
        "return [(row['name'], row['size']) for row in csv.DictReader(['name,size', line])]",
    ),
    "records that are written": (
        "record: dict[str, int]",
        "out = io.StringIO()",
        "writer = csv.DictWriter(out, ['a'])",
        "writer.writeheader()",
        "writer.writerow(record)",
        "return out.getvalue()",
    ),
}  # fmt: skip
SUBJECTS = Cases(HEADING, CASES)


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("csv")


@pytest.mark.parametrize("case", CASES)
def test_tables_in_text(directory: Path, case: str) -> None:
    found = SUBJECTS.explore(directory, case)
    assert found and not reasons(found)
