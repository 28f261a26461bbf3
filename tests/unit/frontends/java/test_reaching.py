from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.frontends.java.classfile.bytecode import _decoded as decoded
from heapwise.frontends.java.classfile.class_file import parse_class
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.java.classpath.targets import load_target
from heapwise.frontends.java.universe.reaching import arrays_asked_for
from heapwise.frontends.loading import load

CLASSES = Path(__file__).parents[3] / "programs_java" / "classes"
USER = ("ordinary/Arrayed", "ordinary/Arrayed$Cells")
pytestmark = pytest.mark.skipif(find_jdk() is None, reason="there is no JDK")


@pytest.mark.parametrize(
    ("method", "names"),
    [
        ("total", ("[I",)),
        ("dimensions", ("[[I", "[I")),
        ("called", ("[J",)),  # by a lambda, in another class
        ("isSame", ()),
        ("copied", ()),  # only the compiler casts what `clone` returns
    ],
)
def test_arrays_that_a_method_and_those_it_calls_ask_for(
    method: str, names: tuple[str, ...]
) -> None:
    found = load_target(f"{CLASSES}:ordinary.Arrayed.{method}")
    assert arrays_asked_for(found.classes, USER, found.method) == names


def test_code_that_is_not_the_users_is_not_looked_at() -> None:
    found = load_target(f"{CLASSES}:ordinary.Arrayed.called")
    assert arrays_asked_for(found.classes, (), found.method) == ()


def test_a_second_target_among_the_same_classes_reads_no_class_again() -> None:
    """To see what may be an input, all classes of the user are looked through."""
    program = f"{CLASSES}:ordinary.Arrayed.total"
    load(program)
    before = parse_class.cache_info().misses, decoded.cache_info().misses
    load(program)
    assert (parse_class.cache_info().misses, decoded.cache_info().misses) == before
