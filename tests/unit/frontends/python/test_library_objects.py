"""Objects of classes that the standard library has in Python, and of classes reached by calls."""

from pathlib import Path
from types import FunctionType

import pytest

from heapwise.frontends.python.source.library_source import makes_objects
from heapwise.frontends.python.source.reached_classes import _Search, reached_classes
from tests.unit.frontends.python.exploring import Cases

_CASES = Cases(
    """
from collections import ChainMap
from string import Template
from urllib.parse import SplitResult, urlsplit

def split(kind):
    return urlsplit(kind)
""",
    {
        "made": ("a: dict[str, int], b: dict[str, int]", "return ChainMap(a, b)['x']"),
        "substituted": ("name: str", "return Template('hello $who').substitute(who=name)"),
        "tuple": ("path: str", "return SplitResult('a', 'b', path, '', '').path[0]"),
        "known": ("n: int", "return urlsplit('http://h:80/').port // n"),
    },
)


def _ends(directory: Path, case: str) -> set[str]:
    return {path.detail or path.kind.value for path in _CASES.explore(directory, case)}


def test_objects_of_library_classes_are_made(tmp_path: Path) -> None:
    assert {"returned", "KeyError"} <= _ends(tmp_path, "made")
    assert _ends(tmp_path, "substituted") == {"returned"}
    assert _ends(tmp_path, "tuple") == {"returned", "IndexError"}
    assert _ends(tmp_path, "known") == {"returned", "ZeroDivisionError"}


def test_classes_are_reached_through_functions_of_other_modules() -> None:
    from urllib.parse import SplitResult, urldefrag

    assert isinstance(urldefrag, FunctionType)
    assert SplitResult in reached_classes(urldefrag)


class _G: ...


class _C: ...


class _F: ...


class _A: ...


class _E: ...


class _B: ...


class _D: ...


def _names_classes() -> tuple[type, ...]:
    return (_G, _C, _F, _A, _E, _B, _D)


def test_classes_are_met_in_the_order_of_the_code() -> None:
    """In that of a set of names, they would come in another order in every process."""
    assert isinstance(_names_classes, FunctionType)
    assert tuple(reached_classes(_names_classes)) == _names_classes()


def test_special_methods_of_a_class_are_met_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not again for every function behind and every class that inherits them."""
    from urllib.parse import urldefrag

    met: list[object] = []
    meet = _Search.meet

    def noted(self: _Search, each: object) -> None:
        met.append(each)
        meet(self, each)

    monkeypatch.setattr(_Search, "meet", noted)
    assert isinstance(urldefrag, FunctionType)
    assert len(reached_classes(urldefrag)) > 1
    assert sum(each is object.__repr__ for each in met) == 1


def test_what_is_written_in_c_or_is_something_else_has_no_objects() -> None:
    import functools
    import string

    assert makes_objects(string.Template)
    for other in (functools.partial, int, KeyError):
        assert not makes_objects(other)


def test_methods_that_a_library_has_generated_are_read_where_it_keeps_them(tmp_path: Path) -> None:
    pytest.importorskip("attrs")
    cases = Cases(
        """
from attrs import define, field, frozen

@frozen
class Point:
    x: int
    y: int = 7
    tags: list[int] = field(factory=list)

@frozen(slots=False)
class Plain:
    x: int = field(converter=abs)

@define
class Changing:
    x: int
""",
        {
            "made": ("n: int", "p = Point(n); return (p.x == n, p.y, len(p.tags))"),
            "by_dict": ("n: int", "return Plain(n).x >= 0"),
            "equal": ("a: Changing, b: Changing", "return 'equal' if a == b else 'not'"),
        },
    )
    assert {path.result for path in cases.explore(tmp_path, "equal")} == {"equal", "not"}
    assert {path.result for path in cases.explore(tmp_path, "by_dict")} == {True}
    assert [path.kind.value for path in cases.explore(tmp_path, "made")] == ["returned"]
