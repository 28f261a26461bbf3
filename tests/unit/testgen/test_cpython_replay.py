"""Witnesses run in a real CPython, whatever the program does there."""

from __future__ import annotations

import math
import time
from dataclasses import replace

import pytest

from heapwise.results import Heap, HeapObject, Named, Ref, TupleValue, Value
from heapwise.testgen import Limits, ModuleUnderTest, Replayer, Status
from tests.unit.testgen.conftest import Write
from tests.waiting import PATIENCE

LISTS = """
    class Node:
        def __init__(self, val: int, next: "Node | None" = None):
            raise RuntimeError("no constructor runs when a heap is built")

    def push(head, val):
        node = Node.__new__(Node)
        node.val = val
        node.next = head
        return node

    def length(head):
        n = 0
        seen = set()
        while head is not None and id(head) not in seen:
            seen.add(id(head))
            head = head.next
            n += 1
        return n

    def transfer(src, dst, amount):
        if amount < 0:
            raise ValueError("negative")
        src.val -= amount
        dst.val += amount
"""
ONE, TWO = Ref("Node#1"), Ref("Node#2")


def node(val: Value, following: Ref | None) -> HeapObject:
    return HeapObject("Node", {"val": val, "next": following})


def test_new_objects_get_new_names_and_old_ones_keep_theirs(
    module: Write, replayer: Replayer
) -> None:
    given = Heap({"head": ONE, "val": 7}, {ONE: node(3, None)})
    seen = replayer.replay(module(LISTS), "push", given)
    assert (seen.status, seen.value) == (Status.RETURNED, TWO)
    assert seen.output == Heap(given.roots, {ONE: node(3, None), TWO: node(7, ONE)})


def test_cycles_are_built_and_traced(module: Write, replayer: Replayer) -> None:
    given = Heap({"head": ONE}, {ONE: node(0, TWO), TWO: node(0, ONE)})
    seen = replayer.replay(module(LISTS), "length", given)
    assert seen.value == 2
    assert seen.output == given
    loop = ["14:10 and true", "14:10 while true"]
    end = ["14:10 and true", "14:10 while false"]
    assert list(seen.trace) == ["11:0 def true", *loop, *loop, *end]


def test_aliased_parameters_are_one_object(module: Write, replayer: Replayer) -> None:
    given = Heap({"src": ONE, "dst": ONE, "amount": 1}, {ONE: node(5, None)})
    seen = replayer.replay(module(LISTS), "transfer", given)
    assert seen.output.objects == {ONE: node(5, None)}


def test_an_exception_tells_its_class_message_and_line(module: Write, replayer: Replayer) -> None:
    given = Heap({"src": ONE, "dst": None, "amount": -1}, {ONE: node(5, None)})
    seen = replayer.replay(module(LISTS), "transfer", given)
    assert (seen.status, seen.exception, seen.message) == (Status.RAISED, "ValueError", "negative")
    assert seen.line == 22
    given = replace(given, roots={**given.roots, "amount": 1})
    seen = replayer.replay(module(LISTS), "transfer", given)
    assert (seen.exception, seen.line) == ("AttributeError", 24)
    assert seen.output.objects == {ONE: node(4, None)}  # what was done before it


KINDS = """
    from __future__ import annotations
    import enum
    from collections import deque, defaultdict
    from dataclasses import dataclass, field
    from typing import NamedTuple

    class Color(enum.Enum):
        RED = 1
        BLUE = 2

    @dataclass(frozen=True, slots=True)
    class Point:
        x: float
        y: float

    class Pair(NamedTuple):
        left: object
        right: object

    class Slotted:
        __slots__ = ("a", "_Slotted__b")

    class Stack(list):
        pass

    class Bad(Exception):
        pass

    def same(v): return v
    def boom(v): raise Bad("x")
    def more(d, k):
        d[k] = {"made"}
        return [d, (1, "s", 2.5), Color.BLUE, Stack([1]), deque([1], maxlen=2), same, Point]

    class Tree:
        class Leaf:
            pass
        @staticmethod
        def static(n): return n + 1
        @classmethod
        def made(cls, n): return cls.__name__ * n
        @property
        def size(self): return self._size
        @size.setter
        def size(self, value): self._size = value
        def __init__(self, n, *rest, key=None, **named):
            self.all = (n, rest, key, sorted(named))
        def __hidden(self): return 4

    class Sub(Tree):
        def which(self): return "sub"
"""


def test_every_kind_of_value_comes_back_as_it_went(module: Write, replayer: Replayer) -> None:
    refs = {name: Ref(f"{name}#1") for name in ("list", "dict", "set", "deque", "frozenset")}
    point, pair, slotted, stack = Ref("Point#1"), Ref("Pair#1"), Ref("Slotted#1"), Ref("Stack#1")
    bad, leaf = Ref("Bad#1"), Ref("Tree.Leaf#1")
    everything: tuple[Value, ...] = (
        *(1, True, None, -1.5, math.inf, "a\n\x00é", Named("Color.RED"), TupleValue(())),
        *(*refs.values(), point, pair, slotted, stack, bad, leaf),
    )
    objects = {
        refs["list"]: HeapObject("list", {}, everything),
        refs["dict"]: HeapObject("dict", {}, None, ((point, refs["list"]), ("k", 2))),
        refs["set"]: HeapObject("set", {}, (point,)),
        refs["deque"]: HeapObject("deque", {"maxlen": 3}, (1, refs["list"])),
        refs["frozenset"]: HeapObject("frozenset", {}, (leaf,)),
        point: HeapObject("Point", {"x": 0.5, "y": -0.0}),
        pair: HeapObject("Pair", {"left": refs["frozenset"], "right": refs["list"]}),
        slotted: HeapObject("Slotted", {"a": slotted, "_Slotted__b": pair}),
        stack: HeapObject("Stack", {"extra": 1}, (stack, 2)),
        bad: HeapObject("Bad", {"args": TupleValue(("x",)), "code": 3}),
        leaf: HeapObject("Tree.Leaf", {"up": TupleValue((leaf, refs["dict"]))}),
    }
    given = Heap({"v": refs["list"]}, objects)
    seen = replayer.replay(module(KINDS), "same", given)
    assert (seen.status, seen.why) == (Status.RETURNED, "")
    assert seen.value == refs["list"]
    assert seen.output == given


def test_new_containers_are_read(module: Write, replayer: Replayer) -> None:
    given = Heap(
        {"d": Ref("dict#1"), "k": "key"}, {Ref("dict#1"): HeapObject("dict", {}, None, ())}
    )
    seen = replayer.replay(module(KINDS), "more", given)
    objects = seen.output.objects
    assert isinstance(seen.value, Ref)
    assert objects[seen.value].items == (
        Ref("dict#1"),
        TupleValue((1, "s", 2.5)),
        Named("Color.BLUE"),
        Ref("Stack#1"),
        Ref("deque#1"),
        Named("same"),
        Named("Point"),
    )
    assert objects[Ref("dict#1")].entries == (("key", Ref("set#1")),)
    assert objects[Ref("set#1")].items == ("made",)
    assert objects[Ref("deque#1")] == HeapObject("deque", {"maxlen": 2}, (1,))


TREE = Ref("Tree#1")


@pytest.mark.parametrize(
    ("target", "roots", "value"),
    [
        ("Tree.static", {"n": 1}, 2),
        ("Tree.made", {"n": 2}, "TreeTree"),
        ("Tree.made", {"cls": Named("Tree"), "n": 1}, "Tree"),
        ("Tree.size", {"self": TREE}, 3),
        ("Tree.__hidden", {"self": TREE}, 4),
        ("Sub.which", {"self": TREE}, "sub"),  # called as it is written, on whatever is given
        ("same", {"v": 1}, 1),
    ],
)
def test_targets_of_every_kind(
    module: Write, replayer: Replayer, target: str, roots: dict[str, Value], value: Value
) -> None:
    given = Heap(roots, {TREE: HeapObject("Tree", {"_size": 3})})
    seen = replayer.replay(module(KINDS), target, given)
    assert (seen.status, seen.value) == (Status.RETURNED, value), seen.why


def test_constructors_and_accessors(module: Write, replayer: Replayer) -> None:
    file = module(KINDS)
    extra = {Ref("dict#1"): HeapObject("dict", {}, None, (("z", 1),))}
    roots: dict[str, Value] = {"n": 1, "rest": TupleValue((2, 3)), "named": Ref("dict#1")}
    seen = replayer.replay(file, "Tree", Heap(roots, extra))
    assert seen.value == TREE, seen.why
    names = seen.output.objects[TREE].fields["all"]
    assert names == TupleValue((1, TupleValue((2, 3)), None, Ref("list#1")))
    given = Heap({"self": TREE, "value": 9}, {TREE: HeapObject("Tree", {})})
    seen = replayer.replay(file, "Tree.size.fset", given)
    assert seen.output.objects[TREE].fields == {"_size": 9}


def test_exceptions_of_the_program_are_named_as_in_the_program(
    module: Write, replayer: Replayer
) -> None:
    assert replayer.replay(module(KINDS), "boom", Heap({"v": 1})).exception == "Bad"


@pytest.mark.parametrize(
    ("target", "given", "why"),
    [
        ("nothing", Heap(), "sample has no nothing"),
        ("Tree.nothing", Heap(), "sample has no Tree.nothing"),
        ("same", Heap({"w": 1}), "same has no parameter w"),
        ("same", Heap(), "same: missing a required argument: 'v'"),
        ("same", Heap({"v": Ref("X#1")}, {Ref("X#1"): HeapObject("X", {})}), "no class X"),
        (
            "same",
            Heap({"v": Ref("d")}, {Ref("d"): HeapObject("dict", {}, None, ((1, 2), (True, 2)))}),
            "two keys of d are equal",
        ),
        ("same", Heap({"v": Ref("p")}, {Ref("p"): HeapObject("Point", {"z": 1})}), "no field z"),
    ],
)
def test_what_cannot_be_run_says_why(
    module: Write, replayer: Replayer, target: str, given: Heap, why: str
) -> None:
    seen = replayer.replay(module(KINDS), target, given)
    assert seen.status is Status.INVALID
    assert why in seen.why


HOSTILE = """
    import os, sys, time
    state = []
    def forever():
        while True: pass
    def hog():
        return [bytearray(1 << 20) for _ in range(1 << 20)]
    def leave(): os._exit(3)
    def leave_politely(): sys.exit(4)
    def shoot(): os.kill(os.getpid(), 11)
    def deep(n): return deep(n + 1)
    def talk():
        print("hello", end="")
        print("there", file=sys.stderr)
        os.write(1, b"noise")
        return input()
    def remember():
        state.append(1)
        return len(state)
    def count(n):
        for i in range(n):
            yield i
    def endless():
        n = 0
        while True:
            yield n
            n += 1
    def fails():
        yield 1
        raise KeyError("k")
    def long(n):
        head = None
        for _ in range(n):
            head = (0, head) if n < 0 else [head]
        return head
"""


def test_an_endless_loop_is_ended(module: Write, replayer: Replayer) -> None:
    start = time.monotonic()
    seen = replayer.replay(module(HOSTILE), "forever", Heap(), Limits(seconds=0.3))
    assert seen.status is Status.TIMEOUT
    assert time.monotonic() - start < PATIENCE


def test_a_memory_hog_is_ended(module: Write, replayer: Replayer) -> None:
    seen = replayer.replay(module(HOSTILE), "hog", Heap(), Limits(memory=1 << 28))
    assert seen.status is Status.MEMORY


def test_a_process_that_ends_itself_is_reported(module: Write, replayer: Replayer) -> None:
    file = module(HOSTILE)
    seen = replayer.replay(file, "leave", Heap())
    assert (seen.status, seen.why) == (Status.DIED, "the process was ended with exit code 3")
    seen = replayer.replay(file, "shoot", Heap())
    assert (seen.status, seen.why) == (Status.DIED, "killed by signal 11 (SIGSEGV)")
    assert replayer.replay(file, "leave_politely", Heap()).exception == "SystemExit"
    assert replayer.replay(file, "remember", Heap()).value == 1


def test_unbounded_recursion_is_an_exception(module: Write, replayer: Replayer) -> None:
    seen = replayer.replay(module(HOSTILE), "deep", Heap({"n": 0}))
    assert (seen.exception, seen.line) == ("RecursionError", 10)


def test_output_is_kept_and_there_is_no_input(module: Write, replayer: Replayer) -> None:
    seen = replayer.replay(module(HOSTILE), "talk", Heap())
    assert seen.exception == "EOFError"
    assert seen.printed == "hellothere\n"


def test_runs_do_not_see_each_other(module: Write, replayer: Replayer) -> None:
    file = module(HOSTILE)
    assert [replayer.replay(file, "remember", Heap()).value for _ in range(3)] == [1, 1, 1]


def test_generators_are_run_to_their_end_within_bounds(module: Write, replayer: Replayer) -> None:
    file = module(HOSTILE)
    seen = replayer.replay(file, "count", Heap({"n": 2}))
    assert isinstance(seen.value, Ref)
    assert seen.output.objects[seen.value] == HeapObject("list", {}, (0, 1))
    assert (seen.exhausted, seen.items_cut) == (True, False)
    items = ("20:13 for true", "20:13 for true", "20:13 for false")
    assert seen.trace == ("19:0 def true", *items)
    seen = replayer.replay(file, "endless", Heap(), Limits(max_items=3))
    assert seen.items_cut
    assert replayer.replay(file, "fails", Heap()).exception == "KeyError"


def test_deep_structures_are_read_without_recursion(module: Write, replayer: Replayer) -> None:
    seen = replayer.replay(module(HOSTILE), "long", Heap({"n": 5000}))
    assert len(seen.output.objects) == 5000


def test_a_module_that_cannot_be_imported_says_so(module: Write, replayer: Replayer) -> None:
    seen = replayer.replay(module("1 / 0", "broken"), "f", Heap())
    assert seen.status is Status.INVALID
    assert "ZeroDivisionError" in seen.why
    seen = replayer.replay(module("import os; os._exit(1)", "leaving"), "f", Heap())
    assert seen.status is Status.INVALID


def test_a_module_in_a_package_has_its_right_name(module: Write, replayer: Replayer) -> None:
    base = module("class Base:\n    def ok(self): return 1 if self.n else 2\n", "base")
    folder = base.path.parent / "pkg"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    other = folder / "other.py"
    other.write_text("class Base:\n    def ok(self):\n        return 1 if self.n else 2\n")
    inner = folder / "inner.py"
    inner.write_text("from . import other\nclass Sub(other.Base): pass\ndef f(s): return s.ok()\n")
    file = ModuleUnderTest.of_file(inner)
    assert file.name == "pkg.inner"
    given = Heap({"s": Ref("Sub#1")}, {Ref("Sub#1"): HeapObject("Sub", {"n": 0})})
    assert replayer.replay(file, "f", given).trace == ("3:0 def true",)
    both = replace(file, instrument=(("pkg.other", other),))
    assert replayer.replay(both, "f", given).trace == (
        "3:0 def true",
        "pkg.other:2:4 def true",
        "pkg.other:3:20 ifexp false",
    )
    # `Base` is no name of `pkg.inner`, but only one module of the program has it.
    given = Heap({"s": Ref("Base#1")}, {Ref("Base#1"): HeapObject("Base", {"n": 1})})
    seen = replayer.replay(file, "f", given)
    assert (seen.value, seen.why) == (1, "")


def test_a_module_named_like_one_of_the_library_is_found(module: Write, replayer: Replayer) -> None:
    seen = replayer.replay(module("def f(): return __name__", "queue"), "f", Heap())
    assert (seen.value, seen.why) == ("queue", "")
