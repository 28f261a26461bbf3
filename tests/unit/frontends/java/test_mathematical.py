"""`--ints math`: sums of numbers do not wrap, but conversions to a narrower type do."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path

import pytest

from heapwise.api import explore
from heapwise.frontends.java.classfile.assembler import ClassText, Instruction, MethodText, assemble
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.java.options import JavaOptions

pytestmark = pytest.mark.skipif(find_jdk() is None, reason="no JDK on this machine")

NARROWED: dict[str, Callable[[int], int]] = {
    "i2b": lambda number: ctypes.c_int8(number).value,
    "i2s": lambda number: ctypes.c_int16(number).value,
    "i2c": lambda number: number & 0xFFFF,
    "l2i": lambda number: ctypes.c_int32(number).value,
}


def _is_unchanged(name: str) -> MethodText:
    """Is the number the same after the conversion?"""
    compare: list[Instruction] = [("iload_0",), (name,), ("iload_0",), ("if_icmpne", "other")]
    if name == "l2i":
        compare = [("lload_0",), (name,), ("i2l",), ("lload_0",), ("lcmp",), ("ifne", "other")]
    code = [*compare, ("iconst_1",), ("ireturn",), ("label", "other"), ("iconst_0",), ("ireturn",)]
    return MethodText(name, "(J)I" if name == "l2i" else "(I)I", code)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = ClassText("gen/Narrowing", [_is_unchanged(name) for name in NARROWED])
    (tmp_path / "gen").mkdir()
    (tmp_path / "gen" / "Narrowing.class").write_bytes(assemble(made))
    return tmp_path


@pytest.mark.parametrize("name", NARROWED)
def test_a_number_that_does_not_fit_is_another_after_a_narrowing_conversion(
    folder: Path, name: str
) -> None:
    options = JavaOptions(ints="math")
    run = explore(f"{folder}:gen.Narrowing.{name}", language_options=options)
    try:
        found = list(run)
    finally:
        run.close()
    assert sorted(str(path.outcome.value) for path in found) == ["0", "1"]
    for path in found:
        (number,) = path.input.roots.values()
        assert isinstance(number, int)
        assert path.outcome.value == (NARROWED[name](number) == number), number
