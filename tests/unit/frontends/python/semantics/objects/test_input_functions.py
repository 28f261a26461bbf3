"""Functions and classes as inputs: uninterpreted, and tables in witnesses."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import api
from heapwise.plan import RunPlan
from heapwise.results import OutcomeKind
from tests.unit.frontends.python.exploring import explore, reasons, results

HEAD = """
from collections.abc import Callable
from dataclasses import dataclass
"""


def _explore(directory: Path, body: str, strategy: str = "fieldmaps") -> list[object]:
    return list(results(explore(directory, HEAD + body, strategy=strategy)))


@pytest.mark.parametrize("strategy", ["fieldmaps", "lazy", "summary"])
def test_equal_arguments_give_equal_results(tmp_path: Path, strategy: str) -> None:
    body = """
def target(f: Callable[[int], int], x: int, y: int) -> str:
    if f(x) == f(y):
        return "equal"
    if x == y:
        return "never"
    return "different"
"""
    assert set(_explore(tmp_path, body, strategy)) == {"equal", "different"}


def test_results_may_be_text_floats_and_unions(tmp_path: Path) -> None:
    body = """
def target(f: Callable[[str], float | None], g: Callable[[float], str], x: float) -> str:
    found = f(g(x) + "!")
    if found is None:
        return "none"
    return "nan" if found != found else "number"
"""
    assert set(_explore(tmp_path, body)) == {"none", "nan", "number"}


def test_an_optional_key_may_be_missing(tmp_path: Path) -> None:
    body = """
def target(x: int, key: Callable[[int], bool] | None = None) -> int:
    if key is None:
        return 0
    return 1 if key(x) else 2
"""
    assert set(_explore(tmp_path, body)) == {0, 1, 2}


def test_objects_are_told_apart_by_identity(tmp_path: Path) -> None:
    body = """
@dataclass
class Node:
    value: int

def target(a: Node, b: Node, f: Callable[[Node], bool]) -> int:
    if f(a) and not f(b):
        return 1 if a is b else 2
    return 3
"""
    assert set(_explore(tmp_path, body)) == {2, 3}


def test_a_field_may_hold_a_function(tmp_path: Path) -> None:
    body = """
@dataclass
class Queue:
    key: Callable[[int], int]

def target(p: Queue, q: Queue, x: int) -> int:
    if p is q and p.key(x) != q.key(x):
        return 1
    if p.key is not q.key and p.key(x) > q.key(x):
        return 2
    q.key = lambda n: n + 1
    return q.key(3)
"""
    assert set(_explore(tmp_path, body)) == {2, 4}


def test_a_function_is_called_with_as_many_arguments_as_it_takes(tmp_path: Path) -> None:
    body = """
def target(f: Callable[[int], int], g: Callable[..., int]) -> int:
    g(1, "two", None)
    return f(1, 2)
"""
    assert _explore(tmp_path, body) == ["TypeError"]


def test_functions_of_the_library_call_it(tmp_path: Path) -> None:
    body = """
from functools import reduce

def target(f: Callable[[int, int], int], keep: Callable[[int], bool], x: int) -> int:
    kept = list(filter(keep, [x, 2]))
    return reduce(f, kept, 0) if kept else -1
"""
    assert -1 in _explore(tmp_path, body)


def test_what_a_table_cannot_say_is_not_supported(tmp_path: Path) -> None:
    body = """
def target(f: Callable[[int], int]) -> object:
    return f(x=1)
"""
    (found,) = reasons(explore(tmp_path, HEAD + body))
    assert found is not None
    assert "keyword arguments" in found


@pytest.mark.parametrize("strategy", ["fieldmaps", "lazy", "summary"])
def test_results_may_be_objects_that_are_others_or_not(tmp_path: Path, strategy: str) -> None:
    body = """
@dataclass
class Node:
    value: int

def target(f: Callable[[int], Node | None], given: Node, x: int) -> str:
    one, other = f(x), f(1)
    if one is None or other is None:
        return "none"
    if one is given:
        return "given"
    one.value = 3
    if x == 1 and other.value != 3:
        return "never"
    return "same" if one is other else "two"
"""
    assert set(_explore(tmp_path, body, strategy)) == {"none", "given", "same", "two"}


def test_results_may_be_containers(tmp_path: Path) -> None:
    body = """
def target(f: Callable[[int], list[int]], x: int) -> str:
    f(x).append(7)
    if x == 5 and f(5)[-1] != 7:
        return "never"
    return "new" if len(f(x)) == 1 else "first" if f(x)[0] == 7 else "last"
"""
    assert set(_explore(tmp_path, body)) == {"new", "first", "last"}


def test_tuples_are_told_apart_by_what_is_in_them(tmp_path: Path) -> None:
    body = """
from typing import NamedTuple

@dataclass
class Node:
    value: int

class Pair(NamedTuple):
    left: float
    right: int

def of_objects(f: Callable[[tuple[Node, int]], int], node: Node, x: int) -> str:
    return "same" if f((node, x)) == f((Node(node.value), x)) else "other"

def of_numbers(f: Callable[..., int], a: float, x: int, p: tuple[float, int], q: Pair) -> str:
    of_one = f((1, 1))
    if f((a, x)) != of_one:
        return "never" if a == x == 1 else "other"
    if f(p) != of_one:
        return "never" if p == (1, 1) else "input"
    if f(q) != of_one:
        return "never" if q == (1, 1) else "named"
    return "same"

def of_many(f: Callable[[tuple[int, ...]], int], p: tuple[int, ...], q: tuple[int, ...]) -> str:
    if f(p) != f(q):
        return "never" if p == q else "other"
    return "same"
"""
    for name, expected in (
        ("of_objects", {"same", "other"}),
        ("of_numbers", {"same", "other", "input", "named"}),
        ("of_many", {"same", "other"}),
    ):
        assert results(explore(tmp_path, HEAD + body, name)) == expected


@pytest.mark.parametrize(
    ("hint", "call", "told"),
    [
        ("Callable[[list[int]], int]", "f([1])", None),
        ("Callable[[Node, int], int]", "f(Node(1), 2)", None),
        ("Callable[[list[int]], int]", "f(xs)", "tell containers apart by identity"),
        ("Callable[..., int]", "f(x=1)", "do not look at keyword arguments"),
        (
            "Callable[[Node, int], int]",
            "f(Node(1), 2) + f(Node(2), 1)",
            "whatever the program has made",
        ),
        ("Callable[[type], int]", "f(Node) + f(int)", "whatever the program has made"),
        ("Callable[[int], Node]", "f(1)", "the same object again"),
    ],
)
def test_what_is_taken_for_granted_of_a_function_is_told(
    tmp_path: Path, hint: str, call: str, told: str | None
) -> None:
    source = f"""
@dataclass
class Node:
    value: int

def target(f: {hint}, xs: list[int]) -> object:
    return {call}
"""
    assert set(reasons(explore(tmp_path, HEAD + source))) <= {None}
    summary = api.start(RunPlan(f"{tmp_path / 'subject.py'}:target")).count()
    approximations = summary.account.approximations
    assert any(told in each for each in approximations) if told else not approximations


def test_a_class_is_one_of_the_known_ones(tmp_path: Path) -> None:
    body = """
class Base:
    def __init__(self, n: int) -> None:
        self.n = n

class Derived(Base):
    def name(self) -> str:
        return "derived"

def target(cls: type[Base], n: int) -> object:
    made = cls(n)
    return made.name() if isinstance(made, Derived) else cls.__name__
"""
    paths = explore(tmp_path, HEAD + body)
    assert {path.result for path in paths} == {"Base", "derived"}
    assert all(path.kind is OutcomeKind.RETURNED for path in paths)


def test_bytes_and_dates_are_arguments_and_results(tmp_path: Path) -> None:
    body = """
from datetime import date

def target(f: Callable[[bytes], bytes], g: Callable[[int], date], data: bytes) -> str:
    if f(data) != f(data + b""):
        return "never"
    return "early" if g(len(f(data))).year < 2000 else "late"
"""
    assert set(_explore(tmp_path, body)) == {"early", "late"}


def test_what_a_function_is_called_is_not_known(tmp_path: Path) -> None:
    body = """
def target(f: Callable[[int], int]) -> str:
    return "none" if f.__doc__ is None and isinstance(f.__name__, str) else "text"
"""
    assert _explore(tmp_path, body) == ["none"]


def test_a_method_knows_its_function_and_its_object(tmp_path: Path) -> None:
    body = """
class Node:
    def name(self) -> str:
        "what it is"
        return "node"

def target(a: Node) -> bool:
    method = a.name
    return method.__self__ is a and method.__name__ == "name" and method.__func__(a) == "node"
"""
    assert _explore(tmp_path, body) == [True]


def test_a_class_below_a_builtin_one_is_no_other_class(tmp_path: Path) -> None:
    """Objects of it are no inputs; the class itself is, and not int or str in its place."""
    body = """
class Names(list[str]):
    pass

def target(cls: type[Names]) -> str:
    return cls.__name__
"""
    assert _explore(tmp_path, body) == ["Names"]
