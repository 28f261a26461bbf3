"""How many paths every strategy finds in small programs, to the last one.

The laws say what paths must be; these figures (`counts.txt`) say how many there are and how many
alternatives were dropped on the way, so that a path which is lost or found twice is noticed
whatever else remains true. A figure may change with a strategy, if somebody can say why.
`python -m tests.unit.heaps.test_counts` prints them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.frontends.tiny import load_program
from heapwise.program import Program
from heapwise.results import COMPLETED
from tests.unit.engine.programs import tiny
from tests.unit.heaps.subjects import SUBJECTS

PROGRAMS = Path(__file__).parents[2] / "programs"
TABLE = Path(__file__).with_name("counts.txt")
BOUNDS = Bounds(max_objects=3, max_loops=4)
SETTLING = ("lazy", "lazier", "lazier-sharp")


def _table() -> tuple[list[str], dict[str, list[str]]]:
    lines = [line.split() for line in TABLE.read_text(encoding="utf-8").splitlines()]
    return lines[0], {name: figures for name, *figures in lines[1:]}


STRATEGIES, COUNTS = _table()


def figures(name: str, strategy: str) -> str:
    """`returned+raised+violated+endless-bounded/infeasible`, and `?queries` of strategies that
    settle most choices without any. Each completed path is replayed."""
    run = Exploration(_program(name), strategy, BOUNDS)
    for number, path in enumerate(run, start=1):
        assert path.id == number
        assert (path.confirmed and path.replayed) or path.outcome.kind not in COMPLETED
    found = run.summary.counts
    ends = f"{found.returned}+{found.raised}+{found.violated}+{found.endless}"
    asked = f"?{found.queries}" if strategy in SETTLING else ""
    return f"{ends}-{found.bounded}/{found.infeasible}{asked}"


def _program(name: str) -> Program:
    if name.replace("_", " ") in SUBJECTS:
        return tiny(SUBJECTS[name.replace("_", " ")][0])
    return load_program(PROGRAMS / f"{name}.tiny")


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", COUNTS)
def test_no_path_is_lost_and_none_is_found_twice(name: str, strategy: str) -> None:
    assert figures(name, strategy) == COUNTS[name][STRATEGIES.index(strategy)]


UNLIMITED = {
    "list_contains": ["7-0", "7-0", "7-0", "9-1", "9-1", "9-1", "10-3"],
    "dll_index_of": ["12-0", "12-0", "12-0", "12-1", "12-1", "12-1", "12-3"],
    "avl_find": ["12-0", "12-0", "12-0", "12-0", "12-0", "12-0", "12-2"],
}
"""Paths and cuts of the first twelve paths without a bound on objects."""


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", UNLIMITED)
def test_a_loop_goes_on_while_it_meets_new_objects(name: str, strategy: str) -> None:
    """Only turns that meet none count, and two of them are allowed."""
    counts = Exploration(_program(name), strategy, Bounds(max_loops=2, max_paths=12)).count().counts
    found = f"{counts.paths}-{counts.bounded}"
    assert found == UNLIMITED[name][STRATEGIES.index(strategy)]


if __name__ == "__main__":
    print(*STRATEGIES)
    for program in COUNTS:
        print(program, *(figures(program, strategy) for strategy in STRATEGIES))
