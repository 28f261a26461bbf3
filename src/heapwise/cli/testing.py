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
from heapwise.program.source import InputError

_OURS = "written by heapwise"
_STDOUT = "-"


def destination_of(output: str, target: str, force: bool) -> Path | None:
    """Where to write; what somebody has written by hand is not overwritten."""
    if output == _STDOUT:
        return None
    path = Path(output)
    if path.is_dir():
        raise InputError(f"-o {output}: this is a directory; name a file, as in test_module.py")
    if not path.resolve().parent.is_dir():
        raise InputError(f"-o {output}: there is no directory {path.resolve().parent}")
    if path.exists():
        source = Path(target.partition(":")[0])
        if source.exists() and path.samefile(source):
            raise InputError(f"-o {output} would overwrite the program itself")
        if not force and path.stat().st_size and _OURS not in path.read_text(errors="replace"):
            raise InputError(
                f"-o {output}: the file exists and heapwise has not written it; "
                "choose another name or add --force"
            )
    return path


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
