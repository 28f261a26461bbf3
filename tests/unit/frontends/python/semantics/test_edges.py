"""Corners that no other test goes to, in one module. Every path replays in CPython."""

from __future__ import annotations

import datetime
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

import heapwise
from heapwise.frontends.python.semantics.core.kinds import Mac
from heapwise.frontends.python.semantics.core.pure_functions import called, is_pure
from heapwise.frontends.python.semantics.operations.describing import FEW_DIGITS
from heapwise.results import OutcomeKind
from tests.unit.frontends.python.exploring import Cases, reasons, results

HEADING = """
import asyncio
import enum
import itertools
from pathlib import Path


class Level(enum.Enum):
    LOW = 1
    HIGH = 2

    @classmethod
    def _missing_(cls, value):
        return cls.HIGH if value > 5 else None


class One:
    def __index__(self) -> int:
        return 1

    def __add__(self, other: int) -> int:
        return 1 + other


class Fixed:
    def __int__(self) -> int:
        return 1


class Marked:
    mark: int = 0


class Key:
    n: int

    def __hash__(self) -> int:
        if self.n > 0:
            raise ValueError("no key")
        return 1


async def is_one_task() -> bool:
    task = asyncio.create_task(asyncio.sleep(0))
    return asyncio.ensure_future(task) is task
"""
CASES: dict[str, tuple[tuple[str, ...], set[object]]] = {
    "a member that an enum makes up": (
        (
            "n: int",
            "level = Level(n)",
            "if level is Level.LOW:",
            "    return 'low'",
            "return 'made up' if n > 5 else 'high'",
        ),
        {"low", "high", "made up", "ValueError"},
    ),
    "counting from what has an index": (
        (
            "n: int",
            "numbers = itertools.count(One(), 2)",
            "return isinstance(next(numbers), One) and [next(numbers), next(numbers)] == [3, 5]",
        ),
        {True},
    ),
    "counting from what cannot be added to": (
        ("n: int", "return next(itertools.count(Fixed(), 2)) is None"),
        {"TypeError"},
    ),
    "counting from text": (("n: int", "return next(itertools.count('a'))"), {"TypeError"}),
    "a task is a future": (("n: int", "return asyncio.run(is_one_task())"), {True}),
    "lines of a file": (
        (
            "n: int",
            "with open('a.txt', 'w') as file:",
            "    file.write('x\\ny')",
            "with open('a.txt') as file:",
            "    return list(file) == ['x\\n', 'y']",
        ),
        {True, "IsADirectoryError", "PermissionError"},
    ),
    "a set updated by a generator and a list": (
        (
            "n: int",
            "found = {1}",
            "found.update((each + 1 for each in [1, 2]), [7])",
            "return sorted(found) == [1, 2, 3, 7]",
        ),
        {True},
    ),
    "an attribute deleted of one of two": (
        (
            "at: int",
            "one, other = both = Marked(), Marked()",
            "one.mark, other.mark = 1, 2",
            "del both[at].mark",
            "return one.mark * 10 + other.mark",
        ),
        {2, 10, "IndexError"},
    ),
    "paths are compared": (
        (
            "n: int",
            "one, same, other = Path('a/b'), Path('a') / 'b', Path('a-b')",
            "found = [one == same, one != same, one == 'a/b', one in [other]]",
            "found += [one in [other, same], len({one, same, other}) == 2]",
            "found += [{one: True}.get(same), one < other]",
            "return found == [True, False, False, False, True, True, True, True]",
        ),
        {True},
    ),
    "a path that is not known": (
        ("name: str", "return 'same' if Path(name) == Path('a') else 'other'"),
        {"same", "other"},
    ),
    "a tuple of the input whose part has a hash of its own": (
        ("pair: tuple[Key, int]", "return pair in {1: 2}"),
        {False, "ValueError"},
    ),
}


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("edges")


UNKNOWN_HASHES = "a tuple among the keys of the input"
LINES = {name: lines for name, (lines, _) in CASES.items()} | {
    UNKNOWN_HASHES: (
        "known: dict[tuple[Key, int], int], key: Key",
        "if len(known) == 0:",
        "    return 'empty' if (key, 1) not in known else 'found'",
        "return 'found' if (key, 1) in known else 'missing'",
    )
}
CASES_OF = Cases(HEADING, LINES)


@pytest.mark.parametrize("case", CASES)
def test_corners(case: str, directory: Path) -> None:
    assert results(CASES_OF.explore(directory, case)) == CASES[case][1]


def test_keys_of_an_input_dict_that_have_hashes_of_their_own_are_not_supported(
    directory: Path,
) -> None:
    """Nobody knows what they had when they were put in. A dict without entries has none of them."""
    found = CASES_OF.explore(directory, UNKNOWN_HASHES)
    assert {path.result for path in found if path.kind is OutcomeKind.RETURNED} == {"empty"}
    assert reasons(found) == {"an input container of objects with a __hash__ of their own"}


def test_what_depends_on_the_time_zone_is_computed_by_no_real_function() -> None:
    stamp = datetime.datetime.timestamp
    assert not is_pure(stamp, "datetime.datetime.timestamp")
    assert not is_pure(datetime.datetime(2024, 1, 1).timestamp, None)
    assert is_pure(datetime.timedelta.total_seconds, "datetime.timedelta.total_seconds")


def test_small_powers_alone_are_computed_at_once() -> None:
    nobody = cast("Mac", None)
    assert called(nobody, pow, "pow", (2, 1000), {}) == (2**1000,)
    assert called(nobody, pow, "pow", (2, 1001), {}) is None


@pytest.mark.parametrize(("hint", "has_integers"), [("str", False), ("int", True)])
def test_digits_of_integers_are_a_bound_only_where_there_are_some(
    tmp_path: Path, hint: str, has_integers: bool
) -> None:
    file = tmp_path / "shown.py"
    file.write_text(f"def shown(items: list[{hint}]) -> str:\n    return str(items)\n")
    with closing(heapwise.explore(f"{file}:shown")) as run:
        list(run.leaves())
    assert (FEW_DIGITS in run.account.approximations) is has_integers
