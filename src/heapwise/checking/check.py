"""Checks one function, level by level: with 1, 2, 3 … objects of each class.

It goes on until something is found, all inputs are covered, or the time is up. The first finding of
a kind comes with the fewest objects, because smaller inputs are explored first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from heapwise.checking.check_options import CheckOptions
from heapwise.checking.found_invariants import check_valid_objects
from heapwise.checking.levels import Level, Sharing, TooLargeError
from heapwise.checking.merged_proofs import MergedProofs
from heapwise.checking.needed_conditions import with_conditions
from heapwise.checking.subject_run import subjects_of
from heapwise.engine.faults import failure_of, is_strict
from heapwise.engine.run_context import StoppedError
from heapwise.engine.time_limit import TimeLimit
from heapwise.frontends.protocol import Judge, Subject
from heapwise.frontends.registry import front_end
from heapwise.program import InputError
from heapwise.results.checks import FunctionReport

__all__ = ["INTERRUPTED", "CheckOptions", "check", "check_function", "subjects_of"]

INTERRUPTED = "interrupted"
_TO_FIND_MORE = 1 / 3
"""The part of the time of a function that a level gets to finish, after it has found something."""
_LARGER = 0.2
"""Seconds of CPU time, and half as many as it took so far, to look for failures of larger ones."""
_GROWTH = 3.0
"""Times as long as for one object less, a proof is expected to take."""
_BEFORE_PROOF = 1 / 4
"""The part of its slice of the time that a level gets before a proof is tried: paths of failures
that small inputs show are found in it."""


def empty_report(subject: Subject) -> FunctionReport:
    return FunctionReport(
        target=subject.target,
        name=subject.name,
        at=subject.at,
        language=subject.language,
        words=front_end(subject.language).words,
        skipped=subject.skipped,
    )


def check_function(
    subject: Subject,
    options: CheckOptions,
    begun: Callable[[FunctionReport], None] | None = None,
    sharing: Sharing | None = None,
    patience: float | None = None,
) -> FunctionReport:
    """`begun` is given the report while it is still empty, for those who want to see it grow. An
    interrupt ends the function, and what was found until then is kept. Workers help if there is a
    `sharing`. If it takes longer than the `patience` there is, `TooLargeError` is raised."""
    report = empty_report(subject)
    if report.skipped:
        return report
    options = options.for_function(subject.target, subject.name)
    if begun is not None:
        begun(report)
    started = time.monotonic()
    try:
        with TimeLimit(started + options.seconds), closing(subject.judge()) as judge:
            proofs = MergedProofs(subject, options, judge, started)
            given_up = None if patience is None else started + patience

            def again(valid: Subject, report: FunctionReport) -> Generator[None]:
                others = MergedProofs(valid, options, judge, started)
                return _deepen(valid, options, report, started, judge, others, None, None)

            run = _deepen(subject, options, report, started, judge, proofs, sharing, given_up)
            is_tried = is_replaced = False
            with closing(run):
                try:
                    for _ in run:
                        is_tried = True
                        is_replaced = check_valid_objects(subject, options, report, again)
                        if is_replaced:
                            break
                finally:
                    if not is_replaced:
                        report.unmerged = proofs.reason
            if not is_tried:
                check_valid_objects(subject, options, report, again)
            report.findings = with_conditions(subject, options, report.findings, judge)
    except TooLargeError:
        raise
    except StoppedError:
        report.account.stopped = report.account.stopped or "timeout"
    except KeyboardInterrupt:
        report.account.stopped = INTERRUPTED
    except InputError as error:
        at = error.at.place if error.at else report.at
        report.account.unsupported[error.message, subject.as_named(at)] = 1
    except Exception as error:
        if is_strict():
            raise
        report.account.failures.append(failure_of(error, report.at))
    if report.needs:
        needed = ", ".join(report.needs)
        report.account.limits["arguments"] = f"arguments as they must be ({needed})"
    report.seconds = time.monotonic() - started
    return report


def _deepen(
    subject: Subject,
    options: CheckOptions,
    report: FunctionReport,
    started: float,
    judge: Judge,
    proofs: MergedProofs,
    sharing: Sharing | None,
    given_up: float | None,
) -> Generator[None]:
    """Every level gets a slice of the time before one of them gets all that is left: what a level
    cannot finish must not keep a larger input from being found. After a failure was found, there is
    a little time for others that need larger inputs. It pauses once if there are failures only of
    objects that nobody was seen to build, and a level takes long."""
    part = options.seconds / (2 * options.most_objects)
    opened: list[Level] = []
    worked = time.process_time()
    until: float | None = None
    level = None
    has_paused = False

    def left() -> float:
        found = options.seconds - (time.monotonic() - started)
        return found if until is None else min(found, until - time.process_time())

    with ExitStack() as stack:
        for count in range(1, options.most_objects + 1):
            if left() <= 0:
                if until is None:
                    report.account.stopped = "timeout"
                break
            if proofs.come_first and proofs.attempt(count, left(), report):
                opened.clear()
                if report.account.exhaustive:
                    return
                continue
            seconds = options.seconds - (time.monotonic() - started)
            level = Level(subject, options, count, seconds, judge, started, level)
            level.sharing, level.given_up = sharing, given_up
            stack.callback(level.close)
            if until is not None:
                level.go_on(report, left())
                while level.may_go_on and left() > 0:  # on a busy machine
                    level.go_on(report, left())
            else:
                if proofs.found:
                    level.add(proofs.found)
                level.go_on(report, part * _BEFORE_PROOF)
                is_open = not level.is_finished and not report.possible
                if is_open and proofs.attempt(count, part, report):
                    opened.clear()
                    continue
                if not (level.is_finished or report.possible):
                    level.add(proofs.found)
                    level.go_on(report, part * (1 - _BEFORE_PROOF))
                if report.possible and not level.is_finished:
                    more = options.seconds * _TO_FIND_MORE
                    if proofs.found:  # soon: what it takes to find that by paths nobody knows
                        more = min(more, (time.process_time() - worked) / 2 + _LARGER)
                    level.go_on(report, more)
                if not (level.is_finished or has_paused) and report.findings:
                    has_paused = not report.possible
                    if has_paused:
                        yield
            if report.account.exhaustive or (report.possible and not level.is_finished):
                level.stop("timeout")
                return
            if report.possible and until is None:
                now = time.process_time()
                until = now + (now - worked) / 2 + _LARGER
            if level.is_finished:
                opened.clear()  # the levels below have no other inputs
            else:
                opened.append(level)
        _finish(opened, proofs, report, left)
        if proofs.is_latest and not opened:
            _prove_larger(subject, options, report, started, judge, proofs, left)


def _prove_larger(
    subject: Subject,
    options: CheckOptions,
    report: FunctionReport,
    started: float,
    judge: Judge,
    proofs: MergedProofs,
    left: Callable[[], float],
) -> None:
    """What has been proved without paths is proved for more objects than paths get to, as long as
    it can be expected to be done in time."""
    taken: list[float] = []
    for count in range(options.most_objects + 1, options.most_proved + 1):
        growth = taken[-1] / taken[-2] if len(taken) > 1 else _GROWTH
        if taken and taken[-1] * max(growth, 1.0) > left():
            return
        began = time.process_time()
        if not proofs.attempt(count, left(), report):
            break
        taken.append(time.process_time() - began)
    if proofs.found:
        with closing(Level(subject, options, count, left(), judge, started)) as level:
            level.add(proofs.found)
            level.go_on(report, _LARGER)
            level.stop("timeout")


def _finish(
    opened: Sequence[Level],
    proofs: MergedProofs,
    report: FunctionReport,
    left: Callable[[], float],
) -> None:
    """What every level has had a slice of the time for, in all that is left."""
    for level in opened:
        if not report.possible and proofs.attempt(level.count, left() / 2, report):
            continue
        level.add(proofs.found)
        level.go_on(report, None)
        if report.possible or not level.is_finished:
            return


def check(
    target: str | Path, options: CheckOptions | None = None, *, private: bool = False
) -> Iterator[FunctionReport]:
    """Check what `target` names, a function at a time: `file.py`, `file.py:Class`, `app.jar`,
    `classes:pkg.Class`, `list.tiny`, … Those with a leading underscore are checked where they are
    called, or also on their own (`private`)."""
    for subject in subjects_of(target, options, private):
        yield check_function(subject, options or CheckOptions())
