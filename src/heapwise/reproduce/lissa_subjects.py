"""The twenty methods of LISSA's Table 1, with the formulas for their paths.

Where printed numbers differ from ours, it is said why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from heapwise.reproduce.lissa_formulas import (
    ADDITIONS,
    BUCKETS,
    FEW_BUCKETS,
    LOOKUPS,
    PUTS,
    SIDES,
    Formula,
    additions_of_data,
    clauses,
    data,
    data_added,
    field_lookups,
    fields,
    gets_of,
    lookups,
    lookups_of_clauses,
    lookups_of_types,
    nested_lookups,
    orders,
    over_maps_in_maps,
    puts_of,
    queues,
    removals,
    schedules,
    searches,
    searches_beside_a_tree,
    statistics,
    transports,
    two_searches,
    types_asked_for,
)


@dataclass(frozen=True, slots=True)
class Subject:
    """A method as the paper calls it, and as the class files do. Scopes up to `quick` are run
    unless all are wanted. `known` has formulas by technique."""

    name: str
    target: str
    finitization: str
    quick: int
    known: Mapping[str, Formula] = field(default_factory=dict)


# ---------------------------------------------------------------------------- the table

_TREE = {"IFrepOK": searches, "Driver": orders}
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
        Subject(
            "Template.addParameter",
            "Template.addParameter(int,int,int)",
            "finTemplate",
            2,
            {"Driver": ADDITIONS},
        ),
        Subject(
            "Template.getParameter",
            "Template.getParameter()",
            "finTemplate",
            5,
            {"LISSA": lookups(BUCKETS), "compiled": lookups(BUCKETS), "Driver": LOOKUPS},
        ),
        Subject(
            "TransportStats.bytesWritten",
            "TransportStats.bytesWritten",
            "finTransportStats",
            5,
            {"Driver": transports},
        ),
        Subject(
            "TransportStats.bytesRead",
            "TransportStats.bytesRead",
            "finTransportStats",
            5,
            {"Driver": transports},
        ),
        Subject(
            "SQLFilter.put",
            "SQLFilterClauses.put()",
            "finSQLFilterClauses",
            1,
            {"Driver": clauses(puts_of)},
        ),
        Subject(
            "SQLFilter.get",
            "SQLFilterClauses.get()",
            "finSQLFilterClauses",
            2,
            {
                "IFrepOK": over_maps_in_maps(FEW_BUCKETS, False, lookups_of_clauses),
                "LISSA": nested_lookups,
                "Driver": clauses(gets_of),
            },
        ),
        Subject(
            "DictionaryInfo.addField",
            "DictionaryInfo.addField(int)",
            "finDictionaryInfo",
            4,
            {"IFrepOK": two_searches, "Driver": fields},
        ),
        Subject(
            "DictionaryInfo.getField",
            "DictionaryInfo.getField(int)",
            "finDictionaryInfo",
            6,
            {"IFrepOK": searches_beside_a_tree, "Driver": field_lookups},
        ),
        Subject(
            "Schedule.addProcess",
            "Schedule.addProcess",
            "finSchedule",
            6,
            {
                "IFrepOK": queues,
                "Driver": lambda n: 3 * schedules(n),
                "LISSA": lambda n: 6,
                "compiled": lambda n: 6,
            },
        ),
        Subject(
            "Schedule.quantumExpire",
            "Schedule.quantumExpire",
            "finSchedule",
            7,
            {"LISSA": lambda n: 43 if n > 2 else None, "Driver": schedules},
        ),
        Subject(
            "CombatantStatistic.addData",
            "CombatantStatistic.addData",
            "finWithoutLists",
            3,
            {
                "IFrepOK": over_maps_in_maps(SIDES, True, additions_of_data),
                "LISSA": statistics,
                "Driver": data(data_added),
            },
        ),
        Subject(
            "CombatantStatistic.ensureTypExists",
            "CombatantStatistic.ensureTypExists",
            "finWithoutLists",
            4,
            {
                "IFrepOK": over_maps_in_maps(SIDES, True, lookups_of_types),
                "LISSA": lookups(FEW_BUCKETS),
                "Driver": data(types_asked_for),
            },
        ),
        Subject(
            "HashMap.put",
            "HashMap.put(int)",
            "finHashMap",
            3,
            {"LISSA": lookups(BUCKETS), "compiled": lookups(BUCKETS), "Driver": PUTS},
        ),
        Subject(
            "HashMap.remove",
            "HashMap.remove(int)",
            "finHashMap",
            4,
            {"LISSA": removals, "Driver": PUTS},
        ),
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
    ("Schedule", "LIHybrid"): "e",
    ("", "LIHybrid"): "f",
}
"""Letters of the explanations in docs/reproduction.md, by class and technique."""
REASONS = {
    "a": "the printed numbers are those of a second map with at most one entry",
    "b": "does not follow from the invariant; cause unknown",
    "e": "other spurious paths are printed; cause unknown",
    "f": "walks round circles that no valid structure has are given up after another number of"
    " steps; the valid paths are the same",
}
UNKNOWN = frozenset("be")
"""Those that explain nothing."""


def letter_of(subject: str, technique: str) -> str:
    cls = subject.partition(".")[0]
    for where in ((subject, technique), (cls, technique), ("", technique)):
        if where in DIFFERENCES:
            return DIFFERENCES[where]
    return "?"
