"""B5: an annotation of a special name, such as `__slots__`, is no field of the objects."""

from __future__ import annotations

from pathlib import Path

import pytest

from against_cpython import agrees_everywhere, functions, write

SOURCE = """
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple


class Slotted:
    __slots__: tuple[str, ...] = ("x",)
    __match_args__: tuple[str, ...] = ("x",)

    def __init__(self, x: int) -> None:
        self.x = x


class Pair:
    __slots__ = ("first", "second")
    first: int
    second: int
    kind = 3

    def __init__(self, first: int) -> None:
        self.first = first

    def both(self) -> int:
        return self.first + self.second


class Named(NamedTuple):
    x: int


@dataclass(frozen=True)
class Frozen:
    x: int


class Open:
    __dict__: dict[str, Any]
    __hash__: ClassVar[None]
    y: int

    def __init__(self, y: int) -> None:
        self.y = y


def case_inverse(p: Slotted):
    return 10 // p.x


def case_not_assigned(n: int):
    pair = Pair(n)
    if n > 2:
        pair.second = 1
    return pair.second


def case_not_assigned_in_a_method(n: int):
    return Pair(n).both()


def case_not_assigned_is_asked_for(n: int):
    return hasattr(Pair(n), "second"), getattr(Pair(n), "second", n)


def case_deleted_twice(p: Pair):
    del p.first
    del p.first


def case_new_attribute(p: Pair, n: int):
    if n == 1:
        p.kind = 1
    if n == 2:
        p.both = None
    p.third = 3


def case_no_such_attribute(p: Pair, n: int):
    if n == 1:
        del p.kind
    del p.third


def case_named_tuple(p: Named, n: int):
    if n == 1:
        p.x = 2
    if n == 2:
        del p.x
    if n == 3:
        p.count = 1
    if n == 4:
        del p.count
    p.third = 1


def case_frozen(p: Frozen, n: int):
    if n == 1:
        del p.x
    if n == 2:
        p.third = 1
    del p.third


def case_attribute_of_a_value(n: int):
    if n == 1:
        n.third = 2
    if n == 2:
        n.bit_length = 3
    del [].third


def case_matched(p: Slotted):
    match p:
        case Slotted(0):
            return 1
    return 2


def case_open(p: Open):
    return 10 // p.y
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("annotations"), SOURCE, "b5_annotations")


@pytest.mark.parametrize("function", functions(SOURCE))
def test_objects_have_their_fields_alone(path: Path, function: str) -> None:
    agrees_everywhere(path, function)
