"""Jars: zip files of classes, with versions for newer releases (multi-release) if they have some.

Invariant: an entry is read when its class is asked for and not before, and never more of it than
a class file can have, whatever its header promises.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from heapwise.frontends.java.classfile.byte_reader import printable
from heapwise.frontends.java.classpath.compression import MAX_RESOURCE
from heapwise.frontends.java.classpath.sources import ClassBytes
from heapwise.program import InputError

_VERSIONED = re.compile(r"META-INF/versions/(\d{1,4})/(.+)\.class")
_OLDEST_VERSIONED = 9
DAMAGES = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    OSError,
    EOFError,
    RuntimeError,
    ValueError,
    OverflowError,
)
"""What zipfile raises for damaged, encrypted or strangely compressed archives."""


class Archive:
    """A zip file whose classes stand under `prefix`; `release` is the Java release whose classes
    are preferred if the archive has several versions of them."""

    def __init__(self, path: Path, release: int, prefix: str = "") -> None:
        self.path = path
        self.prefix = prefix
        try:
            self._zip = zipfile.ZipFile(path)
        except DAMAGES as error:
            raise InputError(f"{path}: cannot read the archive: {_reason(error)}") from None
        self._entries = {entry.filename: entry for entry in self._zip.infolist()}
        self._versions = self._newest_versions(release) if self._is_multi_release() else {}

    @property
    def label(self) -> str:
        return str(self.path)

    def read(self, name: str) -> ClassBytes | None:
        path = self._versions.get(name) or f"{self.prefix}{name}.class"
        if path not in self._entries:
            return None
        return ClassBytes(self._read(path), f"{self.path}!/{printable(path)}")

    def names(self) -> Iterator[str]:
        """The internal names of the classes, each once."""
        for path in self._entries:
            if path.endswith(".class") and path.startswith(self.prefix):
                name = path[len(self.prefix) : -len(".class")]
                if not name.startswith("META-INF/"):
                    yield name
        for name in self._versions:
            if f"{self.prefix}{name}.class" not in self._entries:
                yield name

    def _read(self, path: str) -> bytes:
        entry = self._entries[path]
        where = f"{self.path}!/{printable(path)}"
        if entry.file_size > MAX_RESOURCE:
            raise InputError(f"{where}: {entry.file_size} bytes are more than a class file has")
        try:
            with self._zip.open(entry) as file:
                return file.read(MAX_RESOURCE)
        except DAMAGES as error:
            raise InputError(f"{where}: cannot read the entry: {_reason(error)}") from None

    def _is_multi_release(self) -> bool:
        if self.prefix or "META-INF/MANIFEST.MF" not in self._entries:
            return False
        text = self._read("META-INF/MANIFEST.MF").decode("utf-8", "replace")
        # The main section ends at the first empty line.
        main = re.split(r"\r?\n\r?\n|\r\r", text, maxsplit=1)[0]
        return re.search(r"(?im)^Multi-Release:\s*true\s*$", main) is not None

    def _newest_versions(self, release: int) -> dict[str, str]:
        found: dict[str, tuple[int, str]] = {}
        for path in self._entries:
            match = _VERSIONED.fullmatch(path)
            if match and _OLDEST_VERSIONED <= int(match[1]) <= release:
                name, version = match[2], int(match[1])
                found[name] = max(found.get(name, (0, "")), (version, path))
        return {name: path for name, (_, path) in found.items()}


def _reason(error: Exception) -> str:
    return printable(str(error)) or type(error).__name__
