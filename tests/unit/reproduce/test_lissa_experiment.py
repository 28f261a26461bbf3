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
from heapwise.reproduce import lissa_experiment, lissa_tables
from heapwise.reproduce.lissa_formulas import ordered_bell
from heapwise.reproduce.lissa_subjects import DIFFERENCES, SUBJECTS, letter_of
from heapwise.reproduce.measuring import not_measured
from heapwise.results.path_result import Counts

_DOCS = Path(__file__).parents[3] / "docs" / "reproduction.md"


def _text(table: Table) -> str:
    file = io.StringIO()
    Console(file=file, width=250).print(table)
    return file.getvalue()


def _measured(
    name: str, techniques: tuple[str, ...], scope: int
) -> dict[str, lissa_experiment.LissaCell]:
    cases = lissa_experiment.table_1([name], techniques, scope)
    cells = lissa_experiment.measure_all(cases, lissa_experiment.programs_folder(None), 600)
    return {cell.technique: cell for cell in cells}


def test_all_twenty_methods_and_all_of_table_2_are_there() -> None:
    figures = lissa_experiment.printed()
    assert {name for table, name, _, _ in figures if table == 1} == set(SUBJECTS)
    assert len(SUBJECTS) == 20
    symmetry = {name for table, name, _, _ in figures if table == 2}
    assert len(symmetry) == 7
    assert {case.subject for case in lissa_experiment.table_2(tuple(SUBJECTS), None)} == symmetry


def test_every_technique_on_a_list_has_the_paths_that_mathematics_says() -> None:
    cells = _measured("LinkedList.remove", lissa_experiment.TABLE_1, 3)
    assert set(cells) == set(lissa_experiment.TABLE_1)
    assert lissa_tables.wrong(list(cells.values())) == []
    assert sum(cell.known is not None for cell in cells.values()) >= 4


@pytest.mark.parametrize(
    ("subject", "scope", "paths"),
    [
        ("Template.getParameter", 2, 160),
        ("Schedule.addProcess", 6, 6),
        ("CombatantStatistic.ensureTypExists", 2, 80),
        ("DictionaryInfo.getField", 5, 22),
        ("HashMap.put", 2, 160),
        ("TreeSet.remove", 4, 87),
        ("LinkedList.add", 5, 2),
    ],
)
def test_lissa_has_the_printed_paths(subject: str, scope: int, paths: int) -> None:
    cell = _measured(subject, ("LISSA-M",), scope)["LISSA-M"]
    assert cell.complete and cell.paths == paths


def test_a_technique_that_ran_out_of_time_is_not_tried_at_larger_scopes() -> None:
    cases = lissa_experiment.table_1(["TreeMap.put"], ["IFrepOK"], None, full=True)
    assert len(cases) == 4
    cells = list(lissa_experiment.measure_all(cases, lissa_experiment.programs_folder(None), 0.01))
    assert len(cells) == 1 and not cells[0].complete


def test_larger_scopes_are_run_only_if_all_are_wanted() -> None:
    quick = lissa_experiment.table_1(["Template.addParameter"], ["LISSA"], None)
    full = lissa_experiment.table_1(["Template.addParameter"], ["LISSA"], None, full=True)
    assert [case.scope for case in quick] == [1, 2]
    assert [case.scope for case in full] == [1, 2, 4, 5]
    assert [case.scope for case in lissa_experiment.table_1(["LinkedList.add"], ["LISSA"], 7)] == [
        7
    ]


def test_the_known_numbers_are_those_of_the_paper_or_explained() -> None:
    assert [ordered_bell(n) for n in range(6)] == [1, 1, 3, 13, 75, 541]
    agreeing = 0
    for (table, name, scope, technique), figure in lissa_experiment.printed().items():
        expected = SUBJECTS[name].known.get(technique)
        number = expected(scope) if expected is not None else None
        if table == 1 and number is not None and figure.paths is not None:
            assert number == figure.paths or letter_of(name, technique) != "?", (name, technique)
            agreeing += number == figure.paths
    assert agreeing == 72


@pytest.mark.parametrize("subject", ["CombatantStatistic.addData", "SQLFilter.get"])
def test_assuming_the_invariant_of_maps_in_maps_has_the_paths_of_the_formula(subject: str) -> None:
    cells = _measured(subject, ("IFrepOK",), 1)
    assert cells["IFrepOK"].complete and lissa_tables.wrong(list(cells.values())) == []


def test_every_letter_is_explained() -> None:
    text = _DOCS.read_text(encoding="utf-8")
    section = text[text.index("## LISSA") : text.index("## Kiasan")]
    for letter in set(DIFFERENCES.values()):
        assert f"* **{letter}** " in section, letter


def test_tables_show_both_and_mark_what_is_wrong() -> None:
    cell = lissa_experiment.LissaCell(
        1, "TreeMap.put", 5, "IFrepOK", True, 152, 0, 7.0, 0.0, 0, 0, known=152
    )
    hybrid = replace(cell, technique="LIHybrid", paths=90, spurious=19, known=None)
    text = _text(
        lissa_tables.table_1([cell, hybrid], lissa_experiment.TABLE_1, lissa_experiment.printed())
    )
    letter = letter_of("TreeMap.put", "LIHybrid")
    assert "=152 · 7.0 s" in text and f"90 (19) {letter} · 7.0 s" in text
    assert "1 202 220 (1 202 149) · 921 s" in text
    wrong = replace(cell, paths=151)
    assert lissa_tables.wrong([cell, wrong]) == [wrong]
    assert "≠151" in _text(lissa_tables.table_1([wrong], lissa_experiment.TABLE_1, {}))
    cut = replace(cell, complete=False)
    assert "cut at 7.0 s" in _text(
        lissa_tables.table_1([cut], lissa_experiment.TABLE_1, lissa_experiment.printed())
    )
    refused = replace(cut, refused="too much")
    assert "refused" in _text(
        lissa_tables.table_1([refused], lissa_experiment.TABLE_1, lissa_experiment.printed())
    )
    broken = replace(cell, table=2, technique="LISSA", solving=1.0, candidates=77)
    assert "7.0 s (1.0 s)" in _text(lissa_tables.table_2([broken], lissa_experiment.printed()))


def test_the_command_prints_and_writes(tmp_path: Path) -> None:
    out = tmp_path / "cells.csv"
    arguments = ["--subjects", "LinkedList.add", "--max-scope", "5", "--csv", str(out)]
    result = CliRunner().invoke(app, ["reproduce", "lissa", *arguments])
    assert result.exit_code == 0, result.output
    assert "LinkedList.add" in result.output
    assert len(out.read_text().splitlines()) == 1 + len(lissa_experiment.TABLE_1)


def test_a_folder_without_the_programs_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="benchmarks/java/classes"):
        lissa_experiment.programs_folder(tmp_path)


@pytest.mark.parametrize(
    ("name", "scope", "expected"),
    [
        ("Schedule.addProcess", 2, 3 * (1 + 3 * (5 + 25))),
        ("Schedule.quantumExpire", 2, 1 + 3 * (5 + 25)),
        ("TransportStats.bytesRead", 2, 118),
        ("CombatantStatistic.ensureTypExists", 1, 8 + 160 + 4 * 8),
        ("CombatantStatistic.addData", 1, 18 + 348 + 4 * 18),
    ],
)
def test_drivers_have_the_ways_that_the_printed_numbers_follow_from(
    name: str, scope: int, expected: int
) -> None:
    assert _measured(name, ("Driver",), scope)["Driver"].paths == expected


def test_formulas_for_drivers_give_the_printed_numbers() -> None:
    figures = lissa_experiment.printed()
    for (table, name, scope, technique), figure in figures.items():
        known = SUBJECTS[name].known.get("Driver")
        if table == 1 and technique == "Driver" and figure.paths is not None:
            assert known is not None and known(scope) == figure.paths, name


def test_a_number_of_paths_some_of_which_failed_is_no_result() -> None:
    assert not not_measured(Counts(returned=3, raised=1, bounded=2))
    assert not_measured(Counts(returned=3, failed=1, undecided=2)) == "1 failed, 2 undecided"
