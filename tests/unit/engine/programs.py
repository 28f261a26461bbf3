"""Small programs for the engine tests: from source, or instruction by instruction."""

from __future__ import annotations

from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.engine.state import State
from heapwise.frontends.tiny.lower import lower
from heapwise.frontends.tiny.parser import parse
from heapwise.program import ClassDecl, Position, Program
from heapwise.program.code import AnyInstruction, Code
from heapwise.solver import PathCondition

STRATEGIES = ("fieldmaps", "lazy", "pose")
AT = Position("made.tiny", 1, 1)

NODE = "class Node { int val; Node next; } "
RECURSION = """
class R {
  int forever(int n) := (this . forever [ (n + 1) ]);
  int down(int n) := if (n = 0) then 0 else (1 + (this . down [ (n - 1) ]));
}
"""


def tiny(source: str) -> Program:
    return lower(parse(source, "test.tiny"), "test.tiny")


def explore(
    source: str | Program, strategy: str = "fieldmaps", bounds: Bounds | None = None
) -> Exploration:
    program = tiny(source) if isinstance(source, str) else source
    return Exploration(program, strategy, bounds or Bounds())


def made(*instructions: AnyInstruction, registers: int, base: Program | None = None) -> Program:
    """A program with this main code, and the classes of `base`."""
    program = base or Program("ir", "made", ClassDecl("Object", None), [])
    program.main = Code("main", instructions, registers)
    return program


def state_at(code: Code) -> State[None]:
    """The start of some code, without a heap."""
    return State(
        code, 0, (None,) * code.registers, {}, {}, None, 0, None, PathCondition(), None, 0, 0
    )
