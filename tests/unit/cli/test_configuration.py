"""What a project says about checks, and which of several things it says holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from heapwise.cli.app import app
from heapwise.cli.check_command import check_command
from heapwise.cli.check_planning import choices
from heapwise.cli.configuration import settings_of


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "cart.py").write_text(
        "def half(n: int) -> float:\n    return 1 / n\n\n"
        "def _third(n: int) -> float:\n    return 1 / (n - 3)\n"
    )
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def checked(*arguments: str) -> dict[str, Any]:
    done = run("check", *arguments, "--json", "-", "--no-cache", "-j", "1")
    found: dict[str, Any] = {each["name"]: each for each in json.loads(done.output)["functions"]}
    return found


def configure(folder: Path, text: str, name: str = "pyproject.toml") -> None:
    (folder / name).write_text(text)


def test_every_option_of_check_that_is_not_about_one_run_is_a_setting() -> None:
    known = settings_of(check_command)
    assert {"timeout", "max-objects", "endless", "private", "class-path", "exclude"} <= set(known)
    assert known["timeout"].name == "seconds" and known["class-path"].many
    assert not {"json", "html", "changed-since", "quiet", "targets", "context"} & set(known)


def test_overrides_win_over_the_project_and_the_command_line_wins_over_all(folder: Path) -> None:
    configure(
        folder,
        "[tool.heapwise]\nmax-objects = 2\ntimeout = 7\n"
        '[[tool.heapwise.overrides]]\nmodule = "shop.*"\nmax-objects = 3\n'
        '[[tool.heapwise.overrides]]\nmodule = "shop.cart"\nfunction = "ha*"\nmax-objects = 4\n'
        '[[tool.heapwise.overrides]]\nmodule = "shop/cart.py"\nprivate = true\n',
    )
    (planned,) = choices(check_command, {}, {}).planned(["shop"])
    assert planned.private and planned.settings.seconds == 7
    names = ("half", "_third", "other")
    target = "shop/cart.py:{}"
    found = [planned.settings.for_function(target.format(name), name).max_objects for name in names]
    assert found == [4, 3, 3]
    elsewhere = planned.settings.for_function("bank.py:half", "half")
    assert elsewhere.max_objects == 2
    (planned,) = choices(
        check_command, {"max_objects": 9}, {"max_objects": "command line"}
    ).planned(["shop"])
    assert planned.settings.for_function("shop/cart.py:half", "half").max_objects == 9


def test_what_is_said_is_done(folder: Path) -> None:
    assert checked("shop")["half"]["verdict"] == "violated"
    assert checked("shop")["_third"]["verdict"] == "skipped"
    configure(folder, 'private = true\nexclude = ["bank*"]\n', "heapwise.toml")
    (folder / "bank.py").write_text("def f(n: int) -> int:\n    return n\n")
    assert checked(".")["_third"]["verdict"] == "violated"
    assert "f" not in checked(".")
    assert "f" in checked(".", "--config", "none")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("\n[tool.heapwise]\n\nmax_object = 3\n", 4, "did you mean `max-objects`"),
        ("[tool.heapwise]\ntimeout = '3'\n", 2, "`timeout` is a number"),
        ("[tool.heapwise]\ntimeout = 0\n", 2, "`timeout` is at least 0.1"),
        ("[tool.heapwise]\nendless = 1\n", 2, "`endless` is true or false"),
        ("[tool.heapwise]\nexclude = [1]\n", 2, "`exclude` is a list of texts"),
        ("[tool.heapwise]\nshapes = 'ring'\n", 2, "unknown value of --shapes"),
        ("[tool.heapwise]\nstrategy = 'laziest'\n", 2, "did you mean `lazier`"),
        ("[tool.heapwise]\n[[tool.heapwise.overrides]]\nshapes = 'any'\n", 2, "for which `module`"),
        (
            "[[tool.heapwise.overrides]]\nmodule = 'a'\n"
            "[[tool.heapwise.overrides]]\nfunction = 'f'\nprivate = true\n",
            5,
            "`private` holds for modules",
        ),
        (
            "[[tool.heapwise.overrides]]\nmodule = 'a'\nfail-on = 'open'\n",
            3,
            "no override can have it",
        ),
        ("[tool.heapwise]\nfail-on = 'opne'\n", 2, "did you mean `open`"),
        ("[tool.heapwise]\nints = 'wide'\n", 2, "unknown value of --ints"),
        ("[tool.heapwise]\ntimeout = nan\n", 2, "`timeout` is at least 0.1"),
        ("[tool.heapwise]\njson = 'out.json'\n", 2, "give it on the command line"),
        ("[tool.heapwise]\n\nbaseline = 'known.json'\n", 3, "--write-baseline writes one"),
        ("[tool.heapwise\n", 1, "Expected ']'"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(
    folder: Path, text: str, line: int, message: str
) -> None:
    configure(folder, text)
    done = run("check", "shop")
    assert done.exit_code == 2
    assert done.output.startswith(f"pyproject.toml:{line}:") and message in done.output
    if "baseline" not in text:  # which may still be written
        assert run("config").output == done.output


def test_files_and_patterns_are_read_from_where_the_configuration_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(
        folder,
        "[tool.heapwise]\nclass-path = 'lib/a.jar'\n"
        "[[tool.heapwise.overrides]]\nmodule = 'shop/cart.py'\nmax-objects = 3\n",
    )
    monkeypatch.chdir(folder / "shop")
    made = choices(check_command, {}, {})
    (planned,) = made.planned(["cart.py"])
    assert planned.settings.for_function("cart.py:half", "half").max_objects == 3
    assert [Path(each) for each in made["class_path"]] == [folder / "lib" / "a.jar"]


def test_config_tells_what_holds_and_why(folder: Path) -> None:
    configure(
        folder,
        "[tool.heapwise]\ntimeout = 7\n"
        "[[tool.heapwise.overrides]]\nfunction = 'half'\ndigits = true\n",
    )

    def lines(*arguments: str) -> dict[str, list[str]]:
        output = run("config", *arguments).output
        return {line.split()[0]: line.split() for line in output.splitlines() if line.strip()}

    assert lines("shop/cart.py")["timeout"] == ["timeout", "7", "pyproject.toml:2"]
    assert lines("shop/cart.py")["max-objects"][-1] == "default"
    half = lines("shop/cart.py:half")["digits"]
    assert half == ["digits", "true", "pyproject.toml:5", "(function", "half)"]
    assert "for function half" in run("config").output
    # The nearest file that says something is found from below, too.
    assert lines("--config", "none")["timeout"][-1] == "default"
