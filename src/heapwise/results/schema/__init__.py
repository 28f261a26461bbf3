"""The JSON Schema of everything that Heapwise writes as JSON, published with the package."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources
from typing import Any

VERSION = 1
"""Of the schema. Keys may be added within a version; it changes if one is renamed or removed."""


def document(kind: str, body: Mapping[str, object]) -> dict[str, object]:
    """A whole document of a kind that the schema has: `explore`, `check`, `compare`, `enumerate`,
    `invariants`, `diff`, `plan`, `doctor`."""
    return {"schema": VERSION, "document": kind, **body}


def schema() -> dict[str, Any]:
    """The schema itself, of draft 2020-12."""
    file = resources.files(__package__).joinpath("heapwise.schema.json")
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found
