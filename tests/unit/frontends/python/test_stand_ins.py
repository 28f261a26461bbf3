"""What stands in for protocols, abstract classes, iterators and namespaces; all is replayed."""

from pathlib import Path

from tests.unit.frontends.python.exploring import Cases

_CASES = Cases(
    """
import argparse
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Protocol

class Store(Protocol):
    name: str
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def get(self, key: str, default: int = 0) -> int: ...
    def next(self) -> "Store | None": ...
    async def load(self) -> int: ...
    @property
    def label(self) -> str: ...

class Priced(ABC):
    @abstractmethod
    def price(self) -> int: ...
    def per(self, count: int) -> int:
        return count // self.price()

class Ordered(Protocol):
    def __lt__(self, other: object) -> bool: ...
""",
    {
        "answer": ("s: Store", "return 10 // s.get('a', default=2)"),
        "attributes": ("s: Store", "return s.label[0] + s.name"),
        "length": ("s: Store", "return 10 // len(s)"),
        "items": ("s: Store", "return list(s)[0]"),
        "itself": ("s: Store", "return s.next().get('a')"),
        "abstract": ("p: Priced", "return p.per(3)"),
        "several": ("ps: list[Priced]", "return ps[0].price() - ps[1].price()"),
        "iterator": ("it: Iterator[int]", "return next(it) // next(it)"),
        "iterated": ("it: Iterator[int]", "return sum(it)"),
        "namespace": (
            "args: argparse.Namespace",
            "return 10 // args.count if args.name.startswith('a') else 1",
        ),
        "ordered": ("a: Ordered, b: Ordered", "return a < b"),
    },
)


def _ends(directory: Path, case: str) -> set[str]:
    return {path.detail or path.kind.value for path in _CASES.explore(directory, case)}


def test_what_methods_give_is_an_input(tmp_path: Path) -> None:
    assert _ends(tmp_path, "answer") == {"returned", "ZeroDivisionError"}
    assert _ends(tmp_path, "attributes") == {"returned", "IndexError"}
    assert _ends(tmp_path, "itself") == {"returned", "AttributeError"}


def test_lengths_are_those_of_the_items(tmp_path: Path) -> None:
    assert _ends(tmp_path, "length") == {"returned", "ZeroDivisionError"}
    assert {"returned", "IndexError"} <= _ends(tmp_path, "items")


def test_what_is_not_abstract_is_kept(tmp_path: Path) -> None:
    assert _ends(tmp_path, "abstract") == {"returned", "ZeroDivisionError"}
    assert _ends(tmp_path, "several") == {"returned", "IndexError"}


def test_an_iterator_is_one(tmp_path: Path) -> None:
    assert {"returned", "StopIteration", "ZeroDivisionError"} <= _ends(tmp_path, "iterator")
    assert "returned" in _ends(tmp_path, "iterated")


def test_a_namespace_has_what_is_used(tmp_path: Path) -> None:
    assert _ends(tmp_path, "namespace") == {"returned", "ZeroDivisionError"}


def test_who_asks_for_an_order_is_given_numbers(tmp_path: Path) -> None:
    assert _ends(tmp_path, "ordered") == {"returned"}
