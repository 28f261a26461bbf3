"""Cells of the papers' tables as plain units, and what became of them.

A unit is a program of a table under a technique at a scope. Whoever has measured one keeps it at
once (`Store`), so that what is killed loses one unit at most, and another run goes on from there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import NamedTuple


class Unit(NamedTuple):
    """`scope` is 0 where a table has none."""

    paper: str
    table: str
    program: str
    technique: str
    scope: int

    @property
    def kind(self) -> tuple[str, ...]:
        """What it has in common with the same at other scopes."""
        return self[:-1]


class State(Enum):
    DONE = "done"
    CUT = "cut"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Measured:
    """`count` are paths, or queries in a table about those; `spurious` those that no valid input
    takes, `seconds` of CPU time, of which there were at most `limit`. A `note` says why it was
    refused."""

    unit: Unit
    state: State
    count: int
    seconds: float
    spurious: int = 0
    limit: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Printed:
    """What a paper has for a unit, or what mathematics says where it draws a figure only; `seconds`
    as it prints them."""

    count: int | None
    spurious: int = 0
    seconds: str = ""


class Verdict(Enum):
    EQUAL = "equal"
    EXPLAINED = "differs, explained"
    UNEXPLAINED = "differs, not explained"
    CUT = "cut"
    REFUSED = "refused"
    UNPRINTED = "nothing printed"
    OPEN = "not measured yet"


class Cell(NamedTuple):
    """A unit, what measures it within so many seconds of CPU time, what is printed for it, and what
    a formula says that our program has."""

    unit: Unit
    measure: Callable[[float | None], Measured]
    printed: Printed | None = None
    known: int | None = None


@dataclass(frozen=True, slots=True)
class Paper:
    """`printed` is what it has for a unit, `letter` that of the explanation of a count that is not
    the printed one, `reasons` are the explanations; a letter in `unknown` says that the cause is
    not known. `scope` is what the sizes are called."""

    name: str
    title: str
    cells: Callable[[], Sequence[Cell]]
    printed: Callable[[Unit], Printed | None]
    letter: Callable[[Measured], str]
    reasons: Mapping[str, str]
    unknown: frozenset[str] = frozenset("?")
    scope: str = "scope"

    def verdict(self, found: Measured | None, printed: Printed | None) -> Verdict:
        if found is None:
            return Verdict.OPEN
        if found.state is State.REFUSED:
            return Verdict.REFUSED
        if found.state is State.CUT:
            return Verdict.CUT
        if printed is None or printed.count is None:
            return Verdict.UNPRINTED
        if (found.count, found.spurious) == (printed.count, printed.spurious):
            return Verdict.EQUAL
        letters = set(self.letter(found))
        is_known = bool(letters) and not letters & self.unknown
        return Verdict.EXPLAINED if is_known else Verdict.UNEXPLAINED


class Store:
    """A file with a line for each measurement; of several of a unit, the last counts."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.found: dict[Unit, Measured] = {}
        self._first = ""
        if path.exists():
            self._first = "\n"
            for measured in _read(path):
                self.found[measured.unit] = measured

    def keep(self, measured: Measured) -> None:
        self.found[measured.unit] = measured
        line = {**asdict(measured), "state": measured.state.value}
        with self._path.open("a", encoding="utf-8") as file:
            # What comes after a line that was broken off is a line of its own.
            file.write(self._first + json.dumps(line) + "\n")
        self._first = ""


def _read(path: Path) -> Iterator[Measured]:
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            data = json.loads(line)
        except ValueError:
            continue  # whoever wrote it was killed in the middle
        yield Measured(**{**data, "unit": Unit(*data["unit"]), "state": State(data["state"])})
