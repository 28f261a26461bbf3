"""What a check found, for people: a line per function, and each finding with its input drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from heapwise.reports.drawing import changes, drawing, value_text
from heapwise.reports.gaps import coverage, gap_lines, short_name, short_place
from heapwise.reports.wording import counted
from heapwise.results import Verdict
from heapwise.results.checks import BY_CALLS, Finding, FunctionReport
from heapwise.results.heap import Heap
from heapwise.results.words import Words

_MARKS = {
    Verdict.PROVED: "✓",
    Verdict.CLEAN: "✓",
    Verdict.VIOLATED: "✗",
    Verdict.NOT_REPRODUCED: "✗?",
    Verdict.UNDECIDED: "?",
    Verdict.PARTIAL: "–",
    Verdict.UNFINISHED: "?",
    Verdict.FAILED: "!",
    Verdict.UNREACHED: "○",
    Verdict.SKIPPED: "·",
}


_VERBS = {"contract": "false", "assertion": "false", "exception": "raised", "endless": "loops"}


def function_lines(report: FunctionReport, paths: bool = False) -> Iterator[str]:
    """With `paths`, the file is called by its whole path: there are others."""
    file = report.at.file
    place = f"{file if paths else short_name(file)}:{report.line}"
    head = f"{place}  {report.name}  {_MARKS[report.verdict]}  "
    sound = [finding for finding in report.findings if finding.counts]
    for causes in _by_cause(sound):
        finding = causes[0]
        yield f"{head}{finding.rule}  {finding.message}"
        yield from finding_lines(finding, report.words, causes)
    if not sound:
        yield head + _summary(report)
    for finding in report.possible:
        if not finding.counts:
            yield from _not_reproduced(finding)
    yield from _unseen([each for each in report.findings if not each.can_happen])
    if sound and report.account.stopped:
        yield f"    not all was explored ({report.account.stopped}): there may be more"
    for each in report.silenced:
        place = short_place(each.finding.at)
        yield f"    silenced: {each.finding.rule} {each.finding.message} at {place} ({each})"
    yield from (f"    {remark}" for remark in report.remarks)
    for what, finding in report.needs.items():
        yield f"    {what}: else {finding.message} at {short_place(finding.at)}"
    yield from gap_lines(replace(report.account, violations={}))
    if report.verdict is Verdict.UNFINISHED and report.unmerged:
        yield f"    paths could not be merged: {report.unmerged}"
    if report.account.endless and all(each.kind != "endless" for each in report.findings):
        endless = counted(report.account.endless, "path")
        yield f"    {endless} without an end: it may loop for ever there"


def _summary(report: FunctionReport) -> str:
    """The strongest true thing, in one line."""
    if report.verdict is Verdict.SKIPPED:
        return report.skipped
    how = "merged" if report.engine == "merged" else counted(report.paths, "path")
    tail = f"      {how}   {report.seconds:.1f} s"
    return f"{_claim(report)}{tail}"


def _claim(report: FunctionReport) -> str:
    done = "nothing finished"
    if report.covered is not None:
        done = coverage(report.covered.account, report.covered.bounds)
    match report.verdict:
        case Verdict.PROVED | Verdict.CLEAN if _nothing_ends(report):
            granted = ", ".join(("that the precondition allows", *report.account.approximations))
            return f"nothing to violate: no input {granted} comes to an end"
        case Verdict.PROVED:
            return "proved for all inputs"
        case Verdict.CLEAN:
            return f"no violation for {done}"
        case Verdict.NOT_REPRODUCED:
            return "violated, not reproduced: see below"
        case Verdict.UNDECIDED:
            return "undecided: no violation on the paths that the solver could decide"
        case Verdict.PARTIAL:
            return "partly unsupported: no violation in what could be explored"
        case Verdict.FAILED:
            return "failed: no violation in what could be explored"
        case Verdict.UNREACHED:
            return f"no violation for {done} that can be made, as far as was seen"
    why = report.account.stopped or "nothing"
    when = f"stopped at {report.seconds:.0f} s" if why == "timeout" else f"stopped ({why})"
    return f"{when}: {done}{' done' if report.covered else ''}"


def _nothing_ends(report: FunctionReport) -> bool:
    """Nor would it beyond a bound."""
    return not report.paths and report.engine == "paths" and not report.account.cuts


def _by_cause(findings: Sequence[Finding]) -> list[list[Finding]]:
    """Those that the same condition excludes have one cause: the first tells it."""
    found: dict[object, list[Finding]] = {}
    for number, finding in enumerate(findings):
        found.setdefault(finding.unless or number, []).append(finding)
    return list(found.values())


def finding_lines(finding: Finding, words: Words, causes: Sequence[Finding] = ()) -> Iterator[str]:
    """`causes` are all findings with the same cause, this one first."""
    why = f", when {' and '.join(finding.notes)}" if finding.notes else ""
    verb = _VERBS[finding.kind]
    yield f"    {verb} at {short_place(finding.at)}{why}:"
    yield ""
    for line in drawing(finding.input, words=words):
        yield f"        {line}".rstrip()
    left = _left_behind(finding, words)
    if left:
        yield ""
        yield f"        {left}"
    yield ""
    yield from rebuilding(finding.snippet)
    size = counted(finding.objects, "object")
    machine = finding.machine
    how = f"goes on and on in {machine}" if finding.kind == "endless" else f"replayed in {machine}"
    if not finding.replayed:
        functions = ", ".join(f"{name}()" for name in finding.by_contract)
        how = f"not replayed: the contract stood for {functions}"
    for other in causes[1:]:
        yield f"    also      {other.message} at {short_place(other.at)}: {other.snippet}"
    if finding.unless:
        failing = sum(each.paths for each in causes or (finding,))
        yield f"    fails unless `{finding.unless}` ({failing} of {finding.of_paths} paths)"
    which = "input by public calls" if finding.built == BY_CALLS else "smallest input"
    yield f"    {which} ({size}), found after {finding.seconds:.1f} s, {how}"


def _unseen(findings: Sequence[Finding]) -> Iterator[str]:
    """Failures that do not count, under a heading of their own."""
    if findings:
        tried = counted(max(finding.tried for finding in findings), "call")
        yield f"    for objects that the public methods were not seen to build ({tried} tried):"
    for finding in findings:
        why = f", when {' and '.join(finding.notes)}" if finding.notes else ""
        verb = _VERBS[finding.kind]
        yield f"      {finding.message}: {verb} at {short_place(finding.at)}{why}"
        yield f"        {finding.snippet.partition(chr(10))[0]}"


def rebuilding(snippet: str) -> Iterator[str]:
    """Statements; what they call comes after an empty line: too long to be told each time."""
    statements, _, helpers = snippet.partition("\n\n")
    first, *rest = statements.split("\n")
    if first:
        yield f"    rebuild   {first}"
    for line in rest:
        yield f"              {line}"
    if helpers:
        yield "              // the helpers are in the snippet of --json"


def _left_behind(finding: Finding, words: Words) -> str:
    if finding.kind != "contract":
        return ""
    changed = changes(finding.input, finding.output, words)
    text = f"returned {value_text(finding.value, words)}"
    if changed and changed != "unchanged" and _differ(finding.input, finding.output):
        text += f", leaving {changed}"
    return text


def _differ(before: Heap, after: Heap) -> bool:
    return before != after


def _not_reproduced(finding: Finding) -> Iterator[str]:
    place = short_place(finding.at)
    yield f"    {finding.message} at {place} was not reproduced: {finding.doubt}"
    for difference in finding.differences[:3]:
        yield f"        {difference}"
    if finding.differences:
        yield "    This is a fault of Heapwise, not of your code; please report it with this line:"
    yield f"        {finding.snippet}"


_WORDS = {
    Verdict.VIOLATED: "violated",
    Verdict.NOT_REPRODUCED: "violated, not reproduced",
    Verdict.PROVED: "proved",
    Verdict.CLEAN: "clean within bounds",
    Verdict.UNDECIDED: "undecided",
    Verdict.PARTIAL: "partly unsupported",
    Verdict.UNFINISHED: "unfinished",
    Verdict.FAILED: "failed",
    Verdict.UNREACHED: "clean but for objects that nobody was seen to build",
    Verdict.SKIPPED: "skipped",
}


def totals(reports: Sequence[FunctionReport], not_reached: int = 0, cached: int = 0) -> str:
    """How many functions there are of each verdict, and how many were known before."""
    numbers = Counter(report.verdict for report in reports)
    parts = [f"{numbers[verdict]} {text}" for verdict, text in _WORDS.items() if numbers[verdict]]
    parts += [f"{not_reached} not reached"] if not_reached else []
    functions = len(reports) + not_reached
    known = f" ({cached} of {functions} from the cache)" if cached else ""
    said = f": {', '.join(parts)}" if parts else ""
    return f"{counted(functions, 'function')}{said}{known}."
