"""A5: a generator that nobody holds any more is closed at once: its `finally` and `with` run."""

from __future__ import annotations

from pathlib import Path

import pytest

from against_cpython import agreed, agrees_everywhere, functions, write

SOURCE = """
def numbers(log: list[str]):
    try:
        yield 1
        yield 2
    finally:
        log.append("closed")

class Ctx:
    def __init__(self, log: list[str]) -> None:
        self.log = log
    def __enter__(self):
        return self
    def __exit__(self, *a):
        self.log.append("exit")

def managed(log: list[str]):
    with Ctx(log):
        yield 1
        yield 2

def outer(log: list[str]):
    yield from numbers(log)
    log.append("outer")

def outer2(log: list[str]):
    for x in numbers(log):
        yield x

def stubborn(log: list[str]):
    try:
        yield 1
    except GeneratorExit:
        log.append("exit")
        yield 5

def case_break(n: int):
    log: list[str] = []
    for x in numbers(log):
        if x == n:
            break
    return log[:], len(log)

def case_return(n: int):
    log: list[str] = []
    def inner():
        for x in numbers(log):
            if x == n:
                return len(log)
        return 9
    r = inner()
    return r, log

def case_exception(n: int):
    log: list[str] = []
    try:
        for x in numbers(log):
            if x == n:
                raise ValueError(len(log))
    except ValueError as e:
        log.append("caught")
    return log

def case_reassigned(n: int):
    log: list[str] = []
    g = numbers(log)
    next(g)
    if n == 1:
        g = None
    log.append("after")
    return log

def case_end_of_function(n: int):
    log: list[str] = []
    def inner():
        g = numbers(log)
        next(g)
        log.append("inner")
    inner()
    log.append("after")
    return log

def case_any(n: int):
    log: list[str] = []
    x = any(v == n for v in numbers(log))
    log.append("after")
    return x, log

def case_nested_and_with(n: int):
    log: list[str] = []
    x = next(outer(log))
    log.append("after")
    for y in outer2(log):
        break
    log.append("after2")
    for y in managed(log):
        break
    return x, log

def case_ignores_close(n: int):
    log: list[str] = []
    for y in stubborn(log):
        break
    log.append("after2")
    return log

def case_uncaught(log: list[str], n: int):
    for x in numbers(log):
        if x == n:
            raise ValueError("x")

def case_in_a_list(n: int):
    log: list[str] = []
    gs = [numbers(log)]
    next(gs[0])
    if n == 0:
        gs.clear()
    elif n == 1:
        del gs
    elif n == 2:
        gs[0] = 3
    log.append("after")
    return log

def case_still_held(n: int):
    log: list[str] = []
    g = numbers(log)
    for x in g:
        break
    log.append("after")
    return log

def case_unpacking(n: int):
    log: list[str] = []
    a, b = numbers(log)
    try:
        (c,) = numbers(log)
    except ValueError as e:
        log.append(str(e))
    return a, b, log

def case_membership(n: int):
    log: list[str] = []
    x = n in numbers(log)
    log.append("after")
    return x, log

def case_library_iterators(n: int):
    log: list[str] = []
    for i, x in enumerate(numbers(log)):
        if i == n:
            break
    log.append("after")
    for x, y in zip([1], numbers(log)):
        pass
    log.append("after2")
    for x in map(lambda v: v + 1, numbers(log)):
        break
    log.append("after3")
    return log

class Holder:
    def __init__(self, g):
        self.g = g

def case_in_an_object(n: int):
    log: list[str] = []
    h = Holder(numbers(log))
    next(h.g)
    if n:
        h = None
    log.append("after")
    return log

def case_kept_by_a_traceback(n: int):
    log: list[str] = []
    def inner():
        g = numbers(log)
        next(g)
        raise ValueError
    try:
        inner()
    except ValueError:
        log.append("in")
    log.append("after")
    return log

def case_captured(n: int):
    log: list[str] = []
    g = numbers(log)
    next(g)
    def f():
        return g
    log.append("x")
    g = 1
    log.append("y")
    return log

def rec(n: int, log: list[str]):
    try:
        yield n
        if n > 0:
            yield from rec(n - 1, log)
    finally:
        log.append(str(n))

def case_recursion(n: int):
    log: list[str] = []
    for x in rec(2, log):
        if x == n:
            break
    log.append("after")
    return log

def case_send_and_throw_through_yield_from(n: int):
    def inner():
        x = yield 1
        try:
            y = yield x
        except KeyError:
            y = yield "caught"
        return y
    def out():
        r = yield from inner()
        yield ("done", r)
    g = out()
    r = [next(g), g.send(5)]
    if n == 0:
        r.append(g.throw(KeyError("k")))
    if n < 2:
        r.append(g.send(7))
    g.close()
    return r

def case_loop_in_generator(xs: list[int]):
    log: list[str] = []
    def gen():
        for x in xs:
            try:
                yield x
            finally:
                log.append("f")
    for v in gen():
        if v == 1:
            break
    else:
        log.append("else")
    return log
def case_nested_loops(n: int):
    log: list[str] = []
    while True:
        for x in numbers(log):
            if x == n:
                break
            else:
                continue
        break
    return log
def case_finally_inside(n: int):
    log: list[str] = []
    for x in numbers(log):
        try:
            if n == x:
                return log
        finally:
            log.append("fin")
    return log
def case_two_loops(n: int):
    log: list[str] = []
    for x in numbers(log):
        for y in numbers(log):
            if y == n:
                return log
    return log
"""

KEPT = "case_kept_by_a_traceback"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("closing"), SOURCE, "a5_closing")


@pytest.mark.parametrize("function", [name for name in functions(SOURCE) if name != KEPT])
def test_generators_are_closed_as_in_cpython(path: Path, function: str) -> None:
    agrees_everywhere(path, function)


def test_a_generator_that_a_traceback_keeps_is_not_supported(path: Path) -> None:
    report = agreed(path, KEPT)
    (reason,) = report.tally.open
    assert "an exception leaves" in reason
