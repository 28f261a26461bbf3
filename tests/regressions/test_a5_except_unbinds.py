"""A5: names are bound and unbound as CPython does it: `except … as`, `del`, comprehensions, :=."""

from __future__ import annotations

from pathlib import Path

import pytest

from against_cpython import agrees_everywhere, functions, write

SOURCE = """
value = 5


def case_bound_before(n: int):
    e = 0
    try:
        if n:
            raise KeyError(n)
    except KeyError as e:
        pass
    return e


def case_every_way_out(n: int):
    for i in range(2):
        try:
            if i == n:
                raise KeyError(n)
        except KeyError as e:
            if n == 1:
                break
            continue
        finally:
            n += 1
    return e


def case_handler_raises(n: int):
    e = 1
    try:
        try:
            raise KeyError(n)
        except KeyError as e:
            if n:
                raise ValueError
    except ValueError:
        return e
    return 0


def case_returned_from_handler(n: int):
    try:
        raise ValueError("x")
    except ValueError as n:
        return str(n)


def case_global_handler_name(n: int):
    global value
    try:
        if n:
            raise KeyError
    except KeyError as value:
        pass
    return value


def case_captured_handler_name(n: int):
    def inner():
        return e

    e = 1
    try:
        if n:
            raise KeyError
    except KeyError as e:
        pass
    return inner()


def case_deleted_in_loop(n: int):
    while True:
        if n == 0:
            x = 1
        n += 1
        if n == 2:
            return x
        if n > 2 or n < 0:
            return 0
        if n == 1:
            del x


def case_deleted_by_inner_function(n: int):
    def inner():
        nonlocal n
        del n

    inner()
    return n


def case_deleted_global(n: int):
    global gone
    gone = n
    del gone
    return gone


def case_own_cell_not_assigned(n: int):
    def inner():
        return y

    if n:
        y = 3
    return y


def case_comprehension_captures(n: int):
    x = n
    read = [lambda: x for x in range(3)]
    return x, [f() for f in read]


def case_comprehension_hides_a_global(n: int):
    [value for value in range(2)]
    return value


def case_walrus_in_comprehension(n: int):
    ys = [z := i for i in range(n % 3)]
    return z, ys


def case_walrus_in_generator_expression(n: int):
    any((last := i) > 0 for i in range(n % 3))
    return last


def case_loop_variable(n: int):
    for n in range(n % 3):
        pass
    return n


def case_match_captures(n: int):
    match n:
        case 0:
            pass
        case x if x > 1:
            pass
        case _:
            pass
    return x
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("names"), SOURCE, "a5_names")


@pytest.mark.parametrize("function", functions(SOURCE))
def test_names_are_bound_as_in_cpython(path: Path, function: str) -> None:
    agrees_everywhere(path, function)
