"""What a check says of a path on which a function fails."""

from __future__ import annotations

import time

from heapwise.api import Exploration
from heapwise.checking.input_notes import notes_on, objects_in, size_of
from heapwise.checking.reachable_inputs import judged_input
from heapwise.engine.state import BY_CONTRACT, Leaf
from heapwise.frontends.protocol import Judge, Judged, Subject
from heapwise.results import OutcomeKind, PathResult
from heapwise.results.checks import Finding

NEEDS = "needs"
_LOOPING = ("max-loops", "max-steps")
"""Bounds that cut paths which may have no end."""


def is_better(finding: Finding, known: Finding | None) -> bool:
    if known is None or (finding.replayed and not known.replayed):
        return True
    if finding.can_happen != known.can_happen:
        return finding.can_happen and finding.replayed == known.replayed
    return finding.replayed == known.replayed and size_of(finding.input) < size_of(known.input)


def may_be_endless(leaf: Leaf[object]) -> bool:
    return leaf.kind is OutcomeKind.ENDLESS or (
        leaf.kind is OutcomeKind.BOUNDED and leaf.detail in _LOOPING
    )


class Findings:
    """What one exploration of a function finds."""

    def __init__(
        self,
        subject: Subject,
        run: Exploration,
        judge: Judge,
        started: float,
        reachable: bool = False,
    ) -> None:
        """If `reachable`, it is asked whether inputs can be made."""
        self._reachable = reachable
        self._subject = subject
        self._run = run
        self._judge = judge
        self._started = started
        judge.begin(run.witnesses)

    def is_failure(self, leaf: Leaf[object]) -> bool:
        return self._judge.is_failure(leaf)

    def needs(self, leaf: Leaf[object]) -> str:
        """What the function asks of its arguments, if that is all that a failure shows."""
        return self._judge.needs(leaf)

    def failure(self, leaf: Leaf[object]) -> Finding:
        path = self._run.describe(leaf, closely=True)
        judged = self._judge.failure(leaf, path, self._run.witnesses)
        return self._finding(leaf, judged, path)

    def loop(self, leaf: Leaf[object]) -> Finding | None:
        """That a path has no end; None if it may have one."""
        path = self._run.describe(leaf, closely=True)
        judged = self._judge.loop(leaf, path, self._run.witnesses)
        return None if judged is None else self._finding(leaf, judged, path)

    def _finding(self, leaf: Leaf[object], judged: Judged, path: PathResult) -> Finding:
        by_contract = BY_CONTRACT.of(leaf.store) or ()
        found = Finding(
            kind=judged.kind,
            message=judged.message,
            at=judged.at and self._subject.as_named(judged.at),
            input=path.input,
            output=path.output,
            value=path.outcome.value,
            condition=path.condition,
            when=path.when,
            snippet=self._judge.snippet(path, self._run.witnesses),
            objects=objects_in(path.input),
            seconds=time.monotonic() - self._started,
            notes=tuple(notes_on(path.input)),
            replayed=judged.replayed,
            differences=() if by_contract else judged.differences,
            by_contract=by_contract,
            doubt=judged.doubt,
            machine=self._judge.machine,
            trace=path.trace,
            needed=judged.needed,
        )
        return judged_input(found, self._judge) if self._reachable else found
