"""Whether a target of a small language, `file.tiny:Class`, names a class that its file has."""

from __future__ import annotations

import re
from pathlib import Path

from heapwise.frontends.suggesting import suggest
from heapwise.program.source import InputError


def need_name(target: str) -> None:
    """Raises `InputError` if the text of the file does not have the name at all."""
    location, colon, name = target.rpartition(":")
    file = Path(location)
    if not colon or not file.suffix or not file.is_file():
        return
    text = file.read_text(encoding="utf-8", errors="replace")
    if not re.search(rf"\b{re.escape(name)}\b", text):
        known = re.findall(r"\bclass\s+(\w+)", text)
        raise InputError(f"{file} has no class `{name}`{suggest(name, known)}")
