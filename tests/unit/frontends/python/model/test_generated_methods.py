"""Methods that dataclasses, named tuples and total_ordering generate do what Python's do."""

from __future__ import annotations

from pathlib import Path

from tests.unit.frontends.python.exploring import explore, results


def test_init_has_defaults_factories_init_vars_and_post_init(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        from dataclasses import KW_ONLY, InitVar, dataclass, field

        @dataclass
        class Bag:
            size: int
            items: list[int] = field(default_factory=list)
            _: KW_ONLY
            tag: str = "t"
            count: int = field(init=False, default=7)
            scale: InitVar[int] = 2

            def __post_init__(self, scale: int) -> None:
                self.size *= scale
                self.items.append(self.size)

        def target(n: int) -> int:
            plain, tagged = Bag(n), Bag(n, tag="u", scale=3)
            if plain.items is tagged.items:
                return -1
            if plain.size == tagged.items[0]:
                return plain.count
            return Bag(1, [], "positional").size
        """,
    )
    assert results(paths) == {7, "TypeError"}


def test_equality_compares_fields_of_the_same_class_in_one_path(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        from dataclasses import dataclass, field

        @dataclass
        class Point:
            x: int
            y: int
            note: str = field(default="", compare=False)

        @dataclass
        class Place(Point):
            pass

        def target(p: Place, q: Place) -> int:
            if p == q:
                return 1
            if p == Point(p.x, p.y):
                return 2
            return 3 if p != q else 4
        """,
    )
    assert results(paths) == {1, 3}
    assert len(paths) == 2


def test_equality_follows_other_objects_and_ends_where_they_are_the_same(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        from __future__ import annotations
        from dataclasses import dataclass

        @dataclass
        class Node:
            value: int
            next: Node | None = None

        def target(a: int, b: int) -> bool:
            end = Node(0)
            end.next = end
            return Node(a, Node(b, end)) == Node(1, Node(2, end))
        """,
    )
    assert results(paths) == {True, False}


def test_an_object_with_nan_is_equal_to_itself(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        from dataclasses import dataclass

        @dataclass
        class Sample:
            value: float

        def target(a: Sample, b: Sample) -> int:
            if a == b:
                return 1
            return 2 if a is b else 3
        """,
    )
    assert results(paths) == {1, 3}


def test_frozen_objects_can_be_replaced_compared_and_used_as_keys(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        from dataclasses import dataclass, replace

        @dataclass(frozen=True, order=True)
        class Money:
            amount: int
            currency: str = "EUR"

        def target(a: Money, n: int) -> int:
            more = replace(a, amount=a.amount + n)
            if more < a:
                return 1
            if more in {a: n}:
                return 2
            if n > 5:
                a.amount = n
            return 3
        """,
    )
    assert results(paths) == {1, 2, 3, "dataclasses.FrozenInstanceError"}


def test_equal_code_of_two_classes_is_not_confused(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        from dataclasses import dataclass, field

        @dataclass
        class A:
            items: list[int] = field(default_factory=lambda: [1])

        @dataclass
        class B:
            items: list[int] = field(default_factory=lambda: [2])

        def target(n: int) -> int:
            return A().items[0] * 10 + B().items[0]
        """,
    )
    assert results(paths) == {12}


def test_named_tuples_replace_make_and_compare(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        from collections import namedtuple
        from typing import NamedTuple

        class Point(NamedTuple):
            x: int
            y: int = 1

        Pair = namedtuple("Pair", ["left", "right"])

        def target(p: Point, n: int) -> int:
            if p == (n, 1):
                return Point._make([4, 5])._replace(y=6).y
            if p._asdict()["x"] > 3:
                return Pair(1, right=2).right
            return Point(3).y
        """,
    )
    assert results(paths) == {6, 2, 1}


def test_total_ordering_derives_the_other_comparisons(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        from __future__ import annotations
        import functools

        @functools.total_ordering
        class Rank:
            def __init__(self, n: int) -> None:
                self.n = n

            def __eq__(self, other: object) -> bool:
                return isinstance(other, Rank) and self.n == other.n

            def __lt__(self, other: Rank) -> bool:
                return self.n < other.n

        def target(a: Rank, b: Rank) -> int:
            if a > b:
                return 1
            return 0 if a >= b else -1
        """,
    )
    assert results(paths) == {1, 0, -1}


def test_asdict_and_astuple_go_into_other_dataclasses(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        from dataclasses import asdict, astuple, dataclass, fields

        @dataclass
        class Inner:
            n: int

        @dataclass
        class Outer:
            inner: Inner
            many: list[Inner]

        def target(n: int) -> int:
            outer = Outer(Inner(n), [Inner(2)])
            plain = asdict(outer)
            if plain["inner"]["n"] > 3:
                return plain["many"][0]["n"]
            return len(fields(outer)) + astuple(outer)[1][0][0]
        """,
    )
    assert results(paths) == {2, 4}
