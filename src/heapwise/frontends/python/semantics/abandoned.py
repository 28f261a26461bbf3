"""Generators that nobody holds any more: CPython closes them when their last reference goes.

What holds a generator is known as far as the path knows what holds what: variables, temporary
values that are still used, globals, and the containers and objects that these lead to. Where that
is open, or where a cycle of references keeps a generator until the garbage collector comes, the
path is not supported.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass

from heapwise.engine.machine import Enter, held_by
from heapwise.engine.state import OPEN, Suspended
from heapwise.frontends.python.semantics import calls
from heapwise.frontends.python.semantics.kinds import Mac, runtime, unsupported
from heapwise.frontends.python.values import Tagged, Value, Weak
from heapwise.terms import REF, Op, Term

_ROOTS = ("global", "class", "host", "escaped")
"""Keys of the store under which a path keeps what modules, classes and input objects hold."""


def abandoned(m: Mac) -> Enter | None:
    """What closes a generator that is lost."""
    found = _Holding(m)
    found.follow([*m.held(), *m.kept(_ROOTS)])
    lost = [each for each in m.load(OPEN) if each not in found.sure]
    if not lost:
        return None
    if any(each in found.maybe for each in lost):
        unsupported("a generator that may be held by one of several objects")
    _reject_cycles(m, found, lost)
    first = _outermost(m, lost)
    entered = calls.enter(m, runtime(m).prelude(m, "abandon"), (first,))
    assert isinstance(entered, Enter)
    return entered


def outlives(m: Mac) -> bool:
    """Do only variables of the latest activation hold an open generator?"""
    without = _Holding(m)
    without.follow([*m.held_by_callers(), *m.kept(_ROOTS)])
    own = _Holding(m)
    own.follow(list(m.own_variables()))
    held = own.sure | own.maybe
    return any(each in held and each not in without.sure for each in m.load(OPEN))


class _Holding:
    """The locations that some values lead to: for `sure`, or only `maybe`."""

    def __init__(self, m: Mac) -> None:
        self._m = m
        self.sure: set[Term] = set()
        self.maybe: set[Term] = set()

    def follow(self, values: list[Value]) -> None:
        waiting = values
        while waiting:
            value = waiting.pop()
            if isinstance(value, Term):
                if value.sort is not REF:
                    continue
                if value.op != Op.CONST:
                    self.maybe |= set(self._m.targets(value)[1])
                elif value not in self.sure:
                    self.sure.add(value)
                    waiting += _inside(self._m, value)
            elif isinstance(value, Tagged):
                self.maybe |= {part for part in value.parts if isinstance(part, Term)}
            else:
                waiting += _parts(value)


def _parts(value: Value) -> Iterable[Value]:
    if isinstance(value, tuple):
        return value
    if isinstance(value, Suspended):
        return held_by(value.code, value.at, value.registers, value.target)
    if is_dataclass(value) and not isinstance(value, Weak | type):
        return [getattr(value, each.name) for each in fields(value)]
    return ()


def _inside(m: Mac, loc: Term) -> list[Value]:
    """What a location holds: its contents, or the attributes of a new object."""
    contents = m.load(loc)
    if contents is not None:
        return [contents]
    if not m.is_allocated(loc):
        return []
    layouts = runtime(m).universe.layouts(m.allocated_class(loc))
    unset = m.load(("unset", loc)) or frozenset()
    found = [layout.read(m, loc) for name, layout in layouts.items() if name not in unset]
    return [*found, m.load(("args", loc)), m.load(("cause", loc))]


def _reject_cycles(m: Mac, found: _Holding, lost: list[Term]) -> None:
    """What is garbage goes at once unless garbage in a cycle holds it."""
    garbage: dict[Term, set[Term]] = {}
    for key, _ in m.contents():
        loc = key[1] if isinstance(key, tuple) and key[0] == "unset" else key
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
    waiting = list(_inside(m, loc))
    while waiting:
        value = waiting.pop()
        if isinstance(value, Term):
            if value.sort is REF:
                held |= {value} if value.op == Op.CONST else set(m.targets(value)[1])
        elif isinstance(value, Tagged):
            waiting += value.parts
        else:
            waiting += _parts(value)
    return held


def _outermost(m: Mac, lost: list[Term]) -> Term:
    """The one that goes first: it holds the others, which go with it."""
    if len(lost) == 1:
        return lost[0]
    for one in lost:
        inside = _Holding(m)
        inside.follow(list(_inside(m, one)))
        if all(other is one or other in inside.sure for other in lost):
            return one
    unsupported("several generators that are lost at once")
