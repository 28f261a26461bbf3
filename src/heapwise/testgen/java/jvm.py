"""Replays of witnesses of Java programs in a JVM, with limits.

A `JvmReplayer` keeps one warm JVM for all class paths, starts another when it is gone, and always
answers: a run that hangs, eats memory, exits or crashes is an `Observation` that says so. Static
variables of the user's classes are as new in every run; assertions are on.
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from heapwise.results import Heap, Value
from heapwise.results.heap import heap_from_json, heap_to_json, value_from_json, value_to_json
from heapwise.results.place import Place
from heapwise.testgen.cpython_replay import PATIENCE, Observation, Status
from heapwise.testgen.json_process import JsonProcess

CLASSES = Path(__file__).parent / "classes"
"""The class files of the program that runs in the JVM."""
_MAIN = "heapwise.replay.Replayer"
_START_SECONDS = 30.0
_GRACE_SECONDS = 10.0
_SAME_HASHES = (
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:hashCode=2",
)
_OWN_VARIABLES = ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH")


@dataclass(frozen=True, slots=True)
class JavaMethod:
    """What to call: `class_name` as in a heap, `name` may be `<init>`. `receiver` and `parameters`
    are the roots of the heap that hold the arguments; a static method or a constructor has no
    receiver. `class_path` may be empty for a class of the JDK."""

    class_path: tuple[Path, ...]
    class_name: str
    name: str
    descriptor: str
    receiver: str | None
    parameters: tuple[str, ...]


class Step(NamedTuple):
    """A constructor or a method of the class that is called to make the receiver, with the roots
    that hold its arguments."""

    name: str
    descriptor: str
    arguments: tuple[str, ...]


class Run(NamedTuple):
    """A method and the heap that it runs on."""

    method: JavaMethod
    given: Heap


class Driven(NamedTuple):
    """What the receiver was made to look like, if it could be made, and what then happened; `last`
    is the heap in the end of a run that is recorded."""

    built: Heap | None
    observed: Observation
    last: Heap | None = None


@dataclass(frozen=True, slots=True)
class JvmLimits:
    """`seconds` (of CPU time) and `stack` (bytes) of one run, `memory` (bytes) of the whole JVM.
    Identity hash codes are 1 unless a witness says otherwise, as on the paths of an exploration, or
    the JVM's `own_hashes`."""

    seconds: float = 5.0
    memory: int = 256 << 20
    stack: int = 2 << 20
    own_hashes: bool = False


class JvmReplayer:
    """`home` is the folder of a JDK or JRE. Use it as a context manager, or call `close`."""

    def __init__(
        self, home: Path, limits: JvmLimits | None = None, debugger: int | None = None
    ) -> None:
        """With a `debugger`, the JVM connects to that port of this machine and waits for it."""
        self.home = home
        self.limits = limits or JvmLimits()
        self._debugger = debugger
        self._process: JsonProcess | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def __enter__(self) -> JvmReplayer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
        if self._folder is not None:
            self._folder.cleanup()
        self._process = self._folder = None

    def replay(
        self,
        method: JavaMethod,
        given: Heap,
        nondet: Sequence[Value] = (),
        seconds: float | None = None,
        hashes: Sequence[tuple[Value, int]] = (),
    ) -> Observation:
        """Runs the method on the heap. `nondet` are the values that the methods of `Verifier` and
        `CProver` return, in the order of their calls; `hashes` are the identity hash codes of
        objects, for a JVM that has not its `own_hashes`. Of a run that does not end in time
        (`seconds` in place of the limit), `loops` are the places of the calls that it stays in."""
        return self.drive(method, (), given, nondet, seconds, hashes).observed

    def drive(
        self,
        method: JavaMethod,
        steps: Sequence[Step],
        given: Heap,
        nondet: Sequence[Value] = (),
        seconds: float | None = None,
        hashes: Sequence[tuple[Value, int]] = (),
    ) -> Driven:
        """The same on a receiver that these calls make, if there are some."""
        limits = self.limits if seconds is None else replace(self.limits, seconds=seconds)
        request = _request(method, given, nondet, limits)
        request["hashes"] = [
            {"of": value_to_json(value), "code": code}
            for value, code in (() if limits.own_hashes else hashes)
        ]
        request["steps"] = [
            {"method": each.name, "descriptor": each.descriptor, "arguments": [*each.arguments]}
            for each in steps
        ]
        return self._asked([request], limits)[0]

    def record(
        self, method: JavaMethod, given: Heap, nondet: Sequence[Value] = ()
    ) -> tuple[Observation, Heap | None]:
        """As `replay`, for a debugger that records the run; with the heap in the end, whose objects
        are called as in the heaps that the debugger has seen."""
        request = _request(method, given, nondet, self.limits)
        driven = self._asked([{**request, "recorded": True}], self.limits)[0]
        return driven.observed, driven.last

    def replay_all(self, runs: Sequence[Run]) -> list[Observation]:
        """Many runs, without waiting for one before the next is asked for."""
        requests = [_request(each.method, each.given, (), self.limits) for each in runs]
        return [driven.observed for driven in self._asked(requests, self.limits)]

    def perform(
        self, method: JavaMethod, sequence: Mapping[str, object], seconds: float
    ) -> Mapping[str, Any] | None:
        """Calls that make objects, and perhaps the method on these (`call_search.py`); None if
        there is no JVM. One that is busy with them for longer is ended."""
        limits = replace(self.limits, seconds=seconds)
        if (self._process is None or not self._process.is_running) and self._start():
            return None
        assert self._process is not None
        self._process.write_lines([{**_request(method, Heap(), (), limits), "sequence": sequence}])
        answer = self._process.read_line(limits.seconds * PATIENCE + _GRACE_SECONDS)
        if answer is None or answer["status"] in ("timeout", "died", "memory"):
            self.close()
        return answer

    def _asked(self, requests: Sequence[dict[str, object]], limits: JvmLimits) -> list[Driven]:
        found: list[Driven] = []
        while len(found) < len(requests):
            if self._process is None or not self._process.is_running:
                problem = self._start()
                if problem:
                    found.append(Driven(None, Observation(Status.INVALID, why=problem)))
                    continue
            process = self._process
            assert process is not None
            waiting = requests[len(found) :]
            if len(waiting) == 1 and process.write_at_once(waiting[0]):
                found.append(self._answer(process, limits))
                continue
            # Both pipes may be full: somebody has to read while somebody else writes.
            writer = threading.Thread(target=process.write_lines, args=(waiting,), daemon=True)
            writer.start()
            while self._process is process and len(found) < len(requests):
                found.append(self._answer(process, limits))
            writer.join()
        return found

    def _answer(self, process: JsonProcess, limits: JvmLimits) -> Driven:
        """Ends the process if it is of no more use."""
        answer = process.read_line(limits.seconds * PATIENCE + _GRACE_SECONDS)
        if answer is None:
            self.close()
            return Driven(None, Observation(Status.DIED, why="the JVM ended or hung"))
        observed = _observation(answer)
        if observed.status in (Status.TIMEOUT, Status.DIED, Status.MEMORY):
            self.close()
        built, last = answer.get("built"), answer.get("last")
        return Driven(
            heap_from_json(built) if isinstance(built, dict) else None,
            observed,
            _last(last, observed) if isinstance(last, dict) else None,
        )

    def _start(self) -> str:
        """Starts the JVM; what went wrong, if something did."""
        self.close()
        program = self.home / "bin" / "java"
        if not program.is_file():
            return f"{self.home}: no bin/java here; class files can be explored, but not replayed"
        self._folder = tempfile.TemporaryDirectory(prefix="heapwise-jvm-")
        command = _command(program, self.limits, self._debugger)
        self._process = JsonProcess(command, _environment(), self._where())
        ready = self._process.read_line(_START_SECONDS)
        if ready is None or ready.get("status") != "ready":
            self.close()
            return f"{program}: the JVM did not start (Java 11 or later is needed for replays)"
        return ""

    def _where(self) -> Path:
        assert self._folder is not None
        return Path(self._folder.name)


def _command(program: Path, limits: JvmLimits, debugger: int | None) -> list[str]:
    agent = f"-agentlib:jdwp=transport=dt_socket,server=n,quiet=y,address=127.0.0.1:{debugger}"
    return [
        str(program.resolve()),
        f"-Xmx{limits.memory >> 20}m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",  # many short runs: the time goes into starting, not into peaks
        "-XX:-UsePerfData",
        "-XX:-OmitStackTraceInFastThrow",
        "-Xshare:auto",
        *([] if limits.own_hashes else _SAME_HASHES),
        *([] if debugger is None else [agent]),
        "-Dfile.encoding=UTF-8",
        "-Djava.awt.headless=true",
        "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
        "-cp",
        str(CLASSES),
        _MAIN,
    ]


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in _OWN_VARIABLES}


def _request(
    method: JavaMethod, given: Heap, nondet: Sequence[Value], limits: JvmLimits
) -> dict[str, object]:
    return {
        "classpath": [str(path.resolve()) for path in method.class_path],
        "class": method.class_name,
        "method": method.name,
        "descriptor": method.descriptor,
        "receiver": method.receiver,
        "arguments": list(method.parameters),
        "input": heap_to_json(given),
        "nondet": [value_to_json(value) for value in nondet],
        "millis": max(1, int(limits.seconds * 1000)),
        "patience": max(1, int(limits.seconds * PATIENCE * 1000)),
        "stack": limits.stack,
        "hashes": [],
        "steps": [],
    }


def _observation(answer: Mapping[str, object]) -> Observation:
    output = answer.get("output")
    line = answer.get("line")
    exception = answer.get("exception")
    printed = answer.get("printed")
    loops = answer.get("loops") or []
    assert isinstance(loops, list)
    return Observation(
        Status(answer["status"]),
        value_from_json(answer.get("value")),
        str(exception) if exception is not None else None,
        str(answer.get("message") or ""),
        line if isinstance(line, int) and line > 0 else None,
        heap_from_json(output) if isinstance(output, dict) else Heap(),
        printed=str(printed["str"]) if isinstance(printed, dict) else "",
        why=str(answer.get("why") or ""),
        loops=tuple(_place(str(place["str"])) for place in loops),
    )


def _last(last: Mapping[str, Any], observed: Observation) -> Heap:
    """Whose roots are the inputs, and the result."""
    roots = dict(observed.output.roots)
    if observed.status is Status.RETURNED:
        roots["return"] = value_from_json(last["values"][0]) if last["values"] else observed.value
    return Heap(roots, heap_from_json({"roots": {}, "objects": last["objects"]}).objects)


def _place(text: str) -> Place:
    file, _, line = text.rpartition(":")
    return Place(file, int(line))
