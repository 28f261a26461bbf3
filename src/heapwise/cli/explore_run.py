"""What `heapwise explore` does."""

from __future__ import annotations

import sys
import time
from collections.abc import Collection
from contextlib import ExitStack, closing
from dataclasses import replace

from rich.console import Console

from heapwise.api import Exploration, start
from heapwise.cli.bounds_line import bounds_text
from heapwise.cli.explore_files import DESCRIBING_BY_WORKERS, Reports
from heapwise.cli.failures import ExitCode
from heapwise.cli.listing import Listing
from heapwise.cli.outputs import Files
from heapwise.cli.shown_paths import View
from heapwise.cli.terminal import (
    Progress,
    left_text,
    progress_text,
    stdout_console,
    worker_lines,
)
from heapwise.cli.verdict_codes import exit_code
from heapwise.cli.working import Working
from heapwise.frontends.protocol import BuildsInputs, BuiltPaths
from heapwise.frontends.registry import claiming
from heapwise.plan import RunPlan
from heapwise.program.source import InputError
from heapwise.reports.gaps import bounded_line, gap_lines
from heapwise.reports.wording import counted, summary_line
from heapwise.results import COMPLETED, OutcomeKind, PathResult, Verdict
from heapwise.workers.clusters import workforce
from heapwise.workers.exploring import Spread
from heapwise.workers.store import DEFAULT, stored_run
from heapwise.workers.unit_of_work import Look

_ALONE = Working()


def run(
    plan: RunPlan,
    view: View,
    files: Files,
    quiet: bool,
    working: Working = _ALONE,
    reachable: bool = False,
) -> ExitCode:
    """If only `reachable` inputs count, calls are looked for that make those of the paths."""
    console = stdout_console()
    completed: list[PathResult] | None = [] if reachable else None
    builder = _builder(plan.target) if reachable else None
    with ExitStack() as stack:
        reports = Reports(stack, files, plan.target, view.shows_all or reachable)
        if reports.take_stdout:
            # What is for a program to read must be alone there.
            console.quiet, view = True, replace(view, most=0)
        workers = workforce(working.cluster, working.jobs)
        store = stored_run(plan, working.store, working.resume)
        if store is not None and store.instead_of is not None:
            print(
                f"heapwise: run {store.instead_of} is of another version of the program, or with "
                f"other options: this is a new one, {store.name}",
                file=sys.stderr,
            )
        exploration = start(plan)
        reports.begin(exploration)
        if not quiet:
            _print_header(console, exploration, plan.bounds.unlimited)
            if exploration.remark is not None:
                console.print(exploration.remark, soft_wrap=True, highlight=False, markup=False)
        listing = Listing(console, view, exploration.words)
        is_all_seen = reports.want_all_described or view.shows_all or reachable
        at_least = Look.ALL_OUTLINED if reports.want_all else Look.VIOLATIONS_DESCRIBED
        spread = Spread(
            exploration,
            plan,
            workers.jobs,
            look=Look.ALL_DESCRIBED if is_all_seen else at_least,
            ordered=reports.want_all or view.most != 0 or view.only is not None,
            executors=workers.executors,
            store=store,
            describing=DESCRIBING_BY_WORKERS if reports.want_all else 0.0,
        )
        _follow(spread, listing, reports, quiet, completed)
        reports.finish(exploration.summary)
    if spread.not_kept is not None:
        print(
            f"heapwise: {working.store or DEFAULT} has not got all of it: {spread.not_kept}",
            file=sys.stderr,
        )
    if view.only is None:
        if not quiet:
            more = exploration.summary.counts.paths - listing.completed
            if more > 0:
                everything = files.json or files.html
                where = f"all of them are in {everything}" if everything else _ELSEWHERE
                console.print(f"… {counted(more, 'more path')}: {where}")
            folded = bounded_line(exploration.account)
            if folded and not view.drawn:
                console.print(f"{folded}; -v shows them", soft_wrap=True)
        console.print(summary_line(exploration.summary), soft_wrap=True)
        for line in gap_lines(exploration.account):
            console.print(line, soft_wrap=True, highlight=False, markup=False)
    elif not listing.shown:
        _explain_missing_path(console, exploration, view.only)
    if completed is not None and builder is not None:
        built = builder.built_paths(plan.target, completed)
        if not quiet:
            _print_built(console, built)
        violated = [each.id for each in completed if each.outcome.kind is OutcomeKind.VIOLATED]
        if violated and all(each in built.unseen for each in violated):
            return exit_code([Verdict.UNREACHED])
    return exit_code([exploration.summary.verdict])


_ELSEWHERE = "--show all, --json FILE or --html FILE"


def _builder(target: str) -> BuildsInputs:
    language = claiming(target)
    if not isinstance(language, BuildsInputs):
        raise InputError(f"{target}: no calls that make inputs are looked for there")
    return language


def _print_built(console: Console, built: BuiltPaths) -> None:
    """Which inputs can be made, and how."""
    for number, snippet in sorted(built.made.items()):
        console.print(f"path {number} by public calls: {snippet}", soft_wrap=True, markup=False)
    if built.unseen:
        numbers = ", ".join(map(str, built.unseen))
        tried = f"{built.tried:,}".replace(",", " ")
        heading = "for objects that the public methods were not seen to build"
        console.print(f"{heading} ({tried} calls tried): path {numbers}", soft_wrap=True)


def _follow(
    spread: Spread,
    listing: Listing,
    reports: Reports,
    quiet: bool,
    completed: list[PathResult] | None,
) -> None:
    """Run to the end, or until the user interrupts. What was `completed` is kept if somebody asks.

    Only what somebody will look at is described: that costs far more than finding a path.
    """
    exploration = spread.run
    started = time.monotonic()

    def status() -> str:
        found = exploration.summary.counts.paths
        text = progress_text(found, time.monotonic() - started, spread.pending)
        return "\n".join([*worker_lines(spread.workers), text + left_text(spread.seconds_left)])

    with closing(spread.paths()) as paths, Progress(status, enabled=not quiet) as progress:
        is_over = False
        while not is_over:
            try:
                for found in paths:
                    is_shown = found.case == 1 and listing.wants(found.number, found.kind)
                    # Only a replay makes a violation of what looks like one.
                    is_wanted = is_shown or found.kind is OutcomeKind.VIOLATED
                    is_looked_for = completed is not None and found.kind in COMPLETED
                    reports.count(spread.seconds_describing)
                    is_known = found.path is not None and reports.want_all
                    is_wanted_now = is_known or reports.want_next_described
                    if not (is_wanted or is_looked_for or is_wanted_now):
                        if reports.want_all:
                            with reports.timed():
                                reports.add_outline(spread.outline(found))
                        continue
                    with reports.timed():
                        described = spread.describe(found)
                    if completed is not None and is_looked_for and found.case == 1:
                        completed.append(described)
                    reports.add(described, is_shown, listing.is_single)
                    if is_shown:
                        listing.add(described, progress.hidden)
                        if listing.is_single and not reports.want_all:
                            break
                is_over = True
            except KeyboardInterrupt:
                # What was found and waits for its turn comes now.
                spread.stop("interrupted")
    listing.finish()


def _print_header(console: Console, exploration: Exploration, unlimited: Collection[str]) -> None:
    summary = exploration.summary
    assumed = ", ".join(summary.assumed) or summary.precondition
    bounds = bounds_text(summary.bounds, unlimited)
    console.print(
        f"strategy {summary.strategy} · precondition {assumed} · {bounds}\n", soft_wrap=True
    )


def _explain_missing_path(console: Console, exploration: Exploration, number: int) -> None:
    summary = exploration.summary
    if summary.stopped is None:
        raise InputError(f"there is no path {number}: {summary_line(summary)}")
    console.print(f"path {number} was not reached: {summary_line(summary)}", soft_wrap=True)
