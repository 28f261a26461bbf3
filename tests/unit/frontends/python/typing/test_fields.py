"""Fields of classes: declared ones, and those that only the code shows."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace

import pytest

from heapwise.frontends.python.source.modules import load_file
from heapwise.frontends.python.typing.fields import FieldInfo, fields_of
from heapwise.frontends.python.typing.hints import ClassShape, UnknownShape
from heapwise.frontends.python.typing.stand_in_shapes import kept_shapes

Fields = dict[str, FieldInfo]
Load = Callable[..., Fields]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Load]:
    before = set(sys.modules)
    monkeypatch.chdir(tmp_path)

    def loaded(cls: str, text: str, name: str = "subject") -> Fields:
        path = Path(f"{name}.py")
        path.write_text("from __future__ import annotations\n" + dedent(text).lstrip())
        return fields_of(vars(load_file(path).module)[cls])

    yield loaded
    for name in set(sys.modules) - before:
        del sys.modules[name]


def _shown(fields: Fields) -> dict[str, str]:
    return {name: str(info.shape) for name, info in fields.items()}


def test_annotations_dataclasses_slots_and_named_tuples_declare_fields(load: Load) -> None:
    text = """
        import dataclasses
        from typing import *
        class Plain:
            limit: ClassVar[int] = 3
            name: str
            count: int = 0
            fixed: Final = 2.5
        @dataclasses.dataclass(slots=True)
        class Data(Plain):
            key: int
            setup: dataclasses.InitVar[int]
            _: dataclasses.KW_ONLY
            left: Data = None
            kids: list[Data] = dataclasses.field(default_factory=list)
        class Slotted:
            __slots__ = ("x", "__y", "__weakref__")
            x: int
            def __init__(self, y: str) -> None:
                self.__y = y
        class Pair(NamedTuple):
            a: int
            b: str = ""
        """
    plain = load("Plain", text)
    assert _shown(plain) == {"name": "str", "count": "int", "fixed": "float"}
    assert (plain["count"].has_default, plain["count"].default) == (True, 0)
    data = load("Data", text)
    assert _shown(data) == {
        **{"name": "str", "count": "int", "fixed": "float"},
        **{"key": "int", "left": "Data | None", "kids": "list[Data]"},
    }
    assert data["kids"].factory is list and data["kids"].source == "dataclass"
    assert data["name"].owner is not data["key"].owner
    slotted = load("Slotted", text)
    assert _shown(slotted) == {"x": "int", "_Slotted__y": "str"}
    assert slotted["_Slotted__y"].source == "slots"
    assert _shown(load("Pair", text)) == {"a": "int", "b": "str"}


def test_an_object_with_slots_has_no_other_fields(load: Load) -> None:
    text = """
        class Inner:
            __slots__ = ("size",)
            def __init__(self) -> None:
                self.size = 0
            def visit(self) -> int:
                return self.size
        class Outer:
            def __init__(self, inner: Inner) -> None:
                self.inner = inner
                inner.visit = lambda: 1
                self.visit = inner.visit
    """
    assert _shown(load("Inner", text)) == {"size": "int"}


def test_fields_say_where_they_come_from(load: Load) -> None:
    fields = load(
        "A",
        """
        class A:
            x: int
            def __init__(self, y: str):
                self.y = y
        """,
    )
    assert [str(info.where) for info in fields.values()] == ["subject.py:3:5", "subject.py:5:9"]
    assert [info.source for info in fields.values()] == ["annotation", "init"]


@pytest.mark.usefixtures("load")
def test_a_class_made_by_attrs_declares_fields() -> None:
    # attrs need not be installed: what it leaves in a class is all that is used.
    nothing = type("_Nothing", (), {})()
    factory = SimpleNamespace(factory=list)
    attributes = (
        SimpleNamespace(name="x", type=int, default=nothing, inherited=False),
        SimpleNamespace(name="next", type="Made", default=None, inherited=False),
        SimpleNamespace(name="items", type=None, default=factory, inherited=False),
        SimpleNamespace(name="size", type=None, default=3, inherited=False),
    )
    path = Path("made.py")
    path.write_text("class Made:\n    def add(self, x: str):\n        self.items.append(x)\n")
    cls = vars(load_file(path).module)["Made"]
    cls.__attrs_attrs__ = attributes
    fields = fields_of(cls)
    assert _shown(fields) == {
        "x": "int",
        "next": "Made | None",
        "items": "list[str]",
        "size": "int",
    }
    assert {info.source for info in fields.values()} == {"attrs"}


def test_assigned_expressions_tell_the_shape(load: Load) -> None:
    fields = load(
        "A",
        """
        import enum
        from collections import Counter, defaultdict, deque
        LIMIT = 10
        class Color(enum.Enum):
            RED = 1
        class B:
            def size(self) -> int: ...
        def make() -> B | None: ...
        class A:
            def __init__(self, n: int, x: float | None, b: B, flag=False):
                self.n = n
                self.x = x
                self.annotated: list[B] = []
                self.literal = "text"
                self.sum = n + 1
                self.half = n / 2
                self.compare = n < 1 and flag
                self.b = B()
                self.made = make()
                self.size = b.size()
                self.either = b if flag else None
                self.default = x or 1.5
                self.limit = LIMIT
                self.color = Color.RED
                self.one = self.two = None
                self.grid = [[0] * n for _ in range(n)]
                self.pairs = [(i, str(i)) for i in range(n)]
                self.table = {i: B() for i in range(n)}
                self.counts = Counter("abc")
                self.groups = defaultdict(list)
                self.queue = deque([n])
                self.text = f"{n}"
                self.key = lambda y: y
                self.length, (self.first, self.second) = len("x"), (1, "2")
            def later(self, b: B, word: str):
                self.one = b
                self.groups[word].append(b)
        """,
    )
    assert _shown(fields) == {
        "n": "int",
        "x": "float | None",
        "annotated": "list[B]",
        "literal": "str",
        "sum": "int",
        "half": "float",
        "compare": "bool",
        "b": "B",
        "made": "B | None",
        "size": "int",
        "either": "B | None",
        "default": "float",
        "limit": "int",
        "color": "Color",
        "one": "B | None",
        "two": "None",
        "grid": "list[list[int]]",
        "pairs": "list[tuple[int, str]]",
        "table": "dict[int, B]",
        "counts": "Counter[str]",
        "groups": "defaultdict[str, list[B]]",
        "queue": "deque[int]",
        "text": "str",
        "key": "Callable",
        "length": "int",
        "first": "int",
        "second": "str",
    }


def test_an_object_of_a_generic_class_is_one_of_that_class(load: Load) -> None:
    fields = load(
        "A",
        """
        from typing import Generic, TypeVar
        T = TypeVar("T")
        class Box(Generic[T]): ...
        class A:
            def __init__(self):
                self.box = Box[int]()
        """,
    )
    assert _shown(fields)["box"] == "Box"


def test_evidence_from_all_methods_is_united(load: Load) -> None:
    text = """
        import heapq
        class Node:
            def __init__(self, value: int):
                self.value = value
                self.next = None
                self.prev = None
        class Stack:
            def __init__(self) -> None:
                self.head = None
                self.items = []
                self.heap = []
                self.seen = set()
                self.index = {}
                self.slots = [None] * 8
                self.size = 0
            def push(self, value: int, name: str) -> None:
                node = Node(value)
                node.next = self.head
                self.head = node
                self.items.append(node.value)
                heapq.heappush(self.heap, (value, node))
                self.seen.add(name)
                self.index[name] = node
                self.slots[value] = node
                self.size += 1
            def walk(self):
                current = self.head
                while current:
                    follower = current.next
                    follower.prev = current
                    current = follower
        """
    assert _shown(load("Stack", text)) == {
        "head": "Node | None",
        "items": "list[int]",
        "heap": "list[tuple[int, Node]]",
        "seen": "set[str]",
        "index": "dict[str, Node]",
        "slots": "list[Node | None]",
        "size": "int",
    }
    nodes = {"value": "int", "next": "Node | None", "prev": "Node | None"}
    assert _shown(load("Node", text)) == nodes


def test_none_that_the_code_assigns_widens_a_plain_hint(load: Load) -> None:
    text = """
        class Node:
            next: Node
            key: int
            other: Node
            def __init__(self):
                self.parent: Node = None
            def unlink(self, maybe: Node | None):
                self.other = maybe
        def cut(node: Node, unknown):
            node.next = None
            unknown.key = None if node else 1
        """
    assert _shown(load("Node", text)) == {
        "next": "Node | None",
        "key": "int | None",
        "other": "Node",
        "parent": "Node | None",
    }


def test_an_attribute_of_an_unknown_object_counts_only_if_its_name_is_unique(load: Load) -> None:
    text = """
        class A:
            def __init__(self): self.only = None; self.both = None
        class B:
            def __init__(self): self.both = None
        def f(thing):
            thing.only = 1
            thing.both = 1
            thing.fresh = 1
        """
    assert _shown(load("A", text)) == {"only": "int | None", "both": "None"}


def test_base_classes_come_first_and_keep_what_they_declare(load: Load) -> None:
    Path("base.py").write_text(
        "class Base:\n    name: str\n    def __init__(self):\n        self.size = 0\n"
    )
    fields = load(
        "Derived",
        """
        from base import Base
        class Derived(Base):
            def __init__(self, extra: float):
                super().__init__()
                self.extra = extra
                self.name = "x"
                self.size = 1
        """,
    )
    assert _shown(fields) == {"name": "str", "size": "int", "extra": "float"}
    assert fields["size"].owner.__name__ == "Base"


def test_properties_and_class_attributes_are_no_fields(load: Load) -> None:
    fields = load(
        "A",
        """
        class A:
            made = 0
            color = None
            def __init__(self):
                self.value = 3
                A.made += 1
            @classmethod
            def reset(cls): cls.made = 0
            @property
            def value(self) -> int: return self._value
            @value.setter
            def value(self, new: int) -> None: self._value = new
            def paint(self, color: str) -> None: self.color = color
        """,
    )
    assert _shown(fields) == {"_value": "int", "color": "str | None"}
    assert (fields["color"].has_default, fields["color"].default) == (True, None)


def test_what_nothing_assigns_says_which_hint_is_missing(load: Load) -> None:
    fields = load(
        "Stack",
        """
        class Stack:
            __slots__ = ("data",)
        """,
    )
    assert fields["data"].shape == UnknownShape(
        "Stack.data has no type hint: write `data: int` (or what it holds) in the class,"
        " subject.py:3"
    )


def test_what_is_assigned_and_cannot_be_told_is_what_the_code_uses(load: Load) -> None:
    fields = load(
        "Parser",
        """
        import re
        class Parser:
            cached = None
            def __init__(self, data):
                self.items = []
                self.data = data.made()
                self.found = None
                self.titles = re.compile("|".join(data))
            def parse(self, text):
                self.found = self.titles.search(text)
                self.cached = text.made()
                return self.items[0].name.strip()
        """,
    )
    shown = {name: str(info.shape).partition("__")[0] for name, info in fields.items()}
    assert shown == {
        "items": "list[With",
        "data": "Any",
        "found": "Any | None",
        "titles": "With",
        "cached": "Any | None",
    }
    assert all(info.guessed for info in fields.values())


def test_a_variable_for_a_part_of_a_field_tells_what_the_part_is(load: Load) -> None:
    fields = load(
        "Parser",
        """
        import re
        class Parser:
            def __init__(self, data):
                self.titles = re.compile(data)
            def parse(self, text):
                found = self.titles.search(text)
                return found.start().real
        """,
    )
    titles = fields["titles"].shape
    assert isinstance(titles, ClassShape)
    (found,) = kept_shapes(titles.cls).values()
    assert isinstance(found, ClassShape)
    assert list(kept_shapes(found.cls)) == ["start_returns"]


def test_a_guess_does_not_outlive_what_a_later_round_finds(load: Load) -> None:
    fields = load(
        "Queue",
        """
        class Node:
            def __init__(self, item: int):
                self.item = item
                self.next = None
        class Queue:
            def __init__(self):
                self.head = None
            def turn(self):
                self.head = self.head.next
            def put(self, item: int):
                node = Node(item)
                node.next = self.head
                self.head = node
        """,
    )
    assert _shown(fields) == {"head": "Node | None"}


def test_what_a_hint_names_and_nobody_can_make_is_what_the_code_uses(load: Load) -> None:
    fields = load(
        "Log",
        """
        import io, re
        from dataclasses import dataclass
        @dataclass
        class Log:
            found: re.Match[str] | None
            ghost: Ghost
            names: list[Ghost]
            def __post_init__(self):
                self.out: io.RawIOBase = open_it()
            def name(self):
                self.out.close()
                return self.found.group(1).lower()
            def last(self):
                return self.ghost[-1]
        """,
    )
    shown = {name: str(info.shape).rpartition("__")[0] for name, info in fields.items()}
    assert shown == {
        "found": "With__group_called",
        "ghost": "",
        "names": "list[With",
        "out": "With__close_called",
    }
    assert str(fields["found"].shape).endswith(" | None")
    assert str(fields["ghost"].shape) == "list[Any]"
    assert all(info.guessed for info in fields.values())


def test_an_expression_that_is_too_deep_to_read_is_no_evidence(load: Load) -> None:
    deep = " + ".join(["1"] * 900)
    fields = load("A", f"class A:\n    def __init__(self):\n        self.x = {deep}\n")
    assert _shown(fields) == {"x": "Any"}


def test_enums_have_no_fields(load: Load) -> None:
    assert load("E", "import enum\nclass E(enum.Enum):\n    A = 1\n    x: int\n") == {}


def test_a_hint_of_one_library_does_not_unload_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two folders have a package of the same name, and the hint leads to the folder of the second:
    the first, which is being explored, stays."""
    for folder in ("own", "library"):
        (tmp_path / folder / "twin_package").mkdir(parents=True)
        (tmp_path / folder / "twin_package" / "__init__.py").write_text("")
    (tmp_path / "library" / "other_package").mkdir()
    (tmp_path / "library" / "other_package" / "__init__.py").write_text("class Hint: ...\n")
    (tmp_path / "library" / "uses_package.py").write_text(
        "from __future__ import annotations\n"
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from other_package import Hint\n"
        "class Uses:\n    x: Hint\n"
    )
    target = tmp_path / "own" / "twin_package" / "target.py"
    target.write_text("from uses_package import Uses\n")
    monkeypatch.syspath_prepend(str(tmp_path / "library"))
    loaded = load_file(target)
    assert list(fields_of(vars(loaded.module)["Uses"])) == ["x"]
    assert sys.modules["twin_package.target"] is loaded.module
