"""`heapwise tests` for Java: a JUnit file from the paths of methods."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console

from heapwise.checking.java_tests import (
    JavaTestOptions,
    MethodTests,
    need_jvm,
    tests_of,
    text_of,
)
from heapwise.cli.failures import ExitCode
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.frontends.java.subjects import subjects_of
from heapwise.program.source import InputError
from heapwise.reports.gaps import gap_lines
from heapwise.reports.wording import counted

_MOST_FAULTS = 3


def run_java(
    target: str, destination: Path | None, settings: JavaTestOptions, private: bool, quiet: bool
) -> ExitCode:
    name = None if destination is None else _class_name(destination)
    subjects = [each for each in subjects_of(target, settings.java, private) if not each.skipped]
    if not subjects:
        raise InputError(f"{target}: there is no method to test; --private for private ones")
    console = stdout_console()
    if destination is None:
        console = Console(file=sys.stderr, highlight=False, markup=False, emoji=False, width=160)
    found: list[MethodTests] = []

    def status() -> str:
        at = min(len(found), len(subjects) - 1)
        return f"{len(found) + 1} of {len(subjects)} · {subjects[at].name}"

    interrupted = False
    with need_jvm(subjects) as jvm, Progress(status, enabled=not quiet) as progress:
        for subject in subjects:
            try:
                found.append(tests_of(subject, settings, jvm))
            except KeyboardInterrupt:
                interrupted = True
                break
            if not quiet:
                with progress.hidden():
                    for line in _lines(found[-1]):
                        console.print(line, soft_wrap=True)
    tests = sum(len(each.cases) for each in found)
    where = "nothing to write"
    if tests:
        simple = re.split(r"[.$]", subjects[0].cls.java_name)[-1]
        text = text_of(found, name or f"{simple}Test")
        if destination is None:
            sys.stdout.write(text)
        else:
            destination.write_text(text, encoding="utf-8")
        where = str(destination) if destination is not None else "standard output"
    console.print(f"{counted(tests, 'test')} · {where}", soft_wrap=True)
    return _exit_code(found, interrupted)


def _class_name(destination: Path) -> str:
    if not re.fullmatch(r"[A-Za-z_]\w*", destination.stem) or destination.suffix != ".java":
        raise InputError(
            f"-o {destination}: tests of Java are a class; use a name as TreeTest.java"
        )
    return destination.stem


def _lines(found: MethodTests) -> Iterator[str]:
    made = f"{counted(len(found.cases), 'test')} of {counted(found.paths, 'path')}"
    yield f"{found.subject.name}  {made}"
    if found.account.stopped:
        yield f"    stopped: {found.account.stopped}; tests of the paths found until then"
    yield from gap_lines(found.account)
    if found.unrepeatable:
        untested = counted(found.unrepeatable, "path")
        yield f"    no test for {untested}: what happens depends on identity hash codes"
    for condition, difference in found.faults[:_MOST_FAULTS]:
        yield "    a fault of Heapwise, please report it: the JVM does not do as predicted for"
        yield f"        {condition}"
        yield f"        {difference}"
    if len(found.faults) > _MOST_FAULTS:
        yield f"    and {counted(len(found.faults) - _MOST_FAULTS, 'path')} more like that"


def _exit_code(found: Sequence[MethodTests], interrupted: bool) -> ExitCode:
    if any(each.violated for each in found):
        return ExitCode.VIOLATION
    stopped = interrupted or any(each.account.stopped for each in found)
    return ExitCode.STOPPED if stopped else ExitCode.DONE
