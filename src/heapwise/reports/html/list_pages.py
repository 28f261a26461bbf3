"""The pages of `check`, `enumerate`, `compare` and `tests`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from heapwise.reports.graph import links_in
from heapwise.reports.html.explored import placed
from heapwise.reports.html.page import page, texts_of
from heapwise.reports.layout import Layouts
from heapwise.results import Heap, RunSummary
from heapwise.results.checks import FunctionReport, report_to_json
from heapwise.results.event import events_of
from heapwise.results.heap import heap_to_json
from heapwise.results.path_result import summary_to_json
from heapwise.results.source_files import SourceFiles, Sources
from heapwise.results.words import SMALL_LANGUAGES, Words


def check_page(target: str, reports: Sequence[FunctionReport], sources: Sources) -> str:
    """Findings first; then the sources, with what is known of their lines."""
    words = reports[0].words if reports else SMALL_LANGUAGES
    links = {name: each for report in reports for name, each in report.links.items()}
    layouts = Layouts(links)
    functions: list[dict[str, Any]] = []
    for report in reports:
        body: dict[str, Any] = report_to_json(report)
        for finding, written in zip(report.findings, body["findings"], strict=True):
            written["layout"] = layouts.index([finding.input, finding.output], words)
            del written["when"]
        del body["needs"], body["links"]
        body["decided"] = [placed(event, sources.place(event), "") for event in report.decided]
        functions.append(body)
    _use_full_names(functions)
    texts = texts_of(sources, [file for body in functions for file in _files_of(body)])
    return page(
        "check",
        target,
        words,
        {
            "functions": functions,
            "sources": texts,
            "files": list(texts),
            "links": links,
            "layouts": layouts.found,
        },
    )


def _use_full_names(functions: Sequence[dict[str, Any]]) -> None:
    """Places may tell only the last part of a file's name, where the lines that were run tell all
    of it. Then places tell it too, if the function has run one such file, or all of them together
    have."""
    everywhere = _by_last_part(file for body in functions for file in _files_run(body))
    for body in functions:
        own = _by_last_part(_files_run(body))
        account = body["account"]
        for each in (body, *body["findings"], *account["unsupported"], *account["failures"]):
            place = each["place"]
            if place is not None:
                found = own.get(place["file"]) or everywhere.get(place["file"]) or set()
                if len(found) == 1:
                    each["place"] = {**place, "file": next(iter(found))}


def _by_last_part(files: Iterable[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for file in files:
        found.setdefault(file.rpartition("/")[2], set()).add(file)
    return found


def _files_run(body: Mapping[str, Any]) -> list[str]:
    lines = body["lines"]
    return [] if lines is None else [*lines["reached"], *lines["others"]]


def _files_of(body: Mapping[str, Any]) -> list[str]:
    places = [body["place"], *(finding["place"] for finding in body["findings"])]
    return [*(place["file"] for place in places if place), *_files_run(body)]


def enumerate_page(
    target: str, inputs: Sequence[Heap], words: Words, counted: Mapping[str, object]
) -> str:
    """A gallery of all shapes; `counted` are the figures of the JSON report."""
    links = links_in(inputs)
    layouts = Layouts(links)
    return page(
        "enumerate",
        target,
        words,
        {
            **counted,
            "links": links,
            "inputs": [heap_to_json(heap) for heap in inputs],
            "input_layouts": [layouts.index([heap], words) for heap in inputs],
            "layouts": layouts.found,
        },
    )


class ComparePage:
    """The strategies as small multiples, and the trees of any two side by side. Decisions are
    written once; a path is how it ended and which of them it has."""

    def __init__(self, most: int = 20_000) -> None:
        self._most = most
        self._events: dict[str, int] = {}
        self._leaves: list[list[object]] = []
        self._is_cut = False
        self._sources: Sources = SourceFiles()

    def begin(self, sources: Sources) -> None:
        """The run of another strategy."""
        self._leaves.append([])
        self._sources = sources

    def add(self, kind: str, detail: str | None, trace: Sequence[str]) -> None:
        if len(self._leaves[-1]) >= self._most:
            self._is_cut = True
            return
        events = [self._events.setdefault(event, len(self._events)) for event in trace]
        self._leaves[-1].append([kind, detail, events])

    def data(self, runs: Sequence[RunSummary], same_paths: bool | None) -> dict[str, object]:
        main = self._sources.main
        places = [(event, self._sources.place(event)) for event in events_of(self._events)]
        files = [main, *(at.file for _, at in places if at is not None)]
        return {
            "runs": [summary_to_json(run) for run in runs],
            "same_traces": same_paths,
            "file": main or None,
            "sources": texts_of(self._sources, files),
            "events": [placed(event, at, main) for event, at in places],
            "leaves": self._leaves,
            "cut": self._most if self._is_cut else None,
        }

    def text(self, target: str, runs: Sequence[RunSummary], same_paths: bool | None) -> str:
        data = {**self.data(runs, same_paths), "layouts": []}
        return page("compare", target, SMALL_LANGUAGES, data)


def tests_page(target: str, totals: str, functions: Sequence[object], text: str) -> str:
    return page(
        "tests",
        target,
        SMALL_LANGUAGES,
        {"totals": totals, "functions": list(functions), "text": text, "layouts": []},
    )
