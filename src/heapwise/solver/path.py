"""Path conditions: immutable, shared between the paths that have a prefix in common.

An entry is a *choice* (a branch the program or the heap strategy took), a *fact* (a definition
that holds on every path that gets here) or *settled* (a choice that the heap itself carries, so
the solver need not see it). Each node also knows which conditions are already decided on this
path, and may carry a model of everything above it.

A path also has a name: `prefix` lists the alternatives that it took (`results.prefix`). Whoever
makes it from others by choosing gives it one; what is merely learned leaves it as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import TYPE_CHECKING

from heapwise.results.prefix import Link
from heapwise.terms import Op, Scalar, Term, is_constant, same_constant

if TYPE_CHECKING:
    from heapwise.solver.model import Model


_SHARED_FROM = 32
"""Conditions that a node keeps for itself before it shares them with those below."""


class Kind(Enum):
    CHOICE = "choice"
    FACT = "fact"
    SETTLED = "settled"


class PathCondition:
    """`asserted` counts the entries that the solver must see; `model` satisfies all of them, or is
    None if no model is at hand; `confirmed` is false once the solver has failed to decide, and
    `is_open` true as long as nobody has asked whether the path can be taken. `hidden` are the
    conditions that only say that the path is within the bounds."""

    __slots__ = (
        "_base",
        "_recent",
        "asserted",
        "confirmed",
        "hidden",
        "is_open",
        "kind",
        "model",
        "parent",
        "prefix",
        "term",
    )

    parent: PathCondition | None
    term: Term | None
    kind: Kind
    asserted: int
    confirmed: bool
    is_open: bool
    model: Model | None
    prefix: Link
    hidden: tuple[Scalar, ...]
    _base: dict[Term, Scalar]
    _recent: dict[Term, Scalar]

    def __init__(self, model: Model | None = None) -> None:
        self.parent = None
        self.term = None
        self.kind = Kind.FACT
        self.asserted = 0
        self.confirmed = True
        self.is_open = False
        self.model = model
        self.prefix = None
        self.hidden = ()
        self._base = {}
        self._recent = {}

    def extend(self, term: Term, kind: Kind, model: Model | None) -> PathCondition:
        """This path with `term` in addition; the caller vouches for `model`."""
        node = PathCondition.__new__(PathCondition)
        node.parent = self
        node.term = term
        node.kind = kind
        node.asserted = self.asserted + (kind is not Kind.SETTLED)
        node.confirmed = self.confirmed
        node.is_open = False
        node.model = model
        node.prefix = self.prefix
        node.hidden = self.hidden
        node._inherit(self, term, True)
        return node

    def learn(self, condition: Term, value: bool) -> PathCondition:
        """This path, remembering that it implies `condition` = `value`."""
        if self.decided(condition) is value:
            return self
        node = self._copy()
        node._inherit(self, condition, value)
        return node

    def claims_the_same_as(self, other: PathCondition) -> bool:
        """Of two stages of one path: was nothing added in between but what is implied?"""
        return self.parent is other.parent and self.term is other.term

    def knows_the_same_as(self, other: PathCondition) -> bool:
        """Of two stages of one path: was nothing learned in between?"""
        same = self._base is other._base and self._recent is other._recent
        return same and self.claims_the_same_as(other)

    def rebased(self, base: PathCondition, rest: Iterable[tuple[Term, Kind]]) -> PathCondition:
        """What this path knows, where it is `base` and `rest` that the solver must see: the caller
        vouches that these imply the other entries."""
        path = base
        for term, kind in rest:
            path = path.extend(term, kind, None)
        node = path._copy()
        node.model = None
        node.prefix = self.prefix
        node.hidden = self.hidden
        node._base = self._base
        node._recent = self._recent
        return node

    def with_model(self, model: Model | None) -> PathCondition:
        node = self._copy()
        node.model = model
        return node

    def renamed(self, prefix: Link) -> PathCondition:
        node = self._copy()
        node.prefix = prefix
        return node

    def opened(self) -> PathCondition:
        node = self._copy()
        node.is_open = True
        return node

    def closed(self, model: Model | None) -> PathCondition:
        """It can be taken, as this model says; perhaps, if there is none."""
        node = self._copy()
        node.is_open = False
        node.model = model
        node.confirmed = self.confirmed and model is not None
        return node

    def confirmed_by(self, model: Model | None) -> PathCondition:
        """It can be taken after all: somebody has decided the whole of it."""
        node = self._copy()
        node.confirmed = True
        node.model = model
        return node

    def alone(self) -> PathCondition:
        """The same entries, without a model and without what was learned on the way: what follows
        from it does not depend on what was asked before."""
        node = self._copy()
        node.is_open = False
        node.model = None
        node._base, node._recent = {}, {}
        for term, _ in self.entries():
            _learn(node._base, term, True)
        return node

    def fork(self) -> PathCondition | None:
        """Where this path left others by its last entry, facts aside."""
        node = self.parent
        while node is not None and node.kind is Kind.FACT and node.parent is not None:
            node = node.parent
        return node

    def unconfirmed(self) -> PathCondition:
        node = self._copy()
        node.confirmed = False
        return node

    def _copy(self) -> PathCondition:
        node = PathCondition.__new__(PathCondition)
        node.model = self.model
        node.parent = self.parent
        node.term = self.term
        node.kind = self.kind
        node.asserted = self.asserted
        node.confirmed = self.confirmed
        node.is_open = self.is_open
        node.prefix = self.prefix
        node.hidden = self.hidden
        node._base = self._base
        node._recent = self._recent
        return node

    def _inherit(self, above: PathCondition, condition: Term, value: bool) -> None:
        """What `above` knows, and one condition more. Old knowledge is shared between the nodes
        of a path, so that a long one does not take quadratic space."""
        self._base = above._base
        self._recent = dict(above._recent)
        _learn(self._recent, condition, value)
        if len(self._recent) > _SHARED_FROM:
            self._base = {**self._base, **self._recent}
            self._recent = {}

    def _known(self, term: Term) -> Scalar | None:
        found = self._recent.get(term)
        return self._base.get(term) if found is None else found

    def decided(self, condition: Scalar) -> bool | None:
        """The value of `condition` if it is known on this path without asking the solver."""
        if type(condition) is bool:
            return condition
        assert isinstance(condition, Term)
        return _decide(self._known, condition)

    def asserted_terms(self) -> list[Term]:
        """What the solver must hold, from the first to the last."""
        found = []
        node: PathCondition | None = self
        while node is not None and node.term is not None:
            if node.kind is not Kind.SETTLED:
                found.append(node.term)
            node = node.parent
        found.reverse()
        return found

    def entries(self) -> Iterator[tuple[Term, Kind]]:
        """From the first to the last."""
        found = []
        node: PathCondition | None = self
        while node is not None and node.term is not None:
            found.append((node.term, node.kind))
            node = node.parent
        return reversed(found)


def _learn(known: dict[Term, Scalar], condition: Term, value: bool) -> None:
    work = [(condition, value)]
    while work:
        term, truth = work.pop()
        if term.op == Op.NOT:
            inner = term.args[0]
            assert isinstance(inner, Term)
            work.append((inner, not truth))
            continue
        known[term] = truth
        if term.op == (Op.AND if truth else Op.OR):
            work.extend((arg, truth) for arg in term.args if isinstance(arg, Term))
        elif truth and term.op == Op.EQ:
            left, right = term.args
            if is_constant(right) and isinstance(left, Term):
                known[left] = right


def _decide(known: Callable[[Term], Scalar | None], condition: Term) -> bool | None:
    """Looks one level into a conjunction or disjunction, and no deeper."""
    negated = condition.op == Op.NOT
    literal = condition
    if negated:
        inner = condition.args[0]
        assert isinstance(inner, Term)
        literal = inner
    value = _decide_literal(known, literal)
    if value is None and literal.op in (Op.AND, Op.OR):
        value = _decide_junction(known, literal)
    return value if value is None or not negated else not value


def _decide_literal(known: Callable[[Term], Scalar | None], literal: Term) -> bool | None:
    found = known(literal)
    if found is not None:
        return bool(found)
    if literal.op == Op.EQ:
        left, right = literal.args
        if isinstance(left, Term) and is_constant(right):
            constant = known(left)
            if constant is not None:
                return same_constant(constant, right)
    elif literal.op == Op.NOT:
        inner = literal.args[0]
        assert isinstance(inner, Term)
        if inner.op != Op.NOT:
            value = _decide_literal(known, inner)
            return None if value is None else not value
    return None


def _decide_junction(known: Callable[[Term], Scalar | None], junction: Term) -> bool | None:
    absorbing = junction.op == Op.OR
    undecided = False
    for arg in junction.args:
        assert isinstance(arg, Term)
        value = _decide_literal(known, arg)
        if value is absorbing:
            return absorbing
        undecided = undecided or value is None
    return None if undecided else not absorbing


def slice_of(path: PathCondition, condition: Term) -> tuple[frozenset[Term], frozenset[Term]]:
    """The asserted conditions connected to `condition` by shared symbols, and those symbols."""
    waiting = [term for term, kind in path.entries() if kind is not Kind.SETTLED]
    symbols = set(condition.symbols)
    chosen = {condition}
    grown = True
    while grown:
        grown = False
        apart = []
        for term in waiting:
            own = term.symbols
            if own.isdisjoint(symbols):
                apart.append(term)
            else:
                chosen.add(term)
                if not own <= symbols:
                    symbols |= own
                    grown = True
        waiting = apart
    return frozenset(chosen), frozenset(symbols)
