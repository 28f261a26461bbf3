"""Explore a function given as source, and replay every path in the Python that runs the tests.

That the replay of each witness shows what was predicted (result, exception, final heap, decisions)
is checked here, so that tests only say which paths there are.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import NamedTuple
from unittest.mock import patch

from heapwise.engine.bounds import Bounds
from heapwise.engine.explorer import Explorer
from heapwise.engine.state import events
from heapwise.frontends.python.model.values import is_value
from heapwise.frontends.python.options import PythonOptions
from heapwise.frontends.python.program import load_program
from heapwise.frontends.python.runtime import PythonRuntime
from heapwise.frontends.python.source import importing
from heapwise.frontends.python.witness.model_reading import Describer
from heapwise.heaps import registry
from heapwise.results import OutcomeKind
from heapwise.solver import default_solver
from heapwise.testgen.against_prediction import Expectation, same_outcome
from heapwise.testgen.cpython_replay import ModuleUnderTest, Replayer

_ENDED = (OutcomeKind.RETURNED, OutcomeKind.RAISED, OutcomeKind.VIOLATED)
_OPEN = (OutcomeKind.BOUNDED, OutcomeKind.ENDLESS)


class Path(NamedTuple):
    """`detail` is the name of the exception, or what is not supported."""

    kind: OutcomeKind
    detail: str | None
    result: object
    trace: tuple[str, ...]


class Cases:
    """Functions by the names of cases, of a line of parameters and the lines of the body, all in
    one source: it is imported once, and one process replays them all."""

    def __init__(self, heading: str, cases: Mapping[str, Sequence[str]]) -> None:
        self._functions = {case: f"case_{number}" for number, case in enumerate(cases)}
        self._source = heading
        for case, (parameters, *lines) in cases.items():
            body = "".join(f"    {line}\n" for line in lines)
            self._source += f"\ndef {self._functions[case]}({parameters}):\n{body}"

    def explore(self, directory: FilePath, case: str, strategy: str = "fieldmaps") -> list[Path]:
        """All tests of a file must have the same directory."""
        return explore(directory, self._source, self._functions[case], strategy=strategy)


def explore(
    directory: FilePath,
    source: str,
    function: str = "target",
    *,
    strategy: str = "fieldmaps",
    max_objects: int = 2,
    options: PythonOptions | None = None,
) -> list[Path]:
    """The paths through the function of the source."""
    file = directory / "subject.py"
    text = textwrap.dedent(source)
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")
    # No child needs to show first that these modules can be imported: that is tested elsewhere.
    with patch.object(importing, "probed"):
        program = load_program(f"{file}:{function}", limits=options)
    runtime = program.runtime
    assert isinstance(runtime, PythonRuntime)
    target = runtime.target
    heap = registry.create(strategy, program)
    solver = default_solver()
    explorer = Explorer(program, heap, solver, Bounds(max_objects=max_objects, timeout=1200))
    found: list[Path] = []
    with Replayer() as replayer:
        module = ModuleUnderTest.of_file(file)
        for leaf in explorer.leaves():
            model = solver.model(leaf.path)
            assert model is not None
            view = heap.view(program, leaf.heap, model)
            describer = Describer(runtime.universe, view, model, leaf.store)
            returned = leaf.kind is OutcomeKind.RETURNED
            shot = describer.snapshot(
                target.parameters, leaf.value if returned and is_value(leaf.value) else None
            )
            trace = events(leaf.trace)
            found.append(Path(leaf.kind, leaf.detail, shot.result, trace))
            if leaf.kind not in _ENDED:
                continue
            raised = "AssertionError" if leaf.kind is OutcomeKind.VIOLATED else leaf.detail
            expected = Expectation(None if returned else raised, shot.result, shot.output, trace)
            shown = replayer.replay(module, target.info.qualname, shot.input)
            differences = same_outcome(expected, shown, shot.input)
            assert not differences, f"{shot.input}: {differences}"
    return found


def ended(paths: list[Path]) -> list[Path]:
    """Those that no bound has cut."""
    return [path for path in paths if path.kind is not OutcomeKind.BOUNDED]


def results(paths: list[Path]) -> set[object]:
    """What the paths return, or the exceptions they raise; that a path is not supported is an
    error."""
    found: set[object] = set()
    for path in paths:
        assert path.kind in (*_ENDED, *_OPEN), path.detail
        if path.kind is OutcomeKind.RETURNED:
            found.add(path.result)
        elif path.kind not in _OPEN:
            found.add(path.detail)
    return found


def reasons(paths: list[Path]) -> set[str | None]:
    """What is not supported."""
    return {path.detail for path in paths if path.kind is OutcomeKind.UNSUPPORTED}
