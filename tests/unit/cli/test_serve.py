"""`heapwise serve` as a process: what it says, and how it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from typer.testing import CliRunner

from heapwise.cli.app import app
from heapwise.serve.children import descendants
from tests.waiting import PATIENCE, is_alive, wait_until


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "heapwise", "serve", *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout is not None
    try:
        found = (re.search(r"http://\S+", line) for line in process.stdout)
        yield process, next(each.group() for each in found if each)
    finally:
        process.kill()
        process.wait()


def listening(address: str) -> socket.socket:
    """To what happens, until the run has found something."""
    parts = urlsplit(address)
    connection = socket.create_connection((str(parts.hostname), int(str(parts.port))), PATIENCE)
    request = f"GET /events?{parts.query} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n"
    connection.sendall(request.encode())
    found = b""
    while b'"add":[{' not in found:
        part = connection.recv(1 << 16)
        assert part and not re.search(rb'"state": "(ended|failed)"', found), found
        found += part
    return connection


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_it_ends_at_once_and_so_does_everything_that_it_has_started(
    number: signal.Signals,
) -> None:
    """Also if it was killed: then its children notice."""
    with serving("examples/bank.py:transfer", "--no-open") as (process, address):
        with listening(address):
            below = descendants(process.pid)
            assert len(below) >= 2  # who explores, and who replays
            process.send_signal(number)
            code = process.wait(PATIENCE)
        assert code == (-signal.SIGKILL if number == signal.SIGKILL else 0)
        wait_until(lambda: not any(map(is_alive, below)))


def test_the_browser_is_led_to_the_page_by_a_file_that_nobody_else_can_read(
    tmp_path: Path,
) -> None:
    """The arguments of a process can be seen by all."""
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(
        f'#!/bin/sh\nfile="${{1#file://}}"\nstat -c %a "$file" > {opened}.new\n'
        f'cat "$file" >> {opened}.new\necho "$1" >> {opened}.new\nmv {opened}.new {opened}\n'
    )
    browser.chmod(0o755)
    os.environ["BROWSER"] = str(browser)
    try:
        with serving("--open") as (process, address):
            wait_until(opened.exists)
            text = opened.read_text()
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0
    finally:
        del os.environ["BROWSER"]
    assert text.startswith("600\n") and address in text
    named = text.splitlines()[-1]
    assert named.startswith("file://") and address not in named
    assert not Path(named.removeprefix("file://")).exists()


def test_mistakes_are_told_before_anything_is_served() -> None:
    for arguments, part in (
        (["nothing.tiny"], "there is no file"),
        (["examples/list.tiny", "--strategy", "laxy"], "did you mean `lazy`"),
        (["examples/list.tiny", "--max-depth", "x"], "takes a whole number"),
    ):
        result = CliRunner().invoke(app, ["serve", *arguments])
        assert result.exit_code == 2 and part in result.output


def test_a_port_that_is_taken_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        result = CliRunner().invoke(app, ["serve", "--no-open", "--port", port])
    assert result.exit_code == 2 and f"cannot listen on 127.0.0.1:{port}" in result.output
