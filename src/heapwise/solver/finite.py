"""Solvers for formulas over finite domains: what they are asked, and with which numbers.

A formula here is Boolean structure over three kinds of atoms: Boolean symbols, `symbol = constant`
for a symbol of sort Ref or Class, and comparisons of integers. Integers need only be so large: a
Boolean combination of comparisons `x + c < y` with k variables and constants up to C has a solution
if it has one with numbers up to (k + 1)(C + 1). (So has one of `x - y < c`, which is the same.)
A formula outside of that fragment, or with larger constants than were announced, raises
`RangeError`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from heapwise.solver.api import Verdict
from heapwise.terms import Concrete, Scalar, Term


class Range(NamedTuple):
    """Which numbers a solver must be ready for: constants up to `constant`, or of any size if that
    is None, and computations with words of the families `whole`.

    Words whose family is not among them are compared, but nothing is computed with them. What
    matters of such a word is how it compares with others, so that a few bits stand for all. (The
    family of a symbol is what its name has before the `@`: all cells of one kind.)"""

    constant: int | None
    whole: frozenset[str] = frozenset()


class RangeError(Exception):
    """A formula needs other numbers than announced: constants as large as `constant`, any numbers
    if that is None, or else the whole words of some families."""

    def __init__(self, constant: int | None, whole: frozenset[str] = frozenset()) -> None:
        self.constant = constant
        self.whole = whole

    def widened(self, range_: Range) -> Range:
        """To try again with."""
        if self.whole:
            return range_._replace(whole=range_.whole | self.whole)
        return range_._replace(constant=None if self.constant is None else 2 * self.constant)


class Numbers(NamedTuple):
    """How many numbers there are at most that are variables, and which they may be."""

    variables: int
    range: Range

    @property
    def constant(self) -> int | None:
        return self.range.constant

    def at_least(self, constant: int) -> Numbers:
        """Ready for constants of this size too."""
        if self.constant is None or self.constant >= constant:
            return self
        return self._replace(range=self.range._replace(constant=constant))

    @property
    def largest(self) -> int:
        assert self.constant is not None
        return (self.variables + 1) * (self.constant + 1)


class RowSelection(NamedTuple):
    """A reference that is one of several, whichever guard holds: `symbols` say which constant it
    is. No two guards hold at once; if none does, nobody asks."""

    choices: Sequence[tuple[Scalar, Mapping[Scalar, Scalar]]]
    symbols: Mapping[Scalar, Term]


class ValueSelection(NamedTuple):
    """A number or a truth value likewise."""

    choices: Sequence[tuple[Scalar, Scalar]]


Selection: TypeAlias = RowSelection | ValueSelection


class Definitions(Protocol):
    """What symbols stand for that are names: for a condition (`meaning`), or for a part of a
    selection (`selections`), which has a meaning too, if a long one (`meaning_of`)."""

    @property
    def meaning(self) -> Mapping[Term, Term]: ...

    @property
    def selections(self) -> Mapping[Term, Selection]: ...

    def meaning_of(self, symbol: Term) -> Scalar | None: ...


class FiniteModel(Protocol):
    def symbol(self, symbol: Term) -> Concrete | None:
        """None for a symbol that no formula has."""
        ...

    def holds(self, condition: Term) -> bool:
        """Of a condition that was part of the question."""
        ...

    def truth(self, condition: Term) -> bool | None:
        """What has been decided about it, if that is at hand."""
        ...


class FiniteSolver(Protocol):
    """`domain` gives the constants that a symbol of sort Ref or Class can be."""

    domain: Callable[[Term], Sequence[Term]]
    numbers: Numbers
    queries: int
    seconds: float

    def require(self, condition: Scalar) -> None:
        """It holds from now on."""
        ...

    def settle(self) -> None:
        """Nothing more will be required."""
        ...

    def reopen(self) -> None:
        """Something more will be required after all."""
        ...

    def requires(self, symbol: Term) -> bool:
        """Has anything been required of a number or truth value?"""
        ...

    def variables(self) -> int:
        """How many numbers there are so far that are variables."""
        ...

    def check(self, conditions: Sequence[Term], conflicts: int | None = None) -> Verdict:
        """Can all of them hold? Gives up after so many conflicts."""
        ...

    def refutes(self, condition: Term, conflicts: int, seconds: float | None = None) -> bool:
        """Can it certainly not hold? A hard question, asked before `settle` and only once. Gives up
        after so many conflicts or seconds."""
        ...

    def model(self) -> FiniteModel:
        """After a question that was answered with SAT."""
        ...
