"""The process that compares the strategies on a program from a page, within its limits.

It says `compared` after each strategy, with all there is to show so far, `note` about what was
chosen for the user, or `error` with the line that it is about.
"""

from __future__ import annotations

import math
import resource
from dataclasses import replace
from typing import Any

from heapwise.api import Exploration
from heapwise.comparing import compared
from heapwise.engine.bounds import Bounds
from heapwise.frontends.protocol import Selection
from heapwise.frontends.registry import claiming
from heapwise.heaps import registry
from heapwise.plan import RunPlan
from heapwise.program.source import InputError
from heapwise.reports.html.list_pages import ComparePage
from heapwise.results import OutcomeKind, RunSummary
from heapwise.results.event import Event
from heapwise.results.place import Place
from heapwise.results.source_files import Sources
from heapwise.serve.children import Server

_MOST_PATHS = 1_000
"""Of each strategy: the trees have no more, and neither is a run longer."""


def main() -> None:
    server = Server()
    told = server.told
    _limit(resource.RLIMIT_AS, int(told["memory"]))
    _limit(resource.RLIMIT_CPU, math.ceil(told["whole_seconds"]) + 1)
    _limit(resource.RLIMIT_CORE, 0)
    try:
        _compare(server, told)
    except InputError as error:
        at = error.at
        place = {} if at is None else {"line": at.line, "column": at.column}
        server.say(error={"message": error.message, **place})
    except MemoryError:
        server.say(error={"message": "out of memory"})


def _limit(kind: int, most: int) -> None:
    _, hard = resource.getrlimit(kind)
    resource.setrlimit(kind, (most if hard < 0 else min(most, hard), hard))


def _compare(server: Server, told: dict[str, Any]) -> None:
    target = _target(server, told["file"], told["name"])
    bounds = replace(
        Bounds(), max_objects=told["max_objects"], timeout=told["seconds"], max_paths=_MOST_PATHS
    )
    page = ComparePage(_MOST_PATHS)
    runs: list[RunSummary] = []

    def count(exploration: Exploration, strategy: str) -> bool:
        page.begin(_OwnText(exploration.witnesses.sources()))
        ways: set[bytes] = set()
        for leaf in exploration.leaves():
            way = exploration.control_flow(leaf)
            if way is not None:
                ways.add(way)
                page.add(leaf.kind.value, leaf.detail, exploration.witnesses.trace(leaf))
            if leaf.kind is OutcomeKind.VIOLATED and not exploration.account.violations.get(""):
                exploration.describe(leaf)
        exploration.track(ways)
        runs.append(exploration.summary)
        exploration.close()
        server.say(compared=page.data(runs, None))
        return True

    found = compared(RunPlan(target, bounds=bounds), registry.names(), count)
    server.say(compared=page.data(found.runs, found.same_paths), last=True)


class _OwnText:
    """Of the sources of a program, only what the user has written is passed on."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self.main = sources.main

    def place(self, event: Event) -> Place | None:
        return self._sources.place(event)

    def text(self, file: str) -> str | None:
        return self._sources.text(file) if file == self.main else None


def _target(server: Server, file: str, name: str) -> str:
    """What is meant. Of several functions, the last one if none is named."""
    if name:
        return f"{file}:{name}"
    subjects = claiming(file).subjects(file, Selection())
    if len(subjects) == 1:
        return subjects[0].target
    *others, last = [each for each in subjects if not each.skipped] or subjects
    server.say(note=f"{last.name}; there are also {', '.join(each.name for each in others)}")
    return last.target
