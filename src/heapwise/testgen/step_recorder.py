"""A run step by step, inside the worker process: where it is, its variables, the heap."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping
from types import FrameType
from typing import TYPE_CHECKING

from .snapshot import Snapshot

if TYPE_CHECKING:
    from _typeshed import TraceFunction

_MOST_OBJECTS = 200


class StepRecorder:
    """Writes down every line of the program under test before it runs, until there are `most`."""

    def __init__(self, files: Collection[str], main: str, most: int, heap: Snapshot) -> None:
        self._files = frozenset(files)
        self._main = main
        self._most = most
        self._heap = heap
        self._depth = 0
        self._is_raising = False
        self.steps: list[dict[str, object]] = []

    def install(self) -> None:
        sys.settrace(self._begin)

    def _begin(self, frame: FrameType, event: str, argument: object) -> TraceFunction | None:
        if frame.f_code.co_filename not in self._files or frame.f_code.co_name == "<module>":
            return None
        self._depth += 1
        return self._trace

    def _trace(self, frame: FrameType, event: str, argument: object) -> TraceFunction:
        if event == "return":
            self._depth -= 1
        else:
            self._is_raising = event == "exception"
        if event == "line" or (event == "return" and self._depth == 0):
            self._record(frame, event, argument)
        return self._trace

    def _record(self, frame: FrameType, event: str, argument: object) -> None:
        if len(self.steps) >= self._most:
            sys.settrace(None)
            return
        variables: Mapping[str, object] = {
            name: value for name, value in frame.f_locals.items() if name.isidentifier()
        }
        ending = "" if event == "line" else "raised" if self._is_raising else "returned"
        if ending == "returned":
            variables = {**variables, "return": argument}
        self._heap.begin()
        roots = {name: self._heap.value(value) for name, value in variables.items()}
        objects = self._heap.finish()
        if len(objects) > _MOST_OBJECTS:
            sys.settrace(None)
            return
        file = frame.f_code.co_filename
        self.steps.append(
            {
                "line": frame.f_lineno,
                "function": frame.f_code.co_qualname,
                "file": "" if file == self._main else file,
                "event": ending,
                "heap": {"roots": roots, "objects": dict(objects)},
            }
        )
