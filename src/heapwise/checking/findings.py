"""What counts as a finding, and what is said of one.

A violated contract, a failed assertion, an exception that is neither declared nor raised on
purpose, and a loop that does not end.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from heapwise.api import Exploration
from heapwise.checking.confirming import PRECONDITION, Confirmation
from heapwise.checking.functions import Subject
from heapwise.checking.inputs import notes_on, objects_in, size_of
from heapwise.contracts.model import Contract
from heapwise.engine.state import COMES_BACK, Leaf
from heapwise.frontends.python.functions import callee_of
from heapwise.frontends.python.replaying import (
    ENDLESS_STEPS,
    PythonWitnesses,
    is_contract_violation,
)
from heapwise.frontends.python.values import ExceptionValue, UnknownText
from heapwise.results import OutcomeKind, PathResult
from heapwise.results.checks import Finding
from heapwise.testgen import read_module, snippet
from heapwise.testgen.replay import Observation

_CONTRADICTED = "CPython sees another condition fail, or none: this is a fault of Heapwise"
_LONGEST_TEXT = 200
"""Characters of the text of an exception that are shown."""


def is_better(finding: Finding, known: Finding | None) -> bool:
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


_LOOPING = ("max-loops", "max-steps")
"""Bounds that cut paths which may have no end."""


class Findings:
    """What one exploration of a function finds."""

    def __init__(
        self,
        subject: Subject,
        run: Exploration,
        confirmation: Confirmation,
        started: float,
        by_contract: tuple[str, ...],
    ) -> None:
        self._subject = subject
        self._run = run
        assert isinstance(run.witnesses, PythonWitnesses)
        self._witnesses = run.witnesses
        self._confirmation = confirmation
        self._started = started
        self._by_contract = by_contract

    def is_failure(self, leaf: Leaf[object]) -> bool:
        return is_finding(leaf, self._subject.required.contract)

    def failure(self, leaf: Leaf[object]) -> Finding:
        path = self._run.describe(leaf, closely=True)
        message = path.outcome.exception or ""
        kind = "contract" if is_contract_violation(leaf.value) else "exception"
        if path.outcome.kind is OutcomeKind.VIOLATED and kind == "exception":
            kind, message = "assertion", f"assert {message}"
        if kind == "exception":
            message = _with_text(leaf, message, self._witnesses.last if path.replayed else None)
        differences = list(self._witnesses.differences)
        replayed, doubt = path.replayed, path.doubt
        if replayed and self._subject.required.contract.is_stated:
            seen = self._confirmation(path.input)
            expected = message if kind == "contract" else ""
            if seen == PRECONDITION or (expected and seen != expected):
                replayed, doubt = False, _CONTRADICTED
                differences.append(f"expected {message}, but: {seen or 'nothing fails'}")
        found = self._finding(kind, message, path.outcome.at or "", path, differences)
        return replace(found, replayed=replayed, doubt=doubt)

    def loop(self, leaf: Leaf[object]) -> Finding | None:
        """That a path has no end, as is known or as a run of it shows; None if it may have one."""
        path = self._run.describe(leaf, closely=True)
        at = path.outcome.at or ""
        message = f"does not end: it {COMES_BACK}"
        if leaf.kind is not OutcomeKind.ENDLESS:
            if not path.replayed:
                return None
            assert self._witnesses.last is not None
            at = f"{self._witnesses.last.loops[0]}:0"
            message = f"does not end within {ENDLESS_STEPS:,} steps of a run"
        return self._finding("endless", message, at, path, self._witnesses.differences)

    def _finding(
        self, kind: str, message: str, at: str, path: PathResult, differences: Sequence[str]
    ) -> Finding:
        subject = self._subject
        return Finding(
            kind=kind,
            message=message,
            at=as_named(subject, at),
            line=_line(at),
            input=path.input,
            output=path.output,
            value=path.outcome.value,
            condition=path.condition,
            snippet=snippet(callee_of(subject.info), path.input, read_module(subject.loaded.path)),
            objects=objects_in(path.input),
            seconds=time.monotonic() - self._started,
            notes=tuple(notes_on(path.input)),
            replayed=path.replayed,
            differences=tuple(differences),
            by_contract=self._by_contract,
            doubt=path.doubt,
        )


def may_be_endless(leaf: Leaf[object]) -> bool:
    return leaf.kind is OutcomeKind.ENDLESS or (
        leaf.kind is OutcomeKind.BOUNDED and leaf.detail in _LOOPING
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


def as_named(subject: Subject, at: str) -> str:
    """The place, with the file called as the user called it."""
    return at.replace(f"{Path(subject.loaded.path).resolve()}:", f"{subject.info.at.file}:")


def _line(at: str | None) -> int:
    parts = (at or "").rsplit(":", 2)
    return int(parts[1]) if len(parts) == 3 and parts[1].isdigit() else 0
