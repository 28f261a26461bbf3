"""How the witnesses of a language are read from a path, and run again to see that they hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from heapwise.engine.replay import run_concretely
from heapwise.engine.state import Leaf, events
from heapwise.frontends.java.driven import DrivenJavaWitnesses
from heapwise.frontends.java.program import JavaProgram
from heapwise.frontends.java.witness import JavaWitnesses
from heapwise.frontends.python.driven import DrivenWitnesses
from heapwise.frontends.python.replaying import PythonWitnesses
from heapwise.frontends.python.runtime import PythonRuntime
from heapwise.heaps.view import HeapView, Snapshot, snapshot
from heapwise.program import Program
from heapwise.program.inputs import inputs_of
from heapwise.results import Outcome, OutcomeKind
from heapwise.solver import Model, PathCondition
from heapwise.terms import Term


class Witnesses(Protocol):
    def read(self, view: HeapView, model: Model, leaf: Leaf[Any]) -> Snapshot:
        """The input and output heaps that the model stands for, and the result."""
        ...

    def trace(self, leaf: Leaf[Any]) -> tuple[str, ...]:
        """The decisions on the path."""
        ...

    def replays(
        self, leaf: Leaf[Any], shot: Snapshot, outcome: Outcome, trace: tuple[str, ...]
    ) -> bool:
        """Does a run from the input take this trace to this very end?"""
        ...

    def goes_on(self, leaf: Leaf[Any], shot: Snapshot) -> bool:
        """Is a run from the input still in the loop where the path was left, after so long that it
        is seen not to end there?"""
        ...

    def corrections(self, path: PathCondition, model: Model) -> Sequence[Term]:
        """Where a model of the path has something wrong, because terms do not say it: what would
        be right of the values that it has chosen."""
        ...

    def doubt(self, leaf: Leaf[Any]) -> str:
        """Why no run can show the latest path, which was not replayed; empty if that is a fault."""
        ...

    def close(self) -> None:
        """To be called when no more is asked."""
        ...


class IrWitnesses:
    """For languages whose programs are all in the IR: they are run by the engine itself."""

    def __init__(self, program: Program, max_calls: int | None) -> None:
        self._program = program
        self._inputs = inputs_of(program)
        self._max_calls = max_calls

    def read(self, view: HeapView, model: Model, leaf: Leaf[Any]) -> Snapshot:
        return snapshot(view, self._inputs, leaf.value)

    def trace(self, leaf: Leaf[Any]) -> tuple[str, ...]:
        return events(leaf.trace)

    def replays(
        self, leaf: Leaf[Any], shot: Snapshot, outcome: Outcome, trace: tuple[str, ...]
    ) -> bool:
        rerun = run_concretely(self._program, self._inputs, shot.input, self._max_calls)
        return rerun == (outcome, trace, shot)

    def goes_on(self, leaf: Leaf[Any], shot: Snapshot) -> bool:
        """The engine has to recognise, in a run without unknowns, that it comes back."""
        rerun = run_concretely(self._program, self._inputs, shot.input, self._max_calls)
        if rerun is None:
            return False
        outcome = rerun[0]
        return outcome.kind is OutcomeKind.ENDLESS and outcome.at == leaf.where

    def corrections(self, path: PathCondition, model: Model) -> Sequence[Term]:
        return ()

    def doubt(self, leaf: Leaf[Any]) -> str:
        return ""

    def close(self) -> None:
        return None


def witnesses_of(program: Program, max_calls: int | None) -> Witnesses:
    if isinstance(program, JavaProgram):
        if program.driver is not None:
            return DrivenJavaWitnesses(program, program.driver, max_calls)
        return JavaWitnesses(program, max_calls)
    if isinstance(program.runtime, PythonRuntime):
        if program.runtime.driver is not None:
            return DrivenWitnesses(program.runtime, program.runtime.driver)
        return PythonWitnesses(program.runtime)
    return IrWitnesses(program, max_calls)
