"""`heapwise explore`: what it prints, writes and exits with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from heapwise.program.source import InputError, Position
from heapwise.results import OutcomeKind
from tests.unit.cli.fake_engine import Engine, Heapwise


def test_a_run_prints_header_table_and_summary(heapwise_cli: Heapwise) -> None:
    result = heapwise_cli("explore", "list.tiny")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "strategy fieldmaps · precondition none · default bounds",
        "",
        "#  outcome     when    input                output   ",
        "1  returned 0  X0 = 0  Y0 ─► Node#1{val=0}  unchanged",
        "2  returned 1  X0 = 1  Y0 ─► Node#1{val=1}  unchanged",
        "3  returned 2  X0 = 2  Y0 ─► Node#1{val=2}  unchanged",
        "",
        "3 paths (3 returned) · exhaustive · 4 queries (2 more answered by a known model) · 0.5 s",
    ]


def test_quiet_prints_the_summary_line_only_and_describes_nothing(
    heapwise_cli: Heapwise, engine: Engine
) -> None:
    result = heapwise_cli("explore", "list.tiny", "--quiet")
    assert result.stdout.splitlines() == [
        "3 paths (3 returned) · exhaustive · 4 queries (2 more answered by a known model) · 0.5 s"
    ]
    assert engine.runs[0].described == 0


def test_only_the_paths_shown_are_described(heapwise_cli: Heapwise, engine: Engine) -> None:
    engine.kinds = [OutcomeKind.RETURNED] * 1206
    result = heapwise_cli("explore", "list.tiny", "--show", "2")
    assert engine.runs[0].described == 2
    assert "… 1 204 more paths: --show all, --json FILE or --html FILE" in result.stdout
    assert "1 206 paths (1 206 returned)" in result.stdout


def test_show_all_prints_every_path(heapwise_cli: Heapwise, engine: Engine) -> None:
    engine.kinds = [OutcomeKind.RETURNED] * 250
    result = heapwise_cli("explore", "list.tiny", "--show", "all")
    assert "X0 = 249" in result.stdout
    assert "more path" not in result.stdout


def test_verbose_draws_every_heap(heapwise_cli: Heapwise, engine: Engine) -> None:
    engine.kinds = [OutcomeKind.RETURNED]
    result = heapwise_cli("explore", "list.tiny", "-v")
    assert "path 1  returned 0\n" in result.stdout
    assert "  input   Y0 ────► Node#1  val = 0\n" in result.stdout


def test_one_path_is_shown_in_full_and_ends_the_run(heapwise_cli: Heapwise, engine: Engine) -> None:
    result = heapwise_cli("explore", "list.tiny", "--path", "2")
    assert result.exit_code == 0
    assert "path 2  returned 1\n" in result.stdout
    assert "  trace   7:3 then\n" in result.stdout
    assert engine.runs[0].described == 1
    assert engine.runs[0].found.returned == 2


def test_a_path_that_does_not_exist_is_bad_input(heapwise_cli: Heapwise) -> None:
    result = heapwise_cli("explore", "list.tiny", "--path", "9")
    assert result.exit_code == 2
    assert result.stderr.startswith("heapwise: there is no path 9: 3 paths (3 returned)")


def test_a_path_behind_the_end_of_a_stopped_run_is_not_called_missing(
    heapwise_cli: Heapwise, engine: Engine
) -> None:
    engine.interrupt_after = 1
    result = heapwise_cli("explore", "list.tiny", "--path", "9")
    assert result.exit_code == 3
    assert "path 9 was not reached: 1 path (1 returned) · stopped: interrupted" in result.stdout


@pytest.mark.parametrize(
    ("kinds", "stopped", "code"),
    [
        ([OutcomeKind.RETURNED, OutcomeKind.RAISED], None, 0),
        ([OutcomeKind.RETURNED, OutcomeKind.BOUNDED], None, 0),
        ([OutcomeKind.RETURNED, OutcomeKind.VIOLATED], None, 1),
        ([OutcomeKind.RETURNED], "timeout", 3),
        ([OutcomeKind.VIOLATED], "timeout", 1),
    ],
)
def test_exit_codes(
    heapwise_cli: Heapwise,
    engine: Engine,
    kinds: list[OutcomeKind],
    stopped: str | None,
    code: int,
) -> None:
    engine.kinds, engine.stopped = kinds, stopped
    assert heapwise_cli("explore", "list.tiny", "-q").exit_code == code


def test_json_on_standard_output_is_alone_there(heapwise_cli: Heapwise) -> None:
    result = heapwise_cli("explore", "list.tiny", "--json", "-")
    report = json.loads(result.stdout)
    assert [path["id"] for path in report["paths"]] == [1, 2, 3]
    assert report["counts"]["paths"] == 3


def test_a_json_file_holds_all_paths_even_if_few_are_printed(
    heapwise_cli: Heapwise, tmp_path: Path
) -> None:
    file = tmp_path / "paths.json"
    result = heapwise_cli("explore", "list.tiny", "--show", "1", "--json", str(file))
    assert len(json.loads(file.read_text())["paths"]) == 3
    assert "… 2 more paths: all of them are in" in result.stdout


def test_an_interrupted_run_prints_and_writes_what_was_found(
    heapwise_cli: Heapwise, engine: Engine, tmp_path: Path
) -> None:
    engine.interrupt_after = 2
    file = tmp_path / "paths.json"
    result = heapwise_cli("explore", "list.tiny", "--json", str(file))
    report = json.loads(file.read_text())
    assert result.exit_code == 3
    assert "X0 = 1" in result.stdout
    assert "2 paths (2 returned) · stopped: interrupted" in result.stdout
    assert report["stopped"] == "interrupted"
    assert len(report["paths"]) == 2


def test_an_unwritable_json_file_is_found_out_before_the_exploration(
    heapwise_cli: Heapwise, engine: Engine, tmp_path: Path
) -> None:
    file = tmp_path / "missing" / "paths.json"
    result = heapwise_cli("explore", "list.tiny", "--json", str(file))
    assert result.exit_code == 2
    assert result.stderr == f"heapwise: --json: cannot write {file}: No such file or directory\n"
    assert engine.asked == []


def test_the_report_never_overwrites_the_program(heapwise_cli: Heapwise, tmp_path: Path) -> None:
    program = tmp_path / "list.tiny"
    program.write_text("null")
    result = heapwise_cli("explore", str(program), "--json", str(program))
    assert result.exit_code == 2
    assert program.read_text() == "null"


def test_bad_input_is_one_line_with_its_place_and_leaves_no_file(
    heapwise_cli: Heapwise, engine: Engine, tmp_path: Path
) -> None:
    engine.bad_input = InputError("expected `)`, found `then`", Position("list.tiny", 7, 14))
    file = tmp_path / "paths.json"
    result = heapwise_cli("explore", "list.tiny", "--json", str(file))
    assert result.exit_code == 2
    assert result.stderr == "list.tiny:7:14: expected `)`, found `then`\n"
    assert not file.exists()


def test_bad_input_without_a_place_is_said_by_heapwise(
    heapwise_cli: Heapwise, engine: Engine
) -> None:
    engine.bad_input = InputError("list.tiny: no such file")
    result = heapwise_cli("explore", "list.tiny")
    assert result.stderr == "heapwise: list.tiny: no such file\n"


def test_an_internal_error_is_one_line_that_asks_for_a_report(
    heapwise_cli: Heapwise, engine: Engine
) -> None:
    engine.failure = KeyError("x")
    result = heapwise_cli("explore", "list.tiny", "-q")
    assert result.exit_code == 70
    assert result.stderr == (
        "heapwise: internal error: KeyError: 'x', please report; "
        "run with HEAPWISE_TRACEBACK=1 for details\n"
    )


def test_an_internal_error_shows_its_traceback_on_demand(
    heapwise_cli: Heapwise, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEAPWISE_TRACEBACK", "1")
    engine.failure = KeyError("x")
    result = heapwise_cli("explore", "list.tiny", "-q")
    assert result.exit_code == 70
    assert "Traceback" in result.stderr


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--strategy", "feildmaps", "unknown strategy `feildmaps`; did you mean `fieldmaps`?"),
        ("--search", "bfd", "unknown search order `bfd`; did you mean `bfs`? valid: fair, dfs"),
        ("--null-dereference", "drop", "unknown value of --null-dereference `drop`; valid: raise"),
        ("--max-depth", "-3", "--max-depth takes a whole number, or `none` for no bound, not `-3`"),
        ("--max-loops", "many", "--max-loops takes a whole number"),
        ("--max-objects", "Node=x", "--max-objects takes a whole number"),
        ("--max-objects", "Node=none", "--max-objects takes N or Class=N, not `Node=none`"),
        ("--max-objects", "=3", "--max-objects takes N or Class=N"),
        ("--timeout", "nan", "--timeout takes seconds, or `none` for no bound, not `nan`"),
        ("--show", "some", "--show takes a number, or `all`, not `some`"),
        ("--path", "0", "--path takes the number of a path, from 1 on, not `0`"),
    ],
)
def test_a_wrong_value_is_named_together_with_the_right_ones(
    heapwise_cli: Heapwise, engine: Engine, option: str, value: str, message: str
) -> None:
    result = heapwise_cli("explore", "list.tiny", option, value)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"heapwise: {message}")
    assert engine.asked == []


def test_an_unknown_option_is_a_usage_error(heapwise_cli: Heapwise) -> None:
    result = heapwise_cli("explore", "list.tiny", "--max-object", "3")
    assert result.exit_code == 2
    assert "--max-objects" in result.stderr


def test_version_and_help_need_no_program(heapwise_cli: Heapwise) -> None:
    assert heapwise_cli("--version").stdout.startswith("heapwise ")
    help_text = heapwise_cli("explore", "--help").stdout
    assert "Exit codes" in help_text
    assert "--max-objects" in help_text
