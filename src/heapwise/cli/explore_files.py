"""The files that `heapwise explore` writes."""

from __future__ import annotations

import time
from contextlib import ExitStack

from heapwise.api import Exploration
from heapwise.cli.outputs import Files, open_if_named
from heapwise.reports.destination import Destination
from heapwise.reports.graph_text import before_and_after, dot, mermaid
from heapwise.reports.html.explored import ExplorePage
from heapwise.reports.jsonfile import JsonReport, json_report
from heapwise.results import OutcomeKind, PathResult, RunSummary
from heapwise.results.illustration import Illustration

_SECONDS_FOR_CODE, _SECONDS_FOR_STEPS = 0.8, 0.8
_MOST_STEPS = 250
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
        self._code_left, self._steps_left = _SECONDS_FOR_CODE, _SECONDS_FOR_STEPS

    def begin(self, exploration: Exploration) -> None:
        self._exploration = exploration
        if self._page_to is not None:
            source = exploration.witnesses.source()
            self._page = ExplorePage(exploration.words, source)

    def add(self, path: PathResult, is_shown: bool) -> None:
        """A path, described."""
        if self._json is not None and self.want_all:
            self._json.add(path)
        if self._page is not None:
            self._page.add(path, self._illustrated(path))
        if is_shown:
            for option, destination in self._graphs.items():
                heaps = before_and_after(path.input, path.output)
                destination.begin().write(_GRAPHS[option](heaps, self._exploration.words))

    def _illustrated(self, path: PathResult) -> Illustration:
        """As long as there is time: a report must not take much longer than the run."""
        is_bad = path.outcome.kind is OutcomeKind.VIOLATED
        if self._code_left <= 0 and not (is_bad and self._code_left > -_SECONDS_FOR_CODE):
            return Illustration()
        steps = _MOST_STEPS if self._steps_left > 0 else 0
        start = time.monotonic()
        found = self._exploration.witnesses.illustrate(path, steps)
        spent = time.monotonic() - start
        self._code_left -= spent / 2 if steps else spent
        self._steps_left -= spent / 2 if steps else 0
        return found

    def finish(self, summary: RunSummary) -> None:
        if self._json is not None:
            self._json.finish(summary)
        if self._page is not None and self._page_to is not None:
            self._page.write(self._page_to.begin(), summary)
