"""What a check found, as plain data; the JSON form is documented in docs/json.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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
from heapwise.results.rules import rule_of
from heapwise.results.words import SMALL_LANGUAGES, Words

DIRECT, BY_CALLS, UNSEEN = "direct", "calls", "unseen"
"""How the input of a finding can come about: it can be written down as it is, calls of public
functions make it, or no such calls were found."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One way in which a function fails. `message` is the condition or exception; `at` where it
    happened. `input` is the smallest input found, which has `objects` objects;
    `notes` are facts about it (aliases, cycles). `replayed` is false if no run has shown it, and
    `doubt` says why; `differences` are what CPython did instead, if it disagreed: then the fault is
    ours. `machine` is what has run it; `by_contract` are functions whose calls were replaced by
    their contracts on this path. `built` is how the input can come about; if calls were looked for,
    so many were `tried`. `trace` are the decisions on the path. If it is known, the function fails
    so `unless` a condition holds; of the paths of a small exploration, `paths` out of `of_paths`
    fail in that way. `needed` is what the function asks of its arguments, if the finding shows no
    more than that."""

    kind: str
    message: str
    at: Place | None
    input: Heap
    output: Heap
    value: Value
    condition: str
    snippet: str
    objects: int
    seconds: float
    notes: tuple[str, ...] = ()
    replayed: bool = True
    differences: tuple[str, ...] = ()
    by_contract: tuple[str, ...] = ()
    doubt: str = ""
    machine: str = ""
    when: Expression = ALWAYS
    built: str = DIRECT
    tried: int = 0
    trace: tuple[Event, ...] = ()
    unless: str = ""
    paths: int = 0
    of_paths: int = 0
    needed: str = ""

    @property
    def line(self) -> int:
        return 0 if self.at is None else self.at.line or 0

    @property
    def rule(self) -> str:
        """The id of its kind (`results.rules`)."""
        return rule_of(self.kind, self.message)

    @property
    def counts(self) -> bool:
        """Is it the user's? A run with functions replaced by their contracts cannot be replayed."""
        return self.can_happen and (self.replayed or bool(self.by_contract))

    @property
    def can_happen(self) -> bool:
        """Is there a way to make its input, as far as is known?"""
        return self.built != UNSEEN


@dataclass(frozen=True, slots=True)
class Silenced:
    """What would be a finding, and why nobody wants to hear of it: a `comment`, a rule, an
    exception that is allowed, a baseline."""

    why: str
    finding: Finding
    comment: Place | None = None

    def __str__(self) -> str:
        return f"{self.why} {self.comment or ''}".strip()


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was explored to the end: everything within `bounds` (by name), but for what the account
    has cut. `objects` is how many objects of each class there were."""

    objects: int
    bounds: Mapping[str, object]
    account: Account


@dataclass(frozen=True, slots=True)
class Lines:
    """By file: which lines of the code that was entered were `reached` by an input, and which
    were not. If they are `settled`, no input that was covered reaches the others."""

    reached: Mapping[str, tuple[int, ...]]
    others: Mapping[str, tuple[int, ...]]
    settled: bool


@dataclass(slots=True)
class FunctionReport:
    """`account` is that of the last exploration, `covered` what the last finished one has covered,
    None if none was. `needs` are what it asks of its arguments, each with an input that shows what
    happens otherwise: no fault of the function. `decided` are all decisions of the paths in the
    last exploration, each once; `lines` are known if somebody has asked for them. `links` are the
    fields of classes that may refer to another object of the class. If it was `searched`, calls of
    public functions were tried in order to make an input. `engine` is what has covered
    most: paths one by one, or merged ones; `unmerged` says why these could not be. `remarks` are
    about the classes of its objects. A function is `skipped` for a reason."""

    target: str
    name: str
    at: Place
    language: str
    words: Words = SMALL_LANGUAGES
    findings: list[Finding] = field(default_factory=list)
    needs: dict[str, Finding] = field(default_factory=dict)
    account: Account = field(default_factory=Account)
    covered: Coverage | None = None
    scope: str = ""
    paths: int = 0
    seconds: float = 0.0
    skipped: str = ""
    decided: tuple[Event, ...] = ()
    lines: Lines | None = None
    silenced: list[Silenced] = field(default_factory=list)
    links: Mapping[str, list[str]] = field(default_factory=dict)
    engine: str = "paths"
    unmerged: str = ""
    remarks: list[str] = field(default_factory=list)
    searched: bool = False

    @property
    def line(self) -> int:
        return self.at.line or 0

    @property
    def is_settled(self) -> bool:
        """Is nothing open within the bounds?"""
        others = (Verdict.VIOLATED, Verdict.UNREACHED, Verdict.SKIPPED)
        return self.verdict.is_good or self.verdict in others

    @property
    def possible(self) -> list[Finding]:
        """The findings whose inputs can be made."""
        return [finding for finding in self.findings if finding.can_happen]

    @property
    def verdict(self) -> Verdict:
        return Verdict.SKIPPED if self.skipped else self.account.verdict


def finding_to_json(finding: Finding) -> dict[str, object]:
    return {
        "kind": finding.kind,
        "rule": finding.rule,
        "message": finding.message,
        "at": str(finding.at or ""),
        "place": place_to_json(finding.at),
        "line": finding.line,
        "input": heap_to_json(finding.input),
        "output": heap_to_json(finding.output),
        "value": value_to_json(finding.value),
        "condition": finding.condition,
        "when": expression_to_json(finding.when),
        "snippet": finding.snippet,
        "objects": finding.objects,
        "seconds": finding.seconds,
        "notes": list(finding.notes),
        "replayed": finding.replayed,
        "differences": list(finding.differences),
        "by_contract": list(finding.by_contract),
        "doubt": finding.doubt,
        "machine": finding.machine,
        "built": finding.built,
        "tried": finding.tried,
        "trace": [event_to_json(event) for event in finding.trace],
        "unless": finding.unless,
        "paths": finding.paths,
        "of_paths": finding.of_paths,
    }


def finding_from_json(data: Mapping[str, Any]) -> Finding:
    """What `finding_to_json` has written."""
    return Finding(
        kind=data["kind"],
        message=data["message"],
        at=place_from_json(data["place"]),
        input=heap_from_json(data["input"]),
        output=heap_from_json(data["output"]),
        value=value_from_json(data["value"]),
        condition=data["condition"],
        when=expression_from_json(data["when"]),
        snippet=data["snippet"],
        objects=data["objects"],
        seconds=data["seconds"],
        notes=tuple(data["notes"]),
        replayed=data["replayed"],
        differences=tuple(data["differences"]),
        by_contract=tuple(data["by_contract"]),
        doubt=data["doubt"],
        machine=data["machine"],
        built=data.get("built", DIRECT),
        tried=data.get("tried", 0),
        trace=tuple(event_from_json(each) for each in data.get("trace", ())),
        unless=data.get("unless", ""),
        paths=data.get("paths", 0),
        of_paths=data.get("of_paths", 0),
    )


def coverage_to_json(coverage: Coverage) -> dict[str, object]:
    return {
        "objects": coverage.objects,
        "bounds": dict(coverage.bounds),
        "account": account_to_json(coverage.account),
    }


def coverage_from_json(data: Mapping[str, Any]) -> Coverage:
    return Coverage(data["objects"], dict(data["bounds"]), account_from_json(data["account"]))


def lines_to_json(lines: Lines) -> dict[str, object]:
    return {
        "reached": {file: list(numbers) for file, numbers in lines.reached.items()},
        "others": {file: list(numbers) for file, numbers in lines.others.items()},
        "settled": lines.settled,
    }


def lines_from_json(data: Mapping[str, Any]) -> Lines:
    return Lines(
        {file: tuple(numbers) for file, numbers in data["reached"].items()},
        {file: tuple(numbers) for file, numbers in data["others"].items()},
        data["settled"],
    )


def report_to_json(report: FunctionReport) -> dict[str, object]:
    account, covered = report.account, report.covered
    as_json = account_to_json(account)
    return {
        "target": report.target,
        "name": report.name,
        "at": str(report.at),
        "place": place_to_json(report.at),
        "line": report.line,
        "language": report.language,
        "words": report.words._asdict(),
        "verdict": report.verdict.value,
        "findings": [finding_to_json(finding) for finding in report.findings],
        "needs": {what: finding_to_json(finding) for what, finding in report.needs.items()},
        "silenced": [
            {
                "why": each.why,
                "finding": finding_to_json(each.finding),
                "comment": place_to_json(each.comment),
            }
            for each in report.silenced
        ],
        "unsupported": as_json["unsupported"],
        "covered": None if covered is None else covered.objects,
        "coverage": None if covered is None else coverage_to_json(covered),
        "complete": account.exhaustive,
        "lengths_matter": "max-length" in account.cuts,
        "scope": report.scope,
        "paths": report.paths,
        "endless": account.endless,
        "cut": {name: n for name, n in account.cuts.items() if name != "max-objects"},
        "account": as_json,
        "decided": [event_to_json(event) for event in report.decided],
        "lines": None if report.lines is None else lines_to_json(report.lines),
        "links": {name: list(fields) for name, fields in report.links.items()},
        "engine": report.engine,
        "unmerged": report.unmerged,
        "remarks": list(report.remarks),
        "seconds": report.seconds,
        "reason": report.skipped,
        "stopped": account.stopped,
    }


def report_from_json(data: Mapping[str, Any]) -> FunctionReport:
    """What `report_to_json` has written."""
    at, covered = place_from_json(data["place"]), data["coverage"]
    lines = data.get("lines")
    if at is None:
        raise ValueError("not a report: it does not say where the function is")
    return FunctionReport(
        target=data["target"],
        name=data["name"],
        at=at,
        language=data["language"],
        words=Words(**data["words"]),
        findings=[finding_from_json(each) for each in data["findings"]],
        needs={what: finding_from_json(each) for what, each in data["needs"].items()},
        account=account_from_json(data["account"]),
        covered=None if covered is None else coverage_from_json(covered),
        scope=data["scope"],
        paths=data["paths"],
        seconds=data["seconds"],
        skipped=data["reason"],
        decided=tuple(event_from_json(each) for each in data.get("decided", ())),
        lines=None if lines is None else lines_from_json(lines),
        silenced=[
            Silenced(
                each["why"], finding_from_json(each["finding"]), place_from_json(each["comment"])
            )
            for each in data.get("silenced", ())
        ],
        links=data.get("links", {}),
        engine=data.get("engine", "paths"),
        unmerged=data.get("unmerged", ""),
        remarks=list(data.get("remarks", ())),
    )
