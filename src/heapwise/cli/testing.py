"""What `heapwise tests` does for Python."""

from __future__ import annotations

import ast
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console

from heapwise.checking.test_options import TestOptions
from heapwise.checking.tests import FunctionTests, tests_of
from heapwise.cli.failures import ExitCode
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.cli.testlines import function_line, notes, totals
from heapwise.frontends.python.subjects import Subject, subjects_of
from heapwise.program.source import InputError
from heapwise.testgen import Replayer, TestCase, write_tests
from heapwise.testgen.passing import Passing, has_pytest, run_tests

_OURS = "written by heapwise"
_STDOUT = "-"
_SEEDS = 6
"""Orders of sets of strings that the tests must pass with."""


@dataclass(frozen=True, slots=True)
class _Made:
    """The functions in order, and whether the user ended the run before the last."""

    functions: list[FunctionTests]
    interrupted: bool

    @property
    def cases(self) -> list[TestCase]:
        return [case for function in self.functions for case in function.cases]


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
    subjects = subjects_of(target, private)
    if not subjects:
        raise InputError(f"{target}: there is no function to test")
    if len(subjects) == 1 and subjects[0].skipped:
        raise InputError(f"{target}: {subjects[0].skipped}")
    if len(subjects) > 1:
        subjects = [_unless_a_test(subject) for subject in subjects]
    # Standard output is the file's, if it goes there.
    console = stdout_console() if destination is not None else _stderr_console()
    made = _explored(subjects, settings, console, quiet)
    cases = made.cases
    if not cases:
        console.print(totals(made.functions, None, "nothing to write"))
        return _exit_code(made)
    kept, passing = _checked(cases, destination)
    text = write_tests(kept, destination)
    if destination is None:
        sys.stdout.write(text)
    else:
        destination.write_text(text, encoding="utf-8")
    left_out = len(cases) - len(kept)
    where = str(destination) if destination is not None else "standard output"
    console.print(totals(made.functions, passing, where, len(kept)), soft_wrap=True)
    if left_out:
        console.print(f"{left_out} left out: they did not do the same when they ran again")
    return _exit_code(made)


def _unless_a_test(subject: Subject) -> Subject:
    is_test = subject.info.name.startswith("test")
    return replace(subject, skipped=subject.skipped or "it is a test") if is_test else subject


def _stderr_console() -> Console:
    return Console(file=sys.stderr, highlight=False, markup=False, emoji=False, width=160)


def _explored(
    subjects: Sequence[Subject], settings: TestOptions, console: Console, quiet: bool
) -> _Made:
    functions: list[FunctionTests] = []
    width = max(len(subject.info.qualname) for subject in subjects)

    def status() -> str:
        name = subjects[min(len(functions), len(subjects) - 1)].info.qualname
        return f"{len(functions) + 1} of {len(subjects)} · {name}"

    interrupted = False
    with Replayer() as replayer, Progress(status, enabled=not quiet) as progress:
        for subject in subjects:
            try:
                found = tests_of(subject, settings, replayer)
            except KeyboardInterrupt:
                interrupted = True
                break
            functions.append(found)
            if not quiet:
                with progress.hidden():
                    path = Path(subject.loaded.path).name
                    for line in (function_line(found, path, width), *notes(found, path)):
                        console.print(line, soft_wrap=True)
            if found.account.stopped == "interrupted":
                interrupted = True
                break
    return _Made(functions, interrupted)


def _checked(
    cases: Sequence[TestCase], destination: Path | None
) -> tuple[list[TestCase], Passing | None]:
    """The cases whose tests pass when they are run by pytest; None if there is no pytest."""
    kept = list(cases)
    if not has_pytest():
        return kept, None
    search = tuple(dict.fromkeys(folder for case in cases for folder in case.module.search))
    seeds = range(1, _SEEDS + 1) if any(_has_set_of_text(case) for case in kept) else (1,)
    waiting = list(seeds)
    passing = Passing()
    while kept and waiting:
        passing = _try(kept, destination, search, waiting[0])
        if passing.problem:
            return kept, passing
        if not passing.failed:
            waiting.pop(0)
            continue
        names = _test_names(write_tests(kept, destination))
        assert len(names) == len(kept)
        failed = set(passing.failed)
        kept = [case for case, name in zip(kept, names, strict=True) if name not in failed]
    return kept, passing


def _has_set_of_text(case: TestCase) -> bool:
    """Then the order in which the program saw the items may differ from run to run."""
    return any(
        obj.class_name in ("set", "frozenset")
        and len(obj.items or ()) > 1
        and not all(isinstance(item, int) for item in obj.items or ())
        for heap in (case.given, case.observed.output)
        for obj in heap.objects.values()
    )


def _try(
    cases: Sequence[TestCase], destination: Path | None, search: Sequence[Path], seed: int
) -> Passing:
    text = write_tests(cases, destination)
    if destination is not None:
        destination.write_text(text, encoding="utf-8")
        return run_tests(destination, hash_seed=seed)
    with tempfile.TemporaryDirectory(prefix="heapwise-") as folder:
        file = Path(folder) / "test_written_by_heapwise.py"
        file.write_text(text, encoding="utf-8")
        return run_tests(file, search, seed)


def _test_names(text: str) -> list[str]:
    return [node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]


def _exit_code(made: _Made) -> ExitCode:
    if any(function.violated for function in made.functions):
        return ExitCode.VIOLATION
    stopped = any(function.account.stopped for function in made.functions)
    return ExitCode.STOPPED if stopped or made.interrupted else ExitCode.DONE
