"""Explores one tree of paths with several processes.

A unit of work is a plan and some prefixes (`results.prefix`). A worker explores what begins with
them for a short time; it gives back the paths that it has found and the prefixes that are still
open (`unit_of_work`). So the work spreads by itself, and whatever is lost with a worker is done
again by another.

The paths are handed out by their ranks, which do not depend on who has found them or when: a path
waits until nothing that is still open can have a lower one. Their numbers follow from that.
"""

from __future__ import annotations

import copy
import heapq
import sqlite3
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from heapwise.api import Exploration
from heapwise.engine.following import LostError
from heapwise.engine.memory_limit import limit_of
from heapwise.engine.state import Leaf
from heapwise.plan import RunPlan
from heapwise.program.source import InputError
from heapwise.results import PathResult
from heapwise.results.account import add, minus
from heapwise.workers.crew import ABANDONED, ALONE, PATIENCE, Crew, Executors, Lost, processes
from heapwise.workers.division import FIRST_SLICE, Division, Rank
from heapwise.workers.found import Found, found_of
from heapwise.workers.store import StoredRun
from heapwise.workers.unit_of_work import (
    Look,
    SentPlan,
    Slice,
    Unit,
    copied_summary,
    explore_unit,
    load,
    work_since,
)

_BROAD = 16
"""States that wait, for each worker, are enough to divide: with more, this process goes depth
first. Whoever gets a state runs to it again, and has no model there."""
_START = 20.0
"""Seconds for which they are not waited for."""
_TRIES = 3
"""How often a single prefix is tried at which workers die."""
_LEAST_MEMORY = 200
"""MiB for each process: what Python, a solver and a program take before anything is explored."""
_KEPT = 5_000
"""Paths whose ends are kept in memory until it is their turn, some 16 kB each; others are described
at once if they will be."""
_DESCRIBED = 20_000
"""Paths that wait, described; what is beyond is run to again."""
_KNOWN = 0.02
"""Of the whole, less than this says nothing about how long the rest will take."""
_SHARE = 20
"""Checkpoints take one part in so many of the time."""
_ORDER_SHARE = 50
"""Finding out which paths may be handed out takes one part in so many of the time,"""
_ORDER_AT_FIRST = 0.02
"""and these seconds: what is short is seen path by path."""
_EVERY = 0.2
"""Seconds between two checkpoints, at least."""


@dataclass(slots=True)
class Worker:
    """What one process has done so far."""

    number: int
    units: int = 0
    paths: int = 0
    seconds: float = 0.0


class Spread:
    """The run of a plan, whose account and summary are those of `run`."""

    def __init__(
        self,
        run: Exploration,
        plan: RunPlan,
        jobs: int = 1,
        *,
        look: Look = Look.VIOLATIONS_DESCRIBED,
        ordered: bool = True,
        executors: Executors = processes,
        alone: float = ALONE,
        store: StoredRun | None = None,
        crew: Crew[int, Any, Any] | None = None,
        call: Callable[[Unit], Slice] | None = None,
        origin: object = None,
        describing: float = 0.0,
    ) -> None:
        """Not `ordered` if nobody will see the paths: then some are only counted. This process
        works `alone` for some seconds of CPU time before workers are started, and until they are
        there; if there are no such seconds, it waits for them. A `crew` that is given is that of
        the caller. In workers, `call` explores units of this `origin`. What is in the `store` is
        taken from there. On this machine all processes share the memory of the run. For so many
        seconds of CPU time, workers do some `describing` where outlines would do."""
        self.run = run
        memory = plan.bounds.max_memory
        if executors is processes and jobs > 1:
            memory = limit_of(memory)
            jobs = max(1, min(jobs, memory // _LEAST_MEMORY - 1))
            memory = memory // (jobs + 1)
        bounds = replace(plan.bounds, timeout=None, max_paths=None, max_memory=memory)
        self._plan = SentPlan.of(replace(plan, bounds=bounds, search="dfs"))
        self._most = plan.bounds.max_paths
        self._jobs = jobs
        self._look = look
        self._ordered = ordered
        self._executors = executors
        self._alone = alone
        # Who counts paths one by one, or keeps them, must have them.
        is_counted = store is None and plan.bounds.max_paths is None and not ordered
        self._keeps = not is_counted or look is not Look.VIOLATIONS_DESCRIBED
        self._begun = 0.0
        self._ends: float | None = None
        self._open = Division(jobs)
        self._crew: Crew[int, Unit, Slice] | None = None
        self._starting = crew
        """Those who will be the crew when they are there."""
        self._is_theirs = crew is not None
        self._call, self._origin = call or explore_unit, origin
        self._describing = describing
        self._described = 0.0
        self._source: Iterator[Sequence[Found]] | None = None
        self._is_pausing = False
        self._units: dict[int, Unit] = {}
        self._prefixes_under_way = 0
        self._weight_under_way = 0.0
        self._started = 0
        self._replaced = 0
        self._shared_at = 0.0
        self._workers: dict[str, Worker] = {}
        self._why_lost: str | None = None
        self._store = store
        self._not_kept: str | None = None
        self._kept_at = time.monotonic()
        self._unkept: list[Found] = []
        self._at_hand: Found | None = None
        self._before = copied_summary(run.summary)
        self._earlier = 0.0

    @property
    def not_kept(self) -> str | None:
        """Why the store has not got all that was found."""
        return self._not_kept

    @property
    def seconds_describing(self) -> float:
        """What workers have done of it where outlines would have done."""
        return self._described

    @property
    def pending(self) -> int:
        """States that wait, or prefixes that are open."""
        if self._crew is None:
            return self.run.pending
        return len(self._open) + self._prefixes_under_way

    @property
    def was_shared(self) -> bool:
        """Has anybody else worked on it?"""
        return self._crew is not None

    @property
    def workers(self) -> Sequence[Worker]:
        """Those that have done something, if this process does not work alone."""
        return list(self._workers.values())

    @property
    def seconds_left(self) -> float | None:
        """A guess: as if every choice halved what is behind it. None if it is too early."""
        if self._crew is None:
            return None
        left = self._open.weight + self._weight_under_way
        seconds = time.monotonic() - self._shared_at
        return seconds * left / (1 - left) if 1 - left > _KNOWN else None

    def stop(self, reason: str) -> None:
        """Nothing more is explored; what was found already comes when one goes on."""
        self.run.stop(reason)

    def outline(self, found: Found) -> PathResult:
        """All of its description but the heaps (`Exploration.outline`)."""
        outline = found.outline or self.run.outline(self.leaf(found))
        return replace(outline, id=found.number, case=found.case)

    def leaf(self, found: Found) -> Leaf[Any]:
        """The end of a path, which is run to again if somebody else has found it."""
        leaf = found.leaf
        if leaf is None:
            reached = self.run.at(found.prefix)
            assert isinstance(reached, Leaf)
            leaf = reached
        return leaf._replace(number=found.number, case=found.case)

    def describe(self, found: Found) -> PathResult:
        if found.path is not None:
            return replace(found.path, id=found.number, case=found.case)
        leaf = self.leaf(found)
        if self._store is None:
            return self.run.describe(leaf)
        # Not to be stored: who goes on with the run describes it again.
        account = copy.deepcopy(self.run.account)
        path = self.run.describe(leaf)
        add(self._before.account, minus(self.run.account, account))
        return path

    def close(self) -> None:
        """Nobody will go on with it. What is under way, as it is if an exception has ended it, must
        not be taken for something else by the next who has the same crew."""
        if self._crew is not None and self._units:
            self._crew.give_up()
            self._units.clear()

    def paths(self) -> Generator[Found, None, None]:
        """Every finished path. An interrupt ends the run, and what was found until then comes."""
        if self._ordered:
            yield from self._in_order(self._found())
        else:
            yield from chain.from_iterable(self._found())

    def for_a_while(self, seconds: float | None) -> Iterator[Found]:
        """Those that are found in so many seconds, in any order; another call goes on."""
        if self._source is None:
            self._source = self._found()
        until = None if seconds is None else time.monotonic() + seconds
        self._is_pausing = False
        for some in self._source:
            yield from some
            self._is_pausing = until is not None and time.monotonic() > until
            if self._is_pausing and not self._units:
                return

    def _in_order(self, source: Iterator[Sequence[Found]]) -> Iterator[Found]:
        waiting: list[tuple[Rank, Found]] = []
        numbers = _Numbers()
        begun = time.monotonic()
        spent = 0.0
        for some in source:
            for found in some:
                rank = found.prefix.rank
                if len(waiting) >= _KEPT and found.leaf is not None:
                    is_wanted = found.path is None and self._look.describes(found.kind)
                    if is_wanted and len(waiting) < _DESCRIBED:
                        found.path = self.run.describe(found.leaf)
                    elif self._look is Look.ALL_OUTLINED:
                        found.outline = self.run.outline(found.leaf)
                    found.leaf = None
                heapq.heappush(waiting, (rank, found))
            now = time.monotonic()
            if spent > _ORDER_AT_FIRST + (now - begun) / _ORDER_SHARE:
                continue
            least = min(self._ranks(), default=None)
            spent += time.monotonic() - now
            while waiting and least is not None and waiting[0][0] < least:
                yield numbers.given(heapq.heappop(waiting)[1])
        while waiting:
            yield numbers.given(heapq.heappop(waiting)[1])

    def _ranks(self) -> Iterator[Rank]:
        """The lowest of all prefixes that are open is among them."""
        if self._crew is None:
            yield from (each.rank for each in self.run.open_prefixes())
            return
        if self._open.least is not None:
            yield self._open.least
        for unit in self._units.values():
            yield from (each.rank for each in unit.prefixes)

    def _found(self) -> Iterator[Sequence[Found]]:
        """All that was found at once comes at once: until then, nobody knows what is open."""
        timeout = self.run.bounds.timeout
        self._begun = time.monotonic() - self.run.summary.seconds
        self._ends = None if timeout is None else self._begun + timeout
        try:
            if self._store is not None:
                yield self._resumed(self._store)
            if self._store is None or not self._is_over():
                yield from self._by_this_process()
                self._keep(self._checkpoint)
            if not self._is_over():
                yield from self._by_workers()
        except LostError as error:
            raise InputError(f"a run in the store is not one of this program: {error}") from error
        except KeyboardInterrupt:
            self.run.stop("interrupted")
            if self._crew is None:
                self._keep(self._checkpoint)
                if self._at_hand is not None:
                    yield [self._at_hand]
            else:
                for key, result in self._crew.interrupted():
                    yield self._taken(key, result)
        finally:
            if self._starting is not None and not self._is_theirs:
                self._starting.close()
            self._open.close()
            finished = self.run.account.finished
            self._keep(lambda store: store.end(finished, self._seconds))

    def _resumed(self, store: StoredRun) -> Sequence[Found]:
        """What was found before, when this run was ended in some way."""
        self.run.restart(store.open(), self.run.bounds.timeout)
        self._earlier = store.seconds
        found = store.found()
        for each in found:
            self.run.adopt(each.kind, each.detail, each.where, each.identity)
        for summary in store.summaries():
            self.run.add_account(summary)
        if store.is_finished:
            self.run.finish()
        self._before = copied_summary(self.run.summary)
        return found

    @property
    def _seconds(self) -> float:
        return self._earlier + self.run.summary.seconds

    def _keep(self, write: Callable[[StoredRun], None]) -> None:
        """In the store, if there is one and as long as it takes something."""
        if self._store is None or self._not_kept is not None:
            return
        try:
            write(self._store)
        except (sqlite3.Error, OSError) as error:
            self._not_kept = str(error)

    def _checkpoint(self, store: StoredRun) -> None:
        summary = work_since(self._before, self.run.summary)
        store.checkpoint(self._unkept, self.run.open_prefixes(), summary, self._seconds)
        self._unkept = []

    def _by_turns(self) -> None:
        """A checkpoint now and then."""
        now = time.monotonic()
        if self._store is not None and now > self._kept_at:
            self._keep(self._checkpoint)
            done = time.monotonic()
            self._kept_at = done + max(_SHARE * (done - now), _EVERY)

    def _by_this_process(self) -> Iterator[Sequence[Found]]:
        started = time.process_time()
        is_shared = self._jobs > 1
        # Those who want only some paths want the first of their order.
        broad = _BROAD * self._jobs if is_shared and self._most is None else None
        while True:
            for leaf in self.run.leaves(FIRST_SLICE if is_shared else None, broad):
                found = found_of(leaf)
                if self._look is Look.CONTROL_FLOW:
                    found.control_flow = self.run.control_flow(leaf)
                if self._store is not None:
                    self._at_hand = found
                    self._unkept.append(found)
                    if self._look.describes(leaf.kind):
                        found.path = self.run.describe(leaf)
                    self._by_turns()
                    self._at_hand = None
                yield [found]
                if self.run.account.stopped or self._is_long(started):
                    return
            if self._is_over() or self._is_long(started):
                return
            if broad is not None and self.run.pending >= broad:
                self.run.change_order("dfs")
                broad = None
            yield []

    def _is_over(self) -> bool:
        account = self.run.account
        return account.finished or account.stopped is not None

    def _is_long(self, started: float) -> bool:
        """Are others to go on? If so, this process does until they can."""
        seconds = time.process_time() - started
        if self._jobs == 1 or seconds <= self._alone:
            return False
        if self._starting is None:
            self._starting = Crew(self._call, self._jobs, self._executors)
            if self._alone > 0:
                self._starting.prepare(load, self._plan)
        return self._starting.is_ready() or seconds > self._alone + _START

    def _by_workers(self) -> Iterator[Sequence[Found]]:
        self._shared_at = time.monotonic()
        self._open.add(self.run.open_prefixes(), 1.0)
        assert self._starting is not None
        self._crew = self._starting
        while (len(self._open) or self._units) and not self.run.account.stopped:
            most = 0 if self._is_pausing else self._open.most_at_once
            while len(self._open) and len(self._units) < most:
                self._begin(self._crew)
            left = self._left()
            done = self._crew.next(None if left is None else max(0.0, left) + PATIENCE)
            if done is not None:
                key, result = done
                yield self._taken(key, result)
            if done is None or (left is not None and left <= 0):
                self.run.stop("timeout")
        if self.run.account.stopped:
            yield from self._ended(self._crew)
        elif self._why_lost is not None:
            self.run.stop(self._why_lost)
        else:
            self.run.finish()

    def _ended(self, crew: Crew[int, Unit, Slice]) -> Iterator[Sequence[Found]]:
        """What is given back when the time is up. The workers of others are not to be killed for
        it if they end in time."""
        while self._is_theirs and self._units:
            done = crew.next(PATIENCE)
            if done is None:
                break
            yield self._taken(*done)
        if self._units:
            for key, result in crew.interrupted():
                yield self._taken(key, result)

    def _left(self) -> float | None:
        return None if self._ends is None else self._ends - time.monotonic()

    def _begin(self, crew: Crew[int, Unit, Slice]) -> None:
        elapsed = time.monotonic() - self._begun
        prefixes, seconds, weight, most = self._open.take(
            elapsed, self._prefixes_under_way, self._weight_under_way
        )
        left, look, keeps = self._left(), self._look, self._keeps
        # There may be other units under way, and more to come.
        describing = max(0.0, self._describing - self._described) / (2 * self._jobs)
        unit = Unit(self._plan, prefixes, seconds, left, look, weight, most, keeps)
        self._submit(replace(unit, origin=self._origin, describing=describing))

    def _submit(self, unit: Unit) -> None:
        assert self._crew is not None
        self._started += 1
        self._units[self._started] = unit
        self._prefixes_under_way += len(unit.prefixes)
        self._weight_under_way += unit.weight
        self._crew.submit(self._started, unit, self._call)

    def _taken(self, key: int, result: Slice | Lost) -> Sequence[Found]:
        """What a unit has brought. If nothing, it is tried again in parts."""
        unit = self._units.pop(key)
        self._prefixes_under_way -= len(unit.prefixes)
        self._weight_under_way = self._weight_under_way - unit.weight if self._units else 0.0
        if isinstance(result, Slice):
            self._note(result)
            if result.is_out_of_memory and key > self._replaced and not self.run.account.stopped:
                self._replace_workers()
                if set(result.open) == set(unit.prefixes):
                    return self._again(unit, "memory")
            self._open.add(result.open, unit.weight * (1 - result.finished), result.depths)
            self.run.add_account(result.summary)
            self._keep(
                lambda store: store.done(
                    unit.prefixes, result.found, result.open, result.summary, self._seconds
                )
            )
            for (kind, detail, where), number in result.counted.items():
                self.run.adopt(kind, detail, where, None, number)
            return self._adopted(result.found)
        if result is ABANDONED:
            self.run.stop(result.why)
        return () if self.run.account.stopped else self._again(unit, result.why)

    def _note(self, result: Slice) -> None:
        found = Worker(len(self._workers) + 1)
        worker = self._workers.setdefault(result.worker, found)
        worker.units += 1
        worker.paths += len(result.found) + sum(result.counted.values())
        worker.seconds += result.summary.seconds
        self._described += result.describing

    def _replace_workers(self) -> None:
        """Memory that a process has had is not given back before it ends."""
        assert self._crew is not None
        self._crew.replace_workers()
        self._replaced = self._started

    def _again(self, unit: Unit, why: str) -> Sequence[Found]:
        if len(unit.prefixes) > 1:
            weight = unit.weight / len(unit.prefixes)
            for prefix in unit.prefixes:
                self._submit(replace(unit, prefixes=(prefix,), seconds=FIRST_SLICE, weight=weight))
        elif unit.tries < _TRIES:
            self._submit(replace(unit, tries=unit.tries + 1))
        else:
            self._why_lost = why
        return ()

    def _adopted(self, found: Sequence[Found]) -> Sequence[Found]:
        """As many as are wanted, which are counted."""
        for number, each in enumerate(found):
            if self._most is not None and self.run.summary.counts.paths == self._most:
                self.run.stop("max-paths")
                return found[:number]
            self.run.adopt(each.kind, each.detail, each.where, each.identity)
        return found


class _Numbers:
    """In the order in which paths are handed out; cases of one path have its number."""

    def __init__(self) -> None:
        self._last = 0
        self._cases: dict[bytes, tuple[int, int]] = {}

    def given(self, found: Found) -> Found:
        if found.identity is None:
            self._last += 1
            found.number = self._last
            return found
        number, cases = self._cases.get(found.identity, (self._last + 1, 0))
        self._last = max(self._last, number)
        self._cases[found.identity] = number, cases + 1
        found.number, found.case = number, cases + 1
        return found
