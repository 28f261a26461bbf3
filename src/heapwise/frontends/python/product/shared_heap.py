"""The program that runs both versions of a Python function on the same symbolic heap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from heapwise.engine.state import Leaf
from heapwise.frontends.both_versions import Fragment, main_of
from heapwise.frontends.protocol import Judged, Loading, Witnesses
from heapwise.frontends.python.checking.judging import PythonJudge
from heapwise.frontends.python.checking.subjects import Subject
from heapwise.frontends.python.lower.builder import Builder
from heapwise.frontends.python.main_code import MainWriter, Requirements
from heapwise.frontends.python.model.code_versions import ONE_VERSION, CodeVersions
from heapwise.frontends.python.product.same_ends import PythonRules
from heapwise.frontends.python.program import program_of
from heapwise.frontends.python.runtime import PythonRuntime
from heapwise.frontends.python.typing.functions import FunctionInfo
from heapwise.frontends.python.witness.replaying import PythonWitnesses
from heapwise.frontends.versions import differ
from heapwise.heaps.view import HeapView, Snapshot
from heapwise.program import Program
from heapwise.program.code import AnyInstruction, Code
from heapwise.results import Heap, Outcome, OutcomeKind, PathResult
from heapwise.results.version_pairs import Ending
from heapwise.solver import Model
from heapwise.testgen.cpython_replay import Replayer

Run = Callable[[Replayer, Heap], tuple[Ending, Ending]]
"""Runs both versions on copies of an input."""


@dataclass(frozen=True)
class Both(Subject):
    """`calls` are functions that take the inputs, and call each version."""

    versions: CodeVersions = ONE_VERSION
    calls: tuple[FunctionInfo, ...] = ()
    run: Run | None = None

    def program(self, how: Loading) -> Program:
        program = program_of(
            self.loaded,
            self.info,
            how.max_length,
            self.required,
            versions=self.versions,
        )
        runtime = program.runtime
        assert isinstance(runtime, PythonRuntime)
        program.main = _Writer(self).both(self.required)
        program.witnesses = lambda calls: _Witnesses(runtime, self.run)
        return program

    def judge(self) -> PythonJudge:
        return _Judge(self.loaded, self.info, Requirements(self.required.contract), self.parameters)

    def without_invariant(self) -> list[tuple[str, int]]:
        return []

    def requiring(self, condition: str) -> Subject | None:
        return None


class _Writer(MainWriter):
    def __init__(self, both: Both) -> None:
        super().__init__(both.info, both.parameters)
        self._calls = both.calls

    def both(self, required: Requirements) -> Code:
        self._inputs()
        inputs = _instructions(self._taken())
        for name, condition in required.invariants:
            self._assume_of(name, condition)
        self.assume_preconditions(required.contract)
        assumed = self._taken()
        fragments = []
        for each in self._calls:
            operands = [self.registers[parameter.name] for parameter in self.info.parameters]
            self.info = each
            result = self._enter(operands)
            fragments.append(Fragment(_instructions(self._taken()), result))
        one, other = fragments
        return main_of(
            PythonRules(),
            self.build.registers,
            inputs,
            Fragment(_instructions(assumed), 0),
            assumed.handlers,
            (one, other),
            self.info.at,
        )

    def _taken(self) -> Code:
        """What was written since the last time."""
        written = self.build
        self.build = Builder(written.name, written.file, written.registers)
        self.build.position = written.position
        return written.finish(generator=False)


def _instructions(code: Code) -> Sequence[AnyInstruction]:
    return cast("Sequence[AnyInstruction]", code.instructions)


class _Witnesses(PythonWitnesses):
    def __init__(self, runtime: PythonRuntime, run: Run | None) -> None:
        super().__init__(runtime)
        self._run = run

    def read(self, view: HeapView, model: Model, leaf: Leaf[Any]) -> Snapshot:
        # What the first version has put into the store is None there once the second one began.
        store = {key: value for key, value in leaf.store.items() if value is not None}
        return super().read(view, model, leaf._replace(value=None, store=store))

    def replays(
        self, leaf: Leaf[Any], shot: Snapshot, outcome: Outcome, trace: tuple[str, ...]
    ) -> bool:
        assert self._run is not None
        one, other = self._run(self._replayer, shot.input)
        if differ(one, other) == (outcome.kind is OutcomeKind.VIOLATED):
            self.differences = []
            return True
        told = "differ" if outcome.kind is not OutcomeKind.VIOLATED else "end alike"
        self.differences = [f"run by CPython, the versions {told}"]
        return False

    def goes_on(self, leaf: Leaf[Any], shot: Snapshot) -> bool:
        return False


class _Judge(PythonJudge):
    """Only that the versions differ is a finding."""

    def is_failure(self, leaf: Leaf[Any]) -> bool:
        return leaf.kind is OutcomeKind.VIOLATED

    def needs(self, leaf: Leaf[Any]) -> str:
        return ""

    def failure(self, leaf: Leaf[Any], path: PathResult, witnesses: Witnesses) -> Judged:
        assert isinstance(witnesses, PythonWitnesses)
        at = path.outcome.at
        differences = tuple(witnesses.differences)
        return Judged("assertion", "", at, path.replayed, path.doubt, differences, "")

    def loop(self, leaf: Leaf[Any], path: PathResult, witnesses: Witnesses) -> Judged | None:
        return None
