"""How busy the machine is changes no verdict: what a run may take is counted in CPU time. A run
that waits stands here for one that others keep waiting."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from heapwise.results import Heap
from heapwise.structure.search.watchdog import TooLongError, Watchdog
from heapwise.testgen.cpython_replay import PATIENCE, Limits, ModuleUnderTest, Replayer, Status

SOURCE = """
import time

def waits():
    time.sleep(0.6)
    return 1

def waits_for_ever():
    time.sleep(1000)

def works_for_ever():
    while True:
        pass
"""


@pytest.mark.parametrize(
    ("function", "status"),
    [
        ("waits", Status.RETURNED),
        ("waits_for_ever", Status.TIMEOUT),
        ("works_for_ever", Status.TIMEOUT),
    ],
)
def test_a_replay_may_wait_longer_than_it_may_work(
    function: str, status: Status, tmp_path: Path
) -> None:
    assert PATIENCE >= 4
    file = tmp_path / "subject.py"
    file.write_text(SOURCE, encoding="utf-8")
    with Replayer() as replayer:
        limits = Limits(seconds=0.3)
        assert replayer.replay(ModuleUnderTest.of_file(file), function, Heap(), limits).status is (
            status
        )


def test_patience_with_an_invariant_is_not_lost_while_it_waits() -> None:
    watchdog = Watchdog(lambda: 1, patience=0.2)
    watchdog.begin()
    try:
        time.sleep(1.0)
    finally:
        watchdog.end()
    watchdog.begin()
    with pytest.raises(TooLongError):
        _work(60)
    watchdog.end()


def _work(seconds: float) -> None:
    started = time.process_time()
    while time.process_time() - started < seconds:
        pass
