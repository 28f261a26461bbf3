"""Front ends: from a target that the user names to a program. A new language is a new entry."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from heapwise.frontends.javalite import load_program as load_javalite
from heapwise.frontends.tiny import load_program as load_tiny
from heapwise.program import InputError, Program

_BY_SUFFIX: dict[str, Callable[[Path], Program]] = {
    ".javalite": load_javalite,
    ".tiny": load_tiny,
    ".txt": load_tiny,
}


def load(target: str | Path) -> Program:
    """The program that `target` names; raises `InputError` if there is none."""
    path = Path(target)
    front_end = _BY_SUFFIX.get(path.suffix)
    if not path.exists():
        raise InputError(f"{target}: no such file")
    if front_end is None:
        known = " ".join(sorted(_BY_SUFFIX))
        raise InputError(f"{target}: cannot tell the language; known file types are {known}")
    return front_end(path)
