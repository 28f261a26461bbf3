"""One level of a check: everything with so many objects of each class.

It can be put off and gone on with: one that takes long must not keep the others waiting."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from heapwise.checking.check_options import PATHS, CheckOptions
from heapwise.checking.findings import NEEDS, Findings, is_better, may_be_endless
from heapwise.checking.input_notes import drafted_text, text_in
from heapwise.checking.reachable_inputs import look_for_calls
from heapwise.checking.shared_level import NOT_VALID, Origin, SharedLevel, Task, add_reached
from heapwise.checking.silence import Silence
from heapwise.checking.subject_run import start_subject
from heapwise.engine.bounds import USUAL_DIGITS, Bounds
from heapwise.engine.condition_watch import is_assumption
from heapwise.engine.lasso import goes_round
from heapwise.engine.reached import Reached
from heapwise.engine.state import Leaf, events
from heapwise.frontends.protocol import Judge, Subject
from heapwise.path_description import MOST_ITEMS
from heapwise.results import COMPLETED, OutcomeKind
from heapwise.results.account import add_one
from heapwise.results.checks import Coverage, Finding, FunctionReport, Lines
from heapwise.results.event import events_of
from heapwise.results.input_choice import REACHABLE
from heapwise.workers.helping import Helpers

_WITNESSES = 5
"""Paths to one failure whose witnesses are compared for size."""
_MORE_WITNESSES = 20
"""As long as there is none whose objects can be made."""
_MOST_WITNESSES = 100
"""As long as all are about what the function asks of its arguments."""
_ONLY_NEEDS = "paths that fail for what is asked of the arguments, or else"
_TRIALS = 16
"""Paths that a bound has cut and that are tried out, to see whether they end: it takes long."""
_NO_INPUT = "no input that it takes could be made"
_BUILDABLE = f"arrays of at most {MOST_ITEMS:,} items"
"""What nobody can build shows no failure."""
_LEFT_OUT = "loops without an end left out"


_MORE_TURNS = 4
"""A loop has one turn, in a row and without a new object, on the first level; on each that follows
it has so many times as many, until there are as many as an exploration has by default."""


def bounds_of(count: int, seconds: float, digits: bool = False) -> Bounds:
    """Of a level: everything that can grow is small at first. Integers that CPython refuses to
    write in decimal are left out unless the user is interested in `digits`."""
    usual = Bounds()
    assert usual.max_loops is not None
    turns = min(_MORE_TURNS ** min(count - 1, 8), usual.max_loops)
    most = None if digits else USUAL_DIGITS
    return Bounds(
        max_objects=count, max_length=count, max_loops=turns, max_digits=most, timeout=seconds
    )


class TooLargeError(Exception):
    """There was no patience for so large a tree."""


class Sharing(NamedTuple):
    """Who may help with a level, and what the function is for them."""

    helpers: Helpers
    task: Task


class Level:
    def __init__(
        self,
        subject: Subject,
        options: CheckOptions,
        count: int,
        seconds: float,
        judge: Judge,
        started: float,
        below: Level | None = None,
    ) -> None:
        """What was found `below` is known; here it would only be larger."""
        self._subject = subject
        self._options = options
        self._count = count
        self._plan = options.plan(subject.target, bounds_of(count, seconds, options.digits))
        self._run = start_subject(subject, self._plan, count)
        self.sharing: Sharing | None = None
        self.given_up: float | None = None
        self._shared: SharedLevel | None = None
        self._silence = Silence(
            subject.name,
            subject.at.line or 0,
            subject.at.file,
            subject.sources(),
            options.ignore,
            options.allow,
            options.known,
        )
        self._judge = judge
        reachable = options.inputs == REACHABLE
        self._findings = Findings(subject, self._run, judge, started, reachable)
        self._best: dict[tuple[str, str], Finding] = {} if below is None else {**below._best}
        known = (key for key, finding in self._best.items() if finding.can_happen)
        self._seen: dict[tuple[str, str], int] = dict.fromkeys(known, _WITNESSES)
        self._trials = 0
        self._useful = 0
        self._decided: dict[str, None] = {}
        self._reached = Reached() if options.lines else None
        if options.lines:
            self._run.note_executed()

    @property
    def count(self) -> int:
        """How many objects of each class there are at most."""
        return self._count

    @property
    def is_finished(self) -> bool:
        return self._run.account.finished

    @property
    def may_go_on(self) -> bool:
        """By this process alone, which knows how long it has worked on it."""
        account = self._run.account
        return not (account.finished or account.stopped or self._shared)

    def close(self) -> None:
        if self._shared is not None:
            self._shared.close()
        self._run.close()

    def add(self, found: Mapping[tuple[str, str], Finding]) -> None:
        """What others have found."""
        for key, finding in found.items():
            if is_better(finding, self._best.get(key)):
                self._best[key] = finding

    def go_on(self, report: FunctionReport, seconds: float | None) -> None:
        """For so long, or to the end; the report is about this level then."""
        account = self._run.account
        report.scope = f"at most {self._count}"
        report.account = account
        report.paths = self._run.summary.counts.paths
        try:
            for leaf in self._leaves(seconds):
                report.paths = self._run.summary.counts.paths
                self._look_at(leaf)
                if self.given_up is not None and time.monotonic() > self.given_up:
                    raise TooLargeError
            report.paths = self._run.summary.counts.paths
            failures = {key: each for key, each in self._best.items() if key[1] != NEEDS}
            looked_for = look_for_calls(failures, self._judge)
            report.searched = report.searched or bool(looked_for)
            for key, each in looked_for.items():
                if each.needed:
                    del self._best[key]
                self._best[(each.needed, NEEDS) if each.needed else key] = each
        finally:
            report.decided = events_of(self._decided)
            report.links = self._run.program.own_links()
            found = [each for key, each in self._best.items() if key[1] != NEEDS]
            # What fails in the same way with other arguments, these arguments are not to blame for.
            otherwise = {(each.at, each.message) for each in found}
            needs = {
                key: each
                for key, each in self._best.items()
                if key[1] == NEEDS and (each.at, each.message) not in otherwise
            }
            found, report.silenced = self._silence.split(found)
            report.findings = sorted(found, key=lambda each: (each.line, each.message))
            report.needs = {what: each for (what, _), each in sorted(needs.items())}
            self._enter(report)
            if self._reached is not None:
                report.lines = self._lines(self._reached, report.lines)
        if account.finished:
            report.covered = Coverage(self._count, self._run.summary.bounds, account)
            report.engine = PATHS

    def _leaves(self, seconds: float | None) -> Iterator[Leaf[Any]]:
        """Those to be looked at. Once there are helpers, the run is divided."""
        if self._shared is None:
            until = None if seconds is None else time.monotonic() + seconds
            for leaf in self._run.leaves(seconds):
                self._note(leaf)
                yield leaf
                if self._is_shared():
                    break
            if self._shared is None:
                return
            seconds = None if until is None else until - time.monotonic()
        for found in self._shared.for_a_while(seconds):
            if found.leaf is not None:
                self._note(found.leaf)
                yield found.leaf
            elif found.of_interest:
                reached = self._run.at(found.prefix)
                assert isinstance(reached, Leaf)
                yield reached
        notes = self._shared.noted()
        self._decided.update(dict.fromkeys(notes.decided))
        self._useful += notes.useful
        if self._run.account.stopped == "interrupted":
            raise KeyboardInterrupt

    def _is_shared(self) -> bool:
        """From now on?"""
        crew = None if self.sharing is None else self.sharing.helpers.crew()
        if self.sharing is not None and crew is not None:
            origin = Origin(self.sharing.task, self._count)
            self._shared = SharedLevel(self._run, self._plan, origin, crew, self._reached)
        return crew is not None

    def _note(self, leaf: Leaf[Any]) -> None:
        """Of a path that this process has explored: workers tell it of theirs."""
        self._decided.update(dict.fromkeys(self._run.witnesses.trace(leaf)))
        if self._reached is not None:
            add_reached(self._reached, leaf, self._options)

    def _lines(self, reached: Reached, before: Lines | None) -> Lines:
        """With what was known before: what fewer objects reach is reached."""
        found, others = self._by_file(reached.lines()), self._by_file(reached.all_lines())
        account = self._run.account
        is_settled = account.is_settled and reached.is_certain
        if before is not None:
            for file, numbers in before.reached.items():
                found.setdefault(file, set()).update(numbers)
            for file, numbers in before.others.items():
                others.setdefault(file, set()).update(numbers)
            if not account.finished:
                is_settled = before.settled
        left = {file: numbers - found.get(file, set()) for file, numbers in others.items()}
        return Lines(_in_order(found), _in_order(left), is_settled)

    def _by_file(self, lines: Mapping[tuple[str, str], set[int]]) -> dict[str, set[int]]:
        found: dict[str, set[int]] = {}
        for (code, file), numbers in lines.items():
            named = self._subject.file_of(code, file)
            if named is not None:
                found.setdefault(named, set()).update(numbers)
        return found

    def stop(self, reason: str) -> None:
        """Nobody will go on with it."""
        self._run.stop(reason)

    def _look_at(self, leaf: Leaf[Any]) -> None:
        finding: Finding | None = None
        if leaf.kind in COMPLETED:
            key = (leaf.detail or "", str(leaf.where or ""))
            needed = ""
            if self._findings.is_failure(leaf):
                if not self._run.has_valid_input(leaf):
                    add_one(self._run.account.undecided, (NOT_VALID, leaf.where))
                    return
                needed = self._findings.needs(leaf)
                key = (needed, NEEDS) if needed else key
                if self._is_worth_it(key, leaf):
                    finding = self._findings.failure(leaf)
                    if finding.needed:
                        needed = finding.needed
                        key = (needed, NEEDS)
                    elif not finding.replayed and self._run.is_too_long(leaf):
                        self._run.account.limits["items"] = _BUILDABLE
                        finding = None
                elif key not in self._best:
                    add_one(self._run.account.undecided, (_ONLY_NEEDS, leaf.where))
            self._useful += not needed
        elif self._options.endless and may_be_endless(leaf) and not is_assumption(leaf.store):
            key = ("endless", str(leaf.where or ""))
            if self._is_worth_trying(leaf, key) and self._is_worth_it(key, leaf):
                finding = self._findings.loop(leaf)
                if finding is not None and finding.kind == "exception":
                    # A recursion that fills the stack, which may be known as that already.
                    key = (finding.message.partition(":")[0], key[1])
                elif finding is not None:
                    # Paths through one loop are cut anywhere in it, and a run tells its line.
                    key = (key[0], str(finding.at and replace(finding.at, column=0)))
        if finding is not None and is_better(finding, self._best.get(key)):
            self._best[key] = finding

    def _is_worth_trying(self, leaf: Leaf[Any], key: tuple[str, str]) -> bool:
        """Of paths that were cut, some that do the same in every turn, until one is found."""
        if leaf.kind is OutcomeKind.ENDLESS:
            return True
        if self._trials == _TRIALS or key in self._best or not goes_round(events(leaf.trace)):
            return False
        self._trials += 1
        return True

    def _is_worth_it(self, key: tuple[str, str], leaf: Leaf[Any]) -> bool:
        """Of many paths to one failure, those that come later if they seem to take less text: a
        pattern that takes as much as it can has its longest texts first."""
        seen = self._seen[key] = self._seen.get(key, 0) + 1
        known = self._best.get(key)
        if known is None:
            return seen <= _MOST_WITNESSES
        if seen <= (_WITNESSES if known.can_happen else _MORE_WITNESSES):
            return True
        return seen <= _MOST_WITNESSES and drafted_text(leaf.path) < text_in(known.input)

    def _enter(self, report: FunctionReport) -> None:
        """Into the account: the findings, and places in files that are called as the user did."""
        account = report.account
        account.violations = {}
        account.unshown = {}
        for finding in report.possible:
            add_one(account.violations, "" if finding.counts else finding.doubt)
        account.violated = len(report.possible)
        account.unreached = len(report.findings) - len(report.possible)
        if report.needs and not self._useful and self.is_finished:
            account.unsupported[_NO_INPUT, report.at] = 1
        for places in (account.unsupported, account.undecided):
            named = {
                (what, at and self._subject.as_named(at)): n for (what, at), n in places.items()
            }
            places.clear()
            places.update(named)
        left_out = []
        is_silent = any(each.finding.kind == "endless" for each in report.silenced)
        if account.endless and (is_silent or not self._options.endless):
            account.endless = 0
            left_out += [] if is_silent else [_LEFT_OUT]
        rules = sorted({each.finding.rule for each in report.silenced})
        left_out += [f"{', '.join(rules)} silenced"] if rules else []
        account.approximations = (*dict.fromkeys((*account.approximations, *left_out)),)


def _in_order(lines: Mapping[str, set[int]]) -> dict[str, tuple[int, ...]]:
    return {file: tuple(sorted(lines[file])) for file in sorted(lines) if lines[file]}
