"""A run keeps nothing of the paths it has handed out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from heapwise.engine import memory_limit

BENCHMARK = Path(__file__).parents[3] / "benchmarks" / "pose" / "dll_indexOf.tiny"
COUNT = """
import resource, sys
from heapwise import Bounds, explore
run = explore(sys.argv[1], strategy="lazy", bounds=Bounds(max_paths=int(sys.argv[2])))
print(run.count().counts.paths, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def paths_and_megabytes(limit: int) -> tuple[int, float]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", COUNT, str(BENCHMARK), str(limit)]
    run = subprocess.run(command, stdout=subprocess.PIPE, env=environment, check=True)
    paths, kilobytes = map(int, run.stdout.split())
    return paths, kilobytes / (1 if sys.platform != "darwin" else 1024) / 1024


@pytest.mark.slow
def test_a_hundred_thousand_lazy_paths_need_less_than_a_gigabyte() -> None:
    paths, megabytes = paths_and_megabytes(100_000)
    assert paths == 100_000
    assert megabytes < 1024


def test_ten_times_the_paths_need_about_the_same_memory() -> None:
    few, some = paths_and_megabytes(500)
    many, more = paths_and_megabytes(5_000)
    assert (few, many) == (500, 5_000)
    assert more < some + 60


def test_the_system_is_asked_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def used() -> int:
        asked.append(True)
        return len(asked) << 20

    monkeypatch.setattr(memory_limit, "_used", used)
    limit = memory_limit.MemoryLimit(2)
    answers = [limit.is_exceeded() for _ in range(3 * memory_limit._EVERY)]
    assert len(asked) == 3
    assert answers.index(True) == 2 * memory_limit._EVERY and answers.count(True) == 1
