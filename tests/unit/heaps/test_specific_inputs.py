"""An assertion that only one kind of input violates is violated, by the smallest such input.

A witness that lacks anything that the conditions need does not get there when it is replayed.
"""

from __future__ import annotations

import pytest

from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.heaps import registry
from heapwise.results import OutcomeKind
from tests.unit.engine.programs import tiny
from tests.unit.heaps.subjects import SUBJECTS


@pytest.mark.parametrize("strategy", registry.names())
@pytest.mark.parametrize("name", SUBJECTS)
def test_the_only_input_that_gets_there_is_found(name: str, strategy: str) -> None:
    source, objects = SUBJECTS[name]
    run = Exploration(tiny(source), strategy, Bounds(max_objects=4))
    found = [path for path in run if path.outcome.kind is OutcomeKind.VIOLATED]
    assert found
    assert all(path.replayed for path in found)
    assert min(len(path.input.objects) for path in found) == objects
