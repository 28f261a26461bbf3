"""What the tables of operations do not cover, and why: two files of reasons, each followed by the
models or rows that it is the reason for."""

from __future__ import annotations

from pathlib import Path


def _listed(file: str) -> dict[str, tuple[str, ...]]:
    """By name, the reasons."""
    found: dict[str, list[str]] = {}
    reason = ""
    for line in (Path(__file__).parent / file).read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            found.setdefault(line.strip(), []).append(reason)
        elif line.strip():
            reason = line
    return {name: tuple(sorted(reasons)) for name, reasons in found.items()}


UNCOVERED = _listed("uncovered.txt")
"""Models without a row."""

PARTLY = _listed("partly.txt")
"""Rows with arguments for which there is no outcome: a bound of ours, or something that is not
modelled. The path says so."""
