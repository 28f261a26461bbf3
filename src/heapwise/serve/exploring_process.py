"""The process that explores for a page: one plan, led by commands.

It says `begin` once, `add` for paths that were found, `more` about a path that somebody looks at,
with all of these the `news` that they refer to (`PathData.news`), and `status` now and then: what
the run is doing, its summary and the paths that are open.
"""

from __future__ import annotations

import time
from typing import Any

from heapwise.api import Exploration, start
from heapwise.plan import plan_from_json
from heapwise.program.source import InputError
from heapwise.reports.html.explored import PathData
from heapwise.results import OutcomeKind, PathResult
from heapwise.results.path_result import summary_to_json
from heapwise.results.prefix import Prefix
from heapwise.serve.children import Server

_SLICE = 0.15
"""Seconds between two looks at what was commanded."""
_EVERY = 0.3
"""Seconds between two reports on what is open."""
_MOST_PATHS = 20_000
"""A page shows no more: further ones are only counted."""
_MOST_OPEN = 200
_MOST_STEPS = 250
_LAYOUT_SECONDS = 10.0


def main() -> None:
    server = Server()
    try:
        Led(start(plan_from_json(server.told)), server).follow()
    except InputError as error:
        server.say(status={"state": "failed", "message": str(error)})
    except Exception as error:  # a fault of ours: whoever looks at the page is to see which
        fault = f"a fault of Heapwise: {type(error).__name__}: {error}"
        server.say(status={"state": "failed", "message": fault})
        raise


class Led:
    """An exploration, and what its page has been told of it. `state` is running, paused, finished
    or stopped; in the last two nothing is explored any more, but paths are still shown."""

    def __init__(self, run: Exploration, server: Server) -> None:
        self._run = run
        self._server = server
        self._links = run.program.own_links()
        self._data = PathData(run.words, run.witnesses.sources(), self._links, _LAYOUT_SECONDS)
        self._paths: list[PathResult] = []
        self._reported = 0.0
        self._is_cut = False
        self._open: dict[str, Prefix] = {}
        self.state = "running"

    def follow(self) -> None:
        summary = self._run.summary
        bounds = {name: each for name, each in summary.bounds.items() if name.startswith("max_")}
        self._server.say(
            begin={
                "words": self._run.words._asdict(),
                "file": self._run.witnesses.sources().main or None,
                "links": self._links,
                "strategy": summary.strategy,
                "bounds": bounds,
                "assumed": list(summary.assumed),
                "remark": self._run.remark,
            },
            news=self._data.news(),
        )
        while True:
            is_running = self.state == "running"
            command = self._server.command(waits=not is_running)
            if command is not None:
                self._obey(command)
            elif is_running:
                self._explore()

    def _obey(self, command: dict[str, Any]) -> None:
        do = command["do"]
        if do == "show":
            self._show(command["path"])
            return
        if self.state in ("running", "paused"):
            if do == "pause":
                self.state = "paused"
            elif do == "continue":
                self.state = "running"
            elif do == "stop":
                self._run.stop("interrupted")
                self.state = "stopped"
            elif do == "next":
                prefix = self._open.get(command["node"])
                # It may have been explored since the page has seen it.
                if prefix is not None:
                    self._run.prefer(prefix)
        self._report()

    def _explore(self) -> None:
        found: list[dict[str, Any]] = []
        for leaf in self._run.leaves(_SLICE):
            is_shown = len(self._paths) < _MOST_PATHS
            self._is_cut = not is_shown
            if is_shown or leaf.kind is OutcomeKind.VIOLATED:
                path = self._run.describe(leaf)
            if is_shown:
                self._paths.append(path)
                found.append(self._data.of_path(path))
        if self._run.account.finished or self._run.account.stopped:
            self.state = "finished" if self._run.account.finished else "stopped"
        if found:
            self._server.say(add=found, news=self._data.news())
        if self.state != "running" or time.monotonic() > self._reported + _EVERY:
            self._report()

    def _report(self) -> None:
        is_open = self.state in ("running", "paused")
        waiting = self._run.open_paths(_MOST_OPEN) if is_open else []
        # A page may be some reports late.
        self._open = dict(list(self._open.items())[-4 * _MOST_OPEN :])
        self._open.update((prefix.id, prefix) for prefix, _ in waiting)
        traces = [self._data.of_trace(trace) for _, trace in waiting]
        body = {
            "state": self.state,
            "message": "",
            "summary": summary_to_json(self._run.summary),
            "pending": self._run.pending if is_open else 0,
            "is_cut": self._is_cut,
            "open": [
                {"id": prefix.id, "trace": trace}
                for (prefix, _), trace in zip(waiting, traces, strict=True)
            ],
        }
        news = self._data.news()
        if any(news.values()):
            self._server.say(news=news)
        self._server.say(status=body)
        self._reported = time.monotonic()

    def _show(self, number: int) -> None:
        """Code and steps of a path, which take some milliseconds to make."""
        if 0 <= number < len(self._paths):
            more = self._run.witnesses.illustrate(self._paths[number], _MOST_STEPS)
            body = self._data.of_illustration(more)
            self._server.say(more={"path": number, **body}, news=self._data.news())
