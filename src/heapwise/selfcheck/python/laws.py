"""What must be true of one Python program, with CPython as the oracle.

* *Witness*: the input of every path, run in CPython, takes that path to the same end: value or
  exception with its text, and final heap.
* *Exactness*: every small input is accepted by exactly one path, and what that path says of this
  very input is what CPython does with it.

A path that was cut or is not supported may accept inputs as well: nothing is claimed of them.
"""

from __future__ import annotations

import importlib.util
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.engine.state import APPROXIMATIONS, Leaf
from heapwise.frontends.loading import load
from heapwise.frontends.python.model.values import ExceptionValue, UnknownText
from heapwise.frontends.python.runtime import PythonRuntime
from heapwise.frontends.python.semantics.core.large_integers import NO_INDEX
from heapwise.frontends.python.semantics.core.set_order import ORDER
from heapwise.frontends.python.semantics.operations.describing import FEW_DIGITS
from heapwise.program import InputError
from heapwise.results import COMPLETED, Heap, OutcomeKind
from heapwise.results.heap import heap_to_json
from heapwise.selfcheck.alarm import TOO_LONG
from heapwise.selfcheck.laws import Failure, Law, Report, Tally
from heapwise.selfcheck.python.argument_models import Arguments, Condition
from heapwise.selfcheck.python.cpython_oracle import EVENTS, Oracle, text_of
from heapwise.selfcheck.python.tried_inputs import inputs_of
from heapwise.solver import Model
from heapwise.solver.readable import readable_model
from heapwise.terms import BOOL, INT, STR, Concrete, Term
from heapwise.testgen.against_prediction import Expectation, same_outcome
from heapwise.testgen.cpython_replay import Observation
from heapwise.testgen.live import LiveHeap
from heapwise.testgen.real_names import Names

STRATEGY = "fieldmaps"
"""The one whose conditions are read most easily; the other laws compare the strategies."""
_LOOK = 1.0
"""Seconds after which it is asked whether exploring takes too long."""
_VERY_LONG = "runs of very many steps"
_TOO_MANY_DIGITS = "for integer string conversion"


@dataclass(frozen=True, slots=True)
class Limits:
    length: int = 2
    objects: int = 2
    inputs: int = 40
    paths: int = 200
    seconds: float = 10.0
    """Of CPU time, to explore it: however busy the machine is, the same programs are skipped."""


def check(path: Path, target: str, limits: Limits, seed: int = 0) -> Report:
    """Of the function `target` in the file."""
    tally = Tally()
    try:
        program = _Program(path, target, limits, tally)
        skipped = program.explore()
        if skipped is not None:
            return Report(tally, skipped=skipped)
        failure = program.broken_by_witness() or program.broken_by_input(seed)
        return Report(tally, failure)
    except InputError as error:
        return Report(tally, skipped=f"not a program: {error}")
    except Exception as error:
        found = f"{type(error).__name__}: {error}"
        return Report(tally, Failure(Law.RUNS, (STRATEGY,), "no internal error", found))


class _Program:
    def __init__(self, path: Path, target: str, limits: Limits, tally: Tally) -> None:
        self._limits = limits
        self._tally = tally
        self._target = target
        bounds = Bounds(
            max_objects=limits.objects,
            max_length=limits.length,
            max_loops=12,
            timeout=None,
            max_paths=limits.paths,
        )
        self._names = Names(_import(path), frozenset(sys.modules))
        self._run = Exploration(load(f"{path}:{target}", limits.length), STRATEGY, bounds)
        runtime = self._run.program.runtime
        assert isinstance(runtime, PythonRuntime)
        self._universe = runtime.universe
        self._parameters = runtime.target.parameters
        self._oracle = Oracle(path)
        self._leaves: list[Leaf[Any]] = []
        self._conditions: list[Condition] = []

    def explore(self) -> str | None:
        """Why the program is not checked, if it is not."""
        until = time.process_time() + self._limits.seconds
        account = self._run.account
        while not (account.finished or account.stopped):
            self._leaves += self._run.leaves(_LOOK)
            if time.process_time() > until:
                return TOO_LONG
        self._conditions = [Condition(leaf.path) for leaf in self._leaves]
        self._tally.paths[STRATEGY] += len(self._leaves)
        if any(leaf.kind is OutcomeKind.FAILED for leaf in self._leaves):
            (failed, *_) = (leaf for leaf in self._leaves if leaf.kind is OutcomeKind.FAILED)
            raise AssertionError(failed.detail)
        if account.stopped is not None:
            return "too many paths" if account.stopped == "max-paths" else account.stopped
        return "an undecided question" if self._run.summary.counts.unknown else None

    # -- law 3

    def broken_by_witness(self) -> Failure | None:
        for leaf in self._leaves:
            if leaf.kind not in COMPLETED:
                continue
            model = readable_model(self._run._solver, leaf.path)
            if model is None:
                continue
            self._tally.checks[Law.WITNESS] += 1
            failure = self._compared(Law.WITNESS, leaf, model)
            if failure is not None:
                return failure
        return None

    def _compared(self, law: Law, leaf: Leaf[Any], model: Model) -> Failure | None:
        """What the path says of the input of the model, and what CPython does with it."""
        granted = APPROXIMATIONS.of(leaf.store) or ()
        if ORDER in granted:
            self._tally.open[ORDER] += 1
            return None
        shot = self._run.snapshot(leaf, model)
        trace = self._run.witnesses.trace(leaf)
        expected = Expectation(_exception(leaf), shot.result, shot.output, trace)
        seen = self._oracle.run(self._target, shot.input)
        if seen is not None and FEW_DIGITS in granted and _TOO_MANY_DIGITS in seen.message:
            self._tally.open[FEW_DIGITS] += 1
            return None
        if seen is None and len(trace) >= EVENTS:
            self._tally.open[_VERY_LONG] += 1
            return None
        if seen is None:
            return Failure(law, (STRATEGY,), "no end in CPython", _end_text(leaf), shot.input)
        differences = same_outcome(expected, seen, shot.input)
        differences += _text_differences(leaf, model, seen)
        if differences:
            got = f"{_end_text(leaf)}: {'; '.join(differences)}"
            return Failure(law, (STRATEGY,), _seen_text(seen), got, shot.input)
        return None

    # -- law 4

    def broken_by_input(self, seed: int) -> Failure | None:
        limits = self._limits
        found = inputs_of(self._universe, self._parameters, limits.length, limits.inputs, seed)
        for given in found:
            self._tally.heaps += 1
            failure = self._wrong_for(given)
            if failure is not None:
                return failure
        return None

    def _wrong_for(self, given: Heap) -> Failure | None:
        arguments = Arguments.of(self._run.program, self._parameters, self._live(given))
        accepting = {
            number: model
            for number, condition in enumerate(self._conditions)
            if (model := arguments.accepted_by(condition, self._run._solver)) is not None
        }
        self._tally.checks[Law.EXACTNESS] += 1
        if len(accepting) != 1:
            seen = self._oracle.run(self._target, given)
            if not accepting and seen is None:
                return None
            text = "; ".join(_end_text(self._leaves[number]) for number in accepting) or "none"
            expected = f"one path ({'no end' if seen is None else _seen_text(seen)})"
            got = f"{len(accepting)} paths: {text}"
            return Failure(Law.EXACTNESS, (STRATEGY,), expected, got, given)
        ((number, model),) = accepting.items()
        leaf = self._leaves[number]
        if leaf.kind not in COMPLETED:
            self._tally.open[f"{leaf.kind.value}: {leaf.detail}"] += 1
            return None
        # Whatever the path has looked at: the whole input is compared.
        whole = leaf._replace(heap=arguments.heap(leaf.heap))
        return self._compared(Law.EXACTNESS, whole, model)

    def _live(self, given: Heap) -> Mapping[str, object]:
        """The input as objects of the classes that the exploration knows."""
        data: dict[str, Any] = heap_to_json(given)
        live = LiveHeap(data["objects"], self._names)
        return {name: live.value(value) for name, value in data["roots"].items()}


def _import(path: Path) -> ModuleType:
    """Here and at once: what we have made ourselves needs no process of its own to be tried in."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def _exception(leaf: Leaf[Any]) -> str | None:
    if leaf.kind is OutcomeKind.VIOLATED:
        return "AssertionError"
    return leaf.detail if leaf.kind is OutcomeKind.RAISED else None


def _text_differences(leaf: Leaf[Any], model: Model, seen: Observation) -> list[str]:
    """Between the text of the exception and the one predicted, as far as that is known."""
    if seen.exception == "RecursionError" or not isinstance(leaf.value, ExceptionValue):
        return []
    if seen.message == NO_INDEX:  # an index so large is one of those that are out of range
        return []
    args = [_known(arg, model) for arg in leaf.value.args]
    if None in args or "__str__" in vars(leaf.value.cls):
        return []
    kind = KeyError if issubclass(leaf.value.cls, KeyError) else Exception
    text = text_of(kind(*args))
    return [] if text == seen.message else [f"text {text!r}, but is {seen.message!r}"]


def _known(value: object, model: Model) -> Concrete | None:
    """None if it is more than a number or a text, or not known."""
    if isinstance(value, UnknownText):
        return value.of if value.message and isinstance(value.of, str) else None
    if isinstance(value, Term):
        return model.evaluate(value) if value.sort in (STR, INT, BOOL) else None
    return value if isinstance(value, bool | int | str) else None


def _end_text(leaf: Leaf[Any]) -> str:
    where = f" at {leaf.where}" if leaf.where else ""
    return f"{leaf.kind.value} {leaf.detail or ''}{where}".strip()


def _seen_text(seen: Observation) -> str:
    if seen.exception is not None:
        return f"raised {seen.exception}: {seen.message}"
    return f"returned {seen.value}"
