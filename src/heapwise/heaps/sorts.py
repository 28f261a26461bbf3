"""The sort of the values of a type."""

from __future__ import annotations

from heapwise.program import BOOL as BOOL_TYPE
from heapwise.program import FLOAT as FLOAT_TYPE
from heapwise.program import INT as INT_TYPE
from heapwise.program import STR as STR_TYPE
from heapwise.program import Type
from heapwise.terms import BOOL, FLOAT, INT, REF, STR, BaseSort


def sort_of_type(type_: Type) -> BaseSort:
    if type_ is INT_TYPE:
        return INT
    if type_ is BOOL_TYPE:
        return BOOL
    if type_ is STR_TYPE:
        return STR
    return FLOAT if type_ is FLOAT_TYPE else REF
