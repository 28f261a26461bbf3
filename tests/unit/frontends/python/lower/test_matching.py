"""Match statements: each kind of pattern, and how many paths a case makes."""

from __future__ import annotations

from pathlib import Path

from tests.unit.frontends.python.exploring import explore, results


def test_sequence_patterns_fit_lists_of_their_length(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        def target(xs: list[int]) -> int:
            match xs:
                case []:
                    return 0
                case [x]:
                    return 1
                case [7, *rest]:
                    return 10 + len(rest)
                case [a, *_, b] if a == b:
                    return 2
                case [_, _, *more]:
                    return 20 + len(more)
            return 5
        """,
    )
    assert results(paths) == {0, 1, 11, 12, 2, 20, 21}


def test_strings_and_bytes_are_no_sequences(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        def target(s: str) -> int:
            for subject in (s, b"ab"):
                match subject:
                    case [_, _]:
                        return 1
            match s:
                case "xy":
                    return 2
            return 3
        """,
    )
    assert results(paths) == {2, 3}


def test_mapping_patterns_ignore_other_keys_and_collect_them(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        from collections import defaultdict

        def target(n: int) -> int:
            match defaultdict(int, {"k": n, "other": 1}):
                case {"missing": _}:
                    return 1
                case {"k": 3}:
                    return 2
                case {"k": value, **rest} if value > 3:
                    return 10 + len(rest)
                case {}:
                    return 4
            return 5
        """,
    )
    assert results(paths) == {2, 11, 4}


def test_class_patterns_take_attributes_and_builtins_the_subject(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        from dataclasses import dataclass

        @dataclass
        class Leaf:
            value: int

        @dataclass
        class Fork:
            left: Leaf
            right: Leaf

        def target(tree: Leaf | Fork | None, other: int | str) -> int:
            match tree:
                case Leaf(0):
                    return 1
                case Leaf(missing=_):
                    return 2
                case Fork(Leaf(a), right=Leaf(value=b)) if a == b:
                    return 3
                case Leaf() | None:
                    return 4
            match other:
                case bool():
                    return 5
                case int(n) if n > 2:
                    return 6
                case str("x"):
                    return 7
            return 8
        """,
    )
    assert results(paths) == {1, 3, 4, 6, 7, 8}


def test_too_many_positional_patterns_are_an_error(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        class Plain:
            def __init__(self, a: int) -> None:
                self.a = a

        def target(p: Plain) -> int:
            match p:
                case Plain(a=3):
                    return 1
                case Plain(3):
                    return 2
            return 3
        """,
    )
    assert results(paths) == {1, "TypeError"}


def test_a_case_that_fails_is_one_path_whichever_part_failed(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        from enum import Enum

        class Colour(Enum):
            RED = 1
            BLUE = 2

        def target(colour: Colour, a: int, b: int) -> int:
            match (colour, (a, b)):
                case (Colour.RED, (1 | 2, 3)):
                    return 1
                case (_, (4, x) | (x, 4)):
                    return 2
            return 3
        """,
    )
    assert results(paths) == {1, 2, 3}
    assert len({path.trace for path in paths}) == 3


def test_a_method_of_the_program_is_asked_part_by_part(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        class Odd:
            def __init__(self, n: int) -> None:
                self.n = n

            def __eq__(self, other: object) -> bool:
                return self.n % 2 == 1

            @property
            def double(self) -> int:
                return self.n * 2

        def target(odd: Odd) -> int:
            match (odd, 1):
                case (5, one):
                    return one
                case (Odd(double=4), _):
                    return 2
            return 3
        """,
    )
    assert results(paths) == {1, 2, 3}
