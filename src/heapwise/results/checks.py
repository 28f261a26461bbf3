"""What a check found, as plain data; the JSON form is documented in docs/json.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from heapwise.results.heap import Heap, Value, heap_to_json, value_to_json

VERDICTS = ("violated", "clean", "unfinished", "partial", "skipped")


@dataclass(frozen=True, slots=True)
class Finding:
    """One way in which a function fails. `message` is the condition or exception; `at` where it
    happened, `line` its line. `input` is the smallest input found, which has `objects` objects;
    `notes` are facts about it (aliases, cycles). `replayed` is false if CPython disagreed, and
    `differences` says how: then the fault is ours. `by_contract` are functions whose calls were
    replaced by their contracts."""

    kind: str
    message: str
    at: str
    line: int
    input: Heap
    output: Heap
    value: Value
    condition: str
    snippet: str
    objects: int
    seconds: float
    notes: Sequence[str] = ()
    replayed: bool = True
    differences: Sequence[str] = ()
    by_contract: Sequence[str] = ()

    @property
    def counts(self) -> bool:
        """Is it the user's? A run with functions replaced by their contracts cannot be replayed."""
        return self.replayed or bool(self.by_contract)


@dataclass(frozen=True, slots=True)
class Unsupported:
    what: str
    at: str
    paths: int


@dataclass(slots=True)
class FunctionReport:
    """`covered` is how many objects per class were explored to the end, None if not even one;
    `complete` says that no input at all was left out; `lengths_matter` that containers with more
    items than that were. `cut` counts the paths that another bound has cut, by its name."""

    target: str
    name: str
    at: str
    line: int
    verdict: str = "clean"
    findings: list[Finding] = field(default_factory=list)
    unsupported: list[Unsupported] = field(default_factory=list)
    covered: int | None = None
    complete: bool = False
    lengths_matter: bool = False
    scope: str = ""
    paths: int = 0
    endless: int = 0
    cut: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    reason: str = ""
    stopped: str | None = None


def finding_to_json(finding: Finding) -> dict[str, object]:
    return {
        "kind": finding.kind,
        "message": finding.message,
        "at": finding.at,
        "line": finding.line,
        "input": heap_to_json(finding.input),
        "output": heap_to_json(finding.output),
        "value": value_to_json(finding.value),
        "condition": finding.condition,
        "snippet": finding.snippet,
        "objects": finding.objects,
        "seconds": round(finding.seconds, 3),
        "notes": list(finding.notes),
        "replayed": finding.replayed,
        "differences": list(finding.differences),
        "by_contract": list(finding.by_contract),
    }


def report_to_json(report: FunctionReport) -> dict[str, object]:
    return {
        "target": report.target,
        "name": report.name,
        "at": report.at,
        "line": report.line,
        "verdict": report.verdict,
        "findings": [finding_to_json(finding) for finding in report.findings],
        "unsupported": [
            {"what": item.what, "at": item.at, "paths": item.paths} for item in report.unsupported
        ],
        "covered": report.covered,
        "complete": report.complete,
        "lengths_matter": report.lengths_matter,
        "scope": report.scope,
        "paths": report.paths,
        "endless": report.endless,
        "cut": dict(report.cut),
        "seconds": round(report.seconds, 3),
        "reason": report.reason,
        "stopped": report.stopped,
    }
