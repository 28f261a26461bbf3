"""The bounds on input objects, for the strategies that keep references symbolic.

`max_objects` and `max_depth` mean the same as under `lazy`: a path is cut when it looks at an
object beyond the bound, where an object counts for the family of the reference that first showed
it, and its depth is one more than that of the object whose field first showed it. Here the
references seen are symbolic and may be equal, so "one object more" is a condition: the new
reference differs from null and from every reference seen before, and the bound is used up.
Nothing is built while the number of references, or the depth of what they show, is within the
bound anyway. Objects of a family that is not counted have the depth of the object that shows them
and no bound. Beyond a certain number of references, the depth of an object is taken to be the
length of its name: that cuts paths on which it is a known object nearer by, but the question
which it is would be too hard to ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from heapwise.heaps.api import MAX_OBJECTS, Case, Cut, HeapContext
from heapwise.program import ClassDecl, Program
from heapwise.solver.model import Model
from heapwise.terms import NULL, Scalar, Term, add, and_, eq, ite, lt, not_

TELL_APART = 12
"""References up to which the bound on depth tells aliases apart."""

SameRef: TypeAlias = Callable[[Term, Term], tuple[Scalar, tuple[Term, ...]]]
"""The condition that two references are equal, and the facts it depends on."""


class Sighting(NamedTuple):
    """A reference of the initial heap that the path has looked at, `unless` one of the conditions
    holds. `shown_by` is the object whose field it was read from; `depth` is the length of its
    name; `objects` counts the objects that the references so far can have shown within the
    bounds."""

    ref: Term
    family: ClassDecl
    shown_by: Term | None
    depth: int
    objects: int
    unless: tuple[Scalar, ...]

    @property
    def step(self) -> int:
        """How much deeper the object is than the one that shows it."""
        return int(self.family.counted)


Sightings: TypeAlias = tuple[Sighting, ...]


class HasSightings(Protocol):
    @property
    def seen(self) -> Sightings: ...


H = TypeVar("H", bound=HasSightings)
V = TypeVar("V")


def object_limit(cx: HeapContext, family: ClassDecl) -> int | None:
    """How many input objects of this family a path may look at."""
    return cx.object_limit(family) if family.counted else None


def depth_step(cx: HeapContext, cls: ClassDecl) -> int:
    """How much deeper an object is than the one whose field shows it."""
    return int(cx.program.family(cls).counted)


def sight(
    cx: HeapContext,
    seen: Sightings,
    ref: Term,
    cls: ClassDecl,
    shown_by: Term | None,
    depth: int,
    unless: tuple[Scalar, ...] = (),
) -> Sightings:
    """`seen`, and one reference more."""
    family = cx.program.family(cls)
    limit = object_limit(cx, family)
    within = family.counted and (cx.depth_limit is None or depth <= cx.depth_limit)
    if within and limit is not None:
        within = limit > sum(sighting.family is family for sighting in seen)
    if any(sighting.ref is ref for sighting in seen):
        within = False
    objects = (seen[-1].objects if seen else 0) + within
    return (*seen, Sighting(ref, family, shown_by, depth, objects, unless))


def within_bounds(
    cx: HeapContext, guard: Scalar, case: Case[H, V], before: Sightings, same: SameRef
) -> list[Case[H, V]]:
    """`case` under `guard`, split into what is within the bounds and what is cut: `before` was
    seen already, the rest of what its heap has seen is new."""
    seen = case.heap.seen
    if len(seen) == len(before):
        return [case if guard is case.guard else case._replace(guard=guard)]
    facts = dict.fromkeys(case.facts)

    def equal(a: Term, b: Term) -> Scalar:
        condition, needed = same(a, b)
        facts.update(dict.fromkeys(needed))
        return condition

    excesses: list[tuple[Scalar, str]] = []
    for index in range(len(before), len(seen)):
        excesses += _excesses(cx, seen[:index], seen[index], equal)
    cases: list[Case[H, V]] = []
    for condition, bound in excesses:
        if condition is not False:
            cases.append(Case(and_(guard, condition), case.heap, Cut(bound), tuple(facts)))
            within = not_(condition)
            cx.note_scope(within)
            guard = and_(guard, within)
    return [*cases, case._replace(guard=guard, facts=tuple(facts))]


def needs_aliases(cx: HeapContext, family: ClassDecl) -> bool:
    """Can a bound come to depend on which references are equal?"""
    if object_limit(cx, family) is not None:
        return True
    return cx.depth_limit is not None and cx.depth_limit <= TELL_APART


def overlooked(seen: Sightings, model: Model) -> frozenset[Term]:
    """The references that, under this model, the path has not looked at after all."""
    looked_at: set[Term] = set()
    others: set[Term] = set()
    for sighting in seen:
        is_seen = not sighting.unless or model.satisfies(_is_looked_at(sighting))
        (looked_at if is_seen else others).add(sighting.ref)
    return frozenset(others - looked_at)


_Equal: TypeAlias = Callable[[Term, Term], Scalar]


def _excesses(
    cx: HeapContext, earlier: Sightings, last: Sighting, equal: _Equal
) -> Iterator[tuple[Scalar, str]]:
    """The conditions under which the last reference shows an object beyond a bound."""
    limit = object_limit(cx, last.family)
    if limit is not None:
        relatives = [sighting for sighting in earlier if sighting.family is last.family]
        if len(relatives) >= limit:
            used_up = eq(_count(cx.program, earlier, last.family, equal), limit)
            yield and_(_is_new(cx.program, last, earlier, equal), used_up), MAX_OBJECTS
    depth = cx.depth_limit
    if depth is None or last.shown_by is None or not last.family.counted:
        return
    if len({sighting.ref for sighting in earlier}) > TELL_APART:
        if last.depth > depth:
            yield and_(_is_looked_at(last), not_(eq(last.ref, NULL))), "max-depth"
    elif max((sighting.depth for sighting in (*earlier, last)), default=0) >= depth:
        too_deep = lt(depth, add(_depth(last.shown_by, earlier, equal), last.step))
        yield and_(_is_new(cx.program, last, earlier, equal), too_deep), "max-depth"


def _is_looked_at(sighting: Sighting) -> Scalar:
    return and_(*(not_(condition) for condition in sighting.unless))


def _shows(ref: Term, sighting: Sighting, equal: _Equal) -> Scalar:
    """`ref` denotes what was seen there."""
    return and_(_is_looked_at(sighting), equal(ref, sighting.ref))


def _is_new(
    program: Program, sighting: Sighting, earlier: Sequence[Sighting], equal: _Equal
) -> Scalar:
    family = sighting.family
    return and_(
        _is_looked_at(sighting),
        not_(eq(sighting.ref, NULL)),
        *(
            not_(_shows(sighting.ref, other, equal))
            for other in earlier
            if other.family is family or program.are_compatible(other.family, family)
        ),
    )


def _count(program: Program, earlier: Sightings, family: ClassDecl, equal: _Equal) -> Scalar:
    total: Scalar = 0
    for index, sighting in enumerate(earlier):
        if sighting.family is family:
            total = add(total, ite(_is_new(program, sighting, earlier[:index], equal), 1, 0))
    return total


def _depth(ref: Term, earlier: Sightings, equal: _Equal) -> Scalar:
    """The depth of the object that `ref` denotes: that of the first sighting equal to it."""
    depths: list[Scalar] = []
    for index, sighting in enumerate(earlier):
        own: Scalar = 0
        if sighting.shown_by is not None:
            above = _first_equal(sighting.shown_by, earlier[:index], depths, equal)
            own = add(above, sighting.step)
        depths.append(own)
    return _first_equal(ref, earlier, depths, equal)


def _first_equal(ref: Term, earlier: Sightings, depths: Sequence[Scalar], equal: _Equal) -> Scalar:
    result: Scalar = 0
    for sighting, depth in zip(reversed(earlier), reversed(depths), strict=True):
        result = ite(_shows(ref, sighting, equal), depth, result)
    return result
