"""Generators that nobody holds any more: CPython closes them when their last reference goes.

What holds a generator is known as far as the path knows what holds what: variables, temporary
values that are still used, globals, and the containers and objects that these lead to. Where that
is open, or where a cycle of references keeps a generator until the garbage collector comes, the
path is not supported.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from heapwise.engine.machine import Enter
from heapwise.engine.state import OPEN, StoreKey
from heapwise.frontends.python.model.store_keys import HELD
from heapwise.frontends.python.model.values import Tagged
from heapwise.frontends.python.semantics.core import calls
from heapwise.frontends.python.semantics.core.holding import inside, references
from heapwise.frontends.python.semantics.core.kinds import Mac, runtime, unsupported
from heapwise.frontends.python.semantics.objects.asynchronous import is_async_generator
from heapwise.terms import REF, Op, Term


def abandoned(m: Mac) -> Enter | None:
    """What closes a generator that is lost."""
    found = _Holding(m)
    opened = m.load(OPEN) or ()
    found.follow(m.held(), until=opened)
    found.follow(m.kept(HELD), until=opened)
    lost = [each for each in opened if each not in found.sure]
    if not lost:
        return None
    if any(each in found.maybe for each in lost):
        unsupported("a generator that may be held by one of several objects")
    _reject_cycles(m, found, lost)
    first = _outermost(m, lost)
    closing = "async_abandon" if is_async_generator(m, first) else "abandon"
    entered = calls.enter(m, runtime(m).prelude(m, closing), (first,))
    assert isinstance(entered, Enter)
    return entered


def outlives(m: Mac) -> bool:
    """Do only variables of the latest activation hold an open generator?"""
    without = _Holding(m)
    without.follow([*m.held_by_callers(), *m.kept(HELD)])
    own = _Holding(m)
    own.follow(list(m.own_variables()))
    held = own.sure | own.maybe
    return any(each in held and each not in without.sure for each in m.load(OPEN) or ())


class _Holding:
    """The locations that some values lead to: for `sure`, or only `maybe`."""

    def __init__(self, m: Mac) -> None:
        self._m = m
        self.sure: set[Term] = set()
        self.maybe: set[Term] = set()

    def follow(self, values: Iterable[object], until: Iterable[Term] | None = None) -> None:
        """The nearest first, and no further than `until` all of those are held for sure: what is
        open is mostly near a variable, and to look for it through the whole heap before every
        instruction takes more than to run the program."""
        missing = None if until is None else set(until) - self.sure
        waiting = deque([references(values)])
        while waiting and (missing is None or missing):
            for value in waiting.popleft():
                if isinstance(value, Tagged):
                    self.maybe |= {part for part in value.parts if isinstance(part, Term)}
                elif value.op != Op.CONST:
                    self.maybe |= set(self._m.targets(value)[1])
                elif value not in self.sure:
                    self.sure.add(value)
                    waiting.append(self._held_at(value))
                    if missing is not None:
                        missing.discard(value)

    def _held_at(self, loc: Term) -> Iterator[Term | Tagged]:
        """Looked up when it is asked for."""
        yield from references(inside(self._m, loc))


def _reject_cycles(m: Mac, found: _Holding, lost: list[Term]) -> None:
    """What is garbage goes at once unless garbage in a cycle holds it."""
    garbage: dict[Term, set[Term]] = {}
    for key, _ in m.contents():
        loc = key.about if isinstance(key, StoreKey) and key.kind == "unset" else key
        if isinstance(loc, Term) and loc.sort is REF and loc not in found.sure:
            garbage[loc] = _held_directly(m, loc)
    going = True
    while going:
        held = set().union(*garbage.values()) if garbage else set()
        free = [loc for loc in garbage if loc not in held]
        for loc in free:
            del garbage[loc]
        going = bool(free)
    if any(each in garbage for each in lost):
        unsupported("a generator in a cycle of references")


def _held_directly(m: Mac, loc: Term) -> set[Term]:
    held: set[Term] = set()
    waiting = list(references(inside(m, loc)))
    while waiting:
        value = waiting.pop()
        if isinstance(value, Tagged):
            waiting += references(value.parts)
        else:
            held |= {value} if value.op == Op.CONST else set(m.targets(value)[1])
    return held


def _outermost(m: Mac, lost: list[Term]) -> Term:
    """The one that goes first: it holds the others, which go with it."""
    if len(lost) == 1:
        return lost[0]
    for one in lost:
        below = _Holding(m)
        below.follow(inside(m, one))
        if all(other is one or other in below.sure for other in lost):
            return one
    unsupported("several generators that are lost at once")
