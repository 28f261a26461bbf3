"""The tables of `reproduce lissa`: ours, and the paper's figures below each row that it has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table
from rich.text import Text

from heapwise.reports.wording import number, seconds_text
from heapwise.reproduce.lissa_experiment import TABLE_2, LissaCell, Printed
from heapwise.reproduce.lissa_subjects import letter_of

Figures = Mapping[tuple[int, str, int, str], Printed]

NOTES = (
    "a letter after a number that is not the printed one stands for the explanation in"
    " docs/reproduction.md",
    "LISSA as in the paper looks at references only; `compiled` (with the default strategy) has the"
    " paths that some valid input takes, each once",
    "(n) are paths that no valid input takes; = marks a number that mathematics fixes, and ≠ one"
    " that differs from it; times are CPU seconds",
)


def table_1(cells: Sequence[LissaCell], techniques: Sequence[str], figures: Figures) -> Table:
    table = _table("subject", "scope", "", *techniques)
    by_place = {(cell.subject, cell.scope, cell.technique): cell for cell in cells}
    for subject, scope in _rows(cells):
        ours = [by_place.get((subject, scope, technique)) for technique in techniques]
        theirs = [figures.get((1, subject, scope, technique)) for technique in techniques]
        pairs = zip(ours, theirs, strict=True)
        table.add_row(subject, str(scope), "ours", *(_ours(cell, paper) for cell, paper in pairs))
        if any(theirs):
            texts = [Text(_theirs(each), style="dim") for each in theirs]
            table.add_row("", "", Text("paper", style="dim"), *texts)
    return table


def table_2(cells: Sequence[LissaCell], figures: Figures) -> Table:
    headings = [f"{name}{part}" for name in TABLE_2 for part in ("", ": candidates", ": paper")]
    table = _table("subject", "scope", *headings)
    by_place = {(cell.subject, cell.scope, cell.technique): cell for cell in cells}
    for subject, scope in _rows(cells):
        texts: list[str] = []
        for technique in TABLE_2:
            cell = by_place.get((subject, scope, technique))
            theirs = figures.get((2, subject, scope, technique))
            texts.append(_time(cell))
            texts.append(number(cell.candidates) if cell and cell.complete else "–")
            texts.append("–" if theirs is None else _seconds(theirs.seconds))
        table.add_row(subject, str(scope), *texts)
    return table


def wrong(cells: Sequence[LissaCell]) -> list[LissaCell]:
    """Those whose number of paths is not what mathematics says."""
    return [
        cell for cell in cells if cell.complete and cell.known is not None and not _is_right(cell)
    ]


def _is_right(cell: LissaCell) -> bool:
    return cell.paths == cell.known


def _table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for position, heading in enumerate(headings):
        justify = "left" if position == 0 else "right"
        table.add_column(heading, justify=justify, no_wrap=True)  # type: ignore[arg-type]  # a literal
    return table


def _rows(cells: Sequence[LissaCell]) -> list[tuple[str, int]]:
    subjects = list(dict.fromkeys(cell.subject for cell in cells))
    rows = {(cell.subject, cell.scope) for cell in cells}
    return sorted(rows, key=lambda row: (subjects.index(row[0]), row[1]))


def _ours(cell: LissaCell | None, paper: Printed | None) -> str:
    if cell is None:
        return "–"
    if not cell.complete:
        return "refused" if cell.refused else f"cut at {seconds_text(cell.seconds)}"
    mark = "" if cell.known is None else "=" if _is_right(cell) else "≠"
    spurious = f" ({number(cell.spurious)})" if cell.spurious else ""
    letter = f" {letter_of(cell.subject, cell.technique)}" if differs(cell, paper) else ""
    return f"{mark}{number(cell.paths)}{spurious}{letter} · {seconds_text(cell.seconds)}"


def differs(cell: LissaCell, paper: Printed | None) -> bool:
    """Did a run come to an end with other numbers than the paper prints?"""
    if paper is None or paper.paths is None or not cell.complete:
        return False
    return (cell.paths, cell.spurious) != (paper.paths, paper.spurious or 0)


def _theirs(figure: Printed | None) -> str:
    if figure is None:
        return "–"
    if figure.paths is None:
        return _seconds(figure.seconds)
    spurious = f" ({number(figure.spurious)})" if figure.spurious else ""
    return f"{number(figure.paths)}{spurious} · {_seconds(figure.seconds)}"


def _seconds(text: str) -> str:
    return "> 7,200 s" if text == "TO" else f"{number(int(text))} s"


def _time(cell: LissaCell | None) -> str:
    if cell is None:
        return "–"
    text = seconds_text(cell.seconds)
    if not cell.complete:
        return f"cut at {text}"
    return f"{text} ({seconds_text(cell.solving)})"
