"""Models for people: with short arrays, small numbers and short strings, where that can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce

from heapwise.solver.api import UNSAT, Solver, Verdict
from heapwise.solver.drafting import DraftedModel
from heapwise.solver.model import Model
from heapwise.solver.path import Kind, PathCondition
from heapwise.terms import (
    INT,
    NULL,
    STR,
    Op,
    Scalar,
    Term,
    add,
    and_,
    eq,
    ite,
    le,
    lt,
    neg,
    str_length,
    subterms,
)

_SHORT = 16
"""Array elements that a witness has if it can."""
_SMALL = 20
"""Numbers in a witness are not larger if they need not be."""
_NOT_LONG, _NOT_LARGE = 256, 4_096
"""The same where such small ones will not do; arrays are short also where numbers cannot be."""
_MOST_PARTS, _HALVINGS = 24, 8
"""Numbers and strings that are made as small as can be, and questions about them."""


def readable_model(solver: Solver, path: PathCondition) -> Model | None:
    """A model of the path, with short arrays and small numbers if there is one: people read
    witnesses, and arrays are listed in full."""
    model = solver.model(path)
    if model is None:
        return None
    if isinstance(model, DraftedModel) or _has_long_text(path, model):
        return model
    lengths, numbers = array_lengths(path), numbers_in(path)
    wishes = ((_SHORT, _SMALL), (_NOT_LONG, _NOT_LARGE), (_SHORT, None), (_NOT_LONG, None))
    for short, small in wishes:
        wanted: list[Scalar] = [le(length, short) for length in lengths]
        if small is not None:
            wanted += [_within(term, small) for term in numbers]
        if not any(isinstance(part, Term) and not model.satisfies(part) for part in wanted):
            return model
        condition = and_(*wanted)
        if not isinstance(condition, Term):
            return model
        with _for_a_witness(solver):
            better = solver.check(path, condition).model
        if better is not None:
            return better
    return model


def smallest_model(solver: Solver, path: PathCondition, model: Model) -> Model:
    """A model of the path whose numbers and strings are as small as is found with a few questions:
    the sum of their sizes is halved as long as that can be. Of numbers of a fixed width, where a
    sum could overflow, it is the largest that is halved; then as many as can be become zero."""
    parts: list[Scalar] = []
    bits: list[Term] = []
    for term in subterms(*(term for term, _ in path.entries())):
        if term.op not in (Op.SYMBOL, Op.SELECT):
            continue
        if term.sort is INT:
            parts.append(ite(lt(term, 0), neg(term), term))
        elif term.sort is STR:
            parts.append(str_length(term))
        elif term.sort.width:
            bits.append(term)
    if len(parts) + len(bits) > _MOST_PARTS or _has_long_text(path, model):
        return model
    if bits:
        model = _halved(
            solver,
            path,
            model,
            lambda found: max(abs(found.number(term)) for term in bits),
            lambda most: and_(*(_within(term, most) for term in bits)),
        )
        model = _with_zeros(solver, path, model, bits)
    if parts:
        size = reduce(add, parts)
        kept = [eq(term, model.number(term)) for term in bits]
        model = _halved(
            solver,
            path,
            model,
            lambda found: found.evaluate(size),
            lambda most: and_(le(size, most), *kept),
        )
    return model


def _within(term: Term, most: int) -> Scalar:
    return and_(le(-most, term), le(term, most))


def _with_zeros(solver: Solver, path: PathCondition, model: Model, bits: list[Term]) -> Model:
    """Of numbers of a fixed width that are no larger than in the model."""
    most = max(abs(model.number(term)) for term in bits)
    kept: list[Scalar] = [_within(term, most) for term in bits]
    with _for_a_witness(solver):
        for term in [term for term in bits if model.number(term)][:_HALVINGS]:
            zero = eq(term, 0)
            wanted = and_(zero, *kept)
            better = solver.check(path, wanted).model if isinstance(wanted, Term) else None
            if better is not None:
                kept.append(zero)
                model = better
    return model


def _halved(
    solver: Solver,
    path: PathCondition,
    model: Model,
    measure: Callable[[Model], object],
    at_most: Callable[[int], Scalar],
) -> Model:
    """A model of smaller measure, if there is one."""
    least, most = 0, measure(model)
    with _for_a_witness(solver):
        for _ in range(_HALVINGS):
            if not isinstance(most, int) or least >= most:
                break
            middle = (least + most) // 2
            wanted = at_most(middle)
            answer = solver.check(path, wanted) if isinstance(wanted, Term) else UNSAT
            if answer.verdict is Verdict.UNKNOWN:
                break  # questions about smaller ones would take as long
            if answer.model is None:
                least = middle + 1
            else:
                model, most = answer.model, measure(answer.model)
    return model


@contextmanager
def _for_a_witness(solver: Solver) -> Iterator[None]:
    """Questions that are about what is shown are counted apart from those of the exploration."""
    statistics = solver.statistics
    asked = statistics.queries
    try:
        yield
    finally:
        statistics.witness_queries += statistics.queries - asked
        statistics.queries = asked


def _has_long_text(path: PathCondition, model: Model) -> bool:
    """One so long that the backend would look for another very long (`LongTexts`)."""
    return any(
        term.sort is STR
        and term.op in (Op.SYMBOL, Op.SELECT)
        and len(str(model.evaluate(term))) > _NOT_LONG
        for term in subterms(*(term for term, _ in path.entries()))
    )


def longest_array(path: PathCondition, model: Model) -> int:
    """How many elements the longest array, or container, of the input has."""
    return max(map(model.number, array_lengths(path)), default=0)


def numbers_in(path: PathCondition) -> list[Term]:
    """The integers of the input that the path has looked at."""
    terms = [term for term, _ in path.entries()]
    return [
        term
        for term in subterms(*terms)
        if (term.sort is INT or term.sort.width) and term.op in (Op.SYMBOL, Op.SELECT)
    ]


def array_lengths(path: PathCondition) -> list[Term]:
    """The lengths of input arrays: what the facts of the path say is not negative."""
    found = []
    for term, kind in path.entries():
        if kind is Kind.FACT and term.op == Op.NOT:
            inner = term.args[0]
            if isinstance(inner, Term) and inner.op == Op.LT and inner.args[1] is not NULL:
                length, bound = inner.args
                if isinstance(length, Term) and bound == 0:
                    found.append(length)
    return found
