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
from heapwise.reproduce.kiasan_experiment import KiasanCell
from heapwise.reproduce.lissa_experiment import LissaCell
from heapwise.reproduce.pose_experiment import PoseCell
from heapwise.reproduce.summaries_experiment import Row
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
        unit = _pose_unit(case)
        yield Cell(unit, partial(_pose, case, folder), _pose_printed(unit))


def _pose_unit(of: pose_experiment.Case | PoseCell) -> Unit:
    technique = of.solver if of.table == "queries" else of.strategy
    bound = of.bound if of.table == "raised" else None
    return Unit("pose", of.table, of.subject, technique, bound or 0)


def _pose(case: pose_experiment.Case, folder: Path, limit: float | None) -> Measured:
    return pose_measured(pose_experiment.measure(case, folder, limit), limit)


def pose_measured(cell: PoseCell, limit: float | None = None) -> Measured:
    count = cell.queries if cell.table == "queries" else cell.paths
    unit, state = _pose_unit(cell), _state(cell.complete, cell.refused)
    return Measured(unit, state, count, cell.cpu_seconds, limit=limit, note=cell.refused)


def _pose_printed(unit: Unit) -> Printed | None:
    row = pose_experiment.PAPER[unit.program]
    match unit.table:
        case "queries":
            is_unwound = unit.technique == "unwind"
            return Printed(row.unwind_queries if is_unwound else row.pose_queries)
        case "paper" if traits_of(unit.technique).path_optimal:
            return Printed(row.pose_traces)
        case "paper" if unit.technique == pose_experiment.PRINTED_AS:
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
    names = tuple(kiasan_experiment.SUBJECTS)
    cases = [
        *kiasan_experiment.table_1(names, kiasan_experiment.TABLE_1, None),
        *kiasan_experiment.table_2(names, kiasan_experiment.TABLE_2, None),
    ]
    for case in cases:
        unit = _kiasan_unit(case)
        yield Cell(unit, partial(_kiasan, case, folder), _kiasan_printed(unit))


def _kiasan_unit(of: kiasan_experiment.Case | KiasanCell) -> Unit:
    return Unit("kiasan", str(of.table), of.subject, of.technique, of.bound)


def _kiasan(case: kiasan_experiment.Case, folder: Path, limit: float | None) -> Measured:
    return kiasan_measured(kiasan_experiment.measure(case, folder, limit, "math"), limit)


def kiasan_measured(cell: KiasanCell, limit: float | None = None) -> Measured:
    unit, state = _kiasan_unit(cell), _state(cell.complete, cell.refused)
    return Measured(unit, state, cell.paths, cell.seconds, limit=limit, note=cell.refused)


def _kiasan_printed(unit: Unit) -> Printed | None:
    place = int(unit.table), unit.program, unit.scope, unit.technique
    count = kiasan_experiment.printed().get(place)
    return None if count is None else Printed(count)


def _kiasan_letter(found: Measured) -> str:
    unit = found.unit
    return kiasan_reasons.reason_for(int(unit.table), unit.program, unit.scope, unit.technique)


# ---------------------------------------------------------------------------- LISSA


def _lissa_cells() -> Iterator[Cell]:
    folder = lissa_experiment.programs_folder(None)
    names = tuple(lissa_subjects.SUBJECTS)
    cases = [
        *lissa_experiment.table_1(names, lissa_experiment.TABLE_1, None, full=True),
        *lissa_experiment.table_2(names, None, full=True),
    ]
    for case in cases:
        unit, known = _lissa_unit(case), lissa_experiment.known(case)
        yield Cell(unit, partial(_lissa, case, folder), _lissa_printed(unit), known)


def _lissa_unit(of: lissa_experiment.Case | LissaCell) -> Unit:
    return Unit("lissa", str(of.table), of.subject, of.technique, of.scope)


def _lissa(case: lissa_experiment.Case, folder: Path, limit: float | None) -> Measured:
    return lissa_measured(lissa_experiment.measure(case, folder, limit), limit)


def lissa_measured(cell: LissaCell, limit: float | None = None) -> Measured:
    unit, state = _lissa_unit(cell), _state(cell.complete, cell.refused)
    return Measured(unit, state, cell.paths, cell.seconds, cell.spurious, limit, cell.refused)


def _lissa_printed(unit: Unit) -> Printed | None:
    place = int(unit.table), unit.program, unit.scope, unit.technique
    figure = lissa_experiment.printed().get(place)
    if figure is None:
        return None
    return Printed(figure.paths, figure.spurious or 0, figure.seconds)


def _lissa_letter(found: Measured) -> str:
    return lissa_subjects.letter_of(found.unit.program, found.unit.technique)


# ---------------------------------------------------------------------------- the linked list


def _list_cells(paper: str, strategies: Sequence[str]) -> Iterator[Cell]:
    for strategy in strategies:
        for calls in range(1, CALLS + 1):
            for objects in range(1, OBJECTS + 1):
                unit = _list_unit(paper, strategy, calls, objects)
                yield Cell(unit, partial(_list, unit, calls), _list_printed(unit))


def _list_unit(paper: str, strategy: str, calls: int, objects: int) -> Unit:
    table = f"{calls} call{'s' if calls > 1 else ''}"
    return Unit(paper, table, "linked list", strategy, objects)


def _list(unit: Unit, calls: int, limit: float | None) -> Measured:
    row = summaries_experiment.measure(unit.technique, unit.scope, calls, limit)
    return summaries_measured(row, limit, unit.paper)


def summaries_measured(row: Row, limit: float | None = None, paper: str = "summaries") -> Measured:
    unit = _list_unit(paper, row.strategy, row.calls, row.objects)
    state = _state(row.stopped is None, row.failed or "")
    note = row.failed or ""
    return Measured(unit, state, row.paths, row.seconds, limit=limit, note=note)


def _list_printed(unit: Unit) -> Printed | None:
    if not traits_of(unit.technique).path_optimal:
        return None
    calls = int(unit.table.split()[0])
    return Printed(summaries_experiment.control_flow_paths(unit.scope, calls))


def _no_letter(found: Measured) -> str:
    return "?"


# ---------------------------------------------------------------------------- all of them

PAPERS = (
    Paper(
        "pose",
        "Path-Optimal Symbolic Execution of Heap-Manipulating Programs",
        lambda: list(_pose_cells()),
        _pose_printed,
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
        _kiasan_printed,
        _kiasan_letter,
        kiasan_reasons.REASONS,
        scope="k or n",
    ),
    Paper(
        "lissa",
        "LISSA: Lazy Initialization with Specialized Solver Aid",
        lambda: list(_lissa_cells()),
        _lissa_printed,
        _lissa_letter,
        lissa_subjects.REASONS,
        lissa_subjects.UNKNOWN | {"?"},
    ),
    Paper(
        "summaries",
        "Exact Heap Summaries from Symbolic Execution (Figures 1 and 2; counts by mathematics)",
        lambda: list(_list_cells("summaries", registry.names())),
        _list_printed,
        _no_letter,
        {},
        scope="nodes",
    ),
    Paper(
        "uber-lazy",
        "Uber-lazy Symbolic Execution (prints no figures: its idea, `partition`, on the same list)",
        lambda: list(_list_cells("uber-lazy", _UBER_LAZY)),
        _list_printed,
        _no_letter,
        {},
        scope="nodes",
    ),
)


def paper_named(name: str) -> Paper:
    return next(paper for paper in PAPERS if paper.name == name)
