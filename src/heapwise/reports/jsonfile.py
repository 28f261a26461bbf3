"""The JSON report of a run (docs/json.md), written as a stream.

The counts stand in front of the paths but are known only after the last of them. So the paths are
spooled to a temporary file, one line each, and copied behind the summary at the end: memory stays
flat however many paths there are.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from heapwise.reports.destination import Destination
from heapwise.results import PathResult, RunSummary
from heapwise.results.model import path_to_json, summary_to_json


class JsonReport:
    """`add` every path as it is found, then `finish` with the summary."""

    def __init__(self, destination: Destination, spool: TextIO) -> None:
        self._destination = destination
        self._spool = spool
        self._separator = "\n"

    def add(self, path: PathResult) -> None:
        # One write, so that an interrupt cannot leave half a path behind.
        self._spool.write(f"{self._separator}    {json.dumps(path_to_json(path))}")
        self._separator = ",\n"

    def finish(self, summary: RunSummary) -> None:
        out = self._destination.begin()
        out.write("{\n")
        for key, value in summary_to_json(summary).items():
            out.write(f"  {json.dumps(key)}: {json.dumps(value)},\n")
        out.write('  "paths": [')
        has_paths = self._spool.tell() > 0
        self._spool.seek(0)
        shutil.copyfileobj(self._spool, out)
        out.write("\n  ]\n}\n" if has_paths else "]\n}\n")
        out.flush()


@contextmanager
def json_report(destination: Destination) -> Iterator[JsonReport]:
    with tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as spool:
        yield JsonReport(destination, spool)
