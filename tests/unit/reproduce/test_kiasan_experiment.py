"""`reproduce kiasan`: what is measured, and how it stands beside the paper."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table
from typer.testing import CliRunner

from heapwise.cli.app import app
from heapwise.engine.faults import STRICT
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.heaps.strategies.lazy.lazy import LazyStrategy
from heapwise.program import InputError
from heapwise.reproduce import kiasan_experiment, kiasan_tables
from heapwise.reproduce.papers import kiasan_measured
from heapwise.reproduce.table_cells import State

needs_jdk = pytest.mark.skipif(find_jdk() is None, reason="there is no JDK")


def _text(table: Table) -> str:
    file = io.StringIO()
    Console(file=file, width=250).print(table)
    return file.getvalue()


def _cells(
    table: int, names: list[str], technique: str, most: int
) -> list[kiasan_experiment.KiasanCell]:
    cases = (kiasan_experiment.table_1 if table == 1 else kiasan_experiment.table_2)(
        names, [technique], most
    )
    return list(
        kiasan_experiment.measure_all(cases, kiasan_experiment.programs_folder(None), 120, "math")
    )


@needs_jdk
def test_what_computes_with_bits_has_the_integers_of_java_and_finishes() -> None:
    case = kiasan_experiment.Case(2, "jdk-HashMap.isEmpty", 2, "lazier#")
    cell = kiasan_experiment.measure(case, kiasan_experiment.programs_folder(None), 120, "math")
    assert cell.complete and not cell.violated
    assert cell.paths == 17


def test_every_row_of_the_paper_is_a_subject_in_its_table() -> None:
    for table, name, _, _ in kiasan_experiment.printed():
        if not name.startswith("jdk-"):
            assert table in kiasan_experiment.SUBJECTS[name].tables, name


@needs_jdk
@pytest.mark.parametrize("technique", kiasan_experiment.TABLE_1)
def test_the_counts_of_table_1_are_those_of_the_paper(technique: str) -> None:
    """With data under int keys, as the counts of all three algorithms show that theirs are."""
    names = ["BinarySearchTree.remove", "AvlTree.insert", "LeftistHeap.deleteMin", "TreeMap.put"]
    names += ["Container.swap", "Sort.selectionSort", "BinaryHeap.deleteMin"]
    figures = kiasan_experiment.printed()
    cells = [*_cells(1, names, technique, 2), *_cells(1, ["GC.mark"], technique, 1)]
    assert len(cells) == 2 * len(names) + 1
    for cell in cells:
        assert cell.paths == figures[1, cell.subject, cell.bound, technique], cell
        assert cell.complete and not cell.violated


@needs_jdk
@pytest.mark.slow
def test_where_mathematics_fixes_a_count_it_is_that_of_the_paper() -> None:
    fixed = [subject.name for subject in kiasan_experiment.SUBJECTS.values() if subject.fixed]
    figures = kiasan_experiment.printed()
    cells = [*_cells(1, fixed, "lazier#", 2), *_cells(2, fixed, "lazier#", 5)]
    assert len(cells) > 50
    assert kiasan_tables.wrong(cells, figures) == []
    assert all(cell.complete and not cell.violated for cell in cells)


@needs_jdk
def test_lists_of_the_jdk_have_as_many_paths_as_in_the_paper() -> None:
    names = ["LinkedList.get", "LinkedList.removeLast", "Stack.pop", "ArrayList.isEmpty"]
    figures = kiasan_experiment.printed()
    for cell in _cells(2, names, "lazier#", 5):
        assert cell.paths == figures[2, cell.subject, 5, "lazier#"], cell


@needs_jdk
def test_a_technique_that_ran_out_of_time_is_not_tried_at_larger_bounds() -> None:
    cases = kiasan_experiment.table_2(["BinarySearchTree.find"], ["lazier#"], None)
    cells = list(
        kiasan_experiment.measure_all(cases, kiasan_experiment.programs_folder(None), 0.01, "math")
    )
    assert len(cells) == 1 and not cells[0].complete


def test_a_difference_has_a_reason_unless_mathematics_forbids_it() -> None:
    right = kiasan_experiment.KiasanCell(2, "AvlTree.find", 5, "lazier#", True, 123, 0, 9, 1.0)
    figures = kiasan_experiment.printed()
    assert kiasan_tables.wrong([right], figures) == []
    wrong = replace(right, paths=122)
    assert kiasan_tables.wrong([wrong], figures) == [wrong]
    other = replace(right, subject="jdk-TreeMap.get", paths=237)
    text = _text(kiasan_tables.table_2([right, wrong, other], ["lazier#"], figures))
    assert "122 / 123 ? · 1.0 s" in text
    assert "237 / 152 b · 1.0 s" in text
    assert any(
        note.startswith("b: keys are objects") for note in kiasan_tables.notes([other], figures)
    )


@needs_jdk
def test_a_cell_with_paths_that_failed_is_refused_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is left of its paths is no number of the program."""

    def fails(*given: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setenv(STRICT, "")
    monkeypatch.setattr(LazyStrategy, "write_field", fails)
    (cell,) = _cells(1, ["Container.swap"], "lazier#", 1)
    assert cell.refused.endswith(" failed") and not cell.complete
    figures = kiasan_experiment.printed()
    assert "refused" in _text(kiasan_tables.table_1([cell], ["lazier#"], figures))
    assert any(cell.refused in note for note in kiasan_tables.notes([cell], figures))
    assert kiasan_measured(cell).state is State.REFUSED


def test_programs_that_are_not_there_are_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="benchmarks/java/classes"):
        kiasan_experiment.programs_folder(tmp_path)


@needs_jdk
def test_the_command_prints_both_tables_and_writes_json(tmp_path: Path) -> None:
    file = tmp_path / "cells.json"
    options = ["--subjects", "Container,Stack.pop", "--max-k", "1", "--max-n", "5"]
    options += ["--techniques", "lazier#", "--json", str(file)]
    done = CliRunner().invoke(app, ["reproduce", "kiasan", *options])
    assert done.exit_code == 0, done.output
    assert "Table 1" in done.output and "Table 2" in done.output
    cells = json.loads(file.read_text())
    assert [(cell["subject"], cell["paths"]) for cell in cells] == [
        ("Container.swap", 2),
        ("Stack.pop", 2),
    ]
