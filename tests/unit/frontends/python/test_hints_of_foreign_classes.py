"""Hints with alternatives that cannot be inputs: the others are explored, what is cut is told."""

import json
import subprocess
import sys
from pathlib import Path

from heapwise.frontends.python.checking.subjects import subjects_of
from heapwise.frontends.python.program import load_program
from heapwise.results import OutcomeKind
from tests.unit.frontends.python.exploring import Cases, explore

_CASES = Cases(
    """
import ast
import re

class Holder:
    def __init__(self, size: int, tree: ast.AST | None) -> None:
        self.size = size
        self.tree: ast.AST | None = tree
""",
    {
        "parameter": ("x: str | ast.AST", "return x[0] if isinstance(x, str) else ''"),
        "compared": ("x: str | ast.AST", "return 1 if x == 'a' else 2"),
        "class": ("x: type", "return 1 if x in (float, int) else 2"),
        "item": ("xs: list[int | ast.AST]", "return 1 // xs[0]"),
        "field": ("x: Holder", "return 1 // x.size if x.tree else 0"),
        "optional": ("x: ast.AST | None", "return 1 if x else 2"),
        "truth": ("x: ast.AST", "return 1 if x else 2"),
        "same": ("x: ast.AST, y: ast.AST", "return True if x == y else False"),
        "used": (
            "x: re.Match[str] | None",
            "if x is None: return 'nothing'",
            "return 'a text' if x.group(1).startswith('a') else 'another'",
        ),
    },
)


def _ends(directory: Path, case: str) -> set[str]:
    return {path.detail or path.kind.value for path in _CASES.explore(directory, case)}


def test_the_other_alternatives_are_explored_and_what_is_left_out_is_a_bound(
    tmp_path: Path,
) -> None:
    for case in ("parameter", "compared", "class", "item"):
        paths = _CASES.explore(tmp_path, case)
        kinds = {path.kind for path in paths}
        assert OutcomeKind.BOUNDED in kinds and OutcomeKind.RETURNED in kinds
        assert OutcomeKind.UNSUPPORTED not in kinds
    assert {"IndexError", "returned"} < _ends(tmp_path, "parameter")
    assert "ZeroDivisionError" in _ends(tmp_path, "item")


def test_an_object_of_which_nothing_is_used_is_true_and_equals_itself_alone(
    tmp_path: Path,
) -> None:
    assert _ends(tmp_path, "field") == {"returned", "ZeroDivisionError"}
    assert {path.result for path in _CASES.explore(tmp_path, "optional")} == {1, 2}
    assert {path.result for path in _CASES.explore(tmp_path, "truth")} == {1}
    assert {path.result for path in _CASES.explore(tmp_path, "same")} == {True, False}


def test_what_a_hint_names_and_nobody_can_make_has_the_attributes_that_are_used(
    tmp_path: Path,
) -> None:
    """Also behind None, and the verdict says so."""
    results = {path.result for path in _CASES.explore(tmp_path, "used")}
    assert results == {"nothing", "a text", "another"}
    file = tmp_path / "alone.py"
    file.write_text("import re\ndef f(x: re.Match[str]) -> str:\n    return x.group(1).lower()\n")
    program = load_program(f"{file}:f")
    assert "`x` as the body uses it" in program.approximations


def test_of_any_class_some_are_inputs_and_the_others_a_bound(tmp_path: Path) -> None:
    """In a process of its own: here there are thousands of classes that tests have made."""
    (tmp_path / "classes.py").write_text(
        "def target(c: type, d: type[Exception]) -> int:\n"
        "    return len(c.__name__) // (4 if issubclass(d, ValueError) else 3)\n"
    )
    command = [sys.executable, "-m", "heapwise", "explore", "classes.py:target", "--json", "-"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    kinds = {path["outcome"]["kind"] for path in json.loads(run.stdout)["paths"]}
    assert kinds == {"returned", "bounded"}


def test_methods_of_a_class_below_a_builtin_type_are_not_explored_as_if_it_were_none(
    tmp_path: Path,
) -> None:
    file = tmp_path / "below.py"
    file.write_text(
        "class Stack(set):\n    def peek(self): return max(self)\n"
        "class Table(dict):\n    def size(self) -> int: return len(self)\n"
    )
    stack, table = subjects_of(str(file))
    assert stack.skipped.startswith("`self` has no usable hint: Stack is a subclass of set")
    assert table.skipped == ""


def test_documentation_that_is_no_text_tells_no_types(tmp_path: Path) -> None:
    source = """
    class Documented:
        __slots__ = ("__doc__", "size")
        def __init__(self, size, doc):
            self.size = size
            self.__doc__ = doc

    def target(x: Documented) -> int:
        return 1
    """
    assert [path.kind for path in explore(tmp_path, source)] == [OutcomeKind.RETURNED]
