"""Front ends: from a target that the user names to a program. A new language is a new entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from heapwise.engine.bounds import PYTHON_OBJECTS, Bounds
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.program import load_program as load_java
from heapwise.frontends.java.targets import names_java
from heapwise.frontends.javalite import load_program as load_javalite
from heapwise.frontends.python.program import load_program as load_python
from heapwise.frontends.python.suggestions import instead_of_java
from heapwise.frontends.tiny import load_program as load_tiny
from heapwise.program import InputError, Program

_BY_SUFFIX: dict[str, Callable[[Path], Program]] = {
    ".javalite": load_javalite,
    ".tiny": load_tiny,
    ".txt": load_tiny,
}


def load(
    target: str | Path,
    max_length: int | None = PYTHON_OBJECTS,
    contracts: bool = True,
    java: JavaOptions | None = None,
) -> Program:
    """The program that `target` names; raises `InputError` if there is none. `max_length` bounds
    the items of an input container that a path looks at, and `contracts` says whether contracts are
    assumed and checked, where a language has such. `java` is for Java programs."""
    if names_java(str(target)):
        options = java or JavaOptions()
        return load_java(str(target), replace(options, contracts=contracts))
    path = Path(target)
    front_end = _BY_SUFFIX.get(path.suffix)
    if front_end is None and names_python(str(target)):
        return load_python(str(target), max_length, contracts)
    if not path.exists():
        raise InputError(f"{target}: no such file")
    if path.is_dir():
        raise InputError(
            f"{target} is a folder: name a method of the classes in it, as in "
            f"{target}:pkg.Class.method, or a file"
        )
    if path.suffix == ".java":
        raise InputError(f"{target} is Java source: {instead_of_java(path)}")
    if front_end is None:
        known = " ".join(sorted((*_BY_SUFFIX, ".py")))
        raise InputError(f"{target}: cannot tell the language; known file types are {known}")
    return front_end(path)


def null_of(program: Program) -> str:
    """What the language calls the null reference."""
    return "None" if program.language == "python" else "null"


def bounds_for(target: str | Path, bounds: Bounds) -> Bounds:
    """The bounds, with defaults for what programs in the language of the target would never come
    to an end without, unless the user wants no bound."""
    if not (names_python(str(target)) or names_java(str(target))):
        return bounds
    said = bounds.max_objects is not None or bounds.max_objects_of
    if not said and "max_objects" not in bounds.unlimited:
        bounds = replace(bounds, max_objects=PYTHON_OBJECTS)
    if bounds.max_length is None and "max_length" not in bounds.unlimited:
        bounds = replace(bounds, max_length=bounds.max_objects or PYTHON_OBJECTS)
    return bounds


def with_full_names(program: Program, bounds: Bounds) -> Bounds:
    """The bounds, with classes that were called by the last part of their names called in full."""
    if program.language != "java":
        return bounds
    found: dict[str, int] = {}
    for name, limit in bounds.max_objects_of.items():
        full = [each for each in program.classes if each.endswith((f".{name}", f"${name}"))]
        found[full[0] if name not in program.classes and len(full) == 1 else name] = limit
    return replace(bounds, max_objects_of=found)


def names_python(target: str) -> bool:
    """`file.py`, `file.py:function`, or `package.module:function`."""
    if names_java(target):
        return False
    location, _, rest = target.partition(":")
    return location.endswith(".py") or (bool(rest) and Path(location).suffix != ".tiny")
