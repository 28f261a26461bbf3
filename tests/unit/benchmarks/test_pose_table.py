"""`make bench`, and the figures that stand beside the programs."""

from __future__ import annotations

import csv
from dataclasses import asdict
from pathlib import Path

import pytest

from benchmarks import pose_table
from heapwise.reproduce.pose_experiment import PAPER

BENCHMARKS = Path(pose_table.__file__).parent


def test_the_script_is_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = ["--csv", str(tmp_path / "t.csv"), "--json", str(tmp_path / "t.json")]
    with pytest.raises(SystemExit) as ended:
        pose_table.main(["--subjects", "fig_1a", "--no-raised", "--timeout", "5", *files])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("Table 1 of the POSE paper · at most 5 s per cell")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t.csv", "t.json"]


def test_an_unknown_subject_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        pose_table.main(["--subjects", "fig_9"])
    assert ended.value.code == 2
    assert "unknown subject `fig_9`" in capsys.readouterr().err


def test_the_expected_figures_are_the_ones_that_the_command_prints() -> None:
    path = BENCHMARKS / "expected" / "pose-table1.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = {row.pop("subject"): row for row in csv.DictReader(file)}
    expected = {name: {key: int(text) for key, text in row.items()} for name, row in rows.items()}
    assert expected == {name: asdict(printed) for name, printed in PAPER.items()}
