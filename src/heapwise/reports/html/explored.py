"""The page of `heapwise explore`: the tree of decisions, and each path in full."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TextIO

from heapwise.reports.html.page import page_parts
from heapwise.reports.layout import Layouts
from heapwise.results import PathResult, RunSummary
from heapwise.results.illustration import Illustration, steps_to_json
from heapwise.results.model import path_to_json, summary_to_json
from heapwise.results.words import Words


class ExplorePage:
    """`add` every path as it is found, then `write`. Paths are kept as text: that is smaller."""

    def __init__(self, words: Words, source: Path | None, seconds: float = 1.5) -> None:
        self._words = words
        self._source = source
        self._layouts = Layouts(seconds)
        self._paths: list[str] = []

    def add(self, path: PathResult, more: Illustration) -> None:
        body = path_to_json(path)
        for unused in ("when", "leaf", "prefix"):
            body.pop(unused, None)
        body["layout"] = self._layouts.index([path.input, path.output], self._words)
        body["code"] = {
            name: text for name, text in (("rebuild", more.rebuild), ("test", more.test)) if text
        }
        if more.steps:
            body["steps"] = steps_to_json(more.steps)
            heaps = [step.heap for step in more.steps]
            body["steps_layout"] = self._layouts.index(heaps, self._words)
        self._paths.append(json.dumps(body, separators=(",", ":")))

    def write(self, file: TextIO, summary: RunSummary) -> None:
        sources = {}
        if self._source is not None:
            sources[str(self._source)] = self._source.read_text(encoding="utf-8", errors="replace")
        before, after = page_parts(
            "explore",
            summary.target,
            self._words,
            {
                "summary": summary_to_json(summary),
                "file": None if self._source is None else str(self._source),
                "sources": sources,
                "layouts": self._layouts.found,
            },
        )
        file.write(before)
        file.write(',"paths":[')
        for index, path in enumerate(self._paths):
            file.write(("," if index else "") + path.replace("<", "\\u003c"))
        file.write("]}")
        file.write(after)
        file.flush()
