"""`heapwise reproduce`: what it prints, writes and exits with."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heapwise.heaps import registry
from heapwise.program import InputError
from heapwise.reproduce import pose_experiment, summaries_experiment
from heapwise.reproduce.summaries_experiment import Row
from heapwise.solver import MODES, Solver
from tests.unit.cli.fake_engine import Heapwise


@pytest.fixture(autouse=True)
def no_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summaries_experiment, "find_spec", lambda name: None)


def test_the_figures_stand_in_a_table_and_in_a_csv_file(
    heapwise_cli: Heapwise, tmp_path: Path
) -> None:
    out = tmp_path / "new" / "figures"
    page = tmp_path / "page.html"
    sizes = ("--objects", "2", "--calls", "1", "--html", str(page))
    result = heapwise_cli(
        "reproduce", "summaries", "--out", str(out), "--strategies", "pose", *sizes
    )
    assert result.exit_code == 0, result.stderr
    lines = [line.split() for line in result.stdout.splitlines()]
    assert lines[0] == ["calls", "nodes", "control", "flow", "pose"]
    assert lines[1][:4] == ["1", "1", "3", "3"]
    assert lines[2][:4] == ["1", "2", "5", "5"]
    with (out / "summaries.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["objects"], row["paths"]) for row in rows] == [("1", "3"), ("2", "5")]
    shown = page.read_text(encoding="utf-8")
    assert "<h3>1 call</h3>" in shown and "<small>printed 5</small>" in shown


def test_without_matplotlib_it_says_what_to_install(heapwise_cli: Heapwise, tmp_path: Path) -> None:
    sizes = ("--objects", "1", "--calls", "1")
    result = heapwise_cli("reproduce", "summaries", "--out", str(tmp_path), *sizes)
    assert result.exit_code == 0
    assert "pip install 'heapwise[plots]'" in result.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["summaries.csv"]


def test_an_interrupt_keeps_what_was_measured(
    heapwise_cli: Heapwise, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> Iterator[Row]:
        yield Row("pose", 1, 1, 3, 3, 2, 1, 0, 5, 0.5, 0.25, None)
        raise KeyboardInterrupt

    monkeypatch.setattr(summaries_experiment, "measure_all", interrupted)
    result = heapwise_cli("reproduce", "summaries", "--out", str(tmp_path))
    assert result.exit_code == 3
    assert len((tmp_path / "summaries.csv").read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--strategies", "poes"), "unknown strategy `poes`; did you mean `pose`?"),
        (("--strategies", ","), "--strategies names none"),
        (("--timeout", "soon"), "--timeout takes seconds"),
        (("--objects", "0"), "'--objects'"),
    ],
)
def test_a_wrong_option_is_bad_input(
    heapwise_cli: Heapwise, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    result = heapwise_cli("reproduce", "summaries", "--out", str(tmp_path / "out"), *arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert not (tmp_path / "out").exists()


def test_a_directory_that_cannot_be_made(heapwise_cli: Heapwise, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = heapwise_cli("reproduce", "summaries", "--out", str(tmp_path / "file" / "out"))
    assert result.exit_code == 2
    assert "Not a directory" in result.stderr


# ---------------------------------------------------------------------------- pose

TINY = ("--subjects", "fig_1a,fig_1c_max4")


def rows_of(output: str, first: str) -> list[list[str]]:
    return [line.split() for line in output.splitlines() if line.startswith(f"{first} ")]


def test_pose_runs_every_strategy_beside_the_paper(heapwise_cli: Heapwise) -> None:
    result = heapwise_cli("reproduce", "pose", *TINY)
    assert result.exit_code == 0, result.stderr
    for strategy in registry.names():
        assert f" {strategy} " in result.stdout
    optimal, forking = rows_of(result.stdout, "fig_1a")
    assert (optimal[1], optimal[-2:]) == ("2", ["2", "2"])
    assert forking[-2:] == ["21", "27"]
    assert "Queries of pose" not in result.stdout
    assert "Raised" not in result.stdout, "neither subject has a raised bound"


def test_pose_counts_queries_as_the_paper_does(heapwise_cli: Heapwise) -> None:
    result = heapwise_cli("reproduce", "pose", *TINY, "--strategies", "pose", "--queries")
    assert result.exit_code == 0, result.stderr
    assert rows_of(result.stdout, "fig_1a")[-1] == ["fig_1a", "2", "2", "2", "2", "0", "2"]
    found = rows_of(result.stdout, "fig_1c_max4")[-1]
    assert found == ["fig_1c_max4", "10", "10", "10", "10", "0", "10"]
    assert "can be assumed away" in result.stdout


def test_pose_says_why_a_number_differs(heapwise_cli: Heapwise) -> None:
    result = heapwise_cli("reproduce", "pose", "--subjects", "dll_get", "--strategies", "pose")
    assert rows_of(result.stdout, "dll_get")[0][1:3] == ["1", "a"]
    assert "\na  printed surplus" in result.stdout


def test_pose_writes_every_cell(heapwise_cli: Heapwise, tmp_path: Path) -> None:
    names = {option: tmp_path / f"t.{option}" for option in ("csv", "json", "html")}
    to = [part for option, name in names.items() for part in (f"--{option}", str(name))]
    chosen = ("--strategies", "lazier#,pose", "--queries")
    result = heapwise_cli("reproduce", "pose", "--subjects", "fig_1a", *chosen, *to)
    assert result.exit_code == 0, result.stderr
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        cells = list(csv.DictReader(file))
    assert [(cell["strategy"], cell["solver"], cell["queries"]) for cell in cells] == [
        ("pose", "default", "1"),
        ("lazier-sharp", "default", "0"),
        ("pose", "paper", "2"),
        ("pose", "plain", "2"),
        ("pose", "unwind", "2"),
    ]
    from_json = json.loads((tmp_path / "t.json").read_text(encoding="utf-8"))
    assert [str(cell["queries"]) for cell in from_json] == [cell["queries"] for cell in cells]
    page = (tmp_path / "t.html").read_text(encoding="utf-8")
    assert page.count("<h3>") == 2 and page.count("printed 2") == 4, "only what was measured"


def test_pose_as_csv_on_standard_output_is_alone_there(heapwise_cli: Heapwise) -> None:
    chosen = ("--subjects", "fig_1a", "--strategies", "pose")
    result = heapwise_cli("reproduce", "pose", *chosen, "--csv", "-")
    assert result.stdout.startswith("table,subject,")
    assert len(result.stdout.splitlines()) == 2
    result = heapwise_cli("reproduce", "pose", *chosen, "--html", "-")
    assert result.stdout.startswith("<!DOCTYPE html>") and "1 cell" not in result.stdout
    result = heapwise_cli("reproduce", "pose", *chosen, "--html", "-", "--csv", "-")
    assert result.exit_code == 2 and "--csv - and --html -" in result.stderr


def test_an_interrupted_pose_shows_and_keeps_what_was_measured(
    heapwise_cli: Heapwise, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = pose_experiment.measure_all

    def interrupted(*arguments: Any) -> Iterator[pose_experiment.PoseCell]:
        yield next(whole(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr(pose_experiment, "measure_all", interrupted)
    result = heapwise_cli("reproduce", "pose", *TINY, "--csv", str(tmp_path / "t.csv"))
    assert result.exit_code == 3
    assert rows_of(result.stdout, "fig_1a")[0][4:7] == ["–", "–", "–"]
    assert "Forking" not in result.stdout
    assert len((tmp_path / "t.csv").read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--strategies", "poes"), "unknown strategy `poes`; did you mean `pose`?"),
        (("--subjects", "fig_1d"), "unknown subject `fig_1d`; did you mean `fig_1"),
        (("--subjects", ","), "--subjects names none"),
        (("--timeout", "soon"), "--timeout takes seconds"),
        (("--programs", "nowhere"), "there is no folder nowhere; --programs DIR names a copy"),
        (("--csv", "-", "--json", "-"), "cannot share standard output"),
        (("--csv", "nowhere/t.csv"), "--csv: cannot write nowhere/t.csv"),
    ],
)
def test_a_wrong_option_of_pose_is_bad_input(
    heapwise_cli: Heapwise, arguments: tuple[str, ...], message: str
) -> None:
    result = heapwise_cli("reproduce", "pose", *arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert not result.stdout


def test_without_the_extra_for_unwinding_it_says_so_before_it_starts(
    heapwise_cli: Heapwise, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_installed(timeout: float) -> Solver:
        raise InputError("unwinding needs dd")

    monkeypatch.setitem(MODES, "unwind", not_installed)
    result = heapwise_cli("reproduce", "pose", *TINY, "--queries")
    assert (result.exit_code, result.stderr) == (2, "heapwise: unwinding needs dd\n")
    assert not result.stdout
