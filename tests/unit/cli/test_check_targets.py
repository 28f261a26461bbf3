"""`check` with several targets, with folders, and with what a change in Git can affect."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from heapwise.cli.app import app
from heapwise.frontends.target_folders import expanded
from heapwise.program import InputError
from tests.unit.workers.test_cache import write

CLASSES = Path(__file__).parents[2] / "programs_java" / "classes"


def make(folder: Path, **texts: str) -> None:
    """Files by their names, with `__` for what separates folders."""
    for name, text in texts.items():
        path = folder.joinpath(*name.split("__")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def checked(folder: Path, *arguments: str) -> tuple[int, dict[str, Any], str]:
    """Exit code, JSON document and what was printed."""
    report = folder / "report.json"
    result = CliRunner().invoke(
        app, ["check", *arguments, "--json", str(report), "-j", "1", "--no-cache"]
    )
    text = report.read_text() if report.exists() else "{}"
    return result.exit_code, json.loads(text), result.output


def test_folders_are_walked_and_what_nobody_has_written_is_left_out(tmp_path: Path) -> None:
    make(
        tmp_path,
        app="",
        shop__cart="",
        shop__build__tool="",
        build__made="",
        env__lib="",
        tests__test_app="",
        **{".hidden__secret": ""},
    )
    (tmp_path / "shop" / "build" / "__init__.py").write_text("")
    (tmp_path / "env" / "pyvenv.cfg").write_text("")
    (tmp_path / "setup.py").write_text("raise SystemExit")
    (tmp_path / "list.tiny").write_text("")
    (tmp_path / "notes.txt").write_text("")
    made = {str(Path(each).relative_to(tmp_path)) for each in expanded([str(tmp_path)])}
    made = {each for each in made if "build/__init__" not in each}
    assert made == {"app.py", "list.tiny", "shop/cart.py", "shop/build/tool.py"}
    assert expanded([str(tmp_path)], ["shop", "*.tiny"], tmp_path) == [str(tmp_path / "app.py")]
    assert expanded([str(tmp_path / "setup.py")]) == [str(tmp_path / "setup.py")]
    with pytest.raises(InputError, match="nothing to check"):
        expanded([str(tmp_path / "tests")])


def test_a_folder_of_classes_is_one_target_wherever_it_begins(tmp_path: Path) -> None:
    shutil.copytree(CLASSES / "language", tmp_path / "lib" / "language")
    make(tmp_path, app="")
    assert expanded([str(tmp_path)]) == [str(tmp_path / "app.py"), str(tmp_path / "lib")]
    assert expanded([str(tmp_path / "lib" / "language")]) == [str(tmp_path / "lib")]


def test_several_targets_are_one_report(tmp_path: Path) -> None:
    make(
        tmp_path,
        one="def half(n: int) -> float:\n    return 1 / n\n",
        two__helper="LIMIT = 1\n",
        two__use="from helper import LIMIT\ndef f(n: int) -> int:\n    return [0][LIMIT]\n",
        three__helper="LIMIT = 0\n",
        three__use="from helper import LIMIT\ndef f(n: int) -> int:\n    return [0][LIMIT]\n",
        broken="import nosuchmodule\n",
    )
    code, data, output = checked(tmp_path, str(tmp_path))
    assert code == 1
    verdicts = {
        Path(each["target"]).parent.name + each["name"]: each["verdict"]
        for each in data["functions"]
    }
    # Modules of the same name in two folders are two modules.
    assert verdicts[f"{tmp_path.name}half"] == "violated"
    assert (verdicts["twof"], verdicts["threef"]) == ("violated", "proved")
    assert [Path(each["target"]).name for each in data["not_loaded"]] == ["broken.py"]
    assert "nosuchmodule" in data["not_loaded"][0]["reason"]
    assert "1 target not loaded" in output
    code, data, _ = checked(tmp_path, str(tmp_path / "three"), str(tmp_path / "broken.py"))
    assert code == 3
    code, _, output = checked(tmp_path, str(tmp_path / "broken.py"))
    assert code == 2


def git(folder: Path, *arguments: str) -> None:
    name = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *name, *arguments], cwd=folder, check=True, capture_output=True)


BANK = """\
from rates import RATE, scale


class Account:
    def __init__(self, balance: int) -> None:
        self.balance = balance

    def pay(self, amount: int) -> int:
        return self.balance - amount


def fee(amount: int) -> int:
    return scale(amount) + RATE


def plain(amount: int) -> int:
    return amount
"""
ALL = {"Account.pay", "fee", "plain"}
RATES = "RATE = 1\n\n\ndef scale(n: int) -> int:\n    return n * 2\n"


@pytest.mark.parametrize(
    ("file", "old", "new", "names"),
    [
        ("bank", "return amount\n", "return amount + 1\n", {"plain"}),
        ("bank", "- amount", "+ amount", {"Account.pay"}),
        ("rates", "n * 2", "n * 3", {"fee"}),
        ("rates", "RATE = 1", "RATE = 2", ALL),
        ("bank", "\n\ndef plain", "\n\n\n# more\n\ndef plain", ALL),
        ("bank", "\n\ndef plain", "\n\n\n\n\ndef plain", set()),
        ("bank", "def fee", "def new(n: int) -> int:\n    return n\n\n\ndef fee", {"new"}),
        # A field that a method assigns may be one of every object.
        ("bank", "return self.b", "self.paid = amount\n        return self.b", ALL),
    ],
)
def test_a_change_affects_what_depends_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, old: str, new: str, names: set[str]
) -> None:
    write(tmp_path, bank=BANK, rates=RATES)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    path = tmp_path / f"{file}.py"
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))
    monkeypatch.chdir(tmp_path)
    _, data, output = checked(tmp_path, "bank.py", "--changed-since", "HEAD", "--max-objects", "1")
    assert {each["name"] for each in data["functions"]} - {"Account.__init__"} == names
    if len(names) < 3:
        assert "not affected" in output


def test_what_heapwise_remembers_and_writes_is_no_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, bank=BANK, rates=RATES)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    monkeypatch.chdir(tmp_path)
    CliRunner().invoke(app, ["check", "rates.py", "--cache", "-j", "1"])
    assert (tmp_path / ".heapwise" / ".gitignore").is_file()
    (tmp_path / "rates.py").write_text(RATES.replace("n * 2", "n * 3"))
    (tmp_path / "bank.sarif").write_text("a report is no module, whatever it is called")
    _, data, _ = checked(tmp_path, "bank.py", "--changed-since", "HEAD", "--max-objects", "1")
    assert {each["name"] for each in data["functions"]} == {"fee"}


def test_what_a_project_says_about_checks_affects_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, rates=RATES)
    project = tmp_path / "pyproject.toml"
    project.write_text("[project]\nname = 'a'\n[tool.heapwise]\nmax-objects = 1\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    monkeypatch.chdir(tmp_path)
    said = "[tool.heapwise]\nmax-objects = 1\n"
    for text, is_affected in (
        (f"{said}[project]\nname = 'b'\n", False),
        (f"{said}digits = true\n", True),
        ("", True),
    ):
        project.write_text(text)
        _, data, _ = checked(tmp_path, "rates.py", "--changed-since", "HEAD")
        assert bool(data["functions"]) is is_affected


def test_a_commit_that_does_not_exist_is_told(tmp_path: Path) -> None:
    write(tmp_path, bank=BANK, rates=RATES)
    code, _, output = checked(tmp_path, str(tmp_path / "bank.py"), "--changed-since", "nosuch")
    assert code == 2 and "--changed-since nosuch" in output
