"""Subclasses of dict are dicts that know their class, as inputs and as what a program makes; any
that changes what a dict does is not supported."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.frontends.python.exploring import explore, reasons, results

IDENTITY = """
    from typing import Any, TypeVar

    T = TypeVar("T")

    class Identity(dict[T, T]):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)

        def __missing__(self, key: T) -> T:
            self[key] = key
            return key

        def twice(self) -> int:
            return 2 * len(self)
"""


@pytest.mark.parametrize("strategy", ["fieldmaps", "lazy"])
def test_a_missing_key_of_an_input_is_looked_up_by_the_class(tmp_path: Path, strategy: str) -> None:
    source = (
        IDENTITY
        + """
    def target(d: Identity[int], x: int) -> str:
        known = x in d
        if d[x] != x:
            return "other"
        return "itself" if known else "added"
    """
    )
    paths = explore(tmp_path, source, strategy=strategy)
    assert results(paths) == {"other", "itself", "added"}


def test_what_the_program_makes_has_the_methods_of_its_class(tmp_path: Path) -> None:
    source = (
        IDENTITY
        + """
    def target(x: int) -> tuple[Identity[int], int, bool]:
        d = Identity({1: 2})
        d[x]
        return d, d.twice(), type(d) is Identity and type(d.copy()) is dict and d.get(9) is None
    """
    )
    paths = explore(tmp_path, source)
    assert len(paths) >= 2 and not reasons(paths)


def test_two_inputs_may_be_one(tmp_path: Path) -> None:
    source = (
        IDENTITY
        + """
    def target(one: Identity[int], other: Identity[int]) -> int:
        before = len(one)
        other[len(one) + 10]
        if one is other:
            return 1
        return 2 if len(one) == before else 3
    """
    )
    assert results(explore(tmp_path, source)) == {1, 2}


@pytest.mark.parametrize(
    "member",
    [
        "def __getitem__(self, key: int) -> int: return 1",
        "def __setitem__(self, key: int, value: int) -> None: pass",
        "def get(self, key: int, default: int = 0) -> int: return 1",
        "def __init__(self) -> None: self.count = 0",
    ],
)
def test_a_class_that_changes_what_a_dict_does_is_not_supported(
    tmp_path: Path, member: str
) -> None:
    source = f"""
    class Own(dict[int, int]):
        {member}

    def target(x: int) -> int:
        return len(Own())
    """
    assert reasons(explore(tmp_path, source)) == {"objects of Own, a subclass of dict"}
