"""A process that runs Python programs on every small input and says which control-flow paths the
inputs take: `python -m python_brute`, a line of JSON in and one out for each program.

It shares no code with the engine: inputs are chosen by `benchmarks.python.heaps` from the hints,
CPython runs the program, and the hooks that replays use record the branches. An input that does
not fit the bounds, or that runs for ever, counts for nothing.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import itertools
import json
import sys
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.python.heaps import Bounds, Hint, World
from heapwise.testgen.instrument import instrument
from heapwise.testgen.recorder import Recorder

EVENTS = 5_000
"""Of a run; one that has more is taken to have no end, unless it ends in a RecursionError."""

KEPT = 400
"""Events of a run into a RecursionError: the rest depends on how deep the stack may get."""

End = tuple[tuple[str, ...], str | None, int | None]
"""The branches, the exception and its line."""


class EndlessError(BaseException):
    """Not an `Exception`, so that the program does not catch it."""


class LimitedRecorder(Recorder):
    def _note(self, name: str, truth: bool) -> None:
        super()._note(name, truth)
        if self.cut:
            raise EndlessError


class QuietWorld(World):
    """Branches in the program's own methods do not count while an input is being made. The bound
    on objects of a class is one on the whole family of classes, as the engine's is."""

    def __init__(self, hints: dict[str, Hint], bounds: Bounds, recorder: Recorder) -> None:
        self._recorder = recorder
        super().__init__(hints, bounds)

    def _read(self, this: object, name: str) -> object:
        was_on, self._recorder.on = self._recorder.on, False
        try:
            return super()._read(this, name)
        finally:
            self._recorder.on = was_on

    def _room_for(self, cls: type) -> bool:
        limit = self.bounds.per_class
        family = self._family(cls)
        return limit is None or sum(self._family(type(o)) is family for o in self.objects) < limit

    def _family(self, cls: type) -> type:
        return next(base for base in reversed(cls.__mro__) if base in self.classes)


class Program:
    def __init__(self, path: Path, name: str, bounds: Bounds, recorder: Recorder) -> None:
        self._recorder = recorder
        self._path = str(path)
        self._module = _import(path)
        function = getattr(self._module, name)
        assert callable(function)
        self._function = function
        hints = typing.get_type_hints(function)
        hints.pop("return", None)
        self._world = QuietWorld(hints, bounds, recorder)
        self._globals = dict(vars(self._module))

    def ends(self) -> Iterator[End | None]:
        """One for each input; None for a run without an end."""
        return self._world.runs(self._run)

    def _run(self, arguments: dict[str, object]) -> End | None:
        vars(self._module).update(self._globals)
        self._recorder.restart(EVENTS)
        self._recorder.on = True
        exception = line = None
        try:
            result = self._function(**arguments)
            if isinstance(result, Iterator):
                list(itertools.islice(result, EVENTS))
        except EndlessError:
            return None
        except Exception as error:
            if type(error).__name__ == "OutOfBoundsError":
                raise
            exception, line = type(error).__name__, self._line(error.__traceback__)
        finally:
            self._recorder.on = False
        if exception == "RecursionError":
            return tuple(self._recorder.events[:KEPT]), exception, None
        return tuple(self._recorder.events), exception, line

    def _line(self, step: types.TracebackType | None) -> int | None:
        line = None
        while step is not None:
            if step.tb_frame.f_code.co_filename == self._path:
                line = step.tb_lineno
            step = step.tb_next
        return line


def _import(path: Path) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    exec(compile(instrument(path.read_bytes(), str(path)), path, "exec"), vars(module))
    return module


def main() -> None:
    recorder = LimitedRecorder()
    recorder.install()
    answers = sys.stdout
    for line in sys.stdin:
        request = json.loads(line)
        bounds: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in request["bounds"].items()
        }
        with contextlib.redirect_stdout(io.StringIO()):
            program = Program(
                Path(request["path"]), request["function"], Bounds(**bounds), recorder
            )
            found: dict[End, None] = {}
            inputs = endless = 0
            for end in program.ends():
                inputs += 1
                if end is None:
                    endless += 1
                else:
                    found[end] = None
        print(
            json.dumps({"ends": list(found), "inputs": inputs, "endless": endless}),
            file=answers,
            flush=True,
        )


if __name__ == "__main__":
    main()
