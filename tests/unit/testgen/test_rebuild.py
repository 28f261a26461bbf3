"""Snippets rebuild the heap they were made from."""

from __future__ import annotations

import textwrap
import types

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from heapwise.results import Heap, HeapObject, Ref, TupleValue, Value
from heapwise.results.heap import heap_from_json
from heapwise.testgen import Expectation, Observation, Status, same_outcome, snippet
from heapwise.testgen.module_source import read_source
from heapwise.testgen.real_names import Names
from heapwise.testgen.rebuild import build
from heapwise.testgen.snapshot import Snapshot

SOURCE = textwrap.dedent(
    """
    from collections import deque
    from dataclasses import dataclass
    from typing import NamedTuple

    class Account:
        def __init__(self, balance: int):
            assert balance >= 0
            self.balance = balance

    class Node:
        def __init__(self, val, next=None):
            self.val = val
            self.next = next
            self.mark = False

    @dataclass(eq=False)
    class Box:
        inside: object
        label: str = "box"

    @dataclass(frozen=True, eq=False)
    class Ice:
        inside: object

    class Pair(NamedTuple):
        left: object
        right: object

    class Tree:
        def grow(self, n, *, by=1): ...
        @classmethod
        def plant(cls, n): ...

    def transfer(src, dst, amount): ...
    """
)
FACTS = read_source(SOURCE)
A, B = Ref("Account#1"), Ref("Account#2")
N1, N2 = Ref("Node#1"), Ref("Node#2")


def node(val: Value, following: Value = None) -> HeapObject:
    return HeapObject("Node", {"val": val, "next": following, "mark": False})


@pytest.mark.parametrize(
    ("target", "given", "text"),
    [
        (
            "transfer",
            Heap({"src": A, "dst": A, "amount": 1}, {A: HeapObject("Account", {"balance": 1})}),
            "src = Account.__new__(Account); src.balance = 1; transfer(src, src, 1)",
        ),
        (
            "transfer",
            Heap({"src": N1, "dst": None, "amount": 0}, {N1: node(1, N2), N2: node(2)}),
            "transfer(Node(1, Node(2)), None, 0)",
        ),
        (
            "transfer",
            Heap({"src": N1, "dst": N2, "amount": 0}, {N1: node(1, N2), N2: node(2, N1)}),
            "dst = Node(2); src = Node(1, dst); dst.next = src; transfer(src, dst, 0)",
        ),
        (
            "transfer",
            Heap({"src": N1, "dst": "a'b", "amount": float("nan")}, {N1: node(N1, N1)}),
            "src = Node(None); src.val = src; src.next = src; "
            """transfer(src, "a'b", float("nan"))""",
        ),
        (
            "transfer",
            Heap(
                {"src": Ref("l"), "dst": Ref("s"), "amount": TupleValue((1,))},
                {
                    Ref("l"): HeapObject("list", {}, (1, Ref("d"))),
                    Ref("d"): HeapObject("dict", {}, None, (("k", -0.5),)),
                    Ref("s"): HeapObject("set", {}, ()),
                },
            ),
            'transfer([1, {"k": -0.5}], set(), (1,))',
        ),
        (
            "Tree.grow",
            Heap({"self": Ref("t"), "n": 1, "by": 2}, {Ref("t"): HeapObject("Tree", {})}),
            "Tree().grow(1, by=2)",
        ),
        ("Tree.plant", Heap({"n": 1}), "Tree.plant(1)"),
        ("Tree", Heap({}), "Tree()"),
        (
            "transfer",
            Heap({"src": Ref("i")}, {Ref("i"): HeapObject("Ice", {"inside": Ref("i")})}),
            'src = Ice.__new__(Ice); object.__setattr__(src, "inside", src); transfer(src)',
        ),
    ],
)
def test_a_snippet_is_one_line(target: str, given: Heap, text: str) -> None:
    assert snippet(target, given, FACTS) == text


NAMES = {"Node": ["val", "next"], "Box": ["inside"], "Ice": ["inside"], "Pair": ["left", "right"]}
KINDS = [*NAMES, "list", "dict"]


def plain_values() -> st.SearchStrategy[Value]:
    return st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.floats()


def values(refs: list[Ref]) -> st.SearchStrategy[Value]:
    one = plain_values() | st.sampled_from(refs) if refs else plain_values()
    return one | st.lists(one, max_size=2).map(lambda items: TupleValue(tuple(items)))


@st.composite
def heaps(draw: st.DrawFn) -> Heap:
    kinds = draw(st.lists(st.sampled_from(KINDS), max_size=5))
    refs = [Ref(f"{kind}#{number}") for number, kind in enumerate(kinds)]
    objects: dict[Ref, HeapObject] = {}
    for ref, kind in zip(refs, kinds, strict=True):
        # A named tuple that must contain itself cannot exist.
        others = [each for each in refs if kind != "Pair" or not each.name.startswith("Pair")]
        value = values(others)
        fields = {name: draw(value) for name in NAMES.get(kind, [])}
        if kind == "Node":
            fields["mark"] = draw(st.booleans())
        if kind == "Box":
            fields["label"] = draw(st.sampled_from(["box", "other"]))
        items = tuple(draw(st.lists(value, max_size=3))) if kind == "list" else None
        entries = None
        if kind == "dict":
            keys = draw(st.lists(st.integers(), unique=True, max_size=2))
            entries = tuple((key, draw(value)) for key in keys)
        objects[ref] = HeapObject(kind, fields, items, entries)
    roots = {"a": draw(values(refs)), "b": draw(values(refs))}
    shown = draw(st.sets(st.sampled_from(refs))) if refs else set()
    return Heap({**roots, **{f"o{n}": r for n, r in enumerate(refs) if r in shown}}, objects)


@settings(max_examples=300, deadline=None)
@for_all(heaps(), st.booleans())
def test_what_is_built_is_the_heap(heap: Heap, inline: bool) -> None:
    module = types.ModuleType("sample")
    exec(compile(SOURCE, "sample.py", "exec", dont_inherit=True), vars(module))
    built = build(heap, FACTS, inline_objects=inline)
    roots = "".join(f", {name}={built.text(value)}" for name, value in heap.roots.items())
    space = dict(vars(module))
    exec("; ".join([*built.statements, f"made = dict({roots[2:]})"]), space)
    snapshot = Snapshot(Names(module, frozenset()), {})
    made = space["made"]
    assert isinstance(made, dict)
    values = {name: snapshot.value(value) for name, value in made.items()}
    found = heap_from_json({"roots": values, "objects": snapshot.finish()})
    observed = Observation(Status.RETURNED, output=found)
    shape_only = Heap(heap.roots)
    assert same_outcome(Expectation(None, output=heap), observed, shape_only) == []
