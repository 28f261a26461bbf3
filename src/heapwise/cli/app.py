"""The `heapwise` program: its commands, `--version`, and the way into it.

A command is imported when it is called, and what it needs when its target is known: `--version` and
a message about bad input must not wait for a solver.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import Annotated, ClassVar

import typer

from heapwise.cli.exitcodes import EXIT_CODES, ExitCode
from heapwise.cli.lazy_commands import LazyCommands
from heapwise.frontends.registry import need_name, need_target
from heapwise.frontends.target_folders import names_folder
from heapwise.program.source import InputError

_REPORTS = ("--json", "--html", "--dot", "--mermaid")
_WITH_TARGETS = ("check", "diff")
_WITH_TARGET = ("explore", "check", "tests", "compare", "enumerate", "invariants", "serve", "diff")


class _Commands(LazyCommands):
    homes: ClassVar = {
        "explore": "heapwise.cli.explore_command:explore_command",
        "check": "heapwise.cli.check_command:check_command",
        "tests": "heapwise.cli.tests_command:write_tests_command",
        "compare": "heapwise.cli.compare_command:compare_command",
        "diff": "heapwise.cli.diff_command:diff_command",
        "enumerate": "heapwise.cli.enumerate_command:enumerate_command",
        "invariants": "heapwise.cli.invariants_command:invariants_command",
        "learn": "heapwise.cli.learn_command:learn_command",
        "serve": "heapwise.cli.serve_command:serve_command",
        "watch": "heapwise.cli.watch_command:watch_command",
        "lsp": "heapwise.cli.lsp_command:lsp_command",
        "selfcheck": "heapwise.cli.selfcheck_command:selfcheck_command",
        "config": "heapwise.cli.config_command:config_command",
        "explain": "heapwise.cli.explain_command:explain_app",
        "doctor": "heapwise.cli.doctor_command:doctor_command",
        "runs": "heapwise.cli.runs_command:runs_app",
        "reproduce": "heapwise.cli.reproduce_command:reproduce_app",
    }


app = typer.Typer(
    name="heapwise",
    cls=_Commands,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 100},
    epilog=EXIT_CODES,
)


def _print_version(wanted: bool) -> None:
    if not wanted:
        return
    from importlib.metadata import PackageNotFoundError, version

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

    Begin with `heapwise` alone, which says what to try in this folder, or `heapwise check FILE.py`.
    """


def main() -> None:
    # Drawings must not crash a terminal that cannot show them.
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    if not sys.argv[1:]:
        from heapwise.cli.first_steps import first_steps

        print("\n".join(first_steps()))
        return
    arguments = with_json_to_stdout(sys.argv[1:])
    _tell_at_once(arguments)
    app(arguments, prog_name="heapwise")


def _tell_at_once(arguments: Sequence[str]) -> None:
    """A target that does not exist, or a report that cannot be written, is told before a command is
    made, which takes much longer."""
    command, *rest = (*arguments[:1], "")[:1] + tuple(arguments[1:])
    targets = list(takewhile(lambda each: not each.startswith("-"), rest))
    asks_for_help = not {"--help", "-h"}.isdisjoint(arguments)
    if command in _WITH_TARGET and targets and not asks_for_help:
        try:
            for target in targets if command in _WITH_TARGETS else targets[:1]:
                if command not in _WITH_TARGETS or not names_folder(target):
                    need_target(target)
                    need_name(target, arguments)
            _need_writable(arguments)
        except InputError as error:
            print(f"heapwise: {error}", file=sys.stderr)
            sys.exit(ExitCode.BAD_INPUT)


def _need_writable(arguments: Sequence[str]) -> None:
    """Raises `InputError` if the report cannot be written where it is to be."""
    for option, where in pairwise(arguments):
        if option in _REPORTS and where != "-":
            folder = os.path.dirname(os.path.abspath(where))
            why = None
            if not os.path.isdir(folder):
                why = errno.ENOENT
            elif os.path.isdir(where):
                why = errno.EISDIR
            elif not os.access(where if os.path.exists(where) else folder, os.W_OK):
                why = errno.EACCES
            if why is not None:
                raise InputError(f"{option}: cannot write {where}: {os.strerror(why)}")


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
