"""docs/json.md and the reports agree."""

from __future__ import annotations

import json
import re
from pathlib import Path

from jsonschema import Draft202012Validator

from heapwise.results import Account, Counts, Heap, Outcome, OutcomeKind, PathResult, RunSummary
from heapwise.results.path_result import (
    counts_to_json,
    path_from_json,
    path_to_json,
    summary_to_json,
)
from heapwise.results.schema import document, schema

DOCUMENT = (Path(__file__).parents[3] / "docs" / "json.md").read_text(encoding="utf-8")
EXAMPLE = json.loads(re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL)[0])
SUMMARY = RunSummary("t", "tiny", "lazy", "none", Account(finished=True), {}, Counts(), 0.5, 0.1)
PATH = PathResult(1, Outcome(OutcomeKind.RETURNED), "", Heap(), Heap(), (), True)


def test_the_example_has_the_keys_of_a_report_in_their_order() -> None:
    expected = {
        **document("explore", summary_to_json(SUMMARY)),
        "paths": [path_to_json(PATH)],
        "cases": [],
    }
    assert list(EXAMPLE) == list(expected)
    assert list(EXAMPLE["counts"]) == list(counts_to_json(Counts()))
    assert list(EXAMPLE["paths"][0]) == list(path_to_json(PATH))


def test_the_example_fits_the_schema() -> None:
    Draft202012Validator(schema()).validate(EXAMPLE)


def test_the_path_of_the_example_can_be_read_back() -> None:
    path = EXAMPLE["paths"][0]
    assert path_to_json(path_from_json(path)) == path


def test_every_key_is_documented() -> None:
    keys = [*summary_to_json(SUMMARY), *EXAMPLE["counts"], *path_to_json(PATH), "paths", "cases"]
    assert [key for key in keys if f"| `{key}` |" not in DOCUMENT] == []
