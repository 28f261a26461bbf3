"""What there is to check in folders and packages: the files in them that are targets themselves.

Nothing of a front end is imported for that, but where a language must say to which target a file
belongs: a class file, to the folder in which a JVM finds it.
"""

from __future__ import annotations

import fnmatch
import importlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.machinery import PathFinder
from itertools import islice
from pathlib import Path, PurePath

from heapwise.frontends.registry import Entry, entries
from heapwise.program.source import InputError

SKIPPED_FOLDERS = (
    *("build", "dist", "target", "out", "node_modules", "site-packages", "__pycache__"),
    "*.egg-info",
)
"""Besides hidden folders and virtual environments, whatever these are called."""
_COMPILED_INTO = ("build", "target", "out")
"""Those of them in which class files lie, that somebody may want to name."""
SKIPPED_FILES = (
    *("setup.py", "conftest.py", "noxfile.py", "__main__.py"),
    *("test_*.py", "*_test.py"),
)
"""To import them does something else than to define functions that others call."""


def expanded(targets: Sequence[str], exclude: Sequence[str] = (), root: Path = Path()) -> list[str]:
    """Each target once, folders and packages replaced by what is in them, in a stable order.
    `exclude` has patterns for paths, relative to the `root`; they hold for what is named, too.
    Raises `InputError` for a folder without anything to check."""
    found: dict[str, None] = {}
    for target in targets:
        folder = _folder_of(target)
        if folder is None:
            if not is_excluded(target.partition(":")[0], exclude, root):
                found[target] = None
            continue
        inside = list(_inside(folder, exclude, root))
        if not inside:
            instead = instead_in(folder)
            why = f": {instead}" if instead and not exclude else _why(exclude)
            raise InputError(f"{target}: there is nothing to check in this folder{why}")
        found.update(dict.fromkeys(inside))
    return list(found)


def found_in(folder: Path, most: int) -> list[str]:
    """At most so many of what there is to check in a folder."""
    return list(islice(_inside(folder, (), folder), most))


def compiled_in(folder: Path) -> str:
    """The first folder of class files, or the like, that a build has left there. It is not checked
    unless it is named: what it was made from may be there as well. Empty if there is none."""
    inside = _inside(folder, (), folder, _is_skipped_in_builds)
    return next((found for found in inside if os.path.isdir(found)), "")


def instead_in(folder: Path) -> str:
    """What to do in a folder in which nothing is found: what to name, or to make of sources that
    are not read. Empty if nobody knows."""
    if compiled := compiled_in(folder):
        return f"name what has been built, {compiled}"
    refusing = [entry.refuses for entry in entries() if entry.refuses is not None]
    for here, name in _files(folder, (), folder, _is_skipped_folder):
        for refuses in refusing:
            if text := refuses(Path(os.path.normpath(os.path.join(here, name)))):
                return text
    return ""


def is_excluded(path: str, patterns: Sequence[str], root: Path = Path()) -> bool:
    """Does a pattern fit the path, its end, or a folder that it is in?"""
    if not patterns:
        return False
    name = PurePath(os.path.relpath(path, root) if os.path.exists(path) else path)
    chain = [name, *name.parents]
    return any(
        fnmatch.fnmatch(each.as_posix(), pattern.rstrip("/")) or each.match(pattern.rstrip("/"))
        for pattern in patterns
        for each in chain
        if each.name
    )


def names_folder(target: str) -> bool:
    """Is it replaced by what is in it?"""
    return _folder_of(target) is not None


def _why(exclude: Sequence[str]) -> str:
    skipped = "hidden folders, virtual environments, builds and tests are left out unless named"
    return f" ({skipped}{', and what --exclude says' if exclude else ''})"


def _folder_of(target: str) -> Path | None:
    """The folder that a target names, itself or as a package that can be imported."""
    if os.path.isdir(target):
        return Path(target)
    if os.path.exists(target) or ":" in target:
        return None
    parts = target.split(".")
    if not all(part.isidentifier() for part in parts):
        return None
    places: Sequence[str] | None = None
    for part in parts:
        spec = (PathFinder.find_spec(part, [os.getcwd()]) if places is None else None) or (
            PathFinder.find_spec(part, places)
        )
        if spec is None or spec.submodule_search_locations is None:
            return None
        places = list(spec.submodule_search_locations)
    return _as_written(Path(places[0])) if places else None


def _as_written(folder: Path) -> Path:
    try:
        return folder.relative_to(Path.cwd())
    except ValueError:
        return folder


def _files(
    folder: Path, exclude: Sequence[str], root: Path, skips: Callable[[str], bool]
) -> Iterator[tuple[str, str]]:
    """The folder of each file, and its name."""
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(
            each
            for each in folders
            if not skips(os.path.join(here, each))
            and not is_excluded(os.path.join(here, each), exclude, root)
        )
        yield from ((here, name) for name in sorted(files))


def _inside(
    folder: Path,
    exclude: Sequence[str],
    root: Path,
    skips: Callable[[str], bool] | None = None,
) -> Iterator[str]:
    walked = [(suffix, entry) for entry in entries() for suffix in entry.walked]
    homes: set[str] = set()
    for here, name in _files(folder, exclude, root, skips or _is_skipped_folder):
        path = os.path.join(here, name)
        entry = next((entry for suffix, entry in walked if name.endswith(suffix)), None)
        if entry is None or _fits(name, SKIPPED_FILES) or is_excluded(path, exclude, root):
            continue
        if not entry.home:
            yield os.path.normpath(path)
        elif not any(Path(path).is_relative_to(each) for each in homes):
            homes.add(_home(entry, path))
            yield _home(entry, path)


def _home(entry: Entry, path: str) -> str:
    found: str = importlib.import_module(entry.home).home_of(Path(path))
    return found


def _is_skipped_folder(path: str) -> bool:
    """A package of Python is one, whatever it is called."""
    name = os.path.basename(path)
    is_environment = os.path.exists(os.path.join(path, "pyvenv.cfg"))
    is_made = _fits(name, SKIPPED_FOLDERS) and not os.path.exists(os.path.join(path, "__init__.py"))
    return name.startswith(".") or is_made or is_environment


def _is_skipped_in_builds(path: str) -> bool:
    return _is_skipped_folder(path) and os.path.basename(path) not in _COMPILED_INTO


def _fits(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch.fnmatch(name, pattern) for pattern in patterns)
