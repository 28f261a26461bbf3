"""One operation of a strategy after the other, on a path that starts empty."""

from __future__ import annotations

from typing import Any

from heapwise.engine.bounds import Bounds
from heapwise.engine.choices import PathContext
from heapwise.heaps import registry
from heapwise.heaps.api import Case
from heapwise.program import ClassDecl, FieldDecl, Program
from heapwise.solver import Kind, default_solver
from heapwise.terms import Scalar, Term
from tests.unit.engine.programs import tiny

NODES = """
class Node { int val; Node next; }
class Leaf extends Node { int tag; }
class Other { Node node; }
if (Y0 = Y1) then 1 else 2
"""


class Walk:
    """`heap` is the one that the last operation left; null is ruled out."""

    def __init__(self, strategy: str, source: str = NODES) -> None:
        self.program: Program = tiny(source)
        self.strategy: Any = registry.create(strategy, self.program)
        self.cx = PathContext(self.program, default_solver(), Bounds())
        self.heap: Any = self.strategy.empty()
        self.facts: list[Term] = []

    def cls(self, name: str) -> ClassDecl:
        return self.program.classes[name]

    def field(self, cls: str, name: str) -> FieldDecl:
        return self.cls(cls).fields()[name]

    def assume(self, condition: Scalar) -> None:
        assert isinstance(condition, Term)
        self.cx.path = self.cx.path.extend(condition, Kind.CHOICE, None)

    def _done(self, cases: Any) -> Any:
        case: Case[Any, Any] = cases[-1]
        self.heap = case.heap
        self.facts += case.facts
        return case.value

    def input(self, name: str, cls: str = "Node") -> Term:
        value = self._done(
            self.strategy.input_value(self.cx, self.heap, name, self.cls(cls), False)
        )
        assert isinstance(value, Term)
        return value

    def new(self, cls: str = "Node") -> Term:
        value = self._done(self.strategy.new_object(self.cx, self.heap, self.cls(cls)))
        assert isinstance(value, Term)
        return value

    def read(self, ref: Term, name: str, cls: str = "Node") -> Any:
        field = self.field(cls, name)
        return self._done(self.strategy.read_field(self.cx, self.heap, ref, field))

    def write(self, ref: Term, name: str, value: Scalar, cls: str = "Node") -> None:
        field = self.field(cls, name)
        self._done(self.strategy.write_field(self.cx, self.heap, ref, field, value))
