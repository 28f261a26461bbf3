"""B5: an annotation of a special name, such as `__slots__`, is no field of the objects."""

from __future__ import annotations

from pathlib import Path

import pytest

from against_cpython import agrees_everywhere, functions, write

SOURCE = """
from __future__ import annotations

from typing import Any, ClassVar


class Slotted:
    __slots__: tuple[str, ...] = ("x",)
    __match_args__: tuple[str, ...] = ("x",)

    def __init__(self, x: int) -> None:
        self.x = x


class Open:
    __dict__: dict[str, Any]
    __hash__: ClassVar[None]
    y: int

    def __init__(self, y: int) -> None:
        self.y = y


def case_inverse(p: Slotted):
    return 10 // p.x


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
