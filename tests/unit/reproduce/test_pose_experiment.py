"""The POSE paper's table: what is run, how it is counted, what is marked and shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table

from heapwise.program import InputError
from heapwise.reproduce import pose_experiment, pose_tables
from heapwise.reproduce.pose_experiment import PAPER, Case, PoseCell, measure, reasons
from heapwise.reproduce.pose_tables import ratio

FOLDER = pose_experiment.programs_folder(None, PAPER)
CELL = PoseCell(
    table="paper",
    subject="dll_add",
    bound=None,
    strategy="fieldmaps",
    null_dereference="ignore",
    solver="default",
    complete=True,
    paths=7,
    cut=0,
    queries=1,
    assumption_queries=0,
    not_unwound=0,
    unknown=0,
    cpu_seconds=2.0,
)


def lines(table: Table, width: int = 150) -> list[list[str]]:
    console = Console(width=width, highlight=False)
    with console.capture() as capture:
        console.print(table)
    return [line.split() for line in capture.get().splitlines()]


# ---------------------------------------------------------------------------- programs


def test_every_printed_subject_has_a_program() -> None:
    assert len(PAPER) == 21
    for name in PAPER:
        assert pose_experiment.subject(FOLDER, name).main is not None


def test_a_raised_bound_means_more_paths() -> None:
    few = measure(Case("paper", "fig_1c_max4", "fieldmaps"), FOLDER, 20)
    many = measure(Case("raised", "fig_1c_max4", "fieldmaps", 7), FOLDER, 20)
    assert (few.paths, many.paths) == (6, 9)


def test_a_subject_without_a_bound_cannot_be_raised() -> None:
    with pytest.raises(InputError, match=r"fig_1a\.tiny: .* no bound"):
        pose_experiment.subject(FOLDER, "fig_1a", 3)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"there is no folder .*gone; --programs DIR names"):
        pose_experiment.programs_folder(tmp_path / "gone", PAPER)


def test_a_folder_without_a_program_that_is_wanted_is_named(tmp_path: Path) -> None:
    (tmp_path / "fig_1a.tiny").touch()
    assert pose_experiment.programs_folder(tmp_path, ["fig_1a"]) == tmp_path
    with pytest.raises(InputError, match=r"has no fig_1b\.tiny; --programs"):
        pose_experiment.programs_folder(tmp_path, ["fig_1a", "fig_1b"])
    with pytest.raises(InputError, match=r"has no fig_1b\.tiny and 19 more; --programs"):
        pose_experiment.programs_folder(tmp_path, PAPER)


# ---------------------------------------------------------------------------- counting


def test_path_optimal_strategies_ignore_null_dereferences_and_lazy_counts_them() -> None:
    cases = [Case("paper", "dll_getFirst", name) for name in ("fieldmaps", "lazy")]
    assert [measure(case, FOLDER, 20).paths for case in cases] == [2, 12]


def test_a_folder_may_have_some_of_the_subjects(tmp_path: Path) -> None:
    """With or without a bound that can be raised."""
    (tmp_path / "fig_1a.tiny").write_text("class A { int f; }\n(Y0 . f)\n")
    (tmp_path / "dll_indexOf.tiny").write_text("class A { int m(int k) := k; }\n(Y0 . m [ 3 ])\n")
    (tmp_path / "other.tiny").write_text("1\n")
    assert pose_experiment.subjects_in(tmp_path) == ("fig_1a", "dll_indexOf")
    assert pose_experiment.subjects_in(tmp_path / "gone") == ()
    assert pose_experiment.with_bounds(tmp_path, pose_experiment.subjects_in(tmp_path)) == (
        "dll_indexOf",
    )


@pytest.mark.parametrize("name", ["fig_1a", "fig_1b", "fig_1c_max4", "fig_1c_max10"])
def test_the_programs_that_the_paper_prints_need_as_many_queries_as_it_says(name: str) -> None:
    asked, plain, unwound = (
        measure(case, FOLDER, 20) for case in pose_experiment.query_cases([name])
    )
    assert asked.queries == plain.queries == PAPER[name].pose_queries
    assert unwound.queries == PAPER[name].unwind_queries
    assert asked.paths == plain.paths == unwound.paths == PAPER[name].pose_traces


def test_the_other_side_of_an_infeasible_one_is_asked_as_in_the_paper() -> None:
    asked, plain, _ = (
        measure(case, FOLDER, 20) for case in pose_experiment.query_cases(["treemap_put"])
    )
    assert (asked.queries, plain.queries) == (98, 96)
    assert asked.paths == plain.paths
    assert asked.assumption_queries == plain.assumption_queries


def test_queries_for_assumptions_are_counted_apart() -> None:
    cell = measure(Case("queries", "fig_1b", "pose", solver="plain"), FOLDER, 20)
    assert (cell.queries, cell.assumption_queries) == (0, 3)


def test_what_was_cut_is_not_tried_at_a_higher_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_at_20(case: Case, folder: Path, timeout: float | None) -> PoseCell:
        is_cut = case.strategy == "pose" and case.bound == 20
        return replace(CELL, strategy=case.strategy, bound=case.bound, complete=not is_cut)

    monkeypatch.setattr(pose_experiment, "measure", cut_at_20)
    cases = pose_experiment.raised_cases(["dll_indexOf"], pose_experiment.RIVALS)
    found = [(cell.strategy, cell.bound) for cell in pose_experiment.measure_all(cases, FOLDER, 20)]
    assert found == [("fieldmaps", 20), ("pose", 20), ("fieldmaps", 40)]


# ---------------------------------------------------------------------------- differences


def test_a_cell_that_agrees_with_the_paper_has_no_mark() -> None:
    assert reasons(CELL) == ""


def test_a_cell_that_differs_says_why() -> None:
    assert reasons(replace(CELL, paths=2)) == pose_experiment.SURPLUS
    assert reasons(replace(CELL, strategy="lazy", paths=198)) == pose_experiment.OTHER_SOURCE


def test_a_strategy_that_the_paper_did_not_measure_is_not_compared_with_it() -> None:
    assert reasons(replace(CELL, strategy="lazier", paths=198)) == ""


def test_a_difference_that_nobody_has_explained_is_not_explained_away() -> None:
    assert reasons(replace(CELL, subject="fig_1a")) == pose_experiment.UNEXPLAINED


def test_a_cell_that_was_cut_is_not_called_different_while_it_may_still_agree() -> None:
    cut = replace(CELL, complete=False)
    assert reasons(replace(cut, paths=6)) == ""
    assert reasons(replace(cut, paths=8)) == pose_experiment.SURPLUS


# ---------------------------------------------------------------------------- tables


def test_a_ratio_says_what_it_compares() -> None:
    slow = replace(CELL, cpu_seconds=20.0)
    cut = replace(slow, complete=False, paths=2)
    assert ratio(slow, CELL) == "10.0×"
    assert ratio(cut, CELL) == ">10.0×"
    assert ratio(cut, replace(CELL, complete=False, paths=8)) == "≈4.0×"
    assert ratio(slow, replace(CELL, complete=False)) == "–"
    assert ratio(slow, replace(CELL, cpu_seconds=0.0)) == "–"
    assert ratio(None, CELL) == "–"


def test_a_cell_that_is_missing_is_a_dash_and_so_is_its_total() -> None:
    cells = [CELL, replace(CELL, strategy="pose"), replace(CELL, subject="fig_1b", paths=1)]
    [_, _, add, fig, total] = lines(pose_tables.paper_table(cells, ["fieldmaps", "pose"]))
    assert add == ["dll_add", "7", "1", "2.00", "7", "1", "2.00", "7", "12"]
    assert fig == ["fig_1b", "1", "1", "2.00", "–", "–", "–", "1", "0"]
    assert total == ["total", "8", "2", "4.00", "–", "–", "–", "8", "12"]


def test_the_table_of_queries_puts_each_count_beside_the_printed_one() -> None:
    plain = replace(CELL, strategy="pose", solver="plain", queries=11)
    unwound = replace(plain, solver="unwind", complete=False, queries=30, not_unwound=4)
    asked = replace(plain, solver="paper", queries=13)
    [_, _, row, total] = lines(pose_tables.queries_table([plain, unwound, asked]))
    assert row == ["dll_add", "13", "11", "12", ">30", ">4", "12"]
    assert total == ["total", *row[1:]]


def test_what_a_bound_cut_off_and_what_the_solver_gave_up_is_said() -> None:
    cells = [replace(CELL, cut=3, complete=False), replace(CELL, solver="unwind", unknown=2)]
    notes = pose_tables.query_notes(cells)
    assert notes[-3].startswith(">  cut by the timeout")
    assert notes[-2:] == [
        "dll_add under fieldmaps: a bound cut off 3 paths",
        "dll_add under fieldmaps (unwind): the solver gave up 2 questions",
    ]


def test_only_parts_with_something_to_measure_are_there() -> None:
    titles = [part.title for part in pose_tables.parts(["fig_1a"], ["lazy"], ["pose"], False, [])]
    assert titles == ["Forking, null dereferences counted"]
