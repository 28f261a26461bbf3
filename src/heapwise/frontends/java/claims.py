"""Which targets are Java. It is asked of every target, so it imports nothing of the front end."""

from __future__ import annotations

import os
from pathlib import Path

from heapwise.frontends.python.claims import holds_python, is_package

JDK = "jdk"
"""What stands for the classes of the JDK in a class path."""
SUFFIXES = (".class", ".jar", ".jmod")


def names_java(target: str) -> bool:
    """A class path, or one with `:pkg.Class` or `:pkg.Class.method` after it (`targets`)."""
    location, colon, name = target.rpartition(":")
    if not colon:
        return target.endswith(SUFFIXES) or _holds_classes(Path(target))
    if not name:
        return False
    parts = location.split(os.pathsep)
    if any(part == JDK or part.endswith(SUFFIXES) for part in parts):
        return True
    folders = [Path(part) for part in parts if Path(part).is_dir()]
    # `shop:total` may be a package of Python in the working directory.
    return any(not (is_package(each) or holds_python(each)) for each in folders)


def _holds_classes(path: Path) -> bool:
    return path.is_dir() and next(path.rglob("*.class"), None) is not None


def instead_of_source(path: Path) -> str | None:
    """What to do with a source file, which is read as class files."""
    if path.suffix != ".java" or not path.is_file():
        return None
    return (
        f"{path} is Java source: compile it (javac -g -d classes {path}) and name a method of the "
        f"class files, as in classes:pkg.{path.stem}.method"
    )
