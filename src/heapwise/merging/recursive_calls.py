"""Recursive calls that must return true, put off until all of them are known.

A recursion over a structure that branches has a call for every place an object could be at: the
number of places grows exponentially, but there are few objects. A call that is *demanded* (see
`merging.refusal`) need not be run when it is met, since only that it returns true matters:
the caller goes on as if it had, and the call is `Pending`, for each object that it may be about.
Calls about the same object that exclude each other become one, whose arguments say which it is.
When the outermost activation of the recursion returns, it begins again with the pending calls,
object by object; what it meets then may become pending in turn.

That changes the order in which calls are run, so it is only right for code without side effects. It
pays only if an object has one place: where two calls about one object can both be, what the first
one finds out had better be known when the second is run. A run that comes upon either raises
`OrderError`, and has to be begun again with that code among those whose calls are run as they come.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from heapwise.engine.state import UNDEFINED, Frame, StoreKey, Undefined, Value
from heapwise.merging.paths import Merge, Name, UnmergeableError
from heapwise.program import MethodDecl, Program
from heapwise.program import code as ir
from heapwise.program.code import Code
from heapwise.program.flow import flow_of
from heapwise.terms import REF, Scalar, Term, and_, not_, or_

Registers: TypeAlias = tuple[Value, ...]

Excludes: TypeAlias = Callable[[Scalar, Scalar], bool]
"""Is it certain that not both can hold?"""


class OrderError(Exception):
    """The calls of this code must be run in their order."""

    def __init__(self, code: Code) -> None:
        super().__init__(code.name)
        self.code = code


class EffectError(Exception):
    """A call that need not be run may do something else than return a value."""


class Call(NamedTuple):
    """To be run where the guard holds."""

    guard: Scalar
    registers: Registers


class Pending(NamedTuple):
    """Calls of one piece of code, by the constant that they are about."""

    calls: tuple[tuple[Term, tuple[Call, ...]], ...] = ()

    def first(self) -> tuple[Term, tuple[Call, ...], Pending]:
        """The constant that comes next with its calls, and the others."""
        ordered = sorted(self.calls, key=_number)
        constant, calls = ordered[0]
        return constant, calls, Pending(tuple(ordered[1:]))

    def with_calls(self, constant: Term, calls: tuple[Call, ...]) -> Pending:
        return Pending((*self.calls, (constant, calls))) if calls else self


def _number(entry: tuple[Term, tuple[Call, ...]]) -> int:
    number = entry[0].value
    assert isinstance(number, int)
    return number


def pending_key(code: Code) -> StoreKey[Pending]:
    """Where the store of a path keeps them."""
    return StoreKey("pending", code)


def merge_pending(condition: Term, a: Pending, b: Pending, merge: Merge, name: Name) -> Pending:
    ours, theirs = dict(a.calls), dict(b.calls)
    found: list[tuple[Term, tuple[Call, ...]]] = []
    other = not_(condition)
    for constant in (*ours, *(each for each in theirs if each not in ours)):
        calls: list[Call] = []
        pairs: list[tuple[Scalar, Call]]
        pairs = [(condition, call) for call in ours.get(constant, ())]
        pairs += [(other, call) for call in theirs.get(constant, ())]
        taken: set[int] = set()
        for side, (guard, registers) in pairs:
            here = and_(side, guard)
            for index, before in enumerate(calls):
                if side is condition or index in taken:
                    continue
                together = _merged(condition, before.registers, registers, merge)
                if together is not None:
                    calls[index] = Call(name(or_(before.guard, here)), together)
                    taken.add(index)
                    break
            else:
                if side is other:
                    taken.add(len(calls))
                calls.append(Call(name(here), registers))
        kept = tuple(call for call in calls if call.guard is not False)
        if kept:
            found.append((constant, kept))
    return Pending(tuple(found))


def add_call(
    pending: Pending, constant: Term, call: Call, excludes: Excludes, merge: Merge, name: Name
) -> Pending | None:
    """One more in the same state. `excludes` tells whether two guards cannot hold together: then
    the new call and the old one become one. None if they can."""
    calls = dict(pending.calls)
    before = list(calls.get(constant, ()))
    for index, old in enumerate(before):
        if old.registers == call.registers:
            before[index] = Call(name(or_(old.guard, call.guard)), old.registers)
            break
        if not excludes(old.guard, call.guard):
            return None
        if not isinstance(call.guard, Term):
            before[index] = call  # then the old one is never made
            break
        together = _merged(call.guard, call.registers, old.registers, merge)
        if together is not None:
            before[index] = Call(name(or_(old.guard, call.guard)), together)
            break
    else:
        before.append(call)
    calls[constant] = tuple(before)
    return Pending(tuple(calls.items()))


def _merged(condition: Term, a: Registers, b: Registers, merge: Merge) -> Registers | None:
    try:
        return tuple(
            one if one is other else _one(condition, one, other, merge)
            for one, other in zip(a, b, strict=True)
        )
    except UnmergeableError:
        return None


def _one(condition: Term, a: Value, b: Value, merge: Merge) -> Value:
    if isinstance(a, Undefined) and isinstance(b, Undefined):
        return UNDEFINED
    merged: Value = merge(condition, a, b)
    return merged


def enclosing(code: Code, caller: Frame | None) -> Frame | None:
    """The nearest activation of the code that waits."""
    while caller is not None and caller.code is not code:
        caller = caller.caller
    return caller


def is_protected(caller: Frame | None) -> bool:
    """Would an exception be caught on the way out?"""
    while caller is not None:
        at = caller.at - 1
        if any(handler.start <= at < handler.end for handler in caller.code.handlers):
            return True
        caller = caller.caller
    return False


def changing_reference(now: Sequence[Value], before: Sequence[Value]) -> int | None:
    """The first argument that is a reference and not what it was in the activation around."""
    for index, (value, other) in enumerate(zip(now, before, strict=False)):
        if isinstance(value, Term) and value.sort is REF and value is not other:
            return index
    return None


def only_change(code: Code, now: Sequence[Value], before: Sequence[Value]) -> int | None:
    """The first argument that is a reference and not what it was in another activation, if all
    other arguments are."""
    index = changing_reference(now, before)
    return index if index is not None and are_alike(code, now, before, index) else None


def are_alike(code: Code, now: Sequence[Value], before: Sequence[Value], index: int) -> bool:
    """Are all arguments what they were in another activation, but for one?"""
    live = flow_of(code).live[0]
    pairs = enumerate(zip(now, before, strict=False))
    return all(a is b for at, (a, b) in pairs if at != index and live >> at & 1)


def has_effects(code: Code, program: Program) -> bool:
    """May it change anything, or any method that it may call?"""
    waiting, seen = [code], {code}
    while waiting:
        for instruction in waiting.pop().instructions:
            if isinstance(instruction, ir.PutField | ir.ArrayStore | ir.Perform | ir.Yield):
                return True
            called: list[MethodDecl | None] = []
            if isinstance(instruction, ir.Invoke):
                called = [instruction.method]
            elif isinstance(instruction, ir.Call):
                called = [
                    cls.own_methods.get(instruction.method) for cls in program.classes.values()
                ]
            for method in called:
                if method is not None and method.code is not None and method.code not in seen:
                    seen.add(method.code)
                    waiting.append(method.code)
    return False
