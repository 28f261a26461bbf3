"""Operations of Python, explored with symbolic arguments and compared with CPython on small ones.

Each row of `operations` becomes a function whose parameters have hints. It is explored once. Then
CPython runs it on every combination of the row's arguments, and for each the conditions of all
paths are evaluated: exactly one path must accept it, and what that path says of these arguments
must be what CPython did: the value with its type, or the exception with its text, and what the
arguments are afterwards.
"""

from __future__ import annotations

import copy
import itertools
import re
import sys
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.engine.state import Leaf
from heapwise.frontends.loading import load
from heapwise.frontends.python.model.store_keys import exception_arguments
from heapwise.frontends.python.model.values import ExceptionValue, Tuple, UnknownText
from heapwise.frontends.python.runtime import PythonRuntime
from heapwise.heaps.view import Snapshot
from heapwise.results import COMPLETED, SOME_TEXT, OutcomeKind, TupleValue
from heapwise.results.heap import heap_from_json, heap_to_json, value_from_json
from heapwise.selfcheck.python.argument_models import Arguments, Condition
from heapwise.solver import Model, Solver, default_solver
from heapwise.terms import Term
from heapwise.testgen.against_prediction import Expectation, same_outcome
from heapwise.testgen.cpython_replay import Observation, Status
from heapwise.testgen.live import LiveHeap
from heapwise.testgen.real_names import Names
from heapwise.testgen.snapshot import Snapshot as LiveSnapshot
from operations.model import Domain, Row
from operations.statements import CLASSES

HEADER = """\
import base64, binascii, bisect, calendar, collections, contextlib, copy, dataclasses, enum
import functools, heapq, itertools, json, logging, math, operator, os, random, re, statistics
import inspect, string, typing, unicodedata
from collections import Counter, OrderedDict, defaultdict, deque
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal
from heapwise.contracts.decorators import requires

"""
MUTABLE = (list, dict, set, deque)
_CONTAINERS = (*MUTABLE, tuple, frozenset)
VAGUE = "only that it is a string is known"


@dataclass
class Verdict:
    """Of one operation: `inputs` were tried, `open` of them end in a bound or in something that is
    not supported (the reasons), `wrong` says what differs."""

    inputs: int = 0
    paths: int = 0
    open: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def source_of(rows: Sequence[Row]) -> str:
    """A module with the function `op<n>` for row n."""
    return (
        HEADER
        + CLASSES
        + "\n\n"
        + "\n\n".join(_function(number, row) for number, row in enumerate(rows))
        + "\n"
    )


def _function(number: int, row: Row) -> str:
    parameters = ", ".join(f"{name}: {domain.hint}" for name, domain in row.domains.items())
    conditions = [
        condition.replace("{}", name)
        for name, domain in row.domains.items()
        for condition in (domain.condition, _no_longer(domain))
        if condition
    ]
    names = ", ".join(row.domains)
    lines = [f"@requires(lambda {names}: {condition})" for condition in conditions]
    lines.append(f"def op{number}({parameters}) -> object:")
    try:
        compile(row.code, "operation", "eval")
        body = [f"return {row.code}"]
    except SyntaxError:
        body = row.code.splitlines()
    return "\n".join([*lines, *(f"    {line}" for line in body)])


def _no_longer(domain: Domain) -> str:
    """Input containers are no longer than those that are tried."""
    sized = [value for value in domain.values if isinstance(value, _CONTAINERS)]
    if not sized or re.fullmatch(r"tuple\[[^.]*\]", domain.hint):
        return ""
    short = f"len({{}}) <= {max(map(len, sized))}"
    if len(sized) == len(domain.values):
        return short
    kinds = ", ".join(sorted({type(value).__name__ for value in sized}))
    return f"not isinstance({{}}, ({kinds},)) or {short}"


def inputs_of(row: Row) -> Iterator[dict[str, object]]:
    """Every combination of the arguments; where two parameters may be the same object, that too."""
    names = list(row.domains)
    for values in itertools.product(*(domain.values for domain in row.domains.values())):
        yield {name: copy.deepcopy(value) for name, value in zip(names, values, strict=True)}
    for first, second in itertools.combinations(names, 2):
        shared = row.domains[first]
        if shared.hint == row.domains[second].hint:
            others = {name: row.domains[name].values for name in names if name != second}
            for values in itertools.product(*others.values()):
                given = copy.deepcopy(dict(zip(others, values, strict=True)))
                both = given[first] in row.domains[second].values
                if both and isinstance(given[first], MUTABLE):
                    yield {name: given[first if name == second else name] for name in names}


class Operation:
    """One row, explored."""

    def __init__(self, path: Path, number: int, row: Row) -> None:
        self.row = row
        length = max(
            (_longest(value) for d in row.domains.values() for value in d.values), default=0
        )
        bounds = Bounds(
            max_objects=3,
            max_length=length,
            timeout=None,
        )
        program = load(f"{path}:op{number}", bounds.max_length, True)
        assert isinstance(program.runtime, PythonRuntime)
        self.runtime = program.runtime
        self.run = Exploration(program, "fieldmaps", bounds)
        self.leaves = list(self.run.leaves())
        self.stopped = self.run.summary.stopped
        module: ModuleType = self.runtime.target.loaded.module
        self.function = getattr(module, f"op{number}")
        self.names = Names(module, frozenset(sys.modules))
        self.conditions = [Condition(leaf.path) for leaf in self.leaves]

    def verdict(self) -> Verdict:
        found = Verdict(paths=len(self.leaves))
        if self.stopped is not None:
            found.wrong.append(f"stopped: {self.stopped}")
            return found
        for values in inputs_of(self.row):
            found.inputs += 1
            try:
                self._compare(values, found)
            except Exception as error:
                found.wrong.append(f"{values}: {type(error).__name__}: {error}")
        return found

    def _compare(self, values: Mapping[str, object], found: Verdict) -> None:
        shapes = self.runtime.target.parameters
        arguments = Arguments.of(self.run.program, shapes, values)
        accepting = list(self._accepting(arguments))
        text = shown(values)
        if len(accepting) != 1:
            ends = ", ".join(f"{leaf.kind.value} {leaf.detail or ''}" for leaf, _ in accepting)
            found.wrong.append(f"{text}: accepted by {len(accepting)} paths: {ends}")
            return
        leaf, model = accepting[0]
        if leaf.kind not in COMPLETED:
            reason = f"{leaf.kind.value}: {leaf.detail}"
            found.open[reason] = found.open.get(reason, 0) + 1
            return
        leaf = leaf._replace(heap=arguments.heap(leaf.heap))
        shot = self._snapshot(leaf, model)
        differences, done = self._differences(leaf, shot, values)
        if differences:
            found.wrong.append(f"{text}: {'; '.join(differences)} (CPython: {done})")
        elif _is_vague(shot):
            found.open[VAGUE] = found.open.get(VAGUE, 0) + 1

    # -- what the exploration says

    def _accepting(self, arguments: Arguments) -> Iterator[tuple[Leaf[Any], Model]]:
        for leaf, condition in zip(self.leaves, self.conditions, strict=True):
            model = arguments.accepted_by(condition, _solver())
            if model is not None:
                yield leaf, model

    def _snapshot(self, leaf: Leaf[Any], model: Model) -> Snapshot:
        if leaf.kind is OutcomeKind.RETURNED:
            return self.run.snapshot(leaf, model)
        args: tuple[Any, ...] = ()
        if isinstance(leaf.value, ExceptionValue):
            args = leaf.value.args
        elif isinstance(leaf.value, Term):
            args = (exception_arguments(leaf.value).of(leaf.store) or Tuple(())).items
        args = tuple(
            arg.of if isinstance(arg, UnknownText) and arg.message else arg for arg in args
        )
        result = leaf._replace(kind=OutcomeKind.RETURNED, value=Tuple(args))
        return self.run.snapshot(result, model)

    # -- what CPython does

    def _differences(
        self, leaf: Leaf[Any], shot: Snapshot, values: Mapping[str, object]
    ) -> tuple[list[str], str]:
        data = heap_to_json(shot.input)
        live = LiveHeap(data["objects"], self.names)  # type: ignore[arg-type]
        roots = {name: live.value(value) for name, value in data["roots"].items()}  # type: ignore[attr-defined]
        if shown(roots) != shown(values):
            return [f"the path was asked about {shown(roots)}"], ""
        exception: BaseException | None = None
        result: object = None
        try:
            result = self.function(**roots)
            done = repr(result)
        except Exception as error:
            exception, result = error, error.args
            done = f"{type(error).__name__}: {error}"
        snapshot = LiveSnapshot(self.names, live.objects)
        after = {name: snapshot.value(value) for name, value in roots.items()}
        value = snapshot.value(result)
        output = heap_from_json({"roots": after, "objects": snapshot.finish()})
        observed = Observation(Status.RETURNED, value_from_json(value), output=output)
        raised = str(leaf.detail).rpartition(".")[2] if leaf.kind is OutcomeKind.RAISED else None
        if leaf.kind is OutcomeKind.VIOLATED:
            raised = "AssertionError"
        if raised != (None if exception is None else type(exception).__name__):
            said = raised or f"returned {shot.result}"
            return [f"the path says {said}"], done
        expected = Expectation(None, shot.result, shot.output)
        return same_outcome(expected, observed, shot.input), done


@cache
def _solver() -> Solver:
    """For the questions of the check itself; each exploration has a solver of its own."""
    return default_solver()


def shown(values: Mapping[str, object]) -> str:
    """As people write them; the items of sets in order."""
    text = {
        name: f"{{{sorted(value)}}}" if isinstance(value, set | frozenset) else repr(value)
        for name, value in values.items()
    }
    return ", ".join(f"{name}={value}" for name, value in text.items())


def _is_vague(shot: Snapshot) -> bool:
    waiting = [
        shot.result,
        *(value for o in shot.output.objects.values() for value in o.contents()),
    ]
    while waiting:
        value = waiting.pop()
        if value == SOME_TEXT:
            return True
        waiting += value.items if isinstance(value, TupleValue) else ()
    return False


def _longest(value: object) -> int:
    if isinstance(value, str | bytes):
        return len(value)
    if not hasattr(value, "__len__"):
        return 0
    items = [*value.keys(), *value.values()] if isinstance(value, dict) else list(value)  # type: ignore[call-overload]
    return max([len(value), *map(_longest, items)])
