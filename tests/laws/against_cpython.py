"""Every small input of a function, explored and in CPython: the claim of most regressions here."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path

from heapwise.selfcheck.laws import Report
from heapwise.selfcheck.python.laws import Limits, check


def write(folder: Path, source: str, name: str = "subject") -> Path:
    path = folder / f"{name}.py"
    path.write_text(textwrap.dedent(source), encoding="utf-8")
    return path


def functions(source: str, prefix: str = "case") -> list[str]:
    """The functions of a source that are explored."""
    tree = ast.parse(textwrap.dedent(source))
    return [
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith(prefix)
    ]


def agreed(path: Path, function: str, inputs: int = 60) -> Report:
    """Fails if an input is accepted by another path than the one that CPython takes."""
    report = check(_alone(path, function), function, Limits(inputs=inputs))
    assert report.failure is None, report.failure
    assert report.skipped is None, report.skipped
    assert report.tally.heaps > 0
    return report


def agrees_everywhere(path: Path, function: str, inputs: int = 60) -> None:
    """And nothing was cut, or is not supported."""
    assert not agreed(path, function, inputs).tally.open


def _alone(path: Path, function: str) -> Path:
    """The module without the functions that nothing in it names: it is loaded for each function
    that is explored, and executed for each input."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} | {function}
    lines = source.splitlines()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name not in named:
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            last = node.end_lineno or first
            lines[first - 1 : last] = [""] * (last - first + 1)
    return write(path.parent, "\n".join(lines), f"{path.stem}_{function}")
