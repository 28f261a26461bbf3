"""Why numbers of paths differ from those that the Kiasan paper prints: a letter and its meaning."""

from __future__ import annotations

from heapwise.reproduce.kiasan_experiment import SUBJECTS, KiasanCell

REASONS = {
    "a": "the paper's tree has a sentinel in place of null, ours has not",
    "b": "keys are objects: a key may be null, the object in the tree or another that is equal",
    "c": "the class has changed since Java 6: bounds are checked and arrays grown in other steps",
    "d": "elements are objects: the same one may occur twice, and null may",
    "e": "the paper's heap has a fixed capacity and throws when it is full, ours grows",
    "f": "the printed numbers contradict each other and those up to k = 2, with which ours agree",
    "g": "the printed numbers stay those of n = 7: something else than n bounds the list there",
}
_BY_CLASS = {
    "AATree": "a",
    "jdk-TreeMap": "b",
    "jdk-TreeSet": "b",
    "ArrayDeque": "d",
    "ArrayList": "c",
    "LinkedList": "d",
    "PriorityQueue": "d",
    "Stack": "c",
    "Vector": "c",
    "BinaryHeap": "e",
}


_LONGEST = 7
"""The longest lists of the paper."""


def reason(cell: KiasanCell) -> str:
    """The letter for a number that differs from the printed one."""
    return reason_for(cell.table, cell.subject, cell.bound, cell.technique)


def reason_for(table: int, name: str, bound: int, technique: str) -> str:
    subject = SUBJECTS[name]
    if technique == "lazier#" and subject.fixed:
        return "?"
    if subject.cls == "TreeMap" and table == 1 and bound > 2:
        return "f"
    is_contains = subject.name.endswith(".contains")
    if subject.cls == "LinkedList" and bound > _LONGEST and not is_contains:
        return "g"
    return _BY_CLASS.get(subject.cls, "?")
