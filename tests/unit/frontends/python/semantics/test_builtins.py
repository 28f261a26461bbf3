"""Builtin functions over iterables, and generators: replayed in CPython as in `test_containers`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.frontends.python.exploring import Cases, ended, explore, reasons, results

HEADING = """
from __future__ import annotations
from collections.abc import Iterator
from typing import Optional

class Node:
    def __init__(self, value: int, next: Optional[Node] = None) -> None:
        self.value = value
        self.next = next

class Ranked:
    def __init__(self, rank: int) -> None:
        self.rank = rank

    def __lt__(self, other: Ranked) -> bool:
        return self.rank < other.rank

class Countdown:
    def __init__(self, n: int) -> None:
        self.n = n

    def __iter__(self) -> Countdown:
        return self

    def __next__(self) -> int:
        if self.n <= 0 or self.n > 2:
            raise StopIteration
        self.n -= 1
        return self.n

class Pair:
    def __init__(self, a: int, b: int) -> None:
        self.a = a
        self.b = b

    def __len__(self) -> int:
        return 2

    def __getitem__(self, i: int) -> int:
        if i > 1:
            raise IndexError
        return self.b if i else self.a

def counter(n: int) -> Iterator[int]:
    got = 0
    try:
        while got < n:
            got = yield got + 1
    except ValueError:
        yield -5
    return "end"

"""


def target(signature: str, *lines: str) -> str:
    body = "\n".join(f"    {line}" for line in lines)
    return f"{HEADING}\ndef target({signature}):\n{body}\n"


CASES = {
    "sorted": ("xs: list[int]", "return sorted(xs), sorted(xs, reverse=True)"),
    "sorted floats": ("xs: list[float]", "return sorted(xs)"),
    "sorted strings": ("xs: list[str]", "return sorted(xs)"),
    "sorted pairs": ("a: int, b: int", "return sorted([(a, 2), (b, 1), (a, 1)])"),
    "sorted by key": ("xs: list[int]", "return sorted(xs, key=lambda x: -x)"),
    "sorted objects": ("xs: list[Ranked]", "return [x.rank for x in sorted(xs)]"),
    "objects by key": ("xs: list[Node]", "xs.sort(key=lambda n: n.value)", "return xs"),
    "not sortable": ("xs: list[Optional[int]]", "return sorted(xs)"),
    "max": ("xs: list[int]", "return max(xs) - min(xs)"),
    "max of arguments": ("a: int, b: int, c: float", "return max(a, b), min(a, c)"),
    "max with default": ("xs: list[int]", "return max(xs, default=None)"),
    "max by key": ("d: dict[str, int]", "return max(d, key=d.get)"),
    "max of objects": ("xs: list[Ranked]", "return min(xs).rank"),
    "sum": ("xs: list[int]", "return sum(xs, 1) + sum(x for x in xs if x)"),
    "sum of lists": ("xs: list[list[int]]", "return len(sum(xs[:1], []))"),
    "sum of strings": ("xs: list[str]", "return sum(xs)"),
    "any": ("xs: list[int]", "return any(xs) or all(xs)"),
    "any of a generator": ("xs: list[int]", "return any(x > 3 for x in xs)"),
    "enumerate": ("xs: list[str]", "return [i for i, x in enumerate(xs, 1) if x == 'a']"),
    "enumerate an iterator": ("c: Countdown", "return list(enumerate(c))"),
    "zip": ("xs: list[int], ys: list[int]", "return [x * 2 + y for x, y in zip(xs, ys)]"),
    "zip strictly": ("xs: list[int]", "return list(zip(xs, [1], strict=True))"),
    "zip iterators": ("c: Countdown, d: dict[int, int]", "return len(list(zip(c, d)))"),
    "map": ("xs: list[int]", "return list(map(lambda a, b: a - b, xs, [1, 2]))"),
    "map an iterator": ("c: Countdown", "return list(map(lambda x: x + 1, c))"),
    "filter": ("xs: list[int]", "return list(filter(None, xs))"),
    "reversed": ("xs: list[int], p: Pair", "return [*reversed(xs)] + list(reversed(p))"),
    "by index": ("p: Pair", "return list(p), [*p], 3 in p"),
    "until": ("c: Countdown", "return list(iter(c.__next__, 0))"),
    "next": ("xs: list[int]", "i = iter(xs)", "return next(i), next(i, 7)"),
    "slice": ("xs: list[int]", "return xs[slice(1, None)]"),
    "send": ("n: int, v: int", "g = counter(n)", "next(g)", "return g.send(v)"),
    "send first": ("n: int", "return counter(n).send(3)"),
    "throw": ("n: int", "g = counter(3)", "next(g)", "return g.throw(ValueError), next(g, 0)"),
    "throw out": ("n: int", "g = counter(3)", "g.throw(KeyError('a'))"),
    "close": ("n: int", "g = counter(n)", "next(g, 0)", "g.close()", "return list(g)"),
    "not in": ("xs: list[int], v: int", "return v not in (x * 2 for x in xs)"),
    "delegate": (
        "xs: list[int]",
        "def inner():",
        "    yield from xs",
        "    return 3",
        "def outer():",
        "    yield (yield from inner())",
        "return list(outer())",
    ),
}


MODULE = Cases(HEADING, CASES)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cases")


@pytest.mark.parametrize("name", CASES)
def test_what_is_predicted_happens(folder: Path, name: str) -> None:
    paths = MODULE.explore(folder, name)
    assert not reasons(paths)
    assert paths


@pytest.mark.parametrize("strategy", ["pose", "lazy"])
@pytest.mark.parametrize("name", ["objects by key", "max of objects", "sorted objects", "zip"])
def test_with_other_strategies(folder: Path, name: str, strategy: str) -> None:
    assert not reasons(MODULE.explore(folder, name, strategy))


def test_sorting_splits_no_path(tmp_path: Path) -> None:
    source = target("a: int, b: int, c: int", "return sorted([a, b, c])")
    assert len(explore(tmp_path, source)) == 1


def test_folding_does_not_choose_a_length(tmp_path: Path) -> None:
    assert len(ended(explore(tmp_path, target("xs: list[int]", "return sum(xs), any(xs)")))) == 1


def test_the_largest_of_nothing_is_an_error(tmp_path: Path) -> None:
    paths = explore(tmp_path, target("xs: list[int]", "max(xs)"))
    assert results(paths) == {None, "ValueError"}


def test_a_generator_returns_with_the_exception(tmp_path: Path) -> None:
    lines = (
        "try:",
        "    next(counter(0))",
        "except StopIteration as stop:",
        "    return stop.value",
    )
    assert results(explore(tmp_path, target("n: int", *lines))) == {"end"}


def test_what_ignores_its_end_is_an_error(tmp_path: Path) -> None:
    lines = (
        "def stubborn():",
        "    while True:",
        "        try:",
        "            yield 1",
        "        except GeneratorExit:",
        "            if n > 0: return",
        "g = stubborn()",
        "next(g)",
        "g.close()",
    )
    found = explore(tmp_path, target("n: int", *lines, "if n > 0: return 1", "return 2"))
    # The generator that an exception leaves behind is closed once more, at some later time.
    assert reasons(found) == {"a generator in a variable of a function that an exception leaves"}
