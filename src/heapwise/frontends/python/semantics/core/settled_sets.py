"""The items of a set by position, and how many there are, if it was kept by conditions.

See `guarded_sets`.
"""

from __future__ import annotations

from heapwise.frontends.python.model.values import GuardedSet, Mac, SetContents, Value
from heapwise.terms import Scalar, Term, and_, eq, not_, or_
from heapwise.terms.guards import by_value, choice


def _as_number(value: Value) -> Scalar:
    assert isinstance(value, Term | int)
    return value


def settled(m: Mac, whole: GuardedSet) -> SetContents:
    """With a choice of how many items there are. They keep the order that they have here."""
    items = [item for item, _ in whole.items]
    present, counts = _counted(m, whole)
    size = m.choose([(guard, count) for count, guard in counts[-1].items()])
    found: list[Value] = []
    for place in range(size):
        ways = [
            (m.named(and_(here, counts[at].get(place, False))), _as_number(item))
            for at, (here, item) in enumerate(zip(present, items, strict=True))
        ]
        found.append(choice([way for way in ways if way[0] is not False]))
    return SetContents(tuple(found), whole.frozen)


def set_length(m: Mac, whole: GuardedSet) -> Scalar:
    """Without a choice."""
    _, counts = _counted(m, whole)
    return choice([(guard, count) for count, guard in counts[-1].items()])


def _counted(m: Mac, whole: GuardedSet) -> tuple[list[Scalar], list[dict[int, Scalar]]]:
    """For each item, the condition that it is there and none before it is equal; and how many of
    those before it are, for each item and for all of them."""
    present: list[Scalar] = []
    counts: list[dict[int, Scalar]] = [{0: True}]
    for at, (item, guard) in enumerate(whole.items):
        equal = [
            and_(there, eq(_as_number(item), _as_number(other)))
            for other, there in whole.items[:at]
        ]
        here = m.named(and_(guard, not_(or_(*equal))))
        before = counts[-1]
        after = by_value(
            (count + more, both)
            for count, when in before.items()
            for more, taken in ((0, not_(here)), (1, here))
            if (both := and_(when, taken)) is not False
        )
        present.append(here)
        counts.append({count: m.named(when) for count, when in after.items()})
    return present, counts
