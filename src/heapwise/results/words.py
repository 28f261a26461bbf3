"""How a language writes its constants in reports: null or None, true or True."""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    null: str = "null"
    true: str = "true"
    false: str = "false"


SMALL_LANGUAGES = Words()
PYTHON = Words("None", "True", "False")
