"""What a source would say for a value that the engine keeps in another way.

Which alternative of a hint a value is, which member of an enum, how many days a date is after the
first: the engine has a number for each. A condition on such a number is written as the source
would ask (`x is None`, `color is Color.RED`, `d.toordinal() < 3`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from heapwise.results.heap import Value

IS, EQUALS, IS_INSTANCE = "is", "==", "isinstance"
NEGATED = {IS: "is not", EQUALS: "!=", IS_INSTANCE: "not isinstance"}


@dataclass(frozen=True, slots=True)
class Case:
    """What one number says of a value: that it is this one, or of this class."""

    op: str
    value: Value
    holds: bool = True

    def operator(self, holds: bool) -> str:
        return self.op if holds is self.holds else NEGATED[self.op]


@dataclass(frozen=True, slots=True)
class Meaning:
    """Of a variable, or of a field: what the source calls it (`name`, for a field without its
    owner; nothing, if the source means the owner), which `part` of it counts, and what each number
    says (None: nothing short). `most` is how many items there are on a path that looks at all, of a
    container whose items or keys differ."""

    name: str
    part: str = ""
    factor: int = 1
    cases: tuple[Case | None, ...] = ()
    most: int | None = None


Meanings: TypeAlias = Callable[[str], Meaning | None]
"""By the name of a variable, or of the initial values of a field."""


def nothing(_: str) -> Meaning | None:
    """Of a language whose values are what the engine keeps."""
    return None


def told_apart(cases: tuple[Case | None, ...]) -> tuple[Case | None, ...]:
    """Of alternatives that are all there are: of two, each is what the other is not, and what is
    not None needs no class."""
    if len(cases) != len(("one", "the other")):
        return cases
    first, second = cases
    if first is not None and (second is None or first.value is None):
        return first, Case(first.op, first.value, holds=False)
    if second is not None and (first is None or second.value is None):
        return Case(second.op, second.value, holds=False), second
    return cases
