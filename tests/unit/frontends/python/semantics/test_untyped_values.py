"""Values of unknown type are integers in witnesses, and calculated with as such; values keep
their types in fields of other types."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.frontends.python.exploring import explore, reasons, results


def test_values_of_any_type_are_calculated_with(tmp_path: Path) -> None:
    source = """
    from typing import Any

    def target(x: Any, ys: list) -> str:
        if x:
            return "true"
        if -x + sum(ys) > 2 and ys[x] == 1:
            return "sum"
        return "else"
    """
    assert (
        {"true", "sum", "else", "IndexError"}
        >= results(explore(tmp_path, source))
        >= {
            "true",
            "sum",
            "else",
        }
    )


def test_values_of_any_type_are_looked_for_in_bytes_and_ranges_as_integers(tmp_path: Path) -> None:
    source = """
    from typing import Any

    def target(x: Any, y: Any) -> str:
        if y in range(3):
            return "range"
        return "bytes" if x in b"ab" else "neither"
    """
    assert results(explore(tmp_path, source)) == {"range", "bytes", "neither", "ValueError"}


def test_a_type_variable_is_no_text(tmp_path: Path) -> None:
    source = """
    from typing import TypeVar

    T = TypeVar("T")

    def target(x: T, y: T | str) -> int:
        if x == y:
            return 1
        return 2 if x < y else 3
    """
    assert results(explore(tmp_path, source)) == {1, 2, 3, "TypeError"}


def test_any_value_may_be_text_when_it_is_ordered(tmp_path: Path) -> None:
    source = """
    from typing import Any

    def target(x: Any) -> bool:
        return x < "a"
    """
    assert reasons(explore(tmp_path, source)) == {"ordering a value of unknown type and another"}


@pytest.mark.parametrize("strategy", ["fieldmaps", "lazy"])
def test_bools_among_ints_and_ints_among_floats_stay_what_they_are(
    tmp_path: Path, strategy: str
) -> None:
    source = """
    from dataclasses import dataclass

    @dataclass
    class Tree:
        flags: list[int]
        total: float

    def target(tree: Tree, i: int) -> str:
        tree.flags[i] = True
        tree.total = 1
        if tree.flags[0] is True:
            return f"{tree.total}"
        return "other"
    """
    found = results(explore(tmp_path, source, strategy=strategy))
    assert found == {"1", "other", "IndexError"}


@pytest.mark.parametrize(
    ("condition", "wanted"),
    [
        ("i & -i == 4", {True, False}),
        ("i & -i == 5", {False}),
        ("i | (i + 1) == 5", {True, False}),
        ("i | (i + 1) == 4", {False}),
        ("i & (i - 1) == 4", {True, False}),
        ("i ^ j == 6", {True, False}),
        ("i ^ j ^ i == j", {True}),
    ],
)
def test_bits_of_two_unknown_numbers_are_combined_within_a_bound(
    tmp_path: Path, condition: str, wanted: set[object]
) -> None:
    source = f"""
    def target(i: int, j: int) -> bool:
        if {condition}:
            return True
        return False
    """
    assert results(explore(tmp_path, source)) == wanted


def test_functions_of_math_are_given_small_integers_one_by_one(tmp_path: Path) -> None:
    source = """
    import math

    def target(items: list[int]) -> int:
        if int(math.log2(len(items))) + int(math.pow(2, len(items))) == 5:
            return len(items)
        return 0
    """
    assert results(explore(tmp_path, source)) == {2, 0, "ValueError"}


def test_pretty_printing_runs_the_methods_of_objects(tmp_path: Path) -> None:
    source = """
    from __future__ import annotations

    from pprint import pformat

    class Node:
        left: Node | None
        value: int

        def __repr__(self) -> str:
            if self.left is None:
                return str(self.value)
            return pformat({f"{self.value}": (self.left, None)}, indent=1)

    def target(node: Node) -> bool:
        if node.left is not None and node.left.left is not None:
            return False
        return isinstance(repr(node), str)
    """
    assert results(explore(tmp_path, source)) == {True, False, "ValueError"}  # too many digits


def test_the_hash_of_a_tuple_runs_the_methods_of_its_items(tmp_path: Path) -> None:
    source = """
    class Node:
        key: int

        def __hash__(self) -> int:
            if self.key < 0:
                raise ValueError
            return self.key

    def target(node: Node) -> bool:
        return hash((1, node)) == hash((1, node))
    """
    assert results(explore(tmp_path, source)) == {True, "ValueError"}
