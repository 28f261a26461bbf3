"""What one worker does of a tree of paths: it explores what begins with some prefixes, for a while.

It gives back the paths that it has found and the prefixes that are still open (`Slice`). Who hands
out the units and gathers what comes of them is `workers.exploring`.
"""

from __future__ import annotations

import copy
import os
import pickle
import socket
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from heapwise.api import Exploration, start
from heapwise.engine.faults import failure_of, is_strict
from heapwise.engine.state import Leaf
from heapwise.plan import RunPlan
from heapwise.results import OutcomeKind, RunSummary
from heapwise.results.account import minus
from heapwise.results.place import Place
from heapwise.results.prefix import Prefix
from heapwise.workers.division import depth_of, entries_of, finished_part
from heapwise.workers.found import Found, found_of

Ended = tuple[OutcomeKind, str | None, Place | None]
"""How a path has ended, and where."""


class Look(Enum):
    """What is to be known of every path besides its end. Violations are described even if the
    others are not, for only a replay makes one; in a comparison, one of them is enough. An outline
    has no heaps (`Exploration.outline`). Who describes paths in his own way wants the `ENDS`
    alone."""

    ALL_DESCRIBED = 1
    VIOLATIONS_DESCRIBED = 2
    CONTROL_FLOW = 3
    ALL_OUTLINED = 4
    ENDS = 5

    def describes(self, kind: OutcomeKind) -> bool:
        if self in (Look.VIOLATIONS_DESCRIBED, Look.ALL_OUTLINED):
            return kind is OutcomeKind.VIOLATED
        return self is Look.ALL_DESCRIBED


@dataclass(frozen=True, slots=True)
class SentPlan:
    """Written down once, although it goes along with every unit."""

    pickled: bytes

    @staticmethod
    def of(plan: RunPlan) -> SentPlan:
        return SentPlan(pickle.dumps(plan))

    def read(self) -> RunPlan:
        plan = pickle.loads(self.pickled)
        assert isinstance(plan, RunPlan)
        return plan


@dataclass(frozen=True, slots=True)
class Unit:
    """What a worker does: for `seconds`, and not beyond the `left` ones of the whole run; or until
    `most` prefixes are open."""

    plan: SentPlan
    prefixes: tuple[Prefix, ...]
    seconds: float
    left: float | None
    look: Look
    weight: float = 0.0
    """What part of the whole it may be."""
    most: int | None = None
    keeps: bool = True
    """Are all paths given back? If not, those that nobody will look at are only counted."""
    tries: int = 0
    origin: object = None
    """For those who have a way of their own to start a plan."""
    describing: float = 0.0
    """Seconds of CPU time for which paths are described whose outlines would do: whoever has found
    a path need not run to it again."""


@dataclass(frozen=True, slots=True)
class Slice:
    """What came of a unit. `open` has the order of ranks, and `depths` how many choices each of
    them is away from the root: who hands out the work of many has no time to find that out.
    `summary` is that of the unit alone. Of paths that were not given back, it is `counted` how they
    ended."""

    found: Sequence[Found]
    open: Sequence[Prefix]
    depths: Sequence[int]
    summary: RunSummary
    finished: float = 1.0
    """What part of the unit that may be."""
    counted: Mapping[Ended, int] = field(default_factory=dict)
    notes: Any = None
    """What else the worker has to tell."""
    describing: float = 0.0
    """Seconds that it took to describe what need not be."""
    worker: str = field(default_factory=lambda: f"{os.getpid()} on {socket.gethostname()}")

    @property
    def is_out_of_memory(self) -> bool:
        return self.summary.stopped == "memory"


_loaded: tuple[RunPlan, Exploration] | None = None


def _exploration(plan: RunPlan) -> Exploration:
    """A worker keeps what it has loaded, and what its solver has learned."""
    global _loaded
    if _loaded is None or _loaded[0] != plan:
        if _loaded is not None:
            _loaded[1].close()
        _loaded = plan, start(plan)
    return _loaded[1]


def load(plan: SentPlan) -> None:
    """So that it is there when there is something to do."""
    _exploration(plan.read())


def explore_unit(unit: Unit) -> Slice:
    global _loaded
    run = _exploration(unit.plan.read())
    spent = 0.0

    def look_at(leaf: Leaf[Any]) -> Found | None:
        nonlocal spent
        is_described = unit.look.describes(leaf.kind)
        if not (unit.keeps or is_described or leaf.identity is not None):
            return None
        found = found_of(leaf, run.describe(leaf) if is_described else None, kept=False)
        if unit.look is Look.ALL_OUTLINED and found.path is None:
            if spent < unit.describing:
                begun = time.process_time()
                found.path = run.describe(leaf)
                spent += time.process_time() - begun
            else:
                found.outline = run.outline(leaf)
        if unit.look is Look.CONTROL_FLOW:
            found.control_flow = run.control_flow(leaf)
        return found

    result = replace(explored(unit, run, look_at), describing=spent)
    if result.is_out_of_memory:
        run.close()
        _loaded = None
    return result


def explored(unit: Unit, run: Exploration, look_at: Callable[[Leaf[Any]], Found | None]) -> Slice:
    """What `look_at` makes of the paths. Those of which it makes nothing are only counted."""
    # Neighbours have most of the way to them in common.
    prefixes = sorted(unit.prefixes, key=lambda each: each.indexes)
    # Breadth first, what is given back early is large.
    run.restart(prefixes, unit.left, "dfs" if unit.most is None else "bfs")
    before = copied_summary(run.summary)
    found: list[Found] = []
    counted: Counter[Ended] = Counter()
    depths: list[int] = []
    try:
        while True:
            for leaf in run.leaves(unit.seconds, unit.most):
                depths.append(depth_of(entries_of(leaf.link)))
                path = look_at(leaf)
                if path is not None:
                    found.append(path)
                else:
                    counted[leaf.kind, leaf.detail, leaf.where] += 1
            # What comes to no choice in its time would be begun again and again.
            over = run.account.finished or run.account.stopped
            if over or found or counted or set(run.open_prefixes()) != set(unit.prefixes):
                break
    except KeyboardInterrupt:
        pass
    except Exception as error:
        if is_strict():
            raise
        # What it was at comes first. It is given up, and the account says so.
        run.account.failures.append(failure_of(error))
        return _slice(
            found, run.open_prefixes()[1:], work_since(before, run.summary), counted, depths
        )
    return _slice(found, run.open_prefixes(), work_since(before, run.summary), counted, depths)


def _slice(
    found: Sequence[Found],
    left: Sequence[Prefix],
    summary: RunSummary,
    counted: Mapping[Ended, int],
    done: Sequence[int],
) -> Slice:
    """`done` are the depths of what was found."""
    ordered = sorted(left, key=lambda prefix: prefix.rank)
    depths = [depth_of(prefix.entries) for prefix in ordered]
    return Slice(found, ordered, depths, summary, finished_part(done, depths), counted)


def copied_summary(summary: RunSummary) -> RunSummary:
    """As it is now, while the run goes on."""
    return replace(
        summary,
        counts=copy.deepcopy(summary.counts),
        account=copy.deepcopy(summary.account),
    )


def work_since(before: RunSummary, now: RunSummary) -> RunSummary:
    """What a run has done between two moments."""
    then, counts = before.counts, copy.deepcopy(now.counts)
    for name in ("queries", "unknown", "spurious", "infeasible"):
        setattr(counts, name, getattr(counts, name) - getattr(then, name))
    counts.answered = {
        layer: number - then.answered.get(layer, 0) for layer, number in counts.answered.items()
    }
    return replace(
        now,
        counts=counts,
        account=minus(now.account, before.account),
        solver_seconds=now.solver_seconds - before.solver_seconds,
    )
