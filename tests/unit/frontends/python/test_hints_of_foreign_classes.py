"""Hints with alternatives that cannot be inputs: the others are explored, what is cut is told."""

import json
import subprocess
import sys
from pathlib import Path

from heapwise.frontends.python.checking.subjects import subjects_of
from heapwise.results import OutcomeKind
from tests.unit.frontends.python.exploring import Cases, explore

_CASES = Cases(
    """
import ast

class Holder:
    def __init__(self, size: int, tree: ast.AST | None) -> None:
        self.size = size
        self.tree: ast.AST | None = tree
""",
    {
        "parameter": ("x: str | ast.AST", "return x[0] if isinstance(x, str) else ''"),
        "item": ("xs: list[int | ast.AST]", "return 1 // xs[0]"),
        "field": ("x: Holder", "return 1 // x.size if x.tree else 0"),
        "optional": ("x: ast.AST | None", "return 1 if x else 2"),
    },
)


def _ends(directory: Path, case: str) -> set[str]:
    return {path.detail or path.kind.value for path in _CASES.explore(directory, case)}


def test_the_other_alternatives_are_explored_and_what_is_left_out_is_a_bound(
    tmp_path: Path,
) -> None:
    for case in ("parameter", "item", "field", "optional"):
        paths = _CASES.explore(tmp_path, case)
        kinds = {path.kind for path in paths}
        assert OutcomeKind.BOUNDED in kinds and OutcomeKind.RETURNED in kinds
        assert OutcomeKind.UNSUPPORTED not in kinds
    assert {"IndexError", "returned"} < _ends(tmp_path, "parameter")
    assert "ZeroDivisionError" in _ends(tmp_path, "item")


def test_a_hint_of_such_a_class_alone_leaves_the_function_out(tmp_path: Path) -> None:
    file = tmp_path / "alone.py"
    file.write_text("import ast\ndef f(x: ast.AST, y: int | ast.AST) -> None: ...\n")
    (subject,) = subjects_of(f"{file}:f")
    assert subject.skipped == "`x` has no usable hint: AST is not supported as an input"


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
        "class Stack(list):\n    def peek(self): return self[-1]\n"
        "class Table(dict):\n    def size(self) -> int: return len(self)\n"
    )
    stack, table = subjects_of(str(file))
    assert stack.skipped.startswith("`self` has no usable hint: Stack is a subclass of list")
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
