"""How many paths the methods of LISSA's tables have: formulas that follow from their programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from math import comb

Formula = Callable[[int], int | None]

RED_BLACK = (1, 1, 2, 2, 4, 8, 16, 33, 56, 90, 168, 286, 534)
"""Red-black trees by size."""

BUCKETS = 16
FEW_BUCKETS = 8


def missing(most: int) -> int:
    """Ways to the end of a chain of at most so many entries: each has another hash, or the same and
    another key."""
    return (2 << most) - 1


def found(most: int) -> int:
    """Ways to an entry of such a chain."""
    return (1 << most) - 1


def lookups(buckets: int) -> Formula:
    return lambda n: buckets * (missing(n) + found(n))


def nested_lookups(n: int) -> int:
    """A value that is found is null, or a map in which another key is looked up."""
    inner = FEW_BUCKETS * (missing(n) + found(n))
    return FEW_BUCKETS * (missing(n) + found(n) * (1 + inner))


def statistics(n: int) -> int:
    """Nine classes of types, two sides: where the type is new, both are there."""
    return 9 * 2 * (missing(n) + found(n) * (missing(n) + found(n)))


def removals(n: int) -> int:
    """As lookups, but the entry after one that is found is looked at, too: null or not."""
    return BUCKETS * ((7 << n - 1) - 3)


def searches(n: int) -> int | None:
    """Paths of a search in every red-black tree: each entry, and each gap between them."""
    if n >= len(RED_BLACK):
        return None
    return sum(trees * (2 * size + 1) for size, trees in enumerate(RED_BLACK[: n + 1]))


def searches_beside_a_tree(n: int) -> int | None:
    """The same beside any other red-black tree."""
    own = searches(n)
    return None if own is None else own * sum(RED_BLACK[: n + 1])


def two_searches(n: int) -> int | None:
    own = searches(n)
    return None if own is None else own * own


def ordered_bell(n: int) -> int:
    """Ways to put n numbers in order where some may be equal."""
    numbers = [1]
    for size in range(1, n + 1):
        numbers.append(sum(comb(size, k) * numbers[size - k] for k in range(1, size + 1)))
    return numbers[n]


def orders(n: int) -> int:
    """Up to n insertions and one operation more: how the keys compare is all that counts."""
    return sum(ordered_bell(count) for count in range(1, n + 2))


def _driven(stay: Formula, grow: int, last: Formula) -> Formula:
    """Up to n operations on an empty table, and the measured one. On a table of e entries, an
    operation has stay(e) ways that leave it as it is and `grow` that add an entry."""

    def ways(n: int) -> int:
        sizes, total = {0: 1}, 0
        for _ in range(n + 1):
            total += sum(count * (last(size) or 0) for size, count in sizes.items())
            after: dict[int, int] = {}
            for size, count in sizes.items():
                after[size] = after.get(size, 0) + count * (stay(size) or 0)
                after[size + 1] = after.get(size + 1, 0) + count * grow
            sizes = after
        return total

    return ways


def _twice(entries: int) -> int:
    """Ways of asking whether a key is there and, if not, of putting it, each by a hash of its own,
    that find it."""
    return entries + BUCKETS * entries


PUTS = _driven(lambda e: e, BUCKETS, lambda e: e + BUCKETS)
ADDITIONS = _driven(_twice, BUCKETS**2, lambda e: _twice(e) + BUCKETS**2)
LOOKUPS = _driven(_twice, BUCKETS**2, lambda e: e + BUCKETS)


def clauses(last: Callable[[tuple[int, ...], tuple[int, ...]], int]) -> Formula:
    """Up to n clauses for tables. A state has a map for each table, and a size for each map."""

    def ways(n: int) -> int:
        states: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {((), ()): 1}
        total = 0
        for _ in range(n + 1):
            total += sum(count * last(*state) for state, count in states.items())
            after: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
            for state, count in states.items():
                for found, more in _with_clause(*state):
                    after[found] = after.get(found, 0) + count * more
            states = after
        return total

    return ways


def _with_clause(
    tables: tuple[int, ...], sizes: tuple[int, ...]
) -> Iterator[tuple[tuple[tuple[int, ...], tuple[int, ...]], int]]:
    """A clause is put into the map of a table that was found, or into a new one; the map is put
    into the table whose name it turns out to be this time, or into a new one."""
    new = len(sizes)
    for chosen, ways in [*((map_, 1) for map_ in tables), (new, FEW_BUCKETS)]:
        grown = [*sizes, 0] if chosen == new else [*sizes]
        known = grown[chosen]
        for size, more in ((known, known), (known + 1, FEW_BUCKETS)):
            if more:
                after = (*grown[:chosen], size, *grown[chosen + 1 :])
                for place in range(len(tables)):
                    placed = (*tables[:place], chosen, *tables[place + 1 :])
                    yield (placed, after), ways * more
                yield ((*tables, chosen), after), ways * more * FEW_BUCKETS


def puts_of(tables: tuple[int, ...], sizes: tuple[int, ...]) -> int:
    return sum(ways for _, ways in _with_clause(tables, sizes))


def gets_of(tables: tuple[int, ...], sizes: tuple[int, ...]) -> int:
    return FEW_BUCKETS + sum(sizes[map_] + FEW_BUCKETS for map_ in tables)


_WRONG = 4
"""Ways in which a type or a side is not one of those that there are."""
SIDES = 2
_TYPES = (*((2, 1) for _ in range(6)), (2, 2), (1, 1))
"""The types of each bucket, and how many ways one has that is the first in it: whether a type is
14, which is in the last bucket but one, is asked."""


def data(last: Callable[[tuple[int, ...]], int]) -> Formula:
    """Up to n data of any type and side. A state has the number of types in each bucket."""

    def ways(n: int) -> int:
        states: dict[tuple[int, ...], int] = {(0,) * len(_TYPES): 1}
        total = 0
        for _ in range(n + 1):
            total += sum(count * last(state) for state, count in states.items())
            after: dict[tuple[int, ...], int] = {}
            for state, count in states.items():
                stay = SIDES * sum(state) + _WRONG
                after[state] = after.get(state, 0) + count * stay
                for bucket, (types, first) in enumerate(_TYPES):
                    here = state[bucket]
                    if here < types:
                        more = (*state[:bucket], here + 1, *state[bucket + 1 :])
                        new = SIDES * (1 if here else first)
                        after[more] = after.get(more, 0) + count * new
            states = after
        return total

    return ways


def types_asked_for(state: tuple[int, ...]) -> int:
    return sum(here + (here < types) for here, (types, _) in zip(state, _TYPES, strict=True))


def data_added(state: tuple[int, ...]) -> int:
    more = sum(first - 1 for here, (_, first) in zip(state, _TYPES, strict=True) if not here)
    return SIDES * (types_asked_for(state) + more)


def fields(n: int) -> int:
    """Up to n fields and one more, in two trees that know nothing of each other."""
    return sum(ordered_bell(count) ** 2 for count in range(1, n + 2))


def field_lookups(n: int) -> int:
    """Up to n fields in both trees, and a search in one of them."""
    return sum(ordered_bell(count) * ordered_bell(count + 1) for count in range(n + 1))


def schedules(n: int) -> int:
    """Nothing, or up to n calls with five ways each, which up to n blockings follow."""
    return 1 + (n + 1) * sum(int(5**calls) for calls in range(1, n + 1))


def _sizes(n: int) -> int:
    """Ways of n transports: those of no bytes have one key, the others keys in any order."""
    some = sum(comb(n, zeros) * ordered_bell(n - zeros + 1) for zeros in range(1, n + 1))
    return ordered_bell(n) + some


def transports(n: int) -> int:
    """Up to n transports, of which some are of the kind that is measured, and one more."""
    return sum(
        _sizes(own + 1) * _sizes(count - own) for count in range(n + 1) for own in range(count + 1)
    )


def queues(n: int) -> int:
    """Up to n jobs in four queues, and three priorities."""
    return 3 * comb(n + 4, 4)


# ---------------------------------------------------------------------------- maps in maps

Chain = tuple[int, ...]
"""The numbers of its entries."""
Inner = tuple[int, ...]
"""A map in a map: how long its chains are."""
Outer = tuple[tuple[Inner | None, ...], ...]
"""A map with the values of each chain, in order."""
_MOST_ENUMERATED = 2


def _chains(
    tails: tuple[Chain, ...], seen: frozenset[int], most: int
) -> Iterator[tuple[Chain, tuple[Chain, ...]]]:
    """Every chain with no entry that was seen, and what is known after it: for each entry, of which
    there are so many at most, the chain that begins with it (none while it is being read)."""
    yield (), tails
    for tail in tails:
        if tail and not seen.intersection(tail):
            yield tail, tails
    new = len(tails)
    if new < most:
        for rest, after in _chains((*tails, ()), seen | {new}, most):
            yield (new, *rest), (*after[:new], (new, *rest), *after[new + 1 :])


def _maps(
    buckets: int, tails: tuple[Chain, ...], most: int, seen: frozenset[int] = frozenset()
) -> Iterator[tuple[Inner, tuple[Chain, ...]]]:
    """Every map whose chains share nothing; with other maps they may share entries."""
    if not buckets:
        yield (), tails
        return
    for chain, after in _chains(tails, seen, most):
        for rest, last in _maps(buckets - 1, after, most, seen.union(chain)):
            yield (len(chain), *rest), last


def _values(
    count: int,
    most: int,
    buckets: int,
    boxed: bool,
    boxes: tuple[Inner, ...] = (),
    maps: tuple[Inner, ...] = (),
    tails: tuple[Chain, ...] = (),
) -> Iterator[tuple[Inner | None, ...]]:
    """The values of so many entries: null, one that another entry has, or a new one, which is a
    map, or a box with a map that another box may have as well."""
    if not count:
        yield ()
        return

    def then(
        value: Inner | None,
        boxes: tuple[Inner, ...],
        maps: tuple[Inner, ...],
        tails: tuple[Chain, ...],
    ) -> Iterator[tuple[Inner | None, ...]]:
        for rest in _values(count - 1, most, buckets, boxed, boxes, maps, tails):
            yield (value, *rest)

    for known in (None, *boxes):
        yield from then(known, boxes, maps, tails)
    if len(boxes) == most:
        return
    if boxed:
        for shared in maps:
            yield from then(shared, (*boxes, shared), maps, tails)
    if len(maps) < most:
        for new, after in _maps(buckets, tails, most):
            yield from then(new, (*boxes, new), (*maps, new), after)


def over_maps_in_maps(buckets: int, boxed: bool, paths: Callable[[Outer], int]) -> Formula:
    """The paths in all maps with n entries at most, whose values are maps of so many buckets with
    n entries at most in all of them. There are too many to go through them from three on."""

    @cache
    def ways(n: int) -> int | None:
        if n > _MOST_ENUMERATED:
            return None
        inside = [list(_values(count, n, buckets, boxed)) for count in range(n + 1)]
        total = 0
        for lengths, _ in _maps(FEW_BUCKETS, (), n):
            for values in inside[sum(lengths)]:
                left = iter(values)
                total += paths(tuple(tuple(islice(left, length)) for length in lengths))
        return total

    return ways


def _inside(chains: Inner) -> int:
    """Ways of looking a key up in a map: in each chain, at each entry another hash, the same and
    another key, or the key."""
    return sum((2 << length) - 1 for length in chains)


def lookups_of_types(outer: Outer) -> int:
    return _inside(tuple(map(len, outer)))


def lookups_of_clauses(outer: Outer) -> int:
    """What is found is null, or a map in which another key is looked up."""
    return sum(
        (1 << len(chain))
        + sum(
            (1 if value is None else _inside(value)) << place for place, value in enumerate(chain)
        )
        for chain in outer
    )


def additions_of_data(outer: Outer) -> int:
    """A type that is found has data, and one that is not gets some."""
    return sum(
        first
        * (
            (SIDES << len(chain))
            + sum(_inside(value) << place for place, value in enumerate(chain) if value is not None)
        )
        for chain, (_, first) in zip(outer, _TYPES, strict=True)
    )
