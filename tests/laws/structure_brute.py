"""A process that runs methods of Python classes on every small valid object, and invariants on
given objects: `brute.Brute`.

Valid objects are those that Korat's search finds with the invariant running in CPython; the
arguments are given. The hooks that replays use record the branches. Nothing here is shared with the
engine or with what it compiles.
"""

from __future__ import annotations

import itertools
import json
import sys
import types
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from heapwise import enumerate_inputs
from heapwise.results import Heap, Named, Ref, TupleValue, Value
from heapwise.results.heap import heap_from_json
from python_brute import EVENTS, LimitedRecorder, _import

End = tuple[tuple[str, ...], str | None]
"""The branches, and the exception if one is raised."""


class Built:
    """The objects of a heap, made without their constructors."""

    def __init__(self, heap: Heap, module: types.ModuleType) -> None:
        self._module = module
        self._objects: dict[Ref, Any] = {}
        for ref, obj in heap.objects.items():
            if obj.items is not None or obj.entries is not None:
                made: Any = {"list": list, "dict": dict, "set": set}[obj.class_name]()
            else:
                cls = getattr(module, obj.class_name)
                made = cls.__new__(cls)
            self._objects[ref] = made
        for ref, obj in heap.objects.items():
            made = self._objects[ref]
            for name, value in obj.fields.items():
                setattr(made, name, self.value(value))
            if obj.entries is not None:
                made.update({self.value(k): self.value(v) for k, v in obj.entries})
            elif obj.items is not None:
                add = made.add if isinstance(made, set) else made.append
                for item in obj.items:
                    add(self.value(item))
        self.roots = {name: self.value(value) for name, value in heap.roots.items()}

    def value(self, value: Value) -> Any:
        if isinstance(value, Ref):
            return self._objects[value]
        if isinstance(value, TupleValue):
            return tuple(self.value(item) for item in value.items)
        if isinstance(value, Named):
            return eval(value.text, vars(self._module))
        return value


def inputs(request: dict[str, Any]) -> Iterator[tuple[Heap, dict[str, object]]]:
    found = enumerate_inputs(
        f"{request['path']}:{request['target']}",
        request["scope"],
        max_length=request["length"],
        domains=request["domains"],
        raising=False,
    )
    choices = request["arguments"]
    for heap in found:
        for chosen in itertools.product(*choices.values()):
            yield heap, dict(zip(choices, chosen, strict=True))


def end_of(function: Any, arguments: dict[str, Any], recorder: LimitedRecorder) -> End:
    recorder.restart(EVENTS)
    recorder.on = True
    exception = None
    try:
        function(**arguments)
    except Exception as error:
        exception = type(error).__name__
    finally:
        recorder.on = False
    return tuple(recorder.events), exception


@cache
def _module(path: str) -> types.ModuleType:
    return _import(Path(path))


def answer(request: dict[str, Any], recorder: LimitedRecorder) -> dict[str, object]:
    module = _module(request["path"])
    if "heaps" in request:
        heaps = [heap_from_json(heap) for heap in request["heaps"]]
        return {"valid": [is_valid(module, request["valid"], heap) for heap in heaps]}
    owner, _, label = request["method"].partition(".")
    function = getattr(getattr(module, owner), label)
    ends: set[End] = set()
    count = 0
    for heap, arguments in inputs(request):
        ends.add(end_of(function, {**Built(heap, module).roots, **arguments}, recorder))
        count += 1
    return {"ends": sorted(ends, key=str), "inputs": count}


def is_valid(module: types.ModuleType, invariant: str, heap: Heap) -> bool:
    """Does the invariant hold of a witness?"""
    names = {**vars(module), **Built(heap, module).roots}
    return bool(eval(invariant, names))


def main() -> None:
    recorder = LimitedRecorder()
    recorder.install()
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), recorder)), flush=True)


if __name__ == "__main__":
    main()
