"""The head of a test file: what it imports, and from where."""

from __future__ import annotations

import ast
import io
import os
import re
import sys
import tokenize
from collections.abc import Mapping, Sequence
from pathlib import Path

from heapwise.testgen.cases import WrittenTest
from heapwise.testgen.cpython_replay import ModuleUnderTest
from heapwise.testgen.line_breaking import WIDTH, docstring, separated, wrapped
from heapwise.testgen.module_source import ModuleFacts
from heapwise.testgen.needed_imports import module_in

_COLLECTIONS = ("Counter", "OrderedDict", "defaultdict", "deque")
_LIBRARY = ("asyncio", "io", "itertools", "math", "pytest", "sys")
_FIXTURES = {"monkeypatch": "pytest", "tmp_path": "pathlib"}
"""Of pytest, with the module of their hints."""


def header(
    tests: Sequence[WrittenTest],
    facts: Mapping[ModuleUnderTest, ModuleFacts],
    destination: Path | None,
) -> list[str]:
    targets = list(dict.fromkeys(f"{t.case.module.name}.{t.case.target}" for t in tests))
    shown = ", ".join(targets[:3]) + (" and others" if len(targets) > 3 else "")
    lines = docstring(f"Tests of {shown}, written by heapwise from runs of the program.", 0)
    used: dict[ModuleUnderTest, set[str]] = {}
    library: set[str] = set()
    collections: set[str] = set()
    for test in tests:
        known = facts[test.case.module].names
        borrowed = facts[test.case.module].borrowed & {*_COLLECTIONS, *_LIBRARY}
        for name in _names_in(test.body):
            if name in known - borrowed:
                used.setdefault(test.case.module, set()).add(name)
            elif name in _COLLECTIONS:
                collections.add(name)
            elif name in _LIBRARY:
                library.add(name)
            elif name in _FIXTURES:
                library.add(_FIXTURES[name])
        library |= _foreign_modules(test, known)
    elsewhere = [module for module in used if _needs_path(module, destination)]
    by_path = [module for module in used if _is_shadowed(module)]
    standard = library - {"pytest"}
    if elsewhere or by_path:
        standard.add("sys")
    plain = [f"import {name}" for name in sorted(standard)]
    if by_path:
        plain.append("from importlib.util import module_from_spec, spec_from_file_location")
    if collections:
        plain.append(f"from collections import {', '.join(sorted(collections))}")
    if elsewhere or by_path:
        plain.append("from pathlib import Path")
    plain.sort(key=lambda line: (not line.startswith("import"), line.split()[1]))
    groups = [plain, ["import pytest"] if "pytest" in library else []]
    for module in elsewhere:
        groups.append([f"sys.path.insert(0, str({_path_code(module.search[0], destination)}))"])
    late = "  # noqa: E402" if elsewhere else ""
    imports: list[str] = []
    for module in sorted(used, key=lambda each: each.name):
        names = sorted(used[module])
        if module in by_path:
            groups.append(_loaded_by_path(module, names, destination))
        else:
            names = [f"{name} as {_alias(name)}" if _is_collected(name) else name for name in names]
            statement = f"from {module.name} import {', '.join(names)}"
            first, *rest = _import_lines(statement, names, module.name)
            imports += [first + late, *rest]
    groups.append(imports)
    return [*lines, "", *separated(groups)]


def _is_collected(name: str) -> bool:
    """Would pytest take it for a test of this file?"""
    return name.startswith(("test", "Test"))


def _alias(name: str) -> str:
    return f"_{name}"


def as_imported(body: Sequence[str], facts: ModuleFacts) -> list[str]:
    """The lines with names as `header` imports them."""
    collected = [name for name in facts.names if _is_collected(name)]
    if not collected:
        return list(body)
    text = "\n".join(body)
    lines = text.split("\n")
    for token in reversed(_names(text)):
        if token.string in collected:
            row, column = token.start
            line = lines[row - 1]
            lines[row - 1] = line[:column] + _alias(token.string) + line[token.end[1] :]
    return lines


def _names(text: str) -> list[tokenize.TokenInfo]:
    """The names in indented code, but for those of attributes and keywords of calls."""
    before = ""
    tokens = list(tokenize.generate_tokens(io.StringIO(f"if 1:\n{text}\n").readline))
    found: list[tokenize.TokenInfo] = []
    for token, after in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
        is_keyword = after.string == "=" and before in ("(", ",")
        if token.type == tokenize.NAME and before != "." and not is_keyword:
            row, column = token.start
            moved = ((row - 1, column), (token.end[0] - 1, token.end[1]))
            found.append(token._replace(start=moved[0], end=moved[1]))
        if token.string.strip():
            before = token.string
    return [token for token in found if token.start[0] >= 1]


def _import_lines(statement: str, names: Sequence[str], module: str) -> list[str]:
    if len(statement) <= WIDTH:
        return [statement]
    return [f"from {module} import (", *(f"    {name}," for name in names), ")"]


def _names_in(body: Sequence[str]) -> set[str]:
    tree = ast.parse("def f():\n" + "\n".join(body))
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assigned = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return found - assigned


def _foreign_modules(test: WrittenTest, known: frozenset[str]) -> set[str]:
    """Modules of classes that the module under test cannot name itself."""
    classes = [obj.class_name for obj in test.case.given.objects.values()]
    if test.case.observed.exception:
        classes.append(test.case.observed.exception)
    return {
        module_in(name)
        for name in classes
        if "." in name and "<" not in name and name.split(".")[0] not in known
    }


def _is_shadowed(module: ModuleUnderTest) -> bool:
    """Would an import find a module of the standard library instead, or is its name no name?"""
    parts = module.name.split(".")
    return module.name in sys.stdlib_module_names or not all(map(str.isidentifier, parts))


def _needs_path(module: ModuleUnderTest, destination: Path | None) -> bool:
    if destination is None or not module.search or _is_shadowed(module):
        return False
    return module.search[0].resolve() != destination.resolve().parent


def _path_code(path: Path, destination: Path | None) -> str:
    if destination is None:
        return f'Path("{path.resolve().as_posix()}")'
    relative = Path(os.path.relpath(path.resolve(), destination.resolve().parent))
    ups = sum(1 for part in relative.parts if part == "..")
    base = f"Path(__file__).resolve().parents[{ups}]"
    rest = "/".join(part for part in relative.parts if part != "..")
    return f'{base} / "{rest}"' if rest else base


def _loaded_by_path(
    module: ModuleUnderTest, names: Sequence[str], destination: Path | None
) -> list[str]:
    """For a file that an import of its name would not find."""
    alias = re.sub(r"\W", "_", f"{module.name}_under_test")
    found = f'spec_from_file_location("{alias}", {_path_code(module.path, destination)})'
    return [
        *wrapped(f"spec = {found}", 0),
        "assert spec is not None and spec.loader is not None",
        f"{alias} = sys.modules[spec.name] = module_from_spec(spec)",
        f"spec.loader.exec_module({alias})",
        *(f"{_alias(name) if _is_collected(name) else name} = {alias}.{name}" for name in names),
    ]
