"""`heapwise diff`: two versions of functions, judged on all inputs."""

from __future__ import annotations

import importlib.util
import json
import sys
from contextlib import chdir
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner, Result

from heapwise.cli.app import app
from heapwise.results import Heap
from heapwise.results.schema import schema
from heapwise.results.version_pairs import versions_from_json, versions_to_json
from tests.unit.cli.test_check_targets import git

VERSIONS = Path(__file__).parents[3] / "benchmarks" / "versions"


def diff(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["diff", *arguments])


def valid(text: str) -> dict[str, Any]:
    """A document that fits the schema."""
    document: dict[str, Any] = json.loads(text)
    Draft202012Validator(schema()).validate(document)
    return document


def judged(*arguments: str) -> dict[str, Any]:
    document = valid(diff(*arguments, "--json", "-").output)
    return {each["name"]: each for each in document["functions"]}


def loaded(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """Two versions of two dozen functions, with the tests that tell them apart, and what is
    written about them."""
    folder = tmp_path_factory.mktemp("pairs")
    for version in ("before", "now"):
        (folder / f"{version}.py").write_text((VERSIONS / f"{version}.py").read_text())
    options = ("--max-objects", "2", "--test", "test_versions.py", "--json", "-")
    with chdir(folder):
        return folder, valid(diff("before.py", "now.py", *options).stdout)


def test_twelve_equal_and_twelve_differing_pairs_are_judged_right(
    pairs: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    folder, document = pairs
    found = {each["name"]: each for each in document["functions"]}
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
    text = (folder / "test_versions.py").read_text()
    for version, name in (("before", "passes"), ("now", "fails")):
        module = loaded(folder / f"{version}.py", "now")
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
    (tmp_path / "python").symlink_to("/usr/bin/python")  # as in a virtual environment
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


CUT = """\
class Node:
    def __init__(self, value: int, next: "Node | None" = None) -> None:
        self.value = value
        self.next = next


def cut(node: Node) -> None:
    rest = node.next
    if rest is not None and rest is not node:
        node.next = None
        rest.value = {}
"""


def test_objects_that_an_argument_has_lost_are_compared_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in (("before", "1"), ("now", "2")):
        Path(f"{name}.py").write_text(CUT.format(value))
    done = diff("before.py:cut", "now.py:cut", "--max-objects", "2")
    assert done.exit_code == 1 and ".value: 1 before, 2 now" in done.output, done.output
    assert diff("before.py:cut", "before.py:cut", "--max-objects", "2").exit_code == 0


def test_a_result_that_one_version_does_not_have_is_not_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.py").write_text("def half(n: int) -> int:\n    return 0 if n == 0 else 10 // n\n")
    Path("two.py").write_text("def half(n: int) -> int:\n    return 10 // n\n")
    told = diff("one.py:half", "two.py:half").output
    assert "before: returned 0" in told and "now: raised ZeroDivisionError" in told
    assert "result:" not in told


def test_a_module_that_asks_for_the_time_has_the_modules_that_it_imports(shop: Path) -> None:
    """What it depends on cannot be told, but its own modules can."""
    text = SHOP + "\nimport time\n\nSTARTED = time.time()\n"
    (shop / "cart.py").write_text(text)
    done = diff("--rev", "HEAD", "shop/cart.py:price", "--max-objects", "1")
    assert "price  ✓" in done.output


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


PROGRAM = """\
class Node {{
  int value;
  Node next;
  int set(int n) := (this . value := n);
  int other() := {other};
}}
class Pair extends Node {{
  Node twin;
  int set(int n) := (this . value := (n + 1));
  Node run(Node a, Node b, int n) := {body};
}}
(Y0 . run [ Y1 , Y2 , X0 ])
"""
EQUAL = [
    ("((a . value) + n)", "(n + (a . value))"),
    ("(if (a = b) then a else b)", "b"),
    ("((a . value := n) ; a)", "((a . value := 1) ; (a . value := n) ; a)"),
    ("new Node", "let x := new Node in let y := new Node in y"),
    ("let x := new Node in ((x . next := a) ; x)", "let x := new Node in ((x . next := a) ; x)"),
    (
        "((this . twin := a) ; (this . next := b) ; a)",
        "((this . next := b) ; (this . twin := a) ; a)",
    ),
    ("((a . set [ n ]) ; a)", "(let m := n in ((a . set [ m ]) ; a))"),
    ("(if (n < 0) then a else b)", "(if (~ (n < 0)) then b else a)"),
    ("(if (a = null) then b else a)", "(if (~ (a = null)) then a else b)"),
    ("((a . next) . next)", "let x := (a . next) in (x . next)"),
    ("((assert (0 < n)) ; a)", "((assert (1 < (n + 1))) ; a)"),
    ("(a . other [ ])", "(a . other [ ])"),
]
DIFFERENT = [
    ("((a . value := 1) ; (b . value := 2) ; a)", "((b . value := 2) ; (a . value := 1) ; a)"),
    ("a", "b"),
    ("((a . value) = (b . value))", "(a = b)"),
    ("(a . next)", "(if (a = null) then null else (a . next))"),
    (
        "let x := new Node in ((x . next := x) ; x)",
        "let x := new Node in ((x . next := new Node) ; x)",
    ),
    ("new Node", "a"),
    ("((a . set [ n ]) ; a)", "((a . value := n) ; a)"),
    ("((assert (0 < n)) ; a)", "((assert (0 < (n + 1))) ; a)"),
    (
        "let m := (a . next) in ((a . next := null) ; null)",
        "let m := (a . next) in ((a . next := null) ; (m . value := 7) ; null)",
    ),
    ("((a . value) + (b . value))", "((a . value) + (a . value))"),
    ("(if ((a = null) || (n = 0)) then null else b)", "(if (n = 0) then null else b)"),
    ("((this . twin := null) ; (a . next))", "let x := (a . next) in ((this . twin := null) ; x)"),
]


def small(tmp_path: Path, before: str, now: str, more: str = "1") -> Result:
    for name, body, other in (("before", before, "1"), ("now", now, more)):
        (tmp_path / f"{name}.tiny").write_text(PROGRAM.format(body=body, other=other))
    return diff(str(tmp_path / "before.tiny"), str(tmp_path / "now.tiny"))


@pytest.mark.parametrize(("before", "now"), EQUAL)
def test_versions_in_a_small_language_are_proved_equal(
    tmp_path: Path, before: str, now: str
) -> None:
    done = small(tmp_path, before, now)
    assert done.exit_code == 0 and "equal for all inputs" in done.output, done.output


@pytest.mark.parametrize(("before", "now"), DIFFERENT)
def test_versions_in_a_small_language_differ_on_an_input_that_is_run_in_both(
    tmp_path: Path, before: str, now: str
) -> None:
    done = small(tmp_path, before, now)
    assert done.exit_code == 1 and "run in both versions" in done.output, done.output


def test_what_a_write_hides_from_one_version_is_part_of_the_input_of_the_other(
    tmp_path: Path,
) -> None:
    """The first version sees what `b.next` was only if `a` is another object."""
    body = "if ((a = null) || (b = null)) then null else {}"
    before = body.format("((a . next := null) ; (b . next))")
    now = body.format("let x := (b . next) in ((a . next := null) ; x)")
    done = small(tmp_path, before, now)
    assert done.exit_code == 1 and "result: null before, " in done.output, done.output


def test_each_version_calls_its_own_methods(tmp_path: Path) -> None:
    assert small(tmp_path, "(a . other [ ])", "(a . other [ ])", "2").exit_code == 1


def test_what_can_no_longer_be_reached_is_compared_too(tmp_path: Path) -> None:
    others = "((m = null) || ((m = a) || ((m = b) || (m = this))))"
    body = f"let m := (a . next) in if {others} then null else ((a . next := null) ; {{}} ; null)"
    assert small(tmp_path, body.format("1"), body.format("2")).exit_code == 0
    done = small(tmp_path, body.format("1"), body.format("(m . value := 7)"))
    assert "(Y0.next).value: 0 before, 7 now" in done.output, done.output


def test_a_test_of_a_small_program_passes_before_and_fails_now(tmp_path: Path) -> None:
    small(tmp_path, "a", "b")
    before, now, test = (tmp_path / each for each in ("before.tiny", "now.tiny", "test_it.py"))
    diff(str(before), str(now), "--test", str(test))
    case = loaded(test, "test_small_versions").test_1_returned
    with pytest.raises(AssertionError):
        case()
    now.write_text(before.read_text())
    case()


def test_objects_with_other_fields_are_no_inputs_of_both(tmp_path: Path) -> None:
    small(tmp_path, "a", "a")
    now = tmp_path / "now.tiny"
    now.write_text(now.read_text().replace("Node twin;", "Node twin; int more;"))
    done = diff(str(tmp_path / "before.tiny"), str(now))
    assert done.exit_code == 2 and "`Pair` has other fields" in done.output


JAVA = Path(__file__).parents[2] / "programs_java"


def test_methods_of_java_are_judged_right_on_one_symbolic_heap(tmp_path: Path) -> None:
    before, now = (f"{JAVA / 'versions' / each}:versions.Pairs" for each in ("before", "now"))
    test = tmp_path / "AsBeforeTest.java"
    done = diff(before, now, "--max-objects", "2", "--json", "-", "--test", str(test))
    found = {
        each["name"].removeprefix("versions.Pairs.").partition("(")[0]: each
        for each in valid(done.output)["functions"]
        if "$" not in each["name"]
    }
    equal = {name: each for name, each in found.items() if name.startswith("equal")}
    others = {
        name: each
        for name, each in found.items()
        if name not in (*equal, "<init>", "hashCode", "doubled")
    }
    del equal["equals"]
    assert (len(equal), len(others)) == (12, 12)
    wrong = [name for name, each in equal.items() if each["equal"] is not True]
    assert not wrong
    assert not [name for name, each in others.items() if each["equal"] is not False]
    # A method keeps its name though it is a word of ours.
    assert "void raisesThrowsArithmeticException" in test.read_text()
    bounded = [name for name, each in equal.items() if each["claim"] != "equal for all inputs"]
    assert bounded == ["equalLength"]
    text = test.read_text()
    assert text.count("@Test") == 13 and "class AsBeforeTest" in text


def test_two_methods_of_java_are_compared_whatever_they_are_called() -> None:
    opt, gen = (f"{JAVA / 'classes'}:language.Arrays.{name}" for name in ("opt", "gen"))
    done = diff(opt, gen, "--timeout", "10", "--max-objects", "1")
    assert done.exit_code in (1, 3)
    done = diff(opt, str(VERSIONS / "now.py"))
    assert done.exit_code == 2 and "now.py is python" in done.output


def test_a_package_is_compared_file_by_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    package = tmp_path / "shop"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "limits.py").write_text("MOST = 3\n")
    (package / "far.py").write_text("import not_there\n\ndef price(n: int) -> int:\n    return n\n")
    for name in ("first", "second"):
        (package / f"{name}.py").write_text("def price(n: int) -> int:\n    return n\n")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "one")
    unchanged = diff("--rev", "HEAD", "shop")
    assert (unchanged.exit_code, unchanged.output) == (0, "nothing has changed since HEAD\n")
    for name, text in (
        ("first", "def price(n: int) -> int:\n    return 0 + n\n"),
        ("second", "def price(n: int) -> int:\n    return 1 + n\n"),
        ("far", "import not_there\n\ndef price(n: int) -> int:\n    return n + 1\n"),
        ("limits", "MOST = 4\n"),
        ("new", "def cost(n: int) -> int:\n    return n\n"),
    ):
        (package / f"{name}.py").write_text(text)
    done = diff("--rev", "HEAD", "shop", "--json", "-")
    assert done.exit_code == 1
    document = valid(done.stdout)
    assert {each["name"]: each["equal"] for each in document["functions"]} == {
        "shop/first.py:price": True,
        "shop/second.py:price": False,
    }
    assert document["only_now"] == ["shop/new.py"]
    assert list(document["not_compared"]) == ["shop/far.py"]
    assert "HEAD:shop/far.py" in document["not_compared"]["shop/far.py"]
    text = diff("--rev", "HEAD", "shop").stdout
    assert "shop/second.py:price  ✗  differs" in text and "shop/new.py  ·  only now" in text


def test_what_was_written_is_read_back(pairs: tuple[Path, dict[str, Any]]) -> None:
    _, written = pairs
    read = versions_from_json(written)
    assert sum(each.equal is False for each in read.functions) == 12
    heaps = [end.heap for each in read.functions for end in each.endings]
    assert heaps and all(isinstance(heap, Heap) for heap in heaps)
    assert {**written, **versions_to_json(read)} == written
    assert versions_from_json(versions_to_json(read)) == read
