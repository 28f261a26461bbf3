"""Equivalence classes of locations: which input objects a reference may denote (uber-lazy.txt §II).

A *location* is an input object, named by the reference that first showed it. `members` of a
reference v is H(v): the locations that v may denote, v itself among them as long as it may be an
object not seen before. `types` is C(v): the run-time classes that are still possible.
References found equal are one from then on, and the earliest of them is their representative
I(v), under which the class is kept.

A class is only ever narrowed, by what the path has found out: two references are equal or not, a
reference is among others, an object is of certain types. What follows from that is drawn at once
(`_drawn`): a reference that is not an object of its own is nobody's location, members of other
types go, a reference with one member left is that member.

Invariant: every model of the path picks a member of each class, consistently. The converse does
not hold — which picks go together is for the path condition to say — so an empty class proves a
path infeasible, and a class with members proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from heapwise.program import ClassDecl
from heapwise.terms import Term


class LocationClass(NamedTuple):
    """`rank` orders references by when they came into sight; `depth` is how many fields lead from
    an input to this reference."""

    members: frozenset[Term]
    types: frozenset[ClassDecl]
    rank: int
    depth: int


class LocationClasses(NamedTuple):
    """The class of each representative; `representatives` maps the other references on."""

    of: Mapping[Term, LocationClass] = {}
    representatives: Mapping[Term, Term] = {}

    def at(self, ref: Term) -> Term:
        """The representative of `ref`; null and allocated objects stand for themselves."""
        while ref in self.representatives:
            ref = self.representatives[ref]
        return ref

    def members(self, ref: Term) -> frozenset[Term]:
        return self.of[self.at(ref)].members

    def types(self, ref: Term) -> frozenset[ClassDecl]:
        return self.of[self.at(ref)].types

    def may_be_same(self, a: Term, b: Term) -> bool:
        """False only if no model of the path makes these two references equal."""
        a, b = self.at(a), self.at(b)
        if a is b:
            return True
        ours, theirs = self.of.get(a), self.of.get(b)
        if ours is None or theirs is None:
            return False
        return not (ours.members.isdisjoint(theirs.members) or ours.types.isdisjoint(theirs.types))

    def introduce(self, ref: Term, types: Iterable[ClassDecl], depth: int) -> LocationClasses:
        """A reference that may be any known location of a compatible type, or a new one."""
        own = frozenset(types)
        members = {
            other
            for other, known in self.of.items()
            if other in known.members and not known.types.isdisjoint(own)
        }
        rank = len(self.of) + len(self.representatives)
        new = LocationClass(frozenset(members | {ref}), own, rank, depth)
        return self._replace(of={**self.of, ref: new})

    def identified(self, a: Term, b: Term) -> LocationClasses | None:
        """The two are equal; None if they cannot be."""
        a, b = self.at(a), self.at(b)
        if a is b:
            return self
        if not self.may_be_same(a, b):
            return None
        first, second = (a, b) if self.of[a].rank < self.of[b].rank else (b, a)
        common = self.of[first]._replace(
            members=self.of[first].members & self.of[second].members,
            types=self.of[first].types & self.of[second].types,
        )
        of = {ref: known for ref, known in self.of.items() if ref is not second}
        of[first] = common
        return _drawn(of, {**self.representatives, second: first}, list(of))

    def told_apart(self, ref: Term, others: Iterable[Term]) -> LocationClasses | None:
        """`ref` differs from each of the others; None if it cannot."""
        ref = self.at(ref)
        of = dict(self.of)
        changed: dict[Term, None] = {}
        for other in others:
            other = self.at(other)
            if ref is other:
                return None
            for one, location in ((ref, other), (other, ref)):
                if one in of and location in of[one].members:
                    of[one] = of[one]._replace(members=of[one].members - {location})
                    changed[one] = None
        return _drawn(of, self.representatives, list(changed))

    def is_among(self, ref: Term, others: Iterable[Term]) -> LocationClasses | None:
        """`ref` equals one of the others; None if it cannot."""
        ref = self.at(ref)
        if ref not in self.of:
            return self
        known = self.of[ref]
        theirs = frozenset[Term]().union(*(self.members(other) for other in others))
        of = {**self.of, ref: known._replace(members=known.members & theirs)}
        return _drawn(of, self.representatives, list(of))

    def of_types(self, ref: Term, types: Iterable[ClassDecl]) -> LocationClasses | None:
        """The object that `ref` denotes is of one of these types; None if it cannot be."""
        ref = self.at(ref)
        known = self.of[ref]
        of = {**self.of, ref: known._replace(types=known.types & frozenset(types))}
        return _drawn(of, self.representatives, list(of))


def _drawn(
    of: dict[Term, LocationClass], representatives: Mapping[Term, Term], waiting: list[Term]
) -> LocationClasses | None:
    """All that follows from changes to the classes in `waiting`; None if some class is empty."""
    while waiting:
        ref = waiting.pop()
        known = of.get(ref)
        if known is None:
            continue
        members = frozenset(h for h in known.members if h is ref or _is_open(of, h, known.types))
        if not members or not known.types:
            return None
        if ref in members:
            if members != known.members:
                of[ref] = known._replace(members=members)
            continue
        if len(members) == 1:
            [only] = members
            types = of[only].types & known.types
            of[only] = of[only]._replace(members=members, types=types)
            del of[ref]
            representatives = {**representatives, ref: only}
            waiting = list(of)
        elif members != known.members or any(ref in other.members for other in of.values()):
            of[ref] = known._replace(members=members)
            waiting = list(of)
    return LocationClasses(of, representatives)


def _is_open(of: Mapping[Term, LocationClass], location: Term, types: frozenset[ClassDecl]) -> bool:
    """May `location` be an object of its own, of one of these types?"""
    known = of.get(location)
    return known is not None and location in known.members and not known.types.isdisjoint(types)
