"""D4: aliases of `typing` are values at run time: subscripted, called, given to `cast`."""

from __future__ import annotations

from pathlib import Path

import pytest

from against_cpython import agrees_everywhere, functions, write

SOURCE = """
from typing import Callable, DefaultDict, Deque, Dict, List, Optional, Type, Union, cast

Table = Dict[str, int]


def case_cast(n: int):
    return len(cast(Dict[str, int], {"a": n})), cast(Optional[int], n), cast("Table", n)


def case_called(n: int):
    table = Dict[str, int]()
    return table


def case_called_without_arguments(n: int):
    return List()


def case_called_for_real(n: int):
    return Deque[int]([n], maxlen=3), DefaultDict[str, int](int)


def case_builtin_alias(n: int):
    return list[int]([n]), dict[str, int](), tuple[int, ...]((n,))


def case_alias_of_the_module(n: int):
    other = Table
    return other is Table, cast(Table, {"a": n})


def case_others(n: int):
    f = cast(Callable[[int], int], lambda x: x + 1)
    t = cast(Type[int], int)
    u = Union[int, str]
    return f(n), t(n)


def case_not_generic(n: int):
    class_ = int
    return class_[n]


def case_too_many(n: int):
    return Dict[int, int, int]
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("aliases"), SOURCE, "d4_aliases")


@pytest.mark.parametrize("function", functions(SOURCE))
def test_aliases_behave_as_in_cpython(path: Path, function: str) -> None:
    agrees_everywhere(path, function)
