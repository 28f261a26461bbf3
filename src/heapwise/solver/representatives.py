"""A few values of a number that stand for all, where conditions only ask in which sets it is.

Whether a text matches a pattern is a condition on many characters, each of which is a letter, a
digit, a dash or none of them. Of a character of which nothing else is asked, one code point of each
kind is enough: a solver that is given those few has nothing to search. A number that is added,
compared with another or used in any other way keeps all its values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from heapwise.solver.number_sets import (
    NumberSets,
    complement,
    intersection,
    nearest_to_zero,
    union,
)
from heapwise.terms import BOOL, INT, Op, Term
from heapwise.terms.code_points import Ranges

_MOST = 40
"""Kinds of values of one number; with more, little is gained."""


@dataclass(frozen=True, slots=True)
class _Use:
    """What a term asks of numbers: in which sets they are; `bare` ones are used otherwise."""

    sets: frozenset[tuple[Term, Ranges]] = frozenset()
    bare: frozenset[Term] = frozenset()


class Representatives:
    """Remembers how each condition uses its numbers."""

    def __init__(self, sets: NumberSets) -> None:
        self._sets = sets
        self._uses: dict[Term, _Use] = {}

    def of(self, conditions: Iterable[Term], sets: Mapping[Term, Ranges]) -> dict[Term, Ranges]:
        """Subsets of these sets: if all the conditions can hold, they can there."""
        asked: dict[Term, set[Ranges]] = {}
        bare: set[Term] = set()
        for condition in conditions:
            use = self._use(condition)
            bare |= use.bare
            for number, values in use.sets:
                asked.setdefault(number, set()).add(values)
        return {
            number: values if number in bare else _representing(values, asked.get(number, ()))
            for number, values in sets.items()
        }

    def _use(self, root: Term) -> _Use:
        waiting = [root]
        while waiting:
            term = waiting[-1]
            if term in self._uses:
                waiting.pop()
                continue
            parts = self._parts(term)
            missing = [part for part in parts if part not in self._uses]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            self._uses[term] = self._made(term, parts)
        return self._uses[root]

    def _parts(self, term: Term) -> list[Term]:
        if term.sort is BOOL and self._sets.solutions(term) is not None:
            return []
        return [arg for arg in term.args if isinstance(arg, Term)]

    def _made(self, term: Term, parts: list[Term]) -> _Use:
        if term.sort is BOOL:
            found = self._sets.solutions(term)
            if found is not None:
                return _Use(frozenset((found,)))
        if term.op in (Op.SYMBOL, Op.SELECT) and term.sort is INT:
            return _Use(bare=frozenset((term,)))
        uses = [self._uses[part] for part in parts]
        return _Use(
            frozenset().union(*(use.sets for use in uses)),
            frozenset().union(*(use.bare for use in uses)),
        )


def _representing(values: Ranges, asked: Iterable[Ranges]) -> Ranges:
    """One of the values of each combination of the sets that are asked about."""
    kinds = [values]
    for each in asked:
        outside = complement(each)
        split = (part for kind in kinds for part in _both(kind, each, outside))
        kinds = [part for part in split if part]
        if len(kinds) > _MOST:
            return values
    chosen = map(nearest_to_zero, kinds)
    return union(*(((value, value),) for value in chosen))


def _both(kind: Ranges, inside: Ranges, outside: Ranges) -> tuple[Ranges, Ranges]:
    return intersection(kind, inside), intersection(kind, outside)
