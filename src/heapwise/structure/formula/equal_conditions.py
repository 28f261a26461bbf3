"""Conditions that come to the same, found while a proof is made: one name does for all of them.

A merged run writes most of its conditions again and again in other words, and most that it writes
cannot hold, or always do: of twelve thousand names for insertion into an AVL tree of six nodes some
six hundred differ. Of the structures that were found, a new condition holds for some. If it holds
for the same ones as another, or for none, or for all, the solver is asked whether that is so for
every structure. (This is what circuit verification calls SAT sweeping.)
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.solver import Verdict
from heapwise.solver.finite import FiniteSolver, RangeError
from heapwise.structure.formula.found_structures import FoundStructures
from heapwise.terms import Op, Scalar, Term, not_

_CONFLICTS = 50
"""How hard it is tried to see that two conditions are equal."""

_TRIALS = 12
"""How often a structure may be found that tells a condition apart from what it seemed to equal."""


class EqualConditions:
    """`clauses` is how many have been required; whoever asks has told the structures of them."""

    def __init__(self, solver: FiniteSolver, found: FoundStructures) -> None:
        self._solver = solver
        self._found = found
        self._known: dict[Term, None] = {}
        self._alike: dict[int, list[Term]] = {}
        self._told_by = 0
        self._generation = -1
        self._compared = 0

    def note(self, condition: Term) -> None:
        """One that has its own name, or needs none."""
        if condition not in self._known:
            self._known[condition] = None
            if self._generation == self._found.generation:
                self._enter(condition)

    def equal_to(self, condition: Term) -> Scalar | None:
        """A condition that is known to be the same, or a truth value."""
        for _ in range(_TRIALS):
            truth = self._found.truth(condition)
            if truth is None:
                return None
            guess = self._guess(truth)
            if guess is None:
                return None
            verdict = self._are_equal(condition, guess)
            if verdict is not Verdict.SAT:
                return guess if verdict is Verdict.UNSAT else None
        return None

    def _guess(self, truth: int) -> Scalar | None:
        """What holds for the same structures."""
        everywhere = self._found.valid
        if truth in (0, everywhere):
            return truth != 0
        if self._generation != self._found.generation or self._compared > len(self._known):
            self._sort(everywhere)
        opposite = everywhere & ~truth
        same = self._first(truth)
        if same is not None:
            return same
        other = self._first(opposite)
        return None if other is None else not_(other)

    def _first(self, truth: int) -> Term | None:
        """The first that is known to hold for these structures."""
        for each in self._alike.get(truth & self._told_by, ()):
            self._compared += 1
            if self._found.truth(each) == truth:
                return each
        return None

    def _sort(self, everywhere: int) -> None:
        """By the structures that there are now. Those that come later tell apart what looked alike
        when it is compared: to sort all again for each would take most of the time of a proof."""
        self._alike.clear()
        self._told_by = everywhere
        self._generation = self._found.generation
        self._compared = 0
        for each in self._known:
            self._enter(each)

    def _enter(self, condition: Term) -> None:
        truth = self._found.truth(condition)
        if truth is not None:
            self._alike.setdefault(truth & self._told_by, []).append(condition)

    def _are_equal(self, condition: Term, guess: Scalar) -> Verdict:
        """UNSAT if nothing tells them apart."""
        found = Verdict.UNSAT
        for way in _ways(condition, True) if guess is not True else ():
            found = self._asked(way, not_(guess))
            if found is not Verdict.UNSAT:
                return found
        for way in _ways(condition, False) if guess is not False else ():
            found = self._asked(way, guess)
            if found is not Verdict.UNSAT:
                return found
        return found

    def _asked(self, way: Sequence[Term], other: Scalar) -> Verdict:
        wanted = [*way, other] if isinstance(other, Term) else list(way)
        try:
            verdict = self._solver.check(wanted, _CONFLICTS)
        except RangeError:
            return Verdict.UNKNOWN  # with such numbers, which nobody may ever ask about
        if verdict is Verdict.SAT:
            self._found.add(self._solver)
        return verdict


def _ways(condition: Scalar, truth: bool) -> list[list[Term]]:
    """The ways in which a condition can be true, or false: in each, all of these hold. So it need
    not be made known to the solver if it turns out to be another."""
    if not isinstance(condition, Term):
        return [[]] if condition is truth else []
    while condition.op == Op.NOT:
        inner = condition.args[0]
        assert isinstance(inner, Term)
        condition, truth = inner, not truth
    if condition.op not in (Op.AND, Op.OR):
        return [[_as(condition, truth)]]
    if (condition.op == Op.AND) is truth:
        return [[_as(arg, truth) for arg in condition.args if isinstance(arg, Term)]]
    found: list[list[Term]] = []
    for arg in condition.args:
        if isinstance(arg, Term) and arg.op in (Op.AND, Op.OR):
            found += _ways(arg, truth)
        else:
            found.append([_as(arg, truth)])
    return found


def _as(condition: Scalar, truth: bool) -> Term:
    found = condition if truth else not_(condition)
    assert isinstance(found, Term)
    return found
