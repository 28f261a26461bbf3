"""Looks for calls of public functions that make an input of a wanted kind, inside the worker.

`call_order` says what is tried, and in which order; here it is run.
"""

from __future__ import annotations

import itertools
import json
import os
import signal
import time
import types
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from .call_arguments import Arguments, Made
from .call_order import GIVEN, INSIDE, OWN, CallOrder, Step, Steps, keywords, note_shared
from .candidate_filter import CandidateFilter
from .harmless import EffectError, Harmless, OverdueError
from .live import BuildError, LiveHeap
from .real_names import Names
from .recorder import Recorder
from .snapshot import Snapshot
from .worker_calls import Call, CallError

_CALL_SECONDS = 0.2


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
        self._goals: list[dict[str, Any]] = [dict(goal) for goal in spec["goals"]]
        self._has_text = any("text" in goal for goal in self._goals)
        self._has_trace = any("trace" in goal for goal in self._goals)
        self._filter: CandidateFilter | None = None
        if "candidates" in spec and beside is not None:
            cls = names.find(spec["candidates_of"])
            assert isinstance(cls, type)
            self._filter = CandidateFilter(spec["candidates"], beside, cls)
        self._classes = {name: names.find(name) for name in spec["classes"]}
        self._arguments = Arguments(names)
        self._known = tuple(cls for cls in self._classes.values() if isinstance(cls, type))
        self._harmless = Harmless()
        self._order = CallOrder(spec, self, None if self._filter is None else self._refute)
        self.banned: set[int] = set()

    def run(self) -> dict[str, object]:
        """What was found for each goal by its number, and after how many calls."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        self._begun = time.process_time()
        for goal in self._goals:
            self._learn(goal)
        self._order.run()
        found = {str(goal): each for goal, each in self._order.found.items()}
        told: dict[str, object] = {
            "status": "searched",
            "found": found,
            "calls": self._order.calls,
            "late": self._order.is_late,
        }
        if self._filter is not None:
            told |= {"refuted": self._filter.refuted, "objects": self._filter.objects}
        return told

    def seconds(self) -> float:
        return time.process_time() - self._begun

    def is_a(self, thing: object, class_name: str) -> bool:
        cls = self._classes.get(class_name)
        return isinstance(cls, type) and issubclass(type(thing), cls)

    def class_of(self, thing: object) -> str:
        return self._names.of_class(type(thing))

    def key(self, steps: Steps, made: Made) -> str:
        snapshot = Snapshot(self._names, {})
        roots = [(snapshot.value(thing), who) for thing, who in made]
        return json.dumps([roots, snapshot.finish()])

    def _refute(self, steps: Steps, made: Made) -> None:
        assert self._filter is not None
        for name in self._filter.refuted_by(made, self._harmless):
            self._filter.refuted[name] = self._order.told(steps)

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

    # ------------------------------------------------------------------ running

    def made(self, steps: Steps) -> Made | None:
        made: Made = []
        self._harmless.begin(_CALL_SECONDS)
        step = None
        try:
            for step in steps:
                self._perform(step, made)
            return made
        except (EffectError, OverdueError):
            if step is not None:
                self.banned.add(step.operation)
            return None
        except BaseException:
            return None
        finally:
            self._harmless.end()

    def _perform(self, step: Step, made: Made) -> None:
        operation = self._operations[step.operation]
        do, name = operation["do"], operation["name"]
        values = [self._arguments.value(each, made) for each in step.arguments]
        who = GIVEN
        result: object = None
        if do == "get":
            result, who = getattr(made[step.receiver][0], name), INSIDE
        elif do == "set":
            setattr(made[step.receiver][0], name, values[0])
        elif do == "method":
            by_name = keywords(operation, values)
            result = getattr(made[step.receiver][0], name)(*values[: operation["plain"]], **by_name)
        else:
            callee = self._names.find(name)
            by_name = keywords(operation, values)
            result = callee(*values[: operation["plain"]], **by_name)  # type: ignore[operator]
            who = OWN if do == "new" else GIVEN
        note_shared(made, step, do, lambda thing: type(thing) is type(result))
        if isinstance(result, self._known) and all(result is not thing for thing, _ in made):
            made.append((result, who))

    def met(self, steps: Steps, arguments: tuple[Any, ...], goals: Collection[int]) -> list[int]:
        first = self._run_target(steps, arguments, None)
        if first is None:
            return []
        said = None
        if self._has_text:
            said = self._run_target(steps, arguments, self._beside)
        return [number for number in sorted(goals) if _meets(self._goals[number], first, said)]

    def _run_target(
        self, steps: Steps, arguments: tuple[Any, ...], beside: types.ModuleType | None
    ) -> Mapping[str, object] | None:
        """How a call ends, of the target or of what stands beside the module; None if it cannot be
        made."""
        made = self.made(steps)
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
        except OverdueError as late:
            self._harmless.end()
            ended["overdue"] = True
            ended["within"] = list(_frames(late))
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

    def given(self, steps: Steps, arguments: tuple[Any, ...]) -> dict[str, object] | None:
        made = self.made(steps)
        if made is None:
            return None
        snapshot = Snapshot(self._names, {})
        roots = {
            each["name"]: snapshot.value(self._arguments.value(argument, made))
            for each, argument in zip(self._wanted, arguments, strict=True)
        }
        given = {"roots": roots, "objects": dict(snapshot.finish())}
        return {"made": [snapshot.value(thing) for thing, _ in made], "input": given}


def _places(error: BaseException) -> Iterator[tuple[object, ...]]:
    """File, line, and from which column to which."""
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        position = next(itertools.islice(code.co_positions(), step.tb_lasti // 2, None), ())
        yield os.path.realpath(code.co_filename), step.tb_lineno, *position[2:]
        step = step.tb_next


def _frames(error: BaseException) -> Iterator[tuple[str, int, int, int]]:
    """File, the lines of the function from first to last, and the line that it was at."""
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        last = max(line or 0 for _, _, line in code.co_lines())
        yield os.path.realpath(code.co_filename), code.co_firstlineno, last, step.tb_lineno
        step = step.tb_next


def _is_within(place: Sequence[Any] | None, frames: Iterable[tuple[str, int, int, int]]) -> bool:
    """Was a run in the loop that begins at this place? Another one may go on for ever too."""
    if place is None:
        return True
    file, line = place
    return any(
        other == file and first <= line <= min(at, last) for other, first, last, at in frames
    )


def _meets(
    goal: Mapping[str, Any], ended: Mapping[str, Any], said: Mapping[str, Any] | None
) -> bool:
    if goal.get("endless"):
        return bool(ended.get("overdue")) and _is_within(goal.get("place"), ended["within"])
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
