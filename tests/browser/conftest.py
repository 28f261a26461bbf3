"""Pages in a real browser: the system's Chromium, driven by Playwright (`make test-browser`)."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from heapwise.cli import explore_files
from heapwise.cli.app import app
from heapwise.reports import layout

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="pip install 'heapwise[browser]'")
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("there is no Chromium on this machine")
    with api.sync_playwright() as playwright:
        # Who runs as root, as in a container, cannot have a sandbox.
        started = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def open_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens a file; whatever the browser complains of fails the test."""
    complaints: list[str] = []
    contexts = []

    def opened(file: Path, anchor: str = "", width: int = 1280, scheme: str = "light") -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(f"a dialog: {dialog.message}"))
        page.on("requestfailed", lambda request: complaints.append(request.url))
        page.goto(f"{file.as_uri()}{anchor}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def open_address(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page of a server; whatever the browser complains of fails the test."""
    complaints: list[str] = []
    contexts = []

    def opened(address: str, width: int = 1280, scheme: str = "light") -> Any:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(f"a dialog: {dialog.message}"))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def serve() -> Iterator[Callable[..., str]]:
    """The address of `heapwise serve` with some arguments; for each there is one server."""
    processes: dict[tuple[str, ...], tuple[subprocess.Popen[str], str]] = {}

    def address_of(*arguments: str) -> str:
        if arguments not in processes:
            process = subprocess.Popen(
                [sys.executable, "-m", "heapwise", "serve", *arguments, "--no-open"],
                stdout=subprocess.PIPE,
                text=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )
            assert process.stdout is not None
            found = (re.search(r"http://\S+", line) for line in process.stdout)
            processes[arguments] = process, next(each.group() for each in found if each)
        return processes[arguments][1]

    yield address_of
    for process, _ in processes.values():
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The page of a command, made once; `{folder}` in it is one that goes away again."""
    folder = tmp_path_factory.mktemp("pages")
    made: dict[tuple[str, ...], Path] = {}

    def page_of(*arguments: str) -> Path:
        if arguments not in made:
            to = folder / f"report {len(made)}.html"
            with pytest.MonkeyPatch.context() as patch:
                # All paths have steps and layouts, however busy the machine is.
                patch.setattr(explore_files, "_SECONDS", 600.0)
                patch.setattr(layout, "time", SimpleNamespace(process_time=lambda: 0.0))
                command = [each.replace("{folder}", str(folder)) for each in arguments]
                result = CliRunner().invoke(app, [*command, "-q", "--html", str(to)])
            assert result.exit_code in (0, 1, 3), result.output
            made[arguments] = to
        return made[arguments]

    return page_of
