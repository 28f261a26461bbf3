"""Symmetry, broken along the order in which a merged run sees objects: the least-number rule.

A reference of the initial heap that comes into sight is one seen before, or the next of its class
that was not. Since objects of one class are interchangeable, every input has an isomorphic one for
which that is so, and the rule may be required. How many have been seen is a guarded number, and a
run that walks a structure usually counts along: with its worklist, its set of visited nodes, its
size. So the count is kept in the form that such a program gives it, and then both are one term.

For that form one must know that what came into sight was new, or null: that nothing is shared. The
invariant itself says so, but only when it has looked at what it got. Counts are therefore made late
(`Seen` is the recipe), when the next reference comes into sight; the proof is left to `refutes`,
which may give up. If it does, nothing is wrong, only larger.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

from heapwise.program import ClassDecl
from heapwise.solver import PathCondition
from heapwise.structure.formula.bounded_universe import BoundedUniverse, is_object
from heapwise.structure.formula.guarded import Table, Tables, known
from heapwise.terms import Scalar, Term, and_, implies, not_, or_

Require: TypeAlias = Callable[[PathCondition, Scalar], None]
"""Told what may be taken to hold on a path, for the sake of symmetry or of a declaration."""


class Refutes(Protocol):
    def __call__(self, path: PathCondition, *conditions: Scalar, hard: bool = False) -> bool:
        """Is it certain that these cannot all hold on the path? False if that takes too long to
        find out; `hard` says that much depends on it."""
        ...


Shows: TypeAlias = Callable[[PathCondition, Scalar], bool]
"""Is there a structure at hand that takes the path, of which the condition holds?"""


def nothing_shown(path: PathCondition, condition: Scalar) -> bool:
    return False


Counts: TypeAlias = Mapping[int, Scalar]
"""How many objects of a class have been seen: numbers, each under its guard."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A reference that has come into sight on a path."""

    cls: ClassDecl
    before: Seen
    value: Term
    path: PathCondition


@dataclass(frozen=True, slots=True, eq=False)
class Join:
    """Of two runs that have met."""

    condition: Term
    then: Seen
    otherwise: Seen


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """What is known of the count, however it has come about."""

    cls: ClassDecl
    counts: Counts


Seen: TypeAlias = Sight | Join | Counted | None
"""How the count of a class has come about; None: nothing has been seen."""


class Arrival(NamedTuple):
    """A reference that is new if it is one of the `fresh` objects: when it came, all before
    had been seen."""

    before: Counts
    fresh: Table
    rest: Table


class LeastNumberRule:
    """Counts what has come into sight on each path, and leaves out what the rule forbids."""

    def __init__(
        self,
        universe: BoundedUniverse,
        tables: Tables,
        require: Require,
        refutes: Refutes,
        shows: Shows = nothing_shown,
    ) -> None:
        self._shows = shows
        self._universe = universe
        self._tables = tables
        self._require = require
        self._refutes = refutes
        self._counts: dict[Sight | Join, Counts] = {}
        self._of_value: dict[Term, list[Sight]] = {}
        self._arrivals: dict[Sight, Arrival] = {}
        self._exclusive: set[tuple[Scalar, ...]] = set()
        self._counters: dict[Term, int] = {}

    def sight(
        self, path: PathCondition, seen: Mapping[ClassDecl, Seen], value: Term
    ) -> tuple[dict[ClassDecl, Seen], Term]:
        """What has been seen now, and the value without the alternatives that the rule forbids."""
        table = self._tables.references(value)
        kept = known(path, table)
        of_class: dict[ClassDecl, list[Term]] = {}
        for loc in kept:
            if isinstance(loc, Term) and is_object(loc):
                of_class.setdefault(self._universe.class_of[loc], []).append(loc)
        for cls, members in of_class.items():
            most = self._most(path, cls, seen.get(cls))
            for loc in members:
                if self._universe.ordinal[loc] > most + 1:
                    self._require(path, not_(kept.pop(loc)))
        if len(kept) != len(table):
            term = self._tables.term(kept)
            assert isinstance(term, Term)
            value = term
        after = dict(seen)
        for cls in of_class:
            sight = Sight(cls, seen.get(cls), value, path)
            after[cls] = sight
            if len(of_class) == 1:
                self._of_value.setdefault(value, []).append(sight)
        return after, value

    def has_come(self, value: Term) -> bool:
        return value in self._of_value

    def has_come_on(self, path: PathCondition, value: Term) -> bool:
        return self._sight_on(path, value) is not None

    def _sight_on(self, path: PathCondition, value: Term) -> Sight | None:
        sights = self._of_value.get(value)
        if not sights:
            return None
        taken = frozenset(path.asserted_terms())
        for sight in sights:
            if taken.issuperset(sight.path.asserted_terms()):
                return sight
        return None

    def arrival(self, path: PathCondition, value: Term) -> Arrival | None:
        """When a reference was new, if that has been proved or can be."""
        sight = self._sight_on(path, value)
        return None if sight is None else self._arrival(sight)

    def _arrival(self, sight: Sight) -> Arrival | None:
        if sight not in self._counts:
            self.counts(sight.before)
            made = self._after(sight)
            # Perhaps the run is just about to find out what the proof needs.
            if made is not None:
                self._counts[sight] = made
        if sight not in self._arrivals and sight in self._counts:
            table = known(sight.path, self._tables.references(sight.value))
            rest = self._possible(sight.path, table)
            if not any(self._is_late(sight, loc) for loc in rest):
                self._arrivals[sight] = Arrival(self._before(sight), {}, rest)
        return self._arrivals.get(sight)

    def _is_late(self, sight: Sight, loc: Scalar) -> bool:
        """May it have been new?"""
        if not isinstance(loc, Term) or self._universe.class_of.get(loc) is not sight.cls:
            return False
        return self._universe.ordinal[loc] > min(self._before(sight))

    def _possible(self, path: PathCondition, table: Table) -> dict[Scalar, Scalar]:
        """The table without the objects that the path refutes."""
        doubtful = {loc: guard for loc, guard in table.items() if is_object(loc)}
        gone = self.impossible(path, doubtful, hard=True)
        return {loc: guard for loc, guard in table.items() if loc not in gone}

    def impossible(self, path: PathCondition, doubtful: Table, *, hard: bool) -> Collection[Scalar]:
        """The alternatives that the path refutes. All are asked about together; if they are not
        refuted, the structure that was found shows some to be possible, and the rest is asked about
        again. What no structure shows is asked about one by one."""
        left = {loc: guard for loc, guard in doubtful.items() if not self._shows(path, guard)}
        gone: dict[Scalar, None] = {}  # in order: clauses follow
        while left:
            if self._refutes(path, or_(*left.values()), hard=hard):
                gone.update(dict.fromkeys(left))
                break
            if len(left) == 1:
                break
            unclear = {loc: guard for loc, guard in left.items() if not self._shows(path, guard)}
            if len(unclear) == len(left):
                loc = next(iter(left))
                if self._refutes(path, unclear.pop(loc), hard=hard):
                    gone[loc] = None
            left = unclear
        for loc in gone:
            # The solver gets it as a clause, so that later proofs need not find it again.
            self._require(path, not_(doubtful[loc]))
        return gone

    def known_as(self, value: Term, reduced: Term) -> None:
        """`reduced` is `value` without alternatives that cannot be: it came into sight as well."""
        if reduced is not value:
            self._of_value.setdefault(reduced, []).extend(self._of_value.get(value, ()))

    def limit(self, number: Term) -> int | None:
        """How large this number can be, if it counts objects that have been seen."""
        return self._counters.get(number)

    def narrowed(self, path: PathCondition, number: Term, seen: Seen) -> Counted | None:
        """The count without what cannot be, if the number is that count: a program that counts
        along may go on with it."""
        table = self._tables.of(number)
        if not isinstance(seen, Sight | Join) or table is None or len(table) == 1:
            return None
        if isinstance(seen, Sight):
            self._arrival(seen)
            if seen not in self._counts:
                return None
        counts = self.counts(seen)
        if dict(table) != dict(counts):
            return None
        cls = _class_of(seen)
        if cls is None:
            return None
        limit = len(self._universe.members[cls])
        kept = {count: guard for count, guard in known(path, counts).items() if count <= limit}
        least = self._least(path, kept)
        kept = {count: guard for count, guard in kept.items() if count >= least}
        if len(kept) == 1:
            return Counted(cls, dict.fromkeys(kept, True))
        term = self._tables.term(as_table(kept))
        assert isinstance(term, Term)
        self._counters[term] = limit
        self._require(path, or_(*kept.values()))
        return Counted(cls, kept)

    # -- counts

    def settle(self, seen: Mapping[ClassDecl, Seen]) -> None:
        """Require the rule of all that has been seen. What the count is after runs have met
        matters only if something came into sight then."""
        waiting = list(seen.values())
        visited: set[Seen] = set()
        while waiting:
            each = waiting.pop()
            if each in visited:
                continue
            visited.add(each)
            if isinstance(each, Join):
                waiting += (each.then, each.otherwise)
            else:
                self.counts(each)

    def counts(self, seen: Seen) -> Counts:
        waiting = [seen]
        while waiting:
            last = waiting[-1]
            if last is None or isinstance(last, Counted) or last in self._counts:
                waiting.pop()
                continue
            parts = (last.then, last.otherwise) if isinstance(last, Join) else (last.before,)
            missing = [
                part
                for part in parts
                if isinstance(part, Sight | Join) and part not in self._counts
            ]
            if missing:
                waiting += missing
            else:
                waiting.pop()
                if isinstance(last, Join):
                    self._counts[last] = self._joined(last)
                    continue
                if isinstance(last.before, Join):
                    self._make_exclusive(self._counts[last.before])
                made = self._after(last)
                self._counts[last] = self._in_general(last) if made is None else made
        return self._made(seen)

    def _made(self, seen: Seen) -> Counts:
        if seen is None:
            return {0: True}
        return seen.counts if isinstance(seen, Counted) else self._counts[seen]

    def _most(self, path: PathCondition, cls: ClassDecl, seen: Seen) -> int:
        """How many may have been seen at most."""
        limit = len(self._universe.members[cls])
        found = 0
        waiting = [(seen, 0)]
        visited: set[tuple[Seen, int]] = set()
        while waiting:
            each, more = waiting.pop()
            if (each, more) in visited:
                continue
            visited.add((each, more))
            if each is None or isinstance(each, Counted) or each in self._counts:
                found = max(found, more + max(known(path, self._made(each))))
            elif isinstance(each, Join):
                waiting += ((each.then, more), (each.otherwise, more))
            else:
                waiting.append((each.before, more + 1))
        return min(found, limit)

    def _joined(self, join: Join) -> Counts:
        then, otherwise = self._made(join.then), self._made(join.otherwise)
        if then is otherwise or then == otherwise:
            return then
        return self._named(
            None, self._tables.union(join.condition, as_table(then), as_table(otherwise))
        )

    def _named(self, cls: ClassDecl | None, table: Table) -> Counts:
        """With names for its guards."""
        term = self._tables.term(table)
        if not isinstance(term, Term):
            assert isinstance(term, int)
            return {term: True}
        found = self._tables.of(term)
        assert found is not None
        if cls is not None:
            self._counters[term] = len(self._universe.members[cls])
        return {_integer(count): guard for count, guard in found.items()}

    def _make_exclusive(self, counts: Counts) -> Counts:
        """Say that no two of the guards hold at once."""
        guards = list(counts.values())
        key = tuple(guards)
        if len(guards) > 1 and key not in self._exclusive:
            self._exclusive.add(key)
            for index, one in enumerate(guards):
                for other in guards[:index]:
                    self._require(PathCondition(), or_(not_(one), not_(other)))
        return counts

    def _after(self, sight: Sight) -> Counts | None:
        """The count after a sight, if what came was always new, or never."""
        before = self._before(sight)
        members = self._universe.members[sight.cls]
        limit = len(members)
        table = known(sight.path, self._tables.references(sight.value))
        least, most = self._least(sight.path, before), max(before)
        if least == most:
            before = {least: True}
        for loc, guard in _objects(table):
            if is_object(loc) and self._universe.ordinal[loc] > most + 1:
                self._require(sight.path, not_(guard))
                del table[loc]
        rest = dict(table)
        fresh: dict[Scalar, Scalar] = {}
        for ordinal in range(least + 1, min(most + 1, limit) + 1):
            loc = members[ordinal - 1]
            if loc in rest:
                fresh[loc] = rest.pop(loc)
        path = sight.path
        if not fresh:
            return before
        late = [(self._universe.ordinal[loc], guard) for loc, guard in _objects(fresh)]
        for at, guard in late:
            enough = or_(*(when for count, when in before.items() if count >= at - 1))
            self._require(path, implies(guard, enough))
        if all(
            self._refutes(path, guard, before.get(at - 1, False), hard=True) for at, guard in late
        ):
            return before
        if len(before) > 1:
            for at, guard in late:
                counted = before.get(at - 1, False)
                if not self._refutes(path, guard, not_(counted), hard=True):
                    return None
                self._require(path, implies(guard, counted))
        rest = self._possible(path, rest)
        self._arrivals[sight] = Arrival(before, fresh, rest)
        stays = or_(*rest.values()) if len(rest) <= len(fresh) else not_(or_(*fresh.values()))
        grown = {count + 1: guard for count, guard in before.items()}
        after = self._make_exclusive(
            self._named(sight.cls, self._tables.union(stays, as_table(before), as_table(grown)))
        )
        for count, guard in before.items():
            # If an object is new, it is the one after those counted. The clause says it for each
            # count by itself, so that the solver rules a count out as soon as it knows that this
            # object is not the one.
            comes = fresh.get(members[count], False) if count < limit else False
            self._require(path, implies(self._tables.both(not_(stays), guard), comes))
        self._require(path, or_(*(guard for count, guard in after.items() if count <= limit)))
        return after

    def _before(self, sight: Sight) -> Counts:
        """How many objects had been seen. The path may rule some counts out; they are left out only
        if a single one remains, since the formulas that follow refer to all counts alike."""
        before = self._made(sight.before)
        possible = known(sight.path, before)
        return possible if len(possible) == 1 else before

    def _least(self, path: PathCondition, counts: Counts) -> int:
        ordered = sorted(counts)
        for count in ordered[:-1]:
            if not self._refutes(path, counts[count]):
                return count
            self._require(path, not_(counts[count]))
        return ordered[-1]

    def _in_general(self, sight: Sight) -> Counts:
        """The count after a sight that may have been of an old object or of the next."""
        before = self._before(sight)
        table = known(sight.path, self._tables.references(sight.value))
        members = self._universe.members[sight.cls]
        now: dict[Scalar, Scalar] = {}
        for count in range(min(before), min(max(before) + 1, len(members)) + 1):
            grows = table.get(members[count], False) if count < len(members) else False
            comes: Scalar = False
            if count > 0:
                comes = and_(before.get(count - 1, False), table.get(members[count - 1], False))
            after = or_(and_(before.get(count, False), not_(grows)), comes)
            if after is not False:
                now[count] = after
        return self._make_exclusive(self._named(None, now))


def as_table(counts: Counts) -> Table:
    return {count: guard for count, guard in counts.items()}  # noqa: C416  # keys of a wider type


def _class_of(seen: Sight | Join) -> ClassDecl | None:
    each: Seen = seen
    while isinstance(each, Join):
        each = each.then or each.otherwise
    return None if each is None else each.cls


def _objects(table: Table) -> list[tuple[Term, Scalar]]:
    return [(loc, guard) for loc, guard in table.items() if isinstance(loc, Term)]


def _integer(value: Scalar) -> int:
    assert isinstance(value, int)
    return value
