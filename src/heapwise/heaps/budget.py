"""The bounds on input objects, for the strategies that keep one state.

`max_objects` and `max_depth` mean the same as under `lazy`: a path is cut when it looks at an
object beyond the bound, where an object counts for the family of the reference that first showed
it, and its depth is one more than that of the object whose field first showed it. Here the
references seen are symbolic and may be equal, so "one object more" is a condition: the new
reference differs from null and from every reference seen before, and the bound is used up.
Nothing is built while the number of references, or the length of the chain of names, is within
the bound anyway. Beyond a certain number of references, the depth of an object is taken to be the
length of its name: that cuts paths on which it is a known object nearer by, but the question
which it is would be too hard to ask.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from heapwise.heaps.api import HeapContext
from heapwise.program import ClassDecl
from heapwise.terms import NULL, Scalar, Term, add, and_, eq, ite, lt, not_

_TELL_APART = 12
"""References up to which the bound on depth tells aliases apart."""

SameRef: TypeAlias = Callable[[Term, Term], Scalar]


class Sighting(NamedTuple):
    """A reference of the initial heap that the path has looked at. `shown_by` is the object whose
    field it was read from; `depth` is the depth it has if it is a new object on every model;
    `objects` counts the objects that the references so far can have shown within the bounds."""

    ref: Term
    family: ClassDecl
    shown_by: Term | None
    depth: int
    objects: int


Sightings: TypeAlias = tuple[Sighting, ...]


def sight(
    cx: HeapContext, seen: Sightings, ref: Term, cls: ClassDecl, shown_by: Term | None, depth: int
) -> Sightings:
    """`seen`, and one reference more."""
    family = cx.program.family(cls)
    limit = cx.object_limit(family)
    within = cx.depth_limit is None or depth <= cx.depth_limit
    if within and limit is not None:
        within = limit > sum(sighting.family is family for sighting in seen)
    objects = (seen[-1].objects if seen else 0) + within
    return (*seen, Sighting(ref, family, shown_by, depth, objects))


def exceeds(cx: HeapContext, seen: Sightings, same: SameRef) -> tuple[Scalar, str]:
    """The condition that the last reference seen is an object beyond a bound, and which one."""
    if not seen:
        return False, ""
    *earlier, last = seen
    limit = cx.object_limit(last.family)
    if limit is not None:
        relatives = [sighting for sighting in earlier if sighting.family is last.family]
        if len(relatives) >= limit:
            used_up = eq(_count(earlier, last.family, same), limit)
            return and_(_is_new(last.ref, earlier, same), used_up), "max-objects"
    depth = cx.depth_limit
    if depth is not None and last.depth > depth:
        assert last.shown_by is not None
        if len(earlier) > _TELL_APART:
            return not_(eq(last.ref, NULL)), "max-depth"
        too_deep = lt(depth, add(_depth(last.shown_by, earlier, same), 1))
        return and_(_is_new(last.ref, earlier, same), too_deep), "max-depth"
    return False, ""


def _is_new(ref: Term, earlier: list[Sighting], same: SameRef) -> Scalar:
    return and_(not_(eq(ref, NULL)), *(not_(same(ref, sighting.ref)) for sighting in earlier))


def _count(earlier: list[Sighting], family: ClassDecl, same: SameRef) -> Scalar:
    total: Scalar = 0
    for index, sighting in enumerate(earlier):
        if sighting.family is family:
            total = add(total, ite(_is_new(sighting.ref, earlier[:index], same), 1, 0))
    return total


def _depth(ref: Term, earlier: list[Sighting], same: SameRef) -> Scalar:
    """The depth of the object that `ref` denotes: that of the first sighting equal to it."""
    depths: list[Scalar] = []
    for index, sighting in enumerate(earlier):
        own: Scalar = 0
        if sighting.shown_by is not None:
            own = add(_first_equal(sighting.shown_by, earlier[:index], depths, same), 1)
        depths.append(own)
    return _first_equal(ref, earlier, depths, same)


def _first_equal(ref: Term, earlier: list[Sighting], depths: list[Scalar], same: SameRef) -> Scalar:
    result: Scalar = 0
    for sighting, depth in zip(reversed(earlier), reversed(depths), strict=True):
        result = ite(same(ref, sighting.ref), depth, result)
    return result
