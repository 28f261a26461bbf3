"""`heapwise reproduce`: what it prints, writes and exits with."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from heapwise.reproduce import summaries
from heapwise.reproduce.summaries import Row
from tests.unit.cli.fake_engine import Heapwise


@pytest.fixture(autouse=True)
def no_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summaries, "find_spec", lambda name: None)


def test_the_figures_stand_in_a_table_and_in_a_csv_file(
    heapwise_cli: Heapwise, tmp_path: Path
) -> None:
    out = tmp_path / "new" / "figures"
    sizes = ("--objects", "2", "--calls", "1")
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

    monkeypatch.setattr(summaries, "measure_all", interrupted)
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
