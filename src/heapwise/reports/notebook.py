"""Heaps, paths and runs as a notebook shows them: HTML without scripts, and text.
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


def heap_text(heap: Heap) -> str:
    return "\n".join(drawing(heap, None, PYTHON))


def path_html(path: PathResult) -> str:
    end = escape(outcome_text(path.outcome, PYTHON))
    condition = escape(path.condition or "always")
    heaps = _drawn(_heaps_of(path))
    return f"<p><b>path {path.id}</b> {end}</p><p>when <code>{condition}</code></p>{heaps}"


def path_text(path: PathResult) -> str:
    end = outcome_text(path.outcome, PYTHON)
    condition = path.condition or "always"
    return f"path {path.id}  {end}\nwhen {condition}\n\n{_in_characters(_heaps_of(path))}"


def _heaps_of(path: PathResult) -> list[Titled]:
    if path.outcome.kind in COMPLETED:
        return before_and_after(path.input, path.output)
    return [Titled("input", path.input)]


def summary_html(summary: RunSummary) -> str:
    line = escape(summary_line(summary))
    return f"<p><b>{escape(summary.target)}</b> under {escape(summary.strategy)}<br>{line}</p>"


def summary_text(summary: RunSummary) -> str:
    return f"{summary.target} under {summary.strategy}\n{summary_line(summary)}"


def _drawn(heaps: Sequence[Titled]) -> str:
    """By Graphviz if it is there (extra `web`), else in characters."""
    try:
        import pygraphviz
    except ImportError:
        return f"<pre>{escape(_in_characters(heaps))}</pre>"
    graph = pygraphviz.AGraph(string=dot(heaps, PYTHON))
    try:
        picture: str = graph.draw(format="svg", prog="dot").decode()
    finally:
        graph.close()
    return f"<div>{picture[picture.index('<svg') :]}</div>"


def _in_characters(heaps: Sequence[Titled]) -> str:
    drawn = ([each.title, *drawing(each.heap, each.before, PYTHON)] for each in heaps)
    return "\n\n".join("\n".join(lines) for lines in drawn)
