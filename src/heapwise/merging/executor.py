"""The merging executor: one run for all the paths of a loop-bounded function.

An exploration splits at every choice and never looks back; this executor splits too, but as soon as
two states are at the same place it makes one of them again. Their registers, heaps and stores
become if-then-else over what led here, their path conditions a disjunction, and what was common to
both paths stays as it was. What comes out is one ending per way to end (returned, raised …): the
union of all paths, with a value that says which had which.

To meet, states must wait for each other: the one that is furthest behind goes on first
(`merging.progress`). A loop therefore goes round until no state is left in it, that is, until its
guard cannot hold any more: the executor ends only for what is loop-bounded on this heap, or at a
bound.

Everything else is the interpreter's: the same instructions and choices. Its parts:

* `merging.states` makes one state of two, `merging.meeting_values` and `merging.paths` their
  contents and paths. Values that have no common form keep states apart until they are gone;
  contents of the store may differ.
* `merging.all_choices` runs an operation of the source language for every choice it makes.
* `merging.demand` makes a compiler of preconditions of it: the run is only about inputs for which
  the function returns true.
* `merging.put_off` takes recursive calls out of their order.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any, Generic, TypeVar

from heapwise.engine.bounds import Bounds
from heapwise.engine.instructions import HANDLERS
from heapwise.engine.interpreter import Interpreter
from heapwise.engine.machine import Machine
from heapwise.engine.state import UNDEFINED, Cursor, Frame, Leaf, State, Step, Value, leaf
from heapwise.heaps.api import Case
from heapwise.merging.all_choices import Operations
from heapwise.merging.api import Define, Exclude, Language, MergingStrategy, StandIns
from heapwise.merging.circles import Circles, Told
from heapwise.merging.demand import Demand
from heapwise.merging.paths import UnmergeableError, merge_by_path
from heapwise.merging.progress import Caller, Progress, Site, Sites, first_site
from heapwise.merging.put_off import PutOffCalls
from heapwise.merging.remembered_calls import RememberedCalls
from heapwise.merging.states import StateMerger
from heapwise.program import InputError, MethodDecl, Program
from heapwise.program import code as ir
from heapwise.program.flow import flow_of
from heapwise.results import OutcomeKind
from heapwise.solver import PathCondition, Solver
from heapwise.terms import SCALARS, Scalar

H = TypeVar("H")
T = TypeVar("T")

_MOST_CALLS = 40


@dataclass(slots=True)
class _Waiting(Generic[H]):
    state: State[H]
    site: Site
    progress: Progress


class MergingExecutor(Generic[H]):
    """`steps` counts instructions, `merges` the states saved. A loop that goes round more than
    `most_rounds` times, or calls nested deeper than that, raise `InputError`. Calls of the code
    `in_order` are run when they are met; others may be put off. `demand` is told where the function
    must not return true, and `define`, in a proof, what holds by definition (`merging.demand`).
    With `circles`, recursions in circles are excluded, which it is told (`merging.circles`)."""

    def __init__(
        self,
        program: Program,
        strategy: MergingStrategy[H],
        solver: Solver,
        bounds: Bounds,
        language: Language | None = None,
        demand: Exclude | None = None,
        deadline: float | None = None,
        most_rounds: int | None = None,
        in_order: frozenset[ir.Code] = frozenset(),
        define: Define | None = None,
        remembered: RememberedCalls[H] | None = None,
        remembers: bool = False,
        circles: Told | None = None,
    ) -> None:
        language = language or Language()
        run = Interpreter(program, strategy, solver, bounds, False, deadline)
        self._run = run
        self._strategy = strategy
        self._most_rounds = most_rounds
        self._demand = Demand(run, demand, language.plain, define)
        self._sites: Sites[H] = Sites()
        self._merger = StateMerger(strategy, language, self._sites)
        self._put_off = PutOffCalls(
            run, strategy, self._demand, self._merger.values, most_rounds, in_order
        )
        self._operations = Operations(
            run, strategy, self._demand, self._put_off, language.orders_sets
        )
        self._circles = None if circles is None else Circles(run, strategy, self._demand, circles)
        if remembers:
            nested = partial(
                self._nested, program, solver, bounds, language, deadline, most_rounds, define
            )
            most = most_rounds or _MOST_CALLS
            merge = self._merger.values
            remembered = RememberedCalls(run, strategy, language, merge, nested, most)
        self._remembered = remembered
        run.rules = _Rules(
            strategy, self._demand, self._put_off, self._operations, language.stand_ins
        )
        self._queue: list[tuple[Progress, int]] = []
        self._at: dict[Progress, list[_Waiting[H]]] = {}
        self._ticket = count()
        self._ends: dict[tuple[object, ...], list[Leaf[H]]] = {}
        self.steps = 0
        self.merges = 0

    @property
    def approximations(self) -> tuple[str, ...]:
        """Where the run's idea of the language differs from the language."""
        return tuple(self._run.approximations)

    def execute(
        self, code: ir.Code, arguments: Sequence[Value], heap: H, path: PathCondition
    ) -> list[Leaf[H]]:
        """All paths of `code` at once: one leaf per way to end, unless values of one way have no
        common form."""
        unused = code.registers - len(arguments)
        registers = (*arguments, *([UNDEFINED] * unused))
        return self.run(State(code, 0, registers, {}, {}, None, 0, heap, path, None, 0, 0))

    def run(self, start: State[H]) -> list[Leaf[H]]:
        """All paths from a state at which some code begins."""
        self._add(start, first_site(start.code))
        while self._queue:
            progress, _ = heapq.heappop(self._queue)
            met = self._met(self._at.pop(progress, []))
            while self._queue and self._queue[0][0] == progress:
                heapq.heappop(self._queue)
            for waiting in met:
                self._go_on(waiting, len(met) == 1)
        ends = []
        for group in self._ends.values():
            merged = merge_by_path(group, self._merger.ends)
            self.merges += len(group) - len(merged)
            ends += merged
        self._ends.clear()
        self._sites.clear()
        return ends

    def _nested(
        self,
        program: Program,
        solver: Solver,
        bounds: Bounds,
        language: Language,
        deadline: float | None,
        most_rounds: int | None,
        define: Define | None,
        start: State[H],
    ) -> list[Leaf[H]]:
        """All paths from a state, in a run of its own that demands nothing."""
        inner: MergingExecutor[H] = MergingExecutor(
            program,
            self._strategy,
            solver,
            bounds,
            language,
            None,
            deadline,
            most_rounds,
            frozenset(),
            define,
            self._remembered,
        )
        ends = inner.run(start)
        self.steps += inner.steps
        self.merges += inner.merges
        self._run.approximations.update(inner._run.approximations)
        return ends

    def _go_on(self, waiting: _Waiting[H], is_alone: bool) -> None:
        """Run a state until it is no longer the one that is furthest behind; a single step if it
        is not alone there."""
        cursor = Cursor(waiting.state)
        site = waiting.site
        while True:
            before = Caller(cursor.code, cursor.at, cursor.depth, cursor.caller, cursor.registers)
            code, at = before.code, before.at
            instruction = code.instructions[at]
            step = self._step(cursor, instruction, before, site)
            if step is not None:
                for each in [step] if isinstance(step, Leaf) else step:
                    if isinstance(each, Leaf):
                        self._end(each)
                    else:
                        self._add(each, self._moved(site, before, each))
                return
            cursor.trace = None
            if type(instruction) is ir.Operation or type(instruction) is ir.Compute:
                target = instruction.target
                computed = cursor.registers[target]
                assert isinstance(computed, SCALARS)
                cursor.registers[target] = self._strategy.simplify(computed)
            if cursor.code is not code or cursor.depth != before.depth or cursor.at != at + 1:
                site = self._moved(site, before, cursor)
            elif site.rounds or flow_of(code).heads[cursor.at]:
                site = site.moved(code, at, cursor.at)
            if self._queue or not is_alone:
                progress = site.progress(cursor.depth, cursor.code, cursor.at)
                if not is_alone or progress >= self._queue[0][0]:
                    self._add(cursor.freeze(), site)
                    return

    def _step(
        self, cursor: Cursor[H], instruction: ir.Instruction, before: Caller, site: Site
    ) -> Step[H] | None:
        """One instruction: what it leads to, or None if the cursor just goes on."""
        run = self._run
        cursor.at += 1
        self.steps += 1
        if self.steps % 256 == 0:
            run.look_at_the_clock()
        limit = run.bounds.max_steps
        if limit is not None and self.steps > limit:
            return leaf(cursor, OutcomeKind.BOUNDED, instruction, "max-steps")
        heap = cursor.heap
        if not self._demand.lets_return(cursor, instruction):
            return []
        again = self._put_off.begin_again(cursor, instruction)
        if again is not None:
            for state in again:
                self._add(state, site.moved(before.code, before.at, state.at))
            return []
        step: Step[H] | None
        if type(instruction) is ir.Perform:
            step = self._operations.perform(run, cursor, instruction)
        else:
            step = HANDLERS[type(instruction)](run, cursor, instruction)
        if isinstance(step, Leaf):
            return step
        if step is None and cursor.depth > before.depth:
            if self._circles is not None and not self._circles.leave_out(cursor, before):
                return []
            step = self._put_off.begun(cursor, before)
            if step is None and self._remembered is not None:
                step = self._remembered.begun(cursor, before)
        elif step is not None:
            if self._circles is not None:
                step = [one for each in step for one in self._circles.spread(each, before)]
            step = [one for each in step for one in self._put_off.spread(each, before)]
            if self._remembered is not None:
                step = [one for each in step for one in self._remembered.spread(each, before)]
        if self._put_off.there_are_some and step is None and type(instruction) is not ir.Perform:
            self._put_off.look_at_effects(cursor, (), heap, cursor.heap)
        return step

    def _moved(self, site: Site, before: Caller, now: State[H] | Cursor[H]) -> Site:
        """Where a step has led to; raises `InputError` if it goes round too often."""
        site = self._sites.after(site, before, now)
        most, depth = self._most_rounds, now.depth
        if most is None or (depth <= most and (not site.rounds or max(site.rounds) <= most)):
            return site
        where = now.code.instructions[now.at].at
        what = "calls are nested" if depth > most else "a loop goes round"
        raise InputError(f"{what} more than {most} times, at {where}")

    # -- meeting

    def _add(self, state: State[H], site: Site) -> None:
        progress = site.progress(state.depth, state.code, state.at)
        self._at.setdefault(progress, []).append(_Waiting(state, site, progress))
        heapq.heappush(self._queue, (progress, next(self._ticket)))

    def _met(self, together: list[_Waiting[H]]) -> list[_Waiting[H]]:
        """Those that wait at one place, merged as far as they can be."""
        if len(together) == 1:
            return together
        first = together[0]
        states = [each.state for each in together]
        merged = merge_by_path(states, self._merged)
        self.merges += len(states) - len(merged)
        return [_Waiting(state, first.site, first.progress) for state in merged]

    def _merged(self, a: State[H], b: State[H]) -> State[H]:
        if a.code is not b.code or a.at != b.at or a.activation is not b.activation:
            raise UnmergeableError
        if self._demand.judges(a, b):
            return self._demand.unrefused(a, b)
        return self._merger.states(a, b)

    def _end(self, new: Leaf[H]) -> None:
        if not self._demand.refuses(new):
            key = (new.kind, new.detail, new.where)
            self._ends.setdefault(key, []).append(new._replace(trace=None))


class _Rules(Generic[H]):
    """The `Rules` of the interpreter in a merging run."""

    def __init__(
        self,
        strategy: MergingStrategy[H],
        demand: Demand[H],
        put_off: PutOffCalls[H],
        operations: Operations[H],
        stand_ins: StandIns | None,
    ) -> None:
        self._strategy = strategy
        self._demand = demand
        self._put_off = put_off
        self._operations = operations
        self._stand_ins = stand_ins

    def machine(self, cursor: Cursor[H]) -> Machine[H, Any]:
        return self._operations.machine(cursor)

    def wanted(self, cursor: Cursor[H], cases: Sequence[Case[H, T]]) -> Sequence[Case[H, T]]:
        return self._demand.wanted(cursor, cases)

    def sides(
        self, cursor: Cursor[H], branch: ir.Branch, condition: Scalar
    ) -> Sequence[bool] | None:
        return self._demand.sides(cursor, branch, condition)

    def given(self, cursor: Cursor[H], method: MethodDecl, arguments: list[Value]) -> list[Value]:
        """In a recursion, arguments lose the alternatives that cannot be. The proof costs less than
        to run the call for objects that are not there."""
        if method.code is cursor.code or _is_running(cursor.caller, method.code):
            self._put_off.recurs(method)
            cursor.heap, arguments = self._strategy.narrow(cursor.path, cursor.heap, arguments)
        return arguments

    def code_for(self, method: MethodDecl) -> ir.Code | None:
        return None if self._stand_ins is None else self._stand_ins(method)


def _is_running(frame: Frame | None, code: ir.Code | None) -> bool:
    while frame is not None and frame.code is not code:
        frame = frame.caller
    return frame is not None
