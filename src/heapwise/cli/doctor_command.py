"""`heapwise doctor`: is everything there that Heapwise needs, and what is missing for the rest?

What it does is in `doctor_run`.
"""

from __future__ import annotations

from typing import Annotated

import typer

from heapwise.cli import shared_options
from heapwise.cli.failures import ExitCode, run_command


def doctor_command(
    json: Annotated[bool, typer.Option("--json", help="As JSON, for a program to read.")] = False,
    quiet: shared_options.Quiet = False,
) -> None:
    """Check this machine: what Heapwise needs, and what some of its commands can use.

    ✓ is there · ✗ is missing and needed · – is missing, and only some commands want it. Exit code 2
    if something needed is missing.

    **Example**

    `heapwise doctor`
    """

    def command() -> ExitCode:
        from heapwise.cli.doctor_run import run

        return run(json, quiet)

    run_command(command)
