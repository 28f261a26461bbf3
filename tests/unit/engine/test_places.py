"""Where a path is told to be: in the user's own code, and inside the library that it has called."""

from __future__ import annotations

from typing import cast

import pytest

from heapwise.engine.state import Cursor, Frame, place
from heapwise.program import Position
from heapwise.program.code import Code, Return


def code(file: str, line: int, library: bool) -> Code:
    return Code(file, (Return(0, at=Position(file, line, 1)),), 1, library=library)


OWN, OUTER, INNER = code("own", 7, False), code("library", 3, True), code("library", 9, True)
MODEL = code("<model>", 5, False)
NOWHERE = code("library", 0, True)


class _At:
    """In the last of these activations, which the others wait for."""

    def __init__(self, *activations: Code) -> None:
        *waiting, self.code = activations
        self.caller: Frame | None = None
        for each in waiting:
            self.caller = Frame(each, 1, (), 0, {}, {}, 0, self.caller)


@pytest.mark.parametrize(
    ("activations", "told", "outermost"),
    [
        ((OWN,), "own:7:1", "own:7:1"),
        ((OWN, OUTER), "own:7:1, in library:3:1", "own:7:1, in library:3:1"),
        ((OWN, OUTER, INNER), "own:7:1, in library:9:1", "own:7:1, in library:3:1"),
        ((OWN, MODEL), "own:7:1", "own:7:1"),
        ((OWN, OUTER, MODEL), "own:7:1, in library:3:1", "own:7:1, in library:3:1"),
        ((OWN, NOWHERE), "own:7:1", "own:7:1"),
        ((INNER,), "library:9:1", "library:9:1"),
    ],
)
def test_what_happens_in_a_library_is_told_by_the_call_and_by_the_place(
    activations: tuple[Code, ...], told: str, outermost: str
) -> None:
    cursor = cast("Cursor[object]", _At(*activations))
    at = activations[-1].instructions[0].at
    assert str(place(cursor, at)) == told
    assert str(place(cursor, at, outermost=True)) == outermost
