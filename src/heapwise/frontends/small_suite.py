"""Tests of programs that the engine runs itself, as a pytest file.

Each test runs the program on an input (`heapwise.run_on`) and compares how it ends.
"""

from __future__ import annotations

import os
import pprint
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from heapwise.frontends.function_tests import FunctionTests, Written
from heapwise.frontends.protocol import Loading, Run, Subject
from heapwise.frontends.running import ending
from heapwise.frontends.test_options import TestOptions
from heapwise.program import Program
from heapwise.results import COMPLETED, Heap, OutcomeKind, PathResult
from heapwise.results.heap import heap_to_json
from heapwise.testgen.from_paths import Shows, chosen

_HEAD = '''"""Tests of {name}, written by heapwise."""

from pathlib import Path

from heapwise import run_on

PROGRAM = Path(__file__).parent / {program!r}
'''


@dataclass(frozen=True, slots=True)
class SmallCase:
    """An input, and how the program ends on it; `condition` says when the path is taken."""

    given: dict[str, object]
    ends: dict[str, object]
    condition: str


class SmallSuite:
    machine = "the engine"
    joins = True
    automatic = True

    def __init__(self, target: str, options: TestOptions) -> None:
        self._target = target
        self._options = options

    def begin(self, subject: Subject) -> FunctionTests:
        return FunctionTests(
            subject.name, subject.name, subject.at.line or 0, skipped=subject.skipped
        )

    def make(self, subject: Subject, run: Run, found: FunctionTests) -> None:
        paths: list[PathResult] = []
        try:
            for path in run:
                if path.outcome.kind not in COMPLETED:
                    continue
                found.paths += 1
                found.violated += path.outcome.kind is OutcomeKind.VIOLATED
                if path.replayed:
                    paths.append(path)
                else:
                    found.faults.append((path.condition, path.doubt))
        except KeyboardInterrupt:
            run.stop("interrupted")
        program = subject.program(Loading())
        shows = [Shows(each.trace_texts, str(each.outcome)) for each in paths]
        for index in chosen(shows, self._options.limit):
            found.cases.append(_case(program, paths[index]))

    def written(
        self, found: Sequence[FunctionTests], destination: Path | None, *, hurry: bool = False
    ) -> Written:
        folder = Path.cwd() if destination is None else destination.resolve().parent
        cases = [case for function in found for case in function.cases]
        text = _file_text(Path(self._target), folder, cases)
        return Written(text, len(cases), not_run="run them with pytest")

    def close(self) -> None:
        return None


def one_test(file: Path, program: Program, path: PathResult) -> str:
    """A file with the test of one path, for the folder that Heapwise was started in."""
    return _file_text(file, Path.cwd(), [_case(program, path)])


def tests_that_end(file: Path, program: Program, inputs: Sequence[Heap], folder: Path) -> str:
    """That a file, on each of these inputs, ends as this program does."""
    cases = [SmallCase(heap_to_json(each), ending(program, each), "") for each in inputs]
    return _file_text(file, folder, cases)


def snippet(file: Path, given: Heap) -> str:
    """Code that runs the program on an input."""
    shown = pprint.pformat(heap_to_json(given), width=92, sort_dicts=False)
    return f"from heapwise import run_on\n\ngiven = {shown}\nprint(run_on({str(file)!r}, given))\n"


def _case(program: Program, path: PathResult) -> SmallCase:
    return SmallCase(heap_to_json(path.input), ending(program, path.input), path.condition)


def _file_text(file: Path, folder: Path, cases: Sequence[SmallCase]) -> str:
    text = _HEAD.format(name=file.name, program=os.path.relpath(file.resolve(), folder))
    return text + "".join(_test(case, number) for number, case in enumerate(cases, 1))


def _test(case: SmallCase, number: int) -> str:
    how = str(case.ends["exception"] or case.ends["kind"])
    name = re.sub(r"\W+", "_", f"{number}_{how}").strip("_").lower()
    given = pprint.pformat(case.given, width=92, sort_dicts=False)
    ends = pprint.pformat(case.ends, width=92, sort_dicts=False)
    shown = case.condition if len(case.condition) < 80 else f"{case.condition[:76]} …"
    return (
        f"\n\ndef test_{name}() -> None:\n"
        f"{f'    # when {shown}{chr(10)}' if shown else ''}"
        f"    given = {_indented(given)}\n"
        f"    assert run_on(PROGRAM, given) == {_indented(ends)}\n"
    )


def _indented(text: str) -> str:
    return text.replace("\n", "\n    ")
