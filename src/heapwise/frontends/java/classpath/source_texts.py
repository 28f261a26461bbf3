"""The Java sources of classes, found by their names: beside the classes, or where they mostly are.

Class files say what their source was called, and that is all that is known of it. Invariant: what a
class file says never leads out of a folder or an archive that is looked through.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from heapwise.frontends.java.classfile.class_file import ClassFile
from heapwise.frontends.java.classfile.descriptors import is_class_name
from heapwise.frontends.java.classfile.opcodes import OPCODES
from heapwise.frontends.java.classpath.archives import DAMAGES
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.program import InputError
from heapwise.results.event import Event
from heapwise.results.place import Place

_MOST_BYTES = 2_000_000
_USUAL = ("src/main/java", "src/test/java", "src", "source", "sources", "java", "")
"""Where sources are, seen from a folder above that of the classes."""
_FOLDERS_ABOVE = 4
_ARCHIVES = (".jar", ".zip")
_SOURCE_NAME = re.compile(r"[^/\\\0]+\.(java|kt|scala|groovy)")
"""No other file is read, whatever a class file says."""


class JavaSources:
    """Of the classes of a class path, if the target is a method of `cls`. `named` are folders and
    archives that the user names. A file is called by its package: `java/util/TreeMap.java`."""

    def __init__(self, classes: ClassPath, cls: ClassFile, named: Sequence[str] = ()) -> None:
        self._classes = classes
        self._named = [Path(each) for each in named]
        self._main = file_of(cls)
        self._texts: dict[str, str | None] = {}

    @property
    def main(self) -> str:
        return self._main

    def file_of_class(self, name: str) -> str:
        """The source of a class, by its internal name; empty if that is not known."""
        try:
            cls = self._classes.find(name)
        except InputError:
            return ""
        return "" if cls is None else file_of(cls)

    def place(self, event: Event) -> Place | None:
        """None also if several methods of one name could have decided it."""
        owner, _, name = event.where.rpartition(".")
        try:
            cls = self._classes.find(owner.replace(".", "/"))
        except InputError:
            return None
        if cls is None or event.bytecode is None:
            return None
        lines = {
            method.code.line_at(event.bytecode)
            for method in cls.methods_named(name)
            if method.code is not None and _is_at(method.code.data, event)
        }
        file, line = file_of(cls), next(iter(lines), None)
        return Place(file, line) if file and len(lines) == 1 and line else None

    def text(self, file: str) -> str | None:
        if file not in self._texts:
            self._texts[file] = self._found(file)
        return self._texts[file]

    def _found(self, file: str) -> str | None:
        package, _, name = file.rpartition("/")
        if (package and not is_class_name(package)) or not _SOURCE_NAME.fullmatch(name):
            return None
        if "\\" in package:
            return None
        places = [*self._named, *self._beside_classes(), *self._of_the_jdk()]
        for place in dict.fromkeys(places):
            found = _in_archive(place, file) if place.is_file() else _in_folder(place, file)
            if found is not None:
                return found
        return None

    def _beside_classes(self) -> Iterator[Path]:
        for source in self._classes.sources:
            path = Path(source.label)
            if path.is_file():
                yield path
                yield path.with_name(f"{path.stem}-sources.jar")
                # Of a class file that lies in no folder of its package.
                yield path.parent
            above = [path.resolve(), *path.resolve().parents][: _FOLDERS_ABOVE + 1]
            for folder in above[1:] if path.is_file() else above:
                for usual in _USUAL:
                    yield folder / usual

    def _of_the_jdk(self) -> Iterator[Path]:
        if self._classes.jdk is not None:
            yield self._classes.jdk.home / "lib" / "src.zip"
            yield self._classes.jdk.home / "src.zip"


def file_of(cls: ClassFile) -> str:
    """Empty if the class does not say."""
    name = cls.source_file
    if not name:
        return ""
    return f"{cls.package}/{name}" if cls.package else name


def _is_at(code: bytes, event: Event) -> bool:
    """Is this what has decided it?"""
    if event.bytecode is None or event.bytecode >= len(code):
        return False
    return OPCODES.get(event.kind, code[event.bytecode]) == code[event.bytecode]


def _in_folder(folder: Path, file: str) -> str | None:
    for path in (folder / file, folder / file.rpartition("/")[2]):
        try:
            if path.is_file() and path.stat().st_size <= _MOST_BYTES:
                text = path.read_text(encoding="utf-8", errors="replace")
                if _is_of_package(text, file):
                    return text
        except (OSError, ValueError):  # a name too long, or not encodable here
            continue
    return None


def _in_archive(path: Path, file: str) -> str | None:
    """The sources of a JDK are in folders by module."""
    if path.suffix not in _ARCHIVES:
        return None
    try:
        with zipfile.ZipFile(path) as archive:
            inside = set(archive.namelist())
            wanted = [file, f"java.base/{file}"]
            wanted += [name for name in inside if name.partition("/")[2] == file]
            for name in wanted:
                if name in inside and archive.getinfo(name).file_size <= _MOST_BYTES:
                    return archive.read(name).decode("utf-8", "replace")
    except DAMAGES:
        return None
    return None


def _is_of_package(text: str, file: str) -> bool:
    """A file of the same name may be of another class."""
    said = re.search(r"(?m)^\s*package\s+([\w.]+)", text)
    package = file.rpartition("/")[0].replace("/", ".")
    return (said[1] if said else "") == package
