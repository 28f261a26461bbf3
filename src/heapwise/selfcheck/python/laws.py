"""What must be true of one Python program, with CPython as the oracle.

* *Witness*: the input of every path, run in CPython, takes that path to the same end: value or
  exception with its text, and final heap.
* *Exactness*: every small input is accepted by exactly one path, and what that path says of this
  very input is what CPython does with it.

A path that was cut or is not supported may accept inputs as well: nothing is claimed of them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from heapwise.api import Exploration, readable_model
from heapwise.engine.bounds import Bounds
from heapwise.engine.state import Leaf
from heapwise.frontends.api import load
from heapwise.frontends.python.runtime import PythonRuntime
from heapwise.frontends.python.values import ExceptionValue, UnknownText
from heapwise.program import InputError
from heapwise.results import COMPLETED, Heap, OutcomeKind, Value
from heapwise.selfcheck.python.inputs import Input, InputBacking, UnreadableError, inputs_of
from heapwise.selfcheck.python.oracle import Oracle
from heapwise.solver import Model
from heapwise.terms import Term
from heapwise.testgen.compare import Expectation, same_outcome
from heapwise.testgen.replay import Observation

STRATEGY = "fieldmaps"
"""The one whose conditions are read most easily; the other laws compare the strategies."""


class Law(Enum):
    RUNS = "0 Runs"
    WITNESS = "3 Witness"
    EXACTNESS = "4 Exactness"


@dataclass(frozen=True, slots=True)
class Limits:
    length: int = 2
    objects: int = 2
    inputs: int = 40
    paths: int = 200
    seconds: float = 10.0


@dataclass(frozen=True, slots=True)
class Failure:
    law: Law
    expected: str
    got: str
    heap: Heap | None = None


@dataclass
class Report:
    """`covered` of the inputs end in a completed path, `open` has the reasons of the others."""

    failure: Failure | None = None
    skipped: str | None = None
    paths: int = 0
    inputs: int = 0
    covered: int = 0
    checks: Counter[Law] = field(default_factory=Counter)
    open: Counter[str] = field(default_factory=Counter)


def check(path: Path, target: str, limits: Limits, seed: int = 0) -> Report:
    """Of the function `target` in the file."""
    report = Report()
    try:
        program = _Program(path, target, limits)
        program.explore(report)
        if report.skipped is None and report.failure is None:
            program.check_witnesses(report)
        if report.skipped is None and report.failure is None:
            program.check_inputs(report, seed)
    except InputError as error:
        report.skipped = f"not a program: {error}"
    except Exception as error:
        report.failure = Failure(Law.RUNS, "no internal error", f"{type(error).__name__}: {error}")
    return report


class _Program:
    def __init__(self, path: Path, target: str, limits: Limits) -> None:
        self._limits = limits
        self._target = target
        bounds = Bounds(
            max_objects=limits.objects,
            max_length=limits.length,
            max_loops=12,
            timeout=limits.seconds,
            max_paths=limits.paths,
        )
        self._run = Exploration(load(f"{path}:{target}", limits.length), STRATEGY, bounds)
        runtime = self._run.program.runtime
        assert isinstance(runtime, PythonRuntime)
        self._universe = runtime.universe
        self._parameters = runtime.target.parameters
        self._oracle = Oracle(path)
        self._leaves: list[Leaf[Any]] = []

    def explore(self, report: Report) -> None:
        self._leaves = list(self._run.leaves())
        report.paths = len(self._leaves)
        summary = self._run.summary
        if summary.stopped is not None or summary.counts.unknown:
            report.skipped = "too many paths" if summary.stopped else "an undecided question"

    # -- law 3

    def check_witnesses(self, report: Report) -> None:
        for leaf in self._leaves:
            if leaf.kind not in COMPLETED:
                continue
            model = readable_model(self._run._solver, leaf.path)
            if model is None:
                continue
            report.checks[Law.WITNESS] += 1
            report.failure = self._compared(Law.WITNESS, leaf, model, None)
            if report.failure is not None:
                return

    def _compared(
        self, law: Law, leaf: Leaf[Any], model: Model, given: Heap | None
    ) -> Failure | None:
        """What the path says of the input that the model stands for, and what CPython does with it;
        a witness leaves out what the path has not looked at, `given` does not."""
        shot = self._run.snapshot(leaf, model)
        trace = self._run.witnesses.trace(leaf)
        whole = Expectation(_exception(leaf), shot.result, shot.output, trace)
        runs = [(shot.input, whole)]
        if given is not None and given != shot.input:
            runs.append((given, Expectation(_exception(leaf), trace=trace)))
        for heap, expected in runs:
            seen = self._oracle.run(self._target, heap)
            if seen is None:
                return Failure(law, "no end in CPython", _end_text(leaf), heap)
            differences = same_outcome(expected, seen, heap)
            differences += _text_differences(leaf, model, seen)
            if not differences and expected is not whole and _is_plain(shot.result):
                same = repr(shot.result) == repr(seen.value)
                differences = [] if same else [f"the result should be {shot.result!r}"]
            if differences:
                got = f"{_end_text(leaf)}: {'; '.join(differences)}"
                return Failure(law, _seen_text(seen), got, heap)
        return None

    # -- law 4

    def check_inputs(self, report: Report, seed: int) -> None:
        limits = self._limits
        found = inputs_of(self._universe, self._parameters, limits.length, limits.inputs, seed)
        for given in found:
            report.inputs += 1
            try:
                self._check_input(given, report)
            except UnreadableError as error:
                report.open[f"a condition that is not read: {error}"] += 1
            if report.failure is not None:
                return

    def _check_input(self, given: Input, report: Report) -> None:
        model = Model(InputBacking(self._universe, given))
        accepting = [leaf for leaf in self._leaves if _accepts(leaf, model)]
        report.checks[Law.EXACTNESS] += 1
        if len(accepting) != 1:
            seen = self._oracle.run(self._target, given.heap)
            if not accepting and (seen is None or _is_endless(self._leaves)):
                return
            text = "; ".join(_end_text(leaf) for leaf in accepting) or "none"
            expected = f"one path ({'no end' if seen is None else _seen_text(seen)})"
            got = f"{len(accepting)} paths: {text}"
            report.failure = Failure(Law.EXACTNESS, expected, got, given.heap)
            return
        leaf = accepting[0]
        if leaf.kind not in COMPLETED:
            report.open[f"{leaf.kind.value}: {leaf.detail}"] += 1
            return
        report.covered += 1
        report.failure = self._compared(Law.EXACTNESS, leaf, model, given.heap)


def _is_plain(value: Value) -> bool:
    return isinstance(value, bool | int | float | str)


def _is_endless(leaves: list[Leaf[Any]]) -> bool:
    return any(leaf.kind is OutcomeKind.BOUNDED and leaf.detail == "endless" for leaf in leaves)


def _accepts(leaf: Leaf[Any], model: Model) -> bool:
    return all(model.satisfies(term) for term, _ in leaf.path.entries())


def _exception(leaf: Leaf[Any]) -> str | None:
    if leaf.kind is OutcomeKind.VIOLATED:
        return "AssertionError"
    return leaf.detail if leaf.kind is OutcomeKind.RAISED else None


def _text_differences(leaf: Leaf[Any], model: Model, seen: Observation) -> list[str]:
    """Between the text of the exception and the one predicted, as far as that is known."""
    value = leaf.value
    if not isinstance(value, ExceptionValue) or seen.exception == "RecursionError":
        return []
    if len(value.args) != 1:
        return []
    (text,) = value.args
    if isinstance(text, UnknownText):
        text = text.of
    elif isinstance(text, Term):
        return [] if not isinstance(held := model.evaluate(text), str) else _differs(held, seen)
    if issubclass(value.cls, KeyError):
        text = repr(text) if isinstance(text, str | int) else text
    return _differs(text, seen) if isinstance(text, str) else []


def _differs(text: str, seen: Observation) -> list[str]:
    return [] if text == seen.message else [f"text {text!r}, but is {seen.message!r}"]


def _end_text(leaf: Leaf[Any]) -> str:
    where = f" at {leaf.where}" if leaf.where else ""
    return f"{leaf.kind.value} {leaf.detail or ''}{where}".strip()


def _seen_text(seen: Observation) -> str:
    if seen.exception is not None:
        return f"raised {seen.exception}: {seen.message}"
    return f"returned {seen.value}"
