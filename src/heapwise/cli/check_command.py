"""`heapwise check`: every contract, assertion and uncaught exception of a module or class.

What it does is in `check_run`.
"""

from __future__ import annotations

from typing import Annotated

import typer

from heapwise.cli import shared_options
from heapwise.cli.failures import ExitCode, chosen, run_command
from heapwise.cli.language_options import takes_language_options
from heapwise.cli.outputs import FORMATS, TEXT, Files
from heapwise.results.input_choice import REACHABLE

_SILENCE = "What nobody wants to hear of"
_FAIL_ON = ("violation", "open")
_OPEN = "open"


@takes_language_options("check")
def check_command(
    context: typer.Context,
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
    seconds: shared_options.SecondsOfFunction = 30.0,
    max_objects: shared_options.MostObjects = None,
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
    find_invariants: Annotated[
        bool,
        typer.Option(
            "--find-invariants/--no-find-invariants",
            help="Whether, if a function fails for objects alone that no calls were seen to build, "
            "an invariant of their class is looked for and assumed (Python).",
        ),
    ] = True,
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
    ignore: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RULE",
            help="Be silent about findings of this rule, such as HW105 (`heapwise explain` lists "
            "them). Repeatable.",
            show_default=False,
            rich_help_panel=_SILENCE,
        ),
    ] = None,
    allow: Annotated[
        list[str] | None,
        typer.Option(
            metavar="EXCEPTION",
            help="No function fails by raising this. Repeatable.",
            show_default=False,
            rich_help_panel=_SILENCE,
        ),
    ] = None,
    baseline: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Be silent about the findings in this file: only new ones count.",
            show_default=False,
            rich_help_panel=_SILENCE,
        ),
    ] = None,
    write_baseline: Annotated[
        bool,
        typer.Option(
            "--write-baseline",
            help="Write what is found to the baseline.",
            show_default="heapwise-baseline.json",
            rich_help_panel=_SILENCE,
        ),
    ] = False,
    inputs: shared_options.Inputs = REACHABLE,
    engine: Annotated[
        str,
        typer.Option(
            metavar="auto|paths|merged",
            help="Explore paths one by one, run all of them merged, which proves more, or both.",
        ),
    ] = "auto",
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
    fail_on: Annotated[
        str,
        typer.Option(
            metavar="|".join(_FAIL_ON),
            help="What has an exit code other than 0 (and 2, for bad usage): violations, or also "
            "what is open, which may be nobody's fault.",
        ),
    ] = _OPEN,
    config: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|none",
            help="What the project says about checks.",
            show_default="heapwise.toml or pyproject.toml, here or above",
        ),
    ] = None,
    format: Annotated[
        str,
        typer.Option(
            metavar="|".join(FORMATS),
            help="What is written: for people, or as SARIF, annotations of GitHub, JUnit's XML …",
            rich_help_panel=shared_options.OUTPUT,
        ),
    ] = TEXT,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE|-",
            help="Where to write it.",
            show_default="standard output",
            rich_help_panel=shared_options.OUTPUT,
        ),
    ] = "-",
    json: shared_options.Json = None,
    html: shared_options.Html = None,
    quiet: shared_options.Quiet = False,
    **language: str | list[str] | None,
) -> None:
    """Check modules, folders, classes or jars: contracts, assertions, exceptions that nobody wants.

    Every function is explored with all inputs its types and contracts allow — aliased, shared,
    cyclic, any subclass — with 1, 2, 3 … objects of each class. Each finding comes with the
    smallest input that shows it, replayed in CPython or in a JVM. A failure counts if its objects
    can be made by calls of public functions (`--inputs any`: all count).

    **Examples**

    `heapwise check bank.py`

    `heapwise check src/ --changed-since main`

    `heapwise check bank.py:Account.transfer --timeout 60`

    `heapwise check build/classes`, `heapwise check app.jar:com.acme.Tree`

    `heapwise check shapes.py:Tree --shapes tree --json findings.json`

    `heapwise check shapes.py --html report.html`, `heapwise check . --format sarif -o out.sarif`
    """

    given = {**locals(), **language}

    def command() -> ExitCode:
        from heapwise.cli.check_planning import choices

        made = choices(check_command, given, explicitly(context))
        chosen("value of --format", made["format"], FORMATS)
        chosen("value of --fail-on", made["fail_on"], _FAIL_ON)
        if write_baseline and made["baseline"] is None:
            made = choices(
                check_command,
                {**given, "baseline": "heapwise-baseline.json"},
                {**explicitly(context), "baseline": "default"},
            )
        planned = made.planned(targets)
        from heapwise.cli.check_run import How, run

        how = How(
            " ".join(targets),
            Files(json, html),
            quiet,
            made["jobs"],
            made["cluster"],
            made["cache"],
            changed_since,
            made.config.path,
            made.baseline(),
            tuple(made.known()),
            write_baseline,
            made["format"],
            output,
            made["fail_on"] == _OPEN,
        )
        return run(planned, how)

    run_command(command)


def explicitly(context: typer.Context) -> dict[str, str]:
    """Which options were given, and where: they win over the configuration."""
    where = {"COMMANDLINE": "command line", "ENVIRONMENT": "environment"}
    found = {name: context.get_parameter_source(name) for name in context.params}
    return {
        name: where[source.name]
        for name, source in found.items()
        if source is not None and source.name in where
    }
