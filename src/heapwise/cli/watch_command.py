"""`heapwise watch`: checks again what an edit affects. What it does is in `watch_run`."""

from __future__ import annotations

from typing import Annotated

import typer

from heapwise.cli.failures import ExitCode, run_command


def watch_command(
    targets: Annotated[
        list[str] | None,
        typer.Argument(metavar="TARGET…", help="As for `check`.", show_default="this folder"),
    ] = None,
) -> None:
    """Check, wait for an edit, check again what it affects, and tell what is different now.

    It needs `pip install 'heapwise[watch]'`. What has not changed comes from the cache. Ctrl-C ends
    it.
    """

    def command() -> ExitCode:
        from heapwise.cli.watch_run import run

        return run(targets or ["."])

    run_command(command)
