"""The `heapwise` program: its commands, `--version`, and the way into it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from heapwise.cli.check import check_command
from heapwise.cli.compare import compare_command
from heapwise.cli.doctor import doctor_command
from heapwise.cli.enumerate import enumerate_command
from heapwise.cli.explore import explore_command
from heapwise.cli.failures import EXIT_CODES
from heapwise.cli.reproduce import reproduce_app
from heapwise.cli.selfcheck import selfcheck_command
from heapwise.cli.tests import write_tests_command

app = typer.Typer(
    name="heapwise",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
    epilog=EXIT_CODES,
)
app.command("explore", epilog=EXIT_CODES)(explore_command)
app.command("check", epilog=EXIT_CODES)(check_command)
app.command("tests", epilog=EXIT_CODES)(write_tests_command)
app.command("compare", epilog=EXIT_CODES)(compare_command)
app.command("enumerate", epilog=EXIT_CODES)(enumerate_command)
app.command("selfcheck", epilog=EXIT_CODES)(selfcheck_command)
app.command("doctor", epilog=EXIT_CODES)(doctor_command)
app.add_typer(reproduce_app, name="reproduce", epilog=EXIT_CODES)


def _print_version(wanted: bool) -> None:
    if not wanted:
        return
    try:
        print(f"heapwise {version('heapwise')}")
    except PackageNotFoundError:
        print("heapwise (not installed: running from its source)")
    raise typer.Exit


@app.callback()
def heapwise(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Symbolic execution of programs whose inputs are object graphs.

    Heapwise runs a program on **all** input heaps at once (null, aliased, cyclic, shared) within
    bounds that you choose, and lists the paths it can take, each with an input that takes it.

    Begin with `heapwise check examples/bank.py`, or `heapwise explore examples/swap.tiny -v`.
    """


def main() -> None:
    # Drawings must not crash a terminal that cannot show them.
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    app(with_json_to_stdout(sys.argv[1:]), prog_name="heapwise")


def with_json_to_stdout(arguments: Sequence[str]) -> list[str]:
    """`--json` with no file after it means the standard output; for `doctor` it always does."""
    if "doctor" in arguments[:1]:
        return list(arguments)
    written: list[str] = []
    for place, argument in enumerate(arguments):
        written.append(argument)
        after = arguments[place + 1] if place + 1 < len(arguments) else "--"
        if argument == "--json" and after.startswith("-") and after != "-":
            written.append("-")
    return written
