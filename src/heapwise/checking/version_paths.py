"""Compares two versions of functions, in any language, on an input for every path of either.

Each version is explored, and what its paths end with is held against a run of the other version on
their inputs, by the engine. A difference is one; if there is none, that is no proof that there is
none on other inputs of the same paths, and so the pair stays undecided.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from heapwise.api import start
from heapwise.checking.check import empty_report, subjects_of
from heapwise.checking.check_options import CheckOptions
from heapwise.checking.input_notes import notes_on, objects_in, size_of
from heapwise.checking.levels import bounds_of
from heapwise.checking.version_checks import Compared
from heapwise.frontends.protocol import Subject
from heapwise.frontends.running import run_on
from heapwise.frontends.versions import Ending
from heapwise.program import InputError
from heapwise.results import COMPLETED, Heap, OutcomeKind, PathResult, Value
from heapwise.results.checks import Finding
from heapwise.results.differences import Difference, differences, tidied
from heapwise.results.heap import heap_from_json, heap_to_json, value_from_json

_MOST_PATHS = 2_000


def compared_by_paths(before: str, now: str, options: CheckOptions) -> Iterator[Compared]:
    first, second = _named(before, options), _named(now, options)
    if len(first) == len(second) == 1:
        second = {next(iter(first)): next(iter(second.values()))}
    if not set(first) & set(second):
        raise InputError(f"{before} and {now} have no function in common")
    for name, one in first.items():
        if name in second:
            yield _compared(name, one, second[name], options)


def _named(target: str, options: CheckOptions) -> dict[str, Subject]:
    return {each.name: each for each in subjects_of(target, options) if not each.skipped}


def _compared(name: str, one: Subject, other: Subject, options: CheckOptions) -> Compared:
    report = empty_report(other)
    started = time.monotonic()
    best: Compared | None = None
    smallest: tuple[int, int, int] | None = None
    tried = 0
    for explored, against in ((one, other), (other, one)):
        for path in _paths(explored, options):
            tried += 1
            found = _difference(path, against.target, explored is one)
            if found is None:
                continue
            endings, where = found
            finding = _finding(path, time.monotonic() - started)
            if smallest is None or size_of(path.input) < smallest:
                smallest = size_of(path.input)
                best = Compared(name, report, finding, endings, where)
    report.paths = tried
    report.seconds = time.monotonic() - started
    if best is None:
        report.account.stopped = f"compared on one input for each of {tried} paths"
        return Compared(name, report)
    report.account.violations = {"": 1}
    return best


def _paths(subject: Subject, options: CheckOptions) -> Iterator[PathResult]:
    plan = options.plan(subject.target, bounds_of(options.max_objects, options.seconds))
    run = start(plan)
    try:
        for number, path in enumerate(run):
            if number == _MOST_PATHS:
                return
            if path.outcome.kind in COMPLETED:
                yield path
    finally:
        run.close()


def _difference(
    path: PathResult, other: str, is_first: bool
) -> tuple[tuple[Ending, Ending], tuple[Difference, ...]] | None:
    """How both ended, that of the first version first, and where they differ; None if they do not,
    or if the other version does not come to an end."""
    try:
        ran: dict[str, Any] = run_on(other, heap_to_json(path.input))
    except InputError:
        return None
    except KeyError:
        raise InputError(
            f"{other}: its inputs are called otherwise than in the other version"
        ) from None
    kind = OutcomeKind(str(ran["kind"]))
    if kind not in COMPLETED:
        return None
    output = heap_from_json(ran["output"])
    mine = _ending(path.outcome.kind, path.outcome.value, path.outcome.exception, path.output)
    its = _ending(kind, value_from_json(ran["value"]), ran["exception"], output)
    endings = (mine, its) if is_first else (its, mine)
    where = tuple(differences(endings[0].heap, endings[1].heap))
    same = (mine.how, mine.exception) == (its.how, its.exception)
    return None if same and not where else (endings, where)


def _ending(kind: OutcomeKind, value: Value, exception: object, heap: Heap) -> Ending:
    if kind is not OutcomeKind.RETURNED:
        name = str(exception or "").partition(":")[0]
        return Ending("raised" if kind is OutcomeKind.RAISED else kind.value, tidied(heap), name)
    return Ending("returned", tidied(replace(heap, roots={"result": value, **heap.roots})))


def _finding(path: PathResult, seconds: float) -> Finding:
    return Finding(
        kind="assertion",
        message="the versions differ",
        at=None,
        input=path.input,
        output=path.output,
        value=path.outcome.value,
        condition=path.condition,
        snippet="",
        objects=objects_in(path.input),
        seconds=seconds,
        notes=tuple(notes_on(path.input)),
        replayed=path.replayed,
    )
