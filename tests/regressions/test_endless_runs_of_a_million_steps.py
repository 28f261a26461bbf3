"""A run of very many steps is not endless for that: what counts to five million was told to "go on
and on". It is only if nothing in sight may end it.

A loop that goes round by `continue` alone was told to be endless, but not shown.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

from heapwise.checking import levels
from heapwise.checking.check import CheckOptions, check_function
from heapwise.engine.bounds import Bounds
from heapwise.frontends.python.checking.subjects import subjects_of
from heapwise.frontends.python.witness import replaying
from heapwise.selfcheck.python.laws import _import
from heapwise.testgen.endless_runs import Loop, StepLimit

SOURCE = """
import itertools
from collections import deque

class Limits:
    MOST = 5_000_000

class Node:
    def __init__(self, value):
        self.value, self.next = value, None

class Chain:
    def __init__(self):
        self.head = self.tail = Node(0)
    def add(self, value):
        self.tail.next = Node(value)
        self.tail = self.tail.next

class Bounded(Chain):
    most = 5_000_000

def numbers():
    n = 0
    while True:
        n += 1
        yield n

# -- with an end

def ends_at_a_constant():
    k = 0
    while k != 5_000_000:
        k += 1

def ends_at_a_constant_of_a_class():
    k = 0
    while k < Limits.MOST:
        k += 1

def ends_at_what_an_object_knows():
    chain, k = Bounded(), 0
    while k < chain.most:
        k += 1

def ends_with_a_range():
    k = 0
    for i in range(5_000_000):
        k += 1

def ends_with_an_iterator():
    k = 0
    for _ in itertools.product(range(200), repeat=3):
        k += 1

def ends_after_nested_loops():
    k = 0
    for a in range(200):
        for b in range(200):
            for c in range(200):
                k += 1

def ends_at_a_product():
    k, n = 0, 2_000
    while k < n * n:
        k += 1

def ends_at_a_power():
    k, n = 0, 22
    while k < 1 << n:
        k += 1

def ends_at_zero():
    k = int("5000000")
    while k:
        k -= 1

def ends_with_a_generator():
    for n in numbers():
        if n > 5_000_000:
            break

def ends_at_a_length():
    xs = []
    while len(xs) < 5_000_000:
        xs.append(1)

def ends_with_the_items():
    queue = deque(range(500_000))
    while queue:
        queue.popleft()

# -- without an end

def goes_on_beyond_zero():
    k = -1
    while k != 0:
        k -= 1

def goes_on_past_its_aim():
    k = 0
    while k != 100:
        k += 7

def goes_on_with_what_it_adds():
    xs = [1]
    for x in xs:
        xs.append(x)

def goes_on_with_a_chain():
    chain = Chain()
    node = chain.head
    while node is not None:
        chain.add(node.value)
        node = node.next

def goes_on_in_a_queue():
    queue = deque([1, 2, 3])
    while queue:
        queue.append(queue.popleft())

def goes_on_in_a_cycle():
    node = Node(1)
    node.next = node
    k = 0
    while node is not None:
        node = node.next
        k += 1

def goes_on_with_a_generator():
    for n in numbers():
        if n < 0:
            break

def goes_on_counting():
    for n in itertools.count():
        if n * 2 == 7:
            break

def goes_on_around_a_loop():
    n = 1
    while n:
        for i in range(3):
            n += i
"""
STEPS = 40_000


class _ReachedError(Exception):
    pass


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    path = tmp_path_factory.mktemp("runs") / "very_long_runs.py"
    path.write_text(SOURCE)
    return _import(path)


@pytest.mark.parametrize(
    "name",
    [line[4:-3] for line in SOURCE.splitlines() if line.startswith(("def ends", "def goes"))],
)
def test_an_end_is_seen_if_there_is_one(module: ModuleType, name: str) -> None:
    told: list[bool] = []

    def reached(loops: list[Loop], may_end: bool) -> None:
        assert loops
        told.append(may_end)
        raise _ReachedError

    before = sys.gettrace()
    StepLimit([str(module.__file__)], STEPS, reached).install()
    try:
        with pytest.raises(_ReachedError):
            getattr(module, name)()
    finally:
        sys.settrace(before)
    assert told == [name.startswith("ends")]


CHECKED = """
def long(n: int) -> int:
    for _ in range(120_000):
        n += 1
    return n

def by_continue(x: bool) -> None:
    while x:
        try:
            continue
        finally:
            pass
"""


@pytest.mark.parametrize(("name", "kinds"), [("long", []), ("by_continue", ["endless"])])
def test_what_is_checked(
    tmp_path: Path, name: str, kinds: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a tenth of the steps that are usual, for the engine and for runs."""
    monkeypatch.setattr(levels, "Bounds", partial(Bounds, max_steps=100_000))
    monkeypatch.setattr(replaying, "ENDLESS_STEPS", 100_000)
    path = tmp_path / "checked.py"
    path.write_text(CHECKED)
    (subject,) = subjects_of(f"{path}:{name}")
    report = check_function(subject, CheckOptions(seconds=60, max_objects=2))
    assert [each.kind for each in report.findings] == kinds
    assert all(each.replayed for each in report.findings)
    assert (report.verdict == "violated") == bool(kinds)
