"""Resources of a run-time image that `jlink --compress` made smaller.

A compressed resource begins with a header that names its decompressor, and may hold another
compressed resource inside. `zip` is zlib; `compact-cp` moves the strings of constant pools into
the image's own table. Invariant: the output is never larger than the image announces, and that is
bounded.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable

MAX_RESOURCE = 1 << 26
"""No class file comes near this size; whatever announces more is no class file."""

_MAGIC = 0xCAFEFAFA
_HEADER = 29
_MAX_LAYERS = 8
_SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4}
_SIZES |= {15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}
_UTF8, _EXTERNAL_STRING, _EXTERNAL_DESCRIPTOR = 1, 23, 25


class CompressionError(Exception):
    """Why a resource cannot be decompressed."""


def decompress(data: bytes, size: int, string: Callable[[int], bytes], order: str) -> bytes:
    """The resource of `size` bytes in `data`; `string` reads the image's table of strings."""
    if size > MAX_RESOURCE:
        raise CompressionError(f"it announces {size} bytes, more than any class file has")
    for _ in range(_MAX_LAYERS):
        if len(data) < _HEADER or struct.unpack_from(f"{order}I", data)[0] != _MAGIC:
            break
        _, inner, outer, name_at, _, _ = struct.unpack_from(f"{order}IQQIIB", data)
        if outer > MAX_RESOURCE or inner > len(data) - _HEADER:
            raise CompressionError(f"compressed from {outer} to {inner} bytes, not all there")
        content = data[_HEADER : _HEADER + inner]
        name = string(name_at)
        if name == b"zip":
            data = _inflate(content, outer)
        elif name == b"compact-cp":
            data = _restore_strings(content, outer, string)
        else:
            shown = name[:40].decode("ascii", "backslashreplace")
            raise CompressionError(f"compressed by `{shown}`; zip and compact-cp are understood")
    if len(data) != size:
        raise CompressionError(f"{len(data)} bytes after decompression, {size} announced")
    return data


def _inflate(data: bytes, size: int) -> bytes:
    try:
        return zlib.decompressobj().decompress(data, size + 1)
    except zlib.error as error:
        raise CompressionError(f"the compressed bytes are damaged: {error}") from None


def _restore_strings(data: bytes, size: int, string: Callable[[int], bytes]) -> bytes:
    """A class file whose constant pool names strings of the image instead of holding them."""
    try:
        restored = bytearray(data[:10])
        count = int.from_bytes(data[8:10], "big")
        at, index = 10, 1
        while index < count:
            tag = data[at]
            at += 1
            if tag in (_EXTERNAL_STRING, _EXTERNAL_DESCRIPTOR):
                if tag == _EXTERNAL_STRING:
                    offset, at = _compressed_int(data, at)
                    text = string(offset)
                else:
                    text, at = _descriptor(data, at, string)
                restored += struct.pack(">BH", _UTF8, len(text)) + text
            else:
                length = 2 + (data[at] << 8 | data[at + 1]) if tag == _UTF8 else _SIZES[tag]
                restored += data[at - 1 : at + length]
                at += length
                index += tag in (5, 6)
            index += 1
            if len(restored) > size:
                break
        return bytes(restored + data[at:])
    except (IndexError, KeyError, struct.error):
        raise CompressionError("a constant pool that `compact-cp` cannot have written") from None


def _descriptor(data: bytes, at: int, string: Callable[[int], bytes]) -> tuple[bytes, int]:
    """A descriptor without its class names: each `L` is followed by a package and a class, which
    stand as pairs of strings behind it."""
    offset, at = _compressed_int(data, at)
    length, at = _compressed_int(data, at)
    skeleton = string(offset)
    if not length:
        return skeleton, at
    end = at + length
    head, *rest = skeleton.split(b"L")
    found = [head]
    for piece in rest:
        package, at = _compressed_int(data, at)
        name, at = _compressed_int(data, at)
        prefix = string(package)
        found += [b"L", prefix, b"/" if prefix else b"", string(name), piece]
    return b"".join(found), end


def _compressed_int(data: bytes, at: int) -> tuple[int, int]:
    """One to three bytes whose number stands in the first one's upper bits, or four plain ones."""
    first = data[at]
    size, value = (first >> 5 & 3, first & 0x1F) if first & 0x80 else (4, first)
    size = max(size, 1)
    for byte in data[at + 1 : at + size]:
        value = value << 8 | byte
    return value, at + size
