"""CPython itself, in this process: programs that we have made ourselves are harmless.

The instrumented module runs on real objects that are made of an input, and what it did is told in
the form in which replays tell it.
"""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path
from types import ModuleType, TracebackType

from heapwise.results import Heap
from heapwise.results.heap import heap_from_json, heap_to_json, value_from_json
from heapwise.testgen.cpython_replay import Observation, Status
from heapwise.testgen.instrument import instrument
from heapwise.testgen.live import LiveHeap
from heapwise.testgen.real_names import Names
from heapwise.testgen.recorder import Recorder
from heapwise.testgen.snapshot import Snapshot
from heapwise.testgen.worker_calls import Call

EVENTS = 5_000
"""What a run may do before it is taken for one without an end."""
_ITEMS = 100


class EndlessError(BaseException):
    """Not an `Exception`, so that a program does not catch it."""


class _LimitedRecorder(Recorder):
    def _note(self, name: str, truth: bool) -> None:
        super()._note(name, truth)
        if self.cut:
            raise EndlessError


class Oracle:
    """One program. `run` takes an input heap; None if the run has no end."""

    def __init__(self, path: Path) -> None:
        self._path = str(path)
        self._recorder = _LimitedRecorder()
        self._recorder.install()
        before = frozenset(sys.modules)
        self._module = ModuleType(path.stem)
        self._code = compile(instrument(path.read_bytes(), self._path), self._path, "exec")
        self._names = Names(self._module, before)

    def run(self, target: str, given: Heap) -> Observation | None:
        # What a run leaves behind in the module must not be seen by the next.
        vars(self._module).clear()
        vars(self._module)["__name__"] = Path(self._path).stem
        exec(self._code, vars(self._module))
        data = heap_to_json(given)
        live = LiveHeap(data["objects"], self._names)  # type: ignore[arg-type]
        roots = {name: live.value(value) for name, value in data["roots"].items()}  # type: ignore[attr-defined]
        call = Call(self._module, target, roots)
        status, exception, message, line = Status.RETURNED, None, "", None
        result: object = None
        self._recorder.restart(EVENTS)
        self._recorder.on = True
        told, sys.unraisablehook = sys.unraisablehook, lambda _: None
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                result = call.run(_ITEMS)
        except EndlessError:
            return None
        except Exception as error:
            self._recorder.on = False
            status, exception = Status.RAISED, self._names.of_class(type(error))
            message, line = text_of(error), self._line(error.__traceback__)
        finally:
            self._recorder.on = False
            sys.unraisablehook = told
        snapshot = Snapshot(self._names, live.objects)
        after = {name: snapshot.value(value) for name, value in roots.items()}
        value = snapshot.value(result)
        output = heap_from_json({"roots": after, "objects": snapshot.finish()})
        events = tuple(self._recorder.events)
        return Observation(status, value_from_json(value), exception, message, line, output, events)

    def _line(self, step: TracebackType | None) -> int | None:
        line = None
        while step is not None:
            if step.tb_frame.f_code.co_filename == self._path:
                line = step.tb_lineno
            step = step.tb_next
        return line


def text_of(error: Exception) -> str:
    """Empty where it cannot be told, as where an argument has too many digits."""
    try:
        return str(error)
    except Exception:
        return ""
