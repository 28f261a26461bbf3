"""Calls as the user makes them: constructors, keywords from mappings, decorated functions."""

from __future__ import annotations

from pathlib import Path

from heapwise.api import explore as explore_target
from heapwise.engine.bounds import Bounds
from tests.unit.frontends.python.exploring import explore, reasons, results


def _replayed(file: Path, source: str, target: str) -> list[str]:
    """How each path ends; each must be the one that CPython takes."""
    file.write_text(source, encoding="utf-8")
    found = []
    exploration = explore_target(f"{file}:{target}", bounds=Bounds(max_objects=2))
    for path in exploration:
        if path.outcome.exception == "max-length":
            continue
        assert path.replayed, path
        found.append(str(path.outcome.exception or path.outcome.value))
    exploration.close()
    return found


def test_a_new_method_of_the_program_decides_what_is_made(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        class Even:
            half: int

            def __new__(cls, number: int):
                if number % 2:
                    return None
                made = super().__new__(cls)
                made.half = number // 2
                return made

            def __init__(self, number: int) -> None:
                self.number = number

        def target(number: int) -> int:
            made = Even(number)
            return -1 if made is None else 2 * made.half - made.number
        """,
    )
    assert results(paths) == {-1, 0}


def test_an_object_made_by_hand_has_no_attributes(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        class Point:
            x: int
            y: int

        def target(p: Point) -> int:
            q = object.__new__(type(p))
            q.x = 1
            return q.y if p.x > 0 else q.x
        """,
    )
    assert results(paths) == {1, "AttributeError"}


def test_arguments_for_object_itself_are_too_many(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        class Base:
            def __init__(self, *args: int) -> None:
                super().__init__(*args)

        def target(*args: int) -> int:
            Base(*args)
            return 0
        """,
    )
    assert results(paths) == {0, "TypeError"}


def test_keywords_of_an_input_mapping_meet_parameters_by_name(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        def area(width: int = 2, **others: int) -> int:
            return width * 10 + len(others)

        def target(options: dict[str, int]) -> bool:
            for value in options.values():
                if value != 7:
                    return False
            return area(**options) in (70, 71, 72, 20, 21, 22, 23)
        """,
    )
    assert results(paths) == {True, False}


def test_unexpected_and_repeated_keywords_are_errors(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        def named(first: int, second: int = 0) -> int:
            return 1

        def target(options: dict[str, int]) -> int:
            return named(first=1, **options)
        """,
    )
    assert results(paths) == {1, "TypeError"}


def test_a_decorated_function_is_explored_as_it_is_called(tmp_path: Path) -> None:
    source = """
import functools

def clipped(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        result = function(*args, **kwargs)
        return result if result < 10 else 10
    return inner

class Box:
    size: int

    @clipped
    def grown(self, by: int) -> int:
        return 99

    @property
    @clipped
    def much(self) -> int:
        return 98

    @functools.cached_property
    def double(self) -> int:
        return 2 if self.size > 0 else 1

    def twice(self) -> int:
        return self.double + self.double

@clipped
def plain(x: int, *, y: int = 5) -> int:
    return 97

@functools.lru_cache(maxsize=None)
def remembered(x: int) -> int:
    return 1 if x > 0 else 0
"""
    file = tmp_path / "decorated.py"
    assert _replayed(file, source, "Box.grown") == ["10"]
    assert _replayed(file, source, "Box.much") == ["10"]
    assert _replayed(file, source, "plain") == ["10"]
    assert sorted(_replayed(file, source, "Box.twice")) == ["2", "4"]
    assert sorted(_replayed(file, source, "remembered")) == ["0", "1"]


def test_constructors_are_replayed_where_new_or_abstract_methods_stand_in_the_way(
    tmp_path: Path,
) -> None:
    source = """
import abc

class Shape(abc.ABC):
    def __init__(self, side: int) -> None:
        self.side = side

    @abc.abstractmethod
    def area(self) -> int: ...

class Only:
    def __new__(cls, side: int):
        if side < 0:
            raise ValueError(side)
        return super().__new__(cls)

    def __init__(self, side: int) -> None:
        self.side = side

class Wrong(Exception):
    def __init__(self, code: int, *more: int) -> None:
        self.code = code
"""
    file = tmp_path / "constructors.py"
    assert len(_replayed(file, source, "Shape.__init__")) == 1
    assert "ValueError" in _replayed(file, source, "Only.__init__")
    assert _replayed(file, source, "Wrong.__init__")


def test_objects_of_subclasses_of_containers_are_refused(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        class Stack(set):
            pass

        def target(x: int) -> int:
            return len(Stack([x]))
        """,
    )
    assert reasons(paths) == {"objects of Stack, a subclass of set"}


def test_classes_of_other_modules_are_named_with_them(tmp_path: Path) -> None:
    (tmp_path / "corpus_parts.py").write_text(
        "class Part:\n    n: int\nclass MissingPart(Exception):\n    pass\n"
        "def need(n: int) -> Part:\n"
        "    if n < 0:\n        raise MissingPart\n"
        "    part = Part()\n    part.n = n\n    return part\n"
    )
    source = """
import corpus_parts

def target(part: corpus_parts.Part, n: int):
    return corpus_parts.need(part.n + n).n >= 0
"""
    found = _replayed(tmp_path / "whole.py", source, "target")
    assert sorted(found) == ["True", "corpus_parts.MissingPart"]


def test_classes_that_only_called_modules_know_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "corpus_inner.py").write_text(
        "class Hidden:\n    def __init__(self, n: int) -> None:\n        self.n = n\n"
    )
    (tmp_path / "corpus_outer.py").write_text(
        "from corpus_inner import Hidden\ndef make(n):\n    return Hidden(n)\n"
    )
    source = "from corpus_outer import make\ndef target(n: int):\n    return make(n).n - n\n"
    assert _replayed(tmp_path / "user.py", source, "target") == ["0"]


def test_super_with_arguments_and_dispatch_by_class(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        import functools

        class Base:
            n: int

            def value(self) -> int:
                return 1

        class Above(Base):
            def value(self) -> int:
                return super(Above, self).value() + 1

        @functools.singledispatch
        def named(x) -> int:
            return 10

        @named.register
        def _(x: Above) -> int:
            return 20

        def target(base: Base) -> int:
            return named.dispatch(type(base))(base) + base.value()
        """,
    )
    assert results(paths) == {11, 22}
