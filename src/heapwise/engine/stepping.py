"""Runs one state up to its next choice, or to its end."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Generic, TypeVar

from heapwise.engine.bounds import Bounds
from heapwise.engine.choices import Chooser
from heapwise.engine.finalising import Finaliser
from heapwise.engine.instructions import HANDLERS
from heapwise.engine.interpreter import Interpreter
from heapwise.engine.joining import Joiner, Joins
from heapwise.engine.machine import Enter
from heapwise.engine.reached import NOTING_HANDLERS
from heapwise.engine.state import DISCARDED, OPEN, Cursor, Executed, Leaf, State, Step, leaf
from heapwise.heaps.api import HeapStrategy
from heapwise.program import Program
from heapwise.results import OutcomeKind
from heapwise.results.place import Place
from heapwise.results.prefix import Ending
from heapwise.solver import Model, PathCondition, Solver

H = TypeVar("H")

_CLOCK_EVERY = 2_048
"""Instructions between two looks at the clock."""
_DOUBTS = (8, 64, 512)
"""After so many looks during which nothing was learned, it is asked whether the path has an end."""


def start(program: Program, strategy: HeapStrategy[H]) -> State[H]:
    """The first state of a run."""
    code = program.main
    assert code is not None
    path = PathCondition(Model())
    registers = (0,) * code.registers
    return State(code, 0, registers, {}, {}, None, 0, strategy.empty(), path, None, 0, 0)


class Stepper(Generic[H]):
    """What a path that goes round for long does is asked of `goes_on`, if it is given. Without
    `joins`, operations keep all their cases (`engine.joining`). If it `notes`, states keep what was
    executed (`engine.reached`)."""

    def __init__(
        self,
        program: Program,
        strategy: HeapStrategy[H],
        solver: Solver,
        bounds: Bounds,
        ignore_null_dereference: bool = False,
        deadline: float | None = None,
        joins: bool = True,
        goes_on: Callable[[Leaf[H]], bool] | None = None,
        notes: bool = False,
    ) -> None:
        run = Interpreter(program, strategy, solver, bounds, ignore_null_dereference, deadline)
        run.context.chooser = run.chooser
        # Other strategies fork on references by themselves. Which ends of an operation could be
        # joined would depend on when they do.
        if joins and strategy.traits.path_optimal and isinstance(program.runtime, Joins):
            run.joiner = Joiner(strategy, program.runtime)
        self._run = run
        self._goes_on = goes_on
        self._notes = notes
        self._cursor: Cursor[H] | None = None
        self._max_steps = bounds.max_steps or (1 << 62)

    @property
    def approximations(self) -> Collection[str]:
        return self._run.approximations

    @property
    def chooser(self) -> Chooser:
        return self._run.chooser

    def look_at_the_clock(self) -> None:
        self._run.look_at_the_clock()

    def start(self) -> State[H]:
        return start(self._run.program, self._run.strategy)

    def run(self, state: State[H]) -> Step[H]:
        """The successors at the next choice (there may be none), or the finished path. What has to
        ask much without having a choice is put back among those that wait."""
        cursor = self._cursor = Cursor(state)
        cursor.own_path()
        run, handlers = self._run, HANDLERS
        if self._notes:
            cursor.executed, handlers = Executed(state.executed), NOTING_HANDLERS
        finaliser = run.finaliser
        effort = cursor.effort
        before, quiet = cursor.path, 0
        while True:
            if finaliser is not None and not cursor.log and cursor.store.get(OPEN):
                end = self._let_go(finaliser, cursor)
                if end is not None:
                    return end
            instruction = cursor.code.instructions[cursor.at]
            cursor.at += 1
            cursor.steps += 1
            if cursor.steps % _CLOCK_EVERY == 0:
                run.look_at_the_clock()
                before, quiet = cursor.path, quiet + 1 if cursor.path is before else 0
                if quiet in _DOUBTS and self._goes_on is not None:
                    cut = leaf(cursor, OutcomeKind.BOUNDED, instruction, "max-steps")
                    if self._goes_on(cut):
                        return cut._replace(ending=Ending.TRIED)
            if cursor.steps > self._max_steps:
                return leaf(cursor, OutcomeKind.BOUNDED, instruction, "max-steps")
            step: Step[H] | None = handlers[type(instruction)](run, cursor, instruction)
            if step is not None:
                return step
            if cursor.effort > effort:
                return [cursor.freeze()]

    def _let_go(self, finaliser: Finaliser, cursor: Cursor[H]) -> Leaf[H] | None:
        """Begin to close activations that are lost, if there are any."""
        entry = finaliser.let_go(self._run.machine(cursor), cursor)
        if not isinstance(entry, Enter):
            return entry
        instruction = cursor.code.instructions[cursor.at]
        return self._run.begin(cursor, instruction, entry, DISCARDED)

    @property
    def position(self) -> Place | None:
        """Of the instruction that was run last."""
        cursor = self._cursor
        if cursor is None:
            return None
        return cursor.code.instructions[max(cursor.at - 1, 0)].at.place
