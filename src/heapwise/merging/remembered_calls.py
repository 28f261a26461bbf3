"""Recursive calls without side effects, run once for each object and remembered.

A recursion over a structure that branches has a call for every place an object could be at, and
there are exponentially many places, but few objects. Where nothing but the result of a call counts,
it is enough to run it once about each object: a call about a reference that may be several objects
gives what the calls about these give, each under the guard that it is the one.

Calls are run in a *world*: the heap, the store and the path of the state that came to the first
of them. As long as later ones find what there was in that world unchanged, results are theirs too.
What a call makes is gone when it returns, but for one container that it may return, which is made
anew wherever the result is used. A call that writes to what was there before, or returns more than
that, is run where it is met, and so are all others of its code from then on.

Objects may lead in circles as far as anyone knows without asking: after a rotation each of two
nodes may be below the other. If a call comes to need itself in this way, calls are remembered by
object *and* by how many more may follow it, beginning with few; one that would need more is cut,
and there must be more until no input gets there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Generic, TypeAlias, TypeVar

from heapwise.engine.run_context import Run
from heapwise.engine.state import Cursor, Frame, Leaf, State, Store, StoreKey, Value, as_value
from heapwise.heaps.api import Raised
from heapwise.merging.api import Language, MergingStrategy, simplified
from heapwise.merging.meeting_values import merge_contents
from heapwise.merging.paths import Merge, UnmergeableError
from heapwise.merging.progress import Caller
from heapwise.merging.put_off import waiting_frame
from heapwise.merging.recursive_calls import enclosing, is_protected, only_change
from heapwise.program import ClassDecl
from heapwise.program import code as ir
from heapwise.program.flow import flow_of
from heapwise.results import OutcomeKind
from heapwise.solver import Kind, PathCondition
from heapwise.terms import REF, Scalar, Term, and_, not_, or_

H = TypeVar("H")

Nested: TypeAlias = Callable[[State[H]], list[Leaf[H]]]
"""Runs a state to all its ends, by an executor of its own that demands nothing."""

_CUT = "a recursion that was cut"
_FIRST_CALLS = 3
_WORLDS = 4
"""Worlds that are remembered at a time."""


@dataclass(frozen=True)
class Made(Generic[H]):
    """A container that a call has made and returned."""

    cls: ClassDecl
    contents: object


@dataclass(frozen=True)
class Outcome(Generic[H]):
    """What a call about one object comes to: `value` is what it returns, if it does; `failures` are
    other ways to end, and when; it was `cut` under that condition."""

    returns: bool
    value: Value | Made[H]
    failures: tuple[tuple[Scalar, Leaf[H]], ...]
    cut: Scalar


class _World(Generic[H]):
    """What calls find, and what has come of them. Locations below `-mark` are made by the calls."""

    def __init__(self, heap: H, store: Store, path: PathCondition, mark: int) -> None:
        self.heap = heap
        self.store = store
        self.path = path
        self.mark = mark
        self.entries = sum(1 for _ in path.entries())
        self.outcomes: dict[tuple[object, ...], tuple[Outcome[H], object]] = {}
        self.running: set[tuple[object, ...]] = set()


class _NotRememberedError(Exception):
    """Calls of this code have to be run where they are met."""

    def __init__(self, code: ir.Code) -> None:
        super().__init__(code.name)
        self.code = code


class _CircleError(Exception):
    """A call of this code needs its own result."""

    def __init__(self, code: ir.Code) -> None:
        super().__init__(code.name)
        self.code = code


class RememberedCalls(Generic[H]):
    """Shared by the executors of one run. `most_calls` may follow each other at most."""

    def __init__(
        self,
        run: Run[H],
        strategy: MergingStrategy[H],
        language: Language,
        merge: Merge,
        nested: Nested[H],
        most_calls: int,
    ) -> None:
        self._run = run
        self._strategy = strategy
        self._language = language
        self._merge = merge
        self._nested = nested
        self._most_calls = most_calls
        self._in_place: set[ir.Code] = set()
        self._in_circles: set[ir.Code] = set()
        self._left: dict[ir.Code, int] = {}
        self._worlds: list[_World[H]] = []
        self._current: _World[H] | None = None

    def spread(self, state: State[H] | Leaf[H], caller: Caller) -> Sequence[State[H] | Leaf[H]]:
        """A state that a step has led to, or what becomes of it if the step was a call."""
        if isinstance(state, Leaf) or state.depth <= caller.depth:
            return (state,)
        found = self.begun(Cursor(state), caller)
        return (state,) if found is None else found

    def begun(self, cursor: Cursor[H], caller: Caller) -> list[State[H] | Leaf[H]] | None:
        """What becomes of a call that was just begun, if its result can be remembered: the state in
        which it has returned, and ends. None if it must be run."""
        code = cursor.code
        if cursor.at or code in self._in_place or cursor.activation is not None:
            return None
        around = enclosing(code, cursor.caller)
        if around is None and caller.code is not code:
            return None
        frame = waiting_frame(cursor, caller)
        if frame.finish is not None:
            return None
        index = only_change(code, cursor.registers, (around or caller).registers)
        if index is None:
            return None
        about = cursor.registers[index]
        table = self._strategy.alternatives(about) if isinstance(about, Term) else None
        if table is None:
            return None
        world = self._world(cursor)
        if self._current is not None:
            return self._applied(cursor, frame, world, index, table)
        try:
            return self._outermost(cursor, frame, world, index, table)
        except _NotRememberedError as error:
            self._in_place.add(error.code)
        finally:
            self._left.clear()
            for each in self._worlds:
                each.running.clear()
        return None

    def _outermost(
        self,
        cursor: Cursor[H],
        frame: Frame,
        world: _World[H],
        index: int,
        table: Mapping[Scalar, Scalar],
    ) -> list[State[H] | Leaf[H]] | None:
        state = cursor.freeze()
        calls = _FIRST_CALLS
        while True:
            if self._in_circles:
                self._left = dict.fromkeys(self._in_circles, calls)
            try:
                found = self._applied(Cursor(state), frame, world, index, table)
            except _CircleError as error:
                self._in_circles.add(error.code)
                for each in self._worlds:
                    each.running.clear()
                continue
            if not any(isinstance(each, Leaf) and each.detail is _CUT for each in found):
                return found
            calls += 1
            if calls > self._most_calls:
                raise _NotRememberedError(cursor.code)

    # -- worlds

    def _world(self, cursor: Cursor[H]) -> _World[H]:
        """The one whose results hold here; a new one if there is none."""
        for world in (self._current, *self._worlds):
            if world is not None and self._is_unchanged(world, cursor):
                return world
        if self._current is not None:
            raise _NotRememberedError(cursor.code)
        before = self._strategy.go_on_after(0)
        mark = self._strategy.mark_allocations()
        self._strategy.go_on_after(before)
        made = _World(cursor.heap, cursor.store, cursor.path, mark)
        self._worlds = [made, *self._worlds[: _WORLDS - 1]]
        return made

    def _is_unchanged(self, world: _World[H], cursor: Cursor[H]) -> bool:
        return (
            _extends(cursor.path, world)
            and not self._has_new(cursor.registers, world)
            and self._keeps_heap(world, cursor.heap)
            and self._keeps_store(world, cursor.store)
        )

    def _keeps_heap(self, world: _World[H], heap: H) -> bool:
        owners = self._strategy.written_owners(world.heap, heap)
        return all(owner < -world.mark for owner in owners)

    def _keeps_store(self, world: _World[H], store: Store) -> bool:
        if store is world.store:
            return True
        if any(store.get(key) is not value for key, value in world.store.items()):
            return False
        return all(self._may_be_new(world, key) for key in store if key not in world.store)

    def _may_be_new(self, world: _World[H], key: object) -> bool:
        if isinstance(key, Term):
            return _number(key) < -world.mark
        if isinstance(key, StoreKey) and isinstance(key.about, Term):
            number = key.about.value
            if isinstance(number, int) and number < -world.mark:
                return True
        return self._language.one_sided(key) is False

    # -- one call

    def _outcome(self, cursor: Cursor[H], world: _World[H], index: int, about: Term) -> Outcome[H]:
        code = cursor.code
        left = self._left.get(code)
        registers = list(cursor.registers)
        registers[index] = about
        live = flow_of(code).live[0]
        others = [id(each) for at, each in enumerate(registers) if at != index and live >> at & 1]
        key = (code, index, about, *self._left.values(), *others)
        found = world.outcomes.get(key)
        if found is not None:
            return found[0]
        if left == 0:
            cut: Leaf[H] = Leaf(OutcomeKind.BOUNDED, None, _CUT, None, world.heap, world.path, None)
            return Outcome(False, None, ((True, cut._replace(store=world.store)),), True)
        if key in world.running:
            raise _CircleError(code)
        world.running.add(key)
        before = self._current
        self._current = world
        marked = self._strategy.go_on_after(world.mark)
        if left is not None:
            self._left[code] = left - 1
        try:
            start = State(
                code, 0, tuple(registers), {}, {}, None, 0, world.heap, world.path, None, 0, 0
            )
            ends = self._nested(start._replace(store=world.store))
            outcome = self._summed_up(code, world, ends)
        finally:
            self._strategy.go_on_after(marked)
            self._current = before
            if left is not None:
                self._left[code] = left
            world.running.discard(key)
        world.outcomes[key] = (outcome, registers)
        return outcome

    def _summed_up(self, code: ir.Code, world: _World[H], ends: Sequence[Leaf[H]]) -> Outcome[H]:
        value: Value | Made[H] = None
        returned = 0
        failures: list[tuple[Scalar, Leaf[H]]] = []
        cut: Scalar = False
        for end in ends:
            if not (self._keeps_heap(world, end.heap) and self._keeps_store(world, end.store)):
                raise _NotRememberedError(code)
            entries = list(end.path.entries())[world.entries :]
            if any(kind is Kind.FACT for _, kind in entries):
                raise _NotRememberedError(code)
            when = self._simplified(and_(*(term for term, _ in entries)))
            if end.kind is OutcomeKind.RETURNED:
                returned += 1
                value = self._result(code, world, end)
            elif end.detail is _CUT:
                cut = or_(cut, when)
            else:
                failures.append((when, end))
        if returned > 1:
            raise _NotRememberedError(code)
        if cut is not False:
            leaf = next(end for end in ends if end.detail is _CUT)
            failures.append((self._simplified(cut), leaf))
        return Outcome(bool(returned), value, tuple(failures), cut)

    def _result(self, code: ir.Code, world: _World[H], end: Leaf[H]) -> Value | Made[H]:
        value = end.value
        if isinstance(value, Term) and value.sort is REF and _is_new(value, world):
            made = end.store.get(value)
            changed = self._strategy.written_owners(world.heap, end.heap)
            if made is None or _number(value) in changed or self._has_new(made, world):
                raise _NotRememberedError(code)
            if code in self._in_circles:  # what is collected in circles is too much to carry along
                raise _NotRememberedError(code)
            return Made(self._strategy.allocated_class(end.heap, value), made)
        if self._has_new(value, world):
            raise _NotRememberedError(code)
        return value

    def _has_new(self, value: object, world: _World[H]) -> bool:
        """May it lead to something that the call has made?"""
        for term in _references(value):
            table = self._strategy.alternatives(term)
            if table is None or any(_is_new(each, world) for each in table):
                return True
        return False

    # -- many calls

    def _applied(
        self,
        cursor: Cursor[H],
        frame: Frame,
        world: _World[H],
        index: int,
        table: Mapping[Scalar, Scalar],
    ) -> list[State[H] | Leaf[H]]:
        """The state after a call about whatever the reference may be, and ends within it."""
        code, path = cursor.code, cursor.path
        context = self._run.context
        outcomes: list[tuple[Scalar, Outcome[H]]] = []
        for about, guard in table.items():
            guard = self._simplified(guard)
            known = path.decided(guard)
            if known is False:
                continue
            assert isinstance(about, Term)
            outcomes.append((guard, self._outcome(cursor, world, index, about)))
            if known:
                outcomes = outcomes[-1:]
                break
        done: list[State[H] | Leaf[H]] = []
        fails: Scalar = False
        for guard, outcome in outcomes:
            for when, end in outcome.failures:
                both = self._simplified(and_(guard if len(outcomes) > 1 else True, when))
                if both is False or path.decided(both) is False:
                    continue
                context.path = path
                is_cut_inside = end.detail is _CUT and self._current is not None
                if not is_cut_inside and not context.may_hold(both):
                    continue
                if is_protected(frame) and end.detail is not _CUT:
                    raise _NotRememberedError(code)
                fails = or_(fails, both)
                there = path if not isinstance(both, Term) else path.extend(both, Kind.CHOICE, None)
                done.append(end._replace(path=there))
        returned = [(guard, each.value) for guard, each in outcomes if each.returns]
        if fails is True or not returned:
            return done
        cursor.leave(frame)
        if isinstance(fails, Term):
            goes_on = self._simplified(not_(fails))
            context.path = path
            if goes_on is False or not context.may_hold(goes_on):
                return done
            if isinstance(goes_on, Term):
                cursor.path = path.extend(goes_on, Kind.CHOICE, None)
        cursor.registers[frame.target] = self._one_of(code, cursor, returned)
        return [*done, cursor.freeze()]

    def _one_of(
        self,
        code: ir.Code,
        cursor: Cursor[H],
        values: Sequence[tuple[Scalar, Value | Made[H]]],
    ) -> Value:
        """The value whose guard holds."""
        made = [value for _, value in values if isinstance(value, Made)]
        try:
            if not made:
                return as_value(self._folded(values, self._merge))
            if len(made) < len(values) or any(each.cls is not made[0].cls for each in made):
                raise UnmergeableError
            contents = self._folded(
                [(guard, value.contents) for guard, value in values if isinstance(value, Made)],
                self._merged_contents,
            )
        except UnmergeableError:
            raise _NotRememberedError(code) from None
        self._run.context.path = cursor.path
        (case,) = self._strategy.new_object(self._run.context, cursor.heap, made[0].cls)
        assert not isinstance(case.value, Raised) and isinstance(case.value, Term)
        cursor.heap = case.heap
        cursor.put({case.value: contents})
        return case.value

    def _merged_contents(self, condition: Term, a: object, b: object) -> object:
        return merge_contents(condition, a, b, self._merge, self._simplified)

    def _folded(self, values: Sequence[tuple[Scalar, object]], merge: Merge) -> object:
        found = values[-1][1]
        for guard, value in reversed(values[:-1]):
            if value is not found:
                assert isinstance(guard, Term)
                found = merge(guard, value, found)
        return found

    def _simplified(self, condition: Scalar) -> Scalar:
        return simplified(self._strategy, condition)


def _extends(path: PathCondition, world: _World[H]) -> bool:
    """Does it begin with the path of the world?"""
    entries = list(path.entries())
    return entries[: world.entries] == list(world.path.entries())


def _references(value: object) -> Iterator[Term]:
    """In a value, or in contents."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Term):
            if each.sort is REF:
                yield each
        elif isinstance(each, tuple | list):
            waiting += each
        elif is_dataclass(each) and not isinstance(each, type):
            waiting += [getattr(each, field.name) for field in fields(each)]


def _number(loc: Term) -> int:
    return loc.value if isinstance(loc.value, int) else 0


def _is_new(loc: Scalar, world: _World[H]) -> bool:
    return isinstance(loc, Term) and loc.sort is REF and _number(loc) < -world.mark
