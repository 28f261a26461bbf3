"""The sorts of terms."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar, TypeAlias


@dataclass(frozen=True, slots=True, eq=False)
class BaseSort:
    """Base sorts are compared by identity: unpickling gives back the one of that name. `width` is
    the number of bits of a bit-vector, and 0 for all others."""

    name: str
    width: int = 0

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, ...]:
        return base_sort, (self.name,)


@dataclass(frozen=True, slots=True)
class MapSort:
    """A total map from keys to a value: the initial contents of one field, or of array cells."""

    width: ClassVar[int] = 0

    keys: tuple[BaseSort, ...]
    value: BaseSort

    def __str__(self) -> str:
        return f"({' '.join(map(str, self.keys))}) -> {self.value}"


BOOL = BaseSort("Bool")
INT = BaseSort("Int")
FLOAT = BaseSort("Float")
"""IEEE 754 binary64, with one NaN."""
FLOAT32 = BaseSort("Float32")
"""IEEE 754 binary32, with one NaN; its values are those Python floats that fit."""
STR = BaseSort("Str")
"""Sequences of code points."""
REF = BaseSort("Ref")
"""References: null is 0, objects of the initial heap are positive, allocated ones negative."""
CLASS = BaseSort("Class")
"""Run-time classes, numbered so that the subclasses of a class are an interval."""

_BASE_SORTS = {sort.name: sort for sort in (BOOL, INT, FLOAT, FLOAT32, STR, REF, CLASS)}
_BITS = "Bits"


@cache
def bit_vector(width: int) -> BaseSort:
    """Integers of so many bits, which wrap around; a value is the signed integer."""
    return BaseSort(f"{_BITS}{width}", width)


def is_number(sort: Sort) -> bool:
    """Mathematical integers, and those of a fixed width."""
    return sort is INT or sort.width > 0


def base_sort(name: str) -> BaseSort:
    found = _BASE_SORTS.get(name)
    return bit_vector(int(name.removeprefix(_BITS))) if found is None else found


Sort: TypeAlias = BaseSort | MapSort
