"""Builtin exceptions are inputs: of the class of the hint and of those that the module names; all
others are left out, which is told."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from heapwise.cli.app import app
from heapwise.results import OutcomeKind
from tests.unit.frontends.python.exploring import explore, reasons, results


def test_classes_and_texts_of_an_exception_are_inputs(tmp_path: Path) -> None:
    source = """
    class Stopped(Exception):
        pass

    def target(error: Exception | None) -> str:
        if error is None:
            return "none"
        if isinstance(error, KeyError):
            return "key" if error.args[0] == "x" else "other key"
        if isinstance(error, Stopped):
            return "stopped"
        if not error.args:
            return "empty"
        return "boom" if str(error) == "boom" else type(error).__name__
    """
    paths = explore(tmp_path, source)
    wanted = {"none", "key", "other key", "stopped", "empty", "boom", "Exception"}
    assert results(paths) == wanted
    cuts = [path for path in paths if path.kind is OutcomeKind.BOUNDED]
    assert cuts and all("left out: any Exception" in str(path.detail) for path in cuts)


def test_an_exception_that_is_returned_is_seen_with_its_arguments(tmp_path: Path) -> None:
    source = """
    def target(error: ValueError | None, x: str) -> list[Exception]:
        if error is None:
            return [ValueError(x, 1), KeyError()]
        if error.args:
            return [error, error]
        raise error
    """
    paths = [path for path in explore(tmp_path, source) if path.kind is not OutcomeKind.BOUNDED]
    ends = sorted((path.kind.value, path.detail) for path in paths)
    assert ends == [("raised", "ValueError"), ("returned", None), ("returned", None)]


def test_an_exception_that_nobody_looks_at_is_an_exception_in_the_witness(tmp_path: Path) -> None:
    source = """
    def target(error: ValueError, other: int) -> tuple[ValueError, int]:
        return error, other
    """
    (path,) = explore(tmp_path, source)
    assert "ValueError" in str(path.result)


def test_whether_a_raised_exception_is_the_one_that_was_caught_is_not_denied(
    tmp_path: Path,
) -> None:
    source = """
    def target(error: ValueError) -> bool:
        try:
            raise error
        except ValueError as caught:
            return caught is error
    """
    assert any("look alike" in str(reason) for reason in reasons(explore(tmp_path, source)))


def test_a_path_that_asks_for_the_class_of_an_exception_is_found(tmp_path: Path) -> None:
    file = tmp_path / "handlers.py"
    file.write_text(
        "def target(error: LookupError) -> int:\n"
        "    return 1 // (not isinstance(error, IndexError))\n"
    )
    told = CliRunner().invoke(app, ["check", f"{file}:target"]).output
    assert "HW105" in told and 'IndexError("")' in told
