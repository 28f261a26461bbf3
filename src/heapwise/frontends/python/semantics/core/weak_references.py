"""Weak references: `weakref.ref` without a callback.

Objects of the input are there as long as the call runs: whoever made the call has them. One that
the program has made is there as long as something holds it. That is known only where a variable
leads to it; a path that asks about any other one is not supported.
"""

from __future__ import annotations

from heapwise.frontends.python.model.store_keys import MODULES
from heapwise.frontends.python.model.values import NONE, Value, Weak
from heapwise.frontends.python.semantics.core.holding import inside, references
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    unsupported,
)
from heapwise.terms import Op, Scalar, Term, and_, not_, or_


def referent(m: Mac, reference: Weak) -> Value:
    """What calling a weak reference gives."""
    if reference.of is NONE:
        return NONE
    for loc in m.targets(reference.of)[1]:
        if not _is_held(m, loc) and m.decide(m.same_reference(reference.of, loc)):
            unsupported("a weak reference to an object of the program that may be gone")
    return reference.of


def _is_held(m: Mac, loc: Term) -> bool:
    """Does a variable, or something that such a variable leads to, hold the object? Only what the
    program has made is looked through."""
    waiting = list(references([*m.variables(), *m.kept(MODULES)]))
    seen: set[Term] = set()
    while waiting:
        value = waiting.pop()
        if value is loc:
            return True
        if isinstance(value, Term) and value.op == Op.CONST and value not in seen:
            seen.add(value)
            waiting += references(inside(m, value))
    return False


def identical(m: Mac, left: Weak, right: Weak) -> Scalar:
    """There is one weak reference for an object, but many to objects that are gone."""
    if left == right:
        return True
    if m.decide(and_(*(m.same_reference(each.of, NONE) for each in (left, right)))):
        unsupported("are two weak references to objects that are gone the same?")
    return m.same_reference(left.of, right.of)


def both_alive(m: Mac, left: Weak, right: Weak) -> bool:
    return m.decide(not_(or_(*(m.same_reference(each.of, NONE) for each in (left, right)))))
