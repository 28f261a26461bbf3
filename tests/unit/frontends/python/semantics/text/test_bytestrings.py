"""Bytes are inputs and values of their own: what is predicted of them is what CPython does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.frontends.python.exploring import explore, reasons, results

HEAD = """
    from __future__ import annotations

    MAGIC = b"\\x01\\xff"

    class Block:
        def __init__(self, head: bytes, body: bytes | None = None) -> None:
            self.head = head
            self.body = body
"""


@pytest.mark.parametrize("strategy", ["fieldmaps", "lazy"])
def test_bytes_in_fields(tmp_path: Path, strategy: str) -> None:
    source = (
        HEAD
        + """
    def target(block: Block) -> int:
        if not block.head:
            return 0
        if block.head[0] == 1:
            return 1 if block.head.startswith(MAGIC) else 2
        if block.body is not None and block.body == block.head[:2]:
            return 3
        return 4 if 200 in block.head else 5
    """
    )
    assert results(explore(tmp_path, source, strategy=strategy)) == {0, 1, 2, 3, 4, 5}


def test_a_byte_is_a_small_number(tmp_path: Path) -> None:
    source = """
    def target(data: bytes) -> int:
        if len(data) != 2:
            return 0
        first, second = data
        if first > 255 or second < 0:
            return 1
        return 2 if first + second == 510 else 3
    """
    assert results(explore(tmp_path, source)) == {0, 2, 3}


def test_bytes_are_no_text(tmp_path: Path) -> None:
    source = """
    def target(data: bytes, text: str, n: int) -> object:
        assert isinstance(data, bytes) and not isinstance(data, str)
        if n == 0:
            return data == text
        if n == 1:
            return data + text
        if n == 2:
            return text in data
        return n in data
    """
    assert {False, "TypeError", "ValueError"} <= results(explore(tmp_path, source))


def test_joined_and_taken_apart(tmp_path: Path) -> None:
    source = """
    def target(data: bytes) -> bytes:
        if data == b"a,b":
            head, comma, tail = data.partition(b",")
            return b"-".join([tail, head * 2, *data.split(b",")]) + data.replace(b",", b"")
        if data.find(97) == 1:
            return data[1:2] + bytes([98])
        return b"" if data < b"b" else b"z"
    """
    found = {str(each) for each in results(explore(tmp_path, source))}
    assert found == {'b"b-aa-a-bab"', 'b"ab"', 'b""', 'b"z"'}


def test_text_is_encoded_as_far_as_it_is_ascii(tmp_path: Path) -> None:
    source = """
    def target(text: str, data: bytes) -> str:
        if text.encode() == data:
            return data.decode("ascii")
        return "other " + repr(b"x")
    """
    paths = explore(tmp_path, source)
    assert {path.kind.value for path in paths} == {"returned", "bounded"}


def test_bytes_are_keys(tmp_path: Path) -> None:
    source = """
    def target(table: dict[bytes, int], key: bytes) -> int:
        if key in table:
            return 1
        table[key] = 0
        table[b"new"] = 1
        return 2 if table[key] == 0 else 3
    """
    assert results(explore(tmp_path, source)) == {1, 2, 3}


def test_known_bytes_have_all_methods(tmp_path: Path) -> None:
    source = """
    def target(n: int) -> object:
        if n > 0:
            return b" Ab ".strip().upper().hex()
        return b"\\xff".decode() if n < 0 else int.from_bytes(b"\\x01\\x00", "big")
    """
    assert results(explore(tmp_path, source)) == {"4142", 256, "UnicodeDecodeError"}


def test_letters_of_bytes_are_those_of_ascii(tmp_path: Path) -> None:
    source = """
    def target(data: bytes) -> str:
        if data.upper() != b"A\\xe9":
            return "other"
        return "small" if data[0] == ord("a") else "large"
    """
    assert results(explore(tmp_path, source)) == {"other", "small", "large"}


def test_what_depends_on_columns_is_not_supported(tmp_path: Path) -> None:
    source = """
    def target(data: bytes) -> bytes:
        return data.expandtabs()
    """
    assert reasons(explore(tmp_path, source)) == {"bytes.expandtabs() of bytes that are not known"}
