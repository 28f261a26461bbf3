"""`heapwise diff`: two versions of functions, judged on all inputs."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from heapwise.cli.app import app
from tests.unit.cli.test_check_targets import git

VERSIONS = Path(__file__).parents[3] / "benchmarks" / "versions"


def diff(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["diff", *arguments])


def judged(*arguments: str) -> dict[str, Any]:
    done = diff(*arguments, "--json", "-")
    return {each["name"]: each for each in json.loads(done.output)["functions"]}


def loaded(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_twelve_equal_and_twelve_differing_pairs_are_judged_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for version in ("before", "now"):
        (tmp_path / f"{version}.py").write_text((VERSIONS / f"{version}.py").read_text())
    found = judged("before.py", "now.py", "--max-objects", "2")
    equal = {name: each for name, each in found.items() if name.startswith("equal_")}
    others = {
        name: each for name, each in found.items() if name not in equal and "__init__" not in name
    }
    assert (len(equal), len(others)) == (12, 12)
    assert all(each["equal"] is True for each in equal.values())
    assert all(each["equal"] is False for each in others.values())
    assert equal["equal_swap"]["claim"] == "equal for all inputs"
    assert "at most 2" in equal["equal_total"]["claim"]
    # Tests pass in the first version and fail in the second.
    diff("before.py", "now.py", "--max-objects", "2", "--test", "test_versions.py", "-q")
    text = Path("test_versions.py").read_text()
    for version, name in (("before", "passes"), ("now", "fails")):
        module = loaded(tmp_path / f"{version}.py", "now")
        assert module is sys.modules["now"]
        (tmp_path / f"test_{name}.py").write_text(text)
        tests = loaded(tmp_path / f"test_{name}.py", f"test_{name}")
        named = [each for each in vars(tests) if each.startswith("test_")]
        assert len(named) == 12
        for each in named:
            if version == "before":
                getattr(tests, each)()
            else:
                with pytest.raises(BaseException):  # noqa: B017, PT011
                    getattr(tests, each)()
    del sys.modules["now"]


SHOP = """\
from __future__ import annotations

from shop.rates import RATE


class Stack:
    def __init__(self, items: list[int]) -> None:
        self.items = items

    def push(self, n: int) -> int:
        self.items.append(n)
        return len(self.items)

    def top(self) -> int:
        return self.items[-1]


def price(n: int) -> int:
    '''pre: n > 5'''
    return n * RATE


def _hidden(n: int) -> int:
    return n
"""


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    package = tmp_path / "shop"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "rates.py").write_text("RATE = 2\n")
    (package / "cart.py").write_text(SHOP)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    return package


def test_a_module_is_compared_with_what_it_was_with_the_modules_it_had_then(shop: Path) -> None:
    same = judged("--rev", "HEAD", "shop/cart.py", "--max-objects", "1")
    assert all(each["equal"] for each in same.values())
    assert set(same) == {"Stack.__init__", "Stack.push", "Stack.top", "price"}
    (shop / "rates.py").write_text("RATE = 3\n")
    (shop / "cart.py").write_text(SHOP.replace("[-1]", "[0]"))
    now = judged("--rev", "HEAD", "shop/cart.py", "--max-objects", "2")
    assert now["price"]["equal"] is False
    # What the contract forbids is no difference.
    assert now["price"]["input"]["roots"]["n"] > 5
    assert now["Stack.top"]["equal"] is False
    (items,) = [
        each["items"] for each in now["Stack.top"]["input"]["objects"].values() if "items" in each
    ]
    assert len(items) == 2
    done = diff("--rev", "HEAD", "shop/cart.py:price")
    assert done.exit_code == 1 and "differs" in done.output and "before: returned" in done.output
    assert diff("--rev", "HEAD", "shop/cart.py:Stack.push").exit_code == 0


def test_what_cannot_be_compared_is_told(shop: Path) -> None:
    (shop / "cart.py").write_text(
        SHOP.replace("def price(n: int)", "def price(n: int, m: int)").replace("top", "peek")
    )
    done = diff("--rev", "HEAD", "shop/cart.py", "--max-objects", "1")
    assert "price  –  not compared: the parameters are not the same" in done.output
    assert "Stack.top  ·  only before" in done.output
    assert "Stack.peek  ·  only now" in done.output
    assert done.exit_code == 3
    (shop / "cart.py").write_text(
        SHOP.replace("self.items = items", "self.items = items\n        self.count = 0")
    )
    done = diff("--rev", "HEAD", "shop/cart.py", "--max-objects", "1")
    assert "Stack has a field `count` in the second version only" in done.output
    assert "price  ✓" in done.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("shop/cart.py",), "name two versions"),
        (("--rev", "nosuch", "shop/cart.py"), "--rev nosuch"),
        (("nosuch.py", "shop/cart.py"), "nosuch.py"),
    ],
)
def test_mistakes_are_told(shop: Path, arguments: tuple[str, ...], message: str) -> None:
    done = diff(*arguments)
    assert done.exit_code == 2 and message in done.output


@pytest.mark.parametrize(
    ("old", "new", "differs"),
    [
        ("((theirs . weight) < (mine . weight))", "((mine . weight) < (theirs . weight))", True),
        ("let mine := (this . content) in\n", "let mine  := (this . content) in\n", False),
    ],
)
def test_other_languages_are_compared_on_an_input_for_every_path(
    tmp_path: Path, old: str, new: str, differs: bool
) -> None:
    program = Path(__file__).parents[3] / "examples" / "swap.tiny"
    other = tmp_path / "swap.tiny"
    assert old in program.read_text()
    other.write_text(program.read_text().replace(old, new))
    done = diff(str(program), str(other))
    # That no difference was found is no proof.
    assert done.exit_code == (1 if differs else 3)
    if differs:
        assert "before: returned" in done.output and "now: returned" in done.output
    else:
        assert "not decided: no difference, compared on one input for each of" in done.output


def test_methods_of_java_are_compared_on_an_input_for_every_path() -> None:
    classes = Path(__file__).parents[2] / "programs_java" / "classes"
    opt, gen = (f"{classes}:language.Arrays.{name}" for name in ("opt", "gen"))
    done = diff(opt, gen, "--timeout", "10", "--max-objects", "1")
    assert done.exit_code == 1 and "result:" in done.output
    assert diff(opt, opt, "--timeout", "10", "--max-objects", "1").exit_code == 3
    for other in (str(VERSIONS / "now.py"), f"{classes}:language.Arrays.kinds"):
        assert diff(opt, other).exit_code == 2
