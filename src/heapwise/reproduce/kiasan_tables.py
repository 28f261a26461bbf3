"""The tables of `reproduce kiasan`: our numbers of paths, with the paper's beside them.

A number that is the printed one is shown alone; one that is not is followed by it and by a letter
for the reason. `?` would be a difference that nobody has explained.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table

from heapwise.reports.wording import number, seconds_text
from heapwise.reproduce.kiasan_experiment import KiasanCell
from heapwise.reproduce.kiasan_reasons import REASONS, reason

Figures = Mapping[tuple[int, str, int, str], int]


def table_1(cells: Sequence[KiasanCell], techniques: Sequence[str], figures: Figures) -> Table:
    return _table(cells, "k", techniques, figures)


def table_2(cells: Sequence[KiasanCell], techniques: Sequence[str], figures: Figures) -> Table:
    return _table(cells, "n", techniques, figures)


def notes(cells: Sequence[KiasanCell], figures: Figures) -> list[str]:
    """What the letters mean that occur."""
    used = {reason(cell) for cell in cells if _differs(cell, figures)}
    found = [f"{letter}: {text}" for letter, text in REASONS.items() if letter in used]
    found.append("the number after the slash is the paper's; > is a run that was given up")
    if any(cell.technique == "compiled" for cell in cells):
        found.append(
            "compiled: the default strategy, the invariant as one formula, postconditions left out;"
            " every path is one of the method itself, and some valid input takes it"
        )
    if any(cell.violated for cell in cells):
        found.append("! marks paths on which an assertion fails")
    for cell in cells:
        if cell.refused:
            found.append(f"refused: {cell.subject}, {cell.technique}, {cell.bound}: {cell.refused}")
    return found


def wrong(cells: Sequence[KiasanCell], figures: Figures) -> list[KiasanCell]:
    """Those that differ from the paper where mathematics fixes the number."""
    return [cell for cell in cells if _differs(cell, figures) and reason(cell) == "?"]


def _table(
    cells: Sequence[KiasanCell], bound: str, techniques: Sequence[str], figures: Figures
) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for position, heading in enumerate(("subject", "technique", *_bounds(cells, bound))):
        justify = "left" if position < 2 else "right"
        table.add_column(heading, justify=justify, no_wrap=True)  # type: ignore[arg-type]  # a literal
    by_place = {(cell.subject, cell.technique, cell.bound): cell for cell in cells}
    bounds = sorted({cell.bound for cell in cells})
    for subject in dict.fromkeys(cell.subject for cell in cells):
        for line, technique in enumerate(techniques):
            row = [by_place.get((subject, technique, each)) for each in bounds]
            if any(row):
                texts = (_text(cell, figures) for cell in row)
                table.add_row("" if line else subject, technique, *texts)
    return table


def _bounds(cells: Sequence[KiasanCell], letter: str) -> list[str]:
    return [f"{letter} = {bound}" for bound in sorted({cell.bound for cell in cells})]


def _text(cell: KiasanCell | None, figures: Figures) -> str:
    if cell is None:
        return "–"
    time = seconds_text(cell.seconds)
    if cell.refused:
        return "refused"
    if not cell.complete:
        return f"> {time}"
    mark = "!" if cell.violated else ""
    if _differs(cell, figures):
        printed = figures[_place(cell)]
        return f"{mark}{number(cell.paths)} / {number(printed)} {reason(cell)} · {time}"
    return f"{mark}{number(cell.paths)} · {time}"


def _differs(cell: KiasanCell, figures: Figures) -> bool:
    printed = figures.get(_place(cell))
    return cell.complete and printed is not None and cell.paths != printed


def _place(cell: KiasanCell) -> tuple[int, str, int, str]:
    return cell.table, cell.subject, cell.bound, cell.technique
