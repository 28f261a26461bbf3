"""The five papers as cells: what each of their experiments measures, and what is printed for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from heapwise.heaps import registry
from heapwise.heaps.registry import traits_of
from heapwise.reproduce import (
    kiasan_experiment,
    kiasan_reasons,
    lissa_experiment,
    lissa_subjects,
    pose_experiment,
    summaries_experiment,
)
from heapwise.reproduce.table_cells import Cell, Measured, Paper, Printed, State, Unit

CALLS, OBJECTS = 5, 6
"""The largest sizes of the linked list."""
_UBER_LAZY = ("partition", "lazier-sharp", "lazier", "lazy")


def _state(complete: bool, refused: str = "") -> State:
    if refused:
        return State.REFUSED
    return State.DONE if complete else State.CUT


# ---------------------------------------------------------------------------- POSE


def _pose_cells() -> Iterator[Cell]:
    folder = pose_experiment.programs_folder(None, pose_experiment.PAPER)
    cases = [
        *pose_experiment.paper_cases(pose_experiment.PAPER, registry.names()),
        *pose_experiment.query_cases(pose_experiment.PAPER),
        *pose_experiment.raised_cases(pose_experiment.PAPER, pose_experiment.RIVALS),
    ]
    for case in cases:
        is_about_queries = case.table == "queries"
        technique = case.solver if is_about_queries else case.strategy
        unit = Unit("pose", case.table, case.subject, technique, case.bound or 0)
        yield Cell(unit, partial(_pose, unit, case, folder), _pose_printed(case))


def _pose(unit: Unit, case: pose_experiment.Case, folder: Path, limit: float | None) -> Measured:
    cell = pose_experiment.measure(case, folder, limit)
    count = cell.queries if case.table == "queries" else cell.paths
    return Measured(unit, _state(cell.complete), count, cell.cpu_seconds, limit=limit)


def _pose_printed(case: pose_experiment.Case) -> Printed | None:
    row = pose_experiment.PAPER[case.subject]
    match case.table:
        case "queries":
            is_unwound = case.solver == "unwind"
            return Printed(row.unwind_queries if is_unwound else row.pose_queries)
        case "paper" if traits_of(case.strategy).path_optimal:
            return Printed(row.pose_traces)
        case "paper" if case.strategy == pose_experiment.PRINTED_AS:
            return Printed(row.lazy_traces)
    return None


_QUERIES = "q"
_QUERIES_UNKNOWN = ("avl_findMax", "avl_findMin", "dll_add", "dll_get")


def _pose_letter(found: Measured) -> str:
    unit = found.unit
    if unit.table == "queries":
        return "?" if unit.program in _QUERIES_UNKNOWN else _QUERIES
    return pose_experiment.reason(unit.program, unit.technique)


# ---------------------------------------------------------------------------- Kiasan


def _kiasan_cells() -> Iterator[Cell]:
    folder = kiasan_experiment.programs_folder(None)
    figures = kiasan_experiment.printed()
    names = tuple(kiasan_experiment.SUBJECTS)
    cases = [
        *kiasan_experiment.table_1(names, kiasan_experiment.TABLE_1, None),
        *kiasan_experiment.table_2(names, kiasan_experiment.TABLE_2, None),
    ]
    for case in cases:
        unit = Unit("kiasan", str(case.table), case.subject, case.technique, case.bound)
        count = figures.get((case.table, case.subject, case.bound, case.technique))
        printed = None if count is None else Printed(count)
        yield Cell(unit, partial(_kiasan, unit, case, folder), printed)


def _kiasan(
    unit: Unit, case: kiasan_experiment.Case, folder: Path, limit: float | None
) -> Measured:
    cell = kiasan_experiment.measure(case, folder, limit, "math")
    state = _state(cell.complete, cell.missing)
    return Measured(unit, state, cell.paths, cell.seconds, limit=limit, note=cell.missing)


def _kiasan_letter(found: Measured) -> str:
    unit = found.unit
    return kiasan_reasons.reason_for(int(unit.table), unit.program, unit.scope, unit.technique)


# ---------------------------------------------------------------------------- LISSA


def _lissa_cells() -> Iterator[Cell]:
    folder = lissa_experiment.programs_folder(None)
    figures = lissa_experiment.printed()
    names = tuple(lissa_subjects.SUBJECTS)
    cases = [
        *lissa_experiment.table_1(names, lissa_experiment.TABLE_1, None, full=True),
        *lissa_experiment.table_2(names, None, full=True),
    ]
    for case in cases:
        unit = Unit("lissa", str(case.table), case.subject, case.technique, case.scope)
        figure = figures.get((case.table, case.subject, case.scope, case.technique))
        printed = None
        if figure is not None:
            printed = Printed(figure.paths, figure.spurious or 0, figure.seconds)
        yield Cell(unit, partial(_lissa, unit, case, folder), printed, lissa_experiment.known(case))


def _lissa(unit: Unit, case: lissa_experiment.Case, folder: Path, limit: float | None) -> Measured:
    cell = lissa_experiment.measure(case, folder, limit)
    state = _state(cell.complete, cell.refused)
    return Measured(unit, state, cell.paths, cell.seconds, cell.spurious, limit, cell.refused)


def _lissa_letter(found: Measured) -> str:
    return lissa_subjects.letter_of(found.unit.program, found.unit.technique)


# ---------------------------------------------------------------------------- the linked list


def _list_cells(paper: str, strategies: Sequence[str]) -> Iterator[Cell]:
    for strategy in strategies:
        for calls in range(1, CALLS + 1):
            for objects in range(1, OBJECTS + 1):
                table = f"{calls} call{'s' if calls > 1 else ''}"
                unit = Unit(paper, table, "linked list", strategy, objects)
                printed = None
                if traits_of(strategy).path_optimal:
                    printed = Printed(summaries_experiment.control_flow_paths(objects, calls))
                yield Cell(unit, partial(_list, unit, calls), printed)


def _list(unit: Unit, calls: int, limit: float | None) -> Measured:
    row = summaries_experiment.measure(unit.technique, unit.scope, calls, limit)
    return Measured(unit, _state(row.stopped is None), row.paths, row.seconds, limit=limit)


def _no_letter(found: Measured) -> str:
    return "?"


# ---------------------------------------------------------------------------- all of them

PAPERS = (
    Paper(
        "pose",
        "Path-Optimal Symbolic Execution of Heap-Manipulating Programs",
        lambda: list(_pose_cells()),
        _pose_letter,
        {
            **{letter: text for letter, text in pose_experiment.REASONS.items() if letter != "?"},
            _QUERIES: "another order of questions, or another program: docs/reproduction.md",
        },
        scope="bound",
    ),
    Paper(
        "kiasan",
        "Efficient and Formal Generalized Symbolic Execution",
        lambda: list(_kiasan_cells()),
        _kiasan_letter,
        kiasan_reasons.REASONS,
        scope="k or n",
    ),
    Paper(
        "lissa",
        "LISSA: Lazy Initialization with Specialized Solver Aid",
        lambda: list(_lissa_cells()),
        _lissa_letter,
        lissa_subjects.REASONS,
        lissa_subjects.UNKNOWN | {"?"},
    ),
    Paper(
        "summaries",
        "Exact Heap Summaries from Symbolic Execution (Figures 1 and 2; counts by mathematics)",
        lambda: list(_list_cells("summaries", registry.names())),
        _no_letter,
        {},
        scope="nodes",
    ),
    Paper(
        "uber-lazy",
        "Uber-lazy Symbolic Execution (prints no figures: its idea, `partition`, on the same list)",
        lambda: list(_list_cells("uber-lazy", _UBER_LAZY)),
        _no_letter,
        {},
        scope="nodes",
    ),
)
