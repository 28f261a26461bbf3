"""Every JSON document fits the published schema, and what is read back is what was written."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from heapwise.api import start
from heapwise.checking.check import check
from heapwise.checking.check_options import CheckOptions
from heapwise.cli.app import app
from heapwise.engine.bounds import Bounds
from heapwise.plan import RunPlan, plan_from_json, plan_to_json
from heapwise.results.checks import report_from_json, report_to_json
from heapwise.results.expression import OPERATORS, text
from heapwise.results.heap import heap_from_json, heap_to_json
from heapwise.results.path_result import (
    path_from_json,
    path_to_json,
    summary_from_json,
    summary_to_json,
)
from heapwise.results.schema import VERSION, schema
from java_paths import CLASSES, needs_jvm

EXAMPLES = Path(__file__).parents[3] / "examples"
SCHEMA = schema()
VALIDATOR = Draft202012Validator(SCHEMA)

PYTHON = '''
class Node:
    def __init__(self, value: float, next: "Node | None"):
        self.value = value
        self.next = next


def walk(node: Node, names: list[str], table: dict[int, bytes], pair: tuple[int, bool]) -> object:
    """post: _ != 3"""
    if node.next is node and node.value > 1e300:
        return 3
    if names and names[0].startswith("a"):
        return open(names[0])
    return table[pair[0]]
'''


ENUMERATED = """
class Node:
    next: "Node | None"

    def rep_ok(self) -> bool:
        return self.next is not self
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("schema") / "walking.py"
    file.write_text(PYTHON, encoding="utf-8")
    return file


def same(one: object, other: object) -> bool:
    """Equal in every bit: 1 is not True, 0.0 not -0.0, and nan is nan."""
    if type(one) is not type(other):
        return False
    if isinstance(one, float) and isinstance(other, float):
        return math.copysign(1, one) == math.copysign(1, other) and (
            one == other or (math.isnan(one) and math.isnan(other))
        )
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    if dataclasses.is_dataclass(one):
        names = [each.name for each in dataclasses.fields(one)]
        return all(same(getattr(one, name), getattr(other, name)) for name in names)
    return one == other


def comes_back(
    data: object, to_json: Callable[[Any], object], from_json: Callable[[Any], object]
) -> bool:
    return same(from_json(json.loads(json.dumps(to_json(data)))), data)


def run(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(app, [*arguments, "--json", "-"])
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def errors(document: object) -> list[str]:
    return [error.message for error in VALIDATOR.iter_errors(document)]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["version"] == SCHEMA["properties"]["schema"]["const"] == VERSION


def test_the_schema_has_the_operators_that_have_a_text() -> None:
    _, _, applied, cut = SCHEMA["$defs"]["expression"]["anyOf"]
    assert set(applied["properties"]["op"]["enum"]) == OPERATORS
    assert applied["properties"]["op"] == cut["properties"]["op"]


TARGETS = [
    pytest.param("tiny", id="tiny"),
    pytest.param("python", id="python"),
    pytest.param("java", id="java", marks=needs_jvm),
]


def target_of(language: str, written: Path) -> str:
    if language == "tiny":
        return str(EXAMPLES / "list.tiny")
    return f"{written}:walk" if language == "python" else f"{CLASSES}:regressions.Places.second"


@pytest.mark.parametrize("language", TARGETS)
def test_paths_and_summaries_fit_and_come_back(language: str, written: Path) -> None:
    bounds = Bounds(max_objects=2, max_length=2, timeout=1200)
    exploration = start(RunPlan(target_of(language, written), bounds=bounds))
    paths = list(exploration)
    exploration.close()
    assert len(paths) > 1
    assert all(comes_back(path, path_to_json, path_from_json) for path in paths)
    assert comes_back(exploration.summary, summary_to_json, summary_from_json)
    for path in paths:
        assert text(path.when, exploration.words.null) == path.condition
        assert fits(path_to_json(path), "path") == []
        assert comes_back(path.input, heap_to_json, heap_from_json)


def fits(data: object, name: str) -> list[str]:
    """With a part of the schema."""
    part = {"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]}
    found = Draft202012Validator(part).iter_errors(json.loads(json.dumps(data)))
    return [error.message for error in found]


@pytest.mark.parametrize("language", TARGETS)
def test_reports_of_checks_fit_and_come_back(language: str, written: Path) -> None:
    options = CheckOptions(max_objects=2, seconds=1200)
    for report in check(target_of(language, written), options):
        for finding in report.findings:
            assert text(finding.when, report.words.null) == finding.condition
        assert comes_back(report, report_to_json, report_from_json)
        assert fits(report_to_json(report), "function") == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["explore", str(EXAMPLES / "swap.tiny")],
        ["check", str(EXAMPLES / "swap.tiny")],
        ["compare", str(EXAMPLES / "swap.tiny")],
        ["doctor"],
    ],
    ids=lambda arguments: str(arguments[0]),
)
def test_what_a_command_writes_fits_and_nothing_else_does(arguments: list[str]) -> None:
    if arguments == ["doctor"]:
        document = json.loads(CliRunner().invoke(app, ["doctor", "--json"]).stdout)
    else:
        document = run(*arguments)
    assert document["schema"] == VERSION
    assert document["document"] == arguments[0]
    assert errors(document) == []
    for changed in mutations(document):
        assert errors(changed), changed


def test_enumerated_inputs_fit(tmp_path: Path) -> None:
    file = tmp_path / "shapes.py"
    file.write_text(ENUMERATED, encoding="utf-8")
    document = run("enumerate", f"{file}:Node", "--scope", "2")
    assert document["inputs"] and errors(document) == []


def test_a_plan_fits_and_comes_back() -> None:
    plan = RunPlan("f.py:f", "lazy", Bounds(max_objects=3), by_contract=("g",))
    assert errors(json.loads(json.dumps(plan_to_json(plan)))) == []
    assert plan_from_json(json.loads(json.dumps(plan_to_json(plan)))) == plan


def mutations(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """With a key too many, a key too few, and a value of another type, at places all over it."""
    yield {**document, "more": 1}
    yield {**document, "schema": VERSION + 1}
    for key in document:
        yield {name: value for name, value in document.items() if name != key}
        yield {**document, key: object_of_no_kind}
    for key, value in document.items():
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            yield {**document, key: [{**value[0], "more": 1}, *value[1:]]}
            for inner in value[0]:
                if inner not in _OPTIONAL:
                    rest = {name: each for name, each in value[0].items() if name != inner}
                    yield {**document, key: [rest, *value[1:]]}


object_of_no_kind: dict[str, Any] = {"none": [{}]}
_OPTIONAL = ("doubt", "prefix", "leaf")
