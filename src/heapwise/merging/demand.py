"""Runs that are only about inputs for which the function returns true: the rest is excluded.

`Demand` makes the merging executor a compiler of preconditions. Where one side of a branch can only
return false (`merging.refusal`), or an access would fail, that side is excluded by a clause, and
the path condition stays as it was.

A proof demands the same of what a program promises, after it has run: what is told to be excluded
has to be refuted then. Before its promises begin, nothing is demanded, and every way to end counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from heapwise.engine.run_context import Run
from heapwise.engine.state import Cursor, Leaf, State, StoreKey
from heapwise.heaps.api import Case, Cut, Raised
from heapwise.merging.api import Define, Exclude
from heapwise.merging.paths import common_entries, join_paths
from heapwise.merging.recursive_calls import is_protected
from heapwise.merging.refusal import (
    Plain,
    is_demanded,
    is_refused,
    known_booleans,
    returns_false,
)
from heapwise.program import InputError
from heapwise.program import code as ir
from heapwise.results import OutcomeKind
from heapwise.solver import PathCondition
from heapwise.terms import BOOL, Scalar, Term, not_

H = TypeVar("H")
T = TypeVar("T")


PROMISES: StoreKey[bool] = StoreKey("promises", None)
"""In the store of a path that has come to what the program promises."""


def _may_be_caught(cursor: Cursor[H]) -> bool:
    """Would an exception of the instruction that is being run come to a handler?"""
    at = cursor.at - 1
    inside = any(handler.start <= at < handler.end for handler in cursor.code.handlers)
    return inside or is_protected(cursor.caller)


class Demand(Generic[H]):
    """`exclude` is told where the function must not return true. Without it nothing is demanded:
    every way to end is wanted. In a proof, `define` is told what holds by definition, and only what
    a program promises is demanded."""

    def __init__(
        self,
        run: Run[H],
        exclude: Exclude | None,
        plain: Plain | None,
        define: Define | None = None,
    ) -> None:
        self._run = run
        self._exclude = exclude
        self._plain = plain
        self._define = define
        self.is_made = exclude is not None

    def is_on(self, at: Cursor[H] | State[H]) -> bool:
        """Must the latest activation return true?"""
        return self.is_made and is_demanded(at.caller, at.activation, self._plain)

    # -- choices and branches

    def wanted(self, cursor: Cursor[H], cases: Sequence[Case[H, T]]) -> Sequence[Case[H, T]]:
        """The cases that do not fail; the others are excluded. None if nothing is left."""
        if not self.is_made or not any(isinstance(case.value, Raised | Cut) for case in cases):
            return cases
        if _may_be_caught(cursor):
            return cases
        if self._define is not None:
            is_promised = PROMISES.of(cursor.store) is True
            if not (is_promised and self.is_on(cursor)):
                return cases
        kept: list[Case[H, T]] = []
        for case in cases:
            if not isinstance(case.value, Raised | Cut):
                kept.append(case)
            elif not self.rule_out(cursor, case.guard):
                return []
        return [kept[0]._replace(guard=True)] if len(kept) == 1 else kept

    def sides(
        self, cursor: Cursor[H], branch: ir.Branch, condition: Scalar
    ) -> Sequence[bool] | None:
        """The sides of a branch that are left, if one can do nothing but return false: it is
        excluded. None if both may be taken."""
        if not isinstance(condition, Term) or cursor.path.decided(condition) is not None:
            return None
        if not self.is_on(cursor):
            return None
        for truth, target in ((True, branch.then_to), (False, branch.else_to)):
            known = known_booleans(cursor.registers, condition, truth)
            if returns_false(cursor.code, target, known, self._plain):
                refused = condition if truth else not_(condition)
                return (not truth,) if self.rule_out(cursor, refused) else ()
        return None

    def lets_return(self, cursor: Cursor[H], instruction: ir.Instruction) -> bool:
        """Is anything left of the path, if a call that must return true does?"""
        if not self.is_made or type(instruction) is not ir.Return or cursor.caller is None:
            return True
        value = cursor.registers[instruction.source]
        if not (value is False or (isinstance(value, Term) and value.sort is BOOL)):
            return True
        if not self.is_on(cursor):
            return True
        if not self.rule_out(cursor, not_(value)):
            return False
        cursor.registers[instruction.source] = True
        return True

    def define(self, path: PathCondition, condition: Scalar) -> PathCondition:
        """The path, where a definition holds that every input satisfies."""
        if not isinstance(condition, Term):
            assert condition, "a false definition"
            return path
        if self._exclude is None and self._define is None:
            return self._run.chooser.with_facts(path, (condition,))
        if path.decided(condition) is not True:
            if self._define is not None:
                self._define(path, condition)
            elif self._exclude is not None:
                self._exclude(path, not_(condition))
            path = path.learn(condition, True)
        return path

    def rule_out(self, cursor: Cursor[H], condition: Scalar) -> bool:
        """Exclude a condition on this path. Is anything left of it?"""
        assert self._exclude is not None
        known = cursor.path.decided(condition)
        if known is None:
            self._exclude(cursor.path, condition)
            assert isinstance(condition, Term)
            self._run.context.path = cursor.path
            left = self._run.context.may_hold(not_(condition))
            cursor.path = cursor.path.learn(condition, False)
            return left
        if known:
            self._exclude(cursor.path, True)
        return not known

    # -- ends

    def refuses(self, end: Leaf[H]) -> bool:
        """Is it an end that is not wanted? It is excluded then."""
        if self._exclude is None or (end.kind is OutcomeKind.RETURNED and end.value is not False):
            return False
        if self._define is not None and end.kind is not OutcomeKind.RETURNED:
            is_broken = end.kind is OutcomeKind.RAISED and PROMISES.of(end.store) is True
            if is_broken:
                self._exclude(end.path, True)
            return is_broken
        if end.kind is OutcomeKind.UNSUPPORTED:
            raise InputError(f"{end.detail}, at {end.where}, cannot be compiled")
        if end.kind is OutcomeKind.BOUNDED:
            raise InputError(f"the run does not end within {end.detail}, at {end.where}")
        self._exclude(end.path, True)
        return True

    def settled(
        self, path: PathCondition, done: Sequence[State[H] | Leaf[H]]
    ) -> list[State[H] | Leaf[H]]:
        """What goes on after an operation that began on `path`. Where all other ways are excluded,
        what those that go on have in common is implied."""
        if not self.is_made:
            return list(done)
        ends = [each for each in done if isinstance(each, Leaf) and not self.refuses(each)]
        states = [each for each in done if isinstance(each, State)]
        if ends:
            return [*ends, *states]
        before = sum(1 for _ in path.entries())
        shared = common_entries([state.path for state in states], before) if states else before
        if shared > before:
            states = [
                state._replace(path=state.path.rebased(path, list(state.path.entries())[shared:]))
                for state in states
            ]
        return [*ends, *states]

    # -- states that meet

    def judges(self, a: State[H], b: State[H]) -> bool:
        """Is the next branch certain to refuse one of these states, and not the other? Merged, the
        one that goes on would carry along what is refused."""
        if not self.is_made:
            return False
        return is_refused(a, self._plain) is not is_refused(b, self._plain) and self.is_on(a)

    def unrefused(self, a: State[H], b: State[H]) -> State[H]:
        """Of two states of which one is refused, the other. Its path need not say what told them
        apart: the refused one is excluded, before anything that follows is built on it."""
        assert self._exclude is not None
        refused, other = (a, b) if is_refused(a, self._plain) else (b, a)
        path, _ = join_paths(a.path, b.path)
        self._exclude(refused.path, True)
        return other._replace(path=path)
