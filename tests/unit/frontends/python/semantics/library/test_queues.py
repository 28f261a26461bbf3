"""The module `queue` in a single thread."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.results import OutcomeKind
from tests.unit.frontends.python.exploring import explore, results


@pytest.mark.parametrize(
    ("name", "order"), [("Queue", (5, 1)), ("LifoQueue", (1, 5)), ("PriorityQueue", (1, 5))]
)
def test_items_come_in_the_order_of_the_queue(
    tmp_path: Path, name: str, order: tuple[int, int]
) -> None:
    source = f"""
    from queue import {name}

    def target(n: int) -> int:
        waiting: {name}[int] = {name}()
        waiting.put(5)
        waiting.put(1)
        if n > 0:
            waiting.get()
        return waiting.get() if waiting.qsize() == 1 or not waiting.empty() else 0
    """
    assert results(explore(tmp_path, source)) == set(order)


def test_a_queue_may_be_full_or_empty(tmp_path: Path) -> None:
    source = """
    import queue

    def target(size: int) -> str:
        waiting = queue.Queue(maxsize=size)
        waiting.put(1)
        try:
            waiting.put_nowait(2)
        except queue.Full:
            return "full" if waiting.full() else "never"
        waiting.get()
        waiting.get()
        try:
            waiting.get(block=False)
        except queue.Empty:
            return "empty"
        return "never"
    """
    assert results(explore(tmp_path, source)) == {"full", "empty"}


def test_waiting_for_ever_is_cut(tmp_path: Path) -> None:
    source = """
    from queue import Queue

    def target() -> int:
        return Queue().get()
    """
    (path,) = explore(tmp_path, source)
    assert path.kind is OutcomeKind.BOUNDED
    assert path.detail is not None
    assert "waits for ever" in path.detail
