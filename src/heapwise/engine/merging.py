"""The merging executor: one run for all the paths of a loop-bounded function.

An exploration splits at every choice and never looks back; this executor splits too, but as soon as
two states are at the same place it makes one of them again. Their registers, heaps and stores
become if-then-else over what led here, their path conditions a disjunction, and what was common to
both paths stays as it was. What comes out is one ending per way to end (returned, raised …): the
union of all paths, with a value that says which had which.

To meet, states must wait for each other: the one that is furthest behind goes on first. "Behind" is
the `Place` of a state, the spots (see `engine.merging_flow`) of all its activations from the
outermost in. A loop therefore goes round until no state is left in it, that is, until its guard
cannot hold any more: the executor ends only for what is loop-bounded on this heap, or at a bound.

Everything else is the interpreter's: the same instructions, operations and choices. A strategy must
be able to merge its heaps (`MergingStrategy`); it should not fork on references.

`demand` makes it a compiler of preconditions: the run is only about inputs for which the function
returns true. Where one side of a branch can only return false, or an access would fail, that side
is excluded by a clause, and the path condition stays as it was.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from heapwise.engine.bounds import Bounds
from heapwise.engine.instructions import HANDLERS
from heapwise.engine.interpreter import Interpreter
from heapwise.engine.merging_flow import Rounds, flow_of
from heapwise.engine.merging_paths import UnmergeableError, join_paths, merge_by_path
from heapwise.engine.state import (
    UNDEFINED,
    Cursor,
    Frame,
    Leaf,
    State,
    Step,
    Store,
    Undefined,
    Value,
    leaf,
)
from heapwise.heaps.api import Case, Cut, HeapStrategy, Raised
from heapwise.program import Program
from heapwise.program import code as ir
from heapwise.results import OutcomeKind
from heapwise.solver import PathCondition, Solver
from heapwise.terms import Scalar, Term, not_, sort_of

H = TypeVar("H")
T = TypeVar("T")


class MergingStrategy(HeapStrategy[H], Protocol[H]):
    def merge_heaps(self, condition: Term, then: H, otherwise: H) -> H: ...

    def merge_scalars(self, condition: Term, then: Scalar, otherwise: Scalar) -> Scalar:
        """Of one sort."""
        ...

    def simplify(self, condition: Scalar) -> Scalar:
        """The same condition, in a form that suits the representation of values."""
        ...


MergeValues: TypeAlias = Callable[[Scalar, Value, Value], Value | None]
"""Merges values that only the operations of the source language look into, or gives None."""

Exclude: TypeAlias = Callable[[PathCondition, Scalar], None]
"""Told that the function must not return true where this condition holds on this path."""


Place: TypeAlias = tuple[int, ...]


class Site(NamedTuple):
    """Where a state is: `above` is the place of the activation that waits for it."""

    above: Place
    rounds: Rounds


@dataclass(slots=True)
class _Waiting(Generic[H]):
    state: State[H]
    site: Site
    place: Place


class MergingExecutor(Interpreter[H]):
    """`steps` counts instructions, `merges` the states saved."""

    strategy: MergingStrategy[H]

    def __init__(
        self,
        program: Program,
        strategy: MergingStrategy[H],
        solver: Solver,
        bounds: Bounds,
        merge_values: MergeValues | None = None,
        demand: Exclude | None = None,
        deadline: float | None = None,
    ) -> None:
        super().__init__(program, strategy, solver, bounds, False, deadline)
        self._merge_values = merge_values
        self._exclude = demand
        self._queue: list[tuple[Place, int]] = []
        self._at: dict[Place, list[_Waiting[H]]] = {}
        self._ticket = count()
        self._frames: dict[int, tuple[Frame, Site]] = {}
        self._ends: dict[tuple[object, ...], list[Leaf[H]]] = {}
        self.steps = 0
        self.merges = 0

    def execute(
        self, code: ir.Code, arguments: Sequence[Value], heap: H, path: PathCondition
    ) -> list[Leaf[H]]:
        """All paths of `code` at once: one leaf per way to end, unless values of one way have no
        common form."""
        unused = code.registers - len(arguments)
        registers = (*arguments, *([UNDEFINED] * unused))
        start = State(code, 0, registers, {}, {}, None, 0, heap, path, None, 0, 0)
        flow = flow_of(code)
        site = Site((), (0,) * len(flow.heads[0]))
        self._add(_Waiting(start, site, self._place(site, 0, start.code, 0)))
        while self._queue:
            place, _ = heapq.heappop(self._queue)
            met = self._met(self._at.pop(place, []))
            while self._queue and self._queue[0][0] == place:
                heapq.heappop(self._queue)
            for waiting in met:
                self._go_on(waiting, len(met) == 1)
        ends = []
        for group in self._ends.values():
            merged = merge_by_path(group, self._merged_ends)
            self.merges += len(group) - len(merged)
            ends += merged
        self._ends.clear()
        self._frames.clear()
        return ends

    # -- going on

    def _go_on(self, waiting: _Waiting[H], is_alone: bool) -> None:
        """Run a state until it is no longer the one that is furthest behind; a single step if it
        is not alone there."""
        cursor = Cursor(waiting.state)
        site = waiting.site
        limit = self.bounds.max_steps
        while True:
            code, at, depth, caller = cursor.code, cursor.at, cursor.depth, cursor.caller
            instruction = code.instructions[at]
            cursor.at += 1
            self.steps += 1
            if self.steps % 256 == 0:
                self._look_at_the_clock()
            if limit is not None and self.steps > limit:
                self._end(leaf(cursor, OutcomeKind.BOUNDED, instruction, "max-steps"))
                return
            before = (code, at, depth, caller)
            step: Step[H] | None = HANDLERS[type(instruction)](self, cursor, instruction)
            if isinstance(step, Leaf):
                self._end(step)
                return
            if step is not None:
                for each in step:
                    if isinstance(each, Leaf):
                        self._end(each)
                    else:
                        after = self._site(site, before, each)
                        place = self._place(after, each.depth, each.code, each.at)
                        self._add(_Waiting(each, after, place))
                return
            cursor.trace = None
            if type(instruction) is ir.Operation:
                target = instruction.target
                cursor.registers[target] = self.strategy.simplify(cursor.registers[target])
            if cursor.code is not code or cursor.depth != depth or cursor.at != at + 1:
                site = self._site(site, before, cursor)
            elif site.rounds or flow_of(code).heads[cursor.at]:
                site = Site(site.above, flow_of(code).moved(at, site.rounds, cursor.at))
            if self._queue or not is_alone:
                place = self._place(site, cursor.depth, cursor.code, cursor.at)
                if not is_alone or place >= self._queue[0][0]:
                    self._add(_Waiting(cursor.freeze(), site, place))
                    return

    def _site(
        self,
        site: Site,
        before: tuple[ir.Code, int, int, Frame | None],
        after: State[H] | Cursor[H],
    ) -> Site:
        """Where a step has led: in the same activation, into a new one, or back to another."""
        code, at, depth, caller = before
        if after.depth == depth and after.caller is caller and after.code is code:
            return Site(site.above, flow_of(code).moved(at, site.rounds, after.at))
        if after.depth > depth:
            above = site.above
            if after.caller is not caller:
                assert after.caller is not None
                self._frames[id(after.caller)] = (after.caller, site)
                above = self._place(site, depth, code, at)
            start = flow_of(after.code).heads[after.at]
            return Site(above, (0,) * len(start))
        frame = caller
        while frame is not None and not (
            frame.depth == after.depth and frame.caller is after.caller
        ):
            frame = frame.caller
        assert frame is not None
        waited = self._frames[id(frame)][1]
        return Site(waited.above, flow_of(frame.code).moved(frame.at - 1, waited.rounds, after.at))

    @staticmethod
    def _place(site: Site, depth: int, code: ir.Code, at: int) -> Place:
        return (*site.above, depth, *flow_of(code).spot(at, site.rounds))

    # -- meeting

    def _add(self, new: _Waiting[H]) -> None:
        self._at.setdefault(new.place, []).append(new)
        heapq.heappush(self._queue, (new.place, next(self._ticket)))

    def _met(self, together: list[_Waiting[H]]) -> list[_Waiting[H]]:
        """Those that wait at one place, merged as far as they can be."""
        if len(together) == 1:
            return together
        apart = [each for each in together if each.state.log]
        first = together[0]
        states = [each.state for each in together if not each.state.log]
        merged = merge_by_path(states, self._merged)
        self.merges += len(states) - len(merged)
        return [*(_Waiting(state, first.site, first.place) for state in merged), *apart]

    def _merged(self, a: State[H], b: State[H]) -> State[H]:
        if a.code is not b.code or a.at != b.at or a.activation is not b.activation:
            raise UnmergeableError
        if self._exclude is not None and a.caller is None and _is_judged(a, b):
            raise UnmergeableError
        path, condition = join_paths(a.path, b.path)
        caller = self._merged_frames(condition, a.caller, b.caller)
        registers = self._merged_registers(condition, a.code, a.at, a.registers, b.registers)
        store = self._merged_stores(condition, a.store, b.store)
        heap = a.heap
        if a.heap is not b.heap:
            heap = self.strategy.merge_heaps(condition, a.heap, b.heap)
        return a._replace(
            registers=registers,
            caller=caller,
            heap=heap,
            store=store,
            path=path,
            trace=None,
            decisions=max(a.decisions, b.decisions),
        )

    def _merged_registers(
        self, condition: Term, code: ir.Code, at: int, a: Sequence[Value], b: Sequence[Value]
    ) -> tuple[Value, ...]:
        live = flow_of(code).live[at]
        return tuple(
            (self.merge(condition, one, other) if live >> index & 1 else UNDEFINED)
            if one is not other
            else one
            for index, (one, other) in enumerate(zip(a, b, strict=True))
        )

    def _merged_frames(self, condition: Term, a: Frame | None, b: Frame | None) -> Frame | None:
        if a is b:
            return a
        if a is None or b is None:
            raise UnmergeableError
        same = (
            a.code is b.code
            and a.at == b.at
            and a.target == b.target
            and a.depth == b.depth
            and a.finish is b.finish
            and a.activation is b.activation
        )
        if not same:
            raise UnmergeableError
        live = self._merged_registers(condition, a.code, a.at, a.registers, b.registers)
        caller = self._merged_frames(condition, a.caller, b.caller)
        frame = a._replace(registers=live, caller=caller)
        self._frames[id(frame)] = (frame, self._frames[id(a)][1])
        return frame

    def _merged_stores(self, condition: Term, a: Store, b: Store) -> Store:
        if a is b:
            return a
        found: dict[object, Value] = {}
        for key in (*a, *(key for key in b if key not in a)):
            one, other = a.get(key), b.get(key)
            # What only one side has put there is not to be reached from the other.
            if one is other or other is None:
                found[key] = one
            elif one is None:
                found[key] = other
            else:
                found[key] = self.merge(condition, one, other)
        return found

    def merge(self, condition: Term, a: Value, b: Value) -> Value:
        """`a` if the condition holds, else `b`; raises `UnmergeableError`."""
        if a is b or isinstance(b, Undefined):
            return a
        if isinstance(a, Undefined):
            return b
        if isinstance(a, _SCALARS) and isinstance(b, _SCALARS):
            if sort_of(a) is sort_of(b):
                return self.strategy.merge_scalars(condition, a, b)
        elif type(a) is type(b) and a == b:
            return a
        merged = self._merge_values(condition, a, b) if self._merge_values else None
        if merged is None:
            raise UnmergeableError
        return merged

    def _end(self, new: Leaf[H]) -> None:
        refused = new.kind is not OutcomeKind.RETURNED or new.value is False
        if self._exclude is not None and refused:
            self._exclude(new.path, True)
            return
        key = (new.kind, new.detail, new.where)
        self._ends.setdefault(key, []).append(new._replace(trace=None))

    def _merged_ends(self, a: Leaf[H], b: Leaf[H]) -> Leaf[H]:
        path, condition = join_paths(a.path, b.path)
        heap = a.heap
        if heap is not b.heap:
            heap = self.strategy.merge_heaps(condition, heap, b.heap)
        return a._replace(
            path=path,
            value=self.merge(condition, a.value, b.value),
            heap=heap,
            store=self._merged_stores(condition, a.store, b.store),
        )

    # -- where only true counts

    def choose(
        self,
        cursor: Cursor[H],
        instruction: ir.Instruction,
        cases: Sequence[Case[H, T]],
        proceed: Callable[[Cursor[H], T], Leaf[H] | None],
    ) -> Step[H] | None:
        if self._exclude is not None and any(isinstance(c.value, Raised | Cut) for c in cases):
            kept: list[Case[H, T]] = []
            for case in cases:
                if not isinstance(case.value, Raised | Cut):
                    kept.append(case)
                elif not self._rule_out(cursor, case.guard):
                    return []
            if not kept:
                return []
            cases = kept
            if len(kept) == 1:
                cases = [kept[0]._replace(guard=True)]
        return super().choose(cursor, instruction, cases, proceed)

    def split(
        self,
        cursor: Cursor[H],
        instruction: ir.Instruction,
        condition: Scalar,
        proceed: Callable[[Cursor[H], bool], Leaf[H] | None],
    ) -> Step[H] | None:
        outermost = cursor.caller is None and cursor.activation is None
        if self._exclude is not None and outermost and isinstance(instruction, ir.Branch):
            for truth, target in ((True, instruction.then_to), (False, instruction.else_to)):
                is_open = cursor.path.decided(condition) is None
                if is_open and returns_false(cursor.code, target):
                    refused = condition if truth else not_(condition)
                    return proceed(cursor, not truth) if self._rule_out(cursor, refused) else []
        return super().split(cursor, instruction, condition, proceed)

    def _rule_out(self, cursor: Cursor[H], condition: Scalar) -> bool:
        """Exclude the condition on this path. Is anything left of it?"""
        assert self._exclude is not None
        known = cursor.path.decided(condition)
        if known is None:
            self._exclude(cursor.path, condition)
            assert isinstance(condition, Term)
            self.context.path = cursor.path
            left = self.context.may_hold(not_(condition))
            cursor.path = cursor.path.learn(condition, False)
            return left
        if known:
            self._exclude(cursor.path, True)
        return not known


_SCALARS = (Term, int, float, str)


def _is_judged(a: State[Any], b: State[Any]) -> bool:
    """Is the next branch certain to refuse one of these states, and not the other? Then they had
    better be told apart: what is refused would be carried along by the one that goes on."""
    return _is_refused(a) is not _is_refused(b)


def _is_refused(state: State[Any]) -> bool:
    """Does the state come to a branch, with nothing but negations before it, on whose side it can
    only return false?"""
    values: dict[int, object] = {}
    registers = state.registers
    at = state.at
    while True:
        instruction: Any = state.code.instructions[at]
        if isinstance(instruction, ir.Branch):
            truth = values.get(instruction.condition, registers[instruction.condition])
            if type(truth) is not bool:
                return False
            return returns_false(state.code, instruction.then_to if truth else instruction.else_to)
        if isinstance(instruction, ir.Operation) and instruction.operator is ir.Operator.NOT:
            source = instruction.operands[0]
            truth = values.get(source, registers[source])
            values[instruction.target] = not truth if type(truth) is bool else None
        elif isinstance(instruction, ir.Move):
            values[instruction.target] = values.get(
                instruction.source, registers[instruction.source]
            )
        else:
            return False
        at += 1


def returns_false(code: ir.Code, at: int) -> bool:
    """Does the code from here on do nothing but return false?"""
    constants: dict[int, object] = {}
    for _ in range(len(code.instructions)):
        instruction: Any = code.instructions[at]
        if isinstance(instruction, ir.Return):
            return constants.get(instruction.source) is False
        if isinstance(instruction, ir.Constant):
            constants[instruction.target] = instruction.value
        elif isinstance(instruction, ir.Move):
            constants[instruction.target] = constants.get(instruction.source)
        elif isinstance(instruction, ir.Jump):
            at = instruction.to
            continue
        elif not isinstance(instruction, ir.Note):
            return False
        at += 1
    return False
