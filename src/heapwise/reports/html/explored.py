"""The page of `heapwise explore`: the tree of decisions, and each path in full."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple, TextIO

from heapwise.reports.graph import Links
from heapwise.reports.html.page import page_parts, texts_of
from heapwise.reports.layout import Layouts
from heapwise.results import PathResult, RunSummary
from heapwise.results.event import Event, event_to_json
from heapwise.results.expression import ALWAYS
from heapwise.results.illustration import Illustration, steps_to_json
from heapwise.results.path_result import path_to_json, summary_to_json
from heapwise.results.place import Place, place_to_json
from heapwise.results.source_files import Sources
from heapwise.results.words import Words

_AND = " and "
"""html/page.js has the same."""


class PathData:
    """Paths as the page wants them. What they have in common is told once, in `news`, and else by
    its number: events, parts of conditions, layouts, the reasons why there are no steps; and so are
    the texts of files.
    The objects of an output are told only if they differ from the input's."""

    def __init__(self, words: Words, sources: Sources, links: Links, seconds: float) -> None:
        self._words = words
        self._sources = sources
        self._layouts = Layouts(links, seconds)
        self._events: dict[Event, int] = {}
        self._conditions: dict[str, int] = {}
        self._reasons: dict[str, int] = {}
        self._files: dict[str, None] = {sources.main: None}
        self._told = _Told()

    def of_path(self, path: PathResult) -> dict[str, Any]:
        # A condition as data is large, and the page shows its text; nobody asks for the prefix.
        is_same = path.output.objects == path.input.objects
        left = replace(path.output, objects={}) if is_same else path.output
        plain = replace(path, when=ALWAYS, trace=(), prefix="", output=left)
        body: dict[str, Any] = path_to_json(plain)
        del body["when"]
        body["layout"] = self._layouts.index([path.input, path.output], self._words)
        if is_same:
            body["output"] = {**body["output"], "objects": None}
        return body | self._course(path)

    def of_outline(self, path: PathResult, why: str) -> dict[str, Any]:
        """A path without heaps."""
        outcome = path.outcome
        return {
            "id": path.id,
            "case": path.case,
            "outcome": {
                "kind": outcome.kind.value,
                "exception": outcome.exception,
                "place": place_to_json(outcome.at),
            },
            "no_steps": self._reasons.setdefault(why, len(self._reasons)),
            **self._course(path),
        }

    def _course(self, path: PathResult) -> dict[str, Any]:
        # Wherever a condition is cut, the page joins it again.
        parts, known = path.condition.split(_AND), self._conditions
        return {
            "trace": self.of_trace(path.trace),
            "condition": [known.setdefault(part, len(known)) for part in parts],
        }

    def of_trace(self, trace: Iterable[Event]) -> list[int]:
        return [self._events.setdefault(event, len(self._events)) for event in trace]

    def of_illustration(self, more: Illustration) -> dict[str, Any]:
        code = {"rebuild": more.rebuild, "test": more.test}
        body: dict[str, Any] = {"code": {name: text for name, text in code.items() if text}}
        if more.steps:
            body["steps"] = steps_to_json(more.steps)
            self._files.update((step.file, None) for step in more.steps)
            heaps = [step.heap for step in more.steps]
            body["steps_layout"] = self._layouts.index(heaps, self._words)
        elif more.missing:
            body["no_steps"] = self._reasons.setdefault(more.missing, len(self._reasons))
        return body

    def news(self) -> dict[str, Any]:
        """What paths that were asked for since the last time have named first."""
        told, main = self._told, self._sources.main
        places = {
            event: self._sources.place(event) for event in islice(self._events, told.events, None)
        }
        self._files.update((each.file, None) for each in places.values() if each is not None)
        found = {
            "events": [placed(event, at, main) for event, at in places.items()],
            "layouts": self._layouts.found[told.layouts :],
            "conditions": list(islice(self._conditions, told.conditions, None)),
            "no_steps": list(self._reasons)[told.reasons :],
            "sources": texts_of(self._sources, list(self._files)[told.files :]),
        }
        layouts = len(self._layouts.found)
        self._told = _Told(
            len(self._events),
            len(self._conditions),
            layouts,
            len(self._reasons),
            len(self._files),
        )
        return found


class _Told(NamedTuple):
    events: int = 0
    conditions: int = 0
    layouts: int = 0
    reasons: int = 0
    files: int = 0


class ExplorePage:
    """`add` every path as it is found, `illustrate` those that have more to show, then `write`.
    Paths are kept as text: that is smaller. Layouts may take so many `seconds`."""

    def __init__(
        self, words: Words, sources: Sources, links: Links | None = None, seconds: float = 0.4
    ) -> None:
        self._words = words
        self._main = sources.main
        self._links = links or {}
        self._data = PathData(words, sources, self._links, seconds)
        self._paths: list[str] = []

    def add(self, path: PathResult, more: Illustration | None = None) -> int:
        """The place of the path, for `illustrate`."""
        self._paths.append(_compact(self._data.of_path(path)))
        if more is not None:
            self.illustrate(len(self._paths) - 1, more)
        return len(self._paths) - 1

    def add_outline(self, path: PathResult, why: str) -> None:
        """A path whose heaps were left out, and the reason, for the reader."""
        self._paths.append(_compact(self._data.of_outline(path, why)))

    def illustrate(self, place: int, more: Illustration) -> None:
        body = _compact(self._data.of_illustration(more))
        self._paths[place] = f"{self._paths[place][:-1]},{body[1:]}"

    def write(self, file: TextIO, summary: RunSummary) -> None:
        data = {
            "summary": summary_to_json(summary),
            "file": self._main or None,
            "links": self._links,
            **self._data.news(),
        }
        before, after = page_parts("explore", summary.target, self._words, data)
        file.write(before)
        file.write(',"paths":[')
        for index, path in enumerate(self._paths):
            file.write(("," if index else "") + path.replace("<", "\\u003c"))
        file.write("]}")
        file.write(after)
        file.flush()


def _compact(body: dict[str, Any]) -> str:
    return json.dumps(body, separators=(",", ":"))


def placed(event: Event, at: Place | None, main: str) -> dict[str, object]:
    """An event, with the line where it stands, and the file unless that is the target's."""
    body = event_to_json(event)
    if at is not None:
        body["line"] = at.line
        if at.file != main:
            body["file"] = at.file
    return body
