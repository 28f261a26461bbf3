"""Types of parameters and fields that were seen when the project's tests ran (`heapwise learn`).

They are kept in a file of the project, `.heapwise/types.json`: hints by `file:qualified name` and
parameter, and by class and field. The nearest file at or above the folder of a module counts.
"""

from __future__ import annotations

import collections
import json
import os
import re
import sys
import typing
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from types import FunctionType

FILE = Path(".heapwise", "types.json")
_DOTTED = re.compile(r"[A-Za-z_][\w.]*\.[\w.]*\w")


def learned_type(function: FunctionType, name: str) -> object | None:
    """What a parameter was seen to be, as a hint; None if nothing was seen."""
    file = os.path.realpath(function.__code__.co_filename)
    found = _near(os.path.dirname(file))
    if found is None:
        return None
    path, stamp = found
    inside = os.path.relpath(file, os.path.realpath(path.parent.parent))
    key = f"{inside}:{function.__code__.co_qualname}"
    return _as_hint(_read(path, stamp).get("functions", {}).get(key, {}).get(name))


def learned_field(cls: type, name: str) -> object | None:
    """What a field was seen to hold, as a hint."""
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    found = _near(os.path.dirname(os.path.realpath(file))) if isinstance(file, str) else None
    if found is None:
        return None
    key = f"{cls.__module__}.{cls.__qualname__}"
    return _as_hint(_read(*found).get("fields", {}).get(key, {}).get(name))


def files_for(modules: Iterable[str]) -> set[str]:
    """Where types may be kept for the modules in these files."""
    return {str(folder / FILE) for module in modules for folder in Path(module).parents}


def _as_hint(text: str | None) -> object | None:
    """The classes that it names must be there already: nothing is imported."""
    if text is None:
        return None
    space: dict[str, object] = {"typing": typing, "collections": collections}
    for name in _DOTTED.findall(text):
        root = name.partition(".")[0]
        if root in sys.modules:
            space.setdefault(root, sys.modules[root])
    try:
        return typing.cast(object, eval(text, space))
    except (NameError, AttributeError, TypeError, SyntaxError):
        return None


def _near(folder: str) -> tuple[Path, int] | None:
    for each in (Path(folder), *Path(folder).parents):
        file = each / FILE
        if file.is_file():
            return file, file.stat().st_mtime_ns
        if (each / ".git").exists():
            return None
    return None


@lru_cache(maxsize=8)
def _read(path: Path, _stamp: int) -> dict[str, dict[str, dict[str, str]]]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
