"""`heapwise compare`: what it prints, writes and exits with."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from heapwise.heaps import registry
from heapwise.results import OutcomeKind
from tests.unit.cli.fake_engine import Engine, Heapwise


def test_the_strategies_stand_side_by_side(heapwise_cli: Heapwise, engine: Engine) -> None:
    engine.kinds = [OutcomeKind.RETURNED, OutcomeKind.RETURNED, OutcomeKind.RAISED]
    result = heapwise_cli("compare", "list.tiny", "--strategies", "lazy,pose")
    assert result.exit_code == 0
    assert [" ".join(line.split()) for line in result.stdout.splitlines()] == [
        "list.tiny · default bounds",
        "",
        "strategy paths returned raised violated bounded queries by model solver s total s paths/s",
        "lazy 3 2 1 0 0 4 2 0.25 0.50 6",
        "pose 3 2 1 0 0 4 2 0.25 0.50 6",
        "same control-flow paths under every strategy: yes",
    ]


def test_all_strategies_are_compared_by_default(heapwise_cli: Heapwise, engine: Engine) -> None:
    heapwise_cli("compare", "list.tiny")
    assert [asked["strategy"] for asked in engine.asked] == list(registry.names())


def test_a_strategy_is_compared_once(heapwise_cli: Heapwise, engine: Engine) -> None:
    heapwise_cli("compare", "list.tiny", "--strategies", "lazy, pose,lazy")
    assert [asked["strategy"] for asked in engine.asked] == ["lazy", "pose"]


def test_different_control_flow_paths_are_reported(heapwise_cli: Heapwise, engine: Engine) -> None:
    engine.traces = {"lazy": frozenset({"a"}), "pose": frozenset({"b"})}
    result = heapwise_cli("compare", "list.tiny", "--strategies", "lazy,pose")
    assert "same control-flow paths under every strategy: no\n" in result.stdout


def test_a_run_cut_short_leaves_it_open_whether_the_paths_are_the_same(
    heapwise_cli: Heapwise, engine: Engine
) -> None:
    engine.stopped = "timeout"
    result = heapwise_cli("compare", "list.tiny", "--strategies", "lazy,pose")
    assert result.exit_code == 3
    assert "under every strategy: not known (lazy stopped: timeout)" in result.stdout


def test_untracked_traces_say_nothing(heapwise_cli: Heapwise, engine: Engine) -> None:
    engine.traces = {"lazy": None}
    result = heapwise_cli("compare", "list.tiny", "--strategies", "lazy,pose")
    assert "control-flow" not in result.stdout


def test_an_interrupt_ends_the_current_strategy_and_skips_the_rest(
    heapwise_cli: Heapwise, engine: Engine
) -> None:
    engine.interrupt_after = 1
    result = heapwise_cli("compare", "list.tiny", "--strategies", "lazy,pose")
    assert result.exit_code == 3
    assert [run.strategy for run in engine.runs] == ["lazy"]
    assert "interrupted" in result.stdout


def test_a_violation_under_any_strategy_is_a_violation(
    heapwise_cli: Heapwise, engine: Engine
) -> None:
    engine.kinds = [OutcomeKind.VIOLATED]
    assert heapwise_cli("compare", "list.tiny").exit_code == 1


def test_json_and_csv_hold_the_same_figures(heapwise_cli: Heapwise, tmp_path: Path) -> None:
    file = tmp_path / "compare.json"
    result = heapwise_cli(
        "compare", "list.tiny", "--strategies", "lazy,pose", "--json", str(file), "--csv", "-"
    )
    report = json.loads(file.read_text())
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert report["same_traces"] is True
    assert [run["strategy"] for run in report["runs"]] == ["lazy", "pose"]
    assert [row["strategy"] for row in rows] == ["lazy", "pose"]
    assert [row["paths"] for row in rows] == [str(run["counts"]["paths"]) for run in report["runs"]]
    assert rows[0]["answered_model"] == "2"


def test_two_reports_cannot_share_standard_output(heapwise_cli: Heapwise, engine: Engine) -> None:
    result = heapwise_cli("compare", "list.tiny", "--json", "-", "--csv", "-")
    assert result.exit_code == 2
    assert engine.asked == []


def test_an_unknown_strategy_is_named(heapwise_cli: Heapwise) -> None:
    result = heapwise_cli("compare", "list.tiny", "--strategies", "lazy,poes")
    assert result.exit_code == 2
    assert "unknown strategy `poes`; did you mean `pose`?" in result.stderr
