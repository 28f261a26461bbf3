"""The process in which programs really run: imports one module, then serves replays of it.

The first line of stdin is the configuration, every other line a request; each is answered by one
line of JSON. Every replay runs in a fork of this process, so the module is imported once and no
run sees what another left behind; the fork has limits of time and memory, no stdin, and its
output is kept. What the program does to its process (exit, kill, crash) ends only the fork. Runs of
a module that is known to leave nothing behind (`without_traces.py`) share a fork, until one of them
does not come to its end.

This module and those it imports are loaded under a package name of their own, so that starting a
worker does not import the whole of Heapwise, hence their relative imports; and once for all
workers, which are forks of the process that did (`fork_server.py`).
"""

from __future__ import annotations

import gc
import importlib
import importlib.machinery
import importlib.util
import io
import json
import os
import resource
import shutil
import signal
import sys
import time
import types
from collections.abc import Callable, Mapping, Sequence

from .call_search import CallSearch
from .endless_runs import Loop, StepLimit
from .fork import Fork
from .instrument import instrument
from .live import BuildError, LiveHeap
from .prepared_world import folder_of, install_dates, install_secrets
from .real_names import Names
from .recorder import Recorder
from .snapshot import Snapshot
from .step_recorder import StepRecorder
from .undecorate import undecorate
from .without_traces import KNOWN_MODULES, is_plain, plain_classes
from .worker_calls import Call, CallError

_CALLS_UP_TO_IT = 4
"""Between the one that asks for the limit and the function, and what notes its last decision."""
_KEPT_OUTPUT = 64 * 1024
_ENDED = (b'{"status": "returned"', b'{"status": "raised"')
"""How the answers of runs begin that came to their end."""
_GROWTH = 64 * 1024
"""Kilobytes by which a fork that many runs share may grow: memory is limited for each of them."""


class _InstrumentingLoader(importlib.machinery.SourceFileLoader):
    prefix = ""

    def get_code(self, fullname: str) -> types.CodeType:
        path = self.get_filename(fullname)
        tree = instrument(self.get_data(path), path, self.prefix)
        return compile(tree, path, "exec", dont_inherit=True)


class _Finder:
    """Finds the modules to instrument at the paths given for them, before anyone else does."""

    def __init__(self, paths: Mapping[str, str], main: str) -> None:
        self._paths = paths
        self._main = main

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: types.ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname not in self._paths:
            return None
        file = self._paths[fullname]
        loader = _InstrumentingLoader(fullname, file)
        loader.prefix = "" if fullname == self._main else f"{fullname}:"
        inside = [os.path.dirname(file)] if os.path.basename(file) == "__init__.py" else None
        return importlib.util.spec_from_file_location(
            fullname, file, loader=loader, submodule_search_locations=inside
        )


class _Kept(io.RawIOBase):
    """A sink that keeps the first bytes written to it and forgets the rest."""

    def __init__(self) -> None:
        self.data = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        size = len(data)  # type: ignore[arg-type]
        self.data += bytes(data)[: max(0, _KEPT_OUTPUT - len(self.data))]  # type: ignore[call-overload]
        return size


class Worker:
    def __init__(self, config: Mapping[str, object]) -> None:
        name, path = str(config["name"]), str(config["path"])
        others = config.get("instrument") or {}
        assert isinstance(others, dict)
        search = config["search"]
        assert isinstance(search, list)
        environment = config["environment"]
        assert isinstance(environment, dict)
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(str(config["folder"]))
        sys.path[:] = search
        # Nothing is left behind in the user's folders; and of a module that is edited twice within
        # a second, Python would go on to take what it has compiled first.
        sys.dont_write_bytecode = True
        before = frozenset(sys.modules)
        self._paths = {name: path, **others}
        self._recorder = Recorder()
        self._recorder.install()
        sys.meta_path.insert(0, _Finder(self._paths, name))
        # A module of the standard library may have the name already.
        sys.modules.pop(name, None)
        self._module = importlib.import_module(name)
        for each in self._paths:
            if each in sys.modules:
                undecorate(sys.modules[each])
        self._names = Names(self._module, before)
        with open(path, "rb") as source:
            self._plain = None if others or _has_others() else plain_classes(source.read())
        self._shared: Fork | None = None

    def replay(self, line: bytes) -> bytes:
        """Runs one request in a fork and waits for it, but not longer than it may take."""
        request = json.loads(line)
        is_shared = self._plain is not None and is_plain(request, self._plain)
        old = self._shared if is_shared else None
        fork = old or Fork(lambda asked, answering: self._serve(asked, answering, is_shared))
        answer = fork.ask(line, time.monotonic() + float(str(request["patience"])))
        is_whole = answer is not None and answer.endswith(b"\n")
        if answer is not None and is_whole and is_shared and answer.startswith(_ENDED):
            self._shared = fork
            return answer
        self._shared = None if is_shared else self._shared
        status = fork.end(by_force=answer is None)
        shutil.rmtree(folder_of(fork.pid), ignore_errors=True)
        if answer is None or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF):
            return _line({"status": "timeout", "why": f"not finished after {request['timeout']} s"})
        if old is not None:  # what is wrong may be the fork
            return self.replay(line)
        if not is_whole:
            return _line({"status": "died", "why": _end_of_process(status)})
        return answer

    def _serve(self, asked: int, answering: int, is_shared: bool) -> None:
        """In a fork: one request, or all that come while runs come to their end."""
        recursion_limit, size = sys.getrecursionlimit(), _largest_size()
        if is_shared:
            gc.freeze()
        for line in os.fdopen(asked, "rb"):
            answer = _line(self._in_fork(json.loads(line), answering))
            _write(answer, answering)
            if not is_shared or not answer.startswith(_ENDED) or _largest_size() > size + _GROWTH:
                return
            signal.setitimer(signal.ITIMER_PROF, 0)
            sys.setrecursionlimit(recursion_limit)
            gc.collect()  # now, and not during the next run

    def _in_fork(self, request: Mapping[str, object], answering: int) -> Mapping[str, object]:
        try:
            return self._run(request, answering)
        except RecursionError:
            return {"status": "invalid", "why": "values are nested too deeply to be read"}
        except MemoryError:
            return {"status": "memory", "why": "out of memory"}
        except BaseException as error:
            return {"status": "invalid", "why": f"{type(error).__name__}: {error}"}

    def _run(self, request: Mapping[str, object], writing: int) -> dict[str, object]:
        heap = request["input"]
        assert isinstance(heap, dict)
        kept = _Kept()
        _redirect(kept)
        spec = request.get("search")
        if isinstance(spec, dict):
            return self._searched(spec, request)
        try:
            live = LiveHeap(heap["objects"], self._names)
            roots = {name: live.value(value) for name, value in heap["roots"].items()}
            call = Call(self._around(str(request.get("code") or "")), str(request["target"]), roots)
        except (BuildError, CallError) as error:
            return {"status": "invalid", "why": str(error)}
        undo: Callable[[], None] | None = None
        if live.draws is not None:
            live.draws.install()
            install_secrets(live.draws)
            undo = install_dates(live.draws)
        if live.world is not None:
            live.world.install()
            call.schedule = live.world.schedule
        limit = request.get("recursion_limit")
        sys.setrecursionlimit(limit if isinstance(limit, int) else _as_in_a_module())
        steps = request.get("max_steps")
        if isinstance(steps, int):

            def reached(loops: list[Loop], may_end: bool) -> None:
                places = [{"file": file, "line": line} for file, line in loops]
                answer = {"status": "endless", "loops": places, "may_end": may_end}
                try:
                    _write(_line(answer), writing)
                finally:
                    os._exit(0)

            StepLimit(self._paths.values(), steps, reached).install()
        recorder = None
        recorded = request.get("recorded_steps")
        if isinstance(recorded, int):
            files = self._paths.values()
            main = self._paths[self._module.__name__]
            heap_then = Snapshot(self._names, live.objects)
            recorder = StepRecorder(files, main, recorded, heap_then)
            recorder.install()
        answer, result = self._guarded(call, request)
        sys.settrace(None)
        if undo is not None:
            undo()
        if answer["status"] == "memory":
            return answer
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))
        snapshot = Snapshot(self._names, live.objects)
        after = {name: snapshot.value(value) for name, value in roots.items()}
        answer["value"] = snapshot.value(result)
        if recorder is not None:
            answer["steps"] = recorder.steps
        answer["output"] = {"roots": after, "objects": snapshot.finish()}
        answer["trace"] = self._recorder.events
        answer["trace_cut"] = self._recorder.cut
        answer["printed"] = kept.data.decode(errors="replace")
        return answer

    def _searched(
        self, spec: dict[str, object], request: Mapping[str, object]
    ) -> dict[str, object]:
        code = str(request.get("code") or "")
        beside = self._around(code) if code else None
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (int(str(request["memory"])), hard))
        return CallSearch(spec, self._module, self._names, self._recorder, beside).run()

    def _around(self, code: str) -> types.ModuleType:
        """The module, or one that the code makes beside it."""
        if not code:
            return self._module
        beside = types.ModuleType("heapwise_beside")
        sys.modules[beside.__name__] = beside
        exec(compile(code, "<heapwise>", "exec", dont_inherit=True), vars(beside))
        return beside

    def _guarded(
        self, call: Call, request: Mapping[str, object]
    ) -> tuple[dict[str, object], object]:
        """The call itself, within its limits: what it came to, and the value returned. Time is CPU
        time; when it is over, the signal ends the process."""
        signal.setitimer(signal.ITIMER_PROF, float(str(request["timeout"])))
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (int(str(request["memory"])), hard))
        self._recorder.restart(int(str(request["max_events"])))
        self._recorder.on = True
        answer: dict[str, object] = {"status": "returned"}
        result: object = None
        try:
            result = call.run(int(str(request["max_items"])))
            answer["exhausted"], answer["items_cut"] = call.exhausted, call.cut
        except MemoryError:
            answer = {"status": "memory", "why": f"needs more than {request['memory']} bytes"}
        except BaseException as error:
            self._recorder.on = False
            answer = self._raised(error)
        finally:
            self._recorder.on = False
            resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
        return answer, result

    def _raised(self, error: BaseException) -> dict[str, object]:
        try:
            message = str(error)
        except BaseException:
            message = ""
        line = None
        files = set(self._paths.values())
        step = error.__traceback__
        while step is not None:
            if step.tb_frame.f_code.co_filename in files:
                line = step.tb_lineno
            step = step.tb_next
        return {
            "status": "raised",
            "exception": self._names.of_class(type(error)),
            "message": message,
            "line": line,
        }


def _as_in_a_module() -> int:
    """The recursion limit under which the function, although it is called from further down, may
    nest as many calls as if a module had called it."""
    limit = sys.getrecursionlimit()
    return limit + _CALLS_UP_TO_IT + limit - 1 - _calls_left()


def _calls_left() -> int:
    def nested(count: int) -> int:
        try:
            return nested(count + 1)
        except RecursionError:
            return count

    return nested(0)


def _has_others() -> bool:
    """Has the user modules that are called as those which are known to leave nothing behind?"""
    library = os.path.dirname(os.__file__)
    loaded = (sys.modules[name] for name in KNOWN_MODULES if name in sys.modules)
    files = (str(getattr(each, "__file__", None) or library) for each in loaded)
    return not all(file.startswith(library) for file in files)


def _largest_size() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _line(answer: Mapping[str, object]) -> bytes:
    return json.dumps(answer).encode() + b"\n"


def _write(data: bytes, descriptor: int) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def _redirect(kept: _Kept) -> None:
    sys.stdin = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    sys.stdout = sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(kept, 1), encoding="utf-8", errors="replace", write_through=True
    )


def _end_of_process(status: int) -> str:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return f"killed by signal {number} ({signal.Signals(number).name})"
    return f"the process was ended with exit code {os.waitstatus_to_exitcode(status)}"


def main() -> None:
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)

    def answer(line: bytes) -> None:
        answers.write(line)
        answers.flush()

    try:
        worker = Worker(json.loads(requests.readline()))
    except BaseException as error:
        why = f"cannot be imported: {type(error).__name__}: {error}"
        answer(_line({"status": "invalid", "why": why}))
        return
    answer(_line({"status": "ready"}))
    for line in requests:
        answer(worker.replay(line))
