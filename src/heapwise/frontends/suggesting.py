"""What the user may have meant by a name that does not exist."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def suggest(name: str, candidates: Iterable[str]) -> str:
    """To be put behind a message about the name; empty if no candidate is close to it."""
    close = difflib.get_close_matches(name, list(candidates), 1)
    return f"; did you mean `{close[0]}`?" if close else ""
