"""Which modules there certainly are not, and what a Python file certainly does not define.

A name that does not exist is a common mistake. To find it out otherwise, the front end is imported
and the file is run, which takes much longer.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

from heapwise.frontends.python.source.suggestions import instead_of_module
from heapwise.frontends.suggesting import suggest
from heapwise.program.source import InputError

_DYNAMIC = re.compile(
    r"\b(globals|locals|vars|exec|eval|setattr|__dict__|__getattr__|modules)\b|import\s*\*"
)
"""What may define a name that the text does not have."""
_PLAIN_DECORATORS = ("dataclass", "total_ordering", "final", "runtime_checkable")


def need_name(target: str) -> None:
    """Raises `InputError` if there is no such module, or if its text does not have the name. What
    cannot be told from the text is left to those who run it."""
    location, _, qualname = target.rpartition(":")
    file = _file_of(location or target)
    named = location and all(part.isidentifier() for part in qualname.split("."))
    if file is None or not named:
        return
    try:
        text = file.read_text(encoding="utf-8")
        missing = [part for part in qualname.split(".") if not re.search(rf"\b{part}\b", text)]
        if not missing or _DYNAMIC.search(text):
            return
        tree = ast.parse(text)
    except (OSError, SyntaxError, ValueError, RecursionError):
        return
    owner, _, name = qualname.rpartition(".")
    if owner and owner not in missing and not _has_only_its_own(tree, owner, name):
        return
    known = _defined(tree)
    own = [each for each in known if owner and each.startswith(f"{owner}.")]
    raise InputError(f"{location} has no `{qualname}`{suggest(qualname, own or known)}")


def _file_of(location: str) -> Path | None:
    """Where a module has its source, if that can be told without importing anything."""
    if not all(part.isidentifier() for part in location.split(".")) or Path(location).exists():
        return Path(location) if location.endswith(".py") else None
    *packages, last = location.split(".")
    folders = None
    for part in packages:
        spec = _find(part, folders)
        if spec is None:
            raise no_module(location)
        folders = spec.submodule_search_locations
        if folders is None or _says_where_else(spec):
            return None
    spec = _find(last, folders)
    if spec is None:
        raise no_module(location)
    # A package may have names that only its modules know.
    is_plain = spec.submodule_search_locations is None and str(spec.origin).endswith(".py")
    return Path(str(spec.origin)) if is_plain else None


def _find(name: str, folders: Sequence[str] | None) -> ModuleSpec | None:
    if folders is not None:
        return PathFinder.find_spec(name, folders)
    found = (each.find_spec(name, None) for each in sys.meta_path)
    return PathFinder.find_spec(name, [os.getcwd()]) or next(filter(None, found), None)


def _says_where_else(package: ModuleSpec) -> bool:
    """May it have modules that are not in its folder?"""
    try:
        text = Path(package.origin or "").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return True
    return re.search(r"\b(__path__|sys\.modules)\b", text) is not None


def no_module(name: str) -> InputError:
    return InputError(f"there is no file or module `{name}`{instead_of_module(name)}")


def _has_only_its_own(tree: ast.Module, owner: str, name: str) -> bool:
    """Does nobody else give a class of the file a method of that name?"""
    if name.startswith("__"):
        return False
    for each in tree.body:
        if isinstance(each, ast.ClassDef) and each.name == owner:
            plain = all(_called(one) in _PLAIN_DECORATORS for one in each.decorator_list)
            return plain and not each.bases and not each.keywords
    return False


def _called(decorator: ast.expr) -> str:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    if isinstance(called, ast.Attribute):
        return called.attr
    return called.id if isinstance(called, ast.Name) else ""


def _defined(tree: ast.Module) -> list[str]:
    """Functions, classes and methods, by their qualified names."""
    found = []
    for each in tree.body:
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.append(each.name)
        if isinstance(each, ast.ClassDef):
            methods = (one for one in each.body if isinstance(one, ast.FunctionDef))
            found += [f"{each.name}.{one.name}" for one in methods]
    return found
