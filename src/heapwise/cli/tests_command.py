"""`heapwise tests`: a file of tests from the paths of functions. What it does is in `tests_run`."""

from __future__ import annotations

from typing import Annotated

import typer

from heapwise.cli import shared_options
from heapwise.cli.failures import ExitCode, chosen, run_command
from heapwise.cli.language_options import language_options, takes_language_options
from heapwise.cli.outputs import destination_of
from heapwise.frontends.test_options import (
    DEFAULT_LENGTH,
    DEFAULT_LIMIT,
    DEFAULT_OBJECTS,
    DEFAULT_SECONDS,
    TestOptions,
)
from heapwise.plan import RunPlan
from heapwise.results.input_choice import INPUTS, REACHABLE


@takes_language_options("tests")
def write_tests_command(
    target: Annotated[
        str,
        typer.Argument(
            metavar="TARGET",
            help="`file.py:function`, `file.py:Class.method`, `file.py:Class`, `file.py`, "
            "`package.module:…`, `classes:pkg.Class`, `app.jar:pkg.Class.method`",
        ),
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE|-", help="The file to write; - is standard output."
        ),
    ] = "-",
    force: Annotated[
        bool,
        typer.Option("--force", help="Overwrite a file that heapwise has not written."),
    ] = False,
    max_objects: Annotated[
        int, typer.Option(metavar="N", min=1, help="Input objects of each class.")
    ] = DEFAULT_OBJECTS,
    max_length: Annotated[
        int, typer.Option(metavar="N", min=0, help="Items of an input list, dict or set.")
    ] = DEFAULT_LENGTH,
    seconds: shared_options.SecondsOfFunction = DEFAULT_SECONDS,
    contracts: Annotated[
        bool,
        typer.Option(help="Only inputs that meet the preconditions and invariants."),
    ] = True,
    limit: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=1,
            help="Paths of a function to make tests of; more only if a branch or an outcome "
            "would be missed.",
        ),
    ] = DEFAULT_LIMIT,
    keep_all: Annotated[bool, typer.Option("--all", help="A test for every path.")] = False,
    boundaries: Annotated[
        bool,
        typer.Option(help="Also tests where a comparison is just about true or false."),
    ] = True,
    private: Annotated[
        bool, typer.Option("--private", help="Also functions with a leading underscore.")
    ] = False,
    inputs: shared_options.Inputs = REACHABLE,
    find_invariants: Annotated[
        bool,
        typer.Option(
            "--find-invariants/--no-find-invariants",
            help="Whether, if paths need objects that no calls were seen to build, an invariant of "
            "their class is looked for and assumed (Python).",
        ),
    ] = True,
    strategy: shared_options.Strategy = None,
    precondition: shared_options.Precondition = None,
    html: shared_options.Html = None,
    jobs: shared_options.Jobs = None,
    cluster: shared_options.Cluster = None,
    quiet: shared_options.Quiet = False,
    **language: str | list[str] | None,
) -> None:
    """Write a pytest or JUnit file: one test per path, with what CPython or a JVM was seen to do.

    Each test builds an input heap, calls the function, and asserts what it returned or raised and
    what it left behind. A pytest file is run once before the command ends: it passes.

    **Examples**

    `heapwise tests shapes.py:Tree.insert -o test_tree.py`

    `heapwise tests build/classes:pkg.Tree -o TreeTest.java`

    `heapwise tests shapes.py --max-objects 2 --limit 10 -o test_shapes.py`
    """

    def command() -> ExitCode:
        destination = destination_of(output, target, force)
        settings = TestOptions(
            seconds=seconds,
            max_objects=max_objects,
            max_length=max_length,
            strategy=strategy,
            precondition=precondition,
            contracts=contracts,
            limit=None if keep_all else limit,
            boundaries=boundaries,
            language_options=language_options(target, language),
            inputs=chosen("value of --inputs", inputs, INPUTS),
            find_invariants=find_invariants,
        )
        # Raises if a choice does not exist.
        RunPlan(target, strategy, precondition=precondition, keeps_invariants=True)
        from heapwise.cli.tests_run import run

        return run(target, destination, settings, private, html, quiet, jobs, cluster)

    run_command(command, target)
