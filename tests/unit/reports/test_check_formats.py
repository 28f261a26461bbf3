"""What other programs read of a check: SARIF, annotations of GitHub, JUnit's XML."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import attr
import pytest
import sarif_om
from sarif_pydantic import Sarif
from typer.testing import CliRunner

from heapwise.cli.app import app

SHOP = """\
class Node:
    def __init__(self, value: int, next: "Node | None") -> None:
        self.value = value
        self.next = next


def last(node: Node) -> int:
    if node.value != 3:
        node = node.next
    return node.value


def half(n: int) -> float:  # heapwise: ignore[HW105, HW101]
    return 1 / n


def fine(n: int) -> int:
    return n
"""
CLASSES = {
    "runs": sarif_om.Run,
    "tool": sarif_om.Tool,
    "driver": sarif_om.ToolComponent,
    "rules": sarif_om.ReportingDescriptor,
    "shortDescription": sarif_om.MultiformatMessageString,
    "help": sarif_om.MultiformatMessageString,
    "defaultConfiguration": sarif_om.ReportingConfiguration,
    "invocations": sarif_om.Invocation,
    "toolExecutionNotifications": sarif_om.Notification,
    "results": sarif_om.Result,
    "message": sarif_om.Message,
    "locations": sarif_om.Location,
    "relatedLocations": sarif_om.Location,
    "location": sarif_om.Location,
    "physicalLocation": sarif_om.PhysicalLocation,
    "artifactLocation": sarif_om.ArtifactLocation,
    "region": sarif_om.Region,
    "logicalLocations": sarif_om.LogicalLocation,
    "codeFlows": sarif_om.CodeFlow,
    "threadFlows": sarif_om.ThreadFlow,
    "suppressions": sarif_om.Suppression,
}
"""Classes that were made from the schema of SARIF 2.1.0, by the properties that hold them."""


def wrong_properties(data: Any, cls: Any) -> list[str]:
    """Properties that the schema does not have, and those that it needs and that are missing."""
    known = {
        each.metadata["schema_property_name"]: each.default is attr.NOTHING
        for each in attr.fields(cls)
    }
    wrong = [f"{cls.__name__}.{name}" for name in data if name not in known]
    wrong += [
        f"{cls.__name__} lacks {name}"
        for name, needed in known.items()
        if needed and name not in data
    ]
    for name, value in data.items():
        inner = CLASSES.get(name)
        if cls is sarif_om.ThreadFlow and name == "locations":
            inner = sarif_om.ThreadFlowLocation
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, dict) and inner is not None:
                wrong += wrong_properties(each, inner)
    return wrong


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("formats")
    (folder / "50%25 <b>&").mkdir()
    (folder / "50%25 <b>&" / "shop.py").write_text(SHOP)
    (folder / "broken\x01.py").write_text("import nosuchmodule\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        found = {}
        for form in ("sarif", "github", "junit", "json", "html"):
            arguments = ["check", ".", "--format", form, "--max-objects", "2", "-j", "1"]
            done = CliRunner().invoke(app, [*arguments, "-o", "out"])
            assert done.exit_code == 1 and "1 violated" in done.output
            found[form] = Path("out").read_text(encoding="utf-8")
            if form == "github":
                assert CliRunner().invoke(app, arguments).stdout == found[form]
    return found


def test_sarif_is_what_its_schema_says(written: dict[str, str]) -> None:
    log = json.loads(written["sarif"])
    assert not wrong_properties(log, sarif_om.SarifLog)
    Sarif.model_validate(log)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert all(ids[each["ruleIndex"]] == each["ruleId"] for each in run["results"])
    assert "nosuchmodule" in str(run["invocations"])


def test_sarif_has_the_path_and_the_input(written: dict[str, str]) -> None:
    (run,) = json.loads(written["sarif"])["runs"]
    by_rule = {each["ruleId"]: each for each in run["results"]}
    null = by_rule["HW101"]
    (place,) = null["locations"]
    physical = place["physicalLocation"]
    assert physical["artifactLocation"] == {
        "uri": "50%2525%20%3Cb%3E%26/shop.py",
        "uriBaseId": "%SRCROOT%",
    }
    assert physical["region"]["startLine"] == 10
    assert "Node#1" in null["message"]["text"] and "last(" in null["message"]["text"]
    steps = null["codeFlows"][0]["threadFlows"][0]["locations"]
    lines = [each["location"]["physicalLocation"]["region"]["startLine"] for each in steps]
    assert lines == [7, 8, 10]
    told = [each["location"]["message"]["text"] for each in steps]
    assert told[:2] == ["called", "if true"] and "NoneType" in told[-1]
    assert by_rule["HW105"]["suppressions"][0]["kind"] == "inSource"
    assert by_rule["HW901"]["level"] == "note"


def test_annotations_are_one_line_each(written: dict[str, str]) -> None:
    lines = written["github"].splitlines()
    (error,) = [line for line in lines if line.startswith("::error ")]
    place = r"file=50%2525 <b>&/shop\.py,line=10,col=\d+"
    assert re.match(rf"::error {place},title=HW101 null-dereference in last::", error)
    assert "%0A" in error
    assert any(
        line.startswith("::notice file=50%2525 <b>&/shop.py,line=13,title=HW901::")
        for line in lines
    )
    assert any(line.startswith("::warning title=not checked::broken\x01.py") for line in lines)


def test_junit_has_a_case_for_each_function(written: dict[str, str]) -> None:
    root = ET.fromstring(written["junit"])
    cases = {each.get("name"): each for each in root.iter("testcase")}
    assert {"last", "half", "fine", "broken\ufffd.py"} <= set(cases)
    assert [each.get("type") for each in cases["last"].iter("failure")] == ["HW101"]
    assert not list(cases["half"].iter("failure"))
    assert (root.get("tests"), root.get("failures")) == ("4", "1")


def test_json_and_html_are_those_of_their_own_options(written: dict[str, str]) -> None:
    assert json.loads(written["json"])["document"] == "check"
    assert written["html"].startswith("<!DOCTYPE html>") and "HW101" in written["html"]


def test_a_name_that_is_no_text_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a\udcff.py", "b\udcff.py"):
        (tmp_path / name).write_text("def f(n: int) -> int:\n    return 1 // n\n")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["check", ".", "--format", "junit", "-o", "out"])
    assert done.exit_code == 3 and "2 targets not loaded" in done.output
    assert "its name is not UTF-8; rename it" in Path("out").read_text(encoding="utf-8")


def test_a_format_that_does_not_exist_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("")
    done = CliRunner().invoke(app, ["check", str(tmp_path), "--format", "sarrif"])
    assert done.exit_code == 2 and "did you mean `sarif`" in done.output
