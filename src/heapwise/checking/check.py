"""Checks one function: explores it with 1, 2, 3 … objects per class until something is found, all
inputs are covered, or the time is up.

What counts as a finding: a violated contract, a failed assertion, and an exception that is neither
declared nor raised on purpose. The first finding of a kind comes with the fewest objects, because
smaller inputs are explored first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from heapwise.api import Exploration
from heapwise.checking.confirming import PRECONDITION, Confirmation
from heapwise.checking.functions import Subject, subjects_of
from heapwise.checking.inputs import notes_on, objects_in, size_of
from heapwise.contracts.model import Contract
from heapwise.engine.bounds import Bounds
from heapwise.engine.faults import failure_of, is_strict
from heapwise.engine.state import Leaf
from heapwise.frontends.python.functions import callee_of
from heapwise.frontends.python.program import program_of
from heapwise.frontends.python.replaying import PythonWitnesses, is_contract_violation
from heapwise.frontends.python.values import ExceptionValue, UnknownText
from heapwise.heaps import registry
from heapwise.heaps.shapes import ANY
from heapwise.program import InputError
from heapwise.results import COMPLETED, OutcomeKind
from heapwise.results.account import add_one
from heapwise.results.checks import Coverage, Finding, FunctionReport
from heapwise.solver import default_solver
from heapwise.testgen import ModuleUnderTest, read_module, snippet
from heapwise.testgen.replay import Observation

_QUERY_SECONDS = 5.0
"""One question to the solver must not eat up the time of a function."""
_WITNESSES = 5
"""Paths to one failure whose witnesses are compared for size."""

_LONGEST_TEXT = 200
"""Characters of the text of an exception that are shown."""

INTERRUPTED = "interrupted"
_CONTRADICTED = "CPython sees another condition fail, or none: this is a fault of Heapwise"


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """`max_objects` is where deepening ends; `seconds` is the time for one function."""

    seconds: float = 30.0
    max_objects: int = 5
    strategy: str = registry.DEFAULT
    shapes: str = "any"
    by_contract: tuple[str, ...] = ()


def check_function(
    subject: Subject,
    options: CheckOptions,
    begun: Callable[[FunctionReport], None] | None = None,
) -> FunctionReport:
    """`begun` is given the report while it is still empty, for those who want to see it grow. An
    interrupt ends the function, and what was found until then is kept."""
    info = subject.info
    report = FunctionReport(
        target=f"{subject.loaded.path}:{info.qualname}",
        name=info.qualname,
        at=f"{info.at.file}:{info.at.line}",
        line=info.at.line,
    )
    report.skipped = subject.skipped
    if report.skipped:
        return report
    if begun is not None:
        begun(report)
    started = time.monotonic()
    try:
        module = ModuleUnderTest.of_file(subject.loaded.path)
        with closing(Confirmation(module, info, subject.required)) as confirmation:
            _deepen(subject, options, report, started, confirmation)
    except KeyboardInterrupt:
        report.account.stopped = INTERRUPTED
    except InputError as error:
        at = str(error.at) if error.at else report.at
        report.account.unsupported[error.message, _as_named(subject, at)] = 1
    except Exception as error:
        if is_strict():
            raise
        report.account.failures.append(failure_of(error, report.at))
    report.seconds = time.monotonic() - started
    return report


def _deepen(
    subject: Subject,
    options: CheckOptions,
    report: FunctionReport,
    started: float,
    confirmation: Confirmation,
) -> None:
    for count in range(1, options.max_objects + 1):
        left = options.seconds - (time.monotonic() - started)
        if left <= 0:
            report.account.stopped = report.account.stopped or "timeout"
            break
        bounds = Bounds(max_objects=count, max_length=count, timeout=left)
        if not _level(subject, options, report, bounds, started, confirmation):
            break
        if report.findings or report.account.exhaustive:
            break


def _level(
    subject: Subject,
    options: CheckOptions,
    report: FunctionReport,
    bounds: Bounds,
    started: float,
    confirmation: Confirmation,
) -> bool:
    """Explore within the bounds; false if that did not come to its end."""
    count = bounds.max_objects or 1
    program = program_of(subject.loaded, subject.info, count, subject.required, options.by_contract)
    extra: dict[str, Any] = {} if options.shapes == ANY else {"shapes": options.shapes}
    solver = default_solver(min(_QUERY_SECONDS, max(options.seconds / 10, 0.5)))
    run = Exploration(program, options.strategy, bounds, solver=solver, **extra)
    run.account.approximations += tuple(f"{f}() as its contract says" for f in options.by_contract)
    try:
        return _explore(subject, options, run, report, started, confirmation)
    finally:
        run.close()


def _explore(
    subject: Subject,
    options: CheckOptions,
    run: Exploration,
    report: FunctionReport,
    started: float,
    confirmation: Confirmation,
) -> bool:
    count = run.bounds.max_objects or 1
    best: dict[tuple[str, str], Finding] = {}
    seen: dict[tuple[str, str], int] = {}
    report.scope = f"at most {count}"
    report.account = run.account
    try:
        for leaf in run.leaves():
            report.paths = run.summary.counts.paths
            if leaf.kind not in COMPLETED or not is_finding(leaf, subject.required.contract):
                continue
            key = (leaf.detail or "", leaf.where or "")
            seen[key] = seen.get(key, 0) + 1
            if seen[key] > _WITNESSES:
                continue
            finding = _finding(subject, run, leaf, started, confirmation, options.by_contract)
            if _is_better(finding, best.get(key)):
                best[key] = finding
    finally:
        report.findings = sorted(best.values(), key=lambda found: (found.line, found.message))
        _enter(report, subject)
    if not run.account.finished:
        return False
    report.covered = Coverage(count, run.summary.bounds, run.account)
    return True


def _enter(report: FunctionReport, subject: Subject) -> None:
    """Into the account: the findings, and places in files that are called as the user did."""
    account = report.account
    account.violations = {}
    account.unshown = {}
    for finding in report.findings:
        add_one(account.violations, "" if finding.counts else finding.doubt)
    account.violated = len(report.findings)
    for places in (account.unsupported, account.undecided):
        named = {(what, _as_named(subject, at)): n for (what, at), n in places.items()}
        places.clear()
        places.update(named)


def _is_better(finding: Finding, known: Finding | None) -> bool:
    if known is None or (finding.replayed and not known.replayed):
        return True
    return finding.replayed == known.replayed and size_of(finding.input) < size_of(known.input)


def is_finding(leaf: Leaf[object], contract: Contract) -> bool:
    if leaf.kind is OutcomeKind.VIOLATED:
        return True
    if leaf.kind is not OutcomeKind.RAISED:
        return False
    value = leaf.value
    if not isinstance(value, ExceptionValue):
        # An object of a class of the user, thrown by a raise statement.
        return contract.raises_only
    if contract.raises and issubclass(value.cls, contract.raises):
        return False
    return not value.deliberate or contract.raises_only


def _finding(
    subject: Subject,
    run: Exploration,
    leaf: Leaf[object],
    started: float,
    confirmation: Confirmation,
    by_contract: tuple[str, ...],
) -> Finding:
    path = run.describe(leaf)
    message = path.outcome.exception or ""
    kind = "contract" if is_contract_violation(leaf.value) else "exception"
    if path.outcome.kind is OutcomeKind.VIOLATED and kind == "exception":
        kind, message = "assertion", f"assert {message}"
    witnesses = run.witnesses
    assert isinstance(witnesses, PythonWitnesses)
    if kind == "exception":
        message = _with_text(leaf, message, witnesses.last if path.replayed else None)
    line = _line(path.outcome.at)
    differences = list(witnesses.differences)
    replayed, doubt = path.replayed, path.doubt
    if replayed and subject.required.contract.is_stated:
        seen = confirmation(path.input)
        expected = message if kind == "contract" else ""
        if seen == PRECONDITION or (expected and seen != expected):
            replayed, doubt = False, _CONTRADICTED
            differences.append(f"expected {message}, but: {seen or 'nothing fails'}")
    return Finding(
        kind=kind,
        message=message,
        at=_as_named(subject, path.outcome.at or ""),
        line=line,
        input=path.input,
        output=path.output,
        value=path.outcome.value,
        condition=path.condition,
        snippet=snippet(callee_of(subject.info), path.input, read_module(subject.loaded.path)),
        objects=objects_in(path.input),
        seconds=time.monotonic() - started,
        notes=tuple(notes_on(path.input)),
        replayed=replayed,
        differences=tuple(differences),
        by_contract=by_contract,
        doubt=doubt,
    )


def _with_text(leaf: Leaf[object], name: str, observed: Observation | None) -> str:
    """What an exception says: CPython's own words, if it was seen to raise it."""
    if observed is not None and observed.message:
        return f"{name}: {observed.message.splitlines()[0][:_LONGEST_TEXT]}"
    value = leaf.value
    if isinstance(value, ExceptionValue) and len(value.args) == 1:
        argument = value.args[0]
        if isinstance(argument, UnknownText):
            argument = argument.of
        if isinstance(argument, str) and argument:
            return f"{name}: {argument}"
    return name


def _as_named(subject: Subject, at: str) -> str:
    """The place, with the file called as the user called it."""
    return at.replace(f"{Path(subject.loaded.path).resolve()}:", f"{subject.info.at.file}:")


def _line(at: str | None) -> int:
    parts = (at or "").rsplit(":", 2)
    return int(parts[1]) if len(parts) == 3 and parts[1].isdigit() else 0


def check(target: str, options: CheckOptions | None = None) -> Iterator[FunctionReport]:
    """Check what `target` names, a function at a time: `file.py`, `file.py:Class`, …"""
    for subject in subjects_of(target):
        yield check_function(subject, options or CheckOptions())
