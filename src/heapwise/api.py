"""The public API: explore a program and iterate over its paths."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from heapwise.engine import search_orders as searches
from heapwise.engine.bounds import Bounds
from heapwise.engine.explorer import Explorer
from heapwise.engine.faults import failure_of, is_strict
from heapwise.engine.lasso import is_too_deep, once_round
from heapwise.engine.observing import Observer
from heapwise.engine.run_context import StoppedError
from heapwise.engine.state import Leaf, State, events
from heapwise.frontends.precondition_choice import prepare, prepare_default
from heapwise.frontends.protocol import Prepared, Witnesses
from heapwise.frontends.registry import claiming, front_end_of
from heapwise.heaps import registry
from heapwise.heaps.shape_names import ANY, LIMITS
from heapwise.heaps.view import HeapView, Snapshot
from heapwise.path_description import PathDescriber, replaced_calls
from heapwise.plan import RunPlan, need
from heapwise.program import Program
from heapwise.results import (
    COMPLETED,
    Account,
    Heap,
    Outcome,
    OutcomeKind,
    PathResult,
    RunSummary,
)
from heapwise.results.account import Failure, add, add_one
from heapwise.results.event import Event, events_of
from heapwise.results.expression import Expression
from heapwise.results.place import Place
from heapwise.results.prefix import Prefix
from heapwise.solver import MODES, Model, Solver, default_solver
from heapwise.structure.run import preconditions
from heapwise.structure.run.precondition_runs import PlainRun, PreconditionRun
from heapwise.terms import Scalar

_NO_NULL = "no reference that is used being null"


def explore(
    target: str | Path,
    *,
    strategy: str | None = None,
    bounds: Bounds | None = None,
    search: str = searches.DEFAULT,
    seed: int = 0,
    null_dereference: str = "raise",
    solver_mode: str = "default",
    contracts: bool = True,
    by_contract: Sequence[str] = (),
    precondition: str | None = None,
    automatic: bool = True,
    language_options: object | None = None,
    **strategy_options: bool | str,
) -> Exploration:
    """Explore every feasible path of `target`; nothing runs until the result is iterated. `RunPlan`
    says what the choices are.

    Raises `InputError` if the target, the strategy or another choice does not exist.
    """
    return start(
        RunPlan(
            str(target),
            strategy,
            bounds or Bounds(),
            search,
            seed,
            null_dereference,
            solver_mode,
            contracts=contracts,
            by_contract=tuple(by_contract),
            precondition=precondition,
            automatic=automatic,
            language_options=language_options,
            strategy_options=strategy_options,
        )
    )


def start(plan: RunPlan, program: Program | None = None) -> Exploration:
    """The run of a plan. `program` is what its target was loaded to, if that was done already. An
    invariant that is compiled unasked is compiled at once; `remark` of the result tells why it
    could not be."""
    front_end = claiming(plan.target) if program is None else front_end_of(program)
    bounds = front_end.default_bounds(plan.bounds)
    entry, argument = preconditions.entry_of(plan.precondition or preconditions.DEFAULT)
    strategy = preconditions.strategy_for(entry, plan.strategy, registry.DEFAULT)
    if program is None:
        program = front_end.load(plan.target, plan.loading(bounds.max_length))
    bounds = front_end.with_full_names(program, bounds)
    prepared = remark = None
    precondition = plan.precondition
    if precondition is not None:
        keeps = plan.keeps_invariants and entry.uses_invariant
        prepared = prepare(program, entry, argument, bounds, plan.contracts, keeps)
    elif plan.automatic and plan.solver_mode == "default":
        found = prepare_default(program, plan.strategy, registry.DEFAULT, bounds, plan.contracts)
        if found is not None:
            prepared, precondition, strategy, remark = found
    if prepared is None:
        prepared = Prepared(program, PlainRun(), bounds)
        precondition = None
    exploration = start_prepared(plan, prepared, strategy, precondition or preconditions.DEFAULT)
    exploration.remark = remark or front_end.remark(exploration.program)
    return exploration


def start_prepared(
    plan: RunPlan,
    prepared: Prepared,
    strategy: str = registry.DEFAULT,
    precondition: str = preconditions.COMPILED,
) -> Exploration:
    """The run of a plan on a program that was prepared for it."""
    return Exploration(
        prepared.program,
        strategy,
        prepared.bounds,
        plan.search,
        plan.seed,
        plan.null_dereference == "ignore",
        partial(MODES[plan.solver_mode], plan.query_seconds),
        prepared,
        precondition,
        plan.joins,
        plan.tries_loops,
        **plan.strategy_options,
    )


class Exploration:
    """A run: iterate over it for `PathResult`s, or use `leaves` and describe only some."""

    def __init__(
        self,
        program: Program,
        strategy: str,
        bounds: Bounds,
        search: str = searches.DEFAULT,
        seed: int = 0,
        ignore_null_dereference: bool = False,
        solvers: Callable[[], Solver] = default_solver,
        prepared: Prepared | None = None,
        precondition: str = preconditions.DEFAULT,
        joins: bool = True,
        doubtful: bool = False,
        **strategy_options: bool | str,
    ) -> None:
        """`solvers` makes solvers that were asked nothing yet. If the run is `doubtful`, a path
        that goes round for long without learning anything is tried out, and cut if that does not
        end either."""
        for name in bounds.max_objects_of:
            need("class", name, tuple(program.classes))
        self.program = program
        self.strategy = strategy
        self.bounds = bounds
        self.precondition = precondition
        self.remark: str | None = None
        conditions = () if prepared is None else prepared.conditions
        self.assumed = (
            *(f"{text} ({precondition})" for text in conditions),
            *(f"{text} (run first)" for text in program.assumed),
        )
        self._run: PreconditionRun = PlainRun() if prepared is None else prepared.run
        heaps = registry.create(strategy, program, **strategy_options)
        wrapped = self._run.wrap(heaps)
        self._solver, within = self._run.engine(solvers(), bounds)
        front_end = front_end_of(program)
        calls = bounds.max_calls
        own = program.witnesses
        self.witnesses: Witnesses = (
            front_end.witnesses(program, calls) if own is None else own(calls)
        )
        self.words = front_end.words
        self._describer = PathDescriber(
            program,
            wrapped,
            self._run,
            self.witnesses,
            solvers,
            self._solver.statistics,
            self.words.null,
        )
        self._explorer: Explorer[Any] = Explorer(
            program,
            wrapped,
            self._solver,
            within,
            search,
            seed,
            ignore_null_dereference,
            None if prepared is None else partial(_accepts, self._run, self._solver),
            partial(_identity, program, self.witnesses) if heaps.traits.path_optimal else None,
            joins,
            self._describer.goes_on if doubtful else None,
        )
        self._begun = False
        self._explorer.account.limits.update(self._run.limits())
        if program.restrictions:
            self._explorer.account.limits["inputs"] = "; ".join(program.restrictions)
        restricted = LIMITS.get(str(strategy_options.get("shapes", ANY)))
        if restricted is not None:
            self._explorer.account.limits["shapes"] = restricted
        self._explorer.account.approximations = program.approximations
        if ignore_null_dereference:
            self._explorer.account.approximations += (_NO_NULL,)
        self._traces: set[bytes] | None = None
        self._entered: set[str] = set()

    @property
    def account(self) -> Account:
        """What the run has left open so far."""
        return self._explorer.account

    @property
    def pending(self) -> int:
        return self._explorer.pending

    def has_valid_input(self, leaf: Leaf[Any]) -> bool:
        """Is a valid input known that takes a finished path? Not every precondition sees to it."""
        return self._run.has_valid_input(leaf, self._solver)

    @property
    def notes(self) -> dict[str, float]:
        """What the precondition has measured."""
        return {**self._run.notes(), "spurious": self._run.spurious}

    def stop(self, reason: str) -> None:
        """Say why the run ends here; without effect on a run that is complete."""
        self._explorer.stop(reason)

    def close(self) -> None:
        """End what replays witnesses; the exploration can still be read."""
        self.witnesses.close()

    def leaves(self, seconds: float | None = None, most: int | None = None) -> Iterator[Leaf[Any]]:
        """Finished paths as they come, cheap to get and to drop: all cases of each. After so many
        seconds, or when `most` states wait, the run waits; another call goes on with it."""
        timeout = self.bounds.timeout
        if not self._begun:
            self._begun = True
            self._run.begin(None if timeout is None else time.monotonic() + timeout)
        return self._explorer.leaves(seconds, most)

    def observe(self, observer: Observer) -> None:
        """Let it hear what the run does. To be called before the run begins."""
        assert not self._begun, "the run has begun"
        self._explorer.observer = observer

    def note_executed(self) -> None:
        """Let leaves keep which instructions have led to them (`engine.reached`). To be called
        before the run begins."""
        assert not self._begun, "the run has begun"
        self._explorer.notes_executed = True

    def begin_at(self, prefixes: Iterable[Prefix | str]) -> None:
        """Explore only what begins with one of these, instead of everything. To be called before
        the run begins."""
        assert not self._begun, "the run has begun"
        self._explorer.roots = [
            Prefix.parse(each) if isinstance(each, str) else each for each in prefixes
        ]

    def restart(
        self, prefixes: Iterable[Prefix], seconds: float | None, search: str | None = None
    ) -> None:
        """Forget what was found, and explore only what begins with one of these, for at most so
        many seconds, perhaps in another order. What the solver has learned is kept."""
        self._explorer.restart(list(prefixes), seconds, search)
        self._entered.clear()
        self._begun = False

    def change_order(self, search: str) -> None:
        """What waits comes in another order from now on."""
        self._explorer.change_order(search)

    def adopt(
        self,
        kind: OutcomeKind,
        detail: str | None,
        where: Place | None,
        identity: bytes | None,
        number: int = 1,
    ) -> None:
        """Count a path that another process has found, of which this is known (`Leaf`); or as many
        that have ended so, if they have no identity."""
        self._explorer.count(kind, detail, where, identity, number)

    def add_account(self, summary: RunSummary) -> None:
        """What another process has done besides finding paths, which were adopted one by one."""
        add(self.account, summary.account)
        self._explorer.add_infeasible(summary.counts.infeasible)
        self._run.spurious += summary.counts.spurious
        statistics = self._solver.statistics
        statistics.queries += summary.counts.queries
        statistics.unknown += summary.counts.unknown
        statistics.seconds += summary.solver_seconds
        for layer, number in summary.counts.answered.items():
            statistics.answered[layer] = statistics.answered.get(layer, 0) + number

    def finish(self) -> None:
        """What this run had left was explored by others."""
        self._explorer.finish()

    def open_prefixes(self) -> list[Prefix]:
        """Where the run would go on: who begins at these finds what this run has left to find, and
        nothing else."""
        return self._explorer.open_prefixes()

    def open_paths(self, most: int) -> list[tuple[Prefix, tuple[Event, ...]]]:
        """Some of those that are not finished: where each of them waits, and what it has decided
        so far."""
        return [
            (state.prefix, events_of(self.witnesses.trace(state)))
            for state in self._explorer.waiting(most)
        ]

    def prefer(self, prefix: Prefix) -> bool:
        """Explore what begins with this prefix next, before everything else; False if nothing waits
        there."""
        return self._explorer.prefer(prefix)

    def at(self, prefix: Prefix | str) -> State[Any] | Leaf[Any]:
        """The state or the finished path (`Leaf`) that a prefix leads to, whoever has found it, as
        long as program and options are the same. It asks no solver, does not disturb the run, and
        may be called before it. A finished path has no number: that is given in a run. Raises
        `LostError` if there is no such place."""
        if isinstance(prefix, str):
            prefix = Prefix.parse(prefix)
        return self._explorer.at(prefix)

    def __iter__(self) -> Iterator[PathResult]:
        """Every path once, with the first of its cases."""
        for leaf in self.leaves():
            if leaf.case == 1:
                yield self.describe(leaf)

    def count(self, track_traces: bool = False) -> RunSummary:
        """Run to the end without describing anything but a violation, which one replay makes
        certain."""
        if track_traces:
            self._traces = set()
        for leaf in self.leaves():
            if self._traces is not None and leaf.kind in COMPLETED:
                self._traces.add(control_flow(leaf))
            if leaf.kind is OutcomeKind.VIOLATED and not self.account.violations.get(""):
                self.describe(leaf)
        return self.summary

    def control_flow(self, leaf: Leaf[Any]) -> bytes | None:
        """A digest of it, if the path has come to its end."""
        return control_flow(leaf) if leaf.kind in COMPLETED else None

    def track(self, traces: Iterable[bytes]) -> None:
        """Control-flow paths that were completed: what `count` tracks in a run of its own."""
        self._traces = (self._traces or set()) | set(traces)

    @property
    def trace_digest(self) -> frozenset[bytes] | None:
        """The control-flow paths completed, if `count` was asked to track them."""
        return None if self._traces is None else frozenset(self._traces)

    def describe(self, leaf: Leaf[Any], closely: bool = False) -> PathResult:
        """A path in full: condition, witness, replay. A fault of ours on the way is entered in the
        account, and the path has no witness then. Which of its inputs a path shows depends on the
        path alone, whoever has found it. If one looks `closely`, it has the smallest numbers and
        strings that are found soon: that takes some milliseconds. A path that was cut is then
        replayed too: it is said to be if the run goes on."""
        failure: Failure | None = None
        try:
            path = self._describer.describe(leaf, closely)
        except StoppedError:  # of a limit around the whole run
            path = _undescribed(leaf, "there was no time to look for an input")
        except Exception as error:
            if is_strict():
                raise
            failure = failure_of(error, leaf.where)
            path = _undescribed(leaf, f"internal error {failure.report}: {failure.what}")
        path = replace(path, prefix=str(leaf.prefix))
        is_shown = path.replayed and leaf.kind is not OutcomeKind.VIOLATED
        if failure is not None or (leaf.kind in COMPLETED and not is_shown):
            self._enter(path, failure, bool(replaced_calls(leaf)))
        return path

    def outline(self, leaf: Leaf[Any]) -> PathResult:
        """A path without its heaps and its prefix: nothing is asked, and nothing run. Whoever shows
        it has to say that they were left out."""
        return self._describer.outline(leaf)

    def _enter(self, path: PathResult, failure: Failure | None, by_contract: bool) -> None:
        """Into the account, once: what a replay has shown, and why it has not. A violation counts
        as one where contracts stood for functions, although no run can show it."""
        if path.leaf in self._entered:
            return
        self._entered.add(path.leaf)
        if failure is not None:
            self.account.failures.append(failure)
        if path.outcome.kind is OutcomeKind.VIOLATED:
            counts = path.replayed or by_contract
            add_one(self.account.violations, "" if counts else path.doubt)
        elif path.outcome.kind in COMPLETED and not path.replayed:
            add_one(self.account.unshown, path.doubt)
            if path.is_contradicted:
                what = f"path {path.id} was predicted wrongly: {path.doubt}"
                self.account.failures.append(Failure(what, "", path.outcome.at))

    def in_words(self, part: Scalar) -> str:
        """A part of a condition, as conditions of paths have it."""
        return self._describer.in_words(part)

    def as_expression(self, part: Scalar) -> Expression:
        return self._describer.as_expression(part)

    def conditions(self, leaf: Leaf[Any]) -> list[Scalar]:
        """What a path has chosen, part by part."""
        return self._describer.conditions(leaf)

    def excludes(self, leaf: Leaf[Any], part: Scalar) -> bool:
        """Is there no input that takes a path and has this condition? False if nobody knows."""
        return self._describer.excludes(leaf, part)

    def is_too_long(self, leaf: Leaf[Any]) -> bool:
        """Does a path take only inputs with an array, or a container, that nobody can build?"""
        return self._describer.is_too_long(leaf)

    def goes_on(self, leaf: Leaf[Any]) -> bool:
        """Is a run of a path that was cut still in that loop after very many steps?"""
        return self._describer.goes_on(leaf)

    def snapshot(self, leaf: Leaf[Any], model: Model) -> Snapshot:
        """The heaps before and after a path and its result, as a model of the path has them."""
        return self._describer.snapshot(leaf, model)

    def view(self, leaf: Leaf[Any], model: Model) -> HeapView:
        """What each object looks like on a path, by a model of the path."""
        return self._describer.view(leaf, model)

    def _repr_html_(self) -> str:
        return self.summary._repr_html_()

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return self.summary._repr_mimebundle_()

    @property
    def summary(self) -> RunSummary:
        """Of what was found so far, at any time."""
        counts = self._explorer.counts
        counts.spurious = self._run.spurious
        return RunSummary(
            target=self.program.target,
            language=self.program.language,
            strategy=self.strategy,
            precondition=self.precondition,
            assumed=self.assumed,
            account=self._explorer.account,
            bounds={**self.bounds.to_json(), **self.program.settings},
            counts=counts,
            seconds=self._explorer.seconds,
            solver_seconds=self._solver.statistics.seconds,
        )


# What an explorer asks its run: it does not refer to the run, so that both go, and with them the
# memory of Z3, as soon as nobody has the run any more.


def _accepts(run: PreconditionRun, solver: Solver, leaf: Leaf[Any]) -> bool:
    return run.accepts(leaf, solver)


def _identity(program: Program, witnesses: Witnesses, leaf: Leaf[Any]) -> bytes | None:
    """None if nothing was decided on the path that the program does not decide."""
    if not program.library_decides and not leaf.resolved:
        return None
    trace: Sequence[str] = witnesses.trace(leaf)
    runtime = program.runtime
    if runtime is not None and is_too_deep(leaf, runtime):
        trace = once_round(trace)
    return control_flow(leaf, trace)


def control_flow(leaf: Leaf[Any], trace: Sequence[str] | None = None) -> bytes:
    """A digest of the control-flow path, or of the part of it that is given, and of how it
    ended."""
    ending = (leaf.kind.value, leaf.detail or "", str(leaf.where or ""), "")
    lines = "\n".join((*(events(leaf.trace) if trace is None else trace), *ending))
    return hashlib.blake2b(lines.encode(), digest_size=12).digest()


def _undescribed(leaf: Leaf[Any], why: str) -> PathResult:
    outcome = Outcome(leaf.kind, None, leaf.detail, leaf.where)
    number, case, trace = leaf.number, leaf.case, events_of(events(leaf.trace))
    return PathResult(number, outcome, "", Heap(), Heap(), trace, False, False, case, why)
