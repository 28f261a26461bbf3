"""Which candidates for an invariant say nothing that others do not say."""

from __future__ import annotations

import re
from collections.abc import Sequence

from heapwise.frontends.python.checking.invariant_templates import Candidate

_EQUAL = re.compile(r"^(self\.\w+) == (?:number of|len\()")
_TABLE = re.compile(r"^(\S+) says where items of (\S+) are$")
_INDEXES = re.compile(r"^items of (\S+) are indexes of it$")
_LAST = re.compile(r"^(self\.\w+) is the last node$")
_ALONG = re.compile(r"^from (\S+) along (.+): (?:a tree|a list that ends)$")


def strongest(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The others follow from these, whatever the object."""
    kept = list(candidates)
    for candidate in candidates:
        others = [each for each in kept if each is not candidate]
        if candidate in kept and _is_implied(candidate, others):
            kept = others
    used = {each.walk for each in kept}
    ways = [each for each in kept if _ALONG.match(each.text)]
    for way in ways:
        if way not in used and any(_covers(other, way) for other in ways if other is not way):
            kept.remove(way)
    return kept


def _is_implied(candidate: Candidate, others: Sequence[Candidate]) -> bool:
    return any(_implies(other, candidate) for other in others)


def _implies(one: Candidate, other: Candidate) -> bool:
    if one.walk == other.walk and _weakened(one) == other.lines and one.lines != other.lines:
        return True
    last = _LAST.match(one.text)
    if last is not None and one.walk is not None:
        walked = _ALONG.match(one.walk.text)
        root = walked.group(1) if walked is not None else ""
        ends = sorted((root, last.group(1)))
        both = f"({ends[0]} is None) == ({ends[1]} is None)"
        return other.text in (f"{last.group(1)} is one of the nodes", both)
    equal = _EQUAL.match(one.text)
    if equal is not None and other.walk is None:
        place = equal.group(1)
        if other.text == f"{place} >= 0":
            return True
        if one.walk is not None:
            walked = _ALONG.match(one.walk.text)
            root = walked.group(1) if walked is not None else ""
            return other.text == f"({root} is None) == ({place} == 0)"
        table = one.text.partition("len(")[2].rstrip(")")
        return other.text in (f"0 <= {place} <= len({table})", f"len({table}) <= {place}")
    if one.walk is None and other.walk is None:
        return _implies_plainly(one.text, other.text)
    if one.walk is not None and one.walk == other.walk:
        name = one.text.partition(" ")[0]
        below = (f"{name} of nodes is not negative", f"{name} of a node >= those below")
        return one.text.startswith(f"{name} is the height (0") and other.text in below
    if one.walk is not None and other.walk is not None and _covers(one.walk, other.walk):
        return _implies_on_a_part(one.text, other.text)
    return False


def _implies_on_a_part(one: str, other: str) -> bool:
    """Does what holds of a tree say it of each way down?"""
    name = other.partition(" ")[0]
    if one == other or (one.startswith(f"{name} is") and "in order" in one):
        return True
    inverse = f"{name} is the inverse of "
    if one.startswith(inverse) and other.startswith(inverse):
        wide, narrow = (set(each.removeprefix(inverse).split(" and ")) for each in (one, other))
        return narrow < wide
    down = {"descending": ">=", "ascending": "<="}
    return any(
        other.startswith(f"{name} is {word} along")
        and one == f"{name} of a node {sign} those below"
        for word, sign in down.items()
    )


def _implies_plainly(one: str, other: str) -> bool:
    place = other.partition(" ")[0]
    if other == f"{place} >= 0":
        return one == f"{place} >= 1" or one.startswith(f"0 <= {place} <")
    if other.endswith(" is a heap"):
        items = other.removesuffix(" is a heap")
        return one in (f"{items} is sorted", f"{items} is strictly ascending")
    table = _TABLE.match(one)
    if table is not None:
        weaker = f"values of {table.group(1)} are indexes of {table.group(2)}"
        return other in (weaker, f"values of {table.group(1)} are not negative")
    indexes = _INDEXES.match(one)
    return indexes is not None and other == f"items of {indexes.group(1)} are not negative"


def _weakened(candidate: Candidate) -> tuple[str, ...]:
    return tuple(line.replace(" < ", " <= ") for line in candidate.lines)


def _covers(one: Candidate, other: Candidate) -> bool:
    """Is the other walk a part of the first?"""
    first, second = _ALONG.match(one.text), _ALONG.match(other.text)
    if first is None or second is None or first.group(1) != second.group(1):
        return False
    wide, narrow = (set(each.group(2).split(" and ")) for each in (first, second))
    return narrow < wide
