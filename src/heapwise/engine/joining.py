"""One state out of several that an operation ends in, where only values tell them apart.

An operation of a library asks things that its caller never sees: which key of a dict equals
another, which of two items is smaller. Here it is run for every answer that it may get, and ends
with the same heap whose values can be said in one term become one again: under the disjunction of
what each has learned, or under nothing at all if they are all that can happen. What is left goes
on as a state each. Heaps are the same also if one of them was looked at in more places, and the
strategy knows how to forget that (`joined`).

Invariant: an input that satisfies the path of one of the ends satisfies the path of what they are
joined to, and the values there are those of that end. What the heap has decided stays apart
(`Kind.SETTLED`, and every choice after which heaps differ). How two values are joined is for the
language to say (`Joins`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast, runtime_checkable

from heapwise.engine.machine import EndedError, Enter, ForkError, Machine, Result, ThrownError
from heapwise.engine.rerunning import End, Fork, Log, all_ends
from heapwise.engine.run_context import Run
from heapwise.engine.state import Cursor, Key, State, Store, Value
from heapwise.heaps.api import HeapStrategy, JoinsHeaps
from heapwise.program.code import Perform
from heapwise.results.prefix import Choice, Joined, Link, since
from heapwise.solver import Kind, PathCondition
from heapwise.terms import BITS, Scalar, Term, and_, or_

H = TypeVar("H")

_MOST_RUNS = 64
"""Runs of one operation, after which the answers that are left become states as they are."""


@runtime_checkable
class Joins(Protocol):
    """A runtime that can say in one value what is one of two, so that what an operation asks need
    not become paths of the program. `references` tells whether a reference may be an if-then-else;
    None says that there is no such value."""

    def joined(
        self, condition: Scalar, then: object, otherwise: object, references: bool
    ) -> Value | None:
        """`then` if the condition holds, else `otherwise`."""
        ...

    def joined_contents(
        self, key: Key, condition: Scalar, then: object, otherwise: object, references: bool
    ) -> object | None:
        """Likewise for what the store has at `key`."""
        ...


class _Learned(NamedTuple):
    """What an end knows that was not known before the fork."""

    choices: tuple[Term, ...]
    facts: tuple[Term, ...]

    @property
    def guard(self) -> Scalar:
        return and_(*self.choices)


@dataclass(slots=True)
class _Group(Generic[H]):
    """Ends that become one: `end` has what they come to, but for the path, `first` is the number of
    the first of them, and `prefix` how it was reached. The guards of what they have learned exclude
    one another; with an empty list, the group takes in no other."""

    end: End[H]
    learned: list[_Learned]
    first: int
    prefix: Link


class Joiner(Generic[H]):
    """Without a reference to the run that has it: what nobody refers to any more goes at once, and
    with it the memory of Z3, only if it is in no cycle."""

    def __init__(self, strategy: HeapStrategy[H], joins: Joins) -> None:
        self._joins = joins
        traits = strategy.traits
        self._references = traits.merges_references
        self._joined_heaps: Callable[[H, H], H | None] | None = None
        if traits.joins_heaps:
            self._joined_heaps = cast("JoinsHeaps[H]", strategy).joined

    @staticmethod
    def is_useful(fork: ForkError) -> bool:
        """Could what follows from its answers be one again? Not if the heap has decided something,
        and not if it is about floats or strings, which a solver had better know than consider."""
        if len(fork.logs) < 2:
            return False
        heap = fork.logs[0][-1].heap
        for log in fork.logs:
            term = log[-1].path.term
            if log[-1].heap is not heap or (term is not None and term.theories & ~BITS):
                return False
        return True

    def ends(
        self, run: Run[H], state: State[H], instruction: Perform, fork: ForkError
    ) -> tuple[list[End[H]], list[Log[H]]]:
        """How the operation ends from `state`, where it has come to `fork`; and the logs of what
        was not run: where nothing can be joined, or where there is too much of it. The prefix of
        each has one entry more than that of the fork."""
        start, chooser = fork.path.prefix, run.chooser
        chooser.tape = [_taken(fork)]
        try:
            ends, left = all_ends(
                partial(_machine, run),
                state,
                instruction,
                fork,
                self.is_useful,
                lambda each: self._joined(each, state.store, chooser.ignores_null),
                _MOST_RUNS,
            )
            answers = tuple(chooser.tape)
        finally:
            chooser.tape = None

        def named(path: PathCondition, which: int) -> PathCondition:
            return path.renamed((start, Joined(answers, which, since(path.prefix, start))))

        named_ends = [replace(end, path=named(end.path, which)) for which, end in enumerate(ends)]
        named_logs = [
            (*log[:-1], log[-1]._replace(path=named(log[-1].path, which)))
            for which, log in enumerate(left, len(ends))
        ]
        return named_ends, named_logs

    def _joined(self, fork: Fork[H], store: Store, ignores_null: bool) -> list[End[H]]:
        """From the last to the first, so that what comes first is asked first in a value."""
        if len(fork.ends) < 2:
            return fork.ends
        groups: list[_Group[H]] = []
        for index in range(len(fork.ends) - 1, -1, -1):
            end = fork.ends[index]
            learned = None if end.resolves else _since(fork.path, end.path)
            into = None
            if learned is not None:
                takes = (each for each in groups if self._take_in(each, end, learned, store))
                into = next(takes, None)
            if into is None:
                known = [] if learned is None else [learned]
                groups.append(_Group(end, known, index, end.path.prefix))
            else:
                into.first, into.prefix = index, end.path.prefix
        everything = (
            fork.complete and len(groups) == 1 and not groups[0].end.partial and not ignores_null
        )
        groups.sort(key=lambda group: group.first)
        return [_concluded(fork.path, group, everything) for group in groups]

    def _take_in(self, group: _Group[H], end: End[H], learned: _Learned, store: Store) -> bool:
        """Add it to the group, in which it is what happens if its guard holds."""
        before = group.end
        if not group.learned:
            return False
        heap = self._heap(end, learned, group)
        if heap is None:
            return False
        guard = learned.guard
        value = self._value(guard, end.value, before.value)
        if value is None:
            return False
        changes = self._changes(guard, end.changes, before.changes, store)
        if changes is None:
            return False
        group.learned.append(learned)
        group.end = End(
            value,
            heap,
            end.path if before.path.model is None else before.path,
            changes,
            tuple(dict.fromkeys((*before.accesses, *end.accesses))),
            max(end.decisions, before.decisions),
            end.partial or before.partial,
            False,
            end.confirmed and before.confirmed,
        )
        return True

    def _heap(self, end: End[H], learned: _Learned, group: _Group[H]) -> H | None:
        """That of both. What one of them has looked at may have come with facts, which must then
        hold for the other."""
        before = group.end
        if end.heap is before.heap or end.heap == before.heap:
            return before.heap
        if self._joined_heaps is None or set(learned.facts) != set(group.learned[0].facts):
            return None
        return self._joined_heaps(end.heap, before.heap)

    def _value(
        self, guard: Scalar, then: Result | EndedError, otherwise: Result | EndedError
    ) -> Result | EndedError | None:
        if isinstance(then, EndedError) or isinstance(otherwise, EndedError):
            if not (isinstance(then, ThrownError) and isinstance(otherwise, ThrownError)):
                return None
            thrown = self._joins.joined(guard, then.value, otherwise.value, self._references)
            return None if thrown is None else ThrownError(thrown)
        if isinstance(then, Enter) or isinstance(otherwise, Enter):
            if not (isinstance(then, Enter) and isinstance(otherwise, Enter)):
                return None
            return self._entry(guard, then, otherwise)
        return self._joins.joined(guard, then, otherwise, self._references)

    def _entry(self, guard: Scalar, then: Enter, otherwise: Enter) -> Enter | None:
        """The same call with other arguments."""
        is_same = (
            then.code is otherwise.code
            and then.finish is otherwise.finish
            and then.activation is otherwise.activation
            and then.resume is otherwise.resume
            and then.throws is otherwise.throws
            and len(then.arguments) == len(otherwise.arguments)
        )
        if not is_same:
            return None
        arguments = []
        for mine, yours in zip(then.arguments, otherwise.arguments, strict=True):
            both = self._joins.joined(guard, mine, yours, self._references)
            if both is None:
                return None
            arguments.append(both)
        return replace(then, arguments=tuple(arguments))

    def _changes(
        self,
        guard: Scalar,
        then: Store,
        otherwise: Store,
        store: Store,
    ) -> Store | None:
        if not then and not otherwise:
            return then
        changes: dict[Key, object] = {}
        for key in {**then, **otherwise}:
            mine = then[key] if key in then else store.get(key)
            yours = otherwise[key] if key in otherwise else store.get(key)
            if mine is not yours:
                mine = self._joins.joined_contents(key, guard, mine, yours, self._references)
                if mine is None:
                    return None
            changes[key] = mine
        return changes


def _machine(run: Run[H], cursor: Cursor[H]) -> Machine[H, Any]:
    run.look_at_the_clock()
    return Machine(run, cursor)


def _taken(fork: ForkError) -> tuple[Choice, ...]:
    """The alternatives that it has found to be possible."""
    found = []
    for log in fork.logs:
        link = log[-1].path.prefix
        assert link is not None and not isinstance(link[1], Joined)
        found.append(link[1])
    return tuple(found)


def _since(before: PathCondition, path: PathCondition) -> _Learned | None:
    """None if something was decided by the heap, or nothing was chosen."""
    choices: list[Term] = []
    facts: list[Term] = []
    # A path that has merely learned something is a copy with the same last entry.
    while not (path.parent is before.parent and path.term is before.term):
        assert path.parent is not None and path.term is not None
        if path.kind is Kind.SETTLED:
            return None
        (choices if path.kind is Kind.CHOICE else facts).append(path.term)
        path = path.parent
    return _Learned(tuple(reversed(choices)), tuple(reversed(facts))) if choices else None


def _concluded(before: PathCondition, group: _Group[H], everything: bool) -> End[H]:
    """With its path. If the group is `everything` that can happen, nothing is chosen by it."""
    if len(group.learned) < 2:
        return group.end
    shared = set.intersection(*(set(learned.facts) for learned in group.learned))
    path = before
    model, confirmed = group.end.path.model, group.end.confirmed
    own = [[fact for fact in learned.facts if fact not in shared] for learned in group.learned]
    if any(own) or not everything:
        either = or_(
            *(
                and_(*learned.choices, *facts)
                for learned, facts in zip(group.learned, own, strict=True)
            )
        )
        if isinstance(either, Term):
            path = path.extend(either, Kind.FACT if everything else Kind.CHOICE, model)
    for fact in group.learned[0].facts:
        if fact in shared:
            path = path.extend(fact, Kind.FACT, model)
    path = path.with_model(model).renamed(group.prefix)
    return replace(group.end, path=path if confirmed else path.unconfirmed())
