"""Cells are given up after CPU time, and larger ones of their kind with them."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from heapwise.reproduce import measuring
from heapwise.reproduce.measuring import CpuLimit, in_order


def _works(seconds: float) -> None:
    """For so much CPU time, hiding exceptions as what runs invariants does."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        try:
            sum(range(1000))
        except Exception:
            continue


def test_what_takes_long_is_ended() -> None:
    started = time.process_time()
    with CpuLimit(0.05) as limit:
        _works(30)
    assert limit.is_up and time.process_time() - started < 10


def test_waiting_costs_nothing() -> None:
    with CpuLimit(0.05) as limit:
        time.sleep(0.2)
    assert not limit.is_up


def test_what_is_over_is_left_alone() -> None:
    with CpuLimit(0.05) as limit:
        pass
    _works(0.15)
    assert not limit.is_up


def test_other_exceptions_are_not_touched() -> None:
    with pytest.raises(ValueError, match="mine"), CpuLimit(5):
        raise ValueError("mine")


def test_what_was_not_finished_is_not_tried_at_a_larger_size() -> None:
    asked: list[tuple[str, int]] = []

    def cases() -> Iterator[tuple[str, int]]:
        for name in ("quick", "slow"):
            for size in (1, 2, 3):
                yield name, size

    def measure(case: tuple[str, int]) -> bool:
        asked.append(case)
        return case != ("slow", 2)

    found = list(in_order(cases(), measure, lambda case: case[0], lambda cell: cell))
    assert found == [True, True, True, True, False]
    assert ("slow", 3) not in asked


def _sizes(case: tuple[str, int]) -> tuple[str, int, bool]:
    return *case, case != ("slow", 2)


def _name(case: tuple[str, int]) -> str:
    return case[0]


def test_several_processes_leave_out_the_same_and_keep_the_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cases = [(name, size) for size in (1, 2, 3) for name in ("quick", "slow", "other")]

    def found(jobs: int) -> list[tuple[str, int, bool]]:
        return list(in_order(cases, _sizes, _name, lambda cell: cell[2], jobs))

    alone = found(1)
    assert len(alone) == 8 and ("slow", 3, True) not in alone
    monkeypatch.setattr(measuring, "ALONE", -1.0)
    assert found(2) == alone
