"""What is shown of workers while a run goes on."""

from __future__ import annotations

from heapwise.cli.terminal import left_text, worker_lines
from heapwise.workers.exploring import Worker


def test_a_line_for_each_worker_as_far_as_there_is_room() -> None:
    lines = worker_lines([Worker(1, 3, 1200, 2.0), Worker(2)])
    assert lines == [
        "worker 1 · 3 units · 1 200 paths · 600 paths/s",
        "worker 2 · 0 units · 0 paths · 0 paths/s",
    ]
    many = worker_lines([Worker(number) for number in range(1, 101)])
    assert len(many) == 17 and many[-1] == "… 84 more workers"


def test_what_is_left_is_a_guess() -> None:
    assert left_text(None) == ""
    assert left_text(0.2) == " · perhaps 1 s left"
    assert left_text(200) == " · perhaps 3 min left"
    assert left_text(7200) == " · perhaps 2 h left"
