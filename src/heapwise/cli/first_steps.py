"""What `heapwise` alone says: what to try in this folder. Nothing is imported or run for that."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

from heapwise.frontends.target_folders import found_in
from heapwise.program.source import InputError

_MOST_FILES = 300
_LARGEST = 200_000


def first_steps(folder: Path = Path()) -> Iterator[str]:
    yield "Heapwise runs functions on all inputs at once, aliased and cyclic objects too, and tells"
    yield "which of them fail, with the smallest input that shows it."
    yield ""
    tried = list(_to_try(folder))
    if tried:
        yield "To try in this folder:"
        width = max(len(command) for command, _ in tried)
        yield from (f"  {command:{width}}  {why}" for command, why in tried)
    else:
        yield "There is no Python file, class file or small program here. To try elsewhere:"
        yield "  heapwise check FILE.py    every function of a module"
        yield "  heapwise serve            a playground in the browser"
    yield ""
    yield "heapwise --help lists all commands; the tutorial is docs/tutorial.md."


def _to_try(folder: Path) -> Iterator[tuple[str, str]]:
    try:
        files = found_in(folder, _MOST_FILES)
    except InputError:
        files = []
    python = [file for file in files if file.endswith(".py")]
    best = max(python, key=_hinted, default=None)
    if best is not None and _hinted(best):
        name = _name_in(best)
        yield f"heapwise check {best}", "every function of a module"
        if name:
            yield f"heapwise explore {best}:{name} -v", "all paths of one function"
        yield f"heapwise tests {best} -o test_{Path(best).stem}.py", "a test for every path"
    if len(python) > 1:
        yield "heapwise check .", f"all {len(python)} modules"
    if os.path.isdir(folder / ".git") and python:
        yield "heapwise check . --changed-since HEAD", "what your edits can affect"
        if best is not None:
            yield f"heapwise diff --rev HEAD {best}", "is it still the same?"
    for file in files:
        if os.path.isdir(file):
            yield f"heapwise check {file}", "every method of these classes"
            break
    for file in files:
        if file.endswith((".tiny", ".javalite")):
            yield f"heapwise compare {file}", "the strategies side by side"
            break


def _tree(file: str) -> ast.Module | None:
    try:
        if os.path.getsize(file) > _LARGEST:
            return None
        return ast.parse(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None


def _functions(file: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    tree = _tree(file)
    for node in () if tree is None else tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, ast.FunctionDef):
                    yield f"{node.name}.{each.name}", each


def _hinted(file: str) -> int:
    """How many functions say what their arguments are."""
    return sum(_is_hinted(node) for _, node in _functions(file))


def _is_hinted(node: ast.FunctionDef) -> bool:
    arguments = [each for each in node.args.args if each.arg not in ("self", "cls")]
    return bool(arguments) and all(each.annotation is not None for each in arguments)


def _name_in(file: str) -> str:
    named = [
        name
        for name, node in _functions(file)
        if _is_hinted(node) and not name.rpartition(".")[2].startswith("_")
    ]
    return named[0] if named else ""
