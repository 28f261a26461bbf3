"""Paths that meet again: what they had in common, and what told them apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from heapwise.solver import Kind, PathCondition
from heapwise.terms import Op, Scalar, Term, and_, implies, not_, or_


class UnmergeableError(Exception):
    """Two values have no common form: their states go on separately."""


Merge: TypeAlias = Callable[[Term, Any, Any], Any]
"""The first value if the condition holds, else the second; raises `UnmergeableError`."""

Name: TypeAlias = Callable[[Scalar], Scalar]
"""The same condition, in a form that may be repeated."""


class HasPath(Protocol):
    @property
    def path(self) -> PathCondition: ...


S = TypeVar("S", bound=HasPath)


def merge_by_path(states: Sequence[S], merge: Callable[[S, S], S]) -> list[S]:
    """Merge those first whose paths have parted last: then the two sides of a branch come together
    again, and the path is what it was before it."""
    numbers: dict[tuple[Term, Kind], int] = {}
    ordered = []
    for state in states:
        entries = [numbers.setdefault(entry, len(numbers)) for entry in state.path.entries()]
        ordered.append((entries, state))
    ordered.sort(key=lambda pair: pair[0])
    stack: list[tuple[list[S], int]] = []
    previous: list[int] = []
    for entries, state in ordered:
        common = _common(previous, entries)
        while len(stack) > 1 and stack[-1][1] > common:
            last, _ = stack.pop()
            before, shared = stack.pop()
            stack.append((_merge_groups(before, last, merge), shared))
        stack.append(([state], common if stack else -1))
        previous = entries
    while len(stack) > 1:
        last, _ = stack.pop()
        before, shared = stack.pop()
        stack.append((_merge_groups(before, last, merge), shared))
    return stack[0][0] if stack else []


def _common(a: Sequence[int], b: Sequence[int]) -> int:
    count = 0
    for one, other in zip(a, b, strict=False):
        if one != other:
            break
        count += 1
    return count


def _merge_groups(a: list[S], b: list[S], merge: Callable[[S, S], S]) -> list[S]:
    """Each group holds states that could not be merged with each other."""
    found = list(a)
    for each in b:
        for index, other in enumerate(found):
            try:
                found[index] = merge(other, each)
            except UnmergeableError:
                continue
            break
        else:
            found.append(each)
    return found


def join_paths(a: PathCondition, b: PathCondition) -> tuple[PathCondition, Term]:
    """The path of whoever took either, and the condition under which it was `a`."""
    ours, theirs = list(a.entries()), list(b.entries())
    common = 0
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            break
        common += 1
    below = a
    for _ in range(len(ours) - common):
        assert below.parent is not None
        below = below.parent
    first, second = _choices(ours[common:]), _choices(theirs[common:])
    condition = first if _size(first) <= _size(second) else not_(second)
    if not isinstance(condition, Term):
        raise UnmergeableError
    model = a.model or b.model
    either = _either(first, second)
    path = below
    if isinstance(either, Term):
        path = path.extend(either, Kind.CHOICE, model)
    for own, entries in ((first, ours), (second, theirs)):
        for term, kind in entries[common:]:
            if kind is Kind.FACT:
                fact = implies(own, term)
                if isinstance(fact, Term):
                    path = path.extend(fact, Kind.FACT, model)
    path = path.with_model(model)
    return (path if a.confirmed and b.confirmed else path.unconfirmed()), condition


def common_entries(paths: Sequence[PathCondition], after: int) -> int:
    """How many entries these paths share, at least `after`."""
    first, *others = [list(path.entries()) for path in paths]
    shared = len(first)
    for entries in others:
        count = 0
        for one, other in zip(first, entries, strict=False):
            if one != other:
                break
            count += 1
        shared = min(shared, count)
    return max(shared, after)


def _choices(entries: Sequence[tuple[Term, Kind]]) -> Scalar:
    return and_(*(term for term, kind in entries if kind is not Kind.FACT))


def _size(condition: Scalar) -> int:
    return len(condition.args) if isinstance(condition, Term) else 0


def _either(a: Scalar, b: Scalar) -> Scalar:
    """a or b: in x or (not x and y), the negation goes without saying."""
    both = or_(a, b)
    if not isinstance(both, Term) or both.op != Op.OR:
        return both
    alone = {part for part in both.args if isinstance(part, Term) and part.op != Op.AND}
    parts: list[Scalar] = []
    for part in both.args:
        assert isinstance(part, Term)
        if part.op == Op.AND:
            parts.append(and_(*(arg for arg in part.args if not_(arg) not in alone)))
        else:
            parts.append(part)
    return or_(*parts)
