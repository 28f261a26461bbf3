"""`heapwise check`: every contract, assertion and uncaught exception of a module or class."""

from __future__ import annotations

import json as json_format
import time
from contextlib import ExitStack, suppress
from typing import Annotated

import typer

from heapwise.checking.check import INTERRUPTED, CheckOptions, check_function, subjects_of
from heapwise.cli import javaoptions, options
from heapwise.cli.failures import ExitCode, chosen, exit_code, run_command
from heapwise.cli.outputs import open_output
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.heaps import registry
from heapwise.heaps.shapes import SHAPES
from heapwise.reports.checks import function_lines, totals
from heapwise.reports.wording import counted
from heapwise.results import Verdict
from heapwise.results.checks import FunctionReport, report_to_json
from heapwise.structure import preconditions


def check_command(
    target: Annotated[
        str,
        typer.Argument(
            metavar="TARGET",
            help="`file.py`, `file.py:Class`, `file.py:function`, `package.module:…`; a folder of "
            "classes or a jar, `app.jar:pkg.Class`, `jdk:java.util.BitSet.get`; `list.tiny`",
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
    assume_contracts: Annotated[
        list[str] | None,
        typer.Option(
            "--assume-contracts",
            metavar="FUNCTION",
            help="Replace calls of this function by its contract; may be given several times.",
            show_default=False,
        ),
    ] = None,
    endless: Annotated[
        bool,
        typer.Option(
            "--endless/--no-endless", help="Whether a loop that does not end is a finding."
        ),
    ] = True,
    private: Annotated[
        bool,
        typer.Option("--private", help="Check functions with a leading underscore on their own."),
    ] = False,
    strategy: options.Strategy = registry.DEFAULT,
    precondition: options.Precondition = None,
    ints: javaoptions.Ints = "exact",
    class_path: javaoptions.ClassPath = None,
    jdk: javaoptions.Jdk = None,
    input_class: javaoptions.InputClass = None,
    invariant: javaoptions.Invariant = None,
    requires: javaoptions.Requires = None,
    ensures: javaoptions.Ensures = None,
    model: javaoptions.Model = None,
    json: options.Json = None,
    quiet: options.Quiet = False,
) -> None:
    """Check a module, a class or a jar: contracts, assertions, exceptions that nobody wants.

    Every function is explored with all inputs its types and contracts allow — aliased, shared,
    cyclic, any subclass — with 1, 2, 3 … objects of each class. Each finding comes with the
    smallest input that shows it, replayed in CPython or in a JVM.

    **Examples**

    `heapwise check bank.py`

    `heapwise check bank.py:Account.transfer --timeout 60`

    `heapwise check build/classes`, `heapwise check app.jar:com.acme.Tree`

    `heapwise check shapes.py:Tree --shapes tree --json findings.json`
    """

    def command() -> ExitCode:
        name = chosen(
            "strategy", registry.canonical(strategy or registry.DEFAULT), registry.names()
        )
        chosen_shapes = chosen("value of --shapes", shapes, SHAPES)
        if precondition is not None:
            preconditions.entry_of(precondition)
        settings = CheckOptions(
            seconds,
            max_objects,
            name,
            chosen_shapes,
            tuple(assume_contracts or ()),
            endless,
            precondition,
            leading_asserts,
            javaoptions.java_options(
                ints, class_path, jdk, input_class, invariant, requires, ensures, model
            ),
        )
        subjects = subjects_of(target, settings, private)
        console = stdout_console()
        to_stdout = json == "-"
        listed = not (to_stdout or quiet)
        running = Running(len(subjects))
        reports: list[FunctionReport] = []
        with (
            suppress(KeyboardInterrupt),
            Progress(running.status, enabled=not quiet, timed=True) as progress,
        ):
            for subject in subjects:
                report = check_function(subject, settings, running.begin)
                reports.append(report)
                running.done += 1
                if listed and (not report.skipped or len(subjects) == 1):
                    with progress.hidden():
                        for line in function_lines(report):
                            console.print(line, markup=False, highlight=False, soft_wrap=True)
                if report.account.stopped == INTERRUPTED:
                    break
        not_reached = len(subjects) - len(reports)
        if json is not None:
            with ExitStack() as stack:
                destination = open_output(stack, "--json", json, target.partition(":")[0])
                destination.begin().write(_as_json(target, reports))
        if not to_stdout:
            total = totals(reports, not_reached)
            console.print(f"\n{total}" if listed else total, markup=False, highlight=False)
        open_ones = [Verdict.UNFINISHED] * not_reached
        return exit_code([*(report.verdict for report in reports), *open_ones])

    run_command(command)


class Running:
    """The function that is being checked, in a line: `3 of 17 · Tree.insert · at most 2 objects of
    each class · 131 paths · 4 s`."""

    def __init__(self, functions: int) -> None:
        self.done = 0
        self._functions = functions
        self._report: FunctionReport | None = None
        self._since = 0.0

    def begin(self, report: FunctionReport) -> None:
        self._report, self._since = report, time.monotonic()

    def status(self) -> str:
        report = self._report
        if report is None:
            return counted(self._functions, "function")
        seconds = time.monotonic() - self._since
        parts = [f"{min(self.done + 1, self._functions)} of {self._functions}", report.name]
        parts += [f"{report.scope} objects of each class"] if report.scope else []
        return " · ".join([*parts, counted(report.paths, "path"), f"{seconds:.0f} s"])


def _as_json(target: str, reports: list[FunctionReport]) -> str:
    data = {"target": target, "functions": [report_to_json(report) for report in reports]}
    return json_format.dumps(data, indent=1, ensure_ascii=False) + "\n"
