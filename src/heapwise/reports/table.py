"""Tables for the terminal: the paths of a run, and several strategies side by side.

Cells are rich `Text`, never markup: a condition such as `a[i] = 0` must come out as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.table import Table
from rich.text import Text

from heapwise.reports.drawing import NOTHING, changes, one_line
from heapwise.reports.gaps import short_place
from heapwise.reports.wording import doubts, number, outcome_text, shortened
from heapwise.results import COMPLETED, OutcomeKind, PathResult, RunSummary
from heapwise.results.words import SMALL_LANGUAGES, Words

_STYLES = {
    OutcomeKind.RETURNED: "green",
    OutcomeKind.RAISED: "yellow",
    OutcomeKind.VIOLATED: "bold red",
    OutcomeKind.ENDLESS: "red",
    OutcomeKind.BOUNDED: "dim",
    OutcomeKind.UNSUPPORTED: "magenta",
    OutcomeKind.UNDECIDED: "magenta",
    OutcomeKind.FAILED: "bold magenta",
}
_LONGEST_CELL = 240  # `--path` shows the whole of what is cut here


def paths_table(paths: Iterable[PathResult], words: Words = SMALL_LANGUAGES) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("#", justify="right", no_wrap=True)
    table.add_column("outcome", overflow="fold", ratio=2)
    for heading in ("when", "input", "output"):
        table.add_column(heading, overflow="fold", ratio=3)
    for path in paths:
        table.add_row(
            Text(str(path.id)),
            outcome_cell(path, words),
            _cell(path.condition or "always"),
            _cell(one_line(path.input, words)),
            _cell(_output(path, words)),
        )
    return table


def outcome_cell(path: PathResult, words: Words = SMALL_LANGUAGES) -> Text:
    """What happened, where if that is not the end of the program, and what is doubtful."""
    text = Text(outcome_text(path.outcome, words), style=_STYLES[path.outcome.kind])
    if path.outcome.at and path.outcome.kind is not OutcomeKind.RETURNED:
        text.append(f" at {short_place(path.outcome.at)}", style="dim")
    for doubt in doubts(path):
        text.append(f" ({doubt})", style="bold red")
    return text


def _output(path: PathResult, words: Words) -> str:
    # A path that was cut has no end, so nothing can be said of the heap there.
    if path.outcome.kind not in COMPLETED:
        return NOTHING
    return changes(path.input, path.output, words)


def _cell(text: str) -> Text:
    return Text(shortened(text, _LONGEST_CELL))


def compare_table(runs: Sequence[RunSummary]) -> Table:
    """What no run has (unsupported paths, an early stop) gets no column."""
    layers = dict.fromkeys(layer for run in runs for layer in run.counts.answered)
    rows = [_compare_row(run, tuple(layers)) for run in runs]
    optional = ("endless", "unsupported", "undecided", "failed", "stopped")
    columns = [name for name in rows[0] if name not in optional or any(row[name] for row in rows)]
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in columns:
        is_text = name in ("strategy", "stopped")
        table.add_column(name, justify="left" if is_text else "right", no_wrap=True)
    for row in rows:
        table.add_row(*(_compare_cell(row[name]) for name in columns))
    return table


def _compare_row(run: RunSummary, layers: Sequence[str]) -> dict[str, str | int | float]:
    counts = run.counts
    return {
        "strategy": run.strategy,
        "paths": counts.paths,
        "returned": counts.returned,
        "raised": counts.raised,
        "violated": counts.violated,
        "endless": counts.endless,
        "bounded": counts.bounded,
        "unsupported": counts.unsupported,
        "undecided": counts.undecided,
        "failed": counts.failed,
        "queries": counts.queries,
        **{f"by {layer}": counts.answered.get(layer, 0) for layer in layers},
        "solver s": run.solver_seconds,
        "total s": run.seconds,
        "paths/s": round(counts.paths / run.seconds) if run.seconds > 0 else 0,
        "stopped": run.stopped or "",
    }


def _compare_cell(value: str | float) -> Text:
    if isinstance(value, float):
        return Text(f"{value:.2f}")
    return Text(number(value) if isinstance(value, int) else value)


def same_paths_line(same: bool | None, why_not: str = "") -> str:
    answer = f"not known ({why_not})" if same is None else "yes" if same else "no"
    return f"same control-flow paths under every strategy: {answer}"
