"""`heapwise reproduce`: the experiments of the papers, run again."""

from __future__ import annotations

from typing import ClassVar

import typer

from heapwise.cli.lazy_commands import LazyCommands


class _Experiments(LazyCommands):
    homes: ClassVar = {
        name: f"heapwise.cli.reproduce_{name}_command:{name}_command"
        for name in ("all", "lissa", "kiasan", "summaries", "pose")
    }


reproduce_app = typer.Typer(
    cls=_Experiments,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Run the experiments of the papers again, under every strategy.",
)


@reproduce_app.callback()
def _reproduce() -> None:
    pass
