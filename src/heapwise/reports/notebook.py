"""Heaps, paths and runs as a notebook shows them: HTML without scripts, for `_repr_html_`.
Constants are written as in Python, which a notebook speaks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from heapwise.reports.drawing import drawing
from heapwise.reports.graph_text import Titled, before_and_after, dot
from heapwise.reports.wording import outcome_text, summary_line
from heapwise.results import COMPLETED, Heap, PathResult, RunSummary
from heapwise.results.words import PYTHON


def heap_html(heap: Heap) -> str:
    return _drawn([Titled("heap", heap)])


def path_html(path: PathResult) -> str:
    heaps = [Titled("input", path.input)]
    if path.outcome.kind in COMPLETED:
        heaps = before_and_after(path.input, path.output)
    end = escape(outcome_text(path.outcome, PYTHON))
    condition = escape(path.condition or "always")
    return f"<p><b>path {path.id}</b> {end}</p><p>when <code>{condition}</code></p>{_drawn(heaps)}"


def summary_html(summary: RunSummary) -> str:
    line = escape(summary_line(summary))
    return f"<p><b>{escape(summary.target)}</b> under {escape(summary.strategy)}<br>{line}</p>"


def _drawn(heaps: Sequence[Titled]) -> str:
    """By Graphviz if it is there (extra `web`), else in characters."""
    try:
        import pygraphviz
    except ImportError:
        lines: list[str] = []
        for each in heaps:
            lines += [each.title, *drawing(each.heap, each.before, PYTHON), ""]
        return f"<pre>{escape(chr(10).join(lines))}</pre>"
    graph = pygraphviz.AGraph(string=dot(heaps, PYTHON))
    try:
        picture: str = graph.draw(format="svg", prog="dot").decode()
    finally:
        graph.close()
    return f"<div>{picture[picture.index('<svg') :]}</div>"
