"""`reproduce all`: rounds of growing time, what is kept, and the page."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from heapwise.cli import reproduce_all_command
from heapwise.cli.app import app
from heapwise.reports.wording import number
from heapwise.reproduce import campaign, papers
from heapwise.reproduce.results_page import Results, page
from heapwise.reproduce.table_cells import (
    Cell,
    Measured,
    Paper,
    Printed,
    State,
    Store,
    Unit,
    Verdict,
)
from heapwise.serve.children import descendants
from tests.waiting import PATIENCE, is_alive, wait_until


def _unit(program: str, scope: int, technique: str = "t") -> Unit:
    return Unit("paper", "1", program, technique, scope)


def _takes(unit: Unit, seconds: float) -> Callable[[float | None], Measured]:
    """A cell that needs so much time."""

    def measure(limit: float | None) -> Measured:
        enough = limit is None or limit >= seconds
        state = State.DONE if enough else State.CUT
        return Measured(unit, state, unit.scope, min(seconds, limit or seconds), limit=limit)

    return measure


def _cells(needs: dict[tuple[str, int], float]) -> list[Cell]:
    return [
        Cell(unit := _unit(*where), _takes(unit, seconds), Printed(where[1]), 10 + where[1])
        for where, seconds in needs.items()
    ]


def test_what_is_quick_comes_first_and_what_is_slow_gets_more_time(tmp_path: Path) -> None:
    cells = _cells({("a", 1): 9, ("a", 2): 9, ("b", 1): 0.5, ("b", 2): 0.5})
    store = Store(tmp_path / "cells")
    found = list(campaign.measured_within(cells, store, 60))
    assert [(each.unit.program, each.unit.scope, each.limit) for each in found] == [
        ("a", 1, 5),
        ("b", 1, 5),
        ("b", 2, 5),
        ("a", 1, 20),
        ("a", 2, 20),
    ]
    assert all(each.state is State.DONE for each in store.found.values())


def test_papers_take_turns(tmp_path: Path) -> None:
    cells = [
        Cell(unit := Unit(paper, "1", program, "t", 1), _takes(unit, 0.1))
        for paper in ("one", "two")
        for program in ("a", "b")
    ]
    found = campaign.measured_within(cells, Store(tmp_path / "cells"), 60)
    assert [each.unit.paper for each in found] == ["one", "two", "one", "two"]


def test_another_run_goes_on_from_what_is_there(tmp_path: Path) -> None:
    cells = _cells({("a", 1): 9, ("b", 1): 0.5})
    for each in campaign.measured_within(cells, Store(tmp_path / "cells"), 60):
        if each.unit.program == "b":
            break
    with (tmp_path / "cells").open("a") as file:
        file.write('{"unit": ["paper", "1"')  # killed in the middle of a line
    again = [each.unit.program for each in campaign.measured_within(cells, _store(tmp_path), 60)]
    assert again == ["a"]
    assert not list(campaign.measured_within(cells, _store(tmp_path), 60))


def _store(folder: Path) -> Store:
    """Whoever goes on begins a new line."""
    return Store(folder / "cells")


def test_no_more_is_begun_when_the_time_is_up(tmp_path: Path) -> None:
    def sleeps(limit: float | None) -> Measured:
        time.sleep(4 * PATIENCE)
        raise AssertionError

    cell = Cell(_unit("slow", 1), sleeps)
    started = time.monotonic()
    assert not list(campaign.measured_within([cell], Store(tmp_path / "cells"), 0.2))
    assert time.monotonic() - started < PATIENCE
    assert not list(campaign.measured_within([cell], Store(tmp_path / "cells"), 0))


def test_a_cell_that_takes_its_process_along_is_told(tmp_path: Path) -> None:
    def dies(limit: float | None) -> Measured:
        raise SystemExit(7)

    (found,) = campaign.measured_within([Cell(_unit("x", 1), dies)], Store(tmp_path / "c"), 60)
    assert found.state is State.REFUSED and "exit code" in found.note


_PAPER = Paper(
    "paper",
    "A paper <of ours>",
    lambda: _cells({("a", 1): 1, ("a", 2): 1, ("b", 1): 1, ("c", 1): 1, ("d", 1): 1}),
    lambda unit: None,
    lambda found: {"b": "x", "c": "u"}.get(found.unit.program, ""),
    {"x": "it is another program", "u": "cause unknown"},
    frozenset("u"),
)


def _found() -> dict[Unit, Measured]:
    def at(program: str, scope: int, count: int, state: State = State.DONE) -> Measured:
        return Measured(_unit(program, scope), state, count, 0.5)

    every = (at("a", 1, 1), at("a", 2, 1, State.CUT), at("b", 1, 7), at("c", 1, 1_234))
    return {each.unit: each for each in every}


def test_every_cell_has_one_verdict() -> None:
    results = Results(_PAPER, _found())
    assert dict(results.summary()) == {
        Verdict.EQUAL: 1,
        Verdict.CUT: 1,
        Verdict.EXPLAINED: 1,
        Verdict.UNEXPLAINED: 1,
        Verdict.OPEN: 1,
    }
    assert [cell.unit.program for cell in results.unexplained()] == ["c"]
    refused = Measured(_unit("a", 1), State.REFUSED, 0, 0.1, note="no")
    assert _PAPER.verdict(refused, Printed(1)) is Verdict.REFUSED
    assert _PAPER.verdict(_found()[_unit("b", 1)], None) is Verdict.UNPRINTED
    spurious = Measured(_unit("a", 1), State.DONE, 1, 0.1, spurious=1)
    assert _PAPER.verdict(spurious, Printed(1)) is Verdict.UNEXPLAINED


class _Checker(HTMLParser):
    """Every element that is begun is ended, and nothing is fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.waiting.append(tag)
        for name, value in attrs:
            assert name not in ("src", "srcset")
            assert name != "href" or str(value).startswith("#")

    def handle_endtag(self, tag: str) -> None:
        assert self.waiting.pop() == tag


def test_the_page_stands_alone_and_has_every_number_beside_the_printed_one() -> None:
    text = page([Results(_PAPER, _found())])
    checker = _Checker()
    checker.feed(text)
    assert not checker.waiting
    assert "A paper &lt;of ours&gt;" in text
    shown = f"{number(1234)} · 0.5 s <b>u</b><small>printed 1</small>"
    assert f'<td class="unexplained">{shown}</td>' in text
    assert "<b>x</b> it is another program" in text and "cut at 0.5 s" in text
    assert (
        "printed 2 · formula 12" in text and "formula 11" in text and text.count("formula 1") == 2
    )
    assert text.count("<svg") == 1 and "<script" not in text


def test_all_papers_are_cells() -> None:
    for paper in papers.PAPERS:
        units = [cell.unit for cell in paper.cells()]
        assert units and len(units) == len(set(units))
        assert {unit.paper for unit in units} == {paper.name}


def test_the_command_keeps_what_it_measures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One small cell of every paper that has one, measured for real."""

    def few(paper: Paper) -> Paper:
        wanted = ("fig_1a", "Container.swap", "LinkedList.add", "linked list")
        smallest: dict[str, Cell] = {}
        for cell in paper.cells():
            if cell.unit.program in wanted and cell.unit.technique in ("pose", "lazy", "IFrepOK"):
                smallest.setdefault(cell.unit.program, cell)
        return replace(paper, cells=lambda: [*smallest.values()], reasons={})

    monkeypatch.setattr(reproduce_all_command, "PAPERS", [few(paper) for paper in papers.PAPERS])
    out = tmp_path / "out"
    monkeypatch.setattr(campaign, "ROUNDS", (60.0,))
    first = CliRunner().invoke(app, ["reproduce", "all", "--out", str(out), "--minutes", "5"])
    assert first.exit_code == 0, first.output
    assert "5 cells measured now" in first.output
    rows = [line.split() for line in first.output.splitlines()]
    assert ["pose", "1", "1", "0", "0", "0", "0", "0", "0"] in rows
    again = CliRunner().invoke(app, ["reproduce", "all", "--out", str(out), "-q"])
    assert "0 cells measured now" in again.output
    page = (out / "index.html").read_text()
    assert re.search(r"fig_1a.*printed 2", page)
    only_page = ["reproduce", "all", "--out", str(out), "--minutes", "0", "-q", "--html"]
    elsewhere = CliRunner().invoke(app, [*only_page, str(tmp_path / "papers.html")])
    assert elsewhere.exit_code == 0 and "papers.html" in elsewhere.output.replace("\n", "")
    assert (tmp_path / "papers.html").read_text() == page
    assert CliRunner().invoke(app, [*only_page, "-"]).output == page
    nowhere = CliRunner().invoke(app, [*only_page, str(tmp_path / "no" / "papers.html")])
    assert nowhere.exit_code == 2 and "there is no folder" in nowhere.output
    wrong = CliRunner().invoke(app, ["reproduce", "all", "--papers", "poes"])
    assert wrong.exit_code == 2 and "did you mean `pose`" in wrong.output


def test_several_cells_are_measured_at_once_each_after_the_smaller_ones(tmp_path: Path) -> None:
    def together(limit: float | None) -> Measured:
        wait_until((tmp_path / "second").exists)
        return Measured(_unit("a", 1), State.DONE, 1, 0.0, limit=limit)

    def other(limit: float | None) -> Measured:
        (tmp_path / "second").touch()
        return Measured(_unit("b", 1), State.DONE, 1, 0.0, limit=limit)

    cells = [Cell(_unit("a", 1), together), Cell(_unit("b", 1), other)]
    cells += _cells({("a", 2): 0.1, ("b", 2): 0.1})
    store = Store(tmp_path / "cells")
    found = [each.unit for each in campaign.measured_within(cells, store, 60, jobs=2)]
    assert sorted(found, key=str) == sorted((cell.unit for cell in cells), key=str)
    assert found.index(_unit("a", 1)) < found.index(_unit("a", 2))
    assert store.found[_unit("a", 1)].state is State.DONE, "they were not at once"


_MEASURES_FOR_EVER = """
import sys, time
from pathlib import Path
from heapwise.reproduce import campaign
from heapwise.reproduce.table_cells import Cell, Store, Unit

cell = Cell(Unit("paper", "1", "slow", "t", 1), lambda limit: time.sleep(100_000))
list(campaign.measured_within([cell], Store(Path(sys.argv[1])), 100_000))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_what_is_being_measured_ends_with_who_wants_to_know(
    number: signal.Signals, tmp_path: Path
) -> None:
    """Also with one that was killed: then the unit notices."""
    command = [sys.executable, "-c", _MEASURES_FOR_EVER, str(tmp_path / "cells")]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        wait_until(lambda: descendants(process.pid))
        below = descendants(process.pid)
        process.send_signal(number)
        process.wait(PATIENCE)
    wait_until(lambda: not any(map(is_alive, below)))
