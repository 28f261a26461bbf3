"""Where in the source something is, as results tell it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Place:
    """A file, and the line and column if they are known. What happens in a library has the place of
    the call in the user's own code, and is `inside` that, at a place of the library. The text is
    `file:line:column`, or `file:line, in file:line`."""

    file: str
    line: int | None = None
    column: int | None = None
    inside: Place | None = None

    def __str__(self) -> str:
        numbers = (self.line, self.column)
        own = ":".join((self.file, *(str(each) for each in numbers if each is not None)))
        return own if self.inside is None else f"{own}, in {self.inside}"


def place_to_json(place: Place | None) -> dict[str, object] | None:
    if place is None:
        return None
    inside = {} if place.inside is None else {"inside": place_to_json(place.inside)}
    return {"file": place.file, "line": place.line, "column": place.column, **inside}


def place_from_json(data: Mapping[str, Any] | None) -> Place | None:
    if data is None:
        return None
    return Place(data["file"], data["line"], data["column"], place_from_json(data.get("inside")))
