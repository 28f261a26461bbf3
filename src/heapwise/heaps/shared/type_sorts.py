"""The sort of the values of a type."""

from __future__ import annotations

from heapwise.program import BOOL as BOOL_TYPE
from heapwise.program import FLOAT as FLOAT_TYPE
from heapwise.program import FLOAT32 as FLOAT32_TYPE
from heapwise.program import INT as INT_TYPE
from heapwise.program import STR as STR_TYPE
from heapwise.program import BitVecType, ClassDecl, Type
from heapwise.terms import BOOL, FLOAT, FLOAT32, INT, REF, STR, BaseSort, bit_vector


def sort_of_type(type_: Type) -> BaseSort:
    if type_ is INT_TYPE:
        return INT
    if isinstance(type_, ClassDecl):
        return REF
    if type_ is BOOL_TYPE:
        return BOOL
    if type_ is STR_TYPE:
        return STR
    if isinstance(type_, BitVecType):
        return bit_vector(type_.width)
    if type_ is FLOAT_TYPE:
        return FLOAT
    return FLOAT32 if type_ is FLOAT32_TYPE else REF


def index_sort(cls: ClassDecl) -> BaseSort:
    """The sort of the indexes of an array class, or of the cells of a container: that of its
    length."""
    length = cls.find_field("length")
    return INT if length is None else sort_of_type(length.type)
