"""The linked-list experiment: its program, its figures, and the files it writes."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from heapwise.engine.faults import STRICT
from heapwise.frontends.javalite.parser import load, parse
from heapwise.heaps import registry
from heapwise.heaps.strategies.summary import summary_heap
from heapwise.heaps.strategies.summary.summary_heap import TheoremError
from heapwise.program import InputError
from heapwise.reproduce import summaries_experiment
from heapwise.reproduce.cell_files import write_csv
from heapwise.reproduce.summaries_experiment import (
    Row,
    control_flow_paths,
    linked_list,
    measure,
    measure_all,
)

BENCHMARK = Path(__file__).parents[3] / "benchmarks" / "summaries" / "linked_list.javalite"
PATH_OPTIMAL = ("fieldmaps", "pose", "summary")
SIZES = [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2), (2, 3)]


def row(strategy: str, objects: int, calls: int, stopped: str | None = None) -> Row:
    return Row(strategy, objects, calls, 3, 3, 2, 1, 0, 5, 0.5, 0.25, stopped)


def test_five_calls_are_the_program_of_the_figure() -> None:
    assert parse(linked_list(5), "f") == load(BENCHMARK)


def test_control_flow_paths_of_small_cases() -> None:
    # No list; found at the only node, or not.
    assert control_flow_paths(1, 1) == 3
    # No list; found at node 1 or 2; missing in a list of 1 or 2.
    assert control_flow_paths(2, 1) == 5
    # As before for a first lookup that fails; otherwise 2 x 2 pairs of places, and a second lookup
    # that fails: in a list of 1 after node 1, in a list of 2 after node 1 or 2.
    assert control_flow_paths(2, 2) == 1 + 2 + 4 + 3


@pytest.mark.parametrize("strategy", [name for name in registry.names() if name in PATH_OPTIMAL])
@pytest.mark.parametrize(("objects", "calls"), SIZES)
def test_one_path_for_each_control_flow_path(strategy: str, objects: int, calls: int) -> None:
    found = measure(strategy, objects, calls, timeout=1200)
    assert found.stopped is None
    assert found.raised == 1
    assert found.paths == found.control_flow_paths == control_flow_paths(objects, calls)


@pytest.mark.parametrize("strategy", registry.names())
def test_no_strategy_takes_fewer(strategy: str) -> None:
    for found in measure_all([strategy], (1, 2), (1, 2), timeout=1200):
        assert found.paths >= found.control_flow_paths


def test_rows_come_by_strategy_calls_and_size() -> None:
    rows = list(measure_all(["lazy", "pose"], (2, 1), (2, 1), timeout=1200))
    assert [(each.strategy, each.calls, each.objects) for each in rows] == [
        (strategy, calls, objects)
        for strategy in ("lazy", "pose")
        for calls in (1, 2)
        for objects in (1, 2)
    ]


def test_what_is_larger_than_an_unfinished_run_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def give_up_at_2_2(strategy: str, objects: int, calls: int, *others: object) -> Row:
        return row(strategy, objects, calls, "timeout" if (objects, calls) == (2, 2) else None)

    monkeypatch.setattr(summaries_experiment, "measure", give_up_at_2_2)
    rows = list(measure_all(["lazy"], (1, 2, 3), (1, 2, 3), None))
    assert [(each.objects, each.calls) for each in rows] == [
        *((1, 1), (2, 1), (3, 1)),
        *((1, 2), (2, 2)),
        (1, 3),
    ]


def test_a_run_out_of_time_says_so() -> None:
    assert measure("lazy", 6, 5, timeout=0.05).stopped == "timeout"


def test_the_csv_file_has_one_line_for_each_row() -> None:
    file = io.StringIO()
    write_csv(Row, [row("lazy", 1, 2), row("pose", 3, 4, "timeout")], file)
    assert list(csv.DictReader(io.StringIO(file.getvalue()))) == [
        {
            "strategy": strategy,
            "objects": objects,
            "calls": calls,
            "control_flow_paths": "3",
            "paths": "3",
            "returned": "2",
            "raised": "1",
            "bounded": "0",
            "queries": "5",
            "seconds": "0.5",
            "solver_seconds": "0.25",
            "stopped": stopped,
            "failed": "",
        }
        for strategy, objects, calls, stopped in (
            ("lazy", "1", "2", ""),
            ("pose", "3", "4", "timeout"),
        )
    ]


def test_theorems_are_checked_as_a_cell_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = measure("summary", 3, 2, None, check_invariants=True)
    plain = measure("summary", 3, 2, None)
    assert checked.paths == plain.paths == control_flow_paths(3, 2)
    assert checked.queries > plain.queries
    assert checked.failed is None

    def broken(*arguments: object) -> None:
        raise TheoremError("not complete")

    monkeypatch.setattr(summary_heap, "check_theorems", broken)
    monkeypatch.delenv(STRICT, raising=False)
    assert measure("summary", 2, 2, None).failed is None
    failed = measure("summary", 2, 2, None, check_invariants=True).failed
    assert failed == "TheoremError: not complete"


def test_growth_is_told_at_the_longest_list_finished_with_the_most_calls() -> None:
    rows = [measure("lazy", objects, 2, None) for objects in (1, 2)]
    cut = [row("lazy", 3, 2, "timeout"), row("pose", 4, 1)]
    assert summaries_experiment.growth([*cut, *rows]) == {"lazy": (2, 37 / 10)}


def test_plots_are_a_png_and_an_svg(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    rows = [row("lazy", 1, 1), row("lazy", 2, 1), row("pose", 1, 2), row("pose", 2, 2, "timeout")]
    png, svg = summaries_experiment.plot(rows, tmp_path)
    assert png.read_bytes().startswith(b"\x89PNG")
    assert "<svg" in svg.read_text(encoding="utf-8")


def test_without_matplotlib_plotting_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(summaries_experiment, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install 'heapwise\[plots\]'"):
        summaries_experiment.plot([row("lazy", 1, 1)], tmp_path)
