"""The files that `heapwise explore` writes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from heapwise.api import Exploration
from heapwise.cli.outputs import Files, open_if_named
from heapwise.reports.destination import Destination
from heapwise.reports.graph_text import before_and_after, dot, mermaid
from heapwise.reports.html.explored import ExplorePage
from heapwise.reports.jsonfile import JsonReport, json_report
from heapwise.results import OutcomeKind, PathResult, RunSummary
from heapwise.results.illustration import Illustration

_SECONDS = 2.6
"""What a page may add to a run, in CPU time of this process: what a page has does not depend on how
busy the machine is. What is left when paths are described and written is for the code and the steps
of as many as possible."""
_DESCRIBING = 1.6
"""What the heaps of paths may add to it, if they are for the page alone. Paths without heaps cost
something too, a tenth of it."""
DESCRIBING_BY_WORKERS = 1.3
"""What of it may be done where paths are found."""
_DESCRIBING_SHARE = 50
"""Or one part in so many of the CPU time, if that is more,"""
_ALWAYS_DESCRIBED = 20
"""or however long it takes for so many paths."""
_LEAST_SECONDS = 0.25
_WITHOUT_STEPS = 0.1
"""The part of the time in which there is code alone: of more paths."""
_SECONDS_TO_START = 0.2
"""What the first path counts at most: somebody may have to start a JVM for it."""
_MOST_ILLUSTRATED = 500
"""Of violations, and of other paths."""
_MOST_STEPS = 250
_NO_TIME = (
    "The steps of other paths took all the time that a report may add to a run. The option --path,"
    " with the number of this path, makes sure of its steps."
)
_NO_HEAPS = (
    "To look for an input of every path and to run it would take longer than a report may add to a"
    " run: this is one of the paths for which it was not done. The option --path, with the number"
    " of this path, does it for this one; --show all does it for all of them."
)
_LONG_WAIT = 0.2
"""For another process: it has more to do than to answer."""
_GRAPHS = {"--dot": dot, "--mermaid": mermaid}


class _Watch:
    """What something takes: the CPU time of this process, unless it waits for long."""

    def __init__(self) -> None:
        self._begun = time.monotonic(), time.process_time()

    @property
    def seconds(self) -> float:
        wall, own = self._begun
        waited = time.monotonic() - wall
        return waited if waited > _LONG_WAIT else time.process_time() - own


class Reports:
    """All that are wanted, opened before the run begins. If one of them goes to standard output,
    nothing else may (`take_stdout`); those that have all paths `want_all` described."""

    def __init__(self, stack: ExitStack, files: Files, target: str, complete: bool = False) -> None:
        """It is `complete` if all paths are described anyway."""

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
        self.want_all_described = complete or json is not None
        self._begun = time.process_time()
        self._seconds = self._elsewhere = 0.0
        self._described = 0
        self._bad: list[tuple[int, PathResult]] = []
        self._others: list[tuple[int, PathResult]] = []

    def begin(self, exploration: Exploration) -> None:
        self._exploration = exploration
        if self._page_to is not None or self._graphs:
            self._links = exploration.program.own_links()
        if self._page_to is not None:
            sources = exploration.witnesses.sources()
            self._page = ExplorePage(exploration.words, sources, self._links)

    @property
    def want_next_described(self) -> bool:
        """Or is an outline of the next path enough, as far as these reports go?"""
        if not self.want_all or self.want_all_described:
            return self.want_all
        if self._described < _ALWAYS_DESCRIBED:
            return True
        seconds = max(_DESCRIBING, (time.process_time() - self._begun) / _DESCRIBING_SHARE)
        return self._seconds + self._elsewhere < seconds

    def count(self, seconds: float) -> None:
        """What others have taken for these reports."""
        self._elsewhere = seconds

    @contextmanager
    def timed(self) -> Iterator[None]:
        """What is done inside is done for these reports."""
        watch = _Watch()
        yield
        self._seconds += watch.seconds

    def add_outline(self, path: PathResult) -> None:
        if self._page is not None:
            self._page.add_outline(path, _NO_HEAPS)

    def add(self, path: PathResult, is_shown: bool, is_only: bool = False) -> None:
        """A path, described; `is_only` if the user asks for it alone."""
        if self._json is not None and self.want_all:
            self._json.add(path)
        if self._page is not None:
            self._add_to(self._page, path, is_shown and is_only)
        if is_shown:
            for option, destination in self._graphs.items():
                heaps = before_and_after(path.input, path.output)
                drawn = _GRAPHS[option](heaps, self._exploration.words, self._links)
                destination.begin().write(drawn)

    def _add_to(self, page: ExplorePage, path: PathResult, is_wanted: bool) -> None:
        if is_wanted:
            page.add(path, self._exploration.witnesses.illustrate(path, _MOST_STEPS))
            return
        with self.timed():
            place = page.add(path)
        self._described += 1
        same = self._bad if path.outcome.kind is OutcomeKind.VIOLATED else self._others
        if len(same) < _MOST_ILLUSTRATED:
            same.append((place, path))
        else:
            page.illustrate(place, Illustration(missing=_NO_TIME))

    def _illustrate(self, page: ExplorePage) -> None:
        """As long as there is time, violations first: a report must not take much longer than the
        run."""
        seconds = max(_SECONDS - self._seconds - self._elsewhere, _LEAST_SECONDS)
        is_first = True
        for place, path in (*self._bad, *self._others):
            if seconds <= 0:
                page.illustrate(place, Illustration(missing=_NO_TIME))
                continue
            has_steps = seconds > _WITHOUT_STEPS
            watch = _Watch()
            found = self._exploration.witnesses.illustrate(path, _MOST_STEPS if has_steps else 0)
            if not has_steps and not found.missing:
                found = replace(found, missing=_NO_TIME)
            page.illustrate(place, found)
            took = watch.seconds
            seconds -= min(took, _SECONDS_TO_START) if is_first else took
            is_first = False

    def finish(self, summary: RunSummary) -> None:
        if self._json is not None:
            self._json.finish(summary)
        if self._page is not None and self._page_to is not None:
            self._illustrate(self._page)
            self._page.write(self._page_to.begin(), summary)
