"""Which methods a class file declares, without reading anything else of it.

Whoever looks for a method in all classes of a class path parses only those that have it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from heapwise.frontends.java.classfile.byte_reader import ClassFormatError, Reader
from heapwise.frontends.java.classfile.constants import SIZES, UTF8, decode_modified_utf8

_BEFORE_POOL = 8
"""Bytes: the magic number and the version."""
_WIDE = (5, 6)
"""Longs and doubles take two places in the pool."""
_KEPT = 1_024
"""Files whose methods are known from the last target: the next one is often beside it."""


@lru_cache(maxsize=_KEPT)
def declared_methods(data: bytes) -> tuple[tuple[str, str], ...]:
    """Names and descriptors. Of a file that is malformed there may be too few: whoever parses it
    hears of it."""
    return tuple(_declared(Reader(data, "", _BEFORE_POOL)))


def _declared(reader: Reader) -> Iterator[tuple[str, str]]:
    try:
        texts = _texts(reader)
        reader.take(6)  # access, class, superclass
        reader.take(2 * reader.u2())
        for _ in range(reader.u2()):
            _member(reader)
        for _ in range(reader.u2()):
            name, descriptor = _member(reader)
            if name in texts and descriptor in texts:
                yield decode_modified_utf8(texts[name]), decode_modified_utf8(texts[descriptor])
    except (ClassFormatError, ValueError):
        return


def _texts(reader: Reader) -> dict[int, bytes]:
    """Those of the constant pool by index; the reader is behind the pool then."""
    found: dict[int, bytes] = {}
    data, count = reader.data, reader.u2()
    at, index = reader.at, 1
    end = len(data) - 2
    while index < count and at < end:
        tag = data[at]
        if tag == UTF8:
            start = at + 3
            at = start + (data[at + 1] << 8 | data[at + 2])
            found[index] = data[start:at]
        elif tag in SIZES:
            at += 1 + SIZES[tag]
            index += tag in _WIDE
        else:
            raise reader.error(f"the unknown tag {tag}", at)
        index += 1
    reader.at = at
    return found


def _member(reader: Reader) -> tuple[int, int]:
    """The indexes of its name and its descriptor; the reader is behind its attributes then."""
    reader.u2()
    name, descriptor = reader.u2(), reader.u2()
    for _ in range(reader.u2()):
        reader.u2()
        reader.take(reader.u4())
    return name, descriptor
