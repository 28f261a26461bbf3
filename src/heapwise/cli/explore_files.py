"""The files that `heapwise explore` writes."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import replace

from heapwise.api import Exploration
from heapwise.cli.outputs import Files, open_if_named
from heapwise.reports.destination import Destination
from heapwise.reports.graph_text import before_and_after, dot, mermaid
from heapwise.reports.html.explored import ExplorePage
from heapwise.reports.jsonfile import JsonReport, json_report
from heapwise.results import OutcomeKind, PathResult, RunSummary
from heapwise.results.illustration import Illustration

_SECONDS, _SECONDS_FOR_STEPS = 1.4, 1.0
"""What code and steps of paths may add to a run, and up to when there are steps."""
_SECONDS_TO_START = 0.2
"""What the first path counts at most: somebody may have to start a JVM for it."""
_MOST_STEPS = 250
_NO_TIME = (
    "The steps of other paths took all the time that a report may add to a run. The option --path,"
    " with the number of this path, makes sure of its steps."
)
_GRAPHS = {"--dot": dot, "--mermaid": mermaid}


class Reports:
    """All that are wanted, opened before the run begins. If one of them goes to standard output,
    nothing else may (`take_stdout`); those that have all paths `want_all` described."""

    def __init__(self, stack: ExitStack, files: Files, target: str) -> None:
        def opened(option: str, where: str | None) -> Destination | None:
            return open_if_named(stack, option, where, target)

        json = opened("--json", files.json)
        self._json: JsonReport | None = stack.enter_context(json_report(json)) if json else None
        self._page_to = opened("--html", files.html)
        self._page: ExplorePage | None = None
        wanted = {"--dot": files.dot, "--mermaid": files.mermaid}
        self._graphs = {
            option: found
            for option, where in wanted.items()
            if (found := opened(option, where)) is not None
        }
        everything = [json, self._page_to, *self._graphs.values()]
        self.take_stdout = any(each is not None and each.is_stdout for each in everything)
        self.want_all = json is not None or self._page_to is not None
        self._spent = 0.0

    def begin(self, exploration: Exploration) -> None:
        self._exploration = exploration
        if self._page_to is not None or self._graphs:
            self._links = exploration.program.own_links()
        if self._page_to is not None:
            sources = exploration.witnesses.sources()
            self._page = ExplorePage(exploration.words, sources, self._links)

    def add(self, path: PathResult, is_shown: bool, is_only: bool = False) -> None:
        """A path, described; `is_only` if the user asks for it alone."""
        if self._json is not None and self.want_all:
            self._json.add(path)
        if self._page is not None:
            self._page.add(path, self._illustrated(path, is_shown and is_only))
        if is_shown:
            for option, destination in self._graphs.items():
                heaps = before_and_after(path.input, path.output)
                drawn = _GRAPHS[option](heaps, self._exploration.words, self._links)
                destination.begin().write(drawn)

    def _illustrated(self, path: PathResult, is_wanted: bool) -> Illustration:
        """As long as there is time: a report must not take much longer than the run."""
        is_bad = path.outcome.kind is OutcomeKind.VIOLATED
        if self._spent > _SECONDS * (2 if is_bad else 1) and not is_wanted:
            return Illustration(missing=_NO_TIME)
        has_steps = self._spent < _SECONDS_FOR_STEPS * (2 if is_bad else 1) or is_wanted
        start, is_first = time.monotonic(), self._spent == 0
        found = self._exploration.witnesses.illustrate(path, _MOST_STEPS if has_steps else 0)
        spent = time.monotonic() - start
        self._spent += min(spent, _SECONDS_TO_START) if is_first else spent
        if has_steps or found.missing:
            return found
        return replace(found, missing=_NO_TIME)

    def finish(self, summary: RunSummary) -> None:
        if self._json is not None:
            self._json.finish(summary)
        if self._page is not None and self._page_to is not None:
            self._page.write(self._page_to.begin(), summary)
