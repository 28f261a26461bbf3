"""Models that differ from a known one in a single input.

The key that a map is asked about is an input that no invariant speaks of. Which way a search goes
at a node depends on nothing else, so that from one valid structure most ways can be taken with
another key, and what key that is can be read off the comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from heapwise.solver import Model
from heapwise.terms import Op, Scalar, Term, is_number, sort_of

IsFree = Callable[[Term], bool]
"""Is it an input that nothing is required of?"""


def nearby(model: Model, conditions: Sequence[Term], is_free: IsFree) -> Model | None:
    """A model of all these conditions that has another value for one input at most."""
    failing = next((each for each in conditions if not model.satisfies(each)), None)
    if failing is None:
        return model
    for symbol, value in _suggestions(model, failing, is_free):
        other = model.with_value(symbol, value)
        if all(map(other.satisfies, (failing, *conditions))):
            return other
    return None


def _suggestions(model: Model, condition: Term, is_free: IsFree) -> Iterator[tuple[Term, int]]:
    """Values of inputs that may make a comparison come out otherwise."""
    while condition.op == Op.NOT:
        inner = condition.args[0]
        assert isinstance(inner, Term)
        condition = inner
    if condition.op not in (Op.EQ, Op.LT) or not is_number(sort_of(condition.args[0])):
        return
    left, right = condition.args
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Term) and one.op == Op.SYMBOL and is_free(one):
            value = model.number(other)
            for each in (value, value + 1, value - 1):
                if _fits(one, each):
                    yield one, each


def _fits(symbol: Term, value: Scalar) -> bool:
    assert isinstance(value, int)
    half = 1 << (symbol.sort.width - 1) if symbol.sort.width else None
    return half is None or -half <= value < half
