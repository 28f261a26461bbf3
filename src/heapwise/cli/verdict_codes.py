"""The exit code that verdicts amount to."""

from __future__ import annotations

from collections.abc import Iterable

from heapwise.cli.exitcodes import ExitCode
from heapwise.results import Verdict


def exit_code(verdicts: Iterable[Verdict]) -> ExitCode:
    """A violation is news even if the search for more was cut short; what happens to objects that
    nobody was seen to build is none."""
    silent = (Verdict.SKIPPED, Verdict.UNREACHED)
    found = [verdict for verdict in verdicts if verdict not in silent]
    if Verdict.VIOLATED in found:
        return ExitCode.VIOLATION
    if all(verdict.is_good for verdict in found):
        return ExitCode.DONE
    return ExitCode.STOPPED
