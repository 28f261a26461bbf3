"""`heapwise enumerate`: every valid input within a scope, one of each shape.

What it does is in `enumerate_run`.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from heapwise.cli import shared_options
from heapwise.cli.domains import domain_of
from heapwise.cli.failures import ExitCode, run_command
from heapwise.cli.language_options import language_options, takes_language_options
from heapwise.cli.limits import Limits, bounds_of
from heapwise.cli.outputs import Files
from heapwise.cli.shown_paths import most_of
from heapwise.program.source import InputError

_WHAT = "What to enumerate"


@takes_language_options("enumerate")
def enumerate_command(
    target: Annotated[
        str,
        typer.Argument(
            metavar="TARGET",
            help="A class with an invariant: shapes.py:Tree, shapes.tiny:Tree, classes:pkg.Tree.",
            show_default=False,
        ),
    ],
    scope: Annotated[
        int,
        typer.Option(min=0, help="Objects of each class, at most.", rich_help_panel=_WHAT),
    ] = 3,
    max_objects: shared_options.MaxObjects = None,
    max_length: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Items of a list or an array.",
            show_default="the scope",
            rich_help_panel=_WHAT,
        ),
    ] = None,
    domain: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CLASS.FIELD=VALUES",
            help="What a field may hold: 1..5, or 1,2,null, or Node,null. Repeatable.",
            rich_help_panel=_WHAT,
        ),
    ] = None,
    isomorphic: Annotated[
        bool,
        typer.Option("--isomorphic", help="Isomorphic inputs as well.", rich_help_panel=_WHAT),
    ] = False,
    ignore_unread: Annotated[
        bool,
        typer.Option(
            "--ignore-unread",
            help="Inputs that differ only where the invariant does not look are one.",
            rich_help_panel=_WHAT,
        ),
    ] = False,
    errors: Annotated[
        str,
        typer.Option(
            metavar="report|false",
            help="An invariant that raises is false; `report` shows the structure instead.",
            rich_help_panel=_WHAT,
        ),
    ] = "false",
    show: Annotated[
        str,
        typer.Option(
            metavar="N|all", help="How many to draw.", rich_help_panel=shared_options.OUTPUT
        ),
    ] = "20",
    count: Annotated[
        bool,
        typer.Option("--count", help="Only count them.", rich_help_panel=shared_options.OUTPUT),
    ] = False,
    json: shared_options.Json = None,
    html: shared_options.Html = None,
    dot: shared_options.Dot = None,
    mermaid: shared_options.Mermaid = None,
    pytest: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write them as parameters of tests (Python).",
            show_default=False,
            rich_help_panel=shared_options.OUTPUT,
        ),
    ] = None,
    jobs: shared_options.Jobs = None,
    cluster: shared_options.Cluster = None,
    quiet: shared_options.Quiet = False,
    **language: str | list[str] | None,
) -> None:
    """List all valid inputs within a scope, one of each shape (Korat).

    The invariant is a method that says whether an object is valid: `rep_ok` in Python, `repOK` in
    Java and the small languages. Inputs that differ only in the identity of their objects are one.

    **Examples**

    `heapwise enumerate benchmarks/lissa/tree_map.py:TreeMap --scope 3 --domain Entry.key=0..0`

    `heapwise enumerate shapes.py:Tree --scope 4 --count`

    `heapwise enumerate build/classes:pkg.Tree --scope 4 --domain Node.key=1..4`

    `heapwise enumerate shapes.py:Tree --scope 3 --pytest test_inputs.py`
    """

    def command() -> ExitCode:
        if errors not in ("report", "false"):
            raise InputError(f"--errors takes report or false, not `{errors}`")
        bounds = bounds_of(Limits(max_objects=max_objects or (), max_length=max_length))
        domains = dict(domain_of(text) for text in domain or ())
        extra = language_options(target, language)
        most = 0 if quiet or count else most_of(show)
        from heapwise.cli.enumerate_run import run
        from heapwise.frontends.enumerating import enumerate_inputs
        from heapwise.workers.clusters import workforce
        from heapwise.workers.shared_search import SharedEnumeration

        make = partial(
            enumerate_inputs,
            target,
            scope if bounds.max_objects is None else bounds.max_objects,
            objects_of=bounds.max_objects_of,
            max_length=bounds.max_length,
            domains=domains,
            symmetric=not isomorphic,
            raising=errors == "report",
            complete=not ignore_unread,
            language_options=extra,
        )
        inputs = SharedEnumeration(make, workforce(cluster, jobs))
        return run(inputs, target, most, Files(json, html, dot, mermaid), pytest, quiet)

    run_command(command, target)
