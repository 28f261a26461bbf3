"""`heapwise tests`: the file it writes passes, reaches every branch, and notices small mistakes."""

from __future__ import annotations

import ast
import copy
import signal
import subprocess
import sys
import textwrap
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from heapwise.api import Exploration
from heapwise.cli.app import app
from heapwise.engine.state import Leaf
from heapwise.frontends.python.checking import suite

SORTED_LIST = """
from __future__ import annotations
from dataclasses import dataclass

@dataclass(eq=False)
class Node:
    key: int
    next: Node | None = None

def insert(head: Node | None, key: int) -> Node:
    if head is None or key < head.key:
        return Node(key, head)
    node = head
    while node.next is not None and node.next.key <= key:
        node = node.next
    node.next = Node(key, node.next)
    return head
"""
GRADES = """
def grade(points: int, bonus: int) -> str:
    if points < 0 or bonus < 0:
        raise ValueError("points cannot be negative")
    if points + bonus >= 90:
        return "excellent"
    return "passed" if points + bonus > 49 else "failed"
"""
COUNTING = """
def count_above(items: list[int], limit: int) -> int:
    count = 0
    for item in items:
        if item > limit:
            count += 1
    return count
"""
ACCOUNTS = '''
from __future__ import annotations

class Overdrawn(Exception):
    pass

class Account:
    """
    inv: self.balance >= 0
    """
    def __init__(self, balance: int, backup: Account | None = None) -> None:
        self.balance = balance
        self.backup = backup

    def withdraw(self, amount: int) -> int:
        """
        pre: amount > 0
        pre: self.backup is None or self.backup.balance >= 0
        """
        if amount <= self.balance:
            self.balance -= amount
            return 0
        missing = amount - self.balance
        if self.backup is None or self.backup.balance < missing:
            raise Overdrawn
        self.backup.balance -= missing
        self.balance = 0
        return missing
'''

Module = tuple[str, str]
MODULES: dict[str, Module] = {
    "sorted_list": (SORTED_LIST, "insert"),
    "grades": (GRADES, "grade"),
    "counting": (COUNTING, "count_above"),
    "accounts": (ACCOUNTS, "Account.withdraw"),
}


def heapwise(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def saved(folder: Path, name: str, source: str) -> Path:
    path = folder / f"{name}.py"
    path.write_text(source)
    return path


# ---------------------------------------------------------------------------- strength


@pytest.mark.parametrize("name", MODULES)
def test_the_tests_reach_every_branch_and_fail_for_every_mutant(name: str, tmp_path: Path) -> None:
    source, target = MODULES[name]
    path = saved(tmp_path, name, source)
    written = tmp_path / f"test_{name}.py"
    result = heapwise("tests", f"{path}:{target}", "-o", str(written), "--max-objects", "2")
    assert result.exit_code == 0, result.output
    assert "all pass" in result.stdout
    assert "not reached" not in result.stdout
    tests = written.read_text()
    assert failures(tests, name, source) == []
    survivors = [
        what for what, mutant in mutants(source, target) if not failures(tests, name, mutant)
    ]
    assert survivors == []


SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


def mutants(source: str, target: str) -> Iterator[tuple[str, str]]:
    """The module with one operator swapped, or one number larger by one, in the target."""
    tree = ast.parse(source)
    count = len(list(places(tree, target)))
    for index in range(count):
        mutant = copy.deepcopy(tree)
        node, change = list(places(mutant, target))[index]
        text = ast.unparse(node)
        change()
        yield f"{text} → {ast.unparse(node)}", ast.unparse(mutant)


def places(tree: ast.Module, target: str) -> Iterator[tuple[ast.AST, Callable[[], object]]]:
    name = target.rpartition(".")[2]
    function = next(n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == name)
    for node in (each for part in function.body for each in ast.walk(part)):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
            yield node, partial(setattr, node, "ops", [SWAPS[type(node.ops[0])](), *node.ops[1:]])
        elif isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign) and type(node.op) in SWAPS:
            yield node, partial(setattr, node, "op", SWAPS[type(node.op)]())
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield node, partial(setattr, node, "value", node.value + 1)


def failures(tests: str, name: str, source: str) -> list[str]:
    """The tests that fail when the module under test is `source`."""
    module = types.ModuleType(name)
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        exec(compile(source, f"{name}.py", "exec"), vars(module))
        scope: dict[str, object] = {"__file__": "test.py", "__name__": "generated"}
        exec(compile(tests, "test.py", "exec"), scope)
        return [
            test for test, function in scope.items() if test.startswith("test_") and fails(function)
        ]
    finally:
        del sys.modules[name]
        if before is not None:
            sys.modules[name] = before


def fails(test: object) -> bool:
    assert callable(test)
    try:
        with seconds(2):
            test()
    except (Exception, pytest.fail.Exception):
        return True
    return False


@contextmanager
def seconds(most: int) -> Iterator[None]:
    """A mutant may loop for ever."""

    def stop(_signal: int, _frame: object) -> None:
        raise TimeoutError

    previous = signal.signal(signal.SIGALRM, stop)
    signal.alarm(most)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, previous)


# ---------------------------------------------------------------------------- the command


def test_the_file_is_the_same_in_every_run(tmp_path: Path) -> None:
    path = saved(tmp_path, "counting", COUNTING)
    texts = []
    for number in range(2):
        written = tmp_path / f"test_{number}.py"
        assert heapwise("tests", f"{path}", "-o", str(written)).exit_code == 0
        texts.append(written.read_text())
    assert texts[0] == texts[1]


def test_pytest_runs_the_file_from_another_folder(tmp_path: Path) -> None:
    path = saved(tmp_path, "grades", GRADES)
    (tmp_path / "elsewhere").mkdir()
    written = tmp_path / "elsewhere" / "test_grades.py"
    assert heapwise("tests", f"{path}:grade", "-o", str(written)).exit_code == 0
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(written)]
    done = subprocess.run(command, cwd="/", capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_without_a_file_the_tests_go_to_standard_output_alone(tmp_path: Path) -> None:
    path = saved(tmp_path, "grades", GRADES)
    result = heapwise("tests", f"{path}:grade")
    assert result.exit_code == 0
    tree = ast.parse(result.stdout)
    assert any(isinstance(node, ast.FunctionDef) for node in tree.body)
    assert "8 of 8 branches" in result.stderr
    assert failures(result.stdout, "grades", GRADES) == []


def test_a_limit_keeps_all_branches_and_outcomes(tmp_path: Path) -> None:
    path = saved(tmp_path, "counting", COUNTING)
    arguments = ("tests", f"{path}:count_above", "--no-boundaries")
    few = heapwise(*arguments, "--limit", "1")
    everything = heapwise(*arguments, "--all")
    assert "4 of 4 branches" in few.stderr
    assert few.stdout.count("def test_") < everything.stdout.count("def test_") == 15


def test_names_say_which_alternative_of_a_hint_an_input_is(tmp_path: Path) -> None:
    source = """
def size(x: int | str | None, y: int | None) -> int:
    if x is None:
        return 0
    if isinstance(x, str):
        return len(x)
    return 2 if y is None else 3
"""
    path = saved(tmp_path, "alternatives", source)
    written = heapwise("tests", str(path), "--no-boundaries").stdout
    names = {node.name for node in ast.parse(written).body if isinstance(node, ast.FunctionDef)}
    assert names == {
        "test_size_returns_0_when_x_is_none",
        "test_size_returns_0_when_x_is_str",
        "test_size_returns_2_when_x_is_int",
        "test_size_returns_3_when_x_is_int",
    }
    assert '"""isinstance(x, int) and y is not None"""' in written


def test_an_invariant_is_asserted(tmp_path: Path) -> None:
    path = saved(tmp_path, "accounts", ACCOUNTS)
    result = heapwise("tests", f"{path}:Account.withdraw", "--max-objects", "2")
    assert "assert account.balance >= 0" in result.stdout


def test_a_path_that_breaks_the_contract_gets_no_test(tmp_path: Path) -> None:
    source = '''
        def half(n: int) -> int:
            """
            post: _ + _ == n
            """
            if n < 0:
                return 0
            return n // 2
    '''
    path = saved(tmp_path, "halves", textwrap.dedent(source))
    result = heapwise("tests", f"{path}:half")
    assert result.exit_code == 1
    assert "they break the contract: post: _ + _ == n" in result.stderr
    assert "not reached (not found): halves.py:6 if true" in result.stderr
    unbound = heapwise("tests", f"{path}:half", "--no-contracts")
    assert unbound.exit_code == 0
    assert "2 of 2 branches" in unbound.stderr


def test_a_branch_that_no_input_takes_is_listed(tmp_path: Path) -> None:
    path = saved(tmp_path, "dead", "def f(n: int) -> int:\n    return 1 if n * n < 0 else 0\n")
    result = heapwise("tests", f"{path}:f")
    assert "1 of 2 branches" in result.stderr
    assert "not reached (no input within the bounds does it): dead.py:2 ifexp true" in result.stderr


def test_after_an_interrupt_no_branch_is_called_out_of_reach(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All paths were found, but not all tests were made."""
    real = suite._Maker._case

    def interrupted(self: Any, leaf: Any, vary: bool = True) -> Any:
        if self._cases_made:
            raise KeyboardInterrupt
        self._cases_made = True
        return real(self, leaf, vary)

    monkeypatch.setattr(suite._Maker, "_cases_made", False, raising=False)
    monkeypatch.setattr(suite._Maker, "_case", interrupted)
    result = heapwise("tests", f"{saved(tmp_path, 'grades', GRADES)}:grade", "--no-boundaries")
    assert "stopped: interrupted" in result.stderr
    assert "not reached (not found)" in result.stderr


@pytest.mark.parametrize(("seconds", "tests"), [(100.0, 2), (-1.0, 0)])
def test_an_interrupt_writes_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, tests: int
) -> None:
    """As much of it as there is time for."""
    monkeypatch.setattr(suite, "_AFTER_INTERRUPT", seconds)
    real = Exploration.leaves
    left = iter(range(2))

    def interrupted(run: Exploration, *limits: Any) -> Iterator[Leaf[Any]]:
        for leaf in real(run, *limits):
            if next(left, None) is None:
                raise KeyboardInterrupt
            yield leaf

    monkeypatch.setattr(Exploration, "leaves", interrupted)
    path = saved(tmp_path, "grades", GRADES)
    result = heapwise("tests", f"{path}:grade", "--no-boundaries")
    assert result.exit_code == 3
    assert result.stdout.count("def test_") == tests
    assert "stopped: interrupted" in result.stderr
    assert ("not run: interrupted" if tests else "nothing to write") in result.stderr


def test_a_file_written_by_hand_is_not_overwritten(tmp_path: Path) -> None:
    path = saved(tmp_path, "grades", GRADES)
    mine = saved(tmp_path, "test_grades", "def test_mine() -> None:\n    assert True\n")
    result = heapwise("tests", f"{path}:grade", "-o", str(mine))
    assert result.exit_code == 2
    assert "add --force" in result.stderr
    assert "test_mine" in mine.read_text()
    assert heapwise("tests", f"{path}:grade", "-o", str(mine), "--force").exit_code == 0
    assert heapwise("tests", f"{path}:grade", "-o", str(mine)).exit_code == 0


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("{path}:grad", "grad"),
        ("{path}:unknown", "has no usable hint"),
        ("{folder}/missing.py:f", "missing.py"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(target: str, message: str, tmp_path: Path) -> None:
    path = saved(
        tmp_path,
        "grades",
        "class Few(int): ...\n" + GRADES + "\ndef unknown(x: Few):\n    return x.y\n",
    )
    result = heapwise("tests", target.format(path=path, folder=tmp_path))
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
