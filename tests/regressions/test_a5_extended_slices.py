"""A5: assigning and deleting slices of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from against_cpython import agrees_everywhere, functions, write

SOURCE = """
from collections import deque


def case_step(xs: list[int], k: int):
    xs[::k] = [7]
    return xs


def case_step_is_told(xs: list[int], k: int):
    try:
        xs[::k] = [7, 8]
    except ValueError as e:
        return str(e)
    return xs


def case_start_and_step(xs: list[int], i: int, k: int):
    xs[i::k] = []
    return xs


def case_plain(xs: list[int], i: int, j: int):
    xs[i:j] = [7, 8]
    return xs


def case_backwards(xs: list[int], i: int):
    xs[i::-1] = [9]
    return xs


def case_itself(xs: list[int]):
    xs[::2] = xs
    return xs


def case_no_iterable(xs: list[int], k: int):
    xs[::k] = k
    return xs


def case_generator(xs: list[int], k: int):
    xs[::k] = (x for x in range(2))
    return xs


def case_delete_step(xs: list[int], k: int):
    del xs[::k]
    return xs


def case_delete_range(xs: list[int], i: int, j: int):
    del xs[i:j]
    return xs


def case_deque(k: int):
    d = deque([1, 2, 3])
    try:
        d[::k] = [1]
    except TypeError as e:
        return 1
    del d[0:k]


def case_tuple(k: int):
    t = (1, 2, 3)
    t[0:k] = (1,)
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("slices"), SOURCE, "a5_slices")


@pytest.mark.parametrize("function", functions(SOURCE))
def test_slices_change_as_in_cpython(path: Path, function: str) -> None:
    agrees_everywhere(path, function, 150)
