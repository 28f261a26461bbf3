"""What `heapwise compare` does."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

from heapwise.api import Exploration
from heapwise.cli.bounds_line import bounds_text
from heapwise.cli.failures import ExitCode
from heapwise.cli.outputs import open_if_named
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.cli.verdict_codes import exit_code
from heapwise.comparing import Comparison, compared
from heapwise.plan import RunPlan
from heapwise.reports.comparefile import write_compare_csv, write_compare_json
from heapwise.reports.destination import STDOUT
from heapwise.reports.html.list_pages import ComparePage
from heapwise.reports.table import compare_table, same_paths_line
from heapwise.reports.wording import counted
from heapwise.results import OutcomeKind
from heapwise.workers.clusters import Workforce, workforce
from heapwise.workers.exploring import Spread
from heapwise.workers.unit_of_work import Look

_WIDEST_TABLE = 250


def run(
    plan: RunPlan,
    strategies: Sequence[str],
    json: str | None,
    csv: str | None,
    html: str | None,
    quiet: bool,
    jobs: int | None = 1,
    cluster: str | None = None,
) -> ExitCode:
    console = stdout_console()
    console.quiet = STDOUT in (json, csv, html)
    with ExitStack() as stack:
        json_to = open_if_named(stack, "--json", json, plan.target)
        csv_to = open_if_named(stack, "--csv", csv, plan.target)
        page_to = open_if_named(stack, "--html", html, plan.target)
        page = ComparePage() if page_to is not None else None
        found = _compared(plan, strategies, page, quiet, workforce(cluster, jobs))
        summaries, same = found.runs, found.same_paths
        if json_to is not None:
            write_compare_json(json_to.begin(), summaries, same)
        if csv_to is not None:
            write_compare_csv(csv_to.begin(), summaries)
        if page is not None and page_to is not None:
            page_to.begin().write(page.text(plan.target, summaries, same))
    if not quiet:
        console.print(
            f"{plan.target} · {bounds_text(plan.bounds.to_json(), plan.bounds.unlimited)}\n",
            soft_wrap=True,
        )
    # A narrow terminal may wrap the lines; figures cut off at the margin would be worse.
    console.width = max(console.width, _WIDEST_TABLE)
    console.print(compare_table(summaries), crop=False)
    if len(summaries) > 1 and (same is not None or found.why_unknown):
        console.print(same_paths_line(same, found.why_unknown))
    return exit_code(summary.verdict for summary in summaries)


def _compared(
    plan: RunPlan,
    strategies: Sequence[str],
    page: ComparePage | None,
    quiet: bool,
    workers: Workforce,
) -> Comparison:
    """One strategy after the other. An interrupt ends the current one and skips the rest."""
    done = 0

    def count(exploration: Exploration, strategy: str) -> bool:
        nonlocal done
        done += 1
        status = partial(_status, exploration, f"{done} of {len(strategies)} · {strategy}")
        if page is not None:
            page.begin(exploration.witnesses.sources())
        with Progress(status, enabled=not quiet):
            one = replace(plan, strategy=strategy, automatic=False)
            _count(exploration, one, page, workers)
        return exploration.account.stopped != "interrupted"

    return compared(plan, strategies, count)


def _count(
    exploration: Exploration, plan: RunPlan, page: ComparePage | None, workers: Workforce
) -> None:
    """To the end, or until the user interrupts. One violation that is shown is enough."""
    spread = Spread(
        exploration,
        plan,
        workers.jobs if page is None else 1,  # a page shows traces, which others do not send
        look=Look.CONTROL_FLOW,
        ordered=False,
        executors=workers.executors,
    )
    traces: set[bytes] = set()
    for found in spread.paths():
        if found.control_flow is not None:
            traces.add(found.control_flow)
            if page is not None and found.leaf is not None:
                page.add(found.kind.value, found.detail, exploration.witnesses.trace(found.leaf))
        if found.kind is OutcomeKind.VIOLATED and not exploration.account.violations.get(""):
            spread.describe(found)
    exploration.track(traces)


def _status(exploration: Exploration, which: str) -> str:
    return f"{which} · {counted(exploration.summary.counts.paths, 'path')}"
