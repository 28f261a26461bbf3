"""Looks for calls of public functions that make an input of a wanted kind, inside the worker.

Short sequences first, breadth first, with every value of a small pool for each argument; what makes
objects that were seen before is not followed. Half of the effort goes into longer sequences at
random. Sequences are run from their start again and again: nothing but their calls makes an object.

An *operation* is one way to get an object or to change one: `new`, `function`, `method`, `get` a
public field, `set` one. The arguments are *choices* among values, objects made before, containers
of such. What is found is plain data; whoever has asked makes a program text of it.
"""

from __future__ import annotations

import collections
import itertools
import json
import os
import random
import signal
import time
import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .call_arguments import Arguments, Made, objects_in, renumbered
from .candidate_filter import CandidateFilter
from .harmless import EffectError, Harmless, OverdueError
from .live import BuildError, LiveHeap
from .real_names import Names
from .recorder import Recorder
from .snapshot import Snapshot
from .worker_calls import Call, CallError

_CALL_SECONDS = 0.2
_MOST_OBJECTS = 4
_LONGEST_WALK = 10
_OWN, _GIVEN, _INSIDE = range(3)
"""Who else knows of an object: nobody, because it was constructed; somebody, because it was
returned; it is a part of another, of which only a reader should know."""


class Step(NamedTuple):
    """An operation, on the object with a number or on none, with arguments."""

    operation: int
    receiver: int
    arguments: tuple[Any, ...]


Steps = tuple[Step, ...]


class CallSearch:
    def __init__(
        self,
        spec: Mapping[str, Any],
        module: types.ModuleType,
        names: Names,
        recorder: Recorder,
        beside: types.ModuleType | None,
    ) -> None:
        self._module = module
        self._beside = beside
        self._names = names
        self._recorder = recorder
        self._target: str = spec["target"]
        self._wanted: list[Mapping[str, Any]] = spec["parameters"]
        self._operations: list[Mapping[str, Any]] = spec["operations"]
        self._goals: dict[int, dict[str, Any]] = dict(enumerate(map(dict, spec["goals"])))
        self._has_text = any("text" in goal for goal in spec["goals"])
        self._has_trace = any("trace" in goal for goal in spec["goals"])
        self._most_calls: int = spec["calls"]
        self._until = time.process_time() + float(spec["seconds"])
        self._filter: CandidateFilter | None = None
        if "candidates" in spec and beside is not None:
            cls = names.find(spec["candidates_of"])
            assert isinstance(cls, type)
            self._filter = CandidateFilter(spec["candidates"], beside, cls)
        self._classes = {name: names.find(name) for name in spec["classes"]}
        self._arguments = Arguments(names, self._classes)
        self._known = tuple(cls for cls in self._classes.values() if isinstance(cls, type))
        self._banned: set[int] = set()
        self._seen: set[str] = set()
        self._harmless = Harmless()
        self.calls = 0
        self.found: dict[int, dict[str, object]] = {}

    def run(self) -> dict[str, object]:
        """What was found for each goal by its number, and after how many calls."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        for goal in self._goals.values():
            self._learn(goal)
        begun = time.process_time()
        half = begun + (self._until - begun) / 2
        ended = self._breadth_first(self._most_calls // 2, half)
        if not ended:
            self._walk()
        found = {str(goal): each for goal, each in self.found.items()}
        told: dict[str, object] = {"status": "searched", "found": found, "calls": self.calls}
        if self._filter is not None:
            told |= {"refuted": self._filter.refuted, "objects": self._filter.objects}
        return told

    def _learn(self, goal: dict[str, Any]) -> None:
        """Where in its line a witness fails: there may be several places in one."""
        witness = goal.pop("witness", None)
        if witness is None or "place" not in goal:
            return
        try:
            live = LiveHeap(witness["objects"], self._names)
            values = {name: live.value(each) for name, each in witness["roots"].items()}
            call = Call(self._module, self._target, values)
        except (BuildError, CallError):
            return
        ended = self._ended(call)
        if ended is not None and ended["exception"] == goal["exception"]:
            places = [each for each in ended.get("places", ()) if each[:2] == tuple(goal["place"])]
            goal["place"] = places[-1] if places else goal["place"]

    # ------------------------------------------------------------------ the order

    def _breadth_first(self, most: int, until: float) -> bool:
        """Was everything tried, or found?"""
        waiting: collections.deque[Steps] = collections.deque([()])
        while waiting and not self._is_done():
            if self.calls > most or time.process_time() > until:
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
        return not self._goals and self._filter is None

    def _is_over(self) -> bool:
        is_late = self.calls > self._most_calls or time.process_time() > self._until
        return self._is_done() or is_late

    def _reached(self, steps: Steps) -> Made | None:
        """The objects that a sequence makes, after the target was tried on them."""
        made = self._played(steps)
        if made is None:
            return None
        if self._goals:
            for arguments in self._arguments.combinations(self._wanted, made):
                if self._is_over():
                    break
                self._try(steps, arguments)
        return made

    def _is_new(self, steps: Steps) -> bool:
        made = self._played(steps)
        if made is None:
            return False
        snapshot = Snapshot(self._names, {})
        roots = [(snapshot.value(thing), who) for thing, who in made]
        objects = snapshot.finish()
        key = json.dumps([roots, objects])
        if key in self._seen:
            return False
        self._seen.add(key)
        if self._filter is not None:
            for name in self._filter.refuted_by(made, self._harmless):
                self._filter.refuted[name] = self._told(steps)
        return True

    def _next(self, made: Made) -> Iterator[Step]:
        for number, operation in enumerate(self._operations):
            if number in self._banned:
                continue
            do = operation["do"]
            if do == "new" and sum(who == _OWN for _, who in made) >= _MOST_OBJECTS:
                continue
            receivers = [-1]
            if do in ("method", "get", "set"):
                most = {"method": _GIVEN, "set": _OWN, "get": _INSIDE}[do]
                most = _GIVEN if operation.get("free") else most
                receivers = [
                    index
                    for index, (thing, who) in enumerate(made)
                    if who <= most and self._arguments.is_a(thing, operation["owner"])
                ]
            for receiver in receivers:
                for arguments in self._arguments.combinations(operation["parameters"], made):
                    yield Step(number, receiver, arguments)

    # ------------------------------------------------------------------ running

    def _played(self, steps: Steps) -> Made | None:
        """The objects that a sequence makes; None if one of its calls fails."""
        made: Made = []
        self.calls += 1
        self._harmless.begin(_CALL_SECONDS)
        step = None
        try:
            for step in steps:
                self._perform(step, made)
            return made
        except (EffectError, OverdueError):
            if step is not None:
                self._banned.add(step.operation)
            return None
        except BaseException:
            return None
        finally:
            self._harmless.end()

    def _perform(self, step: Step, made: Made) -> None:
        operation = self._operations[step.operation]
        do, name = operation["do"], operation["name"]
        values = [self._arguments.value(each, made) for each in step.arguments]
        who = _GIVEN
        result: object = None
        if do == "get":
            result, who = getattr(made[step.receiver][0], name), _INSIDE
        elif do == "set":
            setattr(made[step.receiver][0], name, values[0])
        elif do == "method":
            keywords = _keywords(operation, values)
            result = getattr(made[step.receiver][0], name)(
                *values[: operation["plain"]], **keywords
            )
        else:
            callee = self._names.find(name)
            keywords = _keywords(operation, values)
            result = callee(*values[: operation["plain"]], **keywords)  # type: ignore[operator]
            who = _OWN if do == "new" else _GIVEN
        for index in objects_in(step.arguments):
            thing, known = made[index]
            if do in ("method", "function") or (do == "new" and type(thing) is not type(result)):
                made[index] = thing, max(known, _GIVEN)
        if isinstance(result, self._known) and all(result is not thing for thing, _ in made):
            made.append((result, who))

    def _try(self, steps: Steps, arguments: tuple[Any, ...]) -> None:
        """Calls the target: is that what was looked for?"""
        first = self._run_target(steps, arguments, None)
        if first is None:
            return
        said = None
        if self._has_text:
            said = self._run_target(steps, arguments, self._beside)
        for number, goal in list(self._goals.items()):
            if _meets(goal, first, said):
                fewest = self._without_detours(goal, steps, arguments)
                given = self._given(*fewest)
                if given is not None:
                    self.found[number] = given
                    del self._goals[number]

    def _without_detours(
        self, goal: Mapping[str, Any], steps: Steps, arguments: tuple[Any, ...]
    ) -> tuple[Steps, tuple[Any, ...]]:
        """What is left of the steps if those are dropped that change nothing about the end."""
        index = len(steps) - 1
        while index >= 0:
            shorter = self._without(index, steps, arguments)
            if shorter is not None:
                ended = self._run_target(*shorter, None)
                said = self._run_target(*shorter, self._beside) if self._has_text else None
                if ended is not None and _meets(goal, ended, said):
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

    def _run_target(
        self, steps: Steps, arguments: tuple[Any, ...], beside: types.ModuleType | None
    ) -> Mapping[str, object] | None:
        """How a call ends, of the target or of what stands beside the module; None if it cannot be
        made."""
        made = self._played(steps)
        if made is None:
            return None
        names = [each["name"] for each in self._wanted]
        values = dict(
            zip(names, (self._arguments.value(each, made) for each in arguments), strict=True)
        )
        try:
            target = "confirm" if beside is not None else self._target
            call = Call(beside or self._module, target, values)
        except CallError:
            return None
        return self._ended(call, beside is not None)

    def _ended(self, call: Call, says: bool = False) -> dict[str, Any] | None:
        self._recorder.restart(10_000 if self._has_trace else 0)
        self._recorder.on = self._has_trace
        self._harmless.begin(_CALL_SECONDS)
        ended: dict[str, Any] = {"exception": None}
        try:
            result = call.run(1000)
            ended["text"] = result if says else None
        except OverdueError:
            ended["overdue"] = True
        except EffectError:
            return None
        except BaseException as error:
            self._harmless.end()
            ended["exception"] = self._names.of_class(type(error))
            ended["places"] = list(_places(error))
        finally:
            self._harmless.end()
            self._recorder.on = False
        ended["trace"] = list(self._recorder.events) if self._has_trace else None
        return ended

    def _given(self, steps: Steps, arguments: tuple[Any, ...]) -> dict[str, object] | None:
        """The input as a heap, and how it is made."""
        told = self._told(steps)
        made = self._played(steps)
        if told is None or made is None:
            return None
        snapshot = Snapshot(self._names, {})
        roots = {
            each["name"]: snapshot.value(self._arguments.value(argument, made))
            for each, argument in zip(self._wanted, arguments, strict=True)
        }
        given = {"roots": roots, "objects": dict(snapshot.finish())}
        objects = [snapshot.value(thing) for thing, _ in made]
        return {**told, "made": objects, "input": given, "arguments": list(arguments)}

    def _told(self, steps: Steps) -> dict[str, object] | None:
        """The steps, each with the number of the object that it makes, and the classes of these."""
        before, told = 0, []
        made: Made | None = []
        for count, step in enumerate(steps, 1):
            made = self._played(steps[:count])
            if made is None:
                return None
            told.append([*step, before if len(made) > before else None])
            before = len(made)
        classes = [self._names.of_class(type(thing)) for thing, _ in made or ()]
        return {"steps": told, "classes": classes}


def _keywords(operation: Mapping[str, Any], values: Sequence[object]) -> dict[str, object]:
    names = [each["name"] for each in operation["parameters"]]
    plain = operation["plain"]
    return dict(zip(names[plain:], values[plain:], strict=True))


def _places(error: BaseException) -> Iterator[tuple[object, ...]]:
    """File, line, and from which column to which."""
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        position = next(itertools.islice(code.co_positions(), step.tb_lasti // 2, None), ())
        yield os.path.realpath(code.co_filename), step.tb_lineno, *position[2:]
        step = step.tb_next


def _meets(
    goal: Mapping[str, Any], ended: Mapping[str, Any], said: Mapping[str, Any] | None
) -> bool:
    if goal.get("endless"):
        return bool(ended.get("overdue"))
    if "text" in goal:
        return said is not None and said.get("text") == goal["text"]
    if goal["exception"] != ended["exception"] or ended.get("overdue"):
        return False
    if "trace" in goal:
        return bool(goal["trace"] == ended["trace"])
    place = goal.get("place")
    if place is None:
        return True
    return any(each[: len(place)] == tuple(place) for each in ended.get("places", ()))
