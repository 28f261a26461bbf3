"""Subclasses of dict that change nothing of what a dict does are dicts that know their class, as
inputs and as what a program makes."""

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
