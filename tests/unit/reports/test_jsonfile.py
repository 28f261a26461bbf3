"""The JSON report: documented keys in the documented order, and files that are never half done."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from heapwise.reports.destination import open_destination
from heapwise.reports.jsonfile import json_report
from heapwise.results import (
    Account,
    Counts,
    Heap,
    HeapObject,
    Outcome,
    OutcomeKind,
    PathResult,
    Ref,
    RunSummary,
)
from heapwise.results.event import events_of
from heapwise.results.path_result import path_from_json

NODE = Ref("Node#1")
HEAP = Heap({"Y0": NODE, "b": True}, {NODE: HeapObject("Node", {"val": 0, "next": NODE})})
DONE = Account(finished=True)
COUNTS = Counts(returned=2)
SUMMARY = RunSummary("list.tiny", "tiny", "lazy", "none", DONE, {"max_depth": 50}, COUNTS, 0.5, 0.1)


def path(number: int) -> PathResult:
    outcome = Outcome(OutcomeKind.RETURNED, NODE)
    return PathResult(number, outcome, "Y0 ≠ null", HEAP, HEAP, events_of(["7:3 then"]), True)


def write(file: Path, paths: list[PathResult]) -> None:
    with open_destination(str(file)) as destination, json_report(destination) as report:
        for one in paths:
            report.add(one)
        report.finish(SUMMARY)


def test_the_keys_come_in_the_documented_order(tmp_path: Path) -> None:
    file = tmp_path / "paths.json"
    write(file, [path(1), path(2)])
    keys = (
        "schema document target language strategy precondition assumed verdict exhaustive stopped"
    )
    assert (
        " ".join(json.loads(file.read_text()))
        == f"{keys} bounds account counts seconds solver_seconds paths cases"
    )


@pytest.mark.parametrize("count", [0, 1, 3])
def test_paths_come_back_as_they_were(tmp_path: Path, count: int) -> None:
    file = tmp_path / "paths.json"
    paths = [path(number) for number in range(count)]
    write(file, paths)
    assert [path_from_json(data) for data in json.loads(file.read_text())["paths"]] == paths


def test_further_cases_of_a_path_come_after_all_paths(tmp_path: Path) -> None:
    file = tmp_path / "paths.json"
    cases = [replace(path(1), case=2), replace(path(1), case=3)]
    write(file, [path(1), cases[0], path(2), cases[1]])
    written = json.loads(file.read_text())
    assert [path_from_json(data) for data in written["paths"]] == [path(1), path(2)]
    assert [path_from_json(data) for data in written["cases"]] == cases


def test_an_old_report_is_replaced_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "paths.json"
    file.write_text("x" * 10_000)
    write(file, [path(1)])
    assert len(json.loads(file.read_text())["paths"]) == 1


def test_an_old_report_survives_a_run_that_fails(tmp_path: Path) -> None:
    file = tmp_path / "paths.json"
    file.write_text("old")
    with pytest.raises(ZeroDivisionError), open_destination(str(file)):
        raise ZeroDivisionError
    assert file.read_text() == "old"


def test_a_run_that_fails_leaves_no_new_file(tmp_path: Path) -> None:
    file = tmp_path / "paths.json"
    with pytest.raises(ZeroDivisionError), open_destination(str(file)):
        raise ZeroDivisionError
    assert not file.exists()


def test_a_device_is_written_to_and_stays_a_device() -> None:
    write(Path(os.devnull), [path(1)])
    assert Path(os.devnull).is_char_device()


def test_a_file_that_cannot_be_written_is_an_error_at_once(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="directory"), open_destination(str(tmp_path)):
        pytest.fail("a directory was opened")
