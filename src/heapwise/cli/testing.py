"""What `heapwise tests` does."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from rich.console import Console

from heapwise.checking.suites import subjects_of, suite_of, tests_of
from heapwise.cli.failures import ExitCode
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.cli.testlines import function_line, notes, totals
from heapwise.frontends.function_tests import FunctionTests
from heapwise.frontends.protocol import Subject, Suite
from heapwise.frontends.test_options import TestOptions


def run(
    target: str, destination: Path | None, settings: TestOptions, private: bool, quiet: bool
) -> ExitCode:
    subjects = subjects_of(target, settings, private)
    # Standard output is the file's, if it goes there.
    console = stdout_console() if destination is not None else _stderr_console()
    with closing(suite_of(subjects, settings, destination)) as suite:
        found, interrupted = _explored(subjects, suite, settings, console, quiet)
        if not any(function.cases for function in found):
            console.print(totals(found, None, "nothing to write"))
            return _exit_code(found, interrupted)
        written = suite.written(found, destination)
    if destination is None:
        sys.stdout.write(written.text)
    else:
        destination.write_text(written.text, encoding="utf-8")
    where = str(destination) if destination is not None else "standard output"
    console.print(totals(found, written, where), soft_wrap=True)
    if written.left_out:
        console.print(f"{written.left_out} left out: they did not do the same when they ran again")
    return _exit_code(found, interrupted)


def _stderr_console() -> Console:
    return Console(file=sys.stderr, highlight=False, markup=False, emoji=False, width=160)


def _explored(
    subjects: Sequence[Subject],
    suite: Suite,
    settings: TestOptions,
    console: Console,
    quiet: bool,
) -> tuple[list[FunctionTests], bool]:
    """The functions in order, and whether the user has ended the run before the last."""
    functions: list[FunctionTests] = []
    width = max(len(subject.name) for subject in subjects)

    def status() -> str:
        name = subjects[min(len(functions), len(subjects) - 1)].name
        return f"{len(functions) + 1} of {len(subjects)} · {name}"

    with Progress(status, enabled=not quiet) as progress:
        for subject in subjects:
            try:
                found = tests_of(suite, subject, settings)
            except KeyboardInterrupt:
                return functions, True
            functions.append(found)
            if not quiet:
                with progress.hidden():
                    for line in (function_line(found, width), *notes(found, suite.machine)):
                        console.print(line, soft_wrap=True)
            if found.account.stopped == "interrupted":
                return functions, True
    return functions, False


def _exit_code(found: Sequence[FunctionTests], interrupted: bool) -> ExitCode:
    if any(function.violated for function in found):
        return ExitCode.VIOLATION
    stopped = any(function.account.stopped for function in found)
    return ExitCode.STOPPED if stopped or interrupted else ExitCode.DONE
