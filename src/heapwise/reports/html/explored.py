"""The page of `heapwise explore`: the tree of decisions, and each path in full."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, TextIO

from heapwise.reports.html.page import page_parts, texts_of
from heapwise.reports.layout import Layouts
from heapwise.results import PathResult, RunSummary
from heapwise.results.event import Event, event_to_json
from heapwise.results.expression import ALWAYS
from heapwise.results.illustration import Illustration, steps_to_json
from heapwise.results.path_result import path_to_json, summary_to_json
from heapwise.results.place import Place
from heapwise.results.source_files import Sources
from heapwise.results.words import Words


class ExplorePage:
    """`add` every path as it is found, then `write`. Paths are kept as text: that is smaller.
    Events are written once, and the objects of an output only if they differ from the input's."""

    def __init__(self, words: Words, sources: Sources, seconds: float = 1.2) -> None:
        self._words = words
        self._sources = sources
        self._layouts = Layouts(seconds)
        self._paths: list[str] = []
        self._events: dict[Event, int] = {}
        self._files: dict[str, None] = {}
        self._reasons: dict[str, int] = {}

    def add(self, path: PathResult, more: Illustration) -> None:
        body: dict[str, Any] = path_to_json(replace(path, when=ALWAYS))
        for unused in ("when", "leaf", "prefix"):
            body.pop(unused, None)  # a condition as data is large, and the page shows its text
        body["layout"] = self._layouts.index([path.input, path.output], self._words)
        body["code"] = {
            name: text for name, text in (("rebuild", more.rebuild), ("test", more.test)) if text
        }
        if more.steps:
            body["steps"] = steps_to_json(more.steps)
            self._files.update((step.file, None) for step in more.steps)
            heaps = [step.heap for step in more.steps]
            body["steps_layout"] = self._layouts.index(heaps, self._words)
        elif more.missing:
            body["no_steps"] = self._reasons.setdefault(more.missing, len(self._reasons))
        body["trace"] = [self._events.setdefault(event, len(self._events)) for event in path.trace]
        if path.output.objects == path.input.objects:
            body["output"] = {**body["output"], "objects": None}
        self._paths.append(json.dumps(body, separators=(",", ":")))

    def write(self, file: TextIO, summary: RunSummary) -> None:
        places = {event: self._sources.place(event) for event in self._events}
        files = [each.file for each in places.values() if each is not None]
        main = self._sources.main
        before, after = page_parts(
            "explore",
            summary.target,
            self._words,
            {
                "summary": summary_to_json(summary),
                "file": main or None,
                "sources": texts_of(self._sources, [main, *files, *self._files]),
                "layouts": self._layouts.found,
                "no_steps": list(self._reasons),
                "events": [_placed(event, at, main) for event, at in places.items()],
            },
        )
        file.write(before)
        file.write(',"paths":[')
        for index, path in enumerate(self._paths):
            file.write(("," if index else "") + path.replace("<", "\\u003c"))
        file.write("]}")
        file.write(after)
        file.flush()


def _placed(event: Event, at: Place | None, main: str) -> dict[str, object]:
    """An event, with the line where it stands, and the file unless that is the target's."""
    body = event_to_json(event)
    if at is not None:
        body["line"] = at.line
        if at.file != main:
            body["file"] = at.file
    return body
