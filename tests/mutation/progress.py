"""One line on the terminal that says how far a run is; nothing where there is none."""

from __future__ import annotations

import shutil
import sys


def live(text: str) -> None:
    """In place of what was said last."""
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns - 1
        print(f"\r\x1b[K{text[:width]}", end="", file=sys.stderr, flush=True)
