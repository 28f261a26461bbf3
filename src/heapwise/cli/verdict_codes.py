"""The exit code that verdicts amount to."""

from __future__ import annotations

from collections.abc import Iterable

from heapwise.cli.exitcodes import ExitCode
from heapwise.results import Verdict


def exit_code(verdicts: Iterable[Verdict]) -> ExitCode:
    """A violation is news even if the search for more was cut short."""
    found = [verdict for verdict in verdicts if verdict is not Verdict.SKIPPED]
    if Verdict.VIOLATED in found:
        return ExitCode.VIOLATION
    if all(verdict.is_good for verdict in found):
        return ExitCode.DONE
    return ExitCode.STOPPED
