"""`heapwise selfcheck`: the laws of heap strategies on generated programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from heapwise.cli import shared_options
from heapwise.cli.failures import ExitCode, chosen, run_command
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.frontends.registry import selfchecks
from heapwise.heaps import registry
from heapwise.program.source import InputError
from heapwise.reports.drawing import drawing
from heapwise.reports.wording import counted, number, seconds_text
from heapwise.selfcheck.alarm import TOO_LONG
from heapwise.selfcheck.laws import Law, Limits
from heapwise.selfcheck.runner import (
    Result,
    Settings,
    Summary,
    default_language,
    run_selfcheck,
)
from heapwise.workers.pool import available

_WHAT = "What to check"


def selfcheck_command(
    programs: Annotated[
        int,
        typer.Option(metavar="N", help="How many programs to generate.", rich_help_panel=_WHAT),
    ] = 200,
    seed: Annotated[
        int, typer.Option(help="Which sequence of programs.", rich_help_panel=_WHAT)
    ] = 0,
    first: Annotated[
        int,
        typer.Option(metavar="K", help="Begin with this program.", rich_help_panel=_WHAT),
    ] = 0,
    language: Annotated[
        str,
        typer.Option(help=f"Which one: {', '.join(selfchecks())}.", rich_help_panel=_WHAT),
    ] = default_language(),
    strategies: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME,…",
            help=f"Which ones: {', '.join(registry.names())}.",
            show_default="all",
            rich_help_panel=_WHAT,
        ),
    ] = None,
    check_invariants: shared_options.CheckInvariants = False,
    jobs: shared_options.Jobs = None,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Do not stop at the first failure.")
    ] = False,
    quiet: shared_options.Quiet = False,
) -> None:
    """Test the strategies themselves, on random programs against an independent interpreter.

    Every input of a program up to a small size must be accepted by exactly one path, the one that
    it takes; every path must have an input that takes it; and all strategies must find the same
    control-flow paths, the path-optimal ones each of them once. A program that breaks a law is
    made as small as possible and printed.

    Of Python, the semantics are tested: CPython runs every witness and every small input, and value
    or exception, text and final heap must be those that the path predicts.

    **Examples**

    `heapwise selfcheck`

    `heapwise selfcheck --programs 5000 --seed 7 --strategies lazy,pose`

    `heapwise selfcheck --seed 7 --first 1234 --programs 1`

    `heapwise selfcheck --strategies summary --check-invariants --programs 2000`

    `heapwise selfcheck --language python --programs 5000`
    """

    def command() -> ExitCode:
        for option, value, least in (
            ("--programs", programs, 1),
            ("--first", first, 0),
        ):
            if value is not None and value < least:
                raise InputError(f"{option} must be at least {least}, not {value}")
        chosen("language", language, tuple(selfchecks()))
        workers = min(jobs or available(), programs)
        if selfchecks()[language].strategies:
            names = shared_options.strategies_of(strategies)
        elif strategies is not None:
            raise InputError(f"--strategies is about programs of {default_language()}")
        else:
            names = (registry.DEFAULT,)
        if check_invariants and not any(registry.traits_of(n).checks_theorems for n in names):
            raise InputError("--check-invariants: none of these strategies has theorems to check")
        settings = Settings(
            names,
            programs,
            seed,
            first,
            workers,
            keep_going,
            language=language,
            limits=Limits(check_invariants=check_invariants),
        )
        return _run(settings, quiet)

    run_command(command)


def _run(settings: Settings, quiet: bool) -> ExitCode:
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
    if settings.language != default_language():
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
