"""A5: what displays, sorts and caches do first: entries are put in when all of them are there, a
list is empty while it is sorted and stays as it is when that fails, `True` is
another key than 1."""

from __future__ import annotations

from pathlib import Path

import pytest

from against_cpython import agreed, functions, write

SOURCE = """
from __future__ import annotations
import functools


class Parity:
    def __init__(self, v: int) -> None:
        self.v = v

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Parity) and self.v % 2 == other.v % 2

    def __hash__(self) -> int:
        return self.v % 2


def case_keys_are_hashed_last(a: int, b: int):
    return len({Parity(a), Parity(b)}), {Parity(a): 1, Parity(b): 2}[Parity(a)]


def case_dict(n: int):
    try:
        return {(1, []): 1, 2: 1 // n}
    except Exception as e:
        return type(e).__name__


def case_dict_with_spread(n: int):
    try:
        return {**{1: 2}, (1, []): 1, **{2: 1 // n}}
    except Exception as e:
        return type(e).__name__


def case_long_dict(n: int):
    try:
        return {
            (1, []): 1,
            2: 1 // n,
            3: 0,
            4: 0,
            5: 0,
            6: 0,
            7: 0,
            8: 0,
            9: 0,
            10: 0,
            11: 0,
            12: 0,
            13: 0,
            14: 0,
            15: 0,
            16: 0,
        }
    except Exception as e:
        return type(e).__name__


def case_set(n: int):
    try:
        return {(1, []), 1 // n}
    except Exception as e:
        return type(e).__name__


def case_set_before_a_star(n: int):
    try:
        return {(1, []), *[1 // n]}
    except Exception as e:
        return type(e).__name__


def case_set_after_a_star(n: int):
    try:
        return {*[1], (1, []), 1 // n}
    except Exception as e:
        return type(e).__name__


def case_stars(xs: list[int], ys: list[int]):
    return {*xs, *ys}, {1, *xs}, {*xs, 2}


def case_names(n: int):
    return [n, (n := 5), n], (n, n := n + 1), {n: (n := n + 1), n: n}, n + (n := 2)


def case_sort_by_count(xs: list[int]):
    seen = []
    xs.sort(key=lambda x: seen.append(len(xs)) or xs.count(x))
    return xs, seen


def case_sort_by_index(xs: list[int]):
    try:
        xs.sort(key=xs.index)
    except ValueError:
        return "not there", xs
    return xs


def case_changed_while_sorted(xs: list[int]):
    def key(x: int) -> int:
        xs.append(1)
        return -x

    try:
        xs.sort(key=key)
    except ValueError as e:
        return str(e), xs
    return xs


def case_mixed(n: int, m: int):
    xs = [2, n, m, "a", 0]
    try:
        xs.sort(reverse=n == 3)
    except TypeError:
        return xs


def case_mixed_keys(n: int, m: int):
    xs = [2, n, m, 7, 0]
    try:
        xs.sort(key=lambda x: "a" if x == 7 else x)
    except TypeError:
        return xs


class Picky:
    def __init__(self, v: int) -> None:
        self.v = v

    def __lt__(self, other: Picky) -> bool:
        if self.v == 0:
            raise ValueError
        return self.v < other.v


def case_compared_by_code(a: int, b: int):
    xs = [Picky(2), Picky(1), Picky(a), Picky(b)]
    try:
        xs.sort(reverse=b == 3)
    except ValueError:
        return "no", [x.v for x in xs]
    return [x.v for x in xs]


def case_cache(n: int):
    calls = []

    @functools.lru_cache(maxsize=None)
    def f(k: int) -> int:
        calls.append(k)
        return k * 2

    return f(n), f(n), f(True), f(True), calls


def case_end_of_a_generator(n: int):
    def numbers():
        if n:
            raise StopIteration(n)
        yield 1

    try:
        return list(numbers())
    except RuntimeError as e:
        return type(e.__cause__).__name__, e.__cause__.value


def case_nan_in_unions(v: int | float | str, w: int | float | str):
    return [v].count(w), v in (w,), v == w
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("order"), SOURCE, "order_of_evaluation")


@pytest.mark.parametrize("function", functions(SOURCE))
def test_cpython_agrees(path: Path, function: str) -> None:
    agreed(path, function)
