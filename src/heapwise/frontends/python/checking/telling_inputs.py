"""Which values make a path worth a test: at the boundary of a comparison, and not 0 or 1.

Everything is asked of the solver on top of the path, so preconditions stay met.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwise.solver import Kind, PathCondition, Solver, Verdict
from heapwise.solver.readable import array_lengths
from heapwise.terms import BITS, INT, Op, Scalar, Term, add, eq, lt, not_, sort_of

_MOST_WISHES = 8


def choices(path: PathCondition) -> list[Term]:
    """What the path has chosen, conjunct by conjunct; that it stays within a bound is no choice."""
    found: dict[Term, None] = {}
    for term, kind in path.entries():
        if kind is not Kind.FACT and term not in path.hidden:
            parts = term.args if term.op == Op.AND else (term,)
            found.update(dict.fromkeys(part for part in parts if isinstance(part, Term)))
    return list(found)


def in_python(part: Term, shown: str) -> str:
    text = shown.replace(" == None", " is None").replace(" != None", " is not None")
    return f"({text})" if part.op == Op.OR and " or " in text else text


# ---------------------------------------------------------------------------- boundaries


def boundary_terms(path: PathCondition, known: set[Term]) -> Iterator[Term]:
    """Where an integer comparison of the path is nearly the other way, but for known ones."""
    for part in choices(path):
        if part in known:
            continue
        for boundary in _boundaries_of(part):
            if isinstance(boundary, Term):
                yield boundary


def _boundaries_of(part: Term) -> Iterator[Scalar]:
    negated = part.op == Op.NOT
    inner = part.args[0] if negated else part
    if not isinstance(inner, Term) or inner.op not in (Op.LT, Op.EQ):
        return
    left, right = inner.args
    sort = sort_of(left)
    if not (sort is INT or sort.width) or inner.theories & ~BITS:
        return
    if inner.op == Op.LT:
        yield eq(left, right) if negated else eq(add(left, 1), right)
    elif negated:
        yield eq(add(left, 1), right)
        yield eq(left, add(right, 1))


def extended(solver: Solver, path: PathCondition, term: Term) -> PathCondition | None:
    """The path with the term in addition; None if the solver does not find that possible."""
    answer = solver.check(path, term)
    if answer.verdict is not Verdict.SAT:
        return None
    return path.extend(term, Kind.CHOICE, answer.model)


# ---------------------------------------------------------------------------- models


def with_telling_model(solver: Solver, path: PathCondition) -> PathCondition:
    """The same path with a model in which its numbers are not 0 nor 1, as far as it can be."""
    stricter = path
    for number in _numbers_of(path)[:_MOST_WISHES]:
        for wish in (lt(1, number), not_(eq(number, 0))):
            if isinstance(wish, Term):
                better = extended(solver, stricter, wish)
                if better is not None:
                    stricter = better
                    break
    return path if stricter is path else path.with_model(stricter.model)


def _numbers_of(path: PathCondition) -> list[Term]:
    """The integers of the input that the path has looked at, but for the lengths of containers."""
    lengths = set(array_lengths(path))
    found: dict[Term, None] = {}
    seen: set[Term] = set()
    pending = choices(path)[::-1]
    while pending:
        term = pending.pop()
        if term in seen or term.theories & ~BITS:
            continue
        seen.add(term)
        if (term.sort is INT or term.sort.width) and term.op in (Op.SYMBOL, Op.SELECT):
            if term not in lengths:
                found[term] = None
            continue
        pending += [part for part in reversed(term.args) if isinstance(part, Term)]
    return list(found)
