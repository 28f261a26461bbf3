"""Table 1 of the POSE paper beside our own numbers, and what happens when the bounds are raised.

`python -m benchmarks.pose_table` runs the subjects of `benchmarks/pose` under every strategy:
path-optimal ones with null dereferences ignored, the others with them counted, which is how the
paper counts. The last table raises the bound of some subjects and compares the path-optimal
strategies, which find the same paths. Every ratio that is printed was measured in this run.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from heapwise import Bounds, Exploration
from heapwise.frontends.tiny import parser as tiny
from heapwise.frontends.tiny import syntax as ast
from heapwise.frontends.tiny.lower import lower
from heapwise.heaps import registry
from heapwise.program import Program
from heapwise.reports.wording import number

HERE = Path(__file__).parent
PATH_OPTIMAL = ("fieldmaps", "pose", "summary")
"""Strategies with one path per control-flow path: the paper's POSE columns are about them."""
PRINTED_AS = "lazy"
"""The one that the paper's other columns are about."""

RAISED = (
    ("fig_1c_max10", 40),
    ("dll_indexOf", 20),
    ("dll_indexOf", 40),
    ("avl_find", 8),
    ("avl_maxElement", 3),
    ("avl_balanced", 4),
    ("treemap_put", 2),
    ("avl_insertElem", 3),
)
RIVALS = ("fieldmaps", "pose")
"""What the table of raised bounds compares unless the strategies are named."""
RATES = ("dll_indexOf", "avl_find", "avl_insertElem")

SURPLUS, OUR_PROGRAM, OTHER_SOURCE = "a", "b", "c"
REASONS = {
    SURPLUS: "printed surplus: the authors' own files have fewer feasible paths (insertElem 546,"
    " add 2, get 1, remove 2, put 44); the rest of what is printed is infeasible or duplicate"
    " traces",
    OUR_PROGRAM: "our own program: the paper gives neither the text nor the bound of this subject"
    " (benchmarks/pose/README.md)",
    OTHER_SOURCE: "the printed lazy figures were measured on Java versions that differ from these"
    " programs",
}
_WHY_OPTIMAL_DIFFERS = {
    "avl_balanced": OUR_PROGRAM,
    "avl_insertElem": SURPLUS + OUR_PROGRAM,
    "avl_maxElement": OUR_PROGRAM,
    "avl_minElement": OUR_PROGRAM,
    "dll_add": SURPLUS,
    "dll_get": SURPLUS,
    "dll_remove": SURPLUS,
    "treemap_put": SURPLUS + OUR_PROGRAM,
}
_WIDEST = 200
"""Wide enough for every table; a terminal that is narrower wraps the lines."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A row of the paper's table."""

    pose_traces: int
    pose_queries: int
    lazy_traces: int
    lazy_queries: int


@dataclass(frozen=True, slots=True)
class Cell:
    """One subject under one strategy. A run that was not `complete` ran into the timeout; `cut`
    counts the paths that one of Heapwise's own bounds cut off, which should be none."""

    table: str
    subject: str
    bound: int | None
    strategy: str
    null_dereference: str
    complete: bool
    paths: int
    cut: int
    queries: int
    cpu_seconds: float


# ---------------------------------------------------------------------------- subjects


def paper() -> dict[str, Printed]:
    with (HERE / "expected" / "pose-table1.csv").open(encoding="utf-8", newline="") as file:
        return {
            row["subject"]: Printed(
                int(row["pose_traces"]),
                int(row["pose_queries"]),
                int(row["lazy_traces"]),
                int(row["lazy_queries"]),
            )
            for row in csv.DictReader(file)
        }


def subject(name: str, bound: int | None = None) -> Program:
    """The program of a subject; with a bound, that is what its call passes as last argument."""
    path = HERE / "pose" / f"{name}.tiny"
    tree = tiny.load(path)
    if bound is not None:
        call = tree.main
        if not isinstance(call, ast.Call) or not isinstance(call.arguments[-1], ast.Literal):
            raise ValueError(f"{path}: the last argument of its call is no bound")
        *others, last = call.arguments
        tree = replace(
            tree, main=replace(call, arguments=(*others, ast.Literal(bound, at=last.at)))
        )
    return lower(tree, str(path))


def measure(table: str, name: str, bound: int | None, strategy: str, timeout: float) -> Cell:
    program = subject(name, bound)
    ignore_null = strategy in PATH_OPTIMAL
    run = Exploration(
        program, strategy, Bounds(timeout=timeout), ignore_null_dereference=ignore_null
    )
    started = time.process_time()
    summary = run.count()
    seconds = time.process_time() - started
    counts = summary.counts
    return Cell(
        table=table,
        subject=name,
        bound=bound,
        strategy=strategy,
        null_dereference="ignore" if ignore_null else "raise",
        complete=summary.stopped is None,
        paths=counts.paths,
        cut=counts.bounded,
        queries=counts.queries,
        cpu_seconds=seconds,
    )


def reasons(cell: Cell, printed: Printed) -> str:
    """The footnotes that say why a cell differs from the paper; none if it agrees."""
    is_optimal = cell.strategy in PATH_OPTIMAL
    if not is_optimal and cell.strategy != PRINTED_AS:
        return ""
    expected = printed.pose_traces if is_optimal else printed.lazy_traces
    undecided = not cell.complete and cell.paths <= expected
    if cell.paths == expected or undecided:
        return ""
    return _WHY_OPTIMAL_DIFFERS.get(cell.subject, "?") if is_optimal else OTHER_SOURCE


# ---------------------------------------------------------------------------- tables


def paper_table(
    cells: Sequence[Cell], strategies: Sequence[str], printed: Mapping[str, Printed]
) -> Table:
    """`strategies` are all path-optimal, or none is: the paper's columns are chosen by that."""
    table = _empty_table(strategies)
    name_there = "POSE" if strategies[0] in PATH_OPTIMAL else "lazy"
    for heading in (f"paper: {name_there}\ntraces", "\nqueries"):
        table.add_column(heading, justify="right", style="dim")
    by_place = {(cell.subject, cell.strategy): cell for cell in cells}
    shown = tuple(dict.fromkeys(cell.subject for cell in cells))
    for name in shown:
        row = [Text(name)]
        for strategy in strategies:
            cell = by_place[name, strategy]
            row += _numbers([cell], reasons(cell, printed[name]))
        table.add_row(*row, *_printed_cells([printed[name]], name_there))
    table.add_section()
    totals = [Text("total")]
    for strategy in strategies:
        totals += _numbers([by_place[name, strategy] for name in shown])
    rows = [printed[name] for name in shown]
    table.add_row(*totals, *_printed_cells(rows, name_there), style="bold")
    return table


def _numbers(cells: Sequence[Cell], marks: str = "") -> list[Text]:
    """Paths, queries and seconds of these cells together."""
    complete = all(cell.complete for cell in cells)
    paths = Text(f"{'' if complete else '>'}{number(sum(cell.paths for cell in cells))}")
    paths.append(f" {marks:<2}", style="yellow")
    seconds = sum(cell.cpu_seconds for cell in cells)
    queries = sum(cell.queries for cell in cells)
    return [paths, Text(number(queries)), Text(f"{seconds:.2f}")]


def _printed_cells(rows: Sequence[Printed], strategy: str) -> list[Text]:
    is_optimal = strategy == "POSE"
    traces = (row.pose_traces if is_optimal else row.lazy_traces for row in rows)
    queries = (row.pose_queries if is_optimal else row.lazy_queries for row in rows)
    return [Text(number(sum(traces))), Text(number(sum(queries)))]


def raised_table(cells: Sequence[Cell], strategies: Sequence[str]) -> Table:
    """`strategies` are compared with the first of them; a dash is a cell that was not run."""
    table = _empty_table(strategies, "bound")
    for strategy in strategies[1:]:
        table.add_column(f"ratio\n{strategy}/{strategies[0]}", justify="right")
    by_place = {(cell.subject, cell.bound, cell.strategy): cell for cell in cells}
    for name, bound in dict.fromkeys((cell.subject, cell.bound) for cell in cells):
        row = [Text(name), Text(str(bound))]
        own = [by_place.get((name, bound, strategy)) for strategy in strategies]
        for cell in own:
            row += [Text("–   "), Text("–"), Text("–")] if cell is None else _numbers([cell])
        table.add_row(*row, *(Text(ratio(cell, own[0])) for cell in own[1:]))
    return table


def ratio(cell: Cell | None, base: Cell | None) -> str:
    """How much slower: in seconds, at least so much if only this one was cut, and by the paths
    found in the same time if both were."""
    if cell is None or base is None:
        return "–"
    if base.complete:
        return f"{'' if cell.complete else '>'}{cell.cpu_seconds / base.cpu_seconds:.1f}×"
    if not cell.complete and cell.paths:
        return f"≈{base.paths / cell.paths:.1f}×"
    return "–"


def rates_line(cells: Iterable[Cell]) -> str:
    """How fast `lazy` is where the solver has little to do, and where it works on every path."""
    measured = {cell.subject: cell for cell in cells if cell.strategy == "lazy"}
    parts = [
        f"{cell.subject} {number(round(cell.paths / cell.cpu_seconds))}"
        f" ({number(cell.queries)} queries)"
        for cell in (measured[name] for name in RATES if name in measured)
        if cell.cpu_seconds > 0
    ]
    return f"lazy, paths per CPU second: {' · '.join(parts)}" if parts else ""


def _empty_table(strategies: Sequence[str], *more: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("\nsubject", no_wrap=True)
    for heading in more:
        table.add_column(f"\n{heading}", justify="right")
    for strategy in strategies:
        for heading in (f"{strategy}\npaths   ", "\nqueries", "\nCPU s"):
            table.add_column(heading, justify="right", no_wrap=True)
    return table


# ---------------------------------------------------------------------------- files


def write_csv(path: Path, cells: Sequence[Cell]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, Cell.__slots__)
        writer.writeheader()
        writer.writerows(asdict(cell) for cell in cells)


def write_json(path: Path, cells: Sequence[Cell]) -> None:
    path.write_text(json.dumps([asdict(cell) for cell in cells], indent=1) + "\n", encoding="utf-8")


# ---------------------------------------------------------------------------- the command


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parse(arguments)
    console = Console(width=_WIDEST, highlight=False, markup=False, emoji=False)
    console.print(f"Table 1 of the POSE paper · at most {options.timeout:g} s per cell")
    optimal = [name for name in options.strategies if name in PATH_OPTIMAL]
    forking = [name for name in options.strategies if name not in PATH_OPTIMAL]
    cells: list[Cell] = []
    if optimal:
        console.print("\nPath-optimal, null dereferences ignored\n")
        cells += _paper_part(console, options, optimal)
    if forking:
        console.print("\nForking, null dereferences counted\n")
        cells += _paper_part(console, options, forking)
    rates = rates_line(cells)
    if rates:
        console.print(f"\n{rates}", soft_wrap=True)
    rivals = optimal if options.named else RIVALS
    chosen = [place for place in RAISED if place[0] in options.subjects]
    if options.raised and rivals and chosen:
        cells += _raised_part(console, chosen, rivals, options.timeout)
    if options.csv:
        write_csv(options.csv, cells)
    if options.json:
        write_json(options.json, cells)
    return 0


def _paper_part(
    console: Console, options: argparse.Namespace, strategies: Sequence[str]
) -> list[Cell]:
    printed = paper()
    cells = [
        _measured("paper", name, None, strategy, options.timeout)
        for name in options.subjects
        for strategy in strategies
    ]
    console.print(paper_table(cells, strategies, printed))
    console.print()
    _print_footnotes(console, cells, printed)
    return cells


def _raised_part(
    console: Console, places: Sequence[tuple[str, int]], strategies: Sequence[str], timeout: float
) -> list[Cell]:
    """A strategy that was cut at one bound is not tried at a higher one."""
    cells: list[Cell] = []
    cut: set[tuple[str, str]] = set()
    for name, bound in places:
        for strategy in strategies:
            if (name, strategy) not in cut:
                cells.append(_measured("raised", name, bound, strategy, timeout))
                if not cells[-1].complete:
                    cut.add((name, strategy))
    console.print(f"\nRaised bounds · at most {timeout:g} s per cell\n")
    console.print(raised_table(cells, strategies))
    console.print(
        "\n> cut by the timeout: so far · – cut at a lower bound already"
        " · ≈ both cut: ratio of the paths found in that time",
        soft_wrap=True,
    )
    return cells


def _measured(table: str, name: str, bound: int | None, strategy: str, timeout: float) -> Cell:
    with _status(f"{name} {bound or ''} {strategy}"):
        return measure(table, name, bound, strategy, timeout)


@contextmanager
def _status(text: str) -> Iterator[None]:
    if not sys.stderr.isatty():
        yield
        return
    with Console(stderr=True, highlight=False).status(text):
        yield


def _print_footnotes(
    console: Console, cells: Sequence[Cell], printed: Mapping[str, Printed]
) -> None:
    used = {mark for cell in cells for mark in reasons(cell, printed[cell.subject])}
    for mark, text in REASONS.items():
        if mark in used:
            console.print(f"{mark}  {text}", soft_wrap=True)
    if "?" in used:
        console.print("?  differs for no reason that we know", soft_wrap=True)
    if any(not cell.complete for cell in cells):
        console.print(">  cut by the timeout: what was found so far")
    for cell in cells:
        if cell.cut:
            text = f"{cell.subject} under {cell.strategy}: a bound cut off {number(cell.cut)} paths"
            console.print(text, soft_wrap=True)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.pose_table",
        description="Table 1 of the POSE paper beside our own numbers.",
    )
    names = registry.names()
    subjects = tuple(paper())

    def names_of(known: Sequence[str], what: str, text: str) -> list[str]:
        wanted = list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
        for name in wanted:
            if name not in known:
                parser.error(f"unknown {what} `{name}` (known: {', '.join(known)})")
        return wanted

    parser.add_argument("--strategies", metavar="NAME,…")
    parser.add_argument("--subjects", default=",".join(subjects), metavar="NAME,…")
    parser.add_argument("--raised", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--timeout", type=float, default=20.0, metavar="SECONDS", help="per cell")
    parser.add_argument("--csv", type=Path, metavar="FILE")
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    options.named = options.strategies is not None
    options.strategies = names_of(names, "strategy", options.strategies or ",".join(names))
    options.subjects = names_of(subjects, "subject", options.subjects)
    return options


if __name__ == "__main__":
    sys.exit(main())
