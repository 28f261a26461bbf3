"""The simplifying constructors of maps: reads look through writes that certainly hit or miss."""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.terms.booleans import and_
from heapwise.terms.comparisons import eq, lt
from heapwise.terms.conditionals import coerced, ite
from heapwise.terms.sorts import MapSort
from heapwise.terms.term import BITS, FLOATS, Op, Scalar, Term, make, make_over_floats


def store(map_term: Term, keys: tuple[Scalar, ...], value: Scalar) -> Term:
    if map_term.theories & (BITS | FLOATS):
        keys = _fitted_keys(map_term, keys)
        assert isinstance(map_term.sort, MapSort)
        value = coerced(value, map_term.sort.value)
    if type(value) is float:
        return make_over_floats(Op.STORE, map_term.sort, (map_term, *keys, value))
    return make(Op.STORE, map_term.sort, (map_term, *keys, value))


def _fitted_keys(map_term: Term, keys: tuple[Scalar, ...]) -> tuple[Scalar, ...]:
    """An if-then-else over known numbers gets the width that the map has there."""
    assert isinstance(map_term.sort, MapSort)
    return tuple(map(coerced, keys, map_term.sort.keys))


def filled(sort: MapSort, value: Scalar) -> Term:
    """The map that holds `value` everywhere: the elements of a new array."""
    value = coerced(value, sort.value)
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
    if len(keys) == 1 and map_term.op == Op.STORE:
        ranges = _ranges(map_term)
        if ranges is not None:
            return _looked_up(ranges, keys[0])
    return raw_select(map_term, keys)


_FEW = 8
"""Maps of fewer numbers than that are left to the solver."""
_MANY = 128
"""More ranges make no short formula."""
_LARGE = 1 << 16


def _ranges(map_term: Term) -> Sequence[tuple[int, int]] | None:
    """What the elements of a new array are, if they are truth values, or many numbers, and all are
    known: a table of the program, in which it looks something up. Neighbours with the same value
    are a range: its end, which is behind it, and the value. The value behind them all comes last.
    """
    found: dict[int, int] = {}
    while map_term.op == Op.STORE:
        at, value = map_term.args[1], map_term.args[-1]
        if type(at) is not int or not isinstance(value, int) or not 0 <= at < _LARGE:
            return None
        found.setdefault(at, value)
        map_term = written_map(map_term)
    elsewhere = map_term.args[0] if map_term.op == Op.FILLED else None
    if not isinstance(elsewhere, int) or (type(elsewhere) is not bool and len(found) < _FEW):
        return None
    ends = sorted({*found, *(at + 1 for at in found)})
    values = [(found.get(end - 1, elsewhere), found.get(end, elsewhere)) for end in ends]
    ranges = [
        (end, below) for end, (below, above) in zip(ends, values, strict=True) if below != above
    ]
    return [*ranges, (_LARGE, elsewhere)] if len(ranges) <= _MANY else None


def _looked_up(ranges: Sequence[tuple[int, int]], key: Scalar) -> Scalar:
    """An if-then-else: arithmetic and comparisons go into it, and the solver has no map to think
    about."""
    found: Scalar = ranges[-1][1]
    for end, value in reversed(ranges[:-1]):
        found = ite(lt(key, end), value, found)
    return found


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
