"""Contracts as data: what they say, wherever they were written.

Invariant: a condition is ready to be evaluated. Every free name of `expression` (and of the `olds`)
is a key of `names`, the name of an `Old`, a key of `globals`, or a builtin; nothing of the notation
(`__old__`, `OLD`, `old(…)`, `_`) is left in it. To evaluate a postcondition:

1. before the call, evaluate each `Old.expression` and remember the value (a copy of it, if
   `Old.copy`); one that raises matters only if the condition reads it;
2. after the call, evaluate `expression` with the names bound to the arguments, the result and the
   old values.

The syntax trees carry the positions of the source, and are shared: do not change them.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from heapwise.program import Position

Kind = Literal["pre", "post", "invariant"]

RESULT: Final = "return"
"""Stands for the result among the values of `Condition.names`: a keyword, so never a parameter."""


@dataclass(frozen=True, eq=False)
class Old:
    """A value of the pre-state that a postcondition uses under `name`.

    With `copy`, a container (list, dict, set, deque …) must be copied before the call, because the
    call may change it in place; objects of other classes stay what they are.
    """

    name: str
    expression: ast.expr
    copy: bool


@dataclass(frozen=True, eq=False)
class Condition:
    """One condition; it holds if the expression is true, and fails if it is false or raises."""

    kind: Kind
    expression: ast.expr
    names: Mapping[str, str]  # free name → the parameter it stands for, or RESULT
    text: str  # as it was written, on one line
    at: Position
    globals: Mapping[str, object]
    olds: tuple[Old, ...] = ()
    description: str = ""

    def about(self, parameters: Mapping[str, str]) -> "Condition | None":
        """The same condition where the parameters have other names; None if one is missing."""
        wanted = [name for name in self.names.values() if name != RESULT]
        if any(name not in parameters for name in wanted):
            return None
        renamed = {free: parameters.get(name, name) for free, name in self.names.items()}
        return replace(self, names=renamed)


@dataclass(frozen=True, eq=False)
class Contract:
    """What a function promises and asks for.

    The precondition holds if all of `pre` hold, or all of one group of `inherited_pre` (the
    preconditions of the methods that it overrides: an override may only ask for less). All of
    `post` must hold after a normal return. An exception is declared if it is an instance of one of
    `raises`; with `raises_only`, no other may leave the function, not even one that is raised on
    purpose.
    """

    pre: tuple[Condition, ...] = ()
    post: tuple[Condition, ...] = ()
    invariants: tuple[Condition, ...] = ()
    raises: tuple[type[BaseException], ...] = ()
    inherited_pre: tuple[tuple[Condition, ...], ...] = ()
    raises_only: bool = False
    writes: tuple[str, ...] | None = None  # what `post[x, y]:` says the call may change
    assumes_invariants: bool = False  # they hold of the receiver before the call …
    keeps_invariants: bool = False  # … and must hold after it

    @property
    def is_stated(self) -> bool:
        """Whether there is a condition to check."""
        return bool(self.pre or self.post or self.invariants or self.raises_only)
