"""Every kind of edit that may change a verdict: none of them leaves a stale one in the cache.

Each kind has a module of its own, which says what can be edited elsewhere; all are checked
together, edited together, and checked again with the cache and without it.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sqlite3
import sys
import time
import tomllib
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from heapwise.cli import app
from heapwise.frontends.python.source import importing

_KINDS: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[2] / "data" / "cache_kinds.toml").read_text(encoding="utf-8")
)


def _write(folder: Path, files: Mapping[str, Any]) -> None:
    for name, text in files.items():
        path = folder / (name if "." in name else f"{name}.py")
        path.parent.mkdir(parents=True, exist_ok=True)
        if "line" in text and not isinstance(text, str):
            before = path.read_text(encoding="utf-8")
            assert before.count(text["line"]) == 1
            text = before.replace(text["line"], text["now"])
        path.unlink(missing_ok=True)
        if path.suffix == ".db":
            with sqlite3.connect(path) as database:
                database.execute("CREATE TABLE t AS SELECT 0 AS k")
            database.close()
        elif isinstance(text, str):
            path.write_text(text, encoding="utf-8")
        elif "link" in text:
            path.symlink_to(text["link"])


def _run(folder: str, kinds: list[str], options: list[str], variable: str) -> None:
    os.chdir(folder)
    os.environ["KIND_OF_EDIT"] = variable
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.dont_write_bytecode = True
    # These modules hurt nobody.
    importing.probed = lambda how, path: None
    targets = [f"{each}.py" for each in kinds]
    given = [*targets, "--json", "report.json", "--jobs", "1", "--quiet", *options]
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        app.app(["check", *given], prog_name="heapwise")


def _verdicts(folder: Path, kinds: list[str], options: list[str], variable: str) -> dict[str, Any]:
    """By kind what was found, in a process of its own."""
    (folder / "report.json").unlink(missing_ok=True)
    server = multiprocessing.get_context("forkserver")
    server.set_forkserver_preload([__name__, "heapwise.checking.on_workers", "z3"])
    process = server.Process(target=_run, args=(str(folder), kinds, options, variable))
    process.start()
    process.join()
    found: dict[str, Any] = {each: [] for each in kinds}
    for each in json.loads((folder / "report.json").read_text())["functions"]:
        kind = each["target"].partition(".py")[0]
        messages = sorted(finding["message"] for finding in each["findings"])
        inputs = [finding["input"] for finding in each["findings"]]
        found[kind].append((each["name"], each["verdict"], messages, inputs))
    return found


_Checked = tuple[dict[str, Any], dict[str, Any], dict[str, Any]]


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> _Checked:
    """Before all edits, after them with what was kept, and without."""
    folder = tmp_path_factory.mktemp("kinds")
    kinds = list(_KINDS)
    (folder / ".git").mkdir()
    for kind in _KINDS.values():
        _write(folder, kind["files"])
    time.sleep(0.05)  # what has just been written is not trusted
    before = _verdicts(folder, kinds, [], "1")
    for kind in _KINDS.values():
        _write(folder, kind.get("after", {}))
    allowed = '[[tool.heapwise.overrides]]\nmodule = "settings"\nallow = ["ZeroDivisionError"]\n'
    (folder / "pyproject.toml").write_text(allowed)
    time.sleep(0.05)
    kept = _verdicts(folder, kinds, [], "0")
    return before, kept, _verdicts(folder, kinds, ["--no-cache"], "0")


_EVERY_TIME_ANOTHER = ("clock", "date", "chance")


@pytest.mark.parametrize("kind", [each for each in _KINDS if each not in _EVERY_TIME_ANOTHER])
def test_an_edit_leaves_nothing_stale(checked: _Checked, kind: str) -> None:
    before, kept, fresh = (each[kind] for each in checked)
    assert kept == fresh
    assert before != fresh, "the edit is one that matters"


@pytest.mark.parametrize("kind", _EVERY_TIME_ANOTHER)
def test_what_is_another_every_time_is_checked_every_time(checked: _Checked, kind: str) -> None:
    before, kept, _ = (each[kind] for each in checked)
    assert before and before != kept
