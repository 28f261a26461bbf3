"""The paths of one function that get tests: workers explore parts of a large tree.

They give back the prefixes of the paths that have ended; this process runs to these, and makes
tests of them as of its own. However it is run, paths come in the same order.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any, NamedTuple

from heapwise.api import Exploration
from heapwise.checking.levels import TooLargeError
from heapwise.checking.subject_run import start_subject
from heapwise.checking.suite_tasks import SuiteTask, loaded_suite
from heapwise.engine.state import Leaf
from heapwise.plan import RunPlan
from heapwise.results import COMPLETED, PathResult, RunSummary
from heapwise.terms import Scalar
from heapwise.workers.crew import processes
from heapwise.workers.exploring import Spread
from heapwise.workers.found import Found, found_of
from heapwise.workers.helping import Helpers
from heapwise.workers.unit_of_work import Look, Slice, Unit, explored

_AFTER_INTERRUPT = 0.5
"""Seconds for what was found before."""


class SuiteSharing(NamedTuple):
    """Who may help with a function, and what it is for them."""

    helpers: Helpers
    task: SuiteTask


class TestedPaths:
    """A `Run` of the protocol of front ends: finished paths by rank, whoever explores. There is
    `patience` for so many seconds."""

    def __init__(
        self,
        run: Exploration,
        plan: RunPlan,
        sharing: SuiteSharing | None = None,
        patience: float | None = None,
    ) -> None:
        self._run = run
        self._spread = _Helped(run, plan, sharing)
        self._given_up = None if patience is None else time.monotonic() + patience
        self.witnesses = run.witnesses

    @property
    def summary(self) -> RunSummary:
        return self._run.summary

    def __iter__(self) -> Iterator[PathResult]:
        for leaf in self.leaves():
            if leaf.case == 1:
                yield self.describe(leaf)

    def leaves(self) -> Iterator[Leaf[Any]]:
        interrupted: float | None = None
        with closing(self._spread.paths()) as paths:
            for found in paths:
                if self.summary.stopped == "interrupted":
                    interrupted = interrupted or time.monotonic()
                    if time.monotonic() > interrupted + _AFTER_INTERRUPT:
                        return
                if found.of_interest:
                    yield self._spread.leaf(found)
                if self._given_up is not None and time.monotonic() > self._given_up:
                    raise TooLargeError

    def describe(self, leaf: Leaf[Any]) -> PathResult:
        return self._run.describe(leaf)

    def in_words(self, part: Scalar) -> str:
        return self._run.in_words(part)

    def stop(self, reason: str) -> None:
        self._run.stop(reason)


class _Helped(Spread):
    def __init__(self, run: Exploration, plan: RunPlan, sharing: SuiteSharing | None) -> None:
        jobs, executors = (1, processes) if sharing is None else sharing.helpers.workers
        task = None if sharing is None else sharing.task
        super().__init__(
            run,
            plan,
            jobs,
            look=Look.ENDS,
            executors=executors,
            call=explore_part,
            origin=task,
        )
        self._helpers = None if sharing is None else sharing.helpers
        self._is_theirs = True

    def _is_long(self, started: float) -> bool:
        if self._helpers is not None:
            self._starting = self._helpers.crew()
        return self._starting is not None


# -- in a worker

_started: tuple[tuple[SuiteTask, RunPlan], Exploration] | None = None


def explore_part(unit: Unit) -> Slice:
    """It keeps what it has loaded, and what its solver has learned."""
    global _started
    task = unit.origin
    assert isinstance(task, SuiteTask)
    plan = unit.plan.read()
    if _started is None or _started[0] != (task, plan):
        _forget()
        subjects, _ = loaded_suite(task)
        run = start_subject(subjects[task.index], plan, task.options.max_length)
        _started = (task, plan), run
    result = explored(unit, _started[1], _ended)
    if result.is_out_of_memory:
        _forget()
    return result


def _ended(leaf: Leaf[Any]) -> Found | None:
    """Others get no test."""
    if leaf.kind not in COMPLETED and leaf.identity is None:
        return None
    found = found_of(leaf, kept=False)
    found.of_interest = leaf.kind in COMPLETED
    return found


def _forget() -> None:
    global _started
    if _started is not None:
        _started[1].close()
        _started = None
