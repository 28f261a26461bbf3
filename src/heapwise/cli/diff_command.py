"""`heapwise diff`: two versions of functions, on all inputs. What it does is in `diff_run`."""

from __future__ import annotations

from typing import Annotated

import typer

from heapwise.cli import shared_options
from heapwise.cli.failures import ExitCode, run_command
from heapwise.program.source import InputError


def diff_command(
    targets: Annotated[
        list[str],
        typer.Argument(
            metavar="BEFORE NOW | TARGET…",
            help="Two files, modules, classes or functions; with --rev, what to compare with what "
            "it was.",
            show_default=False,
        ),
    ],
    rev: Annotated[
        str | None,
        typer.Option(metavar="REV", help="Compare with this commit of Git.", show_default=False),
    ] = None,
    seconds: shared_options.SecondsOfFunction = 30.0,
    max_objects: shared_options.MostObjects = None,
    test: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write tests that pass before and fail now; - is standard output.",
            show_default=False,
            rich_help_panel=shared_options.OUTPUT,
        ),
    ] = None,
    json: shared_options.Json = None,
    quiet: shared_options.Quiet = False,
) -> None:
    """Compare two versions of functions: equal for all inputs, or an input that tells them apart.

    Both run on equal copies of every input within the bounds, aliased and cyclic ones too. Results,
    classes of exceptions and what is left of the arguments are compared, up to the identity of new
    objects.

    **Examples**

    `heapwise diff old.py:merge new.py:merge`

    `heapwise diff --rev HEAD~1 bank.py`

    `heapwise diff --rev main src/ --test test_as_before.py`
    """

    def command() -> ExitCode:
        if rev is None and len(targets) != 2:
            raise InputError("name two versions, or one and --rev REV")
        from heapwise.checking.check_options import CheckOptions
        from heapwise.cli.diff_run import run

        return run(targets, rev, CheckOptions(seconds, max_objects), test, json, quiet)

    run_command(command)
