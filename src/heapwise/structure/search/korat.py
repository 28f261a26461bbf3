"""Korat's search: all candidate vectors that an invariant can tell apart (lissa.txt §2.3).

The invariant runs on a candidate; the slots it has read are a stack. The next candidate differs in
the last slot that can still be increased: what the invariant did not read cannot have mattered.
Isomorphic candidates are skipped: a slot may refer to an object that occurs already, or to the next
new one of its class.

The search never tracks a prefix twice. As the invariant is deterministic, it reads the slots below
the one that was changed in the same order again, so they stay in the dictionaries of their
objects, and only what is new costs anything. The largest object of each class among the slots
read is kept along with the stack.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from heapwise.engine.run_context import StoppedError
from heapwise.program import InputError
from heapwise.structure.search.vectors import ImpureError, Space
from heapwise.structure.search.watchdog import PATIENCE, InvariantError, TooLongError, Watchdog

_CLOCK_EVERY = 1024


@dataclass(slots=True)
class SearchStatistics:
    candidates: int = 0
    valid: int = 0
    seconds: float = 0.0


class Part(NamedTuple):
    """Of a search: it begins with the candidate whose first slots, in the order in which they are
    read, have these positions, and ends before the first `floor` of them would change."""

    stack: tuple[tuple[int, int], ...] = ()
    floor: int = 0


ALL = Part()


class Search:
    """Candidates of one space under one invariant; `symmetric` off tries isomorphic ones too. With
    `raising` an invariant that raises is an error, otherwise such a candidate is not valid. A
    search that goes on after its `deadline` raises `StoppedError`; one that comes to its `pause`
    ends, if it has done anything, and what it has left is in `rest`, in order."""

    def __init__(
        self,
        space: Space,
        invariant: Callable[[], object],
        *,
        symmetric: bool = True,
        raising: bool = False,
        patience: float = PATIENCE,
    ) -> None:
        self.space = space
        self.statistics = SearchStatistics()
        self._invariant = invariant
        self._symmetric = symmetric
        self._raising = raising
        statistics = self.statistics
        self._watchdog = Watchdog(lambda: statistics.candidates, patience)
        self.deadline: float | None = None
        self.pause: float | None = None
        self.rest: list[Part] = []

    def valid(
        self,
        fixed: Mapping[int, object] | None = None,
        *,
        complete: bool = False,
        part: Part = ALL,
    ) -> Iterator[None]:
        """Stops at every valid candidate: `space` is in its state then. The slots in `fixed` keep
        the values they are given. With `complete`, candidates that differ only in fields that the
        invariant does not read, but which can be reached, are told apart. Only a `part` of the
        search is made, if one is given."""
        space = self.space
        fixed = fixed or {}
        for slot, value in fixed.items():
            space.value[slot] = value
        self.rest = []
        started = time.perf_counter()
        try:
            self._watchdog.begin()
            yield from self._search(fixed, complete, part)
        except TooLongError:
            raise self._watchdog.complaint(space.heap()) from None
        finally:
            self._watchdog.end()
            self.statistics.seconds += time.perf_counter() - started
            self._clean(fixed)

    # One function, although it is long: it runs for every candidate, and a call costs.
    def _search(self, fixed: Mapping[int, object], complete: bool, part: Part) -> Iterator[None]:
        space, statistics, invariant = self.space, self.statistics, self._invariant
        accessed, vector, value, first = space.accessed, space.vector, space.value, space.first
        holders, keys, choices = space.holders, space.keys, space.choices
        kinds, ordinals, after = space.kinds, space.ordinals, space.after
        symmetric = self._symmetric
        largest = self._largest(fixed)
        before = [0] * space.size
        for slot in range(space.size):
            if slot not in fixed:
                vector[slot] = first[slot]
                value[slot] = choices[slot][first[slot]]
        for slot, at in part.stack:
            vector[slot] = at
            value[slot] = choices[slot][at]
        floor = part.floor
        while True:
            known = len(accessed)
            statistics.candidates += 1
            if not statistics.candidates % _CLOCK_EVERY and self._is_to_pause() and accessed:
                statistics.candidates -= 1
                self.rest = self._left(part, largest, before)
                return
            try:
                holds = invariant()
            except InputError:  # it cannot be run at all
                raise
            except Exception as error:
                if self._raising or isinstance(error, ImpureError):
                    raise raised(error, self.space) from error
                holds = False
            if holds and complete:
                space.touch_reachable()
            for slot in accessed[known:]:
                at = vector[slot]
                kind, ordinal = kinds[slot][at], ordinals[slot][at]
                before[slot] = largest[kind]
                if slot not in fixed and ordinal > largest[kind]:
                    largest[kind] = ordinal
            if holds:
                statistics.valid += 1
                self._watchdog.end()
                yield
                self._watchdog.begin()
            while len(accessed) > floor:
                slot = accessed.pop()
                if slot in fixed:
                    del holders[slot][keys[slot]]
                    continue
                at = vector[slot]
                kind = kinds[slot][at]
                largest[kind] = before[slot]
                following = at + 1
                if symmetric and ordinals[slot][at] > largest[kind]:
                    following = after[slot][at]
                options = choices[slot]
                if following < len(options):
                    vector[slot] = following
                    value[slot] = holders[slot][keys[slot]] = options[following]
                    kind, ordinal = kinds[slot][following], ordinals[slot][following]
                    before[slot] = largest[kind]
                    if ordinal > largest[kind]:
                        largest[kind] = ordinal
                    accessed.append(slot)
                    break
                vector[slot] = first[slot]
                value[slot] = options[first[slot]]
                del holders[slot][keys[slot]]
            else:
                return

    def ask(self, stack: list[tuple[int, int]]) -> tuple[bool, list[int]]:
        """One candidate, which begins with these slots and positions and goes on with what comes
        first: is it valid, and which slots has the invariant read after those?"""
        space = self.space
        self.statistics.candidates += 1
        if not self.statistics.candidates % _CLOCK_EVERY:
            self.look()
        for slot, at in stack:
            space.value[slot] = space.holders[slot][space.keys[slot]] = space.choices[slot][at]
        try:
            self._watchdog.begin()
            holds = bool(self._invariant())
        except TooLongError:
            raise self._watchdog.complaint(space.heap()) from None
        except InputError:  # it cannot be run at all
            raise
        except Exception as error:
            if self._raising or isinstance(error, ImpureError):
                raise raised(error, space) from error
            holds = False
        finally:
            self._watchdog.end()
            read = [*space.accessed]
            space.accessed.extend(slot for slot, _ in stack)
            self._clean({})
        return holds, read

    def look(self) -> None:
        """At the clock."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise StoppedError

    def _is_to_pause(self) -> bool:
        self.look()
        return self.pause is not None and time.monotonic() > self.pause

    def _left(self, part: Part, largest: list[int], before: list[int]) -> list[Part]:
        """Of a part, from the next candidate on: what begins as this one does, then what differs
        from it in the last slot, in the one before, …"""
        space = self.space
        stack = tuple((slot, space.vector[slot]) for slot in space.accessed)
        found = [Part(stack, len(stack))]
        largest = [*largest]
        for depth in range(len(stack) - 1, part.floor - 1, -1):
            slot, at = stack[depth]
            kind = space.kinds[slot][at]
            largest[kind] = before[slot]
            following = at + 1
            if self._symmetric and space.ordinals[slot][at] > largest[kind]:
                following = space.after[slot][at]
            if following < len(space.choices[slot]):
                found.append(Part((*stack[:depth], (slot, following)), depth))
        return found

    def _largest(self, fixed: Mapping[int, object]) -> list[int]:
        """The largest object of each class in the fixed slots; one entry more for plain values."""
        space = self.space
        largest = [0] * (space.plain + 1)
        for value in fixed.values():
            number = space.number_of.get(id(value))
            if number is not None and space.objects[number] is value:
                name = space.scope_of[number].name
                kind = space.class_numbers[name]
                largest[kind] = max(largest[kind], space.members[name].index(number) + 1)
        return largest

    def _clean(self, fixed: Mapping[int, object]) -> None:
        space = self.space
        for slot in space.accessed:
            del space.holders[slot][space.keys[slot]]
            space.vector[slot] = space.first[slot]
            space.value[slot] = space.choices[slot][space.first[slot]]
        space.accessed.clear()
        for slot in fixed:
            space.value[slot] = space.choices[slot][space.first[slot]]


def raised(error: Exception, space: Space) -> InvariantError:
    """What to say of an invariant that raises."""
    if isinstance(error, ImpureError):
        return InvariantError(f"the invariant {error}: it must only look", space.heap())
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return InvariantError(
        f"the invariant raises {what}{_where(error)}: it must say true or false of every "
        "structure; test a reference before you follow it",
        space.heap(),
    )


def _where(error: Exception) -> str:
    trace = error.__traceback__
    last = None
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if "/heapwise/structure/" not in name:
            last = f" ({name}:{trace.tb_lineno})" if not name.startswith("<") else last
        trace = trace.tb_next
    return last or ""
