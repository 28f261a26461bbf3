"""The simplifying constructors of maps: reads look through writes that certainly hit or miss."""

from __future__ import annotations

from heapwise.terms.booleans import and_
from heapwise.terms.comparisons import eq
from heapwise.terms.conditionals import coerced
from heapwise.terms.sorts import BaseSort, MapSort
from heapwise.terms.term import BITS, FLOATS, Op, Scalar, Term, make, make_over_floats


def store(map_term: Term, keys: tuple[Scalar, ...], value: Scalar) -> Term:
    if map_term.theories & (BITS | FLOATS):
        keys = _fitted_keys(map_term, keys)
        assert isinstance(map_term.sort, MapSort)
        value = _fitted(value, map_term.sort.value)
    if type(value) is float:
        return make_over_floats(Op.STORE, map_term.sort, (map_term, *keys, value))
    return make(Op.STORE, map_term.sort, (map_term, *keys, value))


def _fitted_keys(map_term: Term, keys: tuple[Scalar, ...]) -> tuple[Scalar, ...]:
    """An if-then-else over known numbers gets the width that the map has there."""
    assert isinstance(map_term.sort, MapSort)
    return tuple(map(_fitted, keys, map_term.sort.keys))


def _fitted(value: Scalar, sort: BaseSort) -> Scalar:
    if isinstance(value, Term) and value.sort is not sort:
        return coerced(value, sort)
    return value


def filled(sort: MapSort, value: Scalar) -> Term:
    """The map that holds `value` everywhere: the elements of a new array."""
    value = _fitted(value, sort.value)
    return make_over_floats(Op.FILLED, sort, (value,))


def keys_equal(a: tuple[Scalar, ...], b: tuple[Scalar, ...]) -> Scalar:
    if len(a) == 1:
        return eq(a[0], b[0])
    return and_(*(eq(x, y) for x, y in zip(a, b, strict=True)))


def select(map_term: Term, keys: tuple[Scalar, ...]) -> Scalar:
    """The value at `keys`, looking through the writes that certainly hit or certainly miss."""
    while map_term.op == Op.STORE:
        same = keys_equal(map_term.args[1:-1], keys)
        if same is True:
            return map_term.args[-1]
        if same is not False:
            break
        map_term = written_map(map_term)
    if map_term.op == Op.FILLED:
        return map_term.args[0]
    return raw_select(map_term, keys)


def written_map(map_term: Term) -> Term:
    """The map that this write was made to."""
    below = map_term.args[0]
    assert map_term.op == Op.STORE and isinstance(below, Term)
    return below


def initial_map(map_term: Term) -> Term:
    """The map below all writes."""
    while map_term.op == Op.STORE:
        map_term = written_map(map_term)
    return map_term


def raw_select(map_term: Term, keys: tuple[Scalar, ...]) -> Term:
    """A read as it stands, for a caller that has looked through the writes itself."""
    assert isinstance(map_term.sort, MapSort)
    if map_term.theories & BITS:
        keys = _fitted_keys(map_term, keys)
    return make(Op.SELECT, map_term.sort.value, (map_term, *keys))
