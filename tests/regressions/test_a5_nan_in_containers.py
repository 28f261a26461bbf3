"""A5: containers look for the same object first, so that they find a NaN that is not even equal to
itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from against_cpython import agreed, agrees_everywhere, functions, write
from heapwise.frontends.python.semantics.core.nans import SAME_NAN

SOURCE = """
import math
from dataclasses import dataclass


@dataclass
class Point:
    x: float


def case_list(x: float):
    return [x] == [x], [x] != [x]


def case_tuple(x: float):
    return (1, x) == (1, x), (1, x) < (1, x), (1, x) <= (1, x)


def case_dict(x: float):
    return {1: x} == {1: x}, x in {1: x}.values()


def case_keys(x: float):
    d = {x: 1}
    d[x] = 2
    return len(d), len({x, x}), x in d


def case_methods(x: float):
    xs = [x, 1.0, x]
    xs.remove(x)
    return xs.count(x), xs.index(x), x in xs


def case_input_list(xs: list[float]):
    return xs[0] in xs, xs == list(xs)


def case_made_nan(x: float):
    n = float("nan")
    return n in [n], [n] == [float("nan")], [math.nan] == [math.nan]


def case_arithmetic(x: float):
    return [x, x + 1.0].index(x), [x + 1.0] == [x + 2.0]


def case_dataclass(x: float):
    p = Point(x)
    return p == p, p == Point(x)


def open_two_inputs(x: float, y: float):
    return [x] == [y]


def open_computed_again(x: float):
    return [x + 1.0] == [x + 1.0]
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("nans"), SOURCE, "a5_nans")


@pytest.mark.parametrize("function", functions(SOURCE))
def test_nans_are_found_as_in_cpython(path: Path, function: str) -> None:
    agrees_everywhere(path, function)


@pytest.mark.parametrize("function", functions(SOURCE, "open"))
def test_that_two_nans_may_be_one_object_is_a_bound_that_is_told(path: Path, function: str) -> None:
    assert list(agreed(path, function).tally.open) == [f"bounded: {SAME_NAN}"]
