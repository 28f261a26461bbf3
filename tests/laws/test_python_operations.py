"""Every modelled operation of Python does what CPython does: nothing is lost, nothing invented.

See `python_operations` for how a row is checked. What is not covered is listed with the reason:
models without a row, and rows that have no outcome for some arguments.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from heapwise.frontends.python.semantics.builtins import MODELS
from operations.listed import PARTLY, UNCOVERED
from operations.tables import TABLES
from python_operations import Operation, source_of

ROWS = [(table, number) for table, rows in TABLES.items() for number in range(len(rows))]
_FOLDER = tempfile.TemporaryDirectory()


@cache
def module_of(table: str) -> Path:
    path = Path(_FOLDER.name) / f"operations_on_{table}.py"
    path.write_text(source_of(TABLES[table]), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("table", "number"),
    ROWS,
    ids=[f"{table}: {TABLES[table][number].name}" for table, number in ROWS],
)
def test_an_operation_does_what_cpython_does(table: str, number: int) -> None:
    row = TABLES[table][number]
    verdict = Operation(module_of(table), number, row).verdict()
    assert verdict.inputs > 0
    assert verdict.wrong[:5] == []
    assert tuple(sorted(verdict.open)) == PARTLY.get(row.name, ())


def test_every_model_has_a_row_or_a_reason() -> None:
    covered = {name for rows in TABLES.values() for row in rows for name in row.covers}
    models = {name.replace("get ", "get:") for name in MODELS}
    assert sorted(models - covered) == sorted(UNCOVERED)


def test_the_lists_name_rows_that_there_are() -> None:
    names = Counter(row.name for rows in TABLES.values() for row in rows)
    assert [name for name, count in names.items() if count > 1] == []
    assert set(PARTLY) <= set(names)


def test_there_are_many_operations() -> None:
    assert sum(map(len, TABLES.values())) >= 1000
