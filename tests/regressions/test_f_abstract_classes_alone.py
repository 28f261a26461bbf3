"""An abstract class that nothing extends has no objects: an input of it is null, nothing else."""

from __future__ import annotations

import pytest

from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.frontends.tiny.lower import lower
from heapwise.frontends.tiny.parser import parse
from heapwise.heaps import registry

FIELD = """
abstract class Shape { int area; }
class Frame { Shape shape; }
if ((Y0.shape) = null) then 1 else assert (0 = 1)
"""
INPUT = """
interface Shape { int area(); }
class Main { int run(Shape s) := if (s = null) then 1 else (s . area []); }
((new Main) . run [Y0])
"""


@pytest.mark.parametrize("strategy", registry.names())
@pytest.mark.parametrize(
    ("source", "ends"), [(FIELD, ["raised", "returned"]), (INPUT, ["returned"])]
)
def test_what_has_no_objects_is_null(source: str, ends: list[str], strategy: str) -> None:
    run = Exploration(lower(parse(source, "a.tiny"), "a.tiny"), strategy, Bounds(max_objects=2))
    paths = list(run)
    assert sorted(path.outcome.kind.value for path in paths) == ends
    assert all(path.replayed for path in paths) and run.account.exhaustive
