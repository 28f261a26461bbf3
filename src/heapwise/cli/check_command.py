"""`heapwise check`: every contract, assertion and uncaught exception of a module or class.

What it does is in `check_run`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from heapwise.checking.check_options import CheckOptions
from heapwise.cli import shared_options
from heapwise.cli.failures import ExitCode, chosen, run_command
from heapwise.cli.language_options import language_options, takes_language_options
from heapwise.cli.outputs import Files
from heapwise.engine.bounds import Bounds
from heapwise.frontends.registry import need_target
from heapwise.frontends.target_folders import expanded
from heapwise.heaps.shape_names import SHAPES


@takes_language_options("check")
def check_command(
    targets: Annotated[
        list[str],
        typer.Argument(
            metavar="TARGET…",
            help="`file.py`, `file.py:Class`, `file.py:function`, `package.module:…`; a folder or "
            "a package, with all that is in it; a folder of classes or a jar, "
            "`app.jar:pkg.Class`, `jdk:java.util.BitSet.get(int)`; `list.tiny`",
            show_default=False,
        ),
    ],
    seconds: Annotated[
        float,
        typer.Option("--timeout", metavar="SECONDS", min=0.1, help="Time for each function."),
    ] = 30.0,
    max_objects: Annotated[
        int,
        typer.Option(metavar="N", min=1, help="Where deepening ends: objects of each class."),
    ] = 5,
    shapes: Annotated[
        str,
        typer.Option(
            metavar="any|dag|tree",
            help="Inputs of any shape, without cycles, or without cycles and sharing.",
        ),
    ] = "any",
    leading_asserts: Annotated[
        bool,
        typer.Option(
            "--leading-asserts", help="Asserts at the top of a function are preconditions."
        ),
    ] = False,
    assume_contracts: shared_options.AssumeContracts = None,
    endless: Annotated[
        bool,
        typer.Option(
            "--endless/--no-endless", help="Whether a loop that does not end is a finding."
        ),
    ] = True,
    digits: Annotated[
        bool,
        typer.Option(
            "--digits/--no-digits",
            help="Whether it is a finding that CPython refuses an integer with very many digits: "
            "to write it, to make a float of it, to take it for an index or a count.",
        ),
    ] = False,
    private: Annotated[
        bool,
        typer.Option("--private", help="Check functions with a leading underscore on their own."),
    ] = False,
    exclude: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATTERN",
            help="Leave out files and folders like this, such as `legacy/*`. Repeatable. Hidden "
            "folders, virtual environments, builds and tests are left out unless they are named.",
            show_default=False,
        ),
    ] = None,
    changed_since: Annotated[
        str | None,
        typer.Option(
            metavar="REV",
            help="Only functions that a change since this commit of Git can affect.",
            show_default=False,
        ),
    ] = None,
    strategy: shared_options.Strategy = None,
    precondition: shared_options.Precondition = None,
    jobs: shared_options.Jobs = None,
    cluster: shared_options.Cluster = None,
    cache: Annotated[
        bool,
        typer.Option(
            "--cache/--no-cache",
            help="Whether a function is not checked again if nothing that it depends on has "
            "changed: verdicts are kept in .heapwise/cache.sqlite.",
            envvar="HEAPWISE_CACHE",
            show_envvar=False,
        ),
    ] = True,
    json: shared_options.Json = None,
    html: shared_options.Html = None,
    quiet: shared_options.Quiet = False,
    **language: str | list[str] | None,
) -> None:
    """Check modules, folders, classes or jars: contracts, assertions, exceptions that nobody wants.

    Every function is explored with all inputs its types and contracts allow — aliased, shared,
    cyclic, any subclass — with 1, 2, 3 … objects of each class. Each finding comes with the
    smallest input that shows it, replayed in CPython or in a JVM.

    **Examples**

    `heapwise check bank.py`

    `heapwise check src/ --changed-since main`

    `heapwise check bank.py:Account.transfer --timeout 60`

    `heapwise check build/classes`, `heapwise check app.jar:com.acme.Tree`

    `heapwise check shapes.py:Tree --shapes tree --json findings.json`

    `heapwise check shapes.py --html report.html`
    """

    def command() -> ExitCode:
        chosen_shapes = chosen("value of --shapes", shapes, SHAPES)
        settings = CheckOptions(
            seconds,
            max_objects,
            strategy,
            chosen_shapes,
            tuple(assume_contracts or ()),
            endless,
            digits,
            precondition,
            leading_asserts,
            lines=html is not None,
        )
        found = expanded(targets, exclude or ())
        chosen_for = {
            target: replace(settings, language_options=language_options(target, language))
            for target in found
        }
        for target in found:
            need_target(target)
        for target in found[:1]:
            settings.plan(target, Bounds())  # raises if a choice does not exist
        from heapwise.cli.check_run import How, Planned, run

        planned = [Planned(target, chosen_for[target], private) for target in found]
        files = Files(json, html)
        return run(
            planned, How(" ".join(targets), files, quiet, jobs, cluster, cache, changed_since)
        )

    run_command(command)
