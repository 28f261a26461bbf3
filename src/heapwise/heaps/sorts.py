"""The sort of the values of a type."""

from __future__ import annotations

from heapwise.program import BOOL as BOOL_TYPE
from heapwise.program import INT as INT_TYPE
from heapwise.program import Type
from heapwise.terms import BOOL, INT, REF, BaseSort


def sort_of_type(type_: Type) -> BaseSort:
    if type_ is INT_TYPE:
        return INT
    return BOOL if type_ is BOOL_TYPE else REF
