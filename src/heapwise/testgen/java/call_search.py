"""Looks for calls of public Java methods that make an input of a wanted kind, run in a JVM.

`testgen.call_order` says what is tried, and in which order. Every sequence is one request.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from heapwise.results import Heap
from heapwise.results.heap import heap_from_json
from heapwise.testgen.call_arguments import Made
from heapwise.testgen.call_order import GIVEN, INSIDE, OWN, CallOrder, Steps, note_shared
from heapwise.testgen.java.jvm import JavaMethod, JvmReplayer

_CALL_SECONDS = 0.2
_MOST_ENDINGS = 5
"""JVMs that may be lost to calls without an end."""
_TIMED = 64
"""Every so often, the JVM tells how much CPU time it has taken: it takes time to find out."""
_NO_JVM = float("inf")


class Conditions(NamedTuple):
    """What must hold before the call and afterwards, as the JVM is told."""

    requires: Sequence[Mapping[str, object]] = ()
    ensures: Sequence[Mapping[str, object]] = ()
    old: Mapping[str, object] | None = None


class JvmCallSearch:
    """`is_subclass` compares classes by their binary names."""

    def __init__(
        self,
        replayer: JvmReplayer,
        method: JavaMethod,
        spec: Mapping[str, Any],
        conditions: Conditions,
        is_subclass: Callable[[str, str], bool],
        trace_of: Callable[[Heap], Sequence[str] | None] | None = None,
    ) -> None:
        self._trace_of = trace_of
        self._traces: dict[str, Sequence[str] | None] = {}
        self._replayer = replayer
        self._method = method
        self._operations: Sequence[Mapping[str, Any]] = spec["operations"]
        self._classes: Sequence[str] = spec["classes"]
        self._wanted: Sequence[Mapping[str, Any]] = spec["parameters"]
        self._goals: Sequence[Mapping[str, Any]] = spec["goals"]
        self._conditions = conditions
        self._is_subclass = is_subclass
        self._order = CallOrder(spec, self)
        self._endings = 0
        self._asked_for = 0
        self._begun: int | None = None
        self._worked = 0
        self._latest: tuple[Steps, Mapping[str, Any]] | None = None
        self.banned: set[int] = set()

    def run(self) -> tuple[Mapping[int, Mapping[str, Any]], int]:
        """What was found for each goal by its number, and after how many calls."""
        self._order.run()
        return self._order.found, self._order.calls

    def seconds(self) -> float:
        return _NO_JVM if self._endings > _MOST_ENDINGS else self._worked / 1000

    def is_a(self, thing: object, class_name: str) -> bool:
        return self._is_subclass(str(thing), class_name)

    def class_of(self, thing: object) -> str:
        return str(thing)

    # ------------------------------------------------------------------ sequences

    def made(self, steps: Steps) -> Made | None:
        answer = self._asked(steps)
        if answer is None or answer["status"] != "made":
            if steps and answer is not None and answer["status"] == "timeout":
                self.banned.add(steps[-1].operation)
            return None
        self._latest = steps, answer
        return self._made(steps, answer)

    def _made(self, steps: Steps, answer: Mapping[str, Any]) -> Made:
        """Things are the names of their classes; one operation makes one at most."""
        made: Made = []
        classes = [each["str"] for each in answer["classes"]]
        for step, number in zip(steps, answer["new"], strict=True):
            do = self._operations[step.operation]["do"]
            result = None if number is None else classes[number]
            note_shared(made, step, do, partial(operator.eq, result))
            if result is not None:
                made.append((result, {"new": OWN, "get": INSIDE}.get(do, GIVEN)))
        return made

    def key(self, steps: Steps, made: Made) -> str:
        if self._latest is None or self._latest[0] != steps:
            self.made(steps)
        assert self._latest is not None
        answer = self._latest[1]
        known = [who for _, who in made]
        return json.dumps([answer["roots"], known, answer["objects"]])

    def met(self, steps: Steps, arguments: tuple[Any, ...], goals: Collection[int]) -> list[int]:
        answer = self._asked(steps, arguments)
        if answer is None or answer["status"] not in ("made", "timeout"):
            return []
        found = [number for number in sorted(goals) if _meets(self._goals[number], answer)]
        if self._trace_of is None or not found:
            return found
        trace = self._trace(steps, arguments)
        return [number for number in found if self._goals[number]["trace"] == trace]

    def _trace(self, steps: Steps, arguments: tuple[Any, ...]) -> Sequence[str] | None:
        """The path that the target takes, as somebody else sees it."""
        given = self.given(steps, arguments)
        if given is None or self._trace_of is None:
            return None
        key = json.dumps(given["input"])
        if key not in self._traces:
            trace = self._trace_of(heap_from_json(json.loads(key)))
            self._traces[key] = None if trace is None else list(trace)
        return self._traces[key]

    def given(self, steps: Steps, arguments: tuple[Any, ...]) -> dict[str, object] | None:
        answer = self._asked(steps, arguments, shown=True)
        if answer is None or answer["status"] != "made":
            return None
        names = [each["name"] for each in self._wanted]
        roots = dict(zip(names, answer["values"], strict=True))
        return {"made": answer["roots"], "input": {"roots": roots, "objects": answer["objects"]}}

    def _asked(
        self, steps: Steps, arguments: tuple[Any, ...] | None = None, shown: bool = False
    ) -> Mapping[str, Any] | None:
        sequence = {
            "classes": self._classes,
            "steps": [self._told(*step) for step in steps],
            "arguments": arguments,
            "shown": shown,
            "timed": self._asked_for % _TIMED == 0,
            **self._conditions._asdict(),
        }
        self._asked_for += 1
        answer = self._replayer.perform(self._method, sequence, _CALL_SECONDS)
        if answer is None or answer["status"] in ("timeout", "died", "memory"):
            self._endings += 1
            self._begun = None
        elif "worked" in answer:
            if self._begun is not None:
                self._worked += answer["worked"] - self._begun
            self._begun = answer["worked"]
        return answer

    def _told(self, number: int, receiver: int, arguments: Sequence[Any]) -> dict[str, object]:
        operation = self._operations[number]
        told = {key: operation[key] for key in ("do", "owner", "name", "descriptor")}
        return {**told, "receiver": receiver, "arguments": arguments}


def _meets(goal: Mapping[str, Any], answer: Mapping[str, Any]) -> bool:
    if goal.get("endless"):
        return bool(answer["status"] == "timeout")
    if answer["status"] != "made":
        return False
    if "violated" in goal:
        return goal["violated"] in (answer.get("violated") or ())
    ended = (answer.get("exception") or {}).get("str")
    if ended != goal["exception"]:
        return False
    places = [each["str"] for each in answer.get("places", ())]
    return goal.get("place") is None or goal["place"] in places
