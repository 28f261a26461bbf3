"""What `heapwise` alone says: what to try in this folder. Nothing is imported or run for that."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

from heapwise.frontends.registry import is_text
from heapwise.frontends.target_folders import compiled_in, found_in, instead_in
from heapwise.program.source import InputError

_MOST_FILES = 300
_LARGEST = 200_000
_HINTED = re.compile(rb"^\s*def \w+\([^()]*\w\s*:", re.MULTILINE)
"""What looks like a function with a hint: to parse every module takes too long for a greeting."""


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
        instead = instead_in(folder)
        if instead:
            yield f"{instead}."
            yield ""
        else:
            yield "There is no Python file, class file or small program here."
        yield "To try elsewhere:"
        yield "  heapwise check FILE.py    every function of a module"
        yield "  heapwise serve            a playground in the browser"
    yield ""
    yield "heapwise --help lists all commands; the tutorial is docs/tutorial.md of its source."


def _to_try(folder: Path) -> Iterator[tuple[str, str]]:
    try:
        files = found_in(folder, _MOST_FILES)
    except InputError:
        files = []
    python = [file for file in files if file.endswith(".py")]
    likely = {file: seen for file in python if (seen := len(_HINTED.findall(_text(file))))}
    by_likelihood = sorted(likely, key=lambda file: -likely[file])
    best = next((file for file in by_likelihood if any(_hinted(file))), None)
    if best is not None:
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
    compiled = next(filter(os.path.isdir, files), "") or compiled_in(folder)
    if compiled:
        yield f"heapwise check {compiled}", "every method of these classes"
    for file in files:
        if is_text(file) and not file.endswith(".py"):
            yield f"heapwise compare {file}", "the strategies side by side"
            break


def _text(file: str) -> bytes:
    """Nothing if it is too long, or cannot be read."""
    try:
        return Path(file).read_bytes() if os.path.getsize(file) <= _LARGEST else b""
    except OSError:
        return b""


def _functions(file: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    try:
        tree = ast.parse(_text(file))
    except (SyntaxError, ValueError, RecursionError):
        return
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, ast.FunctionDef):
                    yield f"{node.name}.{each.name}", each


def _hinted(file: str) -> Iterator[str]:
    """The functions that say what their arguments are."""
    return (name for name, node in _functions(file) if _is_hinted(node))


def _is_hinted(node: ast.FunctionDef) -> bool:
    arguments = [each for each in node.args.args if each.arg not in ("self", "cls")]
    return bool(arguments) and all(each.annotation is not None for each in arguments)


def _name_in(file: str) -> str:
    public = (name for name in _hinted(file) if not name.rpartition(".")[2].startswith("_"))
    return next(public, "")
