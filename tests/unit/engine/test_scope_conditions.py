"""What a path is said to have chosen: not that it is within the bounds, which the header says."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import Bounds, explore
from heapwise.path_description import show_condition
from heapwise.results import COMPLETED

PROGRAMS = Path(__file__).parents[2] / "programs"
LIST_SIZE = {
    "fieldmaps": {
        "Y0.next == null",
        "Y0.next != null and Y0.next.next == null",
        "Y0.next != null and Y0.next.next != null",
    },
    "pose": {
        "Y0.next == null",
        "Y0.next != null and ((Y0.next == null) if (Y0 == Y0.next) else (Y0.next.next == null))",
        "Y0.next != null and not ((Y0.next == null) if (Y0 == Y0.next) else "
        "(Y0.next.next == null))",
    },
}


@pytest.mark.parametrize("strategy", LIST_SIZE)
def test_that_there_are_few_enough_objects_is_not_shown(strategy: str) -> None:
    run = explore(
        PROGRAMS / "list_size.tiny", strategy=strategy, bounds=Bounds(max_objects=2, max_loops=3)
    )
    paths = list(run)
    completed = {path.condition for path in paths if path.outcome.kind in COMPLETED}
    assert completed == LIST_SIZE[strategy]
    # Where the bound has cut, it is what the path is about.
    (cut,) = [path.condition for path in paths if path.outcome.kind not in COMPLETED]
    assert cut.endswith(" == 2")


def test_what_was_passed_before_is_not_shown_where_a_later_bound_cuts() -> None:
    run = explore(PROGRAMS / "instanceof_field.tiny", bounds=Bounds(max_objects=2))
    cut = [path.condition for path in run if path.outcome.kind not in COMPLETED]
    assert len(cut) == 2
    assert not any("not (" in condition for condition in cut)


def test_conditions_that_are_not_shown_are_still_there() -> None:
    """They are part of the path: the solver sees them, and they are told to who asks."""
    run = explore(PROGRAMS / "list_size.tiny", bounds=Bounds(max_objects=2, max_loops=3))
    leaves = [leaf for leaf in run.leaves() if leaf.path.hidden and leaf.kind in COMPLETED]
    assert len(leaves) == 2
    for leaf in leaves:
        assert all(leaf.path.decided(within) is True for within in leaf.path.hidden)
        shown = show_condition(leaf.path, leaf.path.hidden)
        assert show_condition(leaf.path) != shown


def test_that_containers_are_short_enough_is_not_shown(tmp_path: Path) -> None:
    file = tmp_path / "equal.py"
    file.write_text("def equal(a: list[int], b: list[int]) -> bool:\n    return a == b\n")
    run = explore(f"{file}:equal", bounds=Bounds(max_length=2))
    ends = {str(path.outcome.kind.value): path.condition for path in run}
    assert ends == {"returned": "true", "bounded": "not (len(a) != len(b) or 2 >= len(a))"}
