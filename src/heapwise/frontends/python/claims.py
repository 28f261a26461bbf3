"""Which targets are Python. It is asked of every target, so it imports nothing of the front end."""

from __future__ import annotations

from pathlib import Path

INIT = "__init__.py"


def names_python(target: str) -> bool:
    """`file.py`, `package.module`, a folder that is a package, and each with `:name` after it."""
    location, colon, _ = target.partition(":")
    if colon or location.endswith(".py"):
        return True
    path = Path(target)
    if path.is_dir():
        return is_package(path) or holds_python(path)
    return not path.exists() and all(part.isidentifier() for part in target.split("."))


def is_package(folder: Path) -> bool:
    return (folder / INIT).is_file()


def holds_python(folder: Path) -> bool:
    """Does the folder have Python files, and no class files anywhere below?"""
    has_source = next(folder.glob("*.py"), None) is not None
    return has_source and next(folder.rglob("*.class"), None) is None
