"""Two recursive calls in a row: one that goes down for ever must not keep small trees waiting."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from heapwise.api import explore
from heapwise.results import OutcomeKind

CLASSES = Path(__file__).parents[1] / "programs_java" / "classes"


def test_small_trees_are_done_first_at_default_settings() -> None:
    run = explore(f"{CLASSES}/rounds/Rounds.class:size")
    returned = []
    for leaf in islice(run.leaves(), 18):
        if leaf.kind is OutcomeKind.RETURNED:
            returned.append(run.describe(leaf))
    run.close()
    assert len(returned) >= 4
    sizes = [path.outcome.value for path in returned]
    assert sizes[:2] == [0, 1]
    assert {0, 1, 2} <= set(sizes)
    assert all(path.replayed for path in returned)
