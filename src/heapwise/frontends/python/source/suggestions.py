"""What the user may have meant by a file or a module that is not there."""

from __future__ import annotations

import ast
from pathlib import Path

from heapwise.frontends.python.claims import INIT, is_package
from heapwise.frontends.suggesting import suggest


def instead_of_module(name: str) -> str:
    """The same for the name of a module, which is looked for in the working directory."""
    parts = name.split(".")
    folder = Path()
    for position, part in enumerate(parts):
        before, rest = parts[:position], parts[position + 1 :]
        if (folder / f"{part}.py").is_file() and rest:
            return f"; did you mean `{'.'.join(parts[: position + 1])}:{'.'.join(rest)}`?"
        if (folder / part).is_dir():
            folder /= part
            continue
        if position and part in _names_in(folder / INIT):
            return f"; did you mean `{'.'.join(before)}:{'.'.join(parts[position:])}`?"
        return suggest(name, [".".join([*before, each, *rest]) for each in _modules_in(folder)])
    return f": it is a folder without {INIT}{instead_of_folder(folder)}"


def instead_of_folder(folder: Path) -> str:
    files = sorted(str(each) for each in folder.glob("*.py"))
    return f"; name a file in it, such as `{files[0]}`" if files else ""


def inside_package(module: str, file: Path) -> str:
    """For a package that defines nothing itself: a module in it."""
    modules = _modules_in(file.parent) if file.name == INIT else []
    return f"; name a module of the package, such as `{module}.{modules[0]}`" if modules else ""


def instead_of_name(module: str, file: Path, name: str) -> str:
    """For a name that a package does not have: a module in it may be called so."""
    first, _, rest = name.partition(".")
    folder = file.parent
    if file.name != INIT or first not in _modules_in(folder):
        return ""
    return f"; did you mean `{module}.{first}{f':{rest}' if rest else ''}`?"


def _modules_in(folder: Path) -> list[str]:
    files = [each.stem for each in folder.glob("*.py") if each.name != INIT]
    packages = [each.name for each in folder.iterdir() if each.is_dir() and is_package(each)]
    return sorted([*files, *packages])


def _names_in(file: Path) -> list[str]:
    try:
        body = ast.parse(file.read_bytes()).body
    except (OSError, SyntaxError, ValueError):
        return []
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return [each.name for each in body if isinstance(each, kinds)]
