"""Runs that pages look at: how they are led, and how they end."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from heapwise.engine.bounds import Bounds
from heapwise.plan import RunPlan
from heapwise.program.source import InputError
from heapwise.serve.children import descendants
from heapwise.serve.live_run import Live, Place
from tests.waiting import PATIENCE, is_alive, wait_until

LONG = RunPlan("benchmarks/pose/treemap_put.tiny", "lazy", Bounds(timeout=None))
SHORT = RunPlan("examples/list.tiny", bounds=Bounds(timeout=None))


class Page:
    """What a page knows of a run."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._place = Place()
        self.runs = 0
        self.begin: dict[str, Any] = {}
        self.sources: dict[str, str] = {}
        self.paths: list[dict[str, Any]] = []
        self.more: dict[int, dict[str, Any]] = {}
        self.status: dict[str, Any] = {"state": ""}

    def look(self, seconds: float = 1.0) -> None:
        self._place, messages = self._live.since(self._place, seconds)
        for message in map(json.loads, messages):
            self.sources |= message.get("news", {}).get("sources", {})
            if "run" in message:
                self.paths, self.more, self.begin = [], {}, {}
                self.runs += 1
            elif "begin" in message:
                self.begin = message["begin"]
            elif "add" in message:
                self.paths += message["add"]
            elif "more" in message:
                self.more[message["more"]["path"]] = message["more"]
            elif "status" in message:
                self.status = message["status"]

    def until(self, wanted: Callable[[], object]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not wanted():
            assert time.monotonic() < deadline, self.status
            self.look()

    def until_state(self, *states: str) -> None:
        self.until(lambda: self.status["state"] in states)


@contextmanager
def looking(plan: RunPlan, idle_seconds: float = 60.0) -> Iterator[tuple[Live, Page]]:
    live = Live(plan, idle_seconds)
    with ExitStack() as stack:
        stack.callback(live.close)
        stack.enter_context(live.looked_at())
        yield live, Page(live)


def test_a_run_is_told_to_its_end_and_a_path_is_shown_in_full_when_asked_for() -> None:
    with looking(SHORT) as (live, page):
        page.until_state("finished")
        assert [path["outcome"]["kind"] for path in page.paths].count("violated") == 1
        assert page.status["summary"]["verdict"] == "violated" and page.status["open"] == []
        assert "append" in page.sources[page.begin["file"]]
        live.command({"do": "show", "path": 2})
        page.until(lambda: page.more)
        assert page.more[2]["steps"]
        late = Page(live)
        late.look()
        assert late.paths == page.paths and late.more == page.more


def test_a_run_is_paused_continued_and_stopped() -> None:
    with looking(LONG) as (live, page):
        page.until(lambda: len(page.paths) > 2)
        live.command({"do": "pause"})
        page.until_state("paused")
        count = page.status["summary"]["counts"]["paths"]
        page.look(0.7)
        page.look(0.7)
        assert page.status["summary"]["counts"]["paths"] == count == len(page.paths)
        assert page.status["open"] and page.status["pending"] >= len(page.status["open"])
        live.command({"do": "continue"})
        page.until(lambda: len(page.paths) > count)
        live.command({"do": "stop"})
        page.until_state("stopped", "ended")
        assert page.status["open"] == []


def test_an_open_path_is_explored_next() -> None:
    with looking(LONG) as (live, page):
        page.until(lambda: len(page.status.get("open", ())) > 20)
        live.command({"do": "pause"})
        page.until_state("paused")
        chosen = max(page.status["open"], key=lambda each: len(each["trace"]))
        count = len(page.paths)
        live.command({"do": "next", "node": chosen["id"]})
        live.command({"do": "next", "node": "there is no such node"})
        live.command({"do": "continue"})
        page.until(lambda: len(page.paths) > count)
        trace = chosen["trace"]
        assert page.paths[count]["trace"][: len(trace)] == trace


def test_another_strategy_and_other_bounds_begin_a_new_run() -> None:
    with looking(SHORT) as (live, page):
        page.until_state("finished")
        many = len(page.paths)
        live.command({"do": "run", "strategy": "lazy", "bounds": {"max_objects": 1}})
        page.until(lambda: page.begin.get("strategy") == "lazy")
        page.until_state("finished")
        assert page.begin["bounds"]["max_objects"] == 1
        assert page.status["summary"]["account"]["cuts"]
        # What the run before had found is gone.
        assert page.runs == 2
        assert len({(path["id"], path["case"]) for path in page.paths}) == len(page.paths)
        live.command({"do": "run", "bounds": {"max_objects": None}})
        page.until(lambda: page.begin and page.begin["bounds"]["max_objects"] is None)
        page.until_state("finished")
        assert page.status["summary"]["account"]["cuts"] == {}
        assert page.begin["strategy"] == "lazy" and len(page.paths) > many


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"do": "nothing"},
        {"do": ["run"]},
        {"do": "show"},
        {"do": "show", "path": -1},
        {"do": "show", "path": True},
        {"do": "show", "path": "1"},
        {"do": "run", "strategy": "nothing"},
        {"do": "run", "strategy": ["lazy"]},
        {"do": "run", "search": None},
        {"do": "run", "bounds": {"timeout": 1}},
        {"do": "run", "bounds": {"max_depth": 1.5}},
        {"do": "run", "bounds": {"max_depth": 10**12}},
        {"do": "run", "bounds": 5},
    ],
)
def test_commands_that_make_no_sense_are_refused(wanted: dict[str, object]) -> None:
    live = Live(SHORT)
    with pytest.raises(InputError):
        live.command(wanted)
    assert live.since(Place(), 0)[0].run == 0


def test_a_run_ends_when_nobody_has_looked_for_a_while_and_can_be_begun_again() -> None:
    live = Live(LONG, idle_seconds=0.3)
    page = Page(live)
    try:
        with live.looked_at():
            page.until(lambda: page.paths)
            child = live._child
            assert child is not None
        page.until_state("ended")
        assert "nobody was looking" in page.status["message"] and not is_alive(child.pid)
        with live.looked_at():
            with pytest.raises(InputError, match="run it again"):
                live.command({"do": "continue"})
            live.command({"do": "run"})
            page.until_state("running")
    finally:
        live.close()


def test_a_page_that_comes_back_in_time_keeps_the_run() -> None:
    live = Live(LONG, idle_seconds=1.5)
    page = Page(live)
    try:
        with live.looked_at():
            page.until(lambda: page.paths)
        ending = live._left
        assert ending is not None
        with live.looked_at():
            assert ending.finished.is_set()  # it would end the run too early after the next leave
            page.look(1.5)
            page.look(0.5)
            assert page.status["state"] == "running"
    finally:
        live.close()


def test_what_cannot_be_explored_is_told() -> None:
    with looking(RunPlan("examples/bank.py:nothing")) as (_, page):
        page.until_state("failed")
        assert "has no function `nothing`" in page.status["message"]


def test_a_process_that_dies_is_told() -> None:
    with looking(LONG) as (live, page):
        page.until(lambda: page.paths)
        assert live._child is not None
        os.kill(live._child.pid, signal.SIGKILL)
        page.until_state("ended")
        assert "has died: signal 9" in page.status["message"]


def test_all_processes_end_with_the_run() -> None:
    """Also those that replay, which are not in its group."""
    plan = RunPlan("examples/bank.py:transfer", bounds=Bounds(timeout=None))
    with looking(plan) as (live, page):
        page.until_state("finished")
        assert live._child is not None
        all_of_them = [live._child.pid, *descendants(live._child.pid)]
        assert len(all_of_them) > 1
        live.close()
        wait_until(lambda: not any(map(is_alive, all_of_them)))


@pytest.mark.parametrize("text", ["", "1", "1.x", "-1.2", "9" * 100 + ".1", "\u0661.\u0662"])
def test_a_place_that_makes_no_sense_is_the_start(text: str) -> None:
    assert Place.parse(text) == Place()
    assert Place.parse("3.14") == Place(3, 14)
