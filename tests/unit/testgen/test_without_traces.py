"""Runs that share a process: which may, and what it costs one of them that another goes wrong."""

from __future__ import annotations

import os
import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest

from heapwise.results import Heap, HeapObject, Ref
from heapwise.testgen import ModuleUnderTest, Replayer, worker, worker_start
from heapwise.testgen.cpython_replay import Limits, Status
from heapwise.testgen.without_traces import plain_classes

Write = Callable[..., ModuleUnderTest]

PLAIN = """
from __future__ import annotations
import math
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import os

LIMIT: int = 2 * 8
NAMES = ("a", "b")

class Refused(ValueError):
    \"\"\"An error of our own.\"\"\"

@dataclass
class Node:
    value: int = 0
    next: Node | None = None
    seen: list[int] = field(default_factory=list)

    @property
    def last(self) -> Node:
        return self if self.next is None else self.next.last

def total(node: Node | None, most: int = 10) -> int:
    queue, found = deque([node]), 0
    while queue and found < most:
        each = queue.popleft()
        if isinstance(each, Node):
            each.seen.append(each.value)
            found += math.floor(each.value)
            queue.append(each.next)
    if found > LIMIT:
        raise Refused(f"{found} is too much")
    try:
        return max([found, *(len(name) for name in NAMES)])
    except (TypeError, ValueError):
        return 0

def deep(n: int) -> int:
    return 1 + deep(n - 1) if n else 0

def depth() -> int:
    try:
        return 1 + depth()
    except Exception:
        return 1

def half(n: int) -> bool:
    return 0 < 10 // n < 5

def hog(n: int) -> int:
    return len([0] * n)

def forever() -> None:
    while True:
        pass
"""

LEAVES = [
    "seen = []",
    "import os",
    "from functools import cache",
    "from math import *",
    "def f(x=[]): return x",
    "def f(): global n; n = 1",
    "def f(): f.calls = 1",
    "class A:\n    seen = []\ndef f(a): a.seen.append(1)",
    "class A:\n    n = 0\ndef f(): A.n += 1",
    "class A:\n    n = 0\n    @classmethod\n    def f(cls): cls.n += 1",
    "class A:\n    def f(self): self.__class__.n = 1",
    "class A:\n    @staticmethod\n    def g(): ...\n    def f(self): h = self.g; h.n = 1",
    "class A:\n    def __del__(self): ...",
    "class A(list): ...",
    "class A(metaclass=M): ...",
    "class A:\n    def f(self): type(self).n = 1",
    "class A: ...\ndef f(): use(A)",
    "def f(): setattr(f, 'n', 1)",
    "def f(): vars()['n'] = 1",
    "def f(): print(1)",
    "def f(): open('x', 'w')",
    "def f(xs): return [x for x in {*xs}]",
    "def f(xs): return list(set(xs))",
    "def f(a, b): return a.keys() & b.keys()",
    "def f(x): return id(x)",
    "def f():\n    try:\n        yield 1\n    finally:\n        x = 1",
    "async def f(): ...",
    "import math\ndef f(): math.pi = 3",
    "import math\ndef f(): m = math; m.pi = 3",
    "def dataclass(cls): cls.seen = []; return cls\n@dataclass\nclass A: ...",
    "TYPE_CHECKING = True\nif TYPE_CHECKING:\n    seen = []",
    "if __name__ == 'sample':\n    seen = []",
    "def f():\n    def g(x=[]): return x\n    return g()",
    "def f():\n    raise SystemExit",
    "def f(): import os",
    "try:\n    import fast\nexcept ImportError: ...",
    "def f(:",
]


@pytest.mark.parametrize("source", LEAVES)
def test_a_module_that_may_leave_something_behind_is_not_trusted(source: str) -> None:
    assert plain_classes(source) is None


def test_a_module_that_only_computes_is_known_to(module: Write, replayer: Replayer) -> None:
    classes = plain_classes(PLAIN)
    assert classes is not None and {"Node", "list"} < classes and "set" not in classes
    file = module(PLAIN)
    nodes = {Ref("Node#1"): HeapObject("Node", {"value": 7, "next": None, "seen": Ref("list#1")})}
    given = Heap({"node": Ref("Node#1")}, nodes | {Ref("list#1"): HeapObject("list", {}, ())})
    seen = [replayer.replay(file, "total", given) for _ in range(3)]
    assert seen[0].value == 7 and seen[0] == seen[1] == seen[2]
    assert seen[2].output.objects[Ref("list#1")].items == (7,)


def forks() -> str:
    """Of the worker that was started last."""
    server = worker_start._server(os.getpid())
    return children(children(str(server._process.pid)).split()[-1])


def children(pid: str) -> str:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text()


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="there is no /proc")
def test_its_runs_share_a_process_as_long_as_they_end(module: Write, replayer: Replayer) -> None:
    file = module(PLAIN)
    assert replayer.replay(file, "deep", Heap({"n": 3})).value == 3
    first = forks()
    assert first.split()
    assert replayer.replay(file, "half", Heap({"n": 0})).exception == "ZeroDivisionError"
    assert replayer.replay(file, "half", Heap({"n": 4})).trace[-1].endswith("true")
    assert forks() == first
    assert replayer.replay(file, "hog", Heap({"n": 1 << 40})).status is Status.MEMORY
    assert forks() == ""
    assert replayer.replay(file, "hog", Heap({"n": 1 << 24})).value == 1 << 24
    large = forks()
    assert replayer.replay(file, "deep", Heap({"n": 3})).value == 3
    assert forks() != large  # it had grown
    limits = Limits(seconds=0.2)
    assert replayer.replay(file, "forever", Heap(), limits).status is Status.TIMEOUT
    assert replayer.replay(file, "deep", Heap({"n": 3})).value == 3
    os.kill(int(forks()), 9)
    assert replayer.replay(file, "deep", Heap({"n": 4})).value == 4


def test_a_stack_is_as_deep_for_each_of_them(module: Write, replayer: Replayer) -> None:
    file = module(PLAIN)
    depths = [replayer.replay(file, "depth", Heap(), Limits(max_events=0)).value for _ in range(3)]
    assert isinstance(depths[0], int) and depths[0] > 900
    assert len(set(depths)) == 1


def test_a_module_of_the_user_is_no_module_of_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not worker._has_others()
    own = types.ModuleType("dataclasses")
    own.__file__ = "/home/me/dataclasses.py"
    monkeypatch.setitem(sys.modules, "dataclasses", own)
    assert worker._has_others()
