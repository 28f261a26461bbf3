"""The simulation of many workers, on cases that can be computed by hand."""

from __future__ import annotations

import pytest

from benchmarks.scale import Work, efficiency

_UNITS = [Work(1.0, 10)]


def test_one_worker_waits_only_for_its_next_unit() -> None:
    assert efficiency(_UNITS, 0.0, 1, 1_000) == pytest.approx(1.0)
    assert efficiency(_UNITS, 0.25, 1, 1_000) == pytest.approx(0.8)


def test_the_tree_must_grow_before_all_have_work() -> None:
    """1, 2, 4 units a second, and then 4 for as long as there are paths."""
    assert efficiency(_UNITS, 0.0, 4, 70) == pytest.approx(7 / 12)


def test_who_divides_feeds_so_many_and_no_more() -> None:
    few, many = (efficiency(_UNITS, 0.01, workers, 1_000_000) for workers in (50, 1_000))
    assert few > 0.95
    assert many == pytest.approx(0.1, abs=0.01)
