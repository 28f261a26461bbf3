"""Pages: one file, whose data cannot be taken for markup. What they show is tested in a browser
(tests/browser)."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
import runpy
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from heapwise import explore
from heapwise.cli.app import app
from heapwise.reports.html.list_pages import ComparePage
from heapwise.reports.html.page import page
from heapwise.results.source_files import SourceFiles
from heapwise.results.words import PYTHON

HOSTILE = '</script><script>alert("1")</script><!-- \u202e'


def data_of(text: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_no_text_ends_the_element_it_stands_in() -> None:
    text = page("explore", HOSTILE, PYTHON, {"x": HOSTILE, "style": "{style}{scripts}{title}"})
    data = data_of(text)
    assert data["x"] == data["title"] == HOSTILE
    assert data["style"] == "{style}{scripts}{title}"
    assert text.count("</script>") == 2


def test_a_page_names_nothing_that_is_elsewhere() -> None:
    text = page("explore", "t", PYTHON, {})
    assert "default-src 'none'" in text
    addresses = set(re.findall(r"https?://[^\"' ]+", text))
    assert addresses == {"http://www.w3.org/2000/svg"}


PROGRAM = f'''
class Node:
    def __init__(self, next: "Node | None") -> None:
        self.next = next


def f(node: Node | None, text: str) -> str:
    """{HOSTILE.replace(chr(34), "'")}"""
    if node is None:
        return "</script>"
    node.next = node
    return text
'''


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "hostile.py"
    path.write_text(PROGRAM)
    return path


def explored(program: Path, *options: str) -> str:
    result = CliRunner().invoke(app, ["explore", f"{program}:f", "-q", *options])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_page_of_explore_has_each_path_with_its_code_source_and_steps(program: Path) -> None:
    to = program.with_suffix(".html")
    explored(program, "--html", str(to))
    text = to.read_text()
    assert text.count("</script>") == 2
    data = data_of(text)
    assert data["sources"] == {data["file"]: PROGRAM}
    first, second = sorted(data["paths"], key=lambda path: len(path["input"]["objects"]))
    assert first["outcome"]["value"] == {"str": "</script>"}
    assert "f(None," in first["code"]["rebuild"] and "def test_f" in first["code"]["test"]
    assert "when" not in first
    assert [data["events"][index]["decision"] for index in first["trace"]][-1] == "true"
    assert first["output"]["objects"] is None and second["output"]["objects"]
    lines = [step["line"] for step in second["steps"]]
    assert lines[-3:] == [11, 12, 12] and second["steps"][-1]["event"] == "returned"
    assert [bool(step["objects"]) for step in second["steps"][-3:]] == [False, True, False]


def test_heaps_of_a_path_are_drawn_for_graphviz_and_mermaid(program: Path) -> None:
    both = CliRunner().invoke(
        app, ["explore", f"{program}:f", "--path", "2", "--dot", "-", "--mermaid", "-"]
    )
    assert both.output.startswith("digraph heap {") and "flowchart LR" in both.output
    assert "path" not in both.output
    alone = CliRunner().invoke(app, ["explore", f"{program}:f", "--dot", "-"])
    assert alone.exit_code == 2


def test_no_page_is_written_over_the_program(program: Path) -> None:
    result = CliRunner().invoke(app, ["explore", str(program), "--html", str(program)])
    assert result.exit_code == 2 and program.read_text() == PROGRAM


def page_of(tmp_path: Path, *arguments: str) -> Any:
    to = tmp_path / "report.html"
    result = CliRunner().invoke(app, [*arguments, "--html", str(to)])
    assert result.exit_code in (0, 1), result.output
    return data_of(to.read_text())


def test_the_page_of_check_has_findings_with_layouts_and_the_source(tmp_path: Path) -> None:
    data = page_of(tmp_path, "check", "examples/bank.py:transfer", "-q", "-j", "1")
    assert data["document"] == "check" and data["files"] == ["examples/bank.py"]
    assert data["sources"]["examples/bank.py"] == Path("examples/bank.py").read_text()
    (report,) = data["functions"]
    (finding,) = report["findings"]
    assert finding["place"]["file"] == "examples/bank.py" and "when" not in finding


def test_the_page_of_compare_has_the_ways_of_all_paths_by_events(tmp_path: Path) -> None:
    data = page_of(tmp_path, "compare", "examples/swap.tiny", "-q", "--strategies", "lazy,pose")
    lazy, pose = data["leaves"]
    assert [len(lazy), len(pose)] == [run["counts"]["paths"] for run in data["runs"]]
    assert {json.dumps(each) for each in lazy} == {json.dumps(each) for each in pose}
    assert all(event < len(data["events"]) for _, _, trace in pose for event in trace)


def test_the_page_of_enumerate_has_all_inputs_also_if_few_are_printed(tmp_path: Path) -> None:
    target = "benchmarks/lissa/tree_map.py:TreeMap"
    data = page_of(
        tmp_path, "enumerate", target, "--scope", "2", "--domain", "Entry.key=0..0", "--show", "1"
    )
    assert len(data["inputs"]) == len(data["input_layouts"]) == data["count"] > 1


def test_the_page_of_tests_has_the_file(tmp_path: Path) -> None:
    to = tmp_path / "test_bank.py"
    data = page_of(tmp_path, "tests", "examples/bank.py:Account.available", "-q", "-o", str(to))
    assert data["text"] == to.read_text()
    (function,) = data["functions"]
    assert function["tests"] == data["text"].count("def test_") > 0
    assert function["reached"] == function["total"]


def test_a_comparison_of_many_paths_draws_the_first() -> None:
    page = ComparePage(most=2)
    page.begin(SourceFiles())
    for number in range(3):
        page.add("returned", None, ["a", str(number)])
    data = data_of(page.text("t", [], None))
    assert data["cut"] == 2
    assert [event["decision"] for event in data["events"]] == ["a", "0", "1"]
    assert data["leaves"] == [[["returned", None, [0, 1]], ["returned", None, [0, 2]]]]


def test_the_steps_of_a_small_language_have_its_variables_and_the_heap(tmp_path: Path) -> None:
    data = page_of(tmp_path, "explore", "examples/list.tiny", "-q")
    violated = next(path for path in data["paths"] if path["outcome"]["kind"] == "violated")
    steps = violated["steps"]
    lines = [step["line"] for step in steps]
    source = Path("examples/list.tiny").read_text().splitlines()
    assert "append [" in source[lines[0] - 1] and "assert" in source[lines[-1] - 1]
    inside = next(step for step in steps if "total" in step["roots"])
    assert inside["roots"] == {"this": "List#1", "other": "List#1", "total": 2}
    assert steps[-1]["event"] == "violated"
    changed = [step["objects"] for step in steps[1:] if step["objects"]]
    assert {"Node#2", "List#1"} <= {name for objects in changed for name in objects}


def test_the_code_of_a_path_does_not_depend_on_what_was_described_last(program: Path) -> None:
    run = explore(f"{program}:f")
    first, second = sorted(run, key=lambda path: len(path.input.objects))
    for path, text in ((first, '"</script>"'), (second, "node.next is node"), (first, "</script>")):
        assert text in run.witnesses.illustrate(path, 0).test
    run.close()


def test_check_tells_which_ways_of_a_branch_were_taken(tmp_path: Path) -> None:
    program = tmp_path / "ways.py"
    program.write_text("""
def f(x: int) -> int:
    if x > 3:
        if x > 2:
            return 1
    return 0
""")
    (report,) = page_of(tmp_path, "check", str(program), "-q", "-j", "1")["functions"]
    ways = {(event["line"], event["decision"]) for event in report["decided"][1:]}
    assert ways == {(3, "true"), (3, "false"), (4, "true")}
    assert report["account"]["finished"]


def test_the_test_and_the_snippet_of_a_small_program_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy("examples/list.tiny", tmp_path)
    monkeypatch.chdir(tmp_path)
    run = explore("list.tiny")
    for path in run:
        more = run.witnesses.illustrate(path, 0)
        Path("test_made.py").write_text(more.test)
        (test,) = [
            each for name, each in runpy.run_path("test_made.py").items() if name[:5] == "test_"
        ]
        test()
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(more.rebuild, {})
        assert ast.literal_eval(printed.getvalue())["kind"] == path.outcome.kind.value
    run.close()


def test_a_path_without_steps_says_why_and_one_that_is_asked_for_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heapwise.cli.explore_files._WITHOUT_STEPS", 1e9)
    data = page_of(tmp_path, "explore", "examples/bank.py:Account.withdraw", "-q")
    assert not any("steps" in path for path in data["paths"])
    reasons = {data["no_steps"][path["no_steps"]] for path in data["paths"]}
    assert len(reasons) == 1 and "--path" in reasons.pop()
    asked = page_of(tmp_path, "explore", "examples/bank.py:Account.withdraw", "--path", "3")
    assert [path["id"] for path in asked["paths"] if "steps" in path] == [3]


def test_the_time_for_steps_is_what_describing_leaves_and_violations_come_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seconds in (("_SECONDS", 0), ("_LEAST_SECONDS", 1e-9), ("_WITHOUT_STEPS", 0)):
        monkeypatch.setattr(f"heapwise.cli.explore_files.{name}", seconds)
    data = page_of(tmp_path, "explore", "examples/list.tiny", "-q")
    shown = [path["outcome"]["kind"] for path in data["paths"] if "steps" in path]
    assert len(data["paths"]) > 1 and shown == ["violated"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_of_very_many_paths_only_some_have_heaps_and_the_others_say_why(
    jobs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = {"_ALWAYS_DESCRIBED": 1, "_DESCRIBING": 0}
    for name, most in (limits | {"_DESCRIBING_SHARE": 1e9}).items():
        monkeypatch.setattr(f"heapwise.cli.explore_files.{name}", most)
    monkeypatch.setattr("heapwise.workers.exploring._KEPT", 1)
    command = ("explore", "examples/list.tiny", "--jobs", jobs)
    full = page_of(tmp_path, *command, "--show", "all")
    data = page_of(tmp_path, *command, "-q")
    assert [path["id"] for path in data["paths"] if "input" in path] == [1, 4]
    assert data["paths"][3]["outcome"]["kind"] == "violated" and data["paths"][3]["replayed"]
    assert all("input" in path for path in full["paths"])
    conditions = [
        [[each["conditions"][part] for part in path["condition"]] for path in each["paths"]]
        for each in (full, data)
    ]
    assert conditions[0] == conditions[1]
    for path in data["paths"]:
        if "input" not in path:
            assert "--show all" in data["no_steps"][path["no_steps"]]
            assert "value" not in path["outcome"]


def test_a_docstring_is_no_step_of_a_run(tmp_path: Path) -> None:
    file = tmp_path / "told.py"
    file.write_text('def one(n: int) -> int:\n    """Says so."""\n    m = n\n    return m\n')
    data = page_of(tmp_path, "explore", f"{file}:one", "-q")
    (path,) = data["paths"]
    assert [step["line"] for step in path["steps"]] == [3, 4, 4]


def test_parts_of_conditions_are_written_once_and_lose_nothing(tmp_path: Path) -> None:
    file = tmp_path / "parts.py"
    file.write_text(
        "def both(s: str, n: int) -> int:\n    if s == 'this and that':\n"
        "        return 1 if n > 0 and n < 9 else 2\n    return 3 if n > 0 else 4\n"
    )
    data = page_of(tmp_path, "explore", f"{file}:both", "-q")
    report = tmp_path / "paths.json"
    CliRunner().invoke(app, ["explore", f"{file}:both", "-q", "--json", str(report)])
    shown = [
        " and ".join(data["conditions"][part] for part in path["condition"])
        for path in data["paths"]
    ]
    assert shown == [path["condition"] for path in json.loads(report.read_text())["paths"]]
    assert any("this and that" in each for each in shown)
    assert len(set(data["conditions"])) == len(data["conditions"])
