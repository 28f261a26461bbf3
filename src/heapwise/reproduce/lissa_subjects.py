"""The twenty methods of LISSA's Table 1, and how many paths mathematics says they have.

Where printed numbers differ from ours, it is said why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import comb

Formula = Callable[[int], int | None]

RED_BLACK = (1, 1, 2, 2, 4, 8, 16, 33, 56, 90, 168, 286, 534)
"""Red-black trees by size."""

BUCKETS = 16
FEW_BUCKETS = 8


@dataclass(frozen=True, slots=True)
class Subject:
    """A method as the paper calls it, and as the class files do. Scopes up to `quick` are run
    unless all are wanted. `known` has formulas by technique."""

    name: str
    target: str
    finitization: str
    quick: int
    known: Mapping[str, Formula] = field(default_factory=dict)


# ---------------------------------------------------------------------------- mathematics


def missing(most: int) -> int:
    """Ways to the end of a chain of at most so many entries: each has another hash, or the same and
    another key."""
    return (2 << most) - 1


def found(most: int) -> int:
    """Ways to an entry of such a chain."""
    return (1 << most) - 1


def _lookups(buckets: int) -> Formula:
    return lambda n: buckets * (missing(n) + found(n))


def _nested_lookups(n: int) -> int:
    """A value that is found is null, or a map in which another key is looked up."""
    inner = FEW_BUCKETS * (missing(n) + found(n))
    return FEW_BUCKETS * (missing(n) + found(n) * (1 + inner))


def _statistics(n: int) -> int:
    """Nine classes of types, two sides: where the type is new, both are there."""
    return 9 * 2 * (missing(n) + found(n) * (missing(n) + found(n)))


def _removals(n: int) -> int:
    """As lookups, but the entry after one that is found is looked at, too: null or not."""
    return BUCKETS * ((7 << n - 1) - 3)


def searches(n: int) -> int | None:
    """Paths of a search in every red-black tree: each entry, and each gap between them."""
    if n >= len(RED_BLACK):
        return None
    return sum(trees * (2 * size + 1) for size, trees in enumerate(RED_BLACK[: n + 1]))


def _searches_beside_a_tree(n: int) -> int | None:
    """The same beside any other red-black tree."""
    own = searches(n)
    return None if own is None else own * sum(RED_BLACK[: n + 1])


def _two_searches(n: int) -> int | None:
    own = searches(n)
    return None if own is None else own * own


def ordered_bell(n: int) -> int:
    """Ways to put n numbers in order where some may be equal."""
    numbers = [1]
    for size in range(1, n + 1):
        numbers.append(sum(comb(size, k) * numbers[size - k] for k in range(1, size + 1)))
    return numbers[n]


def _orders(n: int) -> int:
    """Up to n insertions and one operation more: how the keys compare is all that counts."""
    return sum(ordered_bell(count) for count in range(1, n + 2))


def _schedules(n: int) -> int:
    """Up to n calls with five ways each, none to all of which are followed by a blocking, and
    three priorities."""
    return 3 * sum(int(5**calls) * (calls + 1) for calls in range(n + 1))


def _queues(n: int) -> int:
    """Up to n jobs in four queues, and three priorities."""
    return 3 * comb(n + 4, 4)


# ---------------------------------------------------------------------------- the table

_TREE = {"IFrepOK": searches, "Driver": _orders}
_LIST_ADD: Mapping[str, Formula] = {
    "IFrepOK": lambda n: n,
    "LISSA": lambda n: 2 if n > 1 else 1,
    "Driver": lambda n: n + 1,
}
_LIST_REMOVE: Mapping[str, Formula] = {
    "IFrepOK": lambda n: n * (n + 1) // 2,
    "LISSA": lambda n: 3 * (n - 1) if n > 1 else 1,
    "Driver": lambda n: (n + 1) * (n + 2) // 2,
}

SUBJECTS = {
    subject.name: subject
    for subject in (
        Subject("Template.addParameter", "Template.addParameter(int,int,int)", "finTemplate", 2),
        Subject(
            "Template.getParameter",
            "Template.getParameter()",
            "finTemplate",
            5,
            {"LISSA": _lookups(BUCKETS), "compiled": _lookups(BUCKETS)},
        ),
        Subject(
            "TransportStats.bytesWritten", "TransportStats.bytesWritten", "finTransportStats", 5
        ),
        Subject("TransportStats.bytesRead", "TransportStats.bytesRead", "finTransportStats", 5),
        Subject("SQLFilter.put", "SQLFilterClauses.put()", "finSQLFilterClauses", 1),
        Subject(
            "SQLFilter.get",
            "SQLFilterClauses.get()",
            "finSQLFilterClauses",
            2,
            {"LISSA": _nested_lookups},
        ),
        Subject(
            "DictionaryInfo.addField",
            "DictionaryInfo.addField(int)",
            "finDictionaryInfo",
            4,
            {"IFrepOK": _two_searches},
        ),
        Subject(
            "DictionaryInfo.getField",
            "DictionaryInfo.getField(int)",
            "finDictionaryInfo",
            6,
            {"IFrepOK": _searches_beside_a_tree},
        ),
        Subject(
            "Schedule.addProcess",
            "Schedule.addProcess",
            "finSchedule",
            6,
            {
                "IFrepOK": _queues,
                "Driver": _schedules,
                "LISSA": lambda n: 6,
                "compiled": lambda n: 6,
            },
        ),
        Subject(
            "Schedule.quantumExpire",
            "Schedule.quantumExpire",
            "finSchedule",
            7,
            {"LISSA": lambda n: 43 if n > 2 else None},
        ),
        Subject(
            "CombatantStatistic.addData",
            "CombatantStatistic.addData",
            "finWithoutLists",
            3,
            {"LISSA": _statistics},
        ),
        Subject(
            "CombatantStatistic.ensureTypExists",
            "CombatantStatistic.ensureTypExists",
            "finCombatantStatistic",
            4,
            {"LISSA": _lookups(FEW_BUCKETS)},
        ),
        Subject(
            "HashMap.put",
            "HashMap.put(int)",
            "finHashMap",
            3,
            {"LISSA": _lookups(BUCKETS), "compiled": _lookups(BUCKETS)},
        ),
        Subject("HashMap.remove", "HashMap.remove(int)", "finHashMap", 4, {"LISSA": _removals}),
        Subject("TreeMap.put", "TreeMap.put(int)", "finTreeMap", 7, _TREE),
        Subject("TreeMap.remove", "TreeMap.remove(int)", "finTreeMap", 7, _TREE),
        Subject("TreeSet.add", "TreeSet.add(int)", "finTreeSet", 7, _TREE),
        Subject("TreeSet.remove", "TreeSet.remove(int)", "finTreeSet", 7, _TREE),
        Subject("LinkedList.add", "LinkedList.add(int)", "finLinkedList", 50, _LIST_ADD),
        Subject("LinkedList.remove", "LinkedList.remove(int)", "finLinkedList", 50, _LIST_REMOVE),
    )
}

# ---------------------------------------------------------------------------- differences

DIFFERENCES: Mapping[tuple[str, str], str] = {
    ("DictionaryInfo", "IFrepOK"): "a",
    ("TransportStats", "IFrepOK"): "b",
    ("TransportStats", "Driver"): "b",
    ("CombatantStatistic", "IFrepOK"): "c",
    ("CombatantStatistic", "Driver"): "c",
    ("Schedule", "Driver"): "d",
    ("Schedule", "LIHybrid"): "e",
    ("", "LIHybrid"): "f",
}
"""Letters of the explanations in docs/reproduction.md, by class and technique."""
REASONS = {
    "a": "the printed numbers are those of a second map with at most one entry",
    "b": "not derived from the invariant or the driver as described; cause unknown",
    "c": "not derived from the invariant or the driver as described; cause unknown",
    "d": "the printed numbers have a term more; cause unknown",
    "e": "one spurious path more is printed; cause unknown",
    "f": "walks round circles that no valid structure has are given up after another number of"
    " steps; the valid paths are the same",
}
UNKNOWN = frozenset("bcde")
"""Those that explain nothing."""


def letter_of(subject: str, technique: str) -> str:
    cls = subject.partition(".")[0]
    for where in ((subject, technique), (cls, technique), ("", technique)):
        if where in DIFFERENCES:
            return DIFFERENCES[where]
    return "?"
