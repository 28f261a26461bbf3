"""How results show themselves in a notebook. The reports that know it are above this package, which
imports nothing of ours: they are found by name when a notebook asks."""

from __future__ import annotations

from importlib import import_module


def as_html(function: str, shown: object) -> str:
    """What a function of `heapwise.reports.notebook` makes of it."""
    made: str = getattr(import_module("heapwise.reports.notebook"), function)(shown)
    return made


def as_bundle(kind: str, shown: object) -> dict[str, str]:
    """The same, and the text for a notebook that shows no HTML."""
    return {
        "text/plain": as_html(f"{kind}_text", shown),
        "text/html": as_html(f"{kind}_html", shown),
    }
