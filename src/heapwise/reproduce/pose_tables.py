"""What was measured for Table 1 of the POSE paper, beside what the paper prints.

The experiment has parts, each with a table and notes below it. A part can be shown before all of
it is measured: a dash stands for a cell that is missing. Every ratio was measured in one run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from rich.table import Table
from rich.text import Text

from heapwise.heaps.registry import traits_of
from heapwise.reports.wording import number
from heapwise.reproduce.pose_experiment import (
    COUNTING,
    PAPER,
    REASONS,
    Case,
    PoseCell,
    Printed,
    paper_cases,
    query_cases,
    raised_cases,
    reasons,
)

RATES = ("dll_indexOf", "avl_find", "avl_insertElem")
_DASH = "–"
_CUT = ">  cut by the timeout: what was found so far"
_QUERY_NOTES = (
    "paper: every side of a branch that the path does not decide goes to the solver, as in POSE;"
    " plain: but for the second side where the first is unsatisfiable;"
    " unwind: as plain, each disjunct is a query of its own, as in POSE-unwind",
    "Not counted: queries that only make sure that an ignored null dereference can be assumed"
    " away, which is no choice of the program (in the files: assumption_queries)",
    "unwind skips disjuncts that contradict themselves syntactically, and asks whole what is too"
    " large to unwind (not unwound)",
    "Only fig_* are programs that the paper prints; the others are ours and need not agree"
    " (docs/reproduction.md says why and by how much)",
)


@dataclass(frozen=True, slots=True)
class Part:
    """Some cases, and how to show the cells that they become."""

    title: str
    cases: tuple[Case, ...]
    table: Callable[[Sequence[PoseCell]], Table]
    notes: Callable[[Sequence[PoseCell]], list[str]]


def parts(
    subjects: Sequence[str],
    strategies: Sequence[str],
    rivals: Sequence[str],
    queries: bool,
    raised: Sequence[str],
) -> list[Part]:
    """`rivals` are the path-optimal strategies that are compared at bounds that are `raised` for
    these subjects."""
    optimal = tuple(name for name in strategies if traits_of(name).path_optimal)
    forking = tuple(name for name in strategies if not traits_of(name).path_optimal)
    every = (
        Part(
            "Path-optimal, null dereferences ignored",
            paper_cases(subjects, optimal),
            partial(paper_table, strategies=optimal),
            paper_notes,
        ),
        Part(
            "Forking, null dereferences counted",
            paper_cases(subjects, forking),
            partial(paper_table, strategies=forking),
            paper_notes,
        ),
        Part(
            "Queries of pose, counted as the paper does",
            query_cases(subjects) if queries else (),
            queries_table,
            query_notes,
        ),
        Part(
            "Raised bounds",
            raised_cases(raised, rivals),
            partial(raised_table, strategies=rivals),
            raised_notes,
        ),
    )
    return [part for part in every if part.cases]


# ---------------------------------------------------------------------------- the paper's table


def paper_table(cells: Sequence[PoseCell], strategies: Sequence[str]) -> Table:
    """`strategies` are all path-optimal, or none is: the paper's columns are chosen by that."""
    table = _empty_table(strategies)
    is_optimal = traits_of(strategies[0]).path_optimal
    _add_printed(table, f"paper: {'POSE' if is_optimal else 'lazy'}\ntraces", "\nqueries")
    by_place = {(cell.subject, cell.strategy): cell for cell in cells}
    shown = _subjects(cells)
    for name in shown:
        row = [Text(name)]
        for strategy in strategies:
            row += _numbers([by_place.get((name, strategy))], with_marks=True)
        table.add_row(*row, *_printed_cells([PAPER[name]], is_optimal))
    table.add_section()
    totals = [Text("total")]
    for strategy in strategies:
        totals += _numbers([by_place.get((name, strategy)) for name in shown])
    rows = [PAPER[name] for name in shown]
    table.add_row(*totals, *_printed_cells(rows, is_optimal), style="bold")
    return table


def paper_notes(cells: Sequence[PoseCell]) -> list[str]:
    used = {mark for cell in cells for mark in reasons(cell)}
    notes = [f"{mark}  {text}" for mark, text in REASONS.items() if mark in used]
    rates = rates_line(cells)
    return [*notes, *_warnings(cells), *([rates] if rates else [])]


def rates_line(cells: Iterable[PoseCell]) -> str:
    """How fast `lazy` is where the solver has little to do, and where it works on every path."""
    measured = {cell.subject: cell for cell in cells if cell.strategy == "lazy"}
    rates = [
        f"{cell.subject} {number(round(cell.paths / cell.cpu_seconds))}"
        f" ({number(cell.queries)} queries)"
        for cell in (measured[name] for name in RATES if name in measured)
        if cell.cpu_seconds > 0
    ]
    return f"lazy, paths per CPU second: {' · '.join(rates)}" if rates else ""


def _printed_cells(rows: Sequence[Printed], is_optimal: bool) -> list[Text]:
    traces = (row.pose_traces if is_optimal else row.lazy_traces for row in rows)
    queries = (row.pose_queries if is_optimal else row.lazy_queries for row in rows)
    return [Text(number(sum(traces))), Text(number(sum(queries)))]


# ---------------------------------------------------------------------------- queries


def queries_table(cells: Sequence[PoseCell]) -> Table:
    table = _new_table()
    headings = ("ours: paper\nqueries", "plain\nqueries")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    _add_printed(table, "printed: POSE\nqueries")
    for heading in ("ours: unwind\nqueries", "\nnot unwound"):
        table.add_column(heading, justify="right", no_wrap=True)
    _add_printed(table, "printed: POSE-unwind\nqueries")
    by_place = {(cell.subject, cell.solver): cell for cell in cells}
    shown = _subjects(cells)
    for names in [*([name] for name in shown), shown]:
        is_total = names is shown
        asked, plain, unwound = (
            [by_place.get((name, mode)) for name in names] for mode in COUNTING
        )
        texts = (
            "total" if is_total else names[0],
            _sum(asked, "queries"),
            _sum(plain, "queries"),
            number(sum(PAPER[name].pose_queries for name in names)),
            _sum(unwound, "queries"),
            _sum(unwound, "not_unwound"),
            number(sum(PAPER[name].unwind_queries for name in names)),
        )
        if is_total:
            table.add_section()
        table.add_row(*map(Text, texts), style="bold" if is_total else None)
    return table


def query_notes(cells: Sequence[PoseCell]) -> list[str]:
    return [*_QUERY_NOTES, *_warnings(cells)]


# ---------------------------------------------------------------------------- raised bounds


def raised_table(cells: Sequence[PoseCell], strategies: Sequence[str]) -> Table:
    """`strategies` are compared with the first of them."""
    table = _empty_table(strategies, "bound")
    for strategy in strategies[1:]:
        table.add_column(f"ratio\n{strategy}/{strategies[0]}", justify="right")
    by_place = {(cell.subject, cell.bound, cell.strategy): cell for cell in cells}
    for name, bound in dict.fromkeys((cell.subject, cell.bound) for cell in cells):
        row = [Text(name), Text(str(bound))]
        own = [by_place.get((name, bound, strategy)) for strategy in strategies]
        for cell in own:
            row += _numbers([cell])
        table.add_row(*row, *(Text(ratio(cell, own[0])) for cell in own[1:]))
    return table


def raised_notes(cells: Sequence[PoseCell]) -> list[str]:
    explained = (
        f">  cut by the timeout: so far · {_DASH} cut at a lower bound already"
        " · ≈ both cut: ratio of the paths found in that time"
    )
    return [explained, *(note for note in _warnings(cells) if note != _CUT)]


def ratio(cell: PoseCell | None, base: PoseCell | None) -> str:
    """How much slower: in seconds, at least so much if only this one was cut, and by the paths
    found in the same time if both were."""
    if cell is None or base is None:
        return _DASH
    if base.complete and base.cpu_seconds > 0:
        return f"{'' if cell.complete else '>'}{cell.cpu_seconds / base.cpu_seconds:.1f}×"
    if not base.complete and not cell.complete and cell.paths:
        return f"≈{base.paths / cell.paths:.1f}×"
    return _DASH


# ---------------------------------------------------------------------------- what they share


def _new_table() -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("\nsubject", no_wrap=True)
    return table


def _empty_table(strategies: Sequence[str], *more: str) -> Table:
    table = _new_table()
    for heading in more:
        table.add_column(f"\n{heading}", justify="right")
    for strategy in strategies:
        for heading in (f"{strategy}\npaths   ", "\nqueries", "\nCPU s"):
            table.add_column(heading, justify="right", no_wrap=True)
    return table


def _add_printed(table: Table, *headings: str) -> None:
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True, style="dim")


def _subjects(cells: Iterable[PoseCell]) -> list[str]:
    return list(dict.fromkeys(cell.subject for cell in cells))


def _numbers(cells: Sequence[PoseCell | None], with_marks: bool = False) -> list[Text]:
    """Paths, queries and seconds of these cells together; dashes if one is missing."""
    found = [cell for cell in cells if cell is not None]
    marks = "".join(map(reasons, found)) if with_marks else ""
    paths = Text(_sum(cells, "paths"))
    paths.append(f" {marks:<2}", style="yellow")
    if len(found) < len(cells):
        return [paths, Text(_DASH), Text(_DASH)]
    queries = sum(cell.queries for cell in found)
    seconds = sum(cell.cpu_seconds for cell in found)
    return [paths, Text(number(queries)), Text(f"{seconds:.2f}")]


def _sum(cells: Sequence[PoseCell | None], quantity: str) -> str:
    """Of one number of these cells; a lower bound if one was cut, a dash if one is missing."""
    found = [cell for cell in cells if cell is not None]
    if len(found) < len(cells):
        return _DASH
    is_complete = all(cell.complete for cell in found)
    return f"{'' if is_complete else '>'}{number(sum(getattr(cell, quantity) for cell in found))}"


def _warnings(cells: Iterable[PoseCell]) -> list[str]:
    notes: dict[str, None] = {}
    for cell in cells:
        place = f"{cell.subject} under {cell.strategy}"
        if cell.solver in COUNTING:
            place += f" ({cell.solver})"
        if cell.refused:
            notes[f"{place}: {cell.refused}"] = None
        elif not cell.complete:
            notes[_CUT] = None
        if cell.cut:
            notes[f"{place}: a bound cut off {number(cell.cut)} paths"] = None
        if cell.unknown:
            notes[f"{place}: the solver gave up {number(cell.unknown)} questions"] = None
    return sorted(notes, key=lambda note: note != _CUT)
