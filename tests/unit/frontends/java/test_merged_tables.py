"""Tables of visited objects in invariants that are compiled: what is said of them is what the code
of the JDK, and a search among candidates, say."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from heapwise import Bounds, explore
from heapwise.frontends.java.invariants import merged_tables
from heapwise.frontends.java.options import JavaOptions
from heapwise.merging.api import StandInError

_CLASSES = Path(__file__).parents[3] / "programs_java" / "classes"


def _ends(target: str, objects: int, precondition: str, strategy: str | None = None) -> list[str]:
    run = explore(
        f"{_CLASSES}:regressions.{target}",
        strategy=strategy,
        bounds=Bounds(max_objects=objects),
        precondition=precondition,
    )
    with closing(run):
        return sorted(f"{path.outcome.kind.value} {path.outcome.value}" for path in run)


def _compiled(target: str, objects: int = 2) -> list[str]:
    return _ends(target, objects, "compiled")


@pytest.fixture
def given_up(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How often the code of the JDK was needed after all."""
    found: list[str] = []

    class NoticedError(StandInError):
        def __init__(self) -> None:
            found.append("given up")

    monkeypatch.setattr(merged_tables, "StandInError", NoticedError)
    return found


_TABLES = ("Counted", "Removed", "Either", "Mapped")


@pytest.mark.parametrize("name", _TABLES)
def test_a_table_is_what_a_search_among_candidates_takes_it_for(
    given_up: list[str], name: str
) -> None:
    target = f"Tables${name}.look"
    expected = set(_ends(target, 3, "symsolve", "lazy"))
    assert set(_compiled(target, 3)) == expected
    assert not given_up


def test_objects_with_a_hash_code_of_their_own_are_left_to_the_jdk(given_up: list[str]) -> None:
    """Two that are equal are one, though they are two objects."""
    assert _compiled("Visited$ByHash.look") == ["returned 0", "returned 1", "returned 2"]
    assert given_up


def test_a_path_that_no_input_takes_does_no_harm() -> None:
    """The run goes on where it has not been refuted that an object is in a table, and then turns
    out to be none of those in there."""
    lissa = Path(__file__).parents[4] / "benchmarks" / "java" / "classes"
    run = explore(
        f"{lissa}:lissa.Schedule.addProcess",
        bounds=Bounds(max_objects=3),
        precondition="compiled",
        contracts=False,
        language_options=JavaOptions(ints="math", finitization="finSchedule(3)"),
    )
    with closing(run):
        summary = run.count()
    assert (summary.counts.paths, summary.counts.failed) == (6, 0)
