"""One tree on several processes: the same paths, under the same numbers and in the same order,
whoever has found them, and whoever died meanwhile."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from heapwise.api import control_flow, start
from heapwise.engine import search_orders
from heapwise.engine.bounds import Bounds
from heapwise.heaps import registry
from heapwise.plan import RunPlan
from heapwise.results import Account, Counts, OutcomeKind
from heapwise.results.prefix import Prefix
from heapwise.workers import division, exploring, unit_of_work
from heapwise.workers.clusters import Workforce, workforce
from heapwise.workers.crew import Executors, processes
from heapwise.workers.exploring import Spread
from heapwise.workers.unit_of_work import Look, SentPlan, Slice, Unit, explore_unit
from tests.killing import Deaths
from tests.waiting import PATIENCE, wait_until

_ROOT = Path(__file__).parents[3]
_TESTS = _ROOT / "tests"
_AVL = f"{_ROOT}/benchmarks/pose/avl_maxElement.tiny"
_TREE_MAP = f"{_ROOT}/benchmarks/lissa/tree_map.py:TreeMap.put"
_BOUNDS = Bounds(max_objects=2, max_length=1, max_loops=2, timeout=None)
_PROGRAMS = (
    f"{_TESTS}/programs/avl_insert.tiny",
    f"{_TESTS}/programs_python/dict_of_objects.py:target",
    f"{_TESTS}/conformance/javalite/write_through_alias.javalite",
    f"{_TESTS}/programs_java/classes:language.Features.sum",
    f"{_TESTS}/programs/assert_in_branch.tiny",
    f"{_TESTS}/programs_python/assertions.py:target",
)


class Told(NamedTuple):
    """Of a path, what must not depend on how a run was made."""

    number: int
    case: int
    id: str
    kind: str
    detail: str | None
    condition: str
    trace: tuple[str, ...]
    confirmed: bool
    replayed: bool
    heaps: object


class Whole(NamedTuple):
    paths: list[Told]
    counts: dict[str, int]
    account: Account


def _told(plan: RunPlan, jobs: int, executors: Executors = processes) -> Whole:
    run = start(plan)
    spread = Spread(run, plan, jobs, look=Look.ALL_DESCRIBED, executors=executors, alone=0.0)
    found = []
    for each in spread.paths():
        path = spread.describe(each)
        found.append(
            Told(
                path.id,
                path.case,
                path.leaf,
                path.outcome.kind.value,
                path.outcome.exception,
                path.condition,
                path.trace_texts,
                path.confirmed,
                path.replayed,
                (path.input, path.output, path.outcome),
            )
        )
    assert spread.was_shared == (jobs > 1), "a test of nothing"
    run.close()
    return Whole(found, _certain(run.summary.counts), run.account)


def _certain(counts: Counts) -> dict[str, int]:
    """Without what depends on the luck of a solver."""
    left_out = ("queries", "unknown", "answered")
    return {name: getattr(counts, name) for name in counts.__slots__ if name not in left_out}


class Shared:
    """A pool that is not shut down by those who use it: workers are expensive."""

    def __init__(self, jobs: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.pool = ProcessPoolExecutor(jobs, context)

    def __call__(self, jobs: int) -> Executor:
        return self  # type: ignore[return-value]

    def submit(self, call: Callable[..., Any], *args: Any) -> Any:
        return self.pool.submit(call, *args)

    def shutdown(self, wait: bool, cancel_futures: bool) -> None:
        return None


@pytest.fixture(scope="module")
def shared() -> Iterator[Shared]:
    pool = Shared(2)
    yield pool
    pool.pool.shutdown()


@pytest.fixture(autouse=True)
def short_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that even small trees are split. This process works until it has found a path, or many
    states wait, before it looks whether others can go on: no clock says how much that is."""
    monkeypatch.setattr(division, "FIRST_SLICE", 0.005)
    monkeypatch.setattr(exploring, "FIRST_SLICE", PATIENCE)


def _plans() -> Iterator[RunPlan]:
    """Every strategy on some programs; search orders take turns."""
    strategies, orders = registry.names(), search_orders.names()
    for number, target in enumerate(_PROGRAMS):
        for shift in (0, 3):
            strategy = strategies[(number + shift) % len(strategies)]
            order = orders[(number + shift) % len(orders)]
            yield RunPlan(target, strategy, _BOUNDS, order, seed=number)
    yield RunPlan(_AVL, "lazier", search="bfs")
    yield RunPlan(_TREE_MAP, None, _BOUNDS, precondition="compiled")
    yield RunPlan(_TREE_MAP, None, _BOUNDS, precondition="symsolve")


_PLANS = {
    f"{Path(plan.target).name} {plan.strategy or plan.precondition}": plan for plan in _plans()
}


@pytest.mark.parametrize("name", _PLANS)
def test_two_workers_find_what_one_process_finds(shared: Shared, name: str) -> None:
    alone, together = _told(_PLANS[name], 1), _told(_PLANS[name], 2, shared)
    assert alone.paths
    assert [path.number for path in alone.paths if path.case == 1] == sorted(
        {path.number for path in alone.paths}
    )
    assert len({path.id for path in alone.paths}) == len(alone.paths)
    assert together == alone


def test_paths_that_nobody_looks_at_are_only_counted(shared: Shared) -> None:
    """As for those who want no list of them: counts and account are the same."""
    for target in (_AVL, f"{_TESTS}/programs/assert_in_branch.tiny"):
        plan = RunPlan(target, "lazy", Bounds(max_depth=2))
        alone, run = start(plan), start(plan)
        violated = [leaf for leaf in alone.leaves() if leaf.kind is OutcomeKind.VIOLATED]
        spread = Spread(run, plan, 2, ordered=False, executors=shared, alone=-1.0)
        found = list(spread.paths())
        described = [each for each in found if each.kind is OutcomeKind.VIOLATED]
        assert len(described) == len(violated)
        assert len(found) <= len(violated) + 1, "one is found before there are workers"
        assert _certain(run.summary.counts) == _certain(alone.summary.counts)
        assert run.account.finished and run.account.cuts == alone.account.cuts


def test_it_is_known_who_has_found_what_and_how_much_is_left(shared: Shared) -> None:
    plan = RunPlan(_AVL, "lazier")
    run = start(plan)
    spread = Spread(run, plan, 2, executors=shared, alone=-1.0)
    assert spread.workers == [] and spread.seconds_left is None
    guesses: set[float | None] = {spread.seconds_left for _ in spread.paths()}
    found = sum(worker.paths for worker in spread.workers)
    assert found == run.summary.counts.paths - 1, "one is found before there are workers"
    assert [worker.number for worker in spread.workers] == [1, 2]
    # How many different guesses there are depends on how much each unit comes to.
    assert all(each is None or each >= 0 for each in guesses)
    assert spread.seconds_left == pytest.approx(0.0)


def test_the_search_order_changes_no_number() -> None:
    first, *others = (
        _told(RunPlan(_AVL, "lazier-sharp", search=o), 1) for o in search_orders.names()
    )
    assert len(first.paths) == 46
    assert all(other.paths == first.paths for other in others)


def test_workers_are_killed_and_nothing_is_lost(tmp_path: Path) -> None:
    plan = RunPlan(_AVL, "lazy", Bounds(max_depth=3))
    quiet = Spread(start(plan), plan, 1)
    alone = [(each.number, each.prefix.id) for each in quiet.paths()]
    deaths = Deaths(tmp_path / "deaths", 3)
    run = start(plan)
    spread = Spread(run, plan, 4, executors=deaths.executors(), alone=-1.0)
    together = [(each.number, each.prefix.id) for each in spread.paths()]
    assert deaths.happened == 3
    assert together == alone
    assert run.account == quiet.run.account and run.account.finished
    assert _certain(run.summary.counts) == _certain(quiet.run.summary.counts)


_LANGUAGES = {
    "tiny": f"{_TESTS}/programs/avl_insert.tiny",
    "python": f"{_TESTS}/programs_python/graph_clone.py:target",
    "java": f"{_ROOT}/benchmarks/java/classes:kiasan.BinarySearchTree.find",
}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Workforce]:
    """Of Dask: its scheduler is asked by several clients, and starts workers anew that die."""
    distributed = pytest.importorskip("distributed")
    several = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    try:
        yield workforce(several.scheduler_address, 2)
    finally:
        several.close()


@pytest.mark.slow  # ten minutes of CPU time for all
@pytest.mark.parametrize("strategy", registry.names())
@pytest.mark.parametrize("language", _LANGUAGES)
def test_any_number_of_workers_that_are_killed_at_random(
    language: str, strategy: str, tmp_path: Path, cluster: Workforce
) -> None:
    """Paths, ends and witnesses are those of one process, by a pool as well as by Dask."""
    plan = RunPlan(_LANGUAGES[language], strategy, _BOUNDS)
    alone = _told(plan, 1)
    for jobs, is_dask in ((2, False), (4, False), (2, True)):
        deaths = Deaths(tmp_path / f"{jobs} {is_dask}", 2, seed=jobs)
        executors = deaths.on(cluster.executors) if is_dask else deaths.executors()
        assert _told(plan, jobs, executors) == alone, (jobs, is_dask)
        assert deaths.happened, "a test of nothing"


def test_a_unit_at_which_workers_always_die_is_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = RunPlan(f"{_TESTS}/programs/avl_insert.tiny", "lazier-sharp", _BOUNDS)
    monkeypatch.setattr(exploring, "explore_unit", die)
    monkeypatch.setattr(exploring, "_TRIES", 0)
    run = start(plan)
    found = list(Spread(run, plan, 2, alone=-1.0).paths())
    assert len(found) == run.summary.counts.paths < 17
    assert "died" in str(run.account.stopped) and not run.account.finished


def test_a_worker_that_is_full_is_replaced_and_nothing_is_lost(tmp_path: Path) -> None:
    plan = RunPlan(_AVL, "lazier")
    alone = sorted(leaf.prefix.id for leaf in start(plan).leaves())
    run = start(plan)
    was_full = str(tmp_path / "was full")
    spread = Spread(run, plan, 2, alone=-1.0, call=full_once, origin=was_full)
    found = sorted(each.prefix.id for each in spread.paths())
    assert found == alone and run.account.finished
    assert spread._replaced, "a test of nothing"


def test_what_fits_in_no_memory_is_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = RunPlan(_AVL, "lazy", Bounds(max_depth=2))
    monkeypatch.setattr(exploring, "explore_unit", always_full)
    monkeypatch.setattr(exploring, "_TRIES", 0)
    run = start(plan)
    found = list(Spread(run, plan, 2, alone=-1.0).paths())
    assert found and run.account.stopped == "memory" and not run.account.finished


_units_done = 0


def full_once(unit: Unit) -> Slice:
    """In a worker: the first to be at its second unit is out of memory, before it has begun. There
    are more units than workers, however few of them a busy machine makes."""
    global _units_done
    _units_done += 1
    try:
        if _units_done > 1:
            Path(str(unit.origin)).touch(exist_ok=False)
            return always_full(unit)
    except FileExistsError:
        pass
    return explore_unit(unit)


def always_full(unit: Unit) -> Slice:
    plan = unit.plan.read()
    bounds = replace(plan.bounds, max_memory=1)
    return explore_unit(replace(unit, plan=SentPlan.of(replace(plan, bounds=bounds))))


def test_little_memory_is_for_few_workers() -> None:
    plan = RunPlan(_AVL, "lazy", Bounds(max_memory=700))
    assert Spread(start(plan), plan, 8)._jobs == 2
    plan = RunPlan(_AVL, "lazy", Bounds(max_memory=100))
    assert Spread(start(plan), plan, 8)._jobs == 1


def die(unit: Unit) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("target", [_AVL, f"{_ROOT}/examples/list.tiny"])
def test_control_flow_is_the_same(shared: Shared, target: str) -> None:
    plan = RunPlan(target, "lazier")

    def digests(jobs: int) -> list[tuple[str, bytes | None]]:
        how = {"look": Look.CONTROL_FLOW, "alone": -1.0}
        spread = Spread(start(plan), plan, jobs, executors=shared, **how)  # type: ignore[arg-type]
        found = [(each.prefix.id, each.control_flow) for each in spread.paths()]
        assert spread.was_shared == (jobs > 1) and not spread.run.account.violations
        return found

    alone = digests(1)
    assert alone == digests(2)
    assert {digest for _, digest in alone if digest} == {
        control_flow(leaf) for leaf in start(plan).leaves()
    }


def test_a_prefix_that_leads_nowhere_is_a_failure_and_no_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(unit_of_work, "is_strict", lambda: False)
    monkeypatch.setattr(unit_of_work, "_loaded", None)
    plan = RunPlan(f"{_TESTS}/programs/avl_insert.tiny", "lazier-sharp", _BOUNDS, "dfs")
    prefixes = (Prefix.parse("9.8.7"), Prefix())
    unit = Unit(SentPlan.of(plan), prefixes, 60.0, None, Look.VIOLATIONS_DESCRIBED)
    result = explore_unit(unit)
    assert len(result.found) > 1 and not result.open, "the others are explored"
    assert len(result.summary.account.failures) == 1
    rest = explore_unit(replace(unit, prefixes=(Prefix(),)))
    assert len(rest.found) == len(result.found) and not rest.summary.account.failures


def test_workers_describe_what_they_find_as_long_as_they_may(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(unit_of_work, "_loaded", None)
    plan = RunPlan(f"{_TESTS}/programs/avl_insert.tiny", "lazier-sharp", _BOUNDS, "dfs")
    unit = Unit(SentPlan.of(plan), (Prefix(),), 60.0, None, Look.ALL_OUTLINED)
    outlined = explore_unit(unit)
    described = explore_unit(replace(unit, describing=60.0))
    one = explore_unit(replace(unit, describing=1e-9))
    is_bad = [each.kind is OutcomeKind.VIOLATED for each in outlined.found]
    assert [each.path is not None for each in outlined.found] == is_bad
    assert all(each.path is not None for each in described.found) and described.describing > 0
    assert sum(each.path is not None for each in one.found) == sum(is_bad) + 1


def test_no_more_paths_than_are_wanted(shared: Shared) -> None:
    plan = RunPlan(_AVL, "lazy", Bounds(max_paths=100))
    run = start(plan)
    found = list(Spread(run, plan, 2, executors=shared, alone=0.0).paths())
    assert len(found) == run.summary.counts.paths == 100
    assert run.account.stopped == "max-paths"


def test_the_time_ends_a_run_of_workers(shared: Shared) -> None:
    plan = RunPlan(f"{_ROOT}/benchmarks/pose/avl_insertElem.tiny", "lazy", Bounds(timeout=1.0))
    run = start(plan)
    started = time.monotonic()
    found = list(Spread(run, plan, 2, executors=shared, alone=0.0).paths())
    assert time.monotonic() - started < PATIENCE, "else it takes hours"
    assert found and run.account.stopped == "timeout"
    assert len({each.prefix.id for each in found}) == len(found)


def test_an_interrupt_keeps_what_was_found(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "heapwise", "explore", _TREE_MAP, "--strategy", "lazy"]
    command += ["--max-objects", "8", "--jobs", "2", "--show", "3", "--timeout", "3600"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    wait_until(lambda: len(children.read_text().split()) >= 3)
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3, errors
    assert "stopped: interrupted" in output and "more paths" in output
    assert not errors


def test_what_is_to_be_handed_over_does_not_grow_broad() -> None:
    """Whoever gets it runs to all of it again."""
    plan = RunPlan(f"{_ROOT}/benchmarks/pose/avl_find.tiny", "lazy", Bounds(timeout=None))
    alone, shared = (Spread(start(plan), plan, jobs, ordered=False, alone=1e6) for jobs in (1, 2))
    broad = max(alone.pending for _ in alone.paths())
    narrow = max(shared.pending for _ in shared.paths())
    assert narrow < broad / 2
    assert shared.run.summary.counts == alone.run.summary.counts
