"""Which package a file is in, and the folder that the package is found in."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

_RELATIVE = re.compile(r"^[ \t]*from[ \t]+(\.+)", re.MULTILINE)


def place_of(file: Path) -> tuple[Path, tuple[str, ...]]:
    """The folder to search, and the parts of the name that the module has there: none of an
    `__init__.py` alone. A package is a folder with an `__init__.py`, or one without that a module
    of this process was found in, or in which a file imports from its neighbours (PEP 420)."""
    parts = [] if file.name == "__init__.py" else [file.stem]
    around = _as_imported(file, len(parts))
    folder = file.parent
    if not around and not (folder / "__init__.py").exists():
        around = _levels(file)
    while folder != folder.parent and (around > 0 or (folder / "__init__.py").exists()):
        parts.insert(0, folder.name)
        folder = folder.parent
        around -= 1
    return folder, tuple(parts)


def _as_imported(file: Path, own: int) -> int:
    """How many packages a module that was loaded from there is in: the first, if it has several
    names."""
    origin, folders = str(file), file.parent.parts[1:]
    last = [file.stem] * own
    names = {".".join([*folders[-n:], *last]): n for n in range(1, len(folders) + 1)}
    script = getattr(sys.modules.get("__main__"), "__spec__", None)
    if script is not None and script.origin == origin:
        return names.get(str(script.name), 0)
    known = [name for name in names if _origin(name) == origin]
    if len(known) > 1:
        known = [name for name in list(sys.modules) if name in known]
    return names[known[0]] if known else 0


def _origin(name: str) -> str | None:
    """The file that the module of this name was loaded from, if there is one."""
    module = sys.modules.get(name)
    spec = vars(module).get("__spec__") if isinstance(module, ModuleType) else None
    return getattr(spec, "origin", None)


def _levels(file: Path) -> int:
    """How many folders up the file imports from."""
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return 0
    return max((len(dots) for dots in _RELATIVE.findall(text)), default=0)
