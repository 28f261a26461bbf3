"""`heapwise selfcheck`: the laws of heap strategies on generated programs.

What it does is in `selfcheck_run`.
"""

from __future__ import annotations

from typing import Annotated

import typer

from heapwise.cli import shared_options
from heapwise.cli.failures import ExitCode, chosen, run_command
from heapwise.frontends.registry import default_selfcheck, selfchecks
from heapwise.heaps import registry
from heapwise.program.source import InputError

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
    ] = default_selfcheck(),
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
        if selfchecks()[language].strategies:
            names = shared_options.strategies_of(strategies)
        elif strategies is not None:
            raise InputError(f"--strategies is about programs of {default_selfcheck()}")
        else:
            names = (registry.DEFAULT,)
        if check_invariants and not any(registry.traits_of(n).checks_theorems for n in names):
            raise InputError("--check-invariants: none of these strategies has theorems to check")
        from heapwise.cli.selfcheck_run import run
        from heapwise.selfcheck.laws import Limits
        from heapwise.selfcheck.runner import Settings
        from heapwise.workers.pool import available

        settings = Settings(
            names,
            programs,
            seed,
            first,
            min(jobs or available(), programs),
            keep_going,
            language=language,
            limits=Limits(check_invariants=check_invariants),
        )
        return run(settings, quiet)

    run_command(command)
