"""Witnesses of Python programs: read from paths, replayed in a CPython of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from heapwise.engine.state import Leaf, State, events
from heapwise.frontends.protocol import Corrections
from heapwise.frontends.python.main_code import ContractError
from heapwise.frontends.python.model.values import ExceptionValue, is_value
from heapwise.frontends.python.runtime import PythonRuntime
from heapwise.frontends.python.semantics.objects.exceptions import CAUGHT_OVERFLOW
from heapwise.frontends.python.typing.functions import callee_of
from heapwise.frontends.python.witness.model_reading import Describer
from heapwise.heaps.view import HeapView, Snapshot
from heapwise.program.events import own_events
from heapwise.results import COMPLETED, Outcome, OutcomeKind, PathResult
from heapwise.results.illustration import NO_END, NOT_SHOWN, Illustration
from heapwise.results.place import Place
from heapwise.results.source_files import SourceFiles, Sources
from heapwise.solver import Model
from heapwise.testgen import TestCase, read_module, snippet, write_tests
from heapwise.testgen.against_prediction import Expectation, same_outcome
from heapwise.testgen.cpython_replay import Limits, ModuleUnderTest, Observation, Replayer, Status


def is_contract_violation(value: object) -> bool:
    """Then the function itself has returned."""
    return isinstance(value, ExceptionValue) and value.cls is ContractError


ENDLESS_STEPS, _PROVED_STEPS = 1_000_000, 100_000
"""Lines that a run may take before it is said not to end; fewer where that was proved before."""
FULL_STACK = "RecursionError"
"""How CPython ends a recursion that is too deep."""
_ENDLESS_SECONDS = 60.0
"""Time for these lines, also on a busy machine."""
PROVED_LIMITS = Limits(seconds=_ENDLESS_SECONDS, max_events=0, max_steps=_PROVED_STEPS)
"""Of a run that shows a loop which has no end."""
LONGEST_TEXT = 200
"""Characters of the text of an exception that are shown."""


def _line(at: Place) -> tuple[Path, int]:
    return Path(at.file).resolve(), at.line or 0


class PythonWitnesses:
    """`last` is what the latest replay showed, and `differences` how it differs."""

    def __init__(self, runtime: PythonRuntime) -> None:
        self._runtime = runtime
        self._module = ModuleUnderTest.of_file(Path(runtime.target.loaded.path))
        self._replayer = Replayer()
        self.last: Observation | None = None
        self.differences: list[str] = []

    def read(self, view: HeapView, model: Model, leaf: Leaf[Any]) -> Snapshot:
        describer = Describer(self._runtime.universe, view, model, leaf.store)
        value = leaf.value if leaf.kind is OutcomeKind.RETURNED else None
        assert value is None or is_value(value)
        if isinstance(leaf.value, ExceptionValue) and is_contract_violation(leaf.value):
            value = leaf.value.args[0]
        return describer.snapshot(self._runtime.target.parameters, value)

    def trace(self, leaf: Leaf[Any] | State[Any]) -> tuple[str, ...]:
        return own_events(events(leaf.trace))

    def replays(
        self, leaf: Leaf[Any], shot: Snapshot, outcome: Outcome, trace: tuple[str, ...]
    ) -> bool:
        exception = outcome.exception
        if outcome.kind is OutcomeKind.VIOLATED:
            exception = None if is_contract_violation(leaf.value) else "AssertionError"
        target = callee_of(self._runtime.target.info)
        self.last = self._replayer.replay(self._module, target, shot.input)
        expected = Expectation(exception, shot.result, shot.output, trace)
        if leaf.store.get(CAUGHT_OVERFLOW):
            expected = Expectation(exception)
        self.differences = same_outcome(expected, self.last, shot.input)
        return not self.differences

    def goes_on(self, leaf: Leaf[Any], shot: Snapshot) -> bool:
        target = callee_of(self._runtime.target.info)
        steps = _PROVED_STEPS if leaf.kind is OutcomeKind.ENDLESS else ENDLESS_STEPS
        limits = Limits(seconds=_ENDLESS_SECONDS, max_events=0, max_steps=steps)
        self.last = self._replayer.replay(self._module, target, shot.input, limits)
        if leaf.kind is OutcomeKind.BOUNDED and self.last.exception == FULL_STACK:
            self.differences = []
            return leaf.detail == "max-loops"
        if self.last.status is not Status.ENDLESS:
            ended = self.last.why or self.last.exception or ""
            how = f"{self.last.status.value} {ended}".rstrip()
            self.differences = [f"expected a loop without an end, but the run {how}"]
            return False
        if leaf.kind is OutcomeKind.BOUNDED and self.last.may_end:
            self.differences = [f"after {ENDLESS_STEPS:,} steps the run may still come to its end"]
            return False
        assert leaf.where is not None
        file, line = _line(leaf.where)
        loops = [_line(loop) for loop in self.last.loops]
        # A path that is cut by the number of its steps may be anywhere in a loop.
        anywhere = leaf.detail == "max-steps" and bool(loops)
        inside = anywhere or any(other == file and at >= line for other, at in loops)
        self.differences = [] if inside else ["the run goes round in another loop"]
        return inside

    def corrections(self, leaf: Leaf[Any], model: Model) -> Corrections | None:
        return None

    def doubt(self, leaf: Leaf[Any]) -> str:
        return ""

    def sources(self) -> Sources:
        return SourceFiles(self._module.path)

    def illustrate(self, path: PathResult, steps: int) -> Illustration:
        if path.outcome.kind not in COMPLETED:
            return Illustration(missing=NO_END)
        target = callee_of(self._runtime.target.info)
        rebuild = snippet(target, path.input, read_module(self._module.path))
        # Whoever has described the path, perhaps in another process, has seen another run.
        limits = Limits(max_events=0, recorded_steps=steps or None)
        seen = self._replayer.replay(self._module, target, path.input, limits)
        case = TestCase(self._module, target, path.input, seen, path.condition)
        is_shown = path.replayed and seen.finished
        test = write_tests([case]) if is_shown else ""
        return Illustration(rebuild, test, seen.steps, "" if is_shown else NOT_SHOWN)

    def close(self) -> None:
        self._replayer.close()
