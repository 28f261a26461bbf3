"""An integer of more than 61 bits is not its own hash: sets of such are iterated in another order,
which no path predicts. They are beyond a bound, and the account says so."""

from __future__ import annotations

from pathlib import Path

from heapwise.api import explore
from heapwise.engine.bounds import Bounds
from heapwise.frontends.python.semantics.core.set_order import HASHES

SOURCE = """
def first_is_one(numbers: set[int]) -> bool:
    if len(numbers) != 2 or 1 not in numbers or sum(numbers) < 1 << 61:
        return True
    return next(iter(numbers)) == 1


def alone(numbers: set[int]) -> bool:
    return len(numbers) == 1 and next(iter(numbers)) == 1
"""


def _cuts(target: str, longest: int) -> dict[str, int]:
    run = explore(target, bounds=Bounds(max_length=longest))
    assert list(run)
    return run.summary.account.cuts


def test_a_loop_over_long_integers_is_beyond_a_bound(tmp_path: Path) -> None:
    file = tmp_path / "sets.py"
    file.write_text(SOURCE)
    assert HASHES in _cuts(f"{file}:first_is_one", 2)
    assert HASHES not in _cuts(f"{file}:alone", 1)
