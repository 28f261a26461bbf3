"""Recognises a search among the first items of a container in what it has become: `k in d` is one
equality for each place that the container has, and `d[k]` is read at the place where one holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from heapwise.terms.term import Op, Scalar, Term


class Search(NamedTuple):
    """The value is compared with the first `most` of the `items`, which are the owner's."""

    items: str
    owner: Scalar
    value: Scalar
    most: int


class _Here(NamedTuple):
    items: str
    owner: Scalar
    value: Scalar


def search_of(disjuncts: Sequence[Scalar]) -> Search | None:
    """Of a disjunction that says that one of the items is a value."""
    found: _Here | None = None
    for number, part in enumerate(disjuncts):
        here = _at(part, number)
        if here is None or (found is not None and here != found):
            return None
        found = here
    return None if found is None else Search(*found, len(disjuncts))


def search_for(index: Scalar) -> Search | None:
    """Of the place where a value is, as the number that it has among the items."""
    conditions: list[Scalar] = []
    while isinstance(index, Term) and index.op == Op.ITE:
        condition, then, otherwise = index.args
        if then != len(conditions) or type(then) is not int:
            return None
        conditions.append(condition)
        index = otherwise
    if not conditions or type(index) is not int or index != len(conditions):
        return None
    found = search_of(conditions)
    return found and found._replace(most=found.most + 1)


def _at(part: Scalar, number: int) -> _Here | None:
    """Is there an item of this number, and is it the value?"""
    if not isinstance(part, Term) or part.op != Op.AND or len(part.args) != len(("there", "is")):
        return None
    there, same = part.args
    if not isinstance(there, Term) or there.op != Op.LT or there.args[0] != number:
        return None
    if not isinstance(same, Term) or same.op != Op.EQ:
        return None
    for item, value in (same.args, same.args[::-1]):
        found = _item(item, number)
        if found is not None:
            return _Here(*found, value)
    return None


def _item(value: Scalar, number: int) -> tuple[str, Scalar] | None:
    if not isinstance(value, Term) or value.op != Op.SELECT or value.args[2:] != (number,):
        return None
    items, owner = value.args[:2]
    if not isinstance(items, Term) or items.op != Op.SYMBOL:
        return None
    return str(items.value), owner
