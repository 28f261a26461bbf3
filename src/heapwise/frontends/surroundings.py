"""What a program was made from, to tell later whether it would be made the same again.

A front end says which files, folders and variables it has looked at (`Surroundings`); `recorded`
says what is there now, as plain data. Nothing of the engine or of a front end is imported here:
whether anything has changed must be known before anything is loaded.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

ALL = "*"
"""Every variable of the environment."""
_MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """`files` count by what is in them, `large_files` by size, number and times. `trees` are
    folders that count with all files below them. `folders` are searched for `names`: an entry
    counts if it is called so, and has one of the `suffixes`, or none; if there are no such, then
    whatever its suffix is. Of what was `asked`, it counts whether it is
    there and what. `variables` are those of the environment."""

    files: frozenset[str] = frozenset()
    large_files: frozenset[str] = frozenset()
    trees: frozenset[str] = frozenset()
    folders: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()
    variables: frozenset[str] = frozenset()
    suffixes: frozenset[str] = frozenset()

    def is_sought(self, entry: str) -> bool:
        """May it be what folders are searched for?"""
        return _is_sought(entry, self.names, self.suffixes)

    def changed_since(self, moment: int) -> bool:
        """Was a file written, moved or removed after a moment (in nanoseconds)? What was made of
        it may have been made of what it was before."""
        below = (each for tree in self.trees for each in files_below(tree))
        return any(_changed(each) >= moment for each in (*self.files, *self.large_files, *below))


@dataclass(frozen=True, slots=True)
class Parts:
    """`files` taken apart, so that a function depends on some parts of them only. `digests` say of
    each function what it depends on there, wherever in the files that stands, and `needed` which
    parts these are. `lines` are the numbers of the lines of a part, whose name begins with its file
    and a colon. `names` are those of functions, which options may name."""

    files: frozenset[str]
    names: frozenset[str]
    digests: Sequence[str]
    needed: Sequence[frozenset[str]]
    lines: Mapping[str, Sequence[int]]


@dataclass(frozen=True, slots=True)
class Dependencies:
    """What verdicts about functions depend on, all together; if that can be told, also what each of
    them depends on. `digests_of` says what the digests of the parts would be if some of their files
    had other texts, or were not there; None if that cannot be told."""

    surroundings: Surroundings
    parts: Parts | None = None
    digests_of: Callable[[Mapping[str, str | None]], Sequence[str] | None] | None = None


def recorded(surroundings: Surroundings) -> dict[str, Any]:
    """What is there now."""
    return {
        "files": {each: content(each) for each in sorted(surroundings.files)},
        "large_files": {each: _stamp(each) for each in sorted(surroundings.large_files)},
        "trees": {each: _tree(each) for each in sorted(surroundings.trees)},
        "folders": {
            each: _found(each, surroundings.names, surroundings.suffixes)
            for each in sorted(surroundings.folders)
        },
        "names": sorted(surroundings.names),
        "suffixes": sorted(surroundings.suffixes),
        "asked": {each: _status(each) for each in sorted(surroundings.asked)},
        "variables": {each: _variable(each) for each in sorted(surroundings.variables)},
    }


def is_unchanged(record: Mapping[str, Any]) -> bool:
    """Is everything as it was recorded?"""
    names = frozenset(record["names"])
    suffixes = frozenset(record["suffixes"])
    return (
        all(content(each) == was for each, was in record["files"].items())
        and all(_stamp(each) == was for each, was in record["large_files"].items())
        and all(_variable(each) == was for each, was in record["variables"].items())
        and all(_status(each) == was for each, was in record["asked"].items())
        and all(_found(each, names, suffixes) == was for each, was in record["folders"].items())
        and all(_tree(each) == was for each, was in record["trees"].items())
    )


def digest(parts: Iterable[str]) -> str:
    """One name for several texts."""
    made = hashlib.blake2b(digest_size=16)
    for part in parts:
        text = part.encode("utf-8", "surrogatepass")
        made.update(b"%d:" % len(text))
        made.update(text)
    return made.hexdigest()


def content(file: str) -> str:
    try:
        with open(file, "rb") as opened:
            return hashlib.blake2b(opened.read(), digest_size=16).hexdigest()
    except OSError:
        return _MISSING


def files_below(tree: str) -> list[str]:
    """Sorted; what begins with a dot, and what Python has compiled, is left out. A file is what is
    below itself."""
    if os.path.isfile(tree):
        return [tree]
    found: list[str] = []
    for folder, folders, files in os.walk(tree):
        folders[:] = [each for each in folders if not each.startswith(".") and each != _COMPILED]
        found += [os.path.join(folder, each) for each in files if not each.startswith(".")]
    return sorted(found)


_COMPILED = "__pycache__"


@cache
def own_files() -> str:
    """One name for all that Heapwise consists of."""
    return _tree(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def _tree(tree: str) -> str:
    return digest(part for each in files_below(tree) for part in (each, content(each)))


def _stamp(file: str) -> str:
    try:
        found = os.stat(file)
    except OSError:
        return _MISSING
    return f"{found.st_size} {found.st_ino} {found.st_mtime_ns} {found.st_ctime_ns}"


def _status(path: str) -> str:
    """Of a folder not when something in it was changed."""
    try:
        found = os.stat(path)
    except OSError:
        return "link" if os.path.islink(path) else _MISSING
    mode = f"{found.st_mode:o} {os.path.realpath(path)}"
    return mode if os.path.isdir(path) else f"{mode} {found.st_size} {found.st_mtime_ns}"


def _changed(file: str) -> int:
    try:
        found = os.stat(file)
    except OSError:
        return 0
    return max(found.st_mtime_ns, found.st_ctime_ns)


def _is_sought(entry: str, names: frozenset[str], suffixes: frozenset[str]) -> bool:
    name, dot, suffix = entry.partition(".")
    return name in names and (not dot or not suffixes or dot + suffix in suffixes)


def _found(folder: str, names: frozenset[str], suffixes: frozenset[str]) -> list[str]:
    """A folder inside it is told with whether it is a package, a link with where it leads."""
    try:
        entries = sorted(os.listdir(folder))
    except OSError:
        return [_MISSING]
    found = [os.path.realpath(folder)]
    for each in entries:
        if _is_sought(each, names, suffixes):
            inside = os.path.join(folder, each)
            package = os.path.isfile(os.path.join(inside, "__init__.py"))
            link = f" -> {os.path.realpath(inside)}" if os.path.islink(inside) else ""
            found.append(f"{each}/__init__.py{link}" if package else f"{each}{link}")
    return found


def _variable(name: str) -> str | None:
    if name == ALL:
        return digest(f"{key}={value}" for key, value in sorted(os.environ.items()))
    return os.environ.get(name)
