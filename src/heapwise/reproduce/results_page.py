"""One page with all tables and plots: what is printed, what was measured, and how they compare.

It is a single file of HTML that needs no network and no scripts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from html import escape

from heapwise.reports.html.page import asset
from heapwise.reports.wording import number, seconds_text
from heapwise.reproduce.svg import Dot, plot
from heapwise.reproduce.table_cells import Cell, Measured, Paper, Printed, State, Unit, Verdict

_STYLE = """
main h1 { font-size: 15px; margin-bottom: 8px } main h2 { margin: 28px 0 8px }
main h3 { color: var(--soft) }
table { border-collapse: collapse; margin: .8em 0 1.6em }
th, td { border: 1px solid var(--line); padding: .2em .6em; text-align: right; white-space: nowrap }
th:first-child, td:first-child { text-align: left }
thead th { position: sticky; top: 0; background: var(--panel) }
small { color: var(--soft); display: block }
.explained { background: var(--ran) } .unexplained { background: var(--tint); color: var(--accent) }
.cut, .refused, .open { color: var(--soft) }
figure { display: inline-block; margin: 0 1em 1em 0; max-width: 100% }
figure svg { display: block; max-width: 100%; height: auto; font-family: inherit }
.wide-table { overflow-x: auto }
"""
"""Besides that of all pages: what nobody can explain is in colour."""
_CLASSES = {
    Verdict.EQUAL: "equal",
    Verdict.EXPLAINED: "explained",
    Verdict.UNEXPLAINED: "unexplained",
    Verdict.CUT: "cut",
    Verdict.REFUSED: "refused",
    Verdict.UNPRINTED: "",
    Verdict.OPEN: "open",
}
Found = Mapping[Unit, Measured]


class Results:
    """What was measured of one paper, of all its cells or of some."""

    def __init__(self, paper: Paper, found: Found, cells: Sequence[Cell] | None = None) -> None:
        self.paper = paper
        self.cells: Sequence[Cell] = paper.cells() if cells is None else cells
        self.found = found

    @classmethod
    def only(cls, paper: Paper, measured: Iterable[Measured]) -> Results:
        """Those cells that were measured."""
        found = {each.unit: each for each in measured}
        cells = [
            Cell(unit, partial(_again, each), paper.printed(unit)) for unit, each in found.items()
        ]
        return cls(paper, found, cells)

    def verdict(self, cell: Cell) -> Verdict:
        return self.paper.verdict(self.found.get(cell.unit), cell.printed)

    def summary(self) -> Counter[Verdict]:
        return Counter(map(self.verdict, self.cells))

    def unexplained(self) -> list[Cell]:
        return [cell for cell in self.cells if self.verdict(cell) is Verdict.UNEXPLAINED]


def _again(measured: Measured, limit: float | None) -> Measured:
    """It is not measured twice."""
    return measured


def page(results: Sequence[Results]) -> str:
    body = "\n".join(_body(results))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Heapwise: the papers run again</title><style>\n{asset('page.css')}{_STYLE}</style>"
        f'</head>\n<body>\n<main class="page">{body}</main>\n</body></html>\n'
    )


def _body(results: Sequence[Results]) -> Iterator[str]:
    yield "<h1>The experiments of the papers, run again</h1>"
    yield (
        "<p>Counts do not depend on the machine; times are CPU seconds of this one. Below each"
        " number of ours is the printed one. Plain: equal. Shaded: differs, and the letter says"
        " why. In colour: differs, and nobody knows why. Grey text: cut after so much CPU time, or"
        " refused."
        " In parentheses: paths that no valid input takes. Where a formula says what our program"
        " has, that stands beside what was not measured to its end.</p>"
    )
    yield "<h2>Summary</h2>"
    yield from _table(
        ["paper", "cells", *(verdict.value for verdict in Verdict)],
        [
            [
                _td(f'<a href="#{each.paper.name}">{escape(each.paper.name)}</a>'),
                _td(number(len(each.cells))),
                *(_counted(each.summary()[verdict], verdict) for verdict in Verdict),
            ]
            for each in results
        ],
    )
    for each in results:
        yield from _paper(each)


def _paper(results: Results) -> Iterator[str]:
    paper = results.paper
    yield f'<h2 id="{paper.name}">{escape(paper.title)}</h2>'
    yield from (f"<figure>{each}</figure>" for each in plots(results) if each)
    used = {
        letter
        for cell in results.cells
        if results.verdict(cell) in (Verdict.EXPLAINED, Verdict.UNEXPLAINED)
        for letter in paper.letter(results.found[cell.unit])
    }
    notes = [f"<li><b>{k}</b> {escape(v)}</li>" for k, v in paper.reasons.items() if k in used]
    if notes:
        yield f"<ul>{''.join(notes)}</ul>"
    for table in dict.fromkeys(cell.unit.table for cell in results.cells):
        yield f"<h3>{escape(f'Table {table}' if table.isdigit() else table)}</h3>"
        own = [cell for cell in results.cells if cell.unit.table == table]
        yield from _paper_table(results, own)


def _paper_table(results: Results, cells: Sequence[Cell]) -> Iterator[str]:
    techniques = list(dict.fromkeys(cell.unit.technique for cell in cells))
    by_place = {(cell.unit.program, cell.unit.scope, cell.unit.technique): cell for cell in cells}
    rows = []
    for program, scope in dict.fromkeys((cell.unit.program, cell.unit.scope) for cell in cells):
        row = [_td(escape(program)), _td(str(scope) if scope else "")]
        for technique in techniques:
            cell = by_place.get((program, scope, technique))
            row.append("<td></td>" if cell is None else _shown(results, cell))
        rows.append(row)
    yield from _table(["program", results.paper.scope, *techniques], rows)


def _shown(results: Results, cell: Cell) -> str:
    found, verdict = results.found.get(cell.unit), results.verdict(cell)
    text = _ours(found)
    if found is not None and verdict in (Verdict.EXPLAINED, Verdict.UNEXPLAINED):
        text += f" <b>{escape(results.paper.letter(found))}</b>"
    beside = _theirs(cell.printed)
    if cell.known is not None and (found is None or found.state is not State.DONE):
        beside += f" · formula {number(cell.known)}"
    return _td(f"{text}<small>{beside}</small>", _CLASSES[verdict])


def _ours(found: Measured | None) -> str:
    if found is None:
        return "–"
    seconds = seconds_text(found.seconds)
    if found.state is State.REFUSED:
        return f'<span title="{escape(found.note)}">refused</span>'
    if found.state is State.CUT:
        return f"cut at {seconds}"
    return f"{_count(found.count, found.spurious)} · {seconds}"


def _theirs(printed: Printed | None) -> str:
    if printed is None:
        return ""
    time = {"": "", "TO": " · timed out"}.get(printed.seconds, f" · {printed.seconds} s")
    count = "" if printed.count is None else _count(printed.count, printed.spurious)
    return f"printed {count}{time}" if count else f"printed{time.replace(' ·', ':')}"


def _count(count: int, spurious: int) -> str:
    return f"{number(count)} ({number(spurious)})" if spurious else number(count)


def _counted(count: int, verdict: Verdict) -> str:
    """None is no reason for a colour."""
    return _td(number(count), _CLASSES[verdict] if count else "cut")


def _td(text: str, kind: str = "") -> str:
    return f'<td class="{kind}">{text}</td>' if kind else f"<td>{text}</td>"


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    cells = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    yield f'<div class="wide-table" tabindex="0"><table><thead><tr>{cells}</tr></thead><tbody>'
    yield from (f"<tr>{''.join(row)}</tr>" for row in rows)
    yield "</tbody></table></div>"


# ---------------------------------------------------------------------------- plots


def plots(results: Results) -> Iterator[str]:
    """Counts and times beside the printed ones, where there are such; else how counts grow."""
    done = [
        (cell, found)
        for cell in results.cells
        if (found := results.found.get(cell.unit)) is not None and found.state is State.DONE
    ]
    if {cell.unit.program for cell in results.cells} == {"linked list"}:
        yield from _growth(done)
        return
    counts: dict[str, list[Dot]] = {}
    times: dict[str, list[Dot]] = {}
    for cell, found in done:
        printed = cell.printed
        if printed is None:
            continue
        label = f"{cell.unit.program}, {cell.unit.scope}, {cell.unit.technique}"
        if printed.count and found.count:
            dots = counts.setdefault(cell.unit.technique, [])
            dots.append(Dot(printed.count, found.count, label))
        if printed.seconds.isdigit():
            dots = times.setdefault(cell.unit.technique, [])
            dots.append(Dot(max(int(printed.seconds), 0.5), max(found.seconds, 0.01), label))
    yield plot("counts", "printed", "ours", counts, diagonal=True)
    yield plot("seconds", "printed (another machine)", "ours", times, diagonal=True)


def _growth(done: Sequence[tuple[Cell, Measured]]) -> Iterator[str]:
    for table in dict.fromkeys(cell.unit.table for cell, _ in done):
        paths: dict[str, list[Dot]] = {}
        for cell, found in done:
            if cell.unit.table == table and found.count:
                dots = paths.setdefault(cell.unit.technique, [])
                dots.append(Dot(cell.unit.scope, found.count, f"{number(found.count)} paths"))
        yield plot(table, "nodes, at most", "paths", paths, joined=True, log_across=False)
