"""Replays of witnesses in a separate CPython process, with limits.

A worker (`worker.py`) imports a module once and serves all replays of it, whoever asks, since an
import may take long and have effects; a new one is started when the module changes or the worker is
gone. A `Replayer` always answers: a run that hangs, eats memory, exits or crashes is an
`Observation` that says so.
"""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import TypeAlias

from heapwise.results import Heap, Value
from heapwise.results.heap import heap_from_json, heap_to_json, value_from_json
from heapwise.results.illustration import Step
from heapwise.results.place import Place
from heapwise.testgen.module_places import place_of
from heapwise.testgen.worker_start import start_worker, worker_environment

_IMPORT_SECONDS = 30.0
_GRACE_SECONDS = 5.0
PATIENCE = 4
"""How many times its CPU time a run may take, if it waits or the machine is busy."""


@dataclass(frozen=True, slots=True)
class ModuleUnderTest:
    """A module by the name it is imported as and its file. `search` are the folders it finds other
    modules in, before those of this process; `instrument` are other modules (name → file) whose
    branches count too."""

    name: str
    path: Path
    search: tuple[Path, ...] = ()
    instrument: tuple[tuple[str, Path], ...] = ()

    @classmethod
    def of_file(cls, path: Path) -> ModuleUnderTest:
        """A file on its own, or in its package."""
        path = path.resolve()
        folder, parts = place_of(path)
        return cls(".".join(parts), path, (folder,))


@dataclass(frozen=True, slots=True)
class Limits:
    """Of one replay. `seconds` are CPU time, so that a busy machine changes no verdict; a run that
    waits is ended after `PATIENCE` times as long. `max_items` is how far a generator that is
    returned is run; `recursion_limit` is CPython's own if None. `max_steps` are lines, of the
    modules whose branches count, after which a run is `ENDLESS`; they are counted only if there is
    a limit. So many of them are written down as there are `recorded_steps`."""

    seconds: float = 5.0
    memory: int = 1 << 30
    max_events: int = 200_000
    max_items: int = 10_000
    recursion_limit: int | None = None
    max_steps: int | None = None
    recorded_steps: int | None = None


class Status(Enum):
    """How a replay ended; only the first two are runs of the target to its end. `ENDLESS`: it was
    not over after so many steps. `INVALID`: the input could not be built, or the target not be
    called."""

    RETURNED = "returned"
    RAISED = "raised"
    ENDLESS = "endless"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    DIED = "died"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class Observation:
    """What a replay showed. `exception` is the name of the class raised, `line` the last line of
    the module in its traceback; `exhausted` says that an iterator was returned and `value` is the
    list of its items; `why` explains the other ways to end. `loops` are the places that a run
    which has not ended comes back to; it `may_end` if something in sight may end them."""

    status: Status
    value: Value = None
    exception: str | None = None
    message: str = ""
    line: int | None = None
    output: Heap = field(default_factory=Heap)
    trace: tuple[str, ...] = ()
    trace_cut: bool = False
    exhausted: bool = False
    items_cut: bool = False
    printed: str = ""
    why: str = ""
    loops: tuple[Place, ...] = ()
    may_end: bool = False
    steps: tuple[Step, ...] = ()

    @property
    def finished(self) -> bool:
        return self.status in (Status.RETURNED, Status.RAISED)


class Replayer:
    """Use it as a context manager, or call `close`."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()

    def __enter__(self) -> Replayer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Workers stay for others who replay in the same module; too many of them, and all when
        this process ends, are ended."""
        while len(_WARM) > _MOST_WARM:
            _WARM.pop(next(iter(_WARM))).kill()

    def replay(
        self,
        module: ModuleUnderTest,
        target: str,
        given: Heap,
        limits: Limits | None = None,
        code: str = "",
    ) -> Observation:
        """Runs `target` of `module` on the heap; its roots are the parameters by name, `self`
        included. With `code`, which is executed beside the module, `target` is found there."""
        limits = limits or self.limits
        answer = _answer(module, _request(target, given, limits, code), limits)
        return answer if isinstance(answer, Observation) else _observation(answer)

    def search(
        self, module: ModuleUnderTest, spec: Mapping[str, object], seconds: float, code: str = ""
    ) -> Mapping[str, object] | None:
        """Looks for calls that make an input (`call_search.py`), in so much CPU time; None if that
        could not be done."""
        limits = Limits(seconds=2 * seconds + _GRACE_SECONDS)
        request = _request("", Heap(), limits, code) | {"search": {**spec, "seconds": seconds}}
        answer = _answer(module, request, limits)
        if isinstance(answer, Observation) or answer.get("status") != "searched":
            return None
        return answer


def _answer(
    module: ModuleUnderTest, request: Mapping[str, object], limits: Limits
) -> Mapping[str, object] | Observation:
    """Of a worker that has the module; or what keeps it from answering."""
    key = _key_of(module)
    # Not in the table meanwhile: an interrupt leaves an answer that nobody has read.
    worker = _WARM.pop(key, None) or _Worker(module)
    try:
        ready = worker.ready()
        if ready is None or ready.get("status") != "ready":
            worker.kill()
            fallback = "importing the module took too long or ended the process"
            why = str(ready["why"]) if ready is not None else fallback
            return Observation(Status.INVALID, why=f"{module.path}: {why}")
        answer = worker.answer(request, PATIENCE * limits.seconds + _GRACE_SECONDS)
    except BaseException:
        worker.kill()
        raise
    if answer is None:
        worker.kill()
        return Observation(Status.DIED, why="the worker process ended or hung")
    _WARM[key] = worker
    return answer


_Key: TypeAlias = tuple[int, ModuleUnderTest, tuple[int, ...], tuple[str, ...]]
_MOST_WARM = 2
_WARM: dict[_Key, _Worker] = {}
"""Workers that have imported their module and wait for requests, the last used ones at the end."""


def _key_of(module: ModuleUnderTest) -> _Key:
    """What a worker depends on. A process that was forked has none of its parent's."""
    return os.getpid(), module, _stamp(module), tuple(sys.path)


@atexit.register
def _end_workers() -> None:
    for key in [key for key in _WARM if key[0] == os.getpid()]:
        _WARM.pop(key).kill()


def _stamp(module: ModuleUnderTest) -> tuple[int, ...]:
    """Changes when a file does that the worker has read."""
    files = [module.path, *(path for _, path in module.instrument)]
    states = [file.stat() for file in files if file.exists()]
    return tuple(number for state in states for number in (state.st_mtime_ns, state.st_size))


def _request(target: str, given: Heap, limits: Limits, code: str) -> dict[str, object]:
    return {
        "target": target,
        "code": code,
        "input": heap_to_json(given),
        "timeout": limits.seconds,
        "patience": PATIENCE * limits.seconds,
        "memory": limits.memory,
        "max_events": limits.max_events,
        "max_items": limits.max_items,
        "recursion_limit": limits.recursion_limit,
        "max_steps": limits.max_steps,
        "recorded_steps": limits.recorded_steps,
    }


def _observation(answer: Mapping[str, object]) -> Observation:
    output = answer.get("output")
    trace = answer.get("trace") or []
    line = answer.get("line")
    exception = answer.get("exception")
    loops, steps = answer.get("loops") or [], answer.get("steps") or []
    assert isinstance(trace, list) and isinstance(loops, list) and isinstance(steps, list)
    return Observation(
        Status(answer["status"]),
        value_from_json(answer.get("value")),
        str(exception) if exception is not None else None,
        str(answer.get("message") or ""),
        line if isinstance(line, int) else None,
        heap_from_json(output) if isinstance(output, dict) else Heap(),
        tuple(str(event) for event in trace),
        bool(answer.get("trace_cut")),
        bool(answer.get("exhausted")),
        bool(answer.get("items_cut")),
        str(answer.get("printed") or ""),
        str(answer.get("why") or ""),
        tuple(Place(loop["file"], loop["line"]) for loop in loops),
        bool(answer.get("may_end")),
        tuple(Step(**{**step, "heap": heap_from_json(step["heap"])}) for step in steps),
    )


class _Worker:
    """A worker process; it is told first what to import."""

    def __init__(self, module: ModuleUnderTest) -> None:
        self._process = start_worker()
        self._ready: dict[str, object] | None = None
        self.kill = self._process.kill
        folders = [str(folder.resolve()) for folder in module.search]
        folders += [entry or os.getcwd() for entry in sys.path]
        first = {
            "name": module.name,
            "path": str(module.path.resolve()),
            "instrument": {name: str(path.resolve()) for name, path in module.instrument},
            "search": list(dict.fromkeys(folders)),
            "environment": worker_environment(),
            "folder": os.getcwd(),
        }
        self._process.write_lines([first])

    def ready(self) -> dict[str, object] | None:
        """What it says when it has imported the module."""
        if self._ready is None:
            self._ready = self._process.read_line(_IMPORT_SECONDS)
        return self._ready

    def answer(self, request: Mapping[str, object], seconds: float) -> dict[str, object] | None:
        """None if it is gone or silent for too long."""
        self._process.write_lines([request])
        return self._process.read_line(seconds)
