"""Lists, tuples, deques, dicts and sets, given and made by the program.

`explore` replays every path in CPython and compares results, final heaps and decisions; what is
claimed here besides is how many paths there are, and what they come to.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.unit.frontends.python.exploring import Cases, ended, explore, reasons, results

HEADING = """
from __future__ import annotations
from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import dataclass
from typing import Optional

class Node:
    def __init__(self, value: int, next: Optional[Node] = None) -> None:
        self.value = value
        self.next = next

class Key:
    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self.number == other.number

    def __hash__(self) -> int:
        return hash(self.number)

@dataclass(frozen=True)
class Point:
    x: int
    y: int

"""


def target(signature: str, *lines: str) -> str:
    body = "\n".join(f"    {line}" for line in lines)
    return f"{HEADING}\ndef target({signature}):\n{body}\n"


CASES = {
    "insert": ("xs: list[int], i: int, v: int", "xs.insert(i, v)", "return len(xs)"),
    "insert an object": ("xs: list[Node], n: Node", "xs.insert(1, n)", "return xs[-1]"),
    "remove": ("xs: list[int], v: int", "xs.remove(v)", "return len(xs)"),
    "remove an object": ("xs: list[Node], n: Node", "xs.remove(n)", "return len(xs)"),
    "pop at an index": ("xs: list[int], i: int", "return xs.pop(i)"),
    "pop an object": ("xs: list[Node]", "return xs.pop(0)"),
    "pop of a new list": ("a: int, i: int", "xs = [a, 1, 2]", "xs.pop(i)", "return xs"),
    "index between": ("xs: list[int], v: int, s: int", "return xs.index(v, s, 2)"),
    "count": ("xs: list[int], v: int", "return xs.count(v)"),
    "reverse": ("xs: list[int]", "xs.reverse()", "return xs"),
    "clear": ("xs: list[int]", "xs.clear()", "xs.append(1)", "return xs[0]"),
    "repeat": ("xs: list[int]", "xs *= 2", "return xs + xs * 0"),
    "extend by itself": ("xs: list[int]", "xs += xs", "return xs"),
    "aliased": ("a: list[int], b: list[int]", "a.append(1)", "return a is b or b[-1:]"),
    "assign an item": ("i: int", "xs = [1, 2]", "xs[i] = 7", "return xs"),
    "delete an item": ("xs: list[int], i: int", "del xs[i]", "return xs"),
    "slices": ("xs: list[int], i: int", "xs[1:2] = [4, 5]", "del xs[i:]", "return xs[::-1]"),
    "slice of an iterator": ("xs: list[int]", "xs[:0] = (1 for _ in xs)", "return xs"),
    "tuple": ("t: tuple[int, ...], v: int", "return t.index(v), t.count(v), tuple([v]) + t"),
    "remove in a loop": ("xs: list[int]", "for x in xs:", "    if x > 5: xs.remove(x)"),
    "both ends": ("q: deque[int]", "q.append(1)", "q.pop()", "return q.popleft()"),
    "rotate": ("q: deque[int], n: int", "q.rotate(n)", "q.extendleft([1, 2])", "return list(q)"),
    "maxlen": ("v: int", "q = deque([1, v], 2)", "q.append(3)", "return q, q.maxlen"),
    "deque in a loop": ("q: deque[int]", "for x in q:", "    if x: q.append(x)"),
    "get": ("d: dict[str, int], k: str", "return d.get(k, -1)"),
    "set": ("d: dict[str, int], k: str", "d[k] = 5", "d['a'] = 6", "return d[k]"),
    "setdefault": ("d: dict[str, list[int]], k: str", "d.setdefault(k, []).append(1)"),
    "pop a key": ("d: dict[int, int], k: int", "return d.pop(k) + d.pop(k, 3)"),
    "popitem": ("d: dict[int, str]", "return d.popitem()"),
    "delete a key": ("d: dict[int, int], k: int", "del d[k]", "return list(d)"),
    "views": ("d: dict[int, int], k: int", "return k in d.keys(), (k, 3) in d.items()"),
    "view as a set": ("d: dict[int, int]", "return d.keys() & {1, 2}, d.keys() == {1}"),
    "update": ("d: dict[str, int]", "d.update([('a', 1)], b=2)", "return d"),
    "union": ("d: dict[str, int]", "return d | {'x': 1}"),
    "fromkeys": ("k: str", "return dict.fromkeys(['a', k], 0)"),
    "of pairs": ("k: int", "return dict(zip([1, k], 'ab'))"),
    "dict in a loop": ("d: dict[int, int]", "for k in d:", "    if k > 2: d[k + 9] = 1"),
    "objects by key": ("d: dict[int, Node], k: int", "return d[k].value"),
    "keys that are objects": ("d: dict[Node, int], n: Node", "d[n] = 3", "return len(d)"),
    "keys with code": ("p: Key, q: Key", "d = {p: 1}", "return q in d and d[q]"),
    "keys of a dataclass": ("p: Point, q: Point", "return len({p, q}), {p: 1}.get(q)"),
    "defaultdict": ("xs: list[int]", "d = defaultdict(list)", "[d[x % 2] for x in xs]", "return d"),
    "given defaultdict": ("d: defaultdict[str, int], k: str", "d[k] += 1", "return d"),
    "order": ("d: OrderedDict[int, int], k: int", "d.move_to_end(k)", "return list(d)"),
    "first out": ("d: OrderedDict[int, int]", "return d.popitem(last=False)"),
    "counts": ("xs: list[int]", "c = Counter(xs)", "c.update([1])", "return c.most_common(1)"),
    "counters": ("a: str", "return Counter([a, 'b']) + Counter(b=2) - Counter('b')"),
    "given counter": ("c: Counter[str], k: str", "c[k] += 1", "return c.total()"),
    "add": ("s: set[int], v: int", "s.add(v)", "return len(s)"),
    "discard": ("s: set[Node], n: Node", "s.discard(n)", "return len(s)"),
    "remove from a set": ("s: set[int], v: int", "s.remove(v)"),
    "sets": ("a: set[int]", "return (a | {1}) - {2}, a ^ {1}, a & {3}"),
    "compare sets": ("a: set[int], v: int", "return a.issubset([v]), a.isdisjoint({v})"),
    "frozen": ("v: int", "return {frozenset([1, v]): 2}.get(frozenset({v, 1}))"),
    "set in a loop": (
        "s: set[int]",
        "if any(x < 0 or x > 20 for x in s):  # in the order that is known exactly",
        "    return",
        "for x in s:",
        "    s.add(x + 1)",
    ),
    "order of a set": ("xs: list[int]", "return list(set(xs))"),
    "booleans": ("s: set[bool]", "return len(s)"),
}

WITH_OBJECTS = (
    "insert an object",
    "remove an object",
    "pop an object",
    "aliased",
    "setdefault",
    "objects by key",
    "keys that are objects",
    "keys with code",
    "defaultdict",
    "discard",
)


MODULE = Cases(HEADING, CASES)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cases")


@pytest.mark.parametrize("name", CASES)
def test_what_is_predicted_happens(folder: Path, name: str) -> None:
    check(folder, name, "fieldmaps")


@pytest.mark.parametrize("strategy", ["pose", "lazy"])
@pytest.mark.parametrize("name", WITH_OBJECTS)
def test_with_other_strategies(folder: Path, name: str, strategy: str) -> None:
    check(folder, name, strategy)


def check(folder: Path, name: str, strategy: str) -> None:
    paths = MODULE.explore(folder, name, strategy)
    # Hashes that collide are looked up in an order of their own.
    assert reasons(paths) <= {"different keys with equal hashes"}
    assert paths


@pytest.mark.parametrize(
    ("name", "count"),
    [("insert", 2), ("remove", 2), ("pop at an index", 3), ("count", 1), ("get", 2), ("add", 2)],
)
def test_scalars_move_without_a_choice(folder: Path, name: str, count: int) -> None:
    paths = MODULE.explore(folder, name)
    assert len(ended(paths)) == count
    assert [path.detail for path in paths if path not in ended(paths)] == ["max-length"]


def test_changing_a_dict_in_a_loop_over_it_raises(folder: Path) -> None:
    paths = MODULE.explore(folder, "dict in a loop")
    assert results(paths) == {None, "RuntimeError"}


def test_items_of_a_given_set_differ(tmp_path: Path) -> None:
    source = target("s: set[int]", "assert len(s) == len(set(list(s)))")
    assert results(explore(tmp_path, source)) == {None}


def test_methods_of_keys_run_as_often_as_in_python(tmp_path: Path) -> None:
    lines = ("s = {p}", "s.add(q)", "return len(s)")
    paths = explore(tmp_path, target("p: Key, q: Key", *lines))
    calls = {path.result: len(path.trace) for path in paths if path.result is not None}
    assert set(calls) == {1, 2}


@pytest.mark.parametrize(
    "lines",
    [
        ("xs = []", "for i in range(10000):", "    xs.append(i)", "return len(xs) > n"),
        ("d = {}", "for i in range(3000):", "    d[i] = str(i)", "return len(d) > n"),
        ("s = set()", "for i in range(3000):", "    s.add(i % 1500)", "return len(s) > n"),
    ],
)
def test_what_is_concrete_is_quick(tmp_path: Path, lines: tuple[str, ...]) -> None:
    started = time.process_time()
    assert len(explore(tmp_path, target("n: int", *lines))) == 1
    assert time.process_time() - started < 20


def test_lists_are_ordered_by_the_very_operator_of_their_items(tmp_path: Path) -> None:
    source = """
    class Item:
        def __init__(self, size: int) -> None:
            self.size = size

        def __lt__(self, other: "Item") -> bool:
            return bool("less")

        def __ge__(self, other: "Item") -> bool:
            if self.size >= other.size:
                return True
            return False

    def target(xs: tuple[Item, int], ys: tuple[Item, int]) -> bool:
        return xs >= ys
    """
    assert results(explore(tmp_path, source)) == {True, False}


def test_a_length_below_zero_is_an_error(tmp_path: Path) -> None:
    source = """
    class Bag:
        def __init__(self, size: int) -> None:
            self.size = size

        def __len__(self) -> int:
            return self.size

    def target(bag: Bag, ask: bool) -> int:
        if ask:
            return 1 if bag else 0
        return min(len(bag), 2)
    """
    assert results(explore(tmp_path, source)) >= {0, 1, "ValueError"}


def test_the_keys_of_a_dict_may_be_disjoint_with_a_list(tmp_path: Path) -> None:
    source = """
    def target(d: dict[int, int], xs: list[int]) -> bool:
        if d.keys().isdisjoint(xs):
            return True
        return False
    """
    assert results(explore(tmp_path, source)) == {True, False}
