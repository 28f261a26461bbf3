"""Hints become shapes, whatever way they are written."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any

import pytest

from heapwise.frontends.python.source.modules import load_file
from heapwise.frontends.python.typing.hints import (
    ANY_SHAPE,
    BOOL_SHAPE,
    FLOAT_SHAPE,
    INT_SHAPE,
    NONE_SHAPE,
    STR_SHAPE,
    CallableShape,
    ClassShape,
    DictShape,
    EnumShape,
    ListShape,
    LiteralShape,
    OpaqueShape,
    Shape,
    TupleShape,
    UnionShape,
    UnknownShape,
    shape_of,
    unite,
)
from heapwise.frontends.python.typing.shapes import OpenShape
from heapwise.frontends.python.typing.stand_in_shapes import iterator_shape

PRELUDE = """
import collections, dataclasses, datetime, enum, numbers, typing
import collections.abc as abc
from typing import *
T = TypeVar("T")
N = TypeVar("N", bound="Node")
Num = TypeVar("Num", int, float)
class Comparable(Protocol):
    def __lt__(self, other: Any) -> bool: ...
C = TypeVar("C", bound=Comparable)
UserId = NewType("UserId", int)
class Color(enum.Enum):
    RED = 1
class Node(Generic[T]):
    class Inner: ...
class Leaf(Node[T]): ...
class Sized2(Protocol):
    def size(self) -> int: ...
class Box(Sized2):
    def size(self) -> int: return 1
class Point(NamedTuple):
    x: int
class Movie(TypedDict):
    name: str
class Names(set[str]): ...
class Meta(type): ...
Tree = Union[int, list["Tree"]]
"""

Load = Callable[..., ModuleType]


@pytest.fixture
def load(tmp_path: Path) -> Iterator[Load]:
    before = set(sys.modules)

    def loaded(text: str, name: str = "hinted") -> ModuleType:
        path = tmp_path / f"{name}.py"
        path.write_text(dedent(text))
        return load_file(path).module

    yield loaded
    for name in set(sys.modules) - before:
        del sys.modules[name]


@pytest.fixture(scope="module")
def prelude(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    path = tmp_path_factory.mktemp("hints") / "prelude_of_hints.py"
    path.write_text(PRELUDE)
    return load_file(path).module


def _shape(module: Any, text: str) -> Shape:
    """The shape of a hint written in class `Node`, once as an object and once as a string."""
    as_string = shape_of(text, module.Node)
    assert shape_of(eval(text, vars(module)), module.Node) == as_string
    return as_string


@pytest.mark.parametrize(
    ("hint", "shape"),
    [
        ("int", INT_SHAPE),
        ("bool", BOOL_SHAPE),
        ("float", FLOAT_SHAPE),
        ("str", STR_SHAPE),
        ("None", NONE_SHAPE),
        ("Any", ANY_SHAPE),
        ("object", OpaqueShape("object", ordered=False)),
        ("Hashable", OpaqueShape("Hashable", ordered=False)),
        ("UserId", INT_SHAPE),
        ("Final[int]", INT_SHAPE),
        ("ClassVar[int]", INT_SHAPE),
        ("Annotated[int, 'positive']", INT_SHAPE),
        ("int | None", UnionShape((INT_SHAPE, NONE_SHAPE))),
        ("Optional[int]", UnionShape((INT_SHAPE, NONE_SHAPE))),
        ("Union[None, str, int]", UnionShape((STR_SHAPE, INT_SHAPE, NONE_SHAPE))),
        ("Union[int, Optional[Union[int, str]]]", UnionShape((INT_SHAPE, STR_SHAPE, NONE_SHAPE))),
        ("list[int]", ListShape("list", INT_SHAPE)),
        ("List[int]", ListShape("list", INT_SHAPE)),
        ("list", ListShape("list", ANY_SHAPE)),
        ("List", ListShape("list", ANY_SHAPE)),
        ("set[str]", ListShape("set", STR_SHAPE)),
        ("FrozenSet[str]", ListShape("frozenset", STR_SHAPE)),
        ("collections.deque[int]", ListShape("deque", INT_SHAPE)),
        ("Deque[int]", ListShape("deque", INT_SHAPE)),
        ("Sequence[int]", ListShape("list", INT_SHAPE)),
        ("abc.Iterable[int]", ListShape("list", INT_SHAPE)),
        ("MutableSequence[int]", ListShape("list", INT_SHAPE)),
        ("Collection[int]", ListShape("list", INT_SHAPE)),
        ("Iterator[int]", iterator_shape(INT_SHAPE)),
        ("Generator[int, None, str]", iterator_shape(INT_SHAPE)),
        ("abc.Set[int]", ListShape("set", INT_SHAPE)),
        ("tuple[int, ...]", ListShape("tuple", INT_SHAPE)),
        ("tuple", ListShape("tuple", ANY_SHAPE)),
        ("Tuple", ListShape("tuple", ANY_SHAPE)),
        ("tuple[int, str]", TupleShape((INT_SHAPE, STR_SHAPE))),
        ("Tuple[()]", TupleShape(())),
        ("tuple[()]", TupleShape(())),
        ("dict[str, int]", DictShape("dict", STR_SHAPE, INT_SHAPE)),
        ("Mapping[str, int]", DictShape("dict", STR_SHAPE, INT_SHAPE)),
        ("DefaultDict[str, int]", DictShape("defaultdict", STR_SHAPE, INT_SHAPE)),
        ("OrderedDict[str, int]", DictShape("OrderedDict", STR_SHAPE, INT_SHAPE)),
        ("Counter[str]", DictShape("Counter", STR_SHAPE, INT_SHAPE)),
        ("Literal['a', 1]", LiteralShape(("a", 1))),
        ("Literal['a', None]", UnionShape((LiteralShape(("a",)), NONE_SHAPE))),
        ("T", OpaqueShape("T", ordered=True)),
        ("C", OpaqueShape("C", ordered=True)),
        ("Comparable", OpaqueShape("Comparable", ordered=True)),
        ("Num", UnionShape((INT_SHAPE, FLOAT_SHAPE))),
        ("numbers.Real", UnionShape((INT_SHAPE, FLOAT_SHAPE))),
        ("list[tuple[int, T]]", ListShape("list", TupleShape((INT_SHAPE, OpaqueShape("T", True))))),
    ],
)
def test_hints_without_classes(prelude: ModuleType, hint: str, shape: Shape) -> None:
    assert _shape(prelude, hint) == shape


@pytest.mark.parametrize(
    ("hint", "shown"),
    [
        ("Node", "Node"),
        ("Node[int]", "Node"),
        ("'Node[T] | None'", "Node | None"),
        ("Optional['Node']", "Node | None"),
        ("list['Node']", "list[Node]"),
        ("dict[str, 'list[Node]']", "dict[str, list[Node]]"),
        ("N", "Node"),
        ("Self", "Node"),
        ("Node.Inner", "Node.Inner"),
        ("Sized2", "Sized2"),
        ("Point", "Point"),
        ("Color", "Color"),
    ],
)
def test_hints_that_name_classes(prelude: ModuleType, hint: str, shown: str) -> None:
    assert str(_shape(prelude, hint)) == shown


def test_classes_and_enums_are_the_real_ones(prelude: Any) -> None:
    module = prelude
    assert shape_of(module.Node) == ClassShape(module.Node)
    assert shape_of(module.Color) == EnumShape(module.Color)
    assert shape_of("Inner", module.Node) == ClassShape(module.Node.Inner)
    assert isinstance(shape_of(module.Callable[[int], str]), CallableShape)


@pytest.mark.parametrize(
    ("hint", "reason"),
    [
        ("Names", "Names is a subclass of set, which is not supported as an input"),
        ("Meta", "Meta is a subclass of type, which is not supported as an input"),
    ],
)
def test_what_cannot_be_an_input_says_so(prelude: ModuleType, hint: str, reason: str) -> None:
    assert _shape(prelude, hint) == UnknownShape(reason)


def test_a_bare_type_is_any_class(prelude: Any) -> None:
    assert _shape(prelude, "Type") == _shape(prelude, "type")


def test_names_that_do_not_exist_at_run_time_leave_the_rest_readable(prelude: Any) -> None:
    module = prelude
    assert str(shape_of("list[Ghost] | int", module.Node)) == "list[?] | int"
    shape = shape_of("Ghost", module.Node)
    assert shape == OpenShape("the hint `Ghost` is not defined when the program runs")
    assert isinstance(shape_of("ghosts.Ghost[int]", module.Node), UnknownShape)
    assert isinstance(shape_of("this is no hint", module.Node), UnknownShape)


def test_imports_for_type_checkers_are_followed(load: Load, tmp_path: Path) -> None:
    (tmp_path / "forest.py").write_text("from twig import Twig\nclass Forest: ...\n")
    module: Any = load(
        """
        from __future__ import annotations
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            from collections.abc import Sequence
            from forest import Forest
        class Twig: ...
        """,
        "twig",
    )
    assert str(shape_of("Sequence[Forest]", module.Twig)) == "list[Forest]"


def test_a_recursive_alias_ends(prelude: Any) -> None:
    assert str(shape_of("Tree", prelude.Node)) == "int | list[?]"


def test_a_union_is_flat_and_has_none_last() -> None:
    inner = unite((NONE_SHAPE, INT_SHAPE))
    assert unite((inner, STR_SHAPE, INT_SHAPE)) == UnionShape((INT_SHAPE, STR_SHAPE, NONE_SHAPE))
    assert unite((INT_SHAPE, INT_SHAPE)) == INT_SHAPE


def test_literals_of_different_types_differ() -> None:
    assert LiteralShape((1,)) != LiteralShape((True,))
    assert len({LiteralShape((1,)), LiteralShape((True,))}) == 2


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type parameters need Python 3.12")
def test_type_parameters_and_type_aliases(load: Load) -> None:
    module: Any = load(
        """
        from __future__ import annotations
        type Pair[A] = tuple[A, A]
        type Json = int | list[Json]
        class Stack[T]:
            items: list[T]
        class Bounded[N: int]: ...
        """
    )
    assert str(shape_of("list[T]", module.Stack)) == "list[T]"
    assert shape_of("N", module.Bounded) == INT_SHAPE
    assert shape_of("Pair[int]", module.Stack) == TupleShape((INT_SHAPE, INT_SHAPE))
    assert str(shape_of(module.Json)) == "int | list[?]"
    assert shape_of(module.Stack[int]) == ClassShape(module.Stack)
