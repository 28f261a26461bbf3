"""What a check found, for people: a line per function, and each finding with its input drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from heapwise.reports.drawing import PYTHON, changes, drawing, value_text
from heapwise.reports.wording import counted
from heapwise.results.checks import Finding, FunctionReport
from heapwise.results.heap import Heap

_MARKS = {"violated": "✗", "clean": "✓", "unfinished": "?", "partial": "–", "skipped": "·"}


def function_lines(report: FunctionReport) -> Iterator[str]:
    place = f"{PurePath(report.at.rsplit(':', 1)[0]).name}:{report.line}"
    head = f"{place}  {report.name}  {_MARKS[report.verdict]}  "
    sound = [finding for finding in report.findings if finding.counts]
    for finding in sound:
        yield head + finding.message
        yield from finding_lines(finding)
    if not sound:
        yield head + _summary(report)
    for finding in report.findings:
        if not finding.counts:
            yield from _our_fault(finding)
    for item in report.unsupported:
        paths = counted(item.paths, "path")
        yield f"    {paths} unsupported: {item.what} at {_short(item.at)}"
    for bound, number in report.cut.items():
        yield f"    {counted(number, 'path')} cut by the bound {bound}: nothing is known beyond it"
    if report.endless:
        yield f"    {counted(report.endless, 'path')} without an end: it may loop for ever there"


def _summary(report: FunctionReport) -> str:
    tail = f"      {counted(report.paths, 'path')}   {report.seconds:.1f} s"
    if report.verdict == "skipped":
        return report.reason
    if report.verdict == "clean":
        return f"no violation for {coverage(report)}{tail}"
    if report.verdict == "partial":
        return f"no violation in what could be explored{tail}"
    if report.reason:
        return f"{report.reason}{tail}"
    if report.findings:
        return f"a finding did not replay: see below{tail}"
    done = f"{coverage(report)} done" if report.covered else "nothing finished"
    return f"stopped at {report.seconds:.0f} s: {done}{tail}"


def coverage(report: FunctionReport) -> str:
    if report.complete:
        return "any input"
    count = report.covered or 0
    items = f" and {counted(count, 'item')} in each container" if report.lengths_matter else ""
    return f"any input with at most {counted(count, 'object')} of each class{items}"


def finding_lines(finding: Finding) -> Iterator[str]:
    why = f", when {' and '.join(finding.notes)}" if finding.notes else ""
    verb = {"contract": "false", "assertion": "false", "exception": "raised"}[finding.kind]
    yield f"    {verb} at {_short(finding.at)}{why}:"
    yield ""
    for line in drawing(finding.input, words=PYTHON):
        yield f"        {line}".rstrip()
    left = _left_behind(finding)
    if left:
        yield ""
        yield f"        {left}"
    yield ""
    yield f"    rebuild   {finding.snippet}"
    size = counted(finding.objects, "object")
    how = "replayed in CPython"
    if not finding.replayed:
        functions = ", ".join(f"{name}()" for name in finding.by_contract)
        how = f"not replayed: the contract stood for {functions}"
    yield f"    smallest input ({size}), found after {finding.seconds:.1f} s, {how}"


def _left_behind(finding: Finding) -> str:
    if finding.kind != "contract":
        return ""
    changed = changes(finding.input, finding.output, PYTHON)
    text = f"returned {value_text(finding.value, PYTHON)}"
    if changed and changed != "unchanged" and _differ(finding.input, finding.output):
        text += f", leaving {changed}"
    return text


def _differ(before: Heap, after: Heap) -> bool:
    return before != after


def _our_fault(finding: Finding) -> Iterator[str]:
    yield f"    Heapwise expected {finding.message} at {_short(finding.at)}, but CPython does not:"
    for difference in finding.differences[:3]:
        yield f"        {difference}"
    yield "    This is a fault of Heapwise, not of your code; please report it with this line:"
    yield f"        {finding.snippet}"


def _short(at: str) -> str:
    parts = at.rsplit(":", 2)
    return f"{PurePath(parts[0]).name}:{parts[1]}" if len(parts) == 3 else at


def totals(reports: Sequence[FunctionReport]) -> str:
    def number(verdict: str) -> int:
        return sum(report.verdict == verdict for report in reports)

    checked = [report for report in reports if report.verdict != "skipped"]
    violations = sum(finding.counts for report in reports for finding in report.findings)
    parts = [counted(violations, "violation")] if violations else []
    words = {
        "clean": "clean within bounds",
        "unfinished": "unfinished",
        "partial": "partly unsupported",
        "skipped": "skipped",
    }
    parts += [f"{number(verdict)} {text}" for verdict, text in words.items() if number(verdict)]
    return f"{counted(len(checked), 'function')}: {', '.join(parts) or 'nothing to check'}."
