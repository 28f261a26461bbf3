"""`heapwise invariants`: finds what holds of every object of a class.

What it does is in `invariants_run`.
"""

from __future__ import annotations

from typing import Annotated

import typer

from heapwise.cli import shared_options
from heapwise.cli.failures import ExitCode, run_command


def invariants_command(
    target: Annotated[
        str,
        typer.Argument(
            metavar="TARGET",
            help="A class of Python or Java: `shapes.py:Tree`, `app.jar:com.acme.Tree`.",
        ),
    ],
    max_objects: Annotated[
        int, typer.Option(metavar="N", min=1, help="Objects of each class to explore methods with.")
    ] = 3,
    seconds: Annotated[
        float,
        typer.Option("--timeout", metavar="SECONDS", min=1.0, help="CPU time for the class."),
    ] = 30.0,
    json: shared_options.Json = None,
    quiet: shared_options.Quiet = False,
) -> None:
    """Find an invariant of a class: a `rep_ok` or `repOK` method, ready to paste.

    Candidates (a tree along these fields, a size that counts nodes, keys in order, …) are dropped
    if an object that public calls make refutes them (in Python). Of the others, those are kept
    that the constructor establishes and every public method preserves, which is checked by
    exploring them with 1, 2, 3 … objects of each class.

    **Examples**

    `heapwise invariants shapes.py:Tree`

    `heapwise invariants shapes.py:Tree --max-objects 4 --timeout 60`

    `heapwise invariants build/classes:com.acme.Tree`
    """

    def command() -> ExitCode:
        from heapwise.cli.invariants_run import run

        return run(target, max_objects, seconds, json, quiet)

    run_command(command, target)
