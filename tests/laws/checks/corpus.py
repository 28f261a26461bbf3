"""The programs of the law tests, with the claim each makes and how far to enumerate its inputs.

The first line of a program is a comment with its claim. A second line
`// heaps: max_objects=3 ints=0,1` says how many objects and which ints to enumerate. The word
`partial` at its end says that larger heaps take paths which no heap of that size takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from heapwise.frontends.tiny.parser import parse
from heapwise.frontends.tiny.syntax import ProgramNode
from heapwise.program.source import InputError, Position
from heapwise.results import Heap
from heapwise.selfcheck.oracle.all_inputs import heaps

PROGRAMS = Path(__file__).parents[2] / "programs"
MAX_OBJECTS = 3
INTS: tuple[int, ...] = (-1, 0, 1, 2)


@dataclass(frozen=True, slots=True)
class Subject:
    """`partial` is true if the enumerated heaps do not take every path of the program."""

    name: str
    claim: str
    program: ProgramNode
    max_objects: int
    ints: tuple[int, ...]
    partial: bool

    def heaps(self) -> Iterator[Heap]:
        return heaps(self.program, self.max_objects, self.ints)


def subjects(directory: Path = PROGRAMS) -> list[Subject]:
    return [subject(path) for path in sorted(directory.glob("*.tiny"))]


def subject(path: Path) -> Subject:
    text = path.read_text(encoding="utf-8")
    claim, second = (*text.splitlines(), "", "")[:2]
    if not claim.startswith("// "):
        raise InputError("the first line must state the claim", Position(path.name, 1, 1))
    max_objects, ints, partial = MAX_OBJECTS, INTS, False
    if second.startswith("// heaps:"):
        for word in second.removeprefix("// heaps:").split():
            key, _, value = word.partition("=")
            if key == "max_objects":
                max_objects = int(value)
            elif key == "ints":
                ints = tuple(int(each) for each in value.split(","))
            elif word == "partial":
                partial = True
            else:
                raise InputError(f"unknown word: {word}", Position(path.name, 2, 1))
    program = parse(text, path.name)
    return Subject(path.stem, claim.removeprefix("// "), program, max_objects, ints, partial)
