"""Where a report goes: a file, or standard output for `-`.

The file is opened before the exploration starts, so that one that cannot be written is found out
in time; it keeps its old content until there is a new one.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

STDOUT = "-"


class Destination:
    """An open report file that is still as it was before."""

    def __init__(self, file: TextIO, *, is_stdout: bool) -> None:
        self._file = file
        self.is_stdout = is_stdout
        self.is_written = False

    def begin(self) -> TextIO:
        """Drop the old content; what is written to the result is the new one."""
        self.is_written = True
        # Only a regular file has old content: a pipe or a device must be left as it is.
        if not self.is_stdout and stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
            self._file.truncate(0)
        return self._file


@contextmanager
def open_destination(where: str) -> Iterator[Destination]:
    """Raises `OSError` at once if `where` cannot be written. A run that ends without a report
    leaves no empty file behind."""
    if where == STDOUT:
        yield Destination(sys.stdout, is_stdout=True)
        sys.stdout.flush()
        return
    is_new = not Path(where).exists()
    # Appending, because opening for writing would empty the file.
    with open(where, "a", encoding="utf-8", errors="replace", newline="") as file:
        destination = Destination(file, is_stdout=False)
        try:
            yield destination
        finally:
            if is_new and not destination.is_written:
                Path(where).unlink(missing_ok=True)
