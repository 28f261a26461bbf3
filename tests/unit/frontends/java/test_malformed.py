"""Whatever the bytes, the answer is a class or a `ClassFormatError`, soon and in little memory."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from heapwise.frontends.java.classfile.byte_reader import ClassFormatError
from heapwise.frontends.java.classfile.bytecode import decode
from heapwise.frontends.java.classfile.class_file import parse_class
from heapwise.frontends.java.classfile.descriptors import DescriptorError
from heapwise.frontends.java.classfile.disassembly import disassemble
from heapwise.frontends.java.classfile.signatures import (
    class_signature,
    field_signature,
    method_signature,
)
from heapwise.frontends.java.classfile.stackmaps import stack_map
from tests.unit.frontends.java.samples import (
    NAMES,
    PoolBuilder,
    attribute,
    class_bytes,
    method_bytes,
    method_of,
    sample_bytes,
    u2,
)

T = TypeVar("T")
SAMPLES = [sample_bytes(name) for name in NAMES]
SMALL = [data for data in SAMPLES if len(data) < 1000]


def attempt(read: Callable[[], T]) -> T | ClassFormatError:
    try:
        return read()
    except ClassFormatError as error:
        return error


def read_all(data: bytes) -> None:
    """Everything that can be asked of a class gets an answer or the right error."""
    cls = attempt(lambda: parse_class(data, "fuzzed.class"))
    if isinstance(cls, ClassFormatError):
        assert str(cls).startswith(f"fuzzed.class: at byte {cls.offset}: ")
        assert 0 <= cls.offset <= len(data)
        assert str(cls).encode()
        return
    for method in cls.methods:
        shown = attempt(partial(disassemble, method))
        assert str(shown).encode()
        frames = attempt(partial(stack_map, method))
        assert isinstance(frames, tuple | ClassFormatError)
        assert len(method.type.parameters) <= len(method.descriptor)
    assert all(field.type.descriptor == field.descriptor for field in cls.fields)


@pytest.mark.parametrize("name", ["pkg/Modern$Requires", "pkg/Modern$Point", "pkg/Tree"])
def test_a_file_cut_anywhere_is_refused(name: str) -> None:
    data = sample_bytes(name)
    for end in range(len(data)):
        with pytest.raises(ClassFormatError):
            parse_class(data[:end], "cut.class")


def test_bytes_after_the_end_are_refused() -> None:
    with pytest.raises(ClassFormatError, match="3 bytes after the end"):
        parse_class(SAMPLES[0] + b"abc", "long.class")


def test_every_single_byte_of_a_class_may_be_wrong() -> None:
    data = sample_bytes("pkg/Modern$1Local")
    for at in range(len(data)):
        for wrong in (0, 0xFF, data[at] ^ 0x01, data[at] ^ 0x80):
            read_all(data[:at] + bytes([wrong]) + data[at + 1 :])


@settings(max_examples=300, deadline=None)
@given(
    data=st.sampled_from(SAMPLES),
    flips=st.lists(st.tuples(st.integers(0, 1 << 20), st.integers(0, 7)), min_size=1, max_size=12),
)
def test_flipped_bits_give_a_class_or_a_clear_error(
    data: bytes, flips: list[tuple[int, int]]
) -> None:
    broken = bytearray(data)
    for at, bit in flips:
        broken[at % len(broken)] ^= 1 << bit
    read_all(bytes(broken))


@settings(max_examples=200, deadline=None)
@given(
    data=st.sampled_from(SMALL),
    at=st.integers(0, 1 << 20),
    removed=st.integers(0, 8),
    added=st.binary(max_size=8),
)
def test_bytes_lost_or_added_give_a_class_or_a_clear_error(
    data: bytes, at: int, removed: int, added: bytes
) -> None:
    at %= len(data)
    read_all(data[:at] + added + data[at + removed :])


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
@example(b"")
@example(b"\xca\xfe\xba\xbe")
def test_any_bytes_give_a_class_or_a_clear_error(data: bytes) -> None:
    read_all(data)
    read_all(b"\xca\xfe\xba\xbe\x00\x00\x00\x34" + data)


@settings(max_examples=300, deadline=None)
@given(st.binary(min_size=1, max_size=60))
@example(b"\xaa\0\0\0" + struct.pack(">iii", 0, -(1 << 31), (1 << 31) - 1))
@example(b"\xab\0\0\0" + struct.pack(">ii", 0, -1))
@example(b"\xc4\xc4\xc4")
def test_any_bytecode_is_decoded_or_refused(code: bytes) -> None:
    method = method_of(code)
    assert method.code is not None
    found = attempt(partial(decode, method.code))
    if isinstance(found, ClassFormatError):
        assert "in bytecode" in found.problem
    else:
        assert sum(instruction.size for instruction in found) == len(code)


@settings(max_examples=200, deadline=None)
@given(st.text("LT[<>*+-;:.^()IVa/", max_size=40))
@example("<" * 5000)
@example("La" + "<La" * 5000)
@example("[" * 5000 + "I")
def test_any_signature_is_parsed_or_refused(text: str) -> None:
    for parse in (class_signature, method_signature, field_signature):
        with suppress(DescriptorError):
            assert parse(text) == parse(text)


def _hostile() -> dict[str, bytes]:
    """Counts and lengths that promise more than there is."""
    big = b"\xff\xff"
    pool = PoolBuilder()
    head = class_bytes(pool)[:-6]
    found = {
        "fields": head + big,
        "methods": head + u2(0) + big,
        "attributes": head + u2(0, 0) + big,
        "constants": b"\xca\xfe\xba\xbe" + u2(0, 52) + big + b"\x05" * 40,
    }
    for name in ("InnerClasses", "BootstrapMethods", "Record", "RuntimeVisibleAnnotations"):
        pool = PoolBuilder()
        built = attribute(pool.utf8(name), big + bytes(20))
        found[name] = class_bytes(pool, attributes=(built,))
    pool = PoolBuilder()
    own = u2(pool.utf8("Custom")) + b"\xff\xff\xff\xff"
    found["length of an attribute"] = class_bytes(pool, attributes=(own,))
    return found


@pytest.mark.parametrize("what", _hostile())
def test_hostile_counts_are_refused_at_once(what: str) -> None:
    started = time.process_time()
    with pytest.raises(ClassFormatError):
        parse_class(_hostile()[what], "hostile.class")
    assert time.process_time() - started < 5


def test_a_long_name_used_everywhere_is_checked_once() -> None:
    pool = PoolBuilder()
    long = pool.utf8("(" + "I" * 65_000 + ")V")
    pair = pool.raw(12, u2(pool.utf8("m"), long))
    owner = pool.cls("x" * 65_000)
    for _ in range(20_000):
        pool.raw(10, u2(owner, pair))
    native = u2(0x109, long, long, 0)
    started = time.process_time()
    parse_class(class_bytes(pool, methods=(native,) * 20_000), "hostile.class")
    assert time.process_time() - started < 5


def test_frames_that_grow_without_end_are_refused() -> None:
    pool = PoolBuilder()
    frames = u2(60_000) + b"\xfe\x00\x00\x01\x01\x01" * 60_000
    table = attribute(pool.utf8("StackMapTable"), frames)
    code = b"\x00" * 65_000 + b"\xb1"
    content = u2(9, 65_535) + struct.pack(">I", len(code)) + code + u2(0, 1) + table
    head = u2(0x9, pool.utf8("m"), pool.utf8("()V"), 1)
    built = head + attribute(pool.utf8("Code"), content)
    (method,) = parse_class(class_bytes(pool, methods=(built,)), "hostile.class").methods
    with pytest.raises(ClassFormatError, match="the frames hold more than"):
        stack_map(method)


def test_annotations_nested_without_end_are_refused() -> None:
    pool = PoolBuilder()
    name, type = pool.utf8("a"), pool.utf8("LA;")
    value = b"[\0\1" * 20_000 + b"s" + u2(name)
    content = u2(1, type, 1, name) + value
    built = attribute(pool.utf8("RuntimeVisibleAnnotations"), content)
    with pytest.raises(ClassFormatError, match="nested deeper"):
        parse_class(class_bytes(pool, attributes=(built,)), "T.class")


def test_records_nested_without_end_do_not_recurse() -> None:
    pool = PoolBuilder()
    record, name, type = pool.utf8("Record"), pool.utf8("x"), pool.utf8("I")
    built = attribute(record, u2(0))
    for _ in range(3000):
        built = attribute(record, u2(1, name, type, 1) + built)
    cls = parse_class(class_bytes(pool, attributes=(built,)), "T.class")
    assert cls.record_components is not None and cls.record_components[0].attributes == ()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"a\0b", "modified UTF-8"),
        (b"\xf0\x9f\x98\x80", "modified UTF-8"),
        (b"\xc3", "modified UTF-8"),
        (b"\xc1\x81", "modified UTF-8"),
    ],
)
def test_text_that_is_not_modified_utf8_is_refused(text: bytes, problem: str) -> None:
    pool = PoolBuilder()
    pool.utf8(text)
    with pytest.raises(ClassFormatError, match=problem):
        parse_class(class_bytes(pool), "T.class")


@pytest.mark.parametrize("name", ["", "a//b", "a.b", "/a", "a/", "[", "[V", "a;b", "[" * 256 + "I"])
def test_class_names_that_are_none_are_refused(name: str) -> None:
    pool = PoolBuilder()
    pool.cls(name)
    with pytest.raises(ClassFormatError, match="no name of a class"):
        parse_class(class_bytes(pool), "T.class")


def test_a_method_handle_of_itself_is_refused() -> None:
    pool = PoolBuilder()
    pool.raw(15, bytes([6]) + u2(1))
    with pytest.raises(ClassFormatError, match="Methodref expected"):
        parse_class(class_bytes(pool), "T.class")


def test_the_error_says_what_is_wrong_and_where() -> None:
    pool = PoolBuilder()
    pool.raw(99, b"")
    with pytest.raises(ClassFormatError) as caught:
        parse_class(class_bytes(pool), "build/T.class")
    expected = "build/T.class: at byte 10: constant pool entry 1 has the unknown tag 99"
    assert str(caught.value) == expected


def test_an_error_in_bytecode_gives_the_offset_in_the_file() -> None:
    pool = PoolBuilder()
    data = class_bytes(pool, methods=(method_bytes(pool, b"\x00\xcb"),))
    code = parse_class(data, "T.class").methods[0].code
    assert code is not None
    with pytest.raises(ClassFormatError, match="unknown opcode 203") as caught:
        decode(code)
    assert data[caught.value.offset] == 0xCB
