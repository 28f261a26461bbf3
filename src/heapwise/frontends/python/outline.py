"""What a Python file certainly does not define, told from its text alone.

A name that does not exist is a common mistake. To find it out otherwise, the front end is imported
and the file is run, which takes much longer.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from heapwise.frontends.suggesting import suggest
from heapwise.program.source import InputError

_DYNAMIC = re.compile(
    r"\b(globals|locals|vars|exec|eval|setattr|__dict__|__getattr__|modules)\b|import\s*\*"
)
"""What may define a name that the text does not have."""
_PLAIN_DECORATORS = ("dataclass", "total_ordering", "final", "runtime_checkable")


def need_name(target: str) -> None:
    """Raises `InputError` if `file.py:name` names nothing. What cannot be told from the text is
    left to those who run it."""
    location, _, qualname = target.rpartition(":")
    file = Path(location)
    if file.suffix != ".py" or not all(part.isidentifier() for part in qualname.split(".")):
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
    raise InputError(f"{file} has no `{qualname}`{suggest(qualname, own or known)}")


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
