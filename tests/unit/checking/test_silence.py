"""Rules, and what the user does not want to hear of."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from heapwise.checking.silence import comments_in, unneeded
from heapwise.cli.app import app
from heapwise.results.place import Place
from heapwise.results.rules import RULES, all_pages, page, rule_of

ROOT = Path(__file__).parents[3]
SHOP = """\
def half(n: int) -> float:
    return 1 / n


def pick(items: list[int], n: int) -> int:
    if n == 2:
        return items[5]
    return 10 // n


def loop(n: int) -> int:
    while n == 3:
        pass
    return n
"""


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "shop.py"
    file.write_text(SHOP)
    return file


def run(*arguments: str) -> Result:
    return CliRunner().invoke(
        app, ["check", "shop.py", "-j", "1", "--max-objects", "2", *arguments]
    )


def found(*arguments: str, cache: bool = False) -> dict[str, Any]:
    cached = "--cache" if cache else "--no-cache"
    document = json.loads(run("--json", "-", cached, *arguments).output)
    return {each["name"]: each for each in document["functions"]} | {"": document}


def rules(report: dict[str, Any]) -> list[str]:
    return [each["rule"] for each in report["findings"]]


def silenced(report: dict[str, Any]) -> list[tuple[str, str]]:
    return [(each["finding"]["rule"], each["why"]) for each in report["silenced"]]


@pytest.mark.parametrize(
    ("kind", "message", "rule"),
    [
        ("exception", "AttributeError: 'NoneType' object has no attribute 'n'", "HW101"),
        ("exception", "TypeError: 'NoneType' object is not subscriptable", "HW101"),
        ("exception", "AttributeError: 'Box' object has no attribute 'n'", "HW111"),
        ("exception", 'java.lang.NullPointerException: Cannot read field "a"', "HW101"),
        ("exception", "NullDereference", "HW101"),
        ("exception", "shop.Closed: no", "HW199"),
        ("exception", "java.lang.ArithmeticException: / by zero", "HW105"),
        ("assertion", "assert x", "HW201"),
        ("contract", "post: x > 0", "HW301"),
        ("contract", "postcondition of f", "HW301"),
        ("contract", "pre: x", "HW302"),
        ("contract", "inv: self.rep_ok()", "HW303"),
        ("contract", "raises", "HW399"),
        ("endless", "does not end: it comes back", "HW401"),
    ],
)
def test_every_kind_of_finding_has_a_rule(kind: str, message: str, rule: str) -> None:
    assert rule_of(kind, message) == rule


def test_every_rule_has_a_page_and_the_document_has_them_all() -> None:
    assert len({each.id for each in RULES}) == len(RULES)
    assert (ROOT / "docs" / "rules.md").read_text() == all_pages()
    explained = CliRunner().invoke(app, ["explain", "hw105"])
    assert explained.output == page(next(each for each in RULES if each.id == "HW105"))[3:]
    assert CliRunner().invoke(app, ["explain"]).output.count("\n") == len(RULES)
    unknown = CliRunner().invoke(app, ["explain", "HW1055"])
    assert unknown.exit_code == 2 and "did you mean `HW105`" in unknown.output


def test_comments_are_read_with_and_without_rules() -> None:
    text = (
        "a  # heapwise: ignore[HW101, hw105]\nb\nc // heapwise: ignore\n# heapwise:ignore [HW201]"
    )
    assert comments_in(text) == {1: {"HW101", "HW105"}, 3: frozenset(), 4: {"HW201"}}


def test_a_check_goes_on_past_what_is_silenced(shop: Path) -> None:
    plain = found()
    assert rules(plain["half"]) == ["HW105"] and "HW105" in rules(plain["pick"])
    assert rules(plain["loop"]) == ["HW401"]
    shop.write_text(
        SHOP.replace("1 / n", "1 / n  # heapwise: ignore[HW105]")
        .replace("-> int:\n    if", "-> int:  # heapwise: ignore[HW105]\n    if")
        .replace("== 3:", "== 3:  # heapwise: ignore")
    )
    quiet = found()
    assert silenced(quiet["half"]) == [("HW105", "comment")]
    # It is no proof: something was left out, and the account says so.
    assert quiet["half"]["verdict"] == "clean"
    assert quiet["half"]["account"]["approximations"] == ["HW105 silenced"]
    assert rules(quiet["pick"]) == ["HW102"] and silenced(quiet["pick"]) == [("HW105", "comment")]
    assert quiet["loop"]["verdict"] == "clean"
    assert quiet[""]["unneeded"] == []
    assert run("--no-cache").exit_code == 1
    shop.write_text(shop.read_text().replace("ignore[HW105]\n    if", "ignore\n    if"))
    assert run("--no-cache").exit_code == 0


def test_rules_and_exceptions_are_silenced_for_a_project_or_a_function(shop: Path) -> None:
    assert silenced(found("--ignore", "HW105")["half"]) == [("HW105", "ignore HW105")]
    assert silenced(found("--allow", "ArithmeticError")["half"]) == [
        ("HW105", "allow ArithmeticError")
    ]
    assert rules(found("--allow", "KeyError")["half"]) == ["HW105"]
    Path("heapwise.toml").write_text(
        '[[overrides]]\nfunction = "half"\nallow = ["ZeroDivisionError"]\n'
    )
    with_file = found()
    assert not rules(with_file["half"]) and "HW105" in rules(with_file["pick"])
    Path("heapwise.toml").write_text('ignore = ["HW15"]\n')
    wrong = run()
    assert wrong.exit_code == 2 and wrong.output.startswith("heapwise.toml:1:1: there is no rule")


def test_a_comment_that_names_no_rule_is_told_even_where_something_is_open(shop: Path) -> None:
    text = "# heapwise: ignore[HW1O5, HW105]\n"
    shop.write_text(text + SHOP)
    line = "HW901  `heapwise: ignore[HW1O5]` names no rule; did you mean `HW105`?"
    assert line in run("--no-cache").output
    unfinished: Any = SimpleNamespace(at=Place("shop.py", 1), is_settled=False, silenced=[])
    assert unneeded([unfinished], {"shop.py": text}) == [("shop.py", 1, "HW1O5")]


def test_an_exception_that_nobody_has_cannot_be_allowed(shop: Path) -> None:
    def told(name: str) -> str:
        wrong = run("--allow", name, "--no-cache")
        assert wrong.exit_code == (2 if "exception" in wrong.output else 1)
        return wrong.output

    assert "no exception `ZeroDivisonError`; did you mean `ZeroDivisionError`?" in told(
        "ZeroDivisonError"
    )
    assert "knows an exception `Nonsense`" in told("Nonsense")
    assert "HW105" in told("library.Nonsense")
    shop.write_text(SHOP + "\n\nclass ShopError(Exception):\n    pass\n")
    assert "did you mean `ShopError`?" in told("ShopEror")
    assert "HW105" in told("ShopError")
    Path("heapwise.toml").write_text('allow = ["Nonsense"]\n')  # of what is not checked now
    assert run().exit_code == 1
    Path("heapwise.toml").write_text('timeout = 9\nallow = ["KeyEror"]\n')
    wrong = run()
    assert wrong.exit_code == 2
    assert wrong.output.startswith("heapwise.toml:2:1: there is no exception `KeyEror`")


def test_an_ignore_that_is_not_needed_is_reported(shop: Path) -> None:
    shop.write_text(
        SHOP.replace("1 / n", "1 / n  # heapwise: ignore[HW101, HW105]").replace(
            "return n\n", "return n  # heapwise: ignore\n"
        )
    )
    assert found()[""]["unneeded"] == [
        {"file": "shop.py", "line": 2, "rule": "HW101"},
        {"file": "shop.py", "line": 14, "rule": ""},
    ]
    assert "shop.py:2  HW901  `heapwise: ignore[HW101]` is not needed" in run("--no-cache").output
    # Of one function alone, nobody can tell.
    alone = CliRunner().invoke(app, ["check", "shop.py:loop", "--no-cache"])
    assert "HW901" not in alone.output


def test_a_baseline_survives_moved_lines_and_sees_what_is_new(shop: Path) -> None:
    first = run("--no-cache", "--write-baseline")
    assert first.exit_code == 1
    again = ("--baseline", "heapwise-baseline.json", "--no-cache")
    assert run(*again).exit_code in (0, 1)
    Path("heapwise.toml").write_text('baseline = "heapwise-baseline.json"\n')
    run("--no-cache", "--write-baseline")  # what was behind what is known now
    assert run("--no-cache").exit_code == 0
    shop.write_text("# moved\n\n\n" + SHOP)
    assert run("--no-cache").exit_code == 0
    shop.write_text(SHOP + "\n\ndef new(n: int) -> int:\n    return 1 // n\n")
    assert rules(found()["new"]) == ["HW105"] and not rules(found()["half"])
    shop.write_text(SHOP.replace("1 / n", "n / 2"))
    assert "1 finding of the baseline no longer there" in run("--no-cache").output
    run("--no-cache", "--write-baseline")
    assert "half" not in Path("heapwise-baseline.json").read_text()
    assert "pick" in Path("heapwise-baseline.json").read_text()


def test_what_is_silenced_is_kept_with_the_lines_where_it_is_now(shop: Path) -> None:
    shop.write_text(SHOP.replace("1 / n", "1 / n  # heapwise: ignore[HW105]"))
    found(cache=True)
    shop.write_text("# one line more\n" + shop.read_text())
    again = found(cache=True)
    (one,) = again["half"]["silenced"]
    assert one["comment"]["line"] == one["finding"]["line"] == 3
    shop.write_text(SHOP)
    assert rules(found(cache=True)["half"]) == ["HW105"]
