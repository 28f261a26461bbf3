"""The test files that are written pass, read well, and fail when the program changes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from heapwise.results import Heap, HeapObject, Named, Ref, TupleValue, Value
from heapwise.testgen import ModuleUnderTest, Replayer, Status, TestCase, write_tests
from heapwise.testgen.coverage import branch_coverage
from tests.unit.testgen.conftest import Write

TREE = """
    from dataclasses import dataclass

    @dataclass
    class Node:
        key: int
        left: "Node | None" = None
        right: "Node | None" = None

    class Tree:
        def __init__(self, root: "Node | None" = None) -> None:
            self.root = root

        def insert(self, k: int) -> None:
            if self.root is None:
                self.root = Node(k)
                return
            node = self.root
            while node.key != k:
                if k < node.key:
                    if node.left is None:
                        node.left = Node(k)
                    node = node.left
                else:
                    if node.right is None:
                        node.right = Node(k)
                    node = node.right

        def first(self) -> Node:
            return self.root.left or self.root

        def ok(self) -> bool:
            return True
"""
LEFT = '''
def test_insert_when_k_below_root_key() -> None:
    """k < self.root.key and self.root.left is None"""
    root = Node(key=1)
    tree = Tree(root=root)

    tree.insert(0)

    assert tree.root is root
    assert root.key == 1 and root.right is None
    new_node = root.left
    assert isinstance(new_node, Node)
    assert new_node.key == 0
    assert new_node.left is None
    assert new_node.right is None
'''
N1, N2, T = Ref("Node#1"), Ref("Node#2"), Ref("Tree#1")


def node(key: int, left: Ref | None = None, right: Ref | None = None) -> HeapObject:
    return HeapObject("Node", {"key": key, "left": left, "right": right})


def case(
    replayer: Replayer,
    module: ModuleUnderTest,
    target: str,
    given: Heap,
    condition: str = "",
    invariants: tuple[str, ...] = (),
) -> TestCase:
    observed = replayer.replay(module, target, given)
    assert observed.status in (Status.RETURNED, Status.RAISED), observed.why
    return TestCase(module, target, given, observed, condition, invariants=invariants)


def run_pytest(file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", file.name]
    quick = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(
        command, cwd=file.parent, env=quick, capture_output=True, text=True, check=False
    )


def check(cases: list[TestCase], file: Path) -> str:
    """Writes the file; it must pass and be formatted."""
    text = write_tests(cases, file)
    file.write_text(text, encoding="utf-8")
    ran = run_pytest(file)
    assert ran.returncode == 0, ran.stdout + text
    formatted = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--diff", "--line-length", "88", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert formatted.returncode == 0, formatted.stdout + text
    return text


def insertions(replayer: Replayer, module: ModuleUnderTest) -> list[TestCase]:
    def insert(k: int, condition: str, **nodes: HeapObject) -> TestCase:
        objects = {T: HeapObject("Tree", {"root": N1 if nodes else None})}
        objects |= {Ref(f"Node#{name[1:]}"): body for name, body in nodes.items()}
        return case(replayer, module, "Tree.insert", Heap({"self": T, "k": k}, objects), condition)

    return [
        insert(5, "self.root is None"),
        insert(0, "k < self.root.key and self.root.left is None", n1=node(1)),
        insert(1, "k == self.root.key", n1=node(1)),
        insert(1, "k == self.root.key again", n1=node(1)),
        insert(3, "self.root.right is not None", n1=node(1, None, N2), n2=node(2)),
    ]


def test_a_test_reads_as_one_would_write_it(
    module: Write, replayer: Replayer, tmp_path: Path
) -> None:
    cases = insertions(replayer, module(TREE))
    text = check(cases, tmp_path / "test_sample.py")
    assert text.startswith('"""Tests of sample.Tree.insert, written by heapwise')
    assert LEFT in text
    assert text.count("def test_") == 4  # one was the same as another


def test_a_mutation_makes_the_tests_fail(module: Write, replayer: Replayer, tmp_path: Path) -> None:
    file = module(TREE)
    check(insertions(replayer, file), tmp_path / "test_sample.py")
    original = file.path.read_text()
    for old, new in (
        ("node.left = Node(k)", "node.left = Node(k + 1 - 1, node)"),
        ("if k < node.key", "if k > node.key"),
        ("self.root = Node(k)", "self.root = Node(k, None, Node(k))"),
        ("node = node.right", "node.left = node.right; node = node.right"),
    ):
        assert old in original
        file.path.write_text(original.replace(old, new))
        assert run_pytest(tmp_path / "test_sample.py").returncode == 1, (old, new)


def test_identity_is_asserted_even_where_values_are_equal(
    module: Write, replayer: Replayer, tmp_path: Path
) -> None:
    source = """
        class Node:
            def __init__(self, val, next=None):
                self.val = val
                self.next = next

        def clone(node):
            return Node(node.val, node.next)
    """
    file = module(source)
    given = Heap({"node": N1}, {N1: HeapObject("Node", {"val": 1, "next": N1})})
    check([case(replayer, file, "clone", given)], tmp_path / "test_clone.py")
    text = file.path.read_text()
    file.path.write_text(text.replace("return Node(node.val, node.next)", "return node"))
    assert run_pytest(tmp_path / "test_clone.py").returncode == 1


def test_coverage_counts_the_branches_of_the_targets(module: Write, replayer: Replayer) -> None:
    cases = insertions(replayer, module(TREE))
    coverage = branch_coverage(cases, replayer)
    assert str(coverage) == "9 of 10 branches"
    assert coverage.missing == ("20:19 if false",)
    assert branch_coverage(cases) == coverage


KINDS = """
    from __future__ import annotations
    import enum, math
    from collections import deque, defaultdict, namedtuple
    from dataclasses import dataclass, field
    from typing import NamedTuple

    class Color(enum.Enum):
        RED = 1
        BLUE = 2

    class Pair(NamedTuple):
        left: object
        right: object

    @dataclass(frozen=True)
    class Link:
        name: str
        other: object = None

    @dataclass
    class Cache:
        limit: int
        data: dict[int, object] = field(default_factory=dict)
        order: list[int] = field(default_factory=list)
        weight: float = 1.0

        def put(self, key: int, value: object) -> None:
            if self.limit <= 0:
                raise KeyError(key)
            if key in self.data:
                self.order.remove(key)
            self.data[key] = value
            self.order.append(key)

        @property
        def size(self) -> int:
            return len(self.data)

        @staticmethod
        def nothing(x): return math.nan if x else -math.inf

        @classmethod
        def made(cls, limit, *more, weight=0.5, **rest):
            made = cls(limit, {1: deque(more, maxlen=3)}, [1, 2], weight)
            made.rest = rest
            return made

    class Strict:
        def __new__(cls, n): raise RuntimeError
        def __setattr__(self, name, value): raise RuntimeError
        def __hidden(self): return self.n

    class Failure(Exception):
        pass

    def fail(c):
        c.weight = math.nan
        raise Failure("no")

    def everything(v, k=Color.RED):
        made = [v, Pair(1, (v,)), {"a": 1, "b": [2]}, {v: 1}, {1, 2}, (1, v), Color.BLUE, Link]
        made.append({"x": v, "y": [made]})
        made.append(lambda: 1)
        made.append(float("nan"))
        made.append(b"x" * 120)
        made.append("a rather long text " * 6)
        return made

    def count(n):
        yield from range(n)
        if n > 3:
            raise Failure("many")

    def deep(n): return deep(n + 1)
    def add(d, k): d[k] = d.pop(1, "it's") ; return d
    def swap(a, b): a[0], b[0] = b[0], a[0]
    def forget(c): del c.weight
    def same(v): return v
"""


def test_objects_of_every_kind_pass_too(module: Write, replayer: Replayer, tmp_path: Path) -> None:
    file = module(KINDS, "kinds")
    cache, data, order = Ref("Cache#1"), Ref("dict#1"), Ref("list#1")
    link, link2, pair, frozen = Ref("Link#1"), Ref("Link#2"), Ref("Pair#1"), Ref("frozenset#1")
    strict = Ref("Strict#1")

    def full(limit: int, *keys: int, weight: Value = 1.0) -> dict[Ref, HeapObject]:
        fields: dict[str, Value] = {"limit": limit, "data": data, "order": order, "weight": weight}
        return {
            cache: HeapObject("Cache", fields),
            data: HeapObject("dict", {}, None, tuple((key, str(key)) for key in keys)),
            order: HeapObject("list", {}, keys),
        }

    def one(target: str, roots: dict[str, Value], objects: dict[Ref, HeapObject]) -> TestCase:
        return case(replayer, file, target, Heap(roots, objects))

    cyclic = {
        link: HeapObject("Link", {"name": 'say "hi"', "other": pair}),
        pair: HeapObject("Pair", {"left": frozen, "right": TupleValue((link, 1))}),
        frozen: HeapObject("frozenset", {}, (strict, link2, 3)),
        strict: HeapObject("Strict", {"n": link}),
        link2: HeapObject("Link", {"name": "", "other": None}),
    }
    ring = {
        order: HeapObject("list", {}, (1, order, TupleValue((order,)), data)),
        data: HeapObject("dict", {}, None, (("k", order),)),
    }
    many = {Ref(f"list#{n}"): HeapObject("list", {}, (n, n)) for n in (1, 2)}
    factory = HeapObject("defaultdict", {"default_factory": Named("list")}, None, ((1, order),))
    cases = [
        one("Cache.put", {"self": cache, "key": 1, "value": cache}, full(2)),
        one("Cache.put", {"self": cache, "key": 1, "value": "x"}, full(2, 1, 3)),
        one("Cache.put", {"self": cache, "key": 1, "value": order}, full(0, 1)),
        one("Cache.size", {"self": cache}, full(0, 1, weight=float("inf"))),
        one("Cache.nothing", {"x": 1}, {}),
        one("Cache.nothing", {"x": 0}, {}),
        one("Cache.made", {"limit": 3, "more": TupleValue((1, cache)), "weight": 2.0}, full(1)),
        one("Cache", {"limit": 3, "weight": 2.0}, {}),
        one("fail", {"c": cache}, full(1, weight=float("nan"))),
        one("forget", {"c": cache}, full(1)),
        one("everything", {"v": link}, {link: HeapObject("Link", {"name": "n", "other": None})}),
        one("everything", {"v": None, "k": Named("Color.BLUE")}, {}),
        one("count", {"n": 2}, {}),
        one("count", {"n": 4}, {}),
        one("deep", {"n": 0}, {}),
        one("add", {"d": data, "k": 1}, {data: HeapObject("dict", {}, None, ((1, 5), (2, 6)))}),
        one("swap", {"a": order, "b": order}, many),
        one("swap", {"a": order, "b": Ref("list#2")}, many),
        one("same", {"v": strict}, {strict: HeapObject("Strict", {"n": strict})}),
        one("Strict.__hidden", {"self": strict}, {strict: HeapObject("Strict", {"n": 4})}),
        one("same", {"v": link}, cyclic),
        one("same", {"v": order}, ring),
        one("same", {"v": data}, {data: factory, order: HeapObject("list", {}, ())}),
        one("same", {"v": Ref("q")}, {Ref("q"): HeapObject("deque", {"maxlen": 2}, (1, Ref("q")))}),
    ]
    text = check(cases, tmp_path / "test_kinds.py")
    assert "with pytest.raises(Failure):" in text
    assert "with pytest.raises(RecursionError):" in text
    assert "assert list(count(2)) == [0, 1]" in text
    assert "math.isnan(cache.weight)" in text or "math.isnan(c.weight)" in text
    assert text == write_tests(cases, tmp_path / "test_kinds.py")


def test_invariants_are_asserted_in_the_names_of_the_test(
    module: Write, replayer: Replayer, tmp_path: Path
) -> None:
    given = Heap({"self": T}, {T: HeapObject("Tree", {"root": N1}), N1: node(1)})
    file = module(TREE)
    checked = case(
        replayer, file, "Tree.first", given, invariants=("self.ok() and self.root is not None",)
    )
    text = check([checked], tmp_path / "test_first.py")
    assert "    assert tree.ok() and tree.root is not None\n" in text
    assert "    assert result is root\n" in text


def test_modules_elsewhere_and_shadowed_modules_are_found(
    module: Write, replayer: Replayer, tmp_path: Path
) -> None:
    (tmp_path / "tests").mkdir()
    file = module("def f(n): return n + 1\n")
    text = check([case(replayer, file, "f", Heap({"n": 1}))], tmp_path / "tests" / "test_f.py")
    assert "sys.path.insert(0, str(Path(__file__).resolve().parents[1]))" in text
    shadowed = module("def f(n): return n + 1\n", "queue")
    check([case(replayer, shadowed, "f", Heap({"n": 1}))], tmp_path / "tests" / "test_g.py")


def test_runs_that_did_not_end_are_not_written(module: Write, replayer: Replayer) -> None:
    file = module("import os\ndef f(): os._exit(1)\n")
    observed = replayer.replay(file, "f", Heap())
    assert "def test" not in write_tests([TestCase(file, "f", Heap(), observed)])
