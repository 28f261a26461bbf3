"""The command line on top of a stand-in for the engine."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner, Result

from heapwise import comparing
from heapwise.cli import explore_run, failures
from heapwise.cli.app import app
from tests.unit.cli.fake_engine import Engine, Heapwise


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    fake = Engine()
    monkeypatch.setattr(explore_run, "start", fake.start)
    monkeypatch.setattr(comparing, "start", fake.start)
    monkeypatch.setattr(failures, "need_target", lambda target: None)
    return fake


@pytest.fixture
def heapwise_cli(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> Heapwise:
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(app, list(arguments))

    return run
