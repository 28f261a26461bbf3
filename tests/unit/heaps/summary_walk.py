"""One path through the operations of `summary`, step by step, as the engine would take it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from heapwise.engine.bounds import Bounds
from heapwise.engine.choices import Chooser, PathContext
from heapwise.frontends.tiny.lower import lower
from heapwise.frontends.tiny.parser import parse
from heapwise.heaps.api import Case, Cut, Raised
from heapwise.heaps.strategies.summary.summary import SummaryStrategy
from heapwise.heaps.strategies.summary.summary_heap import SummaryHeap, ValueSet
from heapwise.program import ClassDecl, FieldDecl
from heapwise.solver import Kind, PathCondition, default_solver
from heapwise.terms import Scalar, Term

T = TypeVar("T")

CLASSES = """
class Item { Object tag; }
class Node extends Item { Node next; Node other; int val; Node[] row; }
class Leaf extends Node { Leaf last; }
0
"""


class Walk:
    """`heap` and `path` are where the walk has got to. A step that could fail goes on where it
    does not; `feasible` becomes false if there is no such place."""

    def __init__(
        self, prune: bool = True, check_invariants: bool = True, bounds: Bounds | None = None
    ) -> None:
        self.program = lower(parse(CLASSES, "walk.tiny"), "walk.tiny")
        self.strategy = SummaryStrategy(self.program, prune, check_invariants)
        self.solver = default_solver()
        self.cx = PathContext(self.program, self.solver, bounds or Bounds())
        self.heap: SummaryHeap = self.strategy.empty()
        self.path: PathCondition = self.cx.path
        self.feasible = True
        self._chooser = Chooser(self.solver, ignore_null_dereference=False)

    def cls(self, name: str) -> ClassDecl:
        return self.program.classes[name]

    def field(self, name: str) -> FieldDecl:
        owner, _, own = name.partition(".")
        return self.cls(owner).own_fields[own]

    def _take(self, cases: Sequence[Case[SummaryHeap, T]]) -> T | None:
        for case, path in self._chooser.feasible(self.path, cases):
            if not isinstance(case.value, Raised | Cut):
                self.heap, self.path = case.heap, path
                self.cx.path = path
                return case.value
        self.feasible = False
        return None

    def _reference(self, cases: Sequence[Case[SummaryHeap, Scalar]]) -> Term:
        value = self._take(cases)
        assert isinstance(value, Term)
        return value

    def input(self, name: str, cls: str = "Node") -> Term:
        return self._reference(
            self.strategy.input_value(self.cx, self.heap, name, self.cls(cls), True)
        )

    def new(self, cls: str = "Node") -> Term:
        return self._reference(self.strategy.new_object(self.cx, self.heap, self.cls(cls)))

    def read(self, ref: Term, field: str = "Node.next") -> Scalar | None:
        return self._take(self.strategy.read_field(self.cx, self.heap, ref, self.field(field)))

    def follow(self, ref: Term, field: str = "Node.next") -> Term:
        value = self.read(ref, field)
        assert isinstance(value, Term)
        return value

    def write(self, ref: Term, value: Scalar, field: str = "Node.next") -> None:
        self._take(self.strategy.write_field(self.cx, self.heap, ref, self.field(field), value))

    def load(self, ref: Term, index: Scalar) -> Scalar | None:
        cls = self.cls("Node[]")
        return self._take(self.strategy.array_load(self.cx, self.heap, cls, ref, index))

    def store(self, ref: Term, index: Scalar, value: Scalar) -> None:
        cls = self.cls("Node[]")
        self._take(self.strategy.array_store(self.cx, self.heap, cls, ref, index, value))

    def same(self, left: Term, right: Term) -> Scalar:
        value = self._take(self.strategy.ref_equals(self.cx, self.heap, left, right))
        assert value is not None
        return value

    def assume(self, condition: Scalar) -> None:
        """Without effect if the condition cannot hold."""
        if isinstance(condition, Term) and self.cx.may_hold(condition):
            answer = self.solver.check(self.path, condition)
            self.path = self.path.extend(condition, Kind.CHOICE, answer.model)
            self.cx.path = self.path

    def located(self, ref: Term) -> ValueSet:
        """The paper's L(r)."""
        return self.heap.located[ref]

    def joined(self, ref: Term) -> ValueSet:
        return self.heap.joined[ref]
