"""Conditions as binary decision diagrams over atoms that contain no if-then-else.

A condition of the path-optimal strategies hides alternatives inside its terms: in equalities like
`x = ite(c, a, b)`, and in reads over writes. Here a term that is not Boolean is lifted to its
*cases*, values without if-then-else, each with the diagram of when it is the value. Comparing two
terms then means comparing their cases, which gives the atoms: `c`, `x = a` and `x = b`.

Everything is expanded within a context, the diagram of what is already known: which of many aliases
a reference has is often decided there, and only few of the cases of a term are left. Expanded by
itself, the same term can need a diagram of exponential size.

It can still explode (a sum of n terms with m cases each has up to m^n): whoever expands a condition
must be ready for `ExpansionError`.
"""

from __future__ import annotations

import heapq
import importlib
from collections.abc import Callable, Generator, Iterator, Mapping
from itertools import count, product
from math import prod
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from heapwise.program.source import InputError
from heapwise.solver.path import Kind, PathCondition
from heapwise.terms import (
    BOOL,
    Op,
    Scalar,
    Term,
    builder,
    eq,
    not_,
    raw_select,
    written_map,
)

_MOST_CASES = 4_000
_MOST_NODES = 100_000
_MOST_ATOMS = 500
"""dd recurses once per atom."""

Node: TypeAlias = int
"""A diagram, as `dd.bdd` has it: 1 is true, and minus negates."""

TRUE: Node = 1
FALSE: Node = -1

Cases: TypeAlias = dict[Scalar, Node]
"""Values without if-then-else and when the term has each, never both of two."""

T = TypeVar("T")
Steps: TypeAlias = Generator["Steps[Any]", Any, T]
"""A computation that yields the computations whose results it needs: terms may be deeper than
Python's stack."""


class Manager(Protocol):
    """What makes diagrams: `dd.bdd.BDD`."""

    @property
    def vars(self) -> Mapping[str, int]: ...

    def __len__(self) -> int: ...

    def add_var(self, name: str) -> object: ...

    def var(self, name: str) -> Node: ...

    def var_at_level(self, level: int) -> str: ...

    def succ(self, node: Node) -> tuple[int, Node, Node]: ...

    def ite(self, condition: Node, then: Node, otherwise: Node) -> Node: ...


class ExpansionError(Exception):
    """The diagram of a condition would be too large."""


class Mark(NamedTuple):
    """What a `Decisions` knew at some point."""

    atoms: int
    expanded: int


START = Mark(0, 0)


class Decisions:
    """Diagrams whose atoms are ordered as they first occur.

    Which disjunct comes first depends on this order. To ask about another path, go back to the
    `mark` made where it leaves the last one: else the order would be that of all questions before,
    and an atom of a path given up long ago would come before those that this path meets first.
    """

    def __init__(self) -> None:
        self._manager = _new_manager()
        self._ever = count()
        self._atoms: dict[str, Term] = {}
        self._variables: dict[Term, Node] = {}
        self._expanded: dict[tuple[Term, Node], Node] = {}

    @property
    def is_new(self) -> bool:
        return not self._manager.vars

    @property
    def is_full(self) -> bool:
        return len(self._atoms) > _MOST_ATOMS or (
            max(len(self._manager), len(self._expanded)) > _MOST_NODES
        )

    def mark(self) -> Mark:
        return Mark(len(self._atoms), len(self._expanded))

    def rewind(self, mark: Mark) -> None:
        """Forgets the atoms met since; diagrams made since must not be used any more. An atom that
        occurs again gets a new variable, at the end of the order."""
        while len(self._atoms) > mark.atoms:
            self._atoms.popitem()
            self._variables.popitem()
        while len(self._expanded) > mark.expanded:
            self._expanded.popitem()

    def conjoin(self, context: Node, condition: Term) -> Node:
        """The diagram of `context` and `condition`. Raises `ExpansionError`."""
        running: list[Steps[Any]] = [self._within(condition, context)]
        result: Any = None
        while running:
            if self.is_full:
                raise ExpansionError
            try:
                running.append(running[-1].send(result))
                result = None
            except StopIteration as end:
                running.pop()
                result = end.value
        diagram: Node = result
        return diagram

    def disjuncts(self, diagram: Node) -> Iterator[PathCondition]:
        """The ways through `diagram` to true, each as the path of the literals on it; those on
        which an atom is false come first. What contradicts itself on its face, such as `x = 1`
        after `x = 2`, is no way."""
        waiting = [(diagram, PathCondition())]
        while waiting:
            node, path = waiting.pop()
            if node == FALSE:
                continue
            if node == TRUE:
                yield path
                continue
            level, low, high = self._manager.succ(node)
            if node < 0:
                low, high = -low, -high
            atom = self._atoms[self._manager.var_at_level(level)]
            value = path.decided(atom)
            if value is not None:
                waiting.append((high if value else low, path))
                continue
            waiting.append((high, path.extend(atom, Kind.CHOICE, None)))
            negation = not_(atom)
            assert isinstance(negation, Term)
            waiting.append((low, path.extend(negation, Kind.CHOICE, None)))

    def _and(self, left: Node, right: Node) -> Node:
        return self._manager.ite(left, right, FALSE)

    def _or(self, left: Node, right: Node) -> Node:
        return self._manager.ite(left, TRUE, right)

    def _literal(self, condition: Scalar) -> Node:
        """The diagram of an atom or a constant."""
        if not isinstance(condition, Term):
            return TRUE if condition else FALSE
        found = self._variables.get(condition)
        if found is None:
            name = f"a{next(self._ever)}"
            self._atoms[name] = condition
            self._manager.add_var(name)
            found = self._manager.var(name)
            self._variables[condition] = found
        return found

    # -- Boolean terms

    def _within(self, condition: Scalar, context: Node) -> Steps[Node]:
        """The part of `context` where `condition` holds."""
        if context == FALSE or not isinstance(condition, Term):
            return context if condition else FALSE
        found = self._expanded.get((condition, context))
        if found is None:
            found = yield self._expand(condition, context)
            self._expanded[condition, context] = found
        return found

    def _expand(self, term: Term, context: Node) -> Steps[Node]:
        op, args = term.op, term.args
        part: Node
        if op == Op.NOT:
            part = yield self._within(args[0], context)
            return self._and(context, -part)
        if op == Op.AND:
            for arg in args:
                context = yield self._within(arg, context)
            return context
        if op == Op.OR:
            rest = context
            for arg in args:
                part = yield self._within(arg, rest)
                rest = self._and(rest, -part)
            return self._and(context, -rest)
        if op == Op.ITE:
            leaves: Cases = yield self._leaves(term, context)
            result = FALSE
            for leaf, when in leaves.items():
                part = yield self._within(leaf, when)
                result = self._or(result, part)
            return result
        if op == Op.SYMBOL:
            return self._and(context, self._literal(term))
        cases: Cases
        if op == Op.SELECT:
            cases = yield self._read(term, context)
        else:
            cases = yield self._combine(args, context, builder(term))
        result = FALSE
        for value, when in cases.items():
            result = self._or(result, self._and(when, self._literal(value)))
        return result

    # -- other terms

    def _cases(self, term: Scalar, context: Node) -> Steps[Cases]:
        """The cases of `term` that can apply in `context`."""
        if isinstance(term, Term) and term.sort is BOOL:
            yes: Node = yield self._within(term, context)
            return self._merged([(True, yes), (False, self._and(context, -yes))])
        leaves: Cases = yield self._leaves(term, context)
        found: list[tuple[Scalar, Node]] = []
        for leaf, when in leaves.items():
            if not isinstance(leaf, Term) or leaf.op == Op.SYMBOL or leaf.op == Op.CONST:
                found.append((leaf, when))
                continue
            cases: Cases
            if leaf.op == Op.SELECT:
                cases = yield self._read(leaf, when)
            else:
                cases = yield self._combine(leaf.args, when, builder(leaf))
            found += cases.items()
        return self._merged(found)

    def _leaves(self, term: Scalar, context: Node) -> Steps[Cases]:
        """The terms at the ends of a nested if-then-else. A branch that several conditions lead
        to is looked at once, for all of them: no term comes before one that contains it."""
        reached: Cases = {term: context}
        tie = count()
        waiting: list[tuple[int, int, Term]] = []
        if isinstance(term, Term) and term.op == Op.ITE:
            waiting.append((-term.depth, next(tie), term))
        while waiting:
            node = heapq.heappop(waiting)[2]
            here = reached.pop(node)
            yes: Node = yield self._within(node.args[0], here)
            no = self._and(here, -yes)
            for branch, when in ((node.args[1], yes), (node.args[2], no)):
                if when == FALSE:
                    continue
                if branch in reached:
                    reached[branch] = self._or(reached[branch], when)
                    continue
                reached[branch] = when
                if isinstance(branch, Term) and branch.op == Op.ITE:
                    heapq.heappush(waiting, (-branch.depth, next(tie), branch))
        return reached

    def _combine(
        self, args: tuple[Scalar, ...], context: Node, build: Callable[..., Scalar]
    ) -> Steps[Cases]:
        tuples: list[tuple[tuple[Scalar, ...], Node]] = yield self._tuples(args, context)
        return self._merged([(build(*values), when) for values, when in tuples])

    def _tuples(
        self, args: tuple[Scalar, ...], context: Node
    ) -> Steps[list[tuple[tuple[Scalar, ...], Node]]]:
        """The cases of several terms together."""
        parts: list[Cases] = []
        for arg in args:
            cases: Cases = yield self._cases(arg, context)
            parts.append(cases)
        if prod(map(len, parts)) > _MOST_CASES:
            raise ExpansionError
        found = []
        for choice in product(*(cases.items() for cases in parts)):
            when = context
            for _, guard in choice:
                when = self._and(when, guard)
            if when != FALSE:
                found.append((tuple(value for value, _ in choice), when))
        return found

    def _merged(self, cases: list[tuple[Scalar, Node]]) -> Cases:
        found: Cases = {}
        for value, when in cases:
            if isinstance(value, float):
                # 0.0 and -0.0 are equal as keys, but not as values.
                raise ExpansionError
            if when != FALSE:
                found[value] = self._or(found.get(value, FALSE), when)
        if len(found) > _MOST_CASES:
            raise ExpansionError
        return found

    # -- reads over writes

    def _read(self, term: Term, context: Node) -> Steps[Cases]:
        """A read is an if-then-else over the writes below it, for each case of its keys."""
        map_term = term.args[0]
        assert isinstance(map_term, Term)
        tuples: list[tuple[tuple[Scalar, ...], Node]] = yield self._tuples(term.args[1:], context)
        found: list[tuple[Scalar, Node]] = []
        for keys, when in tuples:
            cases: Cases = yield self._read_at(map_term, keys, when)
            found += cases.items()
        return self._merged(found)

    def _read_at(self, map_term: Term, keys: tuple[Scalar, ...], context: Node) -> Steps[Cases]:
        found: list[tuple[Scalar, Node]] = []
        cases: Cases
        while map_term.op == Op.STORE and context != FALSE:
            hit: Node = yield self._same(map_term.args[1:-1], keys, context)
            cases = yield self._cases(map_term.args[-1], hit)
            found += cases.items()
            context = self._and(context, -hit)
            map_term = written_map(map_term)
        if map_term.op == Op.FILLED:
            cases = yield self._cases(map_term.args[0], context)
            found += cases.items()
        elif map_term.op == Op.SYMBOL:
            found.append((raw_select(map_term, keys), context))
        return self._merged(found)

    def _same(
        self, written: tuple[Scalar, ...], keys: tuple[Scalar, ...], context: Node
    ) -> Steps[Node]:
        tuples: list[tuple[tuple[Scalar, ...], Node]] = yield self._tuples(written, context)
        result = FALSE
        for values, when in tuples:
            for value, key in zip(values, keys, strict=True):
                when = self._and(when, self._literal(eq(value, key)))
            result = self._or(result, when)
        return result


def _new_manager() -> Manager:
    try:
        bdd = importlib.import_module("dd.bdd")
    except ImportError:
        raise InputError(
            "unwinding needs the package `dd`, which is not installed; "
            "install it with: pip install 'heapwise[unwind]'"
        ) from None
    manager: Manager = bdd.BDD()
    return manager
