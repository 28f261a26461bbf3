"""A class that is missing from the class path is no behaviour of the program."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from heapwise import InputError, OutcomeKind
from java_paths import CLASSES, ends, explored, needs_jvm

pytestmark = needs_jvm


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Everything but `Gone`."""
    (tmp_path / "regressions").mkdir()
    for pattern in ("Needs*.class", "Takes.class"):
        for file in (CLASSES / "regressions").glob(pattern):
            shutil.copy(file, tmp_path / "regressions")
    return tmp_path


@pytest.mark.parametrize("method", ["read", "make", "count", "ask", "caught"])
def test_where_it_is_needed_the_path_is_unsupported(folder: Path, method: str) -> None:
    paths, summary = explored(f"{folder}:regressions.Needs.{method}")
    missing = [path for path in paths if path.outcome.kind is OutcomeKind.UNSUPPORTED]
    assert missing and not summary.exhaustive
    for path in missing:
        said = path.outcome.exception or ""
        assert "`regressions.Gone` is missing" in said and "--class-path" in said
    assert not any("NoClassDef" in (path.outcome.exception or "") for path in paths)
    assert OutcomeKind.RETURNED not in {path.outcome.kind for path in paths}


@pytest.mark.parametrize("method", ["one", "several"])
def test_a_parameter_of_such_a_class_is_an_error(folder: Path, method: str) -> None:
    with pytest.raises(InputError, match=r"`regressions\.Gone` not found.*--class-path"):
        explored(f"{folder}:regressions.Takes.{method}")


def test_where_it_is_not_needed_nothing_is_wrong(folder: Path) -> None:
    paths, summary = explored(f"{folder}:regressions.Needs.own")
    assert ends(paths) == ["returned 0"] and paths[0].replayed and summary.exhaustive
    paths, _ = explored(f"{folder}:regressions.Needs.pure")
    raised, returned = ends(paths)
    assert raised == "raised ArithmeticException" and returned.startswith("returned ")


def test_inputs_that_need_it_are_left_out_and_that_is_told(folder: Path) -> None:
    paths, summary = explored(f"{folder}:regressions.Needs.step")
    assert ends(paths) == ["raised NullPointerException", "returned 2"]
    assert summary.account.limits == {"inputs": "no input is a regressions.Needs$Near"}
    paths, summary = explored("Needs.step")
    assert ends(paths) == ["raised NullPointerException", "returned 1", "returned 2"]
    assert not summary.account.limits
