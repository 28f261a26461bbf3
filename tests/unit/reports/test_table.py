"""The tables and the full view of a path, as a terminal shows them."""

from __future__ import annotations

import io

from rich.console import Console, RenderableType

from heapwise.reports.path_in_full import path_in_full
from heapwise.reports.table import compare_table, paths_table, same_paths_line
from heapwise.results import (
    Account,
    Counts,
    Heap,
    HeapObject,
    Outcome,
    OutcomeKind,
    PathResult,
    Ref,
    RunSummary,
)
from heapwise.results.event import events_of
from heapwise.results.place import Place

NODE = Ref("Node#1")
BEFORE = Heap({"Y0": NODE, "X0": 1}, {NODE: HeapObject("Node", {"val": 0})})
AFTER = Heap({"Y0": NODE, "X0": 1}, {NODE: HeapObject("Node", {"val": 1})})


def printed(renderable: RenderableType, width: int = 140) -> list[str]:
    console = Console(file=io.StringIO(), width=width, highlight=False, markup=False)
    console.print(renderable)
    assert isinstance(console.file, io.StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def path(
    number: int,
    outcome: Outcome,
    condition: str = "",
    after: Heap = BEFORE,
    *,
    replayed: bool = True,
    confirmed: bool = True,
) -> PathResult:
    trace = events_of(["7:3 then", "9:5 else"])
    return PathResult(number, outcome, condition, BEFORE, after, trace, replayed, confirmed)


def test_a_table_has_a_row_for_every_path() -> None:
    rows = [
        path(1, Outcome(OutcomeKind.RETURNED, NODE), "Y0.val < X0", AFTER),
        path(
            2,
            Outcome(OutcomeKind.RAISED, None, "NullDereference", Place("dir/a.tiny", 7, 14)),
            "Y0 = null",
        ),
        path(3, Outcome(OutcomeKind.BOUNDED, None, "max-loops"), replayed=False),
    ]
    assert printed(paths_table(rows)) == [
        "#  outcome                             when         input                        output",
        "1  returned Node#1                     Y0.val < X0  "
        "Y0 ─► Node#1{val=0}; X0 = 1  Node#1.val = 1",
        "2  raised NullDereference at a.tiny:7  Y0 = null    "
        "Y0 ─► Node#1{val=0}; X0 = 1  unchanged",
        "3  bounded max-loops                   always       Y0 ─► Node#1{val=0}; X0 = 1  –",
    ]


def test_a_condition_is_never_taken_for_markup() -> None:
    rows = [path(1, Outcome(OutcomeKind.RETURNED), "a[i] = 0 and [red]b[/red] :smile:")]
    assert "a[i] = 0 and [red]b[/red] :smile:" in printed(paths_table(rows))[1]


def test_a_long_condition_is_cut_in_the_table_but_not_in_full() -> None:
    long = path(1, Outcome(OutcomeKind.RETURNED), " and ".join(["X0 < X1"] * 100))
    assert any("…" in line for line in printed(paths_table([long])))
    assert " ".join(path_in_full(long).plain.split()).count("X0 < X1") == 100


def test_doubtful_paths_say_so() -> None:
    rows = [path(1, Outcome(OutcomeKind.RETURNED, 1), replayed=False, confirmed=False)]
    assert "returned 1 (unconfirmed) (not replayed)" in printed(paths_table(rows))[1]


def test_a_narrow_terminal_loses_nothing() -> None:
    rows = [path(1, Outcome(OutcomeKind.RETURNED, 1), "a_very_long_name = another_long_name")]
    text = "".join(printed(paths_table(rows), width=60))
    assert "…" not in text


def test_a_path_in_full() -> None:
    changed = path(2, Outcome(OutcomeKind.RETURNED, 3), "Y0.val < X0", AFTER)
    assert path_in_full(changed, with_trace=True).plain.splitlines() == [
        "path 2  returned 3",
        "  when    Y0.val < X0",
        "  input   Y0 ────► Node#1  val = 0",
        "          X0 = 1",
        "  output  Y0 ────► Node#1  val = 1 (was 0)",
        "          X0 = 1",
        "  trace   7:3 then 9:5 else",
    ]


def test_a_path_that_was_cut_has_no_output() -> None:
    cut = path(3, Outcome(OutcomeKind.BOUNDED, None, "max-depth"))
    assert "output" not in path_in_full(cut).plain


def run(strategy: str, counts: Counts, stopped: str | None = None) -> RunSummary:
    account = Account(stopped=stopped, finished=stopped is None)
    return RunSummary("list.tiny", "tiny", strategy, "none", account, {}, counts, 2.1, 1.309)


def test_strategies_side_by_side() -> None:
    runs = [
        run("lazy", Counts(returned=6282, raised=751, queries=4102, answered={"model": 12})),
        run("fieldmaps", Counts(returned=546, queries=1721, answered={"known": 3})),
    ]
    assert printed(compare_table(runs)) == [
        "strategy   paths  returned  raised  violated  bounded  queries  by model  by known  "
        "solver s  total s  paths/s",
        "lazy       7 033     6 282     751         0        0    4 102        12         0  "
        "    1.31     2.10    3 349",
        "fieldmaps    546       546       0         0        0    1 721         0         3  "
        "    1.31     2.10      260",
    ]


def test_unsupported_paths_and_early_stops_get_a_column_when_there_are_any() -> None:
    heading, row = printed(compare_table([run("lazy", Counts(unsupported=4), "timeout")]))
    assert "unsupported" in heading
    assert heading.endswith("stopped")
    assert row.endswith("timeout")


def test_whether_the_paths_are_the_same_has_three_answers() -> None:
    assert same_paths_line(True).endswith("under every strategy: yes")
    assert same_paths_line(False).endswith(": no")
    assert same_paths_line(None, "lazy stopped: timeout").endswith(
        ": not known (lazy stopped: timeout)"
    )
