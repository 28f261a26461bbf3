from __future__ import annotations

import struct
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.frontends.java.classpath.compression import CompressionError, decompress

STRINGS = {
    0: b"",
    1: b"compact-cp",
    2: b"zip",
    20: b"hello",
    400: b"(L;IL;)V",
    60: b"a/b",
    70: b"C",
}
HEAD = b"\xca\xfe\xba\xbe\0\0\0\x34\0\x05"
LONG = b"\x05" + bytes(range(8))


def string(offset: int) -> bytes:
    if offset not in STRINGS:
        raise CompressionError("no such string")
    return STRINGS[offset]


def number(value: int, size: int) -> bytes:
    """As the image writes offsets: one to three bytes marked in the first, or four."""
    data = bytearray(value.to_bytes(size, "big"))
    if size < 4:
        data[0] |= 0x80 | size << 5
    return bytes(data)


def layer(name: int, content: bytes, size: int) -> bytes:
    return struct.pack("<IQQIIB", 0xCAFEFAFA, len(content), size, name, 0, 1) + content


def packed_class() -> tuple[bytes, bytes]:
    """A class with its strings moved out, and as it was."""
    types = number(60, 2) + number(70, 4) + number(0, 1) + number(70, 3)
    descriptor = b"\x19" + number(400, 2) + number(len(types), 1) + types
    packed = HEAD + LONG + b"\x17" + number(20, 1) + descriptor + b"the rest"
    text = b"(La/b/C;ILC;)V"
    plain = HEAD + LONG + b"\x01\0\x05hello" + b"\x01\0\x0e" + text + b"the rest"
    return packed, plain


def test_constant_pools_whose_strings_moved_out_are_restored() -> None:
    packed, plain = packed_class()
    assert decompress(layer(1, packed, len(plain)), len(plain), string, "<") == plain


def test_layers_are_taken_off_one_by_one() -> None:
    packed, plain = packed_class()
    inner = layer(1, packed, len(plain))
    outer = layer(2, zlib.compress(inner), len(inner))
    assert decompress(outer, len(plain), string, "<") == plain


def test_the_output_is_never_larger_than_announced() -> None:
    bomb = zlib.compress(bytes(10_000_000))
    with pytest.raises(CompressionError, match="101 bytes after decompression, 100 announced"):
        decompress(layer(2, bomb, 100), 100, string, "<")
    with pytest.raises(CompressionError, match="more than any class file has"):
        decompress(layer(2, bomb, 100), 1 << 40, string, "<")


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 1 << 16), st.integers(1, 255)), max_size=4),
    st.integers(0, 100),
)
def test_damaged_resources_are_refused_or_differ(changes: list[tuple[int, int]], cut: int) -> None:
    packed, plain = packed_class()
    data = bytearray(packed[: len(packed) - cut] or b"\0")
    for at, value in changes:
        data[at % len(data)] ^= value
    try:
        found = decompress(layer(1, bytes(data), len(plain)), len(plain), string, "<")
    except CompressionError:
        found = b""
    assert len(found) in (0, len(plain))
