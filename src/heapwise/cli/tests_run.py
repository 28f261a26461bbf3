"""What `heapwise tests` does."""

from __future__ import annotations

import sys
from collections.abc import Generator, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path

from rich.console import Console

from heapwise.checking.suite_tasks import subjects_of, suite_of
from heapwise.checking.suites_on_workers import suite_parts
from heapwise.cli.failures import ExitCode
from heapwise.cli.outputs import open_output
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.cli.testlines import function_line, notes, totals
from heapwise.frontends.function_tests import FunctionTests, Written
from heapwise.frontends.protocol import Subject
from heapwise.frontends.test_options import TestOptions
from heapwise.reports.html.list_pages import tests_page
from heapwise.workers.clusters import workforce


def run(
    target: str,
    destination: Path | None,
    settings: TestOptions,
    private: bool,
    html: str | None,
    quiet: bool,
    jobs: int | None = 1,
    cluster: str | None = None,
) -> ExitCode:
    workers = workforce(cluster, jobs)
    subjects = subjects_of(target, settings, private)
    # Standard output is the file's, if it goes there.
    console = stdout_console() if destination is not None else _stderr_console()
    with closing(suite_of(subjects, settings, destination)) as suite:
        source = suite_parts(target, subjects, suite, settings, private, destination, workers)
        found = _explored(subjects, source, suite.machine, console, quiet)
        interrupted = len(found) < len(subjects)
        if not any(function.cases for function in found):
            console.print(totals(found, None, "nothing to write"))
            return _exit_code(found, interrupted)
        hurry = interrupted or any(each.account.stopped == "interrupted" for each in found)
        written = suite.written(found, destination, hurry=hurry)
    if html is not None:
        _write_page(target, html, found, written, suite.machine)
    if destination is None:
        sys.stdout.write(written.text)
    else:
        destination.write_text(written.text, encoding="utf-8")
    where = str(destination) if destination is not None else "standard output"
    console.print(totals(found, written, where), soft_wrap=True)
    if written.left_out:
        console.print(f"{written.left_out} left out: they did not do the same when they ran again")
    return _exit_code(found, interrupted)


def _write_page(
    target: str, where: str, found: Sequence[FunctionTests], written: Written, machine: str
) -> None:
    functions = [
        {
            "name": each.name,
            "file": each.file,
            "line": each.line,
            "tests": len(each.cases),
            "paths": each.paths,
            "reached": each.coverage.reached,
            "total": each.coverage.total,
            "skipped": each.skipped,
            "notes": list(notes(each, machine)),
        }
        for each in found
    ]
    with ExitStack() as stack:
        page = tests_page(target, totals(found, written, ""), functions, written.text)
        open_output(stack, "--html", where, target.partition(":")[0]).begin().write(page)


def _stderr_console() -> Console:
    return Console(file=sys.stderr, highlight=False, markup=False, emoji=False, width=160)


def _explored(
    subjects: Sequence[Subject],
    source: Generator[FunctionTests, None, None],
    machine: str,
    console: Console,
    quiet: bool,
) -> list[FunctionTests]:
    """The functions in order; fewer than all if the user has ended the run."""
    functions: list[FunctionTests] = []
    width = max(len(subject.name) for subject in subjects)

    def status() -> str:
        name = subjects[min(len(functions), len(subjects) - 1)].name
        return f"{len(functions) + 1} of {len(subjects)} · {name}"

    with (
        closing(source),
        suppress(KeyboardInterrupt),
        Progress(status, enabled=not quiet) as progress,
    ):
        for found in source:
            functions.append(found)
            if not quiet:
                with progress.hidden():
                    for line in (function_line(found, width), *notes(found, machine)):
                        console.print(line, soft_wrap=True)
    return functions


def _exit_code(found: Sequence[FunctionTests], interrupted: bool) -> ExitCode:
    if any(function.violated for function in found):
        return ExitCode.VIOLATION
    stopped = any(function.account.stopped for function in found)
    return ExitCode.STOPPED if stopped or interrupted else ExitCode.DONE
