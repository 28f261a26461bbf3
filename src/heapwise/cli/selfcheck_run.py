"""What `heapwise selfcheck` does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from heapwise.cli.failures import ExitCode
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.frontends.registry import default_selfcheck, selfchecks
from heapwise.heaps import registry
from heapwise.reports.drawing import drawing
from heapwise.reports.wording import counted, number, seconds_text
from heapwise.selfcheck.alarm import TOO_LONG
from heapwise.selfcheck.laws import Law
from heapwise.selfcheck.runner import (
    Result,
    Settings,
    Summary,
    run_selfcheck,
)


def run(settings: Settings, quiet: bool) -> ExitCode:
    console = stdout_console()
    if not quiet:
        console.print(
            f"seed {settings.seed} · programs {settings.first} to "
            f"{settings.first + settings.programs - 1} · {', '.join(settings.strategies)}\n",
            soft_wrap=True,
        )
    summary = Summary()

    def status() -> str:
        return f"{number(summary.programs)} of {counted(settings.programs, 'program')}"

    with Progress(status, enabled=not quiet) as progress:
        for result in run_selfcheck(settings, summary):
            if result.failure is not None:
                with progress.hidden():
                    _print_failure(console, settings, result)
    if not quiet:
        console.print(_strategy_table(settings.strategies, summary))
        console.print()
        console.print(_law_table(summary))
        console.print()
    _print_summary(console, summary)
    if summary.failures:
        return ExitCode.VIOLATION
    return ExitCode.STOPPED if summary.interrupted else ExitCode.DONE


def _print_failure(console: Console, settings: Settings, result: Result) -> None:
    failure = result.failure
    assert failure is not None
    assert result.source is not None
    lines = [
        f"Law {failure.law.value}, broken by {' against '.join(failure.strategies)}",
        "",
        *(f"    {line}" for line in result.source.rstrip().splitlines()),
        "",
        f"  expected  {failure.expected}",
        f"  got       {failure.got}",
    ]
    if failure.heap is not None:
        lines += ["  on        the input", "", *(f"    {line}" for line in drawing(failure.heap))]
    again = f"heapwise selfcheck --seed {settings.seed} --first {result.index} --programs 1"
    if settings.language != default_selfcheck():
        again += f" --language {settings.language}"
    compares = selfchecks()[settings.language].strategies
    if compares and set(settings.strategies) != set(registry.names()):
        again += f" --strategies {','.join(settings.strategies)}"
    if settings.limits.check_invariants:
        again += " --check-invariants"
    console.print("\n".join([*lines, "", f"  again     {again}", ""]), soft_wrap=True)


def _strategy_table(strategies: Sequence[str], summary: Summary) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("strategy")
    table.add_column("paths", justify="right")
    table.add_column("exactness checked by")
    for name in strategies:
        how = "traces" if name in summary.tally.by_trace_only else "conditions"
        table.add_row(name, number(summary.tally.paths[name]), how)
    return table


def _law_table(summary: Summary) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("law")
    table.add_column("checks", justify="right")
    table.add_column("broken", justify="right")
    broken = Counter(result.failure.law for result in summary.failures if result.failure)
    for law in Law:
        table.add_row(law.value, number(summary.tally.checks[law]), number(broken[law]))
    return table


def _print_summary(console: Console, summary: Summary) -> None:
    skipped, too_long = summary.skipped.total(), summary.skipped[TOO_LONG]
    left_out = f"{number(skipped)} skipped"
    if too_long:
        left_out += f", {number(too_long)} of them too long"
    open_ = sum(summary.tally.open.values())
    theorems = summary.tally.theorems
    parts = [
        counted(summary.programs, "program") + (f" ({left_out})" if skipped else ""),
        counted(summary.tally.heaps, "input"),
        *([f"{number(open_)} left open"] if open_ else []),
        *([f"theorems hold of {counted(theorems, 'value set')}"] if theorems else []),
        counted(len(summary.failures), "failure"),
        seconds_text(summary.seconds),
        f"{summary.rate:.1f} programs/s",
    ]
    if summary.interrupted:
        parts.append("interrupted")
    console.print(" · ".join(parts), soft_wrap=True)
