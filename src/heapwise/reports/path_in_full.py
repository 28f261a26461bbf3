"""One path in full: its end, its condition, both heaps drawn, and the way it takes."""

from __future__ import annotations

import textwrap

from rich.text import Text

from heapwise.reports.drawing import UNCHANGED, changes, drawing
from heapwise.reports.table import outcome_cell
from heapwise.results import COMPLETED, PathResult
from heapwise.results.words import SMALL_LANGUAGES, Words

_LABEL = 8
_WIDTH = 100


def path_in_full(
    path: PathResult, *, with_trace: bool = False, words: Words = SMALL_LANGUAGES
) -> Text:
    text = Text.assemble((f"path {path.id}", "bold"), "  ", outcome_cell(path, words), "\n")
    _section(text, "when", _wrapped(path.condition or "always"))
    _section(text, "input", drawing(path.input, words=words))
    if path.outcome.kind in COMPLETED:
        same = changes(path.input, path.output, words) == UNCHANGED
        _section(text, "output", [UNCHANGED] if same else drawing(path.output, path.input, words))
    if with_trace and path.trace:
        _section(text, "trace", _wrapped(" ".join(path.trace_texts)))
    return text


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, _WIDTH - _LABEL - 2, break_on_hyphens=False) or [""]


def _section(text: Text, label: str, lines: list[str]) -> None:
    for index, line in enumerate(lines):
        text.append(f"  {label if index == 0 else '':<{_LABEL}}", style="dim")
        text.append(f"{line}\n")
