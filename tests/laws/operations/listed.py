"""What the tables of operations do not cover, and why: two files of reasons, each followed by the
models or rows that it is the reason for. A reason may begin with the version of CPython that it is
true of and of all later ones: `since 3.12: …`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

_SINCE = re.compile(r"since 3\.(\d+): ")


def _listed(file: str) -> dict[str, tuple[str, ...]]:
    """By name, the reasons."""
    found: dict[str, list[str]] = {}
    reason, holds = "", True
    for line in (Path(__file__).parent / file).read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            if holds:
                found.setdefault(line.strip(), []).append(reason)
        elif line.strip():
            since = _SINCE.match(line)
            reason = line if since is None else line[since.end() :]
            holds = since is None or sys.version_info >= (3, int(since[1]))
    return {name: tuple(sorted(reasons)) for name, reasons in found.items()}


UNCOVERED = _listed("uncovered.txt")
"""Models without a row."""

PARTLY = _listed("partly.txt")
"""Rows with arguments for which there is no outcome: a bound of ours, or something that is not
modelled. The path says so."""
