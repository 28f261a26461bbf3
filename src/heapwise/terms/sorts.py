"""The sorts of terms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class BaseSort:
    """Base sorts are compared by identity: unpickling gives back the one of that name."""

    name: str

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, ...]:
        return base_sort, (self.name,)


@dataclass(frozen=True, slots=True)
class MapSort:
    """A total map from keys to a value: the initial contents of one field, or of array cells."""

    keys: tuple[BaseSort, ...]
    value: BaseSort

    def __str__(self) -> str:
        return f"({' '.join(map(str, self.keys))}) -> {self.value}"


BOOL = BaseSort("Bool")
INT = BaseSort("Int")
FLOAT = BaseSort("Float")
"""IEEE 754 binary64, with one NaN."""
STR = BaseSort("Str")
"""Sequences of code points."""
REF = BaseSort("Ref")
"""References: null is 0, objects of the initial heap are positive, allocated ones negative."""
CLASS = BaseSort("Class")
"""Run-time classes, numbered so that the subclasses of a class are an interval."""

_BASE_SORTS = {sort.name: sort for sort in (BOOL, INT, FLOAT, STR, REF, CLASS)}


def base_sort(name: str) -> BaseSort:
    return _BASE_SORTS[name]


Sort: TypeAlias = BaseSort | MapSort
