"""The JDK's run-time image, `lib/modules`, read in place.

The format is the JDK's own (`jdk.internal.jimage`): a header, a perfect hash (redirect table,
offsets), attributes of locations, strings, then the resources. A resource is `/module/path.class`;
`/packages/java.util` says which modules hold a package. Either byte order is understood.
Invariant: the file is mapped, never read whole; no offset in it is trusted.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from heapwise.frontends.java.classfile.byte_reader import ClassFormatError
from heapwise.frontends.java.classpath.compression import CompressionError, decompress
from heapwise.program import InputError

_MAGIC = 0xCAFEDADA
_HASH_MULTIPLIER = 0x01000193
_HEADER = 28
_MODULE, _PARENT, _BASE, _EXTENSION, _OFFSET, _COMPRESSED, _UNCOMPRESSED = range(1, 8)


@dataclass(frozen=True, slots=True)
class Location:
    """Where a resource stands; `compressed` is 0 if it is stored as it is."""

    module: str
    parent: str
    base: str
    extension: str
    offset: int
    compressed: int
    uncompressed: int

    @property
    def name(self) -> str:
        module = f"/{self.module}/" if self.module else ""
        parent = f"{self.parent}/" if self.parent else ""
        extension = f".{self.extension}" if self.extension else ""
        return f"{module}{parent}{self.base}{extension}"


class ImageFile:
    """An open image: `read("/java.base/java/util/TreeMap.class")`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise InputError(f"{path}: cannot read the run-time image: {error}") from None
        self._order = self._byte_order()
        _, version, _, _, length, locations, strings = self._unpack("7I", 0)
        if version >> 16 != 1:
            problem = f"version {version >> 16}.{version & 0xFFFF} of the format; 1.0 is understood"
            raise self._error(4, problem)
        self._length: int = length
        self._redirects = _HEADER
        self._offsets = self._redirects + 4 * length
        self._locations = self._offsets + 4 * length
        self._strings = self._locations + locations
        self._resources = self._strings + strings
        if length == 0 or self._resources > len(self._data):
            raise self._error(16, "the tables are larger than the file: it is truncated")

    def find(self, name: str) -> Location | None:
        """The resource of that name, as the JDK looks it up: through the perfect hash."""
        data = name.encode("utf-8", "surrogatepass")
        redirect = self._unpack("i", self._redirects + 4 * (_hash(data) % self._length))[0]
        if redirect == 0:
            return None
        index = -1 - redirect if redirect < 0 else _hash(data, redirect) % self._length
        found = self._location(index)
        return found if found.name == name else None

    def read(self, location: Location) -> bytes:
        start = self._resources + location.offset
        size = location.compressed or location.uncompressed
        if start + size > len(self._data):
            raise self._error(start, f"{location.name} runs past the end of the file: truncated?")
        data = self._data[start : start + size]
        if not location.compressed:
            return data
        try:
            return decompress(data, location.uncompressed, self.string_bytes, self._order)
        except CompressionError as error:
            raise self._error(start, f"{location.name}: {error}") from None

    def find_class(self, name: str) -> Location | None:
        """The class file of an internal name, in whatever module it is."""
        package = name.rpartition("/")[0].replace("/", ".")
        for module in self.modules_of(package):
            found = self.find(f"/{module}/{name}.class")
            if found is not None:
                return found
        return None

    def modules_of(self, package: str) -> tuple[str, ...]:
        """The modules that hold classes of a package (`java.util`)."""
        location = self.find(f"/packages/{package}")
        if location is None:
            return ()
        data = self.read(location)
        rows = struct.iter_unpack(f"{self._order}II", data[: len(data) // 8 * 8])
        return tuple(self.string(offset) for empty, offset in rows if not empty)

    def class_names(self) -> Iterator[str]:
        """The internal names of all classes. There are thirty thousand, so what is not needed is
        not decoded, and what is needed often is decoded once."""
        string = cache(self.string)
        table = self._data[self._locations : self._strings]
        for offset in self._unpack(f"{self._length}I", self._offsets):
            values = self._attributes(offset, table, 0)
            if string(values[_EXTENSION]) == "class":
                base = self.string(values[_BASE])
                if base != "module-info":
                    parent = string(values[_PARENT])
                    yield f"{parent}/{base}" if parent else base

    def locations(self) -> Iterator[Location]:
        for index in range(self._length):
            yield self._location(index)

    def string(self, offset: int) -> str:
        try:
            return self.string_bytes(offset).decode("utf-8")
        except UnicodeDecodeError:
            raise self._error(self._strings + offset, "a string that is not UTF-8") from None

    def string_bytes(self, offset: int) -> bytes:
        start = self._strings + offset
        end = self._data.find(b"\0", start, self._resources)
        if offset < 0 or end < 0:
            raise self._error(start, f"no string at {offset}")
        return self._data[start:end]

    def close(self) -> None:
        self._data.close()

    def _byte_order(self) -> str:
        if len(self._data) >= _HEADER:
            for order in "<>":
                if struct.unpack_from(f"{order}I", self._data)[0] == _MAGIC:
                    return order
        raise self._error(0, "this is no run-time image: it does not begin with cafedada")

    def _unpack(self, what: str, at: int) -> tuple[int, ...]:
        return struct.unpack_from(self._order + what, self._data, at)

    def _location(self, index: int) -> Location:
        if not 0 <= index < self._length:
            raise self._error(self._redirects, f"a redirect to {index}, outside the table")
        values = self._attributes(
            self._unpack("I", self._offsets + 4 * index)[0], self._data, self._locations
        )
        return Location(
            module=self.string(values[_MODULE]),
            parent=self.string(values[_PARENT]),
            base=self.string(values[_BASE]),
            extension=self.string(values[_EXTENSION]),
            offset=values[_OFFSET],
            compressed=values[_COMPRESSED],
            uncompressed=values[_UNCOMPRESSED],
        )

    def _attributes(self, offset: int, data: bytes | mmap.mmap, start: int) -> list[int]:
        """Those of a location, by their kinds; `data` has the table of locations at `start`."""
        values = [0] * 8
        at, end = start + offset, start + self._strings - self._locations
        while at < end:
            kind, size = data[at] >> 3, (data[at] & 7) + 1
            if kind == 0:
                return values
            if kind < 8:
                values[kind] = int.from_bytes(data[at + 1 : at + 1 + size], "big")
            at += 1 + size
        problem = "the attributes of a location run past their table"
        raise self._error(at - start + self._locations, problem)

    def _error(self, at: int, problem: str) -> ClassFormatError:
        return ClassFormatError(str(self.path), at, problem)


def _hash(data: bytes, seed: int = _HASH_MULTIPLIER) -> int:
    for byte in data:
        seed = (seed * _HASH_MULTIPLIER) & 0xFFFFFFFF ^ byte
    return seed & 0x7FFFFFFF
