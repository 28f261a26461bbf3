"""A5: methods of sets look at what is no set item by item, and stop where CPython does: what they
leave in an iterator, and whether an item that cannot be hashed is met, depends on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from against_cpython import agreed, functions, write

SOURCE = """
def case_dis(s: set[int], xs: list[list[int]]):
    return s.isdisjoint(xs)


def case_dis2(s: set[int], n: int):
    return s.isdisjoint([n, []])


def case_dis3(n: int):
    return {1, n}.isdisjoint([2, []])


def case_dis4(s: set[int]):
    return s.isdisjoint([[]])


def case_sub(s: set[int], n: int):
    return s.issubset([n, []]), s.issuperset([n])


def case_sup(s: set[int], n: int):
    return s.issuperset([n, []])


def case_int(s: set[int], n: int):
    return s.intersection([n, []])


def case_int2(s: set[int], n: int):
    return s.intersection([n], [[]])


def case_dif(s: set[int], n: int):
    return s.difference([n, []])


def case_dif2(s: set[int], n: int):
    return s.difference([n], [[]])


def case_sd(s: set[int], n: int):
    return s.symmetric_difference([n, []])


def case_up(s: set[int], n: int):
    try:
        s.update([n, []])
    except TypeError:
        return s


def case_du(s: set[int], n: int):
    try:
        s.difference_update([n, []])
    except TypeError:
        return s


def case_iu(s: set[int], n: int):
    try:
        s.intersection_update([n, []])
    except TypeError:
        return s


def case_gen(s: set[int], n: int):
    it = iter([n, 5, 6])
    r = s.isdisjoint(it)
    return r, list(it)


def case_gen2(s: set[int], n: int):
    it = iter([n, 5, 6])
    r = s.issuperset(it)
    return r, list(it)


def case_gen3(s: set[int], n: int):
    it = iter([n, 5, 6, 7])
    r = s.intersection(it)
    return r, list(it)


def case_gen4(s: set[int], n: int):
    it = iter([n, 5, 6, 7])
    r = s.issubset(it)
    return r, list(it)
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("sets"), SOURCE, "sets_that_stop")


@pytest.mark.parametrize("function", functions(SOURCE))
def test_cpython_agrees(path: Path, function: str) -> None:
    agreed(path, function)
