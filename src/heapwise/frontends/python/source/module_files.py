"""Which files a module of the user's was made from: its own, those it imports, those these read.

It is found out from the text of import statements, wherever they stand, from the modules that are
loaded, and from what was opened meanwhile; so nothing depends on when a module is imported.
"""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.util
import os
import re
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from heapwise.frontends.noted_reads import Reads
from heapwise.frontends.python.source.parsing import parse_file
from heapwise.frontends.surroundings import ALL, Surroundings
from heapwise.program import InputError

_INIT = "__init__"
_IMPORTS = re.compile(r"^[ \t]*(?:from|import)[ \t]+(\w+)", re.MULTILINE)
_WORD = re.compile(r"[^\W\d]\w*")
_ENVIRONMENT = re.compile(r"\b(?:environb?|getenvb?)\b")
_VARIABLE = re.compile(r"""\b(?:environ(?:\.get\(|\[)|getenv\()\s*["'](\w+)["']""")
_SOURCE = (".py", ".pyw")


@dataclass(frozen=True, slots=True)
class Sources:
    """`own` are the modules that are not installed, as absolute paths; `surroundings` are these and
    everything else, None if it cannot be told what the module depends on."""

    own: tuple[str, ...]
    surroundings: Surroundings | None


def sources_of(target: Path, imports: Iterable[Reads]) -> Sources:
    """Of the module in a file. What was read during an import counts if a module of it does."""
    named, target = target.absolute(), target.resolve()
    found = _Closure()
    found.add(str(target))
    found.follow()
    folders: set[str] = set()
    asked: set[str] = set()
    waiting = list(imports)
    is_told = True
    while related := [reads for reads in waiting if found.has_any(reads.files)]:
        for reads in related:
            is_told = is_told and not reads.outside
            folders |= reads.folders
            asked |= reads.asked
            found.variables |= reads.variables
            for file in sorted(reads.files):
                found.add_read(file)
        found.follow()
        waiting = [reads for reads in waiting if reads not in related]
    if not is_told:
        return Sources(tuple(sorted(found.own)), None)
    roots = {each for file in found.own for each in _folders_of(file)}
    searched = {os.path.abspath(each) for each in (*sys.path, os.getcwd())}
    known = roots | searched | {os.path.dirname(each) for each in found.files}
    known |= found.folders | {str(named.parent)}
    listed = {each for each in folders if not _is_known(each) and each not in known}
    surroundings = Surroundings(
        frozenset({*found.own, *found.files}),
        frozenset(found.large),
        frozenset(listed),
        frozenset(known),
        frozenset({_INIT, named.stem, target.stem, target.parent.name, *found.names}),
        frozenset(each for each in asked if not _is_known(each)),
        frozenset(found.variables),
        frozenset(importlib.machinery.all_suffixes()),
    )
    return Sources(tuple(sorted(found.own)), surroundings)


class _Closure:
    """Files, and what they import, until nothing is new."""

    def __init__(self) -> None:
        self.own: set[str] = set()
        self.files: set[str] = set()
        self.large: set[str] = set()
        self.folders: set[str] = set()
        self.names: set[str] = set()
        self.variables: set[str] = set()
        self._waiting: list[str] = []
        self._libraries: set[str] = set()

    def add(self, file: str) -> None:
        """A module's."""
        if file in self.own or file in self.files or file in self.large or _is_known(file):
            return
        if not file.endswith(_SOURCE):
            self.large.add(file)
            return
        (self.files if _is_installed(file) else self.own).add(file)
        self._waiting.append(file)

    def has_any(self, files: Iterable[str]) -> bool:
        """Is one of these, which were opened, a module of the user's that is known here?"""
        sources = filter(None, map(_source_of, files))
        return any(os.path.realpath(each) in self.own for each in sources)

    def add_read(self, opened: str) -> None:
        """One that was opened while modules were imported."""
        file = _source_of(opened)
        if file is None:
            return
        real = os.path.realpath(file)
        if real.endswith(_SOURCE) and os.path.isfile(real):
            self.add(real)
        elif not _is_known(real):
            self.files.add(file)

    def follow(self) -> None:
        while self._waiting:
            file = self._waiting.pop()
            text = Path(file).read_text("utf-8", "replace")
            self._note_variables(text)
            if file in self.own:
                self.names.update(_WORD.findall(text))
                for name in _imported_by(file):
                    for found in _files_of(name, file):
                        self.add(found)
                    self.folders.update(_folders_named(name, file))
                    self._library(name.lstrip(".").partition(".")[0])
            else:
                for name in _IMPORTS.findall(text):
                    self._library(name)

    def _library(self, top: str) -> None:
        """All modules of a library that are loaded."""
        if not top or top in self._libraries or top in sys.stdlib_module_names:
            return
        self._libraries.add(top)
        self.names.add(top)
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None) if name.partition(".")[0] == top else None
            if isinstance(file, str):
                self.add(os.path.realpath(file))

    def _note_variables(self, text: str) -> None:
        named = _VARIABLE.findall(text)
        self.variables.update(named)
        if len(_ENVIRONMENT.findall(text)) > len(named):
            self.variables.add(ALL)


def _source_of(opened: str) -> str | None:
    """The source of what Python has compiled; any other file itself."""
    if not opened.endswith(".pyc"):
        return opened
    try:
        return importlib.util.source_from_cache(opened)
    except ValueError:
        return None


def _imported_by(file: str) -> Iterator[str]:
    """The modules that its statements name, `..package.module` if it is relative, and what is taken
    from them: that may be a module too."""
    try:
        tree = parse_file(Path(file))[1]
    except InputError:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield module
            dot = "" if module.endswith(".") else "."
            yield from (f"{module}{dot}{alias.name}" for alias in node.names)


def _files_of(name: str, importing: str) -> Iterator[str]:
    """Where a module and the packages around it may be, as far as that is not a library."""
    path = name.lstrip(".")
    level = len(name) - len(path)
    folder = os.path.dirname(importing)
    roots: Iterable[str] = _folders_of(importing)
    if level:
        for _ in range(level - 1):
            folder = os.path.dirname(folder)
        roots = (folder,)
    elif name in sys.modules:
        file = getattr(sys.modules[name], "__file__", None)
        if isinstance(file, str) and not _is_installed(file):
            yield os.path.realpath(file)
    parts = [part for part in path.split(".") if part]
    for root in roots:
        for count in range(len(parts) + 1):
            place = os.path.join(root, *parts[:count])
            for file in (f"{place}.py", os.path.join(place, f"{_INIT}.py")):
                if (count or level) and os.path.isfile(file):
                    yield os.path.realpath(file)


def _folders_named(name: str, importing: str) -> Iterator[str]:
    """Those in which a module of this name is, or would be: they need not be packages."""
    parts = [part for part in name.lstrip(".").split(".") if part]
    for root in {*_folders_of(importing), *map(os.path.abspath, sys.path)}:
        for count in range(1, len(parts)):
            place = os.path.join(root, *parts[:count])
            if not os.path.isdir(place) or _is_installed(place) or _is_known(place):
                break
            yield place


def _folders_of(file: str) -> list[str]:
    """Its own, those of the packages around it, and the one in which these are looked for."""
    found = [os.path.dirname(file)]
    while os.path.isfile(os.path.join(found[-1], f"{_INIT}.py")):
        above = os.path.dirname(found[-1])
        if above == found[-1]:
            break
        found.append(above)
    return found


def _is_installed(file: str) -> bool:
    return "site-packages" in file or "dist-packages" in file


def _is_known(file: str) -> bool:
    """Is it of the standard library or of Heapwise? Their versions count anyway."""
    return not _is_installed(file) and file.startswith(_homes())


@cache
def _homes() -> tuple[str, ...]:
    library = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")]
    homes = [*library, str(Path(__file__).parents[3])]
    return tuple(f"{os.path.realpath(each)}{os.sep}" for each in homes)
