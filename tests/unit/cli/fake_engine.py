"""A stand-in for the engine: it "finds" the paths it is given, so that only the command line is
under test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields

from typer.testing import Result

from heapwise.engine.bounds import Bounds
from heapwise.plan import RunPlan
from heapwise.results import (
    Account,
    Counts,
    Heap,
    HeapObject,
    Outcome,
    OutcomeKind,
    PathResult,
    Ref,
    RunSummary,
)
from heapwise.results.event import events_of
from heapwise.results.place import Place
from heapwise.results.prefix import Ending, Prefix, choice
from heapwise.results.words import SMALL_LANGUAGES, Words


class FakeLeaf(int):
    """The number of a path, and how it ended."""

    kind: OutcomeKind
    case: int = 1
    number: int = 0
    detail: str | None = None
    where: Place | None = None
    identity: bytes | None = None

    @property
    def prefix(self) -> Prefix:
        return Prefix((choice(self),), Ending.PLAIN)

    def _replace(self, number: int, case: int) -> FakeLeaf:
        assert (number, case) == (self + 1, 1)
        return self


@dataclass
class FakeExploration:
    """`interrupt_after` presses Ctrl-C once so many paths were found; after all were, the run has
    `ended` early for that reason."""

    kinds: Sequence[OutcomeKind]
    strategy: str
    interrupt_after: int | None = None
    ended: str | None = None
    trace_digest: frozenset[str] | None = frozenset({"a"})
    failure: Exception | None = None
    pending: int = 0
    bounds: Bounds = field(default_factory=Bounds)
    remark: str | None = None
    described: int = 0
    stopped: str | None = None
    words: Words = SMALL_LANGUAGES
    found: Counts = field(default_factory=lambda: Counts(queries=4, answered={"model": 2}))

    def open_prefixes(self) -> list[Prefix]:
        done = sum(getattr(self.found, kind.value) for kind in set(self.kinds))
        return [Prefix((choice(index),)) for index in range(done, len(self.kinds))]

    def leaves(self, seconds: float | None = None, most: int | None = None) -> Iterator[FakeLeaf]:
        if self.failure is not None:
            raise self.failure
        for index, kind in enumerate(self.kinds):
            if index == self.interrupt_after:
                raise KeyboardInterrupt
            setattr(self.found, kind.value, getattr(self.found, kind.value) + 1)
            leaf = FakeLeaf(index)
            leaf.kind, leaf.number = kind, index + 1
            yield leaf
        self.stopped = self.stopped or self.ended

    def describe(self, leaf: FakeLeaf) -> PathResult:
        self.described += 1
        node = Ref("Node#1")
        heap = Heap({"Y0": node}, {node: HeapObject("Node", {"val": leaf})})
        outcome = Outcome(self.kinds[leaf], value=leaf)
        return PathResult(
            leaf + 1, outcome, f"X0 = {leaf}", heap, heap, events_of(["7:3 then"]), True
        )

    def control_flow(self, leaf: FakeLeaf) -> bytes:
        return bytes([leaf])

    def track(self, traces: set[bytes]) -> None:
        assert len(traces) == len(self.kinds[: self.interrupt_after])

    def stop(self, reason: str) -> None:
        self.stopped = reason

    @property
    def account(self) -> Account:
        found = self.found
        return Account(
            cuts={"max-depth": found.bounded} if found.bounded else {},
            violated=found.violated,
            violations={"": found.violated} if found.violated else {},
            stopped=self.stopped,
            finished=self.stopped is None,
        )

    @property
    def summary(self) -> RunSummary:
        return RunSummary(
            target="list.tiny",
            language="tiny",
            strategy=self.strategy,
            precondition="none",
            account=self.account,
            bounds={"max_depth": 50},
            counts=self.found,
            seconds=0.5,
            solver_seconds=0.25,
        )


@dataclass
class Engine:
    """What the next explorations do, and what they were asked for."""

    kinds: Sequence[OutcomeKind] = (OutcomeKind.RETURNED,) * 3
    interrupt_after: int | None = None
    stopped: str | None = None
    failure: Exception | None = None
    bad_input: Exception | None = None
    traces: Mapping[str, frozenset[str] | None] = field(default_factory=dict)
    asked: list[Mapping[str, object]] = field(default_factory=list)
    runs: list[FakeExploration] = field(default_factory=list)

    def start(self, plan: RunPlan) -> FakeExploration:
        how = {each.name: getattr(plan, each.name) for each in fields(plan)}
        self.asked.append({**how, **plan.strategy_options})
        if self.bad_input is not None:
            raise self.bad_input
        strategy = str(plan.strategy or "fieldmaps")
        run = FakeExploration(
            self.kinds,
            strategy,
            self.interrupt_after,
            self.stopped,
            self.traces.get(strategy, frozenset({"a"})),
            self.failure,
        )
        self.runs.append(run)
        return run

    @property
    def bounds(self) -> Bounds:
        bounds = self.asked[-1]["bounds"]
        assert isinstance(bounds, Bounds)
        return bounds


Heapwise = Callable[..., Result]
