"""Findings as SARIF 2.1.0, which code hosts and editors read.

A result has its path as a code flow and its input in the message. What is silenced is there too,
as suppressed, so that a host can close what it has open.
"""

from __future__ import annotations

import hashlib
import json
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from heapwise.reports.check_document import CheckDocument, path_of, witness_lines
from heapwise.reports.gaps import short_place
from heapwise.results.checks import Finding, FunctionReport, Silenced
from heapwise.results.event import Event
from heapwise.results.place import Place
from heapwise.results.rules import RULES, not_needed, page

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_INDEX = {rule.id: number for number, rule in enumerate(RULES)}
_ROOT = "%SRCROOT%"
_MOST_STEPS = 500
_ENTERED = ("def", "lambda")
"""Kinds of events that say only that a function is called."""


def sarif_text(document: CheckDocument) -> str:
    results = [
        _result(document, report, finding, None)
        for report in document.reports
        for finding in report.findings
    ]
    results += [
        _result(document, report, each.finding, each)
        for report in document.reports
        for each in report.silenced
    ]
    results += [_unneeded(file, line, rule) for file, line, rule in document.unneeded]
    notifications = [
        {"level": "error", "message": {"text": f"{target}: {why}"}}
        for target, why in document.not_loaded.items()
    ]
    run = {
        "tool": {"driver": _driver()},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"uri": f"{Path.cwd().as_uri()}/"}},
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": notifications}],
        "results": results,
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=1, ensure_ascii=False) + "\n"


def _driver() -> dict[str, Any]:
    try:
        number = version("heapwise")
    except PackageNotFoundError:
        number = "0"
    rules = [
        {
            "id": rule.id,
            "name": "".join(part.capitalize() for part in rule.name.split("-")),
            "shortDescription": {"text": f"{rule.title}."},
            "help": {"text": page(rule), "markdown": page(rule)},
            "defaultConfiguration": {"level": "error" if rule.kind else "note"},
        }
        for rule in RULES
    ]
    return {"name": "Heapwise", "version": number, "rules": rules}


def _result(
    document: CheckDocument, report: FunctionReport, finding: Finding, silent: Silenced | None
) -> dict[str, Any]:
    where = finding.at or report.at
    made: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": _INDEX[finding.rule],
        "level": "error" if finding.counts else "warning",
        "message": {"text": _message(report, finding)},
        "locations": [
            {
                **_location(where),
                "logicalLocations": [{"fullyQualifiedName": report.name, "kind": "function"}],
            }
        ],
        "relatedLocations": [{**_location(report.at), "message": {"text": f"in {report.name}"}}],
        "codeFlows": [_flow(document, report, finding)],
        "partialFingerprints": {"heapwise/v1": _fingerprint(document, report, finding)},
    }
    if silent is not None:
        kind = "inSource" if silent.comment is not None else "external"
        made["suppressions"] = [{"kind": kind, "justification": str(silent)}]
    return made


def _message(report: FunctionReport, finding: Finding) -> str:
    shown = (
        f"replayed in {finding.machine}" if finding.replayed else finding.doubt or "not replayed"
    )
    head = f"{report.name}: {finding.message}\n\nThe smallest input that was found ({shown}):"
    return "\n".join([head, "", *witness_lines(finding, report)])


def _flow(document: CheckDocument, report: FunctionReport, finding: Finding) -> dict[str, Any]:
    steps = []
    for event in finding.trace[:_MOST_STEPS]:
        place = document.place(report, event)
        if place is not None:
            steps.append(_step(place, _told(event)))
    if not finding.trace or finding.trace[0].line != report.line:
        steps.insert(0, _step(report.at, f"{report.name} is called"))
    steps.append(_step(finding.at or report.at, finding.message))
    return {"threadFlows": [{"locations": steps}]}


def _told(event: Event) -> str:
    if event.kind in _ENTERED:
        return "called"
    return f"{event.kind} {event.decision}".strip()


def _step(place: Place, text: str) -> dict[str, Any]:
    return {"location": {**_location(place), "message": {"text": text or "here"}}}


def _location(place: Place) -> dict[str, Any]:
    region: dict[str, Any] = {"startLine": max(place.line or 1, 1)}
    if place.column:
        region["startColumn"] = place.column
    path = path_of(place.file)
    artifact = {"uri": quote(path, errors="surrogateescape"), "uriBaseId": _ROOT}
    if Path(path).is_absolute():
        artifact = {"uri": Path(path).as_uri()}
    return {"physicalLocation": {"artifactLocation": artifact, "region": region}}


def _fingerprint(document: CheckDocument, report: FunctionReport, finding: Finding) -> str:
    """The same if only lines have moved."""
    what = finding.message.partition(":")[0] if finding.kind == "exception" else finding.message
    code = ""
    if finding.at is not None and finding.at.line is not None:
        lines = (document.sources.text(finding.at.file) or "").splitlines()
        code = "".join(lines[finding.at.line - 1 : finding.at.line]).strip()
    parts = (path_of(report.at.file), report.name, finding.rule, what, code)
    return hashlib.blake2b(
        "\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=16
    ).hexdigest()


def _unneeded(file: str, line: int, rule: str) -> dict[str, Any]:
    place = Place(file, line)
    return {
        "ruleId": "HW901",
        "ruleIndex": _INDEX["HW901"],
        "level": "note",
        "message": {"text": f"{short_place(place)}: {not_needed(rule)}"},
        "locations": [_location(place)],
    }
