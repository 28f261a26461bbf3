"""What else there is to show of a path: code that makes it happen, and its run step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from heapwise.results.heap import Heap, heap_to_json


@dataclass(frozen=True, slots=True)
class Step:
    """The moment before a line runs, or after a function has ended, which `event` says. The roots
    of the heap are the variables of `function`. `file` is empty for that of the target."""

    line: int
    heap: Heap
    function: str = ""
    file: str = ""
    event: str = ""


NO_END = "Only a run that comes to its end is shown step by step."
NOT_SHOWN = "No run has shown this path, so there is none to follow."


@dataclass(frozen=True, slots=True)
class Illustration:
    """`rebuild` is code that builds the input and makes the call, `test` a test of the path;
    `missing` says why there are no steps."""

    rebuild: str = ""
    test: str = ""
    steps: tuple[Step, ...] = field(default=())
    missing: str = ""


def steps_to_json(steps: Sequence[Step]) -> list[dict[str, object]]:
    """Of each only the objects that are not as they were in the step before, and those that are
    `gone`."""
    written: list[dict[str, object]] = []
    before: Mapping[str, object] = {}
    for step in steps:
        heap = heap_to_json(step.heap)
        objects = heap["objects"]
        assert isinstance(objects, dict)
        body: dict[str, object] = {
            "line": step.line,
            "roots": heap["roots"],
            "objects": {name: each for name, each in objects.items() if before.get(name) != each},
        }
        gone = [name for name in before if name not in objects]
        if gone:
            body["gone"] = gone
        for key in ("function", "file", "event"):
            if getattr(step, key):
                body[key] = getattr(step, key)
        written.append(body)
        before = objects
    return written
