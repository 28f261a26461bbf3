"""The runner of the paper's table: what it runs, what it marks, what it writes."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import pose_table
from benchmarks.pose_table import Cell, Printed, measure, paper, ratio, reasons

PRINTED = Printed(pose_traces=7, pose_queries=12, lazy_traces=312, lazy_queries=490)
CELL = Cell("paper", "dll_add", None, "fieldmaps", "ignore", True, 7, 0, 1, 2.0)


def test_every_printed_subject_has_a_program() -> None:
    assert len(paper()) == 21
    for name in paper():
        assert pose_table.subject(name).main is not None


def test_a_raised_bound_means_more_paths() -> None:
    few = measure("paper", "fig_1c_max4", None, "fieldmaps", 20)
    many = measure("raised", "fig_1c_max4", 7, "fieldmaps", 20)
    assert (few.paths, many.paths) == (6, 9)


def test_a_subject_without_a_bound_cannot_be_raised() -> None:
    with pytest.raises(ValueError, match="no bound"):
        pose_table.subject("fig_1a", 3)


def test_path_optimal_strategies_ignore_null_dereferences_and_lazy_counts_them() -> None:
    cells = [measure("paper", "dll_getFirst", None, name, 20) for name in ("fieldmaps", "lazy")]
    assert [cell.paths for cell in cells] == [2, 12]


def test_a_cell_that_agrees_with_the_paper_has_no_mark() -> None:
    assert reasons(CELL, PRINTED) == ""


def test_a_cell_that_differs_says_why() -> None:
    assert reasons(replace(CELL, paths=2), PRINTED) == pose_table.SURPLUS
    lazy = replace(CELL, strategy="lazy", paths=198)
    assert reasons(lazy, PRINTED) == pose_table.OTHER_SOURCE


def test_a_strategy_that_the_paper_did_not_measure_is_not_compared_with_it() -> None:
    assert reasons(replace(CELL, strategy="lazier", paths=198), PRINTED) == ""


def test_a_difference_that_nobody_has_explained_is_not_explained_away() -> None:
    assert reasons(replace(CELL, subject="fig_1a"), replace(PRINTED, pose_traces=2)) == "?"


def test_a_cell_that_was_cut_is_not_called_different_while_it_may_still_agree() -> None:
    cut = replace(CELL, complete=False)
    assert reasons(replace(cut, paths=6), PRINTED) == ""
    assert reasons(replace(cut, paths=8), PRINTED) == pose_table.SURPLUS


def test_a_ratio_says_what_it_compares() -> None:
    slow = replace(CELL, cpu_seconds=20.0)
    cut = replace(slow, complete=False, paths=2)
    assert ratio(slow, CELL) == "10.0×"
    assert ratio(cut, CELL) == ">10.0×"
    assert ratio(cut, replace(CELL, complete=False, paths=8)) == "≈4.0×"
    assert ratio(slow, replace(CELL, complete=False)) == "–"
    assert ratio(None, CELL) == "–"


def test_a_run_prints_the_table_and_writes_both_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ["--csv", str(tmp_path / "t.csv"), "--json", str(tmp_path / "t.json")]
    assert pose_table.main(["--subjects", "fig_1a,dll_get", "--no-raised", *files]) == 0
    lines = capsys.readouterr().out.splitlines()
    row = next(line for line in lines if line.startswith("dll_get"))
    assert "1 a" in row
    assert any(line.startswith("a  printed surplus") for line in lines)
    with (tmp_path / "t.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["subject"] for row in rows[:2]] == ["fig_1a", "fig_1a"]
    assert len(json.loads((tmp_path / "t.json").read_text())) == len(rows)


def test_an_unknown_subject_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        pose_table.main(["--subjects", "fig_9"])
    assert "unknown subject `fig_9`" in capsys.readouterr().err
