"""B1: enums with methods, properties, functions for values, without members, mixed with others."""

from __future__ import annotations

from pathlib import Path

import pytest

from against_cpython import write
from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.frontends.loading import load
from heapwise.frontends.python.checking.subjects import subjects_of
from heapwise.results import OutcomeKind

SOURCE = """
from __future__ import annotations

from enum import Enum, Flag, IntEnum, auto


def camel(s: str) -> str:
    return s


class Kind(str, Enum):
    A = "a"
    B = "b"

    @property
    def is_a(self) -> bool:
        return self == Kind.A

    def other(self) -> Kind:
        return Kind.B if self.is_a else Kind.A

    @classmethod
    def first(cls) -> Kind:
        return cls.A

    @staticmethod
    def count(n: int) -> int:
        return n


class Case(Enum):
    CAMEL = camel


class Base(Enum):
    def text(self) -> str:
        return self.name


class Low(Base):
    X = 1
    Y = 2


class High(Base):
    Z = 3


class Level(IntEnum):
    ONE = 1
    TWO = 2

    def above(self, n: int) -> bool:
        return self > n


class Right(Flag):
    READ = auto()
    WRITE = auto()

    def may_write(self) -> bool:
        return bool(self & Right.WRITE)


def config(name: str, case: Case | None = None) -> str:
    return name if case is None else "x"


def base(b: Base) -> str:
    return b.text()


def later(x: int) -> int:
    return 10 // x
"""

PATHS = {
    "Kind.is_a": 1,
    "Kind.other": 2,
    "Kind.first": 1,
    "Kind.count": 1,
    "Base.text": 1,
    "Level.above": 1,
    "config": 1,
    "base": 1,
    "later": 2,
}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("enums"), SOURCE, "b1_enums")


@pytest.mark.parametrize("function", PATHS)
def test_functions_of_enums_are_explored(path: Path, function: str) -> None:
    run = Exploration(load(f"{path}:{function}", 2), "fieldmaps", Bounds(max_objects=2))
    found = list(run)
    run.close()
    assert len(found) == PATHS[function]
    assert all(each.replayed and each.confirmed for each in found)
    assert all(each.outcome.kind is not OutcomeKind.UNSUPPORTED for each in found)


def test_an_enum_without_members_is_never_passed(path: Path) -> None:
    run = Exploration(load(f"{path}:config", 2), "fieldmaps", Bounds(max_objects=2))
    (only,) = run
    run.close()
    assert only.input.roots["case"] is None


def test_flags_are_no_inputs_and_the_rest_goes_on(path: Path) -> None:
    skipped = {subject.info.qualname: subject.skipped for subject in subjects_of(str(path))}
    assert "flag" in skipped["Right.may_write"]
    assert {name for name, why in skipped.items() if why} == {"Right.may_write"}
