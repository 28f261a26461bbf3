"""`heapwise doctor`: what it finds here, and what it says where something is missing."""

from __future__ import annotations

import importlib.util
import json
import shutil

import pytest
from typer.testing import CliRunner

from heapwise.cli import doctor_run
from heapwise.cli.app import app


def test_this_machine_has_what_is_needed() -> None:
    result = CliRunner().invoke(app, ["doctor"])
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    needed = ("z3-solver", "python-sat", "typer", "rich")
    for name in ("Python", *needed, "solver", "processes", "replay"):
        assert any(line.startswith(f"✓ {name} ") for line in lines), name
    assert "✗" not in result.stdout
    assert lines[-1] == "Everything that is needed is there."


def test_json_has_the_same_checks() -> None:
    result = CliRunner().invoke(app, ["doctor", "--json"])
    data = json.loads(result.stdout)
    assert data["good"] is True
    assert {check["name"] for check in data["checks"]} >= {"Python", "solver", "replay", "Java"}
    assert all(check["good"] for check in data["checks"] if check["needed"])


def test_a_missing_solver_is_an_error_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec

    def find_spec(name: str) -> object:
        return None if name == "z3" else real(name)

    monkeypatch.setattr(importlib.util, "find_spec", find_spec)
    result = CliRunner().invoke(app, ["doctor"])
    assert result.exit_code == 2
    assert "✗ z3-solver   not installed" in result.stdout
    assert "→ pip install z3-solver" in result.stdout
    assert result.stdout.splitlines()[-1] == "1 needed, but missing."


def test_a_missing_java_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name, path=None: None)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    result = CliRunner().invoke(app, ["doctor"])
    assert result.exit_code == 0
    assert "– Java        no java and no javac" in result.stdout
    assert "only for programs in Java" in result.stdout


def test_a_crash_of_a_check_is_reported_not_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise OSError("no solver library")

    monkeypatch.setattr(doctor_run, "default_solver", broken)
    result = CliRunner().invoke(app, ["doctor"])
    assert result.exit_code == 2
    assert "✗ solver      OSError: no solver library" in result.stdout
