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

An operation of a source language is run for every choice it makes (`engine.merging_operations`);
its results are merged before the next instruction. Values that have no common form keep states
apart until they are gone; contents in the store may differ (`engine.merging_values`).

`demand` makes it a compiler of preconditions: the run is only about inputs for which the function
returns true. Where one side of a branch can only return false (`engine.merging_demand`), or an
access would fail, that side is excluded by a clause, and the path condition stays as it was.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from heapwise.engine.bounds import Bounds
from heapwise.engine.instructions import HANDLERS, perform
from heapwise.engine.interpreter import Interpreter
from heapwise.engine.machine import Machine
from heapwise.engine.merging_calls import (
    Call,
    EffectError,
    OrderError,
    Pending,
    add_call,
    changing_reference,
    enclosing,
    has_effects,
    is_protected,
    pending_key,
)
from heapwise.engine.merging_demand import (
    Plain,
    is_demanded,
    is_refused,
    known_booleans,
    returns_false,
)
from heapwise.engine.merging_flow import Rounds, flow_of
from heapwise.engine.merging_operations import MergingMachine, common_entries, paths_of
from heapwise.engine.merging_paths import Merge, UnmergeableError, join_paths, merge_by_path
from heapwise.engine.merging_values import OneSided, kept_locations, merge_stores
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
from heapwise.program import InputError, MethodDecl, Program, Type
from heapwise.program import code as ir
from heapwise.results import OutcomeKind
from heapwise.solver import Kind, PathCondition, Solver
from heapwise.terms import BOOL, NULL, Op, Scalar, Term, and_, not_, or_, sort_of

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

    def narrow(
        self, path: PathCondition, heap: H, values: Sequence[Value]
    ) -> tuple[H, list[Value]]:
        """What a call is given, and the heap, without alternatives that cannot be."""
        ...

    def alternatives(self, value: Scalar) -> dict[Scalar, Scalar] | None:
        """The constants that a value may be, each under its guard; None if that is not known."""
        ...

    def beyond(self, value: Scalar) -> Scalar:
        """The condition that a reference is to an object that calls need not look at."""
        ...

    def anything(self, type_: Type) -> Scalar:
        """A value of which nothing is known: what such a call returns."""
        ...

    @property
    def allocations(self) -> int:
        """How many locations there are so far: they are numbered from -1 down."""
        ...

    def written_owners(self, before: H, after: H) -> Iterable[int]:
        """The numbers of the objects that have been written to in between."""
        ...


MergeValues: TypeAlias = Callable[[Merge, Term, Value, Value], Value | None]
"""Merges values that only the operations of the source language look into, or gives None; the
values in them are merged by the function it is given."""


class Language(NamedTuple):
    """What merging must know of a source language: how its values are merged, what happens to
    what one side alone has put into the store, and its plain operations on Booleans."""

    merge: MergeValues | None = None
    one_sided: OneSided = kept_locations
    plain: Plain | None = None


Exclude: TypeAlias = Callable[[PathCondition, Scalar], None]
"""Told that the function must not return true where this condition holds on this path."""


Place: TypeAlias = tuple[int, ...]


class Site(NamedTuple):
    """Where a state is: `above` is the place of the activation that waits for it."""

    above: Place
    rounds: Rounds


class _Caller(NamedTuple):
    """Where a call comes from."""

    code: ir.Code
    at: int
    depth: int
    registers: Sequence[Value]


@dataclass(slots=True)
class _Waiting(Generic[H]):
    state: State[H]
    site: Site
    place: Place


class MergingExecutor(Interpreter[H]):
    """`steps` counts instructions, `merges` the states saved. A loop that goes round more than
    `most_rounds` times, or calls nested deeper than that, raise `InputError`. Calls of the code
    `in_order` are run when they are met (`engine.merging_calls`); others may be put off."""

    strategy: MergingStrategy[H]

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
    ) -> None:
        super().__init__(program, strategy, solver, bounds, False, deadline)
        self.joiner = None
        self._language = language or Language()
        self._exclude = demand
        self._most_rounds = most_rounds
        self._in_order = in_order
        self._put_off: dict[ir.Code, int] = {}
        self._about: dict[ir.Code, int] = {}
        self._results: dict[ir.Code, Type] = {}
        self._restarts = 0
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
                self.look_at_the_clock()
            if limit is not None and self.steps > limit:
                self._end(leaf(cursor, OutcomeKind.BOUNDED, instruction, "max-steps"))
                return
            before = (code, at, depth, caller)
            registers, heap = cursor.registers, cursor.heap
            if not self._is_still_wanted(cursor, instruction):
                return
            if self._goes_on_pending(cursor, instruction, site):
                return
            step: Step[H] | None
            if type(instruction) is ir.Perform:
                step = self._perform(cursor, instruction)
            else:
                step = HANDLERS[type(instruction)](self, cursor, instruction)
            if isinstance(step, Leaf):
                self._end(step)
                return
            if step is None and cursor.depth > depth:
                step = self._put_off_call(cursor, _Caller(code, at, depth, registers))
            elif isinstance(step, list):
                around = _Caller(code, at, depth, registers)
                step = [one for each in step for one in self._put_off_calls(each, around)]
            if self._put_off and step is None and type(instruction) is not ir.Perform:
                self.look_at_effects(cursor, (), heap, cursor.heap)
            if step is not None:
                for each in step:
                    if isinstance(each, Leaf):
                        self._end(each)
                    else:
                        after = self._site(site, before, each)
                        self._look_at_rounds(after, each.code, each.at, each.depth)
                        place = self._place(after, each.depth, each.code, each.at)
                        self._add(_Waiting(each, after, place))
                return
            cursor.trace = None
            if type(instruction) is ir.Operation or type(instruction) is ir.Compute:
                target = instruction.target
                cursor.registers[target] = self.strategy.simplify(cursor.registers[target])
            if cursor.code is not code or cursor.depth != depth or cursor.at != at + 1:
                site = self._site(site, before, cursor)
                self._look_at_rounds(site, cursor.code, cursor.at, cursor.depth)
            elif site.rounds or flow_of(code).heads[cursor.at]:
                site = Site(site.above, flow_of(code).moved(at, site.rounds, cursor.at))
            if self._queue or not is_alone:
                place = self._place(site, cursor.depth, cursor.code, cursor.at)
                if not is_alone or place >= self._queue[0][0]:
                    self._add(_Waiting(cursor.freeze(), site, place))
                    return

    def _look_at_rounds(self, site: Site, code: ir.Code, at: int, depth: int) -> None:
        most = self._most_rounds
        if most is None or (depth <= most and (not site.rounds or max(site.rounds) <= most)):
            return
        where = code.instructions[at].at
        what = "calls are nested" if depth > most else "a loop goes round"
        raise InputError(f"{what} more than {most} times, at {where}")

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
        if self._exclude is not None and self._is_judged(a, b):
            return self._unrefused(a, b)
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
            and a.activation is b.activation
        )
        if not same:
            raise UnmergeableError
        finish = a.finish
        if finish is not b.finish:
            finish = self.merge(condition, finish, b.finish)
        live = self._merged_registers(condition, a.code, a.at, a.registers, b.registers)
        caller = self._merged_frames(condition, a.caller, b.caller)
        frame = a._replace(registers=live, caller=caller, finish=finish)
        self._frames[id(frame)] = (frame, self._frames[id(a)][1])
        return frame

    def _merged_stores(self, condition: Term, a: Store, b: Store) -> Store:
        name = self.strategy.simplify
        return merge_stores(condition, a, b, self.merge, name, self._language.one_sided)

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
        own = self._language.merge
        merged = own(self.merge, condition, a, b) if own is not None else None
        if merged is None:
            raise UnmergeableError
        return merged

    def _end(self, new: Leaf[H]) -> None:
        refused = new.kind is not OutcomeKind.RETURNED or new.value is False
        if self._exclude is not None and refused:
            if new.kind is OutcomeKind.UNSUPPORTED:
                raise InputError(f"{new.detail}, at {new.where}, cannot be compiled")
            if new.kind is OutcomeKind.BOUNDED:
                raise InputError(f"the run does not end within {new.detail}, at {new.where}")
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

    def enter(
        self,
        cursor: Cursor[H],
        instruction: ir.Call | ir.Invoke,
        method: MethodDecl,
        arguments: list[Value],
    ) -> Leaf[H] | None:
        # What goes round and round is worth a proof.
        if method.code is cursor.code or _is_running(cursor.caller, method.code):
            if method.code is not None:
                self._results[method.code] = method.result
            cursor.heap, arguments = self.strategy.narrow(cursor.path, cursor.heap, arguments)
        return super().enter(cursor, instruction, method, arguments)

    # -- operations of the source language

    def machine(self, cursor: Cursor[H]) -> Machine[H]:
        return MergingMachine(self, cursor)

    def _perform(self, cursor: Cursor[H], ins: ir.Perform) -> Step[H] | None:
        """The operation, for every choice that it makes."""
        code, at = cursor.code, cursor.at
        path = cursor.path
        step = perform(self, cursor, ins)
        if not isinstance(step, list):
            if step is None and cursor.code is code and cursor.at == at:
                self._name_result(cursor, ins.target)
            return step
        waiting = step[::-1]
        done: list[State[H] | Leaf[H]] = []
        while waiting:
            state = waiting.pop()
            assert isinstance(state, State)
            branch = Cursor(state)
            branch.at += 1
            step = perform(self, branch, ins)
            if isinstance(step, list):
                waiting += step[::-1]
            elif step is not None:
                done.append(step)
            else:
                if branch.code is code and branch.at == at:
                    self._name_result(branch, ins.target)
                branch.trace = None
                done.append(branch.freeze())
        return self._settled(path, done)

    def _name_result(self, cursor: Cursor[H], target: int) -> None:
        value = cursor.registers[target]
        if isinstance(value, Term) and value.sort is BOOL:
            cursor.registers[target] = self.simplified(value)

    def _settled(self, path: PathCondition, done: list[State[H] | Leaf[H]]) -> Step[H]:
        """What goes on after an operation. Where all other ways are excluded, what those that go
        on have in common is implied."""
        if self._exclude is None:
            return done
        states: list[State[H] | Leaf[H]] = []
        for each in done:
            if isinstance(each, State):
                states.append(each)
            else:
                self._end(each)
        before = sum(1 for _ in path.entries())
        shared = common_entries(paths_of(states), before) if states else before
        if shared > before:
            states = [
                state._replace(path=state.path.rebased(path, list(state.path.entries())[shared:]))
                for state in states
            ]
        return states

    def simplified(self, condition: Scalar) -> Scalar:
        """In a form that suits the strategy, whatever it is made of."""
        if not isinstance(condition, Term) or condition.sort is not BOOL:
            return condition
        if condition.op == Op.NOT:
            return not_(self.simplified(condition.args[0]))
        if condition.op in (Op.AND, Op.OR):
            parts = [self.simplified(arg) for arg in condition.args]
            return self.strategy.simplify(and_(*parts) if condition.op == Op.AND else or_(*parts))
        return self.strategy.simplify(condition)

    def define(self, path: PathCondition, condition: Scalar) -> PathCondition:
        """The path, where a definition holds that every input satisfies."""
        if not isinstance(condition, Term):
            assert condition, "a false definition"
            return path
        if self._exclude is None:
            return self.chooser.with_facts(path, (condition,))
        if path.decided(condition) is not True:
            self._exclude(path, not_(condition))
            path = path.learn(condition, True)
        return path

    # -- calls that are put off

    def _put_off_calls(
        self, state: State[H] | Leaf[H], caller: _Caller
    ) -> Iterable[State[H] | Leaf[H]]:
        if isinstance(state, Leaf) or state.depth <= caller.depth:
            return (state,)
        found = self._put_off_call(Cursor(state), caller)
        return (state,) if found is None else found

    def _put_off_call(self, cursor: Cursor[H], caller: _Caller) -> list[State[H] | Leaf[H]] | None:
        """What becomes of a call that was just begun, if it can be put off: a state that goes on
        without it, and the call itself where it is about nothing."""
        called = cursor.code
        without = self._without_call(cursor, caller)
        if without is not None:
            return without
        if (
            self._exclude is None
            or cursor.at
            or called in self._in_order
            or cursor.activation is not None
        ):
            return None
        around = enclosing(called, cursor.caller)
        if (around is None and caller.code is not called) or not self._is_demanded(cursor):
            return None
        if is_protected(cursor.caller):
            return None
        index = self._about.get(called)
        if index is None:
            before = caller.registers if around is None else around.registers
            index = changing_reference(cursor.registers, before)
        if index is None or index >= len(cursor.registers):
            return None
        about = cursor.registers[index]
        table = self.strategy.alternatives(about) if isinstance(about, Term) else None
        if table is None:
            return None
        self._about[called] = index
        return self._apart(cursor, caller, index, table)

    def _without_call(self, cursor: Cursor[H], caller: _Caller) -> list[State[H] | Leaf[H]] | None:
        """What becomes of a recursive call that was just begun, if it is about an object that need
        not be looked at: a state in which it has returned anything, and the call itself where it
        is about another object."""
        called = cursor.code
        if cursor.at or called not in self._results:
            return None
        given = [value for value in cursor.registers if isinstance(value, Term)]
        outside = self.simplified(or_(*(self.strategy.beyond(value) for value in given)))
        if outside is False or cursor.path.decided(outside) is False:
            return None
        self.context.path = cursor.path
        if not self.context.may_hold(outside):
            return None
        if has_effects(called, self._program):
            raise EffectError
        without = Cursor(cursor.freeze())
        frame = self._waiting_frame(cursor, caller)
        is_demanded = self._exclude is not None and self._is_demanded(cursor)
        without.leave(frame)
        result = True if is_demanded else self.strategy.anything(self._results[called])
        without.registers[frame.target] = result
        if not isinstance(outside, Term) or cursor.path.decided(outside):
            return [without.freeze()]
        without.path = cursor.path.extend(outside, Kind.CHOICE, None)
        inside = not_(outside)
        assert isinstance(inside, Term)
        cursor.path = cursor.path.extend(inside, Kind.CHOICE, None)
        return [without.freeze(), *self._put_off_calls(cursor.freeze(), caller)]

    def _apart(
        self, cursor: Cursor[H], caller: _Caller, index: int, table: Mapping[Scalar, Scalar]
    ) -> list[State[H] | Leaf[H]]:
        found: list[State[H] | Leaf[H]] = []
        self.context.path = cursor.path
        is_null = self.simplified(table.get(NULL, False))
        if self.context.may_hold(is_null):
            nothing = Cursor(cursor.freeze())
            nothing.registers[index] = NULL
            nothing.caller = self._waiting_frame(cursor, caller)
            if isinstance(is_null, Term) and cursor.path.decided(is_null) is None:
                nothing.path = cursor.path.extend(is_null, Kind.CHOICE, None)
            found.append(nothing.freeze())
        present = not_(is_null)
        if not self.context.may_hold(present):
            return found
        if isinstance(present, Term) and cursor.path.decided(present) is None:
            cursor.path = cursor.path.extend(present, Kind.CHOICE, None)
        self.context.path = cursor.path
        key = pending_key(cursor.code)
        pending = cursor.store.get(key) or Pending()
        for constant, guard in table.items():
            guard = self.simplified(guard)
            if constant is NULL or cursor.path.decided(guard) is False:
                continue
            assert isinstance(constant, Term)
            arguments = list(cursor.registers)
            arguments[index] = constant
            call = Call(True if cursor.path.decided(guard) else guard, tuple(arguments))
            pending = add_call(
                pending, constant, call, self._exclude_each_other, self.merge, self.simplified
            )
            if pending is None:
                raise OrderError(cursor.code)
        self._put_off.setdefault(cursor.code, self.strategy.allocations)
        cursor.put({key: pending})
        frame = self._waiting_frame(cursor, caller)
        cursor.leave(frame)
        cursor.registers[frame.target] = True
        return [cursor.freeze(), *found]

    @staticmethod
    def _waiting_frame(cursor: Cursor[H], caller: _Caller) -> Frame:
        """The caller, which must wait even if it would only pass the result on: it is there that
        states meet again."""
        frame = cursor.caller
        if frame is not None and frame.code is caller.code and frame.depth == caller.depth:
            return frame
        call: Any = caller.code.instructions[caller.at]
        return Frame(
            caller.code,
            caller.at + 1,
            tuple(caller.registers),
            call.target,
            {},
            {},
            caller.depth,
            frame,
        )

    def _exclude_each_other(self, a: Scalar, b: Scalar) -> bool:
        return not self.context.may_hold(and_(a, b))

    def _goes_on_pending(self, cursor: Cursor[H], instruction: ir.Instruction, site: Site) -> bool:
        """At the return of the outermost activation: does it begin again with a call that was put
        off?"""
        if type(instruction) is not ir.Return or cursor.code not in self._put_off:
            return False
        if enclosing(cursor.code, cursor.caller) is not None:
            return False
        key = pending_key(cursor.code)
        pending = cursor.store.get(key)
        while pending is not None and pending.calls:
            constant, calls, pending = pending.first()
            self.context.path = cursor.path
            feasible = [call for call in calls if self.context.may_hold(call.guard)]
            if not feasible:
                continue
            guard, registers = feasible[0]
            pending = pending.with_calls(constant, tuple(feasible[1:]))
            self._restarts += 1
            if self._most_rounds is not None and self._restarts > _RESTARTS * self._most_rounds:
                raise InputError(f"`{cursor.code.name}` calls itself without end")
            cursor.put({key: pending})
            at = cursor.at - 1
            again = Cursor(cursor.freeze())
            again.at = 0
            again.registers = list(registers)
            self.context.path = cursor.path
            if isinstance(guard, Term) and cursor.path.decided(guard) is None:
                again.path = cursor.path.extend(guard, Kind.CHOICE, None)
                rest = not_(guard)
                assert isinstance(rest, Term)
                if self.context.may_hold(rest):
                    other = Cursor(cursor.freeze())
                    other.at = at
                    other.path = cursor.path.extend(rest, Kind.CHOICE, None)
                    self._wait(other.freeze(), site, cursor.code, at)
                else:
                    again.path = cursor.path.learn(guard, True)
            self._put_off[cursor.code] = self.strategy.allocations
            self._wait(again.freeze(), site, cursor.code, at)
            return True
        if pending is not None:
            cursor.put({key: Pending()})
        return False

    def _wait(self, state: State[H], site: Site, code: ir.Code, at: int) -> None:
        after = Site(site.above, flow_of(code).moved(at, site.rounds, state.at))
        self._add(_Waiting(state, after, self._place(after, state.depth, code, state.at)))

    def look_at_effects(
        self, cursor: Cursor[H], changes: Iterable[object], before: H, after: H
    ) -> None:
        """Raises `OrderError` if code whose calls are put off changes what was there before:
        `changes` are the places in the store that are written to."""
        if not self._put_off or (before is after and not changes):
            return
        running = cursor.code if cursor.code in self._put_off else None
        frame = cursor.caller
        while frame is not None and running is None:
            running = frame.code if frame.code in self._put_off else None
            frame = frame.caller
        if running is None:
            return
        owners = list(self.strategy.written_owners(before, after))
        owners += [
            key.value
            for key in changes
            if isinstance(key, Term) and isinstance(key.value, int) and key in cursor.store
        ]
        if any(owner >= -self._put_off[running] for owner in owners):
            raise OrderError(running)

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
        if self._exclude is not None and isinstance(instruction, ir.Branch):
            is_open = isinstance(condition, Term) and cursor.path.decided(condition) is None
            if is_open and self._is_demanded(cursor):
                for truth, target in ((True, instruction.then_to), (False, instruction.else_to)):
                    known = known_booleans(cursor.registers, condition, truth)
                    if returns_false(cursor.code, target, known, self._language.plain):
                        refused = condition if truth else not_(condition)
                        return proceed(cursor, not truth) if self._rule_out(cursor, refused) else []
        return super().split(cursor, instruction, condition, proceed)

    def _is_demanded(self, at: Cursor[H] | State[H]) -> bool:
        return is_demanded(at.caller, at.activation, self._language.plain)

    def _is_judged(self, a: State[H], b: State[H]) -> bool:
        """Is the next branch certain to refuse one of these states, and not the other? Then they
        had better be told apart: what is refused would be carried along by the one that goes
        on."""
        plain = self._language.plain
        return is_refused(a, plain) is not is_refused(b, plain) and self._is_demanded(a)

    def _unrefused(self, a: State[H], b: State[H]) -> State[H]:
        """Of two states of which one is refused, the other. It need not carry what told them
        apart: whoever was refused is excluded, and so soon that what follows can build on it."""
        assert self._exclude is not None
        refused, other = (a, b) if is_refused(a, self._language.plain) else (b, a)
        path, _ = join_paths(a.path, b.path)
        self._exclude(refused.path, True)
        return other._replace(path=path)

    def _is_still_wanted(self, cursor: Cursor[H], instruction: ir.Instruction) -> bool:
        """Is anything left of the path, if a call that must return true does?"""
        if self._exclude is None or type(instruction) is not ir.Return or cursor.caller is None:
            return True
        value = cursor.registers[instruction.source]
        boolean = value is False or (isinstance(value, Term) and value.sort is BOOL)
        if not boolean or not self._is_demanded(cursor):
            return True
        if not self._rule_out(cursor, not_(value)):
            return False
        cursor.registers[instruction.source] = True
        return True

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


def _is_running(frame: Frame | None, code: ir.Code | None) -> bool:
    while frame is not None and frame.code is not code:
        frame = frame.caller
    return frame is not None


_SCALARS = (Term, int, float, str)

_RESTARTS = 20
"""How many calls that were put off may be run, per round that a loop may go."""
