"""In which folder a JVM would look for a class file that lies somewhere below it."""

from __future__ import annotations

from pathlib import Path

from heapwise.frontends.java.classpath.sources import SingleFile
from heapwise.program import InputError


def home_of(path: Path) -> str:
    """The folder, as it is written in the path; the file itself if none fits its package."""
    try:
        found = SingleFile(path)
    except InputError:
        return str(path)
    if found.root is None:
        return str(path)
    above = len(found.cls.name.split("/"))
    parents = path.parents
    return str(parents[above - 1]) if above <= len(parents) else str(found.root)
