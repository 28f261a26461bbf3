"""What a run found, as plain data: one `PathResult` per path and one `RunSummary` per run.

The JSON form is the one documented in docs/json.md and is stable; `*_to_json` and `*_from_json`
are inverse to each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any

from heapwise.results.account import Account, Verdict, account_from_json, account_to_json
from heapwise.results.event import Event, event_from_json, event_to_json
from heapwise.results.expression import (
    ALWAYS,
    Expression,
    expression_from_json,
    expression_to_json,
)
from heapwise.results.heap import (
    Heap,
    Value,
    heap_from_json,
    heap_to_json,
    value_from_json,
    value_to_json,
)
from heapwise.results.place import Place, place_from_json, place_to_json
from heapwise.results.prefix import Prefix
from heapwise.results.shown import as_bundle, as_html


class OutcomeKind(Enum):
    """How a path ended. The first three are completed paths (`Counts.paths`). An `ENDLESS` one is
    known to have no end; of an `UNDECIDED` one the solver could not tell whether any input takes
    it; a `FAILED` one has met a fault of ours."""

    RETURNED = "returned"
    RAISED = "raised"
    VIOLATED = "violated"
    ENDLESS = "endless"
    BOUNDED = "bounded"
    UNSUPPORTED = "unsupported"
    UNDECIDED = "undecided"
    FAILED = "failed"

    __hash__ = object.__hash__  # there is one object of each, and Enum's own hash runs in Python


COMPLETED = frozenset((OutcomeKind.RETURNED, OutcomeKind.RAISED, OutcomeKind.VIOLATED))


CONTRADICTED = "a run did something else"
"""How a doubt begins that is a fault of ours."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """`exception` names what was raised, the assertion violated, how a path is known to have no
    end, the bound that cut it, the construct that is not supported, or what an undecided path would
    have ended with; `at` is where."""

    kind: OutcomeKind
    value: Value = None
    exception: str | None = None
    at: Place | None = None


@dataclass(frozen=True, slots=True)
class PathResult:
    """One path. `when` is the condition on which it is taken, `condition` the text of that.
    `confirmed` is false when the solver could not decide its condition; `replayed` is true when a
    concrete run from `input` took this trace to this very end.

    Where library code decides something that the program does not see, one path may come in
    several cases: it is taken if the condition of one of them holds. They have the same `id`.
    `doubt` tells why no replay has shown a completed path; it is never silent. `prefix` tells how
    the path was reached (`results.prefix`), as text."""

    id: int
    outcome: Outcome
    condition: str
    input: Heap
    output: Heap
    trace: tuple[Event, ...]
    replayed: bool
    confirmed: bool = True
    case: int = 1
    doubt: str = ""
    prefix: str = ""
    when: Expression = ALWAYS

    @property
    def leaf(self) -> str:
        """A name that does not depend on the order in which paths are found."""
        return Prefix.parse(self.prefix).id if self.prefix else ""

    @property
    def trace_texts(self) -> tuple[str, ...]:
        return tuple(map(str, self.trace))

    def _repr_html_(self) -> str:
        return as_html("path_html", self)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return as_bundle("path", self)

    @property
    def is_contradicted(self) -> bool:
        """Did a run from `input` do something else? Then the fault is ours."""
        return self.doubt.startswith(CONTRADICTED)


@dataclass(slots=True)
class Counts:
    """`queries` are the questions that reached the solver; `answered` tells who answered the
    others (`model`, `known`, `cache`, …). `spurious` counts completed paths that are known to be
    taken by no input that the precondition allows; `cases` the cases of all completed paths."""

    returned: int = 0
    raised: int = 0
    violated: int = 0
    endless: int = 0
    bounded: int = 0
    unsupported: int = 0
    undecided: int = 0
    failed: int = 0
    cases: int = 0
    infeasible: int = 0
    spurious: int = 0
    queries: int = 0
    unknown: int = 0
    answered: dict[str, int] = field(default_factory=dict)

    @property
    def paths(self) -> int:
        return self.returned + self.raised + self.violated


@dataclass(frozen=True, slots=True)
class RunSummary:
    """What a run did, within which bounds, and the account of what it left open. `assumed` are the
    conditions that inputs were to satisfy, each with the way in which that was seen to."""

    target: str
    language: str
    strategy: str
    precondition: str
    account: Account
    bounds: Mapping[str, object]
    counts: Counts
    seconds: float
    solver_seconds: float
    assumed: tuple[str, ...] = ()

    @property
    def exhaustive(self) -> bool:
        return self.account.exhaustive

    @property
    def stopped(self) -> str | None:
        """Why the run ended early (`timeout`, `max-paths`, `memory`, `interrupted`), or None."""
        return self.account.stopped

    @property
    def verdict(self) -> Verdict:
        return self.account.verdict

    def _repr_html_(self) -> str:
        return as_html("summary_html", self)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return as_bundle("summary", self)


def counts_to_json(counts: Counts) -> dict[str, object]:
    return {
        "paths": counts.paths,
        "returned": counts.returned,
        "raised": counts.raised,
        "violated": counts.violated,
        "endless": counts.endless,
        "bounded": counts.bounded,
        "unsupported": counts.unsupported,
        "undecided": counts.undecided,
        "failed": counts.failed,
        "cases": counts.cases,
        "infeasible": counts.infeasible,
        "spurious": counts.spurious,
        "queries": counts.queries,
        "unknown": counts.unknown,
        "answered": dict(counts.answered),
    }


def counts_from_json(data: Mapping[str, Any]) -> Counts:
    names = [each.name for each in fields(Counts)]
    return Counts(**{**{name: data[name] for name in names}, "answered": dict(data["answered"])})


def path_to_json(path: PathResult) -> dict[str, object]:
    at = path.outcome.at
    return {
        "id": path.id,
        "case": path.case,
        "outcome": {
            "kind": path.outcome.kind.value,
            "value": value_to_json(path.outcome.value),
            "exception": path.outcome.exception,
            "at": None if at is None else str(at),
            "place": place_to_json(at),
        },
        "condition": path.condition,
        "when": expression_to_json(path.when),
        "input": heap_to_json(path.input),
        "output": heap_to_json(path.output),
        "trace": [event_to_json(event) for event in path.trace],
        "replayed": path.replayed,
        "confirmed": path.confirmed,
        **({"doubt": path.doubt} if path.doubt else {}),
        **({"leaf": path.leaf, "prefix": path.prefix} if path.prefix else {}),
    }


def summary_to_json(summary: RunSummary) -> dict[str, object]:
    return {
        "target": summary.target,
        "language": summary.language,
        "strategy": summary.strategy,
        "precondition": summary.precondition,
        "assumed": list(summary.assumed),
        "verdict": summary.verdict.value,
        "exhaustive": summary.exhaustive,
        "stopped": summary.stopped,
        "bounds": dict(summary.bounds),
        "account": account_to_json(summary.account),
        "counts": counts_to_json(summary.counts),
        "seconds": summary.seconds,
        "solver_seconds": summary.solver_seconds,
    }


def summary_from_json(data: Mapping[str, Any]) -> RunSummary:
    """What `summary_to_json` has written; a whole report of `explore` has it among its keys."""
    return RunSummary(
        target=data["target"],
        language=data["language"],
        strategy=data["strategy"],
        precondition=data["precondition"],
        account=account_from_json(data["account"]),
        bounds=dict(data["bounds"]),
        counts=counts_from_json(data["counts"]),
        seconds=data["seconds"],
        solver_seconds=data["solver_seconds"],
        assumed=tuple(data["assumed"]),
    )


def path_from_json(data: Mapping[str, Any]) -> PathResult:
    outcome = data["outcome"]
    heaps = data["input"], data["output"]
    trace = data["trace"]
    if not isinstance(outcome, dict) or not isinstance(trace, list):
        raise ValueError("not a path")
    if not isinstance(heaps[0], dict) or not isinstance(heaps[1], dict):
        raise ValueError("not a path: its heaps are missing")
    return PathResult(
        id=int(str(data["id"])),
        outcome=Outcome(
            OutcomeKind(outcome["kind"]),
            value_from_json(outcome["value"]),
            outcome["exception"],
            place_from_json(outcome["place"]),
        ),
        condition=str(data["condition"]),
        when=expression_from_json(data["when"]),
        input=heap_from_json(heaps[0]),
        output=heap_from_json(heaps[1]),
        trace=tuple(map(event_from_json, trace)),
        replayed=bool(data["replayed"]),
        doubt=str(data.get("doubt", "")),
        prefix=str(data.get("prefix", "")),
        confirmed=bool(data["confirmed"]),
        case=int(str(data.get("case", 1))),
    )
