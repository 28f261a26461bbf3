"""D6: `check` on a terminal shows how far it is, keeps what it has found when it is interrupted or
out of time, says nothing of it in a pipe, and counts functions."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SOURCE = """
def first(n: int) -> int:
    return 1 // n


def second(n: int) -> int:
    return n


def slow(n: int, m: int) -> int:
    while n != m:
        n = n * 3 + m if n % 2 else n - m * n
    return n


def never(n: int) -> int:
    return n


class Numbers(set):
    pass


def unhinted(n: Numbers) -> int:
    return n
"""
_ENOUGH = 240.0  # seconds on a very busy machine; nothing is waited for in vain
_ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "subject.py").write_text(SOURCE, encoding="utf-8")
    return tmp_path


class Terminal:
    """A command whose standard output and error are a terminal."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._end, other = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "heapwise", *arguments],
            cwd=folder,
            stdin=other,
            stdout=other,
            stderr=other,
            start_new_session=True,
            env={**os.environ, "COLUMNS": "200", "TERM": "xterm"},
        )
        os.close(other)
        self.text = b""

    def read_until(self, wanted: str) -> None:
        deadline = time.monotonic() + _ENOUGH
        while wanted.encode() not in self.plain():
            assert self._read(deadline), self.plain().decode()

    def finish(self) -> int:
        while self._read(time.monotonic() + _ENOUGH):
            pass
        return self.process.wait(_ENOUGH)

    def plain(self) -> bytes:
        return _ESCAPES.sub(b"", self.text)

    def _read(self, deadline: float) -> bool:
        if not select.select([self._end], [], [], max(deadline - time.monotonic(), 0))[0]:
            return False
        try:
            part = os.read(self._end, 1 << 16)
        except OSError:  # the other side is closed
            return False
        self.text += part
        return bool(part)

    def close(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self._end)


def test_an_interrupt_on_a_terminal_keeps_what_was_found(folder: Path) -> None:
    terminal = Terminal(folder, "check", "subject.py", "--timeout", "600", "--json", "out.json")
    try:
        terminal.read_until("3 of 5 · slow · at most ")
        os.killpg(terminal.process.pid, signal.SIGINT)
        code = terminal.finish()
    finally:
        terminal.close()
    lines = terminal.plain().decode().replace("\r", "\n").splitlines()
    assert code == 1  # `first` is violated, whatever came after
    assert any(re.search(r"3 of 5 · slow · at most \d+ objects of each class · ", x) for x in lines)
    assert any("first  ✗  HW105  ZeroDivisionError" in line for line in lines)
    assert any("slow  ?  stopped (interrupted)" in line for line in lines)
    assert "5 functions: 1 violated, 1 proved, 1 unfinished, 2 not reached." in lines
    verdicts = [
        each["verdict"] for each in json.loads((folder / "out.json").read_text())["functions"]
    ]
    assert verdicts == ["violated", "proved", "unfinished"]


def test_out_of_time_keeps_what_was_found_and_a_pipe_gets_no_progress(folder: Path) -> None:
    command = [sys.executable, "-m", "heapwise", "check", "subject.py", "--timeout", "4"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr == ""
    assert " of 5 · " not in run.stdout and "\x1b" not in run.stdout
    last = run.stdout.splitlines()[-1]
    assert last == "5 functions: 1 violated, 2 proved, 1 unfinished, 1 skipped."


def test_quiet_says_the_summary_only(folder: Path) -> None:
    terminal = Terminal(folder, "check", "subject.py:first", "--quiet")
    try:
        code = terminal.finish()
    finally:
        terminal.close()
    assert code == 1
    assert terminal.plain().decode().split("\r\n") == ["1 function: 1 violated.", ""]


@pytest.mark.parametrize(
    "command",
    ["check", "explore", "compare", "tests", "enumerate", "selfcheck", "doctor"]
    + [f"reproduce {name}" for name in ("summaries", "pose", "lissa", "kiasan")],
)
def test_every_command_can_be_quiet(command: str) -> None:
    from typer.testing import CliRunner

    from heapwise.cli.app import app

    result = CliRunner().invoke(app, [*command.split(), "--help"], env={"COLUMNS": "200"})
    assert "--quiet" in result.output
