"""Who works: processes, a Dask cluster, or an executor of another package."""

from __future__ import annotations

import json
import multiprocessing
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from heapwise.api import start
from heapwise.plan import RunPlan
from heapwise.program.source import InputError
from heapwise.workers import clusters, crew, division
from heapwise.workers.clusters import DaskExecutor, Workforce, workforce
from heapwise.workers.crew import processes
from heapwise.workers.exploring import Spread
from heapwise.workers.pool import available
from tests.waiting import PATIENCE, wait_until

_ROOT = Path(__file__).parents[3]
_PLAN = RunPlan(f"{_ROOT}/benchmarks/pose/avl_maxElement.tiny", "lazier-sharp")


def found_by(workers: Workforce) -> list[tuple[int, str]]:
    spread = Spread(start(_PLAN), _PLAN, workers.jobs, executors=workers.executors, alone=-1.0)
    found = [(each.number, each.prefix.id) for each in spread.paths()]
    assert spread.was_shared and spread.run.account.finished
    return found


def expected() -> list[tuple[int, str]]:
    spread = Spread(start(_PLAN), _PLAN)
    return [(each.number, each.prefix.id) for each in spread.paths()]


def test_by_default_there_are_as_many_processes_as_cores() -> None:
    assert workforce(None, None) == (available(), processes)
    assert workforce(None, 3) == (3, processes)


def theirs(jobs: int) -> Executor:
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))


def test_an_executor_of_another_package(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = SimpleNamespace(name="theirs", load=lambda: theirs)
    monkeypatch.setattr(clusters, "installed", lambda group: [entry])
    assert found_by(workforce("theirs", 2)) == expected()
    with pytest.raises(InputError, match=r"unknown cluster `their`.*theirs"):
        workforce("their", None)


class Abandoned(Executor):
    """The first task is done; then all workers are gone, and do not come back. However slow the
    machine is, that task ends because it has states to give back."""

    def __init__(self) -> None:
        self.is_abandoned = False

    def submit(self, call: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if not self.is_abandoned:
            future.set_result(call(*args, **named))
        self.is_abandoned = True
        return future


def test_a_cluster_that_has_lost_all_its_workers_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(crew, "_LOOK", 0.01)
    monkeypatch.setattr(division, "FIRST_SLICE", PATIENCE)
    run = start(_PLAN)
    spread = Spread(run, _PLAN, 2, executors=lambda jobs: Abandoned(), alone=-1.0)
    assert len(list(spread.paths())) == run.summary.counts.paths > 1, "what was found is kept"
    assert run.account.stopped == "the cluster has no workers any more"


def test_who_has_no_worker_for_long_is_abandoned() -> None:
    threads: dict[str, int] = {"one": 1}
    client = SimpleNamespace(nthreads=lambda: threads, get_executor=lambda: None)
    executor = DaskExecutor(client, None, ())
    threads.clear()
    assert not executor.is_abandoned, "another may be on its way"
    assert executor._gone is not None
    executor._gone -= 1000
    assert executor.is_abandoned
    threads["two"] = 1
    assert not executor.is_abandoned


def test_without_dask_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match="pip install"):
        workforce("tcp://127.0.0.1:1", None)


def test_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(clusters, "_SECONDS", 0.5)
    with pytest.raises(InputError, match="no Dask scheduler"):
        workforce("tcp://127.0.0.1:9", None)


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers, each a process of its own, as on three machines."""
    pytest.importorskip("distributed")
    file = tmp_path / "scheduler.json"
    where = ["--scheduler-file", str(file)]
    begun: list[subprocess.Popen[bytes]] = []

    def begin(*command: str) -> None:
        quiet = subprocess.DEVNULL
        begun.append(subprocess.Popen([*command], stdout=quiet, stderr=quiet, cwd=_ROOT))

    try:
        begin(*_dask("scheduler"), *where, "--port", "0", "--no-dashboard")
        for _ in range(2):
            begin(*_dask("worker"), *where, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        wait_until(file.exists)
        yield json.loads(file.read_text())["address"], begun
    finally:
        for process in reversed(begun):
            process.kill()
        for process in begun:
            process.wait()


def _dask(what: str) -> list[str]:
    return [sys.executable, "-m", f"distributed.cli.dask_{what}"]


def test_a_scheduler_and_two_workers_one_of_which_dies(
    scheduler: tuple[str, list[subprocess.Popen[bytes]]],
) -> None:
    address, running = scheduler
    workers = workforce(address, 2)
    assert found_by(workers) == expected()
    running[-1].kill()
    assert found_by(workers) == expected()
