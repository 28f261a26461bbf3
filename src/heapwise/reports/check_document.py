"""What a check found, for other programs to read: what all formats need, in one place."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from heapwise.reports.drawing import drawing
from heapwise.results.checks import Finding, FunctionReport
from heapwise.results.event import Event
from heapwise.results.place import Place
from heapwise.results.source_files import SourceFiles, Sources


@dataclass(frozen=True, slots=True)
class CheckDocument:
    """`named` is what the user calls the targets, `unneeded` are comments that silence nothing
    (file, line, rule), `not_loaded` are targets and why."""

    named: str
    reports: Sequence[FunctionReport]
    sources: Sources = field(default_factory=SourceFiles)
    unneeded: Sequence[tuple[str, int, str]] = ()
    not_loaded: Mapping[str, str] = field(default_factory=dict)

    def place(self, report: FunctionReport, event: Event) -> Place | None:
        """Where a decision stands; without a file it is in that of the function."""
        if not event.where:
            return None if event.line is None else Place(report.at.file, event.line, event.column)
        return self.sources.place(event)


def path_of(file: str) -> str:
    """As a project calls it: seen from the working directory, if it is below."""
    try:
        relative = os.path.relpath(file)
    except ValueError:  # another drive
        return Path(file).as_posix()
    return Path(file if relative.startswith("..") else relative).as_posix()


def witness_lines(finding: Finding, report: FunctionReport) -> Iterator[str]:
    """The input that shows a finding: drawn, and as statements that rebuild it."""
    if finding.notes:
        yield f"when {' and '.join(finding.notes)}"
    yield from (line.rstrip() for line in drawing(finding.input, words=report.words))
    statements = finding.snippet.partition("\n\n")[0]
    if statements:
        yield ""
        yield from statements.splitlines()
