"""The JSON report of a run (docs/json.md), written as a stream.

The counts stand in front of the paths but are known only after the last of them. So the paths are
spooled to a temporary file, one line each, and copied behind the summary at the end: memory stays
flat however many paths there are. Further cases of paths go the same way, and come last.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TextIO

from heapwise.reports.destination import Destination
from heapwise.results import PathResult, RunSummary
from heapwise.results.path_result import path_to_json, summary_to_json
from heapwise.results.schema import document


class JsonReport:
    """`add` every path as it is found, then `finish` with the summary."""

    def __init__(self, destination: Destination, paths: TextIO, cases: TextIO) -> None:
        self._destination = destination
        self._paths = paths
        self._cases = cases

    def add(self, path: PathResult) -> None:
        spool = self._paths if path.case == 1 else self._cases
        separator = ",\n" if spool.tell() else "\n"
        # One write, so that an interrupt cannot leave half a path behind.
        spool.write(f"{separator}    {json.dumps(path_to_json(path))}")

    def finish(self, summary: RunSummary) -> None:
        out = self._destination.begin()
        out.write("{\n")
        for key, value in document("explore", summary_to_json(summary)).items():
            out.write(f"  {json.dumps(key)}: {json.dumps(value)},\n")
        for key, spool, end in (("paths", self._paths, ",\n"), ("cases", self._cases, "\n}\n")):
            out.write(f'  "{key}": [')
            is_empty = spool.tell() == 0
            spool.seek(0)
            shutil.copyfileobj(spool, out)
            out.write(f"]{end}" if is_empty else f"\n  ]{end}")
        out.flush()


@contextmanager
def json_report(destination: Destination) -> Iterator[JsonReport]:
    with _spool() as paths, _spool() as cases:
        yield JsonReport(destination, paths, cases)


def _spool() -> AbstractContextManager[TextIO]:
    return tempfile.TemporaryFile("w+", encoding="utf-8", newline="")
