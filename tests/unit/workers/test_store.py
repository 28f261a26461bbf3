"""Runs that are kept: whenever and however one is ended, the next ends with what an undisturbed run
ends with."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from heapwise.api import start
from heapwise.cli.app import app
from heapwise.engine.bounds import Bounds
from heapwise.plan import RunPlan
from heapwise.program.source import InputError
from heapwise.results import Account
from heapwise.workers import exploring
from heapwise.workers.exploring import Spread
from heapwise.workers.store import Store, StoredRun, stored_run
from heapwise.workers.unit_of_work import Look

_ROOT = Path(__file__).parents[3]
_AVL = f"{_ROOT}/benchmarks/pose/avl_maxElement.tiny"
_PLANS = (
    RunPlan(_AVL, "lazier-sharp"),
    RunPlan(f"{_ROOT}/examples/list.tiny", "lazy", Bounds(max_objects=2, max_loops=2)),
    RunPlan(f"{_ROOT}/tests/programs/avl_insert.tiny", "pose", Bounds(max_depth=3)),
)


class Whole(NamedTuple):
    paths: list[tuple[int, int, str, str, str]]
    counts: dict[str, Any]
    account: Account


def told(plan: RunPlan, store: StoredRun | None) -> Whole:
    run = start(plan)
    spread = Spread(run, plan, store=store)
    found = []
    for each in spread.paths():
        path = spread.describe(each)
        found.append((path.id, path.case, path.leaf, path.outcome.kind.value, path.condition))
    counts = run.summary.counts
    left_out = ("queries", "unknown", "answered")
    certain = {name: getattr(counts, name) for name in counts.__slots__ if name not in left_out}
    return Whole(found, certain, run.account)


def resume(plan: RunPlan, file: Path, dies_at: int | None = None) -> Whole:
    """Dies when it has come to so many statements of SQL."""
    store = stored_run(plan, file, resume=True)
    assert store is not None
    if dies_at is not None:
        exploring._EVERY = exploring._SHARE = 0
        left = dies_at

        def count(statement: str) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

        store._db.set_trace_callback(count)
    found = told(plan, store)
    store._store.close()
    return found


def _in_a_process(*arguments: Any) -> int | None:
    """Of a server that has imported everything already."""
    server = multiprocessing.get_context("forkserver")
    server.set_forkserver_preload([__name__])
    process = server.Process(target=resume, args=arguments)
    process.start()
    process.join()
    return process.exitcode


def _disturbed(file: Path, plan: RunPlan, kills: Sequence[int], torn: random.Random | None) -> int:
    """How often the run was ended. If writes are torn, the end of what was written is missing."""
    ended = 0
    for dies_at in kills:
        ended += _in_a_process(plan, file, dies_at) == -signal.SIGKILL
        log = file.with_name(file.name + "-wal")
        if torn is not None and log.exists() and log.stat().st_size:
            os.truncate(log, torn.randrange(log.stat().st_size))
    return ended


@pytest.mark.parametrize("torn", [False, True], ids=["whole", "torn"])
@pytest.mark.parametrize("number", range(len(_PLANS)))
def test_a_run_is_killed_and_resumed(tmp_path: Path, number: int, torn: bool) -> None:
    plan, chance = _PLANS[number], random.Random(number)
    kills = [chance.randrange(4, 60) for _ in range(4)]
    assert _disturbed(tmp_path / "runs", plan, kills, chance if torn else None)
    assert resume(plan, tmp_path / "runs") == told(plan, None)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
def test_at_any_moment(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    plan = chance.choice(_PLANS)
    kills = [chance.randrange(1, 200) for _ in range(6)]
    _disturbed(tmp_path / "runs", plan, kills, chance if seed % 3 == 0 else None)
    assert resume(plan, tmp_path / "runs") == told(plan, None)


@pytest.mark.slow
def test_workers_and_all_are_killed(tmp_path: Path) -> None:
    chance = random.Random(3)
    target = f"{_ROOT}/benchmarks/pose/avl_insertElem.tiny"
    file = str(tmp_path / "runs")
    options = ["--strategy", "lazy", "--max-depth", "3", "--quiet", "--jobs", "2"]
    command = [sys.executable, "-m", "heapwise", "explore", target, *options]
    for _ in range(6):
        process = subprocess.Popen([*command, "--store", file, "--resume"])
        time.sleep(2.0 + 3.0 * chance.random())
        process.kill()
        process.wait()
    kept = subprocess.run([*command, "--store", file, "--resume"], capture_output=True, text=True)
    fresh = subprocess.run(command, capture_output=True, text=True)
    parts = [each.stdout.split(" · ")[:2] for each in (kept, fresh)]
    assert parts[0] == parts[1] and "paths" in parts[0][0]


def test_a_full_disk_ends_no_run_and_spoils_no_store(tmp_path: Path) -> None:
    plan = _PLANS[0]
    store = stored_run(plan, tmp_path / "runs", resume=False)
    assert store is not None
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages + 2}")
    spread = Spread(start(plan), plan, store=store, look=Look.ALL_DESCRIBED)
    expected = told(plan, None)
    assert [each.number for each in spread.paths()] == [path[0] for path in expected.paths]
    assert "full" in str(spread.not_kept) and spread.run.account.finished
    store._store.close()
    assert resume(plan, tmp_path / "runs") == expected


def test_a_finished_run_is_not_explored_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = resume(_PLANS[1], tmp_path / "runs")
    assert first.account.violations
    monkeypatch.setattr(Spread, "_by_this_process", None)
    assert resume(_PLANS[1], tmp_path / "runs") == first


def test_two_runs_at_once(tmp_path: Path) -> None:
    server = multiprocessing.get_context("forkserver")
    server.set_forkserver_preload([__name__])
    both = [server.Process(target=resume, args=(plan, tmp_path / "runs")) for plan in _PLANS[:2]]
    for process in both:
        process.start()
    for process in both:
        process.join()
        assert process.exitcode == 0
    for plan in _PLANS[:2]:
        assert resume(plan, tmp_path / "runs") == told(plan, None)
    assert [run.state for run in Store(tmp_path / "runs").runs()] == ["finished"] * 2


def test_whoever_makes_the_file_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = sqlite3.connect(tmp_path / "runs", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    other.execute("CREATE TABLE half (made)")
    monkeypatch.setattr(time, "sleep", lambda _: other.execute("ROLLBACK"))
    assert Store(tmp_path / "runs").runs() == []
    other.close()


def test_a_run_that_somebody_is_at_is_left_alone(tmp_path: Path) -> None:
    store = Store(tmp_path / "runs")
    run = store.begin(_PLANS[0])
    parent = f"{os.getppid()} on {os.uname().nodename}"
    store.db.execute("UPDATE runs SET owner = ?", (parent,))
    with pytest.raises(InputError, match=f"{run.name} is being made by process {os.getppid()}"):
        store.resumed(_PLANS[0])


def test_a_changed_program_is_another_run(tmp_path: Path) -> None:
    program = tmp_path / "list.tiny"
    program.write_text((_ROOT / "examples" / "list.tiny").read_text())
    store = Store(tmp_path / "runs")
    plan = RunPlan(str(program))
    name = store.begin(plan).name
    found = store.resumed(RunPlan(str(program), search="bfs", bounds=Bounds(timeout=3)))
    assert found is not None and found.name == name
    assert store.resumed(RunPlan(str(program), bounds=Bounds(max_depth=3))) is None
    program.write_text(program.read_text() + "\n")
    assert store.resumed(plan) is None


def test_a_store_in_the_folder_of_the_program_is_no_part_of_it(tmp_path: Path) -> None:
    (tmp_path / "A.class").write_bytes(b"one")
    plan = RunPlan(f"{tmp_path}:A.m")
    store = Store(tmp_path / ".heapwise" / "runs.sqlite")
    begun = store.begin(plan).name
    resumed = store.resumed(plan)
    assert resumed is not None and resumed.name == begun and store.unlike(plan) is None
    (tmp_path / "A.class").write_bytes(b"two")
    assert store.resumed(plan) is None and store.unlike(plan) == begun


def test_what_a_program_imports_is_part_of_it(tmp_path: Path) -> None:
    (tmp_path / "stored_shapes.py").write_text(
        "from stored_sizes import K\ndef f(n: int) -> int:\n    return 1 if n > K else 2\n"
    )
    (tmp_path / "stored_sizes.py").write_text("K = 1\n")
    target = str(tmp_path / "stored_shapes.py:f")
    options = ["--store", str(tmp_path / "runs"), "--resume", "--jobs", "1", "--quiet"]
    first = CliRunner().invoke(app, ["explore", target, *options, "--max-paths", "1"])
    assert "is of another version" not in first.stderr
    again = CliRunner().invoke(app, ["explore", target, *options, "--max-paths", "1"])
    assert len(Store(tmp_path / "runs").runs()) == 1 and "another" not in again.stderr
    (tmp_path / "stored_sizes.py").write_text("K = 2\n")
    changed = CliRunner().invoke(app, ["explore", target, *options])
    (kept, new) = Store(tmp_path / "runs").runs()
    assert f"run {kept.id} is of another version" in changed.stderr and new.state == "finished"


def test_a_run_of_another_program_is_told(tmp_path: Path) -> None:
    """What it is made from may have changed unseen."""
    store = stored_run(_PLANS[0], tmp_path / "runs", resume=False)
    assert store is not None
    store._db.execute("UPDATE open SET prefix = '9.8.7'")
    with pytest.raises(InputError, match="not one of this program"):
        told(_PLANS[0], store)


def test_a_store_of_another_version_says_so(tmp_path: Path) -> None:
    store = Store(tmp_path / "runs")
    store.db.execute("UPDATE meta SET value = '0.0.7' WHERE name = 'heapwise'")
    with pytest.raises(InputError, match=r"written by Heapwise 0\.0\.7"):
        Store(tmp_path / "runs")


def test_another_file_is_no_store(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_text("this is no database, and long enough to see that" * 9)
    with pytest.raises(InputError, match="cannot be used as a store"):
        Store(file)
    other = sqlite3.connect(tmp_path / "other")
    other.execute("CREATE TABLE runs (id)")
    other.close()
    with pytest.raises(InputError, match="cannot be used as a store"):
        Store(tmp_path / "other")


def test_runs_are_listed_shown_exported_and_forgotten(tmp_path: Path) -> None:
    where = ["--store", str(tmp_path / "runs")]

    def heapwise(*arguments: str) -> str:
        return CliRunner().invoke(app, [*arguments, *where]).stdout

    heapwise("explore", f"{_ROOT}/examples/list.tiny", "--jobs", "1")
    (line,) = heapwise("runs", "list").splitlines()
    name = line.split()[0]
    assert "list.tiny" in line and "finished · 4 finished paths · 0 open prefixes" in line
    shown = heapwise("runs", "show", name)
    assert "  violated  1\n" in shown and '"target"' in shown
    assert len(heapwise("runs", "export", name).splitlines()) == 4
    assert heapwise("runs", "prune", "--finished") == "1 forgotten\n"
    assert heapwise("runs", "list") == ""
