"""The public API: explore a program and iterate over its paths."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from heapwise.engine import search as searches
from heapwise.engine.bounds import Bounds
from heapwise.engine.explorer import Explorer
from heapwise.engine.replay import run_concretely
from heapwise.engine.state import Leaf, events
from heapwise.frontends.api import load
from heapwise.heaps import registry
from heapwise.heaps.view import snapshot
from heapwise.program import InputError, Program
from heapwise.program.inputs import inputs_of
from heapwise.results import COMPLETED, Heap, Outcome, PathResult, RunSummary
from heapwise.solver import MODES, Kind, Model, PathCondition, Solver, default_solver
from heapwise.terms import NULL, Op, Term, and_, le, show

_QUERY_SECONDS = 10.0
"""How long the solver may take over one question."""
_SHORT = 16
"""Array elements that a witness has if it can."""

NULL_DEREFERENCE = ("raise", "ignore")


def explore(
    target: str | Path,
    *,
    strategy: str = registry.DEFAULT,
    bounds: Bounds | None = None,
    search: str = "dfs",
    seed: int = 0,
    null_dereference: str = "raise",
    solver_mode: str = "default",
    **strategy_options: bool,
) -> Exploration:
    """Explore every feasible path of `target`; nothing runs until the result is iterated.

    `solver_mode` is `default`, `plain` (no answer is reused) or `unwind` (one query per disjunct
    without if-then-else). `strategy_options` go to the strategy: `summary` has `check_invariants`
    and `prune`.

    Raises `InputError` if the target, the strategy or another choice does not exist.
    """
    strategy = registry.canonical(strategy)
    _need("strategy", strategy, registry.names())
    _need("search order", search, searches.names())
    _need("null dereference mode", null_dereference, NULL_DEREFERENCE)
    _need("solver mode", solver_mode, tuple(MODES))
    return Exploration(
        load(target),
        strategy,
        bounds or Bounds(),
        search,
        seed,
        null_dereference == "ignore",
        MODES[solver_mode](_QUERY_SECONDS),
        **strategy_options,
    )


def _need(what: str, name: str, known: tuple[str, ...]) -> None:
    if name not in known:
        close = difflib.get_close_matches(name, known, 1)
        hint = f"; did you mean `{close[0]}`?" if close else ""
        raise InputError(f"unknown {what} `{name}`{hint} (known: {', '.join(known)})")


class Exploration:
    """A run: iterate over it for `PathResult`s, or use `leaves` and describe only some."""

    def __init__(
        self,
        program: Program,
        strategy: str,
        bounds: Bounds,
        search: str = "dfs",
        seed: int = 0,
        ignore_null_dereference: bool = False,
        solver: Solver | None = None,
        **strategy_options: bool,
    ) -> None:
        for name in bounds.max_objects_of:
            _need("class", name, tuple(program.classes))
        self.program = program
        self.strategy = strategy
        self.bounds = bounds
        self._heaps = registry.create(strategy, program, **strategy_options)
        self._solver = solver or default_solver()
        self._inputs = inputs_of(program)
        self._explorer: Explorer[Any] = Explorer(
            program, self._heaps, self._solver, bounds, search, seed, ignore_null_dereference
        )
        self._described = 0
        self._handed_out = 0
        self._traces: set[bytes] | None = None

    @property
    def pending(self) -> int:
        return self._explorer.pending

    def stop(self, reason: str) -> None:
        """Say why the run ends here; without effect on a run that is complete."""
        self._explorer.stop(reason)

    def leaves(self) -> Iterator[Leaf[Any]]:
        """Finished paths as they come, cheap to get and to drop."""
        for leaf in self._explorer.leaves():
            self._handed_out += 1
            yield leaf

    def __iter__(self) -> Iterator[PathResult]:
        for leaf in self.leaves():
            yield self.describe(leaf)

    def count(self, track_traces: bool = False) -> RunSummary:
        """Run to the end without describing anything."""
        if track_traces:
            self._traces = set()
        for leaf in self.leaves():
            if self._traces is not None and leaf.kind in COMPLETED:
                self._traces.add(control_flow(leaf))
        return self.summary

    @property
    def trace_digest(self) -> frozenset[bytes] | None:
        """The control-flow paths completed, if `count` was asked to track them."""
        return None if self._traces is None else frozenset(self._traces)

    def describe(self, leaf: Leaf[Any]) -> PathResult:
        """The path that `leaves` has just handed out, in full: condition, witness, replay."""
        condition = show_condition(leaf.path)
        trace = events(leaf.trace)
        outcome = Outcome(leaf.kind, None, leaf.detail, leaf.where)
        model = self._witness(leaf.path)
        if model is None:
            return PathResult(
                self._handed_out, outcome, condition, Heap(), Heap(), trace, False, False
            )
        view = self._heaps.view(self.program, leaf.heap, model)
        shot = snapshot(view, self._inputs, leaf.value)
        outcome = Outcome(leaf.kind, shot.result, leaf.detail, leaf.where)
        replayed = False
        if leaf.kind in COMPLETED:
            rerun = run_concretely(self.program, self._inputs, shot.input, self.bounds.max_calls)
            replayed = rerun == (outcome, trace, shot)
        return PathResult(
            self._handed_out,
            outcome,
            condition,
            shot.input,
            shot.output,
            trace,
            replayed,
            leaf.path.confirmed,
        )

    def _witness(self, path: PathCondition) -> Model | None:
        """A model of the path, with short arrays if there is one: a witness lists them in full."""
        model = self._solver.model(path)
        lengths = array_lengths(path)
        if model is None or all(model.evaluate(length) <= _SHORT for length in lengths):
            return model
        short = and_(*(le(length, _SHORT) for length in lengths))
        if not isinstance(short, Term):
            return model
        statistics = self._solver.statistics
        asked = statistics.queries
        better = self._solver.check(path, short).model
        statistics.witness_queries += statistics.queries - asked
        statistics.queries = asked
        return better or model

    @property
    def summary(self) -> RunSummary:
        """Of what was found so far, at any time."""
        counts = self._explorer.counts
        cut = counts.bounded or counts.unsupported or counts.unknown
        return RunSummary(
            target=self.program.target,
            language=self.program.language,
            strategy=self.strategy,
            precondition="none",
            exhaustive=self._explorer.finished and not cut,
            stopped=self._explorer.stopped,
            bounds=self.bounds.to_json(),
            counts=counts,
            seconds=self._explorer.seconds,
            solver_seconds=self._solver.statistics.seconds,
        )


def array_lengths(path: PathCondition) -> list[Term]:
    """The lengths of input arrays: what the facts of the path say is not negative."""
    found = []
    for term, kind in path.entries():
        if kind is Kind.FACT and term.op == Op.NOT:
            inner = term.args[0]
            if isinstance(inner, Term) and inner.op == Op.LT and inner.args[1] is not NULL:
                length, bound = inner.args
                if isinstance(length, Term) and bound == 0:
                    found.append(length)
    return found


def show_condition(path: PathCondition) -> str:
    """What a path has chosen, in source terms: each conjunct once."""
    conjuncts: dict[str, None] = {}
    for term, kind in path.entries():
        if kind is not Kind.FACT:
            for part in term.args if term.op == Op.AND else (term,):
                is_choice = isinstance(part, Term) and part.op == Op.OR
                conjuncts[f"({show(part)})" if is_choice else show(part)] = None
    return " and ".join(conjuncts) or "true"


def control_flow(leaf: Leaf[Any]) -> bytes:
    """A digest of the control-flow path and of how it ended."""
    digest = hashlib.blake2b(digest_size=12)
    ending = (leaf.kind.value, leaf.detail or "", leaf.where or "")
    for event in (*events(leaf.trace), *ending):
        digest.update(event.encode())
        digest.update(b"\n")
    return digest.digest()
