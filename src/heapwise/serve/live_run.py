"""The run that pages look at: begun, led and ended here, explored by a process of its own.

What the process has said is kept as a log, in which every page has a place of its own: one that
reads slowly, or comes later, delays nobody and loses nothing. Of its reports on the state of things
only the latest is kept.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace

from heapwise.engine import search_orders
from heapwise.engine.bounds import Bounds
from heapwise.heaps import registry
from heapwise.plan import RunPlan, plan_to_json
from heapwise.program.source import InputError
from heapwise.results.named_bounds import NAMED
from heapwise.serve.children import Child

RAISED = tuple(each.name for each in NAMED if each.metavar and not each.ends_run)
"""Bounds that a page may change."""
_PATIENCE = 3.0
"""Seconds after which a run that was told to stop, and has not, is ended."""
_MOST = 10**9
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Place:
    """How much a page has been told: of which run, so much of its log, and which reports."""

    run: int = 0
    log: int = 0
    status: int = 0

    def __str__(self) -> str:
        return f"{self.run}.{self.log}"

    @classmethod
    def parse(cls, text: str) -> Place:
        """Where a page goes on whose connection was lost; at the start if nobody can tell."""
        run, _, log = text.partition(".")
        known = [each for each in (run, log) if each.isascii() and each.isdigit()]
        return cls(int(run), int(log)) if len(known) == 2 and len(text) < 40 else cls()


class Live:
    """All methods may be called by any thread."""

    def __init__(self, plan: RunPlan, idle_seconds: float = 60.0) -> None:
        self._plan = plan
        self._idle = idle_seconds
        self._news = threading.Condition()
        self._run = 0
        self._log: list[str] = []
        self._status = json.dumps({"status": {"state": "starting", "message": ""}})
        self._statuses = 0
        self._state = ""
        self._child: Child | None = None
        self._pages = 0
        self._left: threading.Timer | None = None

    # -- pages

    @contextmanager
    def looked_at(self) -> Iterator[None]:
        """By a page. The first one begins the run; when the last one is gone for a while, it is
        ended."""
        with self._news:
            self._pages += 1
            if self._left is not None:
                self._left.cancel()
                self._left = None
            if self._run == 0:
                self._begin(self._plan)
        try:
            yield
        finally:
            with self._news:
                self._pages -= 1
                if self._pages == 0:
                    self._left = threading.Timer(self._idle, self._nobody_looks)
                    self._left.daemon = True
                    self._left.start()

    def _nobody_looks(self) -> None:
        with self._news:
            if self._pages == 0 and self._child is not None:
                is_over = self._state not in ("starting", "running", "paused")
                self._end(None if is_over else "nobody was looking, so the run was ended")

    def since(self, place: Place, seconds: float) -> tuple[Place, list[str]]:
        """What a page has not been told yet, and where it is then. It waits so long for news."""
        until = time.monotonic() + seconds
        with self._news:
            while True:
                if place.run != self._run or place.log > len(self._log):
                    place = Place(self._run)
                found = self._log[place.log :]
                if place.status != self._statuses:
                    found = [*found, self._status]
                left = until - time.monotonic()
                if found or left <= 0:
                    return Place(self._run, len(self._log), self._statuses), found
                self._news.wait(left)

    # -- what a page may want

    def command(self, wanted: Mapping[str, object]) -> None:
        """Raises `InputError` if it cannot be done."""
        do = wanted.get("do")
        if do == "run":
            plan = _changed(self._plan, wanted)
            with self._news:
                self._begin(plan)
            return
        told: dict[str, object] = {"do": do}
        if do == "next":
            told["node"] = str(wanted.get("node"))[:_LONGEST_NAME]
        elif do == "show":
            told["path"] = _whole("path", wanted.get("path"))
        elif do not in ("pause", "continue", "stop"):
            raise InputError("there is no such command")
        with self._news:
            child = self._child
            if child is None:
                raise InputError("the run has ended: run it again")
            child.tell(told)
            if do == "stop":
                ending = threading.Timer(_PATIENCE, self._stop_now, [child])
                ending.daemon = True
                ending.start()

    def _stop_now(self, child: Child) -> None:
        with self._news:
            if self._child is child and self._state in ("running", "paused"):
                self._end("it was stopped in the middle of something that took long")

    # -- the process

    def _begin(self, plan: RunPlan) -> None:
        """A new run, in place of the one before. The lock is held."""
        if self._child is not None:
            self._child.end()
        self._plan = plan
        self._run += 1
        about = {"number": self._run, "strategy": plan.strategy, "search": plan.search}
        self._log = [json.dumps({"run": about})]
        self._report({"state": "starting", "message": "", "open": []})
        self._child = Child("heapwise.serve.exploring_process", plan_to_json(plan))
        threading.Thread(target=self._listen, args=[self._child], daemon=True).start()

    def _listen(self, child: Child) -> None:
        for line in child.lines():
            text = line.decode().rstrip()
            with self._news:
                if self._child is not child:
                    return
                if text.startswith('{"status":'):
                    self._report(json.loads(text)["status"])
                else:
                    self._log.append(text)
                    self._news.notify_all()
        with self._news:
            if self._child is child:
                failed = self._state == "failed"
                self._end(None if failed else "the process that explored has died")

    def _report(self, status: Mapping[str, object]) -> None:
        self._state = str(status["state"])
        self._status = json.dumps({"status": status})
        self._statuses += 1
        self._news.notify_all()

    def _end(self, why: str | None) -> None:
        """The process, and why, if it has not said so itself. The lock is held."""
        assert self._child is not None
        how = self._child.end()
        self._child = None
        if why is not None:
            message = f"{why}: {how}" if how else why
            self._report({"state": "ended", "message": message, "open": []})

    def close(self) -> None:
        with self._news:
            if self._child is not None:
                self._end("the server was ended")


def _whole(what: str, value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST:
        return value
    raise InputError(f"{what} takes a whole number")


def _changed(plan: RunPlan, wanted: Mapping[str, object]) -> RunPlan:
    """The plan with another strategy, search order or bounds. A bound of null is none."""
    strategy, order = wanted.get("strategy", plan.strategy), wanted.get("search", plan.search)
    given = wanted.get("bounds", {})
    if strategy is not None and strategy not in registry.names():
        raise InputError(f"unknown strategy; there are {', '.join(registry.names())}")
    if order not in search_orders.names():
        raise InputError(f"unknown search order; there are {', '.join(search_orders.names())}")
    if not isinstance(given, dict) or not set(given) <= set(RAISED):
        raise InputError(f"bounds are {', '.join(RAISED)}")
    found = {name: None if value is None else _whole(name, value) for name, value in given.items()}
    unlimited = plan.bounds.unlimited - found.keys()
    unlimited |= {name for name, value in found.items() if value is None}
    old = {each.name: getattr(plan.bounds, each.name) for each in fields(Bounds)}
    bounds = Bounds(**{**old, **found, "unlimited": frozenset(unlimited)})
    return replace(plan, strategy=strategy, search=str(order), bounds=bounds)
