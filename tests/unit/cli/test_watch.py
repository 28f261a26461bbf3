"""`heapwise watch`: what is told after an edit."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner

from heapwise.cli import watch_run
from heapwise.cli.app import app
from heapwise.frontends import registry
from tests.waiting import PATIENCE

FINE = """\
def half(n: int) -> int:
    return n // 2


def third(n: int) -> int:
    return n // 3
"""


def test_an_edit_is_checked_and_what_changes_is_told(tmp_path: Path) -> None:
    file = tmp_path / "shop.py"
    file.write_text(FINE)
    process = subprocess.Popen(
        [sys.executable, "-m", "heapwise", "watch", "shop.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    lines: queue.Queue[str] = queue.Queue()
    assert process.stdout is not None

    def read() -> None:
        for line in process.stdout or ():
            lines.put(line)

    threading.Thread(target=read, daemon=True).start()

    def until(text: str) -> list[str]:
        told: list[str] = []
        while not told or text not in told[-1]:
            told.append(lines.get(timeout=PATIENCE))
        return told

    try:
        assert "2 proved" in "".join(until("waiting for an edit"))
        file.write_text(FINE.replace("n // 2", "2 // n"))
        told = "".join(until("1 violated"))
        assert "proved → violated:" in told and "HW105" in told and "third" not in told
        file.write_text(FINE.replace("n // 2", "2 // ("))
        until("heapwise:")
        file.write_text(FINE)
        assert "violated → proved:" in "".join(until("2 proved"))
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) in (0, 130)


@pytest.mark.parametrize(
    ("command", "module", "extra"),
    [("watch", "watchfiles", "watch"), ("lsp", "pygls.lsp.server", "lsp")],
)
def test_what_is_not_installed_is_named(
    command: str, module: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    done = CliRunner().invoke(app, [command])
    assert done.exit_code == 2 and f"pip install 'heapwise[{extra}]'" in done.output


def test_there_must_be_something_to_wait_for(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "heapwise", "watch", "nosuch.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "") and "no file nosuch.py" in done.stderr


def test_files_of_languages_of_other_packages_are_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = registry.Entry("toy", registry.by_suffix(".toy"), "toy_language", (".toy",))
    registry.suffixes.cache_clear()
    try:
        with monkeypatch.context() as patched:
            patched.setattr(registry, "_installed", lambda: (toy,))
            assert watch_run._matters("walk.toy") and watch_run._matters("list.tiny")
            assert not watch_run._matters("walk.md")
    finally:
        registry.suffixes.cache_clear()
