"""The order in which a search tries calls of public functions, whoever performs them.

Short sequences first, breadth first, with every value of a small pool for each argument; what makes
objects that were seen before is not followed. Half of the effort goes into longer sequences at
random. Sequences are run from their start again and again: nothing but their calls makes an object.

An *operation* is one way to get an object or to change one: `new`, `function`, `method`, `get` a
public field, `set` one. The arguments are *choices* among values, objects made before, containers
of such. What is found is plain data; whoever has asked makes a program text of it.
"""

from __future__ import annotations

import collections
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from .call_arguments import Made, combinations, objects_in, renumbered

_MOST_OBJECTS = 4
_LONGEST_WALK = 10
OWN, GIVEN, INSIDE = range(3)
"""Who else knows of an object: nobody, because it was constructed; somebody, because it was
returned; it is a part of another, of which only a reader should know."""


class Step(NamedTuple):
    """An operation, on the object with a number or on none, with arguments."""

    operation: int
    receiver: int
    arguments: tuple[Any, ...]


Steps = tuple[Step, ...]


class Performer(Protocol):
    """Runs sequences of calls in the language that they are of. Operations that are `banned` are
    not tried again."""

    banned: set[int]

    def made(self, steps: Steps) -> Made | None:
        """The objects that a sequence makes; None if one of its calls fails."""
        ...

    def key(self, steps: Steps, made: Made) -> str:
        """The same for sequences that make the same."""
        ...

    def is_a(self, thing: object, class_name: str) -> bool: ...
    def met(self, steps: Steps, arguments: tuple[Any, ...], goals: Collection[int]) -> list[int]:
        """Those of the goals that a call of the target comes to."""
        ...

    def given(self, steps: Steps, arguments: tuple[Any, ...]) -> dict[str, object] | None:
        """The input that the target gets, and what the steps made."""
        ...

    def class_of(self, thing: object) -> str: ...
    def seconds(self) -> float:
        """The CPU time that all this has taken."""
        ...


class CallOrder:
    """`found` are the goals by their numbers, `calls` counts the sequences that were run; `is_late`
    if it was the time that ended a part of the search. Of every new state, `noted` is told, if
    somebody wants to know; then the search goes on without goals."""

    def __init__(
        self,
        spec: Mapping[str, Any],
        performer: Performer,
        noted: Callable[[Steps, Made], None] | None = None,
    ) -> None:
        self._performer = performer
        self._noted = noted
        self._wanted: list[Mapping[str, Any]] = spec["parameters"]
        self._operations: list[Mapping[str, Any]] = spec["operations"]
        self._goals = set(range(len(spec["goals"])))
        self._most_calls: int = spec["calls"]
        self._seconds = float(spec["seconds"])
        self._seen: set[str] = set()
        self.calls = 0
        self.is_late = False
        self.found: dict[int, dict[str, object]] = {}

    def run(self) -> None:
        if not self._breadth_first(self._most_calls // 2, self._seconds / 2):
            self._walk()

    def told(self, steps: Steps) -> dict[str, object] | None:
        """The steps, each with the number of the object that it makes, and the classes of these."""
        before, told = 0, []
        made: Made | None = []
        for count, step in enumerate(steps, 1):
            made = self._played(steps[:count])
            if made is None:
                return None
            told.append([*step, before if len(made) > before else None])
            before = len(made)
        return {
            "steps": told,
            "classes": [self._performer.class_of(thing) for thing, _ in made or ()],
        }

    # ------------------------------------------------------------------ the order

    def _breadth_first(self, most: int, seconds: float) -> bool:
        """Was everything tried, or found?"""
        waiting: collections.deque[Steps] = collections.deque([()])
        while waiting and not self._is_done():
            if self._has_done(most, seconds):
                return False
            steps = waiting.popleft()
            made = self._reached(steps)
            if made is None:
                continue
            for step in self._next(made):
                longer = (*steps, step)
                if self._is_new(longer):
                    waiting.append(longer)
        return True

    def _walk(self) -> None:
        """Long sequences, at random but the same in every run."""
        rng = random.Random(0)
        while not self._is_over():
            steps: Steps = ()
            for _ in range(_LONGEST_WALK):
                made = self._played(steps)
                if made is None or self._is_over():
                    break
                following = list(self._next(made))
                if not following:
                    break
                longer = (*steps, rng.choice(following))
                is_new = self._is_new(longer)
                if is_new and self._reached(longer) is None:
                    break
                if is_new or self._played(longer) is not None:
                    steps = longer

    def _is_done(self) -> bool:
        return not self._goals and self._noted is None

    def _is_over(self) -> bool:
        return self._is_done() or self._has_done(self._most_calls, self._seconds)

    def _has_done(self, calls: int, seconds: float) -> bool:
        """What there was to be done at most?"""
        is_late = self._performer.seconds() > seconds
        self.is_late = self.is_late or is_late
        return self.calls > calls or is_late

    def _played(self, steps: Steps) -> Made | None:
        self.calls += 1
        return self._performer.made(steps)

    def _reached(self, steps: Steps) -> Made | None:
        """The objects that a sequence makes, after the target was tried on them."""
        made = self._played(steps)
        if made is None:
            return None
        if self._goals:
            for arguments in combinations(self._wanted, made, self._performer.is_a):
                if self._is_over():
                    break
                self._try(steps, arguments)
        return made

    def _is_new(self, steps: Steps) -> bool:
        made = self._played(steps)
        if made is None:
            return False
        key = self._performer.key(steps, made)
        if key in self._seen:
            return False
        self._seen.add(key)
        if self._noted is not None:
            self._noted(steps, made)
        return True

    def _next(self, made: Made) -> Iterator[Step]:
        is_a = self._performer.is_a
        for number, operation in enumerate(self._operations):
            if number in self._performer.banned:
                continue
            do = operation["do"]
            if do == "new" and sum(who == OWN for _, who in made) >= _MOST_OBJECTS:
                continue
            receivers = [-1]
            if do in ("method", "get", "set"):
                most = {"method": GIVEN, "set": OWN, "get": INSIDE}[do]
                most = GIVEN if operation.get("free") else most
                receivers = [
                    index
                    for index, (thing, who) in enumerate(made)
                    if who <= most and is_a(thing, operation["owner"])
                ]
            for receiver in receivers:
                for arguments in combinations(operation["parameters"], made, is_a):
                    yield Step(number, receiver, arguments)

    # ------------------------------------------------------------------ what was found

    def _try(self, steps: Steps, arguments: tuple[Any, ...]) -> None:
        """Calls the target: is that what was looked for?"""
        self.calls += 1
        for number in self._performer.met(steps, arguments, self._goals):
            fewest = self._without_detours(number, steps, arguments)
            told = self.told(fewest[0])
            given = self._performer.given(*fewest)
            if told is not None and given is not None:
                self.found[number] = {**told, **given, "arguments": list(fewest[1])}
                self._goals.discard(number)

    def _without_detours(
        self, goal: int, steps: Steps, arguments: tuple[Any, ...]
    ) -> tuple[Steps, tuple[Any, ...]]:
        """What is left of the steps if those are dropped that change nothing about the end."""
        index = len(steps) - 1
        while index >= 0:
            shorter = self._without(index, steps, arguments)
            if shorter is not None and self._performer.met(*shorter, {goal}):
                steps, arguments = shorter
            index -= 1
        return steps, arguments

    def _without(
        self, index: int, steps: Steps, arguments: tuple[Any, ...]
    ) -> tuple[Steps, tuple[Any, ...]] | None:
        """The same without one step; None if others need what it makes."""
        before, after = self._played(steps[:index]), self._played(steps[: index + 1])
        if before is None or after is None:
            return None
        dropped = len(before) if len(after) > len(before) else None
        later = steps[index + 1 :]
        if dropped is not None:
            parts = [*arguments, *(each for step in later for each in step.arguments)]
            if dropped in (step.receiver for step in later) or dropped in objects_in(parts):
                return None
            arguments = tuple(renumbered(each, dropped) for each in arguments)
            later = tuple(
                Step(
                    step.operation,
                    step.receiver - (step.receiver > dropped),
                    tuple(renumbered(each, dropped) for each in step.arguments),
                )
                for step in later
            )
        return (*steps[:index], *later), arguments


def note_shared(
    made: Made, step: Step, do: str, is_of_same_class: Callable[[object], bool]
) -> None:
    """Somebody else knows of what was given away, but for what was linked to its like."""
    for index in objects_in(step.arguments):
        thing, known = made[index]
        if do in ("method", "function") or (do == "new" and not is_of_same_class(thing)):
            made[index] = thing, max(known, GIVEN)


def keywords(operation: Mapping[str, Any], values: Sequence[object]) -> dict[str, object]:
    names = [each["name"] for each in operation["parameters"]]
    plain = operation["plain"]
    return dict(zip(names[plain:], values[plain:], strict=True))
