"""Terms without arguments: symbols, locations and the numbers of classes; and sorts of values.

A symbol of sort Ref, and a reference in the initial contents of a field, denotes null or an object
of the initial heap, so it never equals an allocated location (see `sorts.REF`).
"""

from __future__ import annotations

from heapwise.terms.sorts import BOOL, CLASS, FLOAT, FLOAT32, INT, REF, STR, BaseSort, Sort
from heapwise.terms.term import Op, Scalar, Term, make


def symbol(name: str, sort: Sort) -> Term:
    return make(Op.SYMBOL, sort, value=name)


def location(number: int) -> Term:
    """The reference with this number (see `sorts.REF`)."""
    return make(Op.CONST, REF, value=number)


NULL = location(0)


def class_id(number: int) -> Term:
    return make(Op.CONST, CLASS, value=number)


def sort_of(value: Scalar) -> Sort:
    if isinstance(value, Term):
        return value.sort
    return _SORT_OF[type(value)]


_SORT_OF: dict[type, BaseSort] = {bool: BOOL, int: INT, float: FLOAT, str: STR}


def is_constant(value: Scalar) -> bool:
    return not isinstance(value, Term) or value.op == Op.CONST


def is_initial_reference(term: Scalar) -> bool:
    """Does this reference denote null or an object of the initial heap, whatever the model?"""
    if not isinstance(term, Term) or term.sort is not REF:
        return False
    if term.op == Op.SYMBOL:
        return True
    if term.op == Op.CONST:
        return isinstance(term.value, int) and term.value >= 0
    source = term.args[0] if term.op == Op.SELECT else None
    return isinstance(source, Term) and source.op == Op.SYMBOL


def default_value(sort: BaseSort) -> Scalar:
    """What a field of a new object holds."""
    return 0 if sort.width else _DEFAULTS.get(sort, NULL)


_DEFAULTS: dict[BaseSort, Scalar] = {BOOL: False, INT: 0, FLOAT: 0.0, FLOAT32: 0.0, STR: ""}
