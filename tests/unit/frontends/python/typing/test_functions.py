"""Functions with their trees, found by their live objects."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from heapwise.frontends.python.source.modules import LoadedModule, load_file, load_module
from heapwise.frontends.python.source.target import parse_target
from heapwise.frontends.python.typing.functions import function_named, functions_of, info_of
from heapwise.frontends.python.typing.hints import UnknownShape
from heapwise.program import InputError

Load = Callable[[str], LoadedModule]


@pytest.fixture
def load(tmp_path: Path) -> Iterator[Load]:
    before = set(sys.modules)

    def loaded(text: str) -> LoadedModule:
        path = tmp_path / "subject.py"
        path.write_text(dedent(text))
        return load_file(path)

    yield loaded
    for name in set(sys.modules) - before:
        del sys.modules[name]


def _shapes(loaded: LoadedModule, qualname: str) -> dict[str, str]:
    info = function_named(loaded, qualname)
    return {parameter.name: str(parameter.shape) for parameter in info.parameters}


def test_functions_and_methods_are_listed_in_the_order_of_the_source(load: Load) -> None:
    loaded = load(
        """
        from os.path import join
        from dataclasses import dataclass
        def first(): ...
        class A:
            def __init__(self): ...
            class Inner:
                def deep(self): ...
            @property
            def size(self) -> int: ...
            @size.setter
            def size(self, value: int) -> None: ...
            @staticmethod
            def s(x: int): yield x
            @classmethod
            def c(cls): ...
        @dataclass
        class D:
            x: int
        async def last(): ...
        alias = first
        """
    )
    assert [(info.qualname, info.kind, info.at.line) for info in functions_of(loaded)] == [
        ("first", "function", 4),
        ("A.__init__", "method", 6),
        ("A.Inner.deep", "method", 8),
        ("A.size", "property", 10),
        ("A.size", "property", 12),
        ("A.s", "staticmethod", 14),
        ("A.c", "classmethod", 16),
        ("last", "function", 20),
    ]
    assert function_named(loaded, "A.s").is_generator
    assert len(function_named(loaded, "A.size").parameters) == 1
    assert function_named(loaded, "A.Inner.deep").owner is vars(loaded.module)["A"].Inner


def test_parameters_have_the_shapes_of_their_hints(load: Load) -> None:
    loaded = load(
        """
        from __future__ import annotations
        class Node:
            def insert(self, key: int, after: Node = None, *rest: str, flag=True, **more: int): ...
            def __eq__(self, other): ...
            @classmethod
            def make(cls, n: int) -> Node: ...
        def f(x, y: list[Node], z=None): ...
        """
    )
    assert _shapes(loaded, "Node.insert") == {
        "self": "Node",
        "key": "int",
        "after": "Node | None",
        "rest": "tuple[str, ...]",
        "flag": "bool",
        "more": "dict[str, int]",
    }
    assert _shapes(loaded, "Node.__eq__")["other"] == "Node"
    assert str(function_named(loaded, "Node.make").returns) == "Node"
    assert function_named(loaded, "f").returns is None
    x, y, z = function_named(loaded, "f").parameters
    assert isinstance(x.shape, UnknownShape) and isinstance(z.shape, UnknownShape)
    assert x.shape.reason == (
        f"the parameter `x` of f has no type hint: write `x: int` (or what it is), {loaded.path}:8"
    )
    assert (x.has_default, z.has_default, str(y.shape)) == (False, True, "list[Node]")


def test_only_the_definition_that_counts_is_there(load: Load) -> None:
    loaded = load(
        """
        def f(): return 1
        def f(): return 2
        if len("x") == 2:
            def g(): return 1
        else:
            def g(): return 2
        """
    )
    assert [(info.name, info.at.line) for info in functions_of(loaded)] == [("f", 3), ("g", 7)]


def test_decorators_that_keep_the_function_are_looked_through(load: Load) -> None:
    loaded = load(
        """
        import functools
        def logged(f):
            @functools.wraps(f)
            def wrapper(*args): return f(*args)
            return wrapper
        @logged
        @functools.lru_cache(maxsize=None)
        def fib(n: int) -> int: ...
        """
    )
    info = info_of(vars(loaded.module)["fib"])
    assert info is not None
    assert (info.qualname, info.at.line) == ("fib", 9)
    assert [info.qualname for info in functions_of(loaded)] == ["logged", "fib"]


def test_functions_met_on_the_way_are_found(load: Load) -> None:
    loaded = load(
        """
        class A:
            def m(self): ...
        def outer(limit: int):
            def inner(x: int): return x + limit
            return inner
        one, two = (lambda a: a), (lambda b: (lambda c: c)(b))
        """
    )
    names = vars(loaded.module)

    def source(function: object) -> str:
        info = info_of(function)
        assert info is not None
        return ast.unparse(info.node).splitlines()[0]

    assert source(names["A"]().m) == "def m(self):"
    assert source(names["outer"](3)) == "def inner(x: int):"
    assert source(names["one"]) == "lambda a: a"
    assert source(names["two"]) == "lambda b: (lambda c: c)(b)"
    inner: Any = info_of(names["outer"](3))
    assert inner.owner is None and inner.kind == "function"


def test_functions_without_source_are_none(load: Load) -> None:
    loaded = load(
        """
        from dataclasses import dataclass
        @dataclass
        class D:
            x: int
        """
    )
    cls = vars(loaded.module)["D"]
    assert info_of(len) is None and info_of(str.upper) is None and info_of(cls) is None
    assert info_of(cls.__init__) is None and info_of(3) is None
    assert info_of(dedent) is None  # the standard library's


@pytest.mark.parametrize("blank_lines", [0, 1, 2, 3])
def test_generated_methods_are_not_taken_for_written_ones(load: Load, blank_lines: int) -> None:
    text = "class A:\n    def __init__(self): ...\n"
    data = "from dataclasses import dataclass\n@dataclass\nclass D:\n    x: int\n"
    loaded = load("\n" * blank_lines + text + data)
    assert [info.qualname for info in functions_of(loaded)] == ["A.__init__"]
    assert info_of(vars(loaded.module)["D"].__init__) is None


def test_an_unknown_function_is_answered_with_a_close_one(load: Load) -> None:
    loaded = load("class Account:\n    def close(self): ...\n")
    with pytest.raises(InputError, match=r"did you mean `Account\.close`"):
        function_named(loaded, "Account.clse")


def test_modules_inside_the_interpreter_have_their_source() -> None:
    found = function_named(load_module(parse_target("os.path:join")), "join")
    assert isinstance(found.node, ast.FunctionDef) and found.node.name == "join"


def test_a_method_that_the_module_has_of_an_object_is_that_of_its_class(load: Load) -> None:
    loaded = load(
        """
        class Signals:
            def signal(self, name: str) -> str:
                return name
            @classmethod
            def made(cls) -> "Signals":
                return cls()
        signal = Signals().signal
        made = Signals.made
        """
    )
    owners = {info.qualname: info.owner.__name__ for info in functions_of(loaded) if info.owner}
    assert owners == {"Signals.signal": "Signals", "Signals.made": "Signals"}
