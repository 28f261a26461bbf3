"""`max_depth` bounds the distinct indexes of one input array too, alike for every strategy."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.strategies import STRATEGIES, path_optimal
from heapwise import Bounds, explore

TWO_ARRAYS = """
class Pair { int[] a; int[] b; }
if (((Y0.a) [X0]) = 1) then
  if (((Y0.b) [X1]) = 2) then
    if (((Y0.a) [X2]) = 3) then 1 else 2
  else 3
else 4
"""


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(("bound", "returned", "cut"), [(1, {3, 4}, 2), (2, {1, 2, 3, 4}, 1)])
def test_a_path_is_cut_at_one_index_more_than_the_bound(
    tmp_path: Path, strategy: str, bound: int, returned: set[int], cut: int
) -> None:
    """With one index, `a[X2]` after `a[X0]` is cut unless the two are equal, which 1 and 3 rule
    out; `b` may be `a` or not."""
    file = tmp_path / "arrays.tiny"
    file.write_text(TWO_ARRAYS)
    found = list(explore(file, strategy=strategy, bounds=Bounds(max_depth=bound)))
    bounded = [path for path in found if path.outcome.kind.value == "bounded"]
    values = {path.outcome.value for path in found if path.outcome.kind.value == "returned"}
    assert {path.outcome.exception for path in bounded} == {"max-depth"}
    assert returned <= values
    if strategy in path_optimal():
        assert len(bounded) == cut
