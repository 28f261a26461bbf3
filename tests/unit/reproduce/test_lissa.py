"""`reproduce lissa`: what is measured, and how it stands beside the paper."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table
from typer.testing import CliRunner

from heapwise.cli.app import app
from heapwise.program import InputError
from heapwise.reproduce import lissa, lissa_tables


def _text(table: Table) -> str:
    file = io.StringIO()
    Console(file=file, width=250).print(table)
    return file.getvalue()


def test_every_technique_on_a_list_has_the_paths_that_mathematics_says() -> None:
    folder = lissa.programs_folder(None, ["LinkedList.remove"])
    cases = lissa.table_1(["LinkedList.remove"], lissa.TABLE_1, 3)
    cells = list(lissa.measure_all(cases, folder, 60))
    assert {cell.technique for cell in cells} == set(lissa.TABLE_1)
    assert lissa_tables.wrong(cells) == []
    assert sum(cell.known is not None for cell in cells) >= 4


def test_a_technique_that_ran_out_of_time_is_not_tried_at_larger_scopes() -> None:
    folder = lissa.programs_folder(None, ["TreeMap.put"])
    cases = lissa.table_1(["TreeMap.put"], ["IFrepOK"], None)
    cells = list(lissa.measure_all(cases, folder, 0.01))
    assert len(cells) == 1 and not cells[0].complete


def test_the_known_numbers_are_those_of_the_paper() -> None:
    known = lissa.SUBJECTS["TreeMap.put"].known["IFrepOK"]
    assert [known(scope) for scope in (5, 7, 9)] == [152, 855, 3517]
    known = lissa.SUBJECTS["LinkedList.remove"].known["LISSA"]
    assert known(50) == 147
    figures = lissa.printed()
    for (table, name, scope, technique), figure in figures.items():
        subject = lissa.SUBJECTS.get(name)
        expected = subject.known.get(technique) if subject else None
        if table == 1 and expected is not None and figure.paths is not None:
            assert expected(scope) == figure.paths, (name, scope, technique)


def test_tables_show_both_and_mark_what_is_wrong() -> None:
    cell = lissa.Cell(1, "TreeMap.put", 5, "IFrepOK", True, 152, 0, 7.0, 0.0, 0, 0, known=152)
    hybrid = replace(cell, technique="LIHybrid", paths=90, spurious=19, known=None)
    text = _text(lissa_tables.table_1([cell, hybrid], lissa.TABLE_1, lissa.printed()))
    assert "=152 · 7.0 s" in text and "90 (19) · 7.0 s" in text
    assert "1 202 220 (1 202 149) · 921 s" in text
    wrong = replace(cell, paths=151)
    assert lissa_tables.wrong([cell, wrong]) == [wrong]
    assert "≠151" in _text(lissa_tables.table_1([wrong], lissa.TABLE_1, {}))
    broken = replace(cell, table=2, technique="LISSA", solving=1.0, candidates=77)
    assert "7.0 s (1.0 s)" in _text(lissa_tables.table_2([broken], lissa.printed()))


def test_the_command_prints_and_writes(tmp_path: Path) -> None:
    out = tmp_path / "cells.csv"
    arguments = ["--subjects", "LinkedList.add", "--max-scope", "5", "--csv", str(out)]
    result = CliRunner().invoke(app, ["reproduce", "lissa", *arguments])
    assert result.exit_code == 0, result.output
    assert "LinkedList.add" in result.output
    assert len(out.read_text().splitlines()) == 1 + len(lissa.TABLE_1)


def test_a_folder_without_the_programs_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"linked_list\.py"):
        lissa.programs_folder(tmp_path, ["LinkedList.add"])
