"""One run of a program on one input, by the engine itself: what tests of small languages do."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from heapwise.engine.bounds import Bounds
from heapwise.engine.replay import run_concretely
from heapwise.frontends.loading import load
from heapwise.program import InputError, Program
from heapwise.program.named_inputs import inputs_of
from heapwise.results.heap import Heap, heap_from_json, heap_to_json, value_to_json


def run_on(target: str | Path, given: Mapping[str, Any]) -> dict[str, object]:
    """How the program ends on an input, which is a heap as in the JSON of paths: `kind`,
    `exception` or `value`, and the heap that it leaves behind.

    Raises `InputError` if the program's own assumptions forbid the input.
    """
    return ending(load(target), heap_from_json(given))


def ending(program: Program, given: Heap) -> dict[str, object]:
    found = run_concretely(program, inputs_of(program), given, Bounds().max_calls)
    if found is None:
        raise InputError("the program assumes that it is not run on this input")
    outcome, _, shot = found
    return {
        "kind": outcome.kind.value,
        "exception": outcome.exception,
        "value": value_to_json(outcome.value),
        "output": heap_to_json(shot.output),
    }
