"""Where classes come from: anything that finds the bytes of a class by its internal name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Protocol

from heapwise.frontends.java.classfile.class_file import parse_class
from heapwise.frontends.java.classfile.descriptors import is_class_name
from heapwise.frontends.java.classpath.compression import MAX_RESOURCE
from heapwise.frontends.java.classpath.jimage import ImageFile
from heapwise.program import InputError

_MOST_LISTED = 100_000

Stamp = tuple[str, int, int, int, int]
"""Of a class file: its name, which file it is, its size, when it was written and changed."""


@dataclass(frozen=True, slots=True)
class ClassBytes:
    """A class file and what to call it in messages."""

    data: bytes
    where: str


class ClassSource(Protocol):
    @property
    def label(self) -> str:
        """What the user calls it."""
        ...

    def read(self, name: str) -> ClassBytes | None:
        """The class of an internal name, if it is here."""
        ...

    def names(self) -> Iterator[str]:
        """The internal names of the classes here; for suggestions, so it may stop early."""
        ...


class Directory:
    """A folder of class files, in subfolders by package."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._before = str(path / "x")[:-1]

    @property
    def label(self) -> str:
        return str(self.path)

    def read(self, name: str) -> ClassBytes | None:
        # Class names come from class files too: none may lead out of the folder.
        if not is_class_name(name) or "\\" in name:
            return None
        path = f"{self._before}{name}.class"  # paths of `pathlib` take longer than reading
        try:
            return ClassBytes(read_file(path), path) if os.path.isfile(path) else None
        except (OSError, ValueError):  # a name too long, or not encodable here
            return None

    def names(self) -> Iterator[str]:
        for name, _ in self._files():
            yield name

    def stamps(self) -> tuple[Stamp, ...]:
        """Of all classes here, in the order of `names`; other ones as soon as any file changes."""
        return tuple((name, *_stamp(path)) for name, path in self._files())

    def _files(self) -> Iterator[tuple[str, str]]:
        """The names of the classes, and where they are."""
        top = os.fspath(self.path)
        for folder, folders, files in os.walk(top):
            folders.sort()
            package = folder[len(top) :].strip(os.sep).replace(os.sep, "/")
            before = f"{package}/" if package else ""
            for file in sorted(files):
                if file.endswith(".class"):
                    yield f"{before}{file[: -len('.class')]}", f"{folder}{os.sep}{file}"


class SingleFile:
    """One class file named by itself; the other classes of its folder are found if the folder
    fits its package."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.cls = parse_class(read_file(path), str(path))
        parts = self.cls.name.split("/")
        fits = path.resolve().parts[-len(parts) :] == (*parts[:-1], f"{parts[-1]}.class")
        self._root = Directory(path.resolve().parents[len(parts) - 1]) if fits else None

    @property
    def label(self) -> str:
        return str(self.path)

    @property
    def root(self) -> Path | None:
        """The folder in which a JVM finds it, if it lies in one that fits its package."""
        return self._root.path if self._root is not None else None

    def read(self, name: str) -> ClassBytes | None:
        if name == self.cls.name:
            return ClassBytes(read_file(self.path), str(self.path))
        return self._root.read(name) if self._root else None

    def names(self) -> Iterator[str]:
        """Its own first, then those of its package: what is beside it is part of the program."""
        yield self.cls.name
        if self._root is not None:
            package, slash, _ = self.cls.name.rpartition("/")
            for file in sorted(self.path.resolve().parent.glob("*.class")):
                name = f"{package}{slash}{file.stem}"
                if name != self.cls.name:
                    yield name


class Image:
    """The JDK's run-time image, `lib/modules`."""

    def __init__(self, path: Path) -> None:
        self.file = ImageFile(path)

    @property
    def label(self) -> str:
        return str(self.file.path)

    def read(self, name: str) -> ClassBytes | None:
        found = self.file.find_class(name)
        if found is None:
            return None
        return ClassBytes(self.file.read(found), f"{self.file.path}!{found.name}")

    def names(self) -> Iterator[str]:
        return self.file.class_names()


def read_file(path: str | Path) -> bytes:
    try:
        size = os.stat(path).st_size
        if size > MAX_RESOURCE:
            raise InputError(f"{path}: {size} bytes are more than a class file has")
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise InputError(f"{path}: cannot read the class file: {error.strerror}") from None


def _stamp(path: str) -> tuple[int, int, int, int]:
    try:
        found = os.stat(path)
    except OSError:  # a link to nothing, or gone meanwhile
        return 0, 0, 0, 0
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def listed(source: ClassSource) -> Iterator[str]:
    """The names in a source, cut where listing them would take too long for a suggestion."""
    return islice(source.names(), _MOST_LISTED)
