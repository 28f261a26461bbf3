"""Events of a trace: where a path decided something, what kind of decision it was, and which way.

The engine, CPython and the JVM write them as text, which is short and quickly compared; results
have them as data. `event_of` reads the text and `str` writes it, the same again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

BRANCH = "branch"
"""Of a language whose branches have no other name; in the text, the decision follows the place."""
NOTE = "note"
"""Without a place: the decision is all of the text."""

_NUMBER = "(0|[1-9][0-9]*)"
_OWN = re.compile(rf"{_NUMBER}:{_NUMBER} (.+)", re.DOTALL)
_ELSEWHERE = re.compile(rf"(.+?):{_NUMBER}(?::{_NUMBER})? (.+)", re.DOTALL)
_MOST_KEPT = 1 << 16


class Event(NamedTuple):
    """`where` is the file or module, "" for that of the target; in Java, the method, in which
    `bytecode` is the index of the instruction. `kind` is a word of the language (`if`, `for`,
    `ifeq`, `calls`), `decision` what came out: `true`, `then`, `no`, the method that is called."""

    kind: str
    decision: str
    where: str = ""
    line: int | None = None
    column: int | None = None
    bytecode: int | None = None

    @property
    def place(self) -> str:
        numbers = (self.line, self.column, self.bytecode)
        return ":".join([*filter(None, [self.where]), *(str(n) for n in numbers if n is not None)])

    def __str__(self) -> str:
        if self.kind == NOTE:
            return self.decision
        kind = () if self.kind == BRANCH else (self.kind,)
        return " ".join((self.place, *kind, self.decision))


@lru_cache(_MOST_KEPT)
def event_of(text: str) -> Event:
    """What a text of a trace says; one that says nothing of a place is a note."""
    own = _OWN.fullmatch(text)
    if own is not None:
        line, column, what = own.groups()
        return Event(*_decided(what), "", int(line), int(column))
    elsewhere = _ELSEWHERE.fullmatch(text)
    if elsewhere is None:
        return Event(NOTE, text)
    where, number, column, what = elsewhere.groups()
    if column is None:
        return Event(*_decided(what), where, bytecode=int(number))
    return Event(*_decided(what), where, int(number), int(column))


def _decided(what: str) -> tuple[str, str]:
    kind, space, decision = what.partition(" ")
    return (kind, decision) if space else (BRANCH, what)


def events_of(texts: Iterable[str]) -> tuple[Event, ...]:
    return tuple(map(event_of, texts))


def event_to_json(event: Event) -> dict[str, object]:
    """Without what there is not."""
    place = {
        name: value
        for name, value in event._asdict().items()
        if name not in ("kind", "decision") and value not in ("", None)
    }
    return {"kind": event.kind, "decision": event.decision, **place}


def event_from_json(data: Mapping[str, Any]) -> Event:
    return Event(**data)
