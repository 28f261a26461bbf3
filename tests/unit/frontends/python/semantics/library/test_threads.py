"""Threads run to their end when they are started, and so they do when CPython replays a path (which
`exploring` checks): what they share is changed, their exceptions are theirs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from heapwise.results import OutcomeKind
from tests.unit.frontends.python.exploring import Cases

HEADING = """
import queue
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed

class Tally:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.total = 0

    def add(self, n: int) -> None:
        with self.lock:
            self.total += 100 // n
"""
CASES: dict[str, tuple[tuple[str, ...], dict[str, int]]] = {
    "threads that share an object": (
        (
            "tally: Tally, n: int",
            "threads = [threading.Thread(target=tally.add, args=(each,)) for each in (1, n)]",
            "for thread in threads: thread.start()",
            "for thread in threads: thread.join()",
            "return tally.total, thread.is_alive()",
        ),
        {"returned": 2},
    ),
    "a thread that is started twice": (
        ("n: int", "t = threading.Thread(target=print)", "for _ in range(n): t.start()"),
        {"returned": 2, "RuntimeError": 1},
    ),
    "a thread that is joined too early": (
        ("", "threading.Thread(target=print, name='x').join()"),
        {"RuntimeError": 1},
    ),
    "a worker with a queue": (
        (
            "jobs: list[int]",
            "todo, done = queue.Queue(), threading.Event()",
            "for job in jobs: todo.put(job)",
            "def work() -> None:",
            "    while not todo.empty(): todo.get()",
            "    done.set()",
            "threading.Thread(target=work, daemon=True).start()",
            "return done.wait(), todo.qsize()",
        ),
        {"returned": 4},
    ),
    "a pool": (
        (
            "n: int",
            "with ThreadPoolExecutor(max_workers=2) as pool:",
            "    return list(pool.map(lambda each: 6 // each, [3, n]))",
        ),
        {"returned": 1, "ZeroDivisionError": 1},
    ),
    "what a pool gives": (
        (
            "n: int",
            "with ThreadPoolExecutor() as pool:",
            "    futures = {pool.submit(divmod, 7, each): each for each in (2, n)}",
            "failed = [futures[each] for each in as_completed(futures) if each.exception()]",
            "pool.submit(print) if failed else None",
        ),
        {"returned": 1, "RuntimeError": 1},
    ),
    "a pool without workers": (
        ("n: int", "ThreadPoolExecutor(n)"),
        {"returned": 1, "ValueError": 1},
    ),
    "a semaphore": (
        (
            "n: int",
            "s = threading.BoundedSemaphore(n)",
            "with s: known = s.acquire(blocking=False)",
            "if known: s.release()",
            "s.release()",
        ),
        {"ValueError": 3},
    ),
}  # fmt: skip
SUBJECTS = Cases(HEADING, {name: case for name, (case, _) in CASES.items()})


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("threads")


@pytest.mark.parametrize("case", CASES)
def test_threads_run_when_they_are_started(directory: Path, case: str) -> None:
    found = SUBJECTS.explore(directory, case)
    ended = [path for path in found if path.kind is not OutcomeKind.BOUNDED]
    outcomes = Counter(path.detail or str(path.kind.value) for path in ended)
    assert dict(outcomes) == CASES[case][1]
