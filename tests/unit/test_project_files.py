"""The files by which other tools use Heapwise: hooks, the action, citation, the editor."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from check_jsonschema import builtin_schemas
from jsonschema import Draft7Validator

import heapwise

ROOT = Path(__file__).parents[2]
VENDORED = Path(str(builtin_schemas.__file__)).parent / "vendor"


def read(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text())


@pytest.mark.parametrize(
    ("file", "schema"),
    [("action.yml", "github-actions"), ("CITATION.cff", "citation-file-format")],
)
def test_it_is_what_its_schema_says(file: str, schema: str) -> None:
    known = json.loads((VENDORED / f"{schema}.json").read_text())
    assert not list(Draft7Validator(known).iter_errors(read(file)))


def step(name: str) -> str:
    steps = read("action.yml")["runs"]["steps"]
    found: str = next(each["run"] for each in steps if each.get("name") == name)
    return found


def bash(script: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        cwd=folder,
        env={**os.environ, "PATH": path, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_action_checks_writes_sarif_and_judges(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("def half(n: int) -> int:\n    return 1 // n\n")
    variables = {"TARGETS": ".", "ARGUMENTS": "--max-objects 1", "SINCE": "", "SARIF": "out.sarif"}
    done = bash(step("Check"), tmp_path, GITHUB_OUTPUT=str(tmp_path / "output"), **variables)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "output").read_text() == "code=1\n"
    assert json.loads((tmp_path / "out.sarif").read_text())["version"] == "2.1.0"
    assert done.stdout.count("::error file=shop.py,line=2") == 1
    codes = {
        (fail_on, code): bash(step("Judge"), tmp_path, FAIL_ON=fail_on, CODE=code).returncode
        for fail_on in ("violation", "open", "never")
        for code in ("0", "1", "3")
    }
    assert {key for key, code in codes.items() if code} == {
        ("violation", "1"),
        ("open", "1"),
        ("open", "3"),
    }


def test_the_hook_is_one_that_pre_commit_takes(tmp_path: Path) -> None:
    from pre_commit.clientlib import load_manifest

    (hook,) = load_manifest(str(ROOT / ".pre-commit-hooks.yaml"))
    excluded = re.compile(hook["exclude"])
    assert not excluded.search("src/shop.py") and excluded.search("tests/test_shop.py")
    assert hook["verbose"], "else nobody sees what a hook that passes has not checked"
    (tmp_path / "shop.py").write_text("def half(n: int) -> int:\n    return n // 2\n")
    (tmp_path / "constants.py").write_text("LIMIT = 3\n")
    (tmp_path / "far.py").write_text("import not_there\n\ndef one() -> int:\n    return 1\n")
    (tmp_path / "bad.py").write_text("def part(n: int) -> int:\n    return 2 // n\n")
    command = f"{hook['entry']} {' '.join(hook['args'])} "
    done = {
        files: bash(command + files, tmp_path)
        for files in ("shop.py", "constants.py", "far.py", "shop.py far.py", "bad.py shop.py")
    }
    assert [each.returncode for each in done.values()] == [0, 0, 0, 0, 1], done
    # Whoever is kept from committing sees why.
    assert "ZeroDivisionError" in done["bad.py shop.py"].stdout
    assert "not_there" in done["far.py"].stderr


def test_what_is_open_fails_unless_only_violations_are_to(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text(
        "def power(n: int) -> int:\n    k = 2\n    while k < n:\n        k = k * k - 1\n"
        "    return k\n"
    )
    plain = bash("heapwise check endless.py --timeout 0.1", tmp_path)
    assert plain.returncode == 3, plain.stdout
    command = "heapwise check endless.py --timeout 0.1 --fail-on"
    assert bash(f"{command} violation", tmp_path).returncode == 0
    assert bash(f"{command} never", tmp_path).returncode == 2


def test_versions_agree() -> None:
    project = (ROOT / "pyproject.toml").read_text()
    found = re.search(r'^version = "([\d.]+)"', project, re.MULTILINE)
    assert found is not None
    assert read("CITATION.cff")["version"] == heapwise.__version__ == found[1]
    assert f"rev: v{found[1]}" in (ROOT / "docs" / "projects.md").read_text()
    extension = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text())
    assert extension["version"] == found[1]
    assert extension["contributes"]["configuration"]["properties"]["heapwise.command"][
        "default"
    ] == ["heapwise", "lsp"]
    told = (ROOT / "CHANGELOG.md").read_text()
    assert f"## {found[1]}" in told or "## Unreleased" in told
