"""Tests of programs that the engine runs itself: a pytest file whose tests run the program on an
input (`heapwise.run_on`) and compare how it ends."""

from __future__ import annotations

import os
import pprint
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from heapwise.api import start
from heapwise.checking.suites import FunctionTests, Written
from heapwise.checking.test_options import TestOptions
from heapwise.engine.bounds import Bounds
from heapwise.engine.faults import failure_of, is_strict
from heapwise.frontends.protocol import Loading, Subject
from heapwise.frontends.running import ending
from heapwise.plan import RunPlan
from heapwise.results import COMPLETED, OutcomeKind, PathResult
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

    def __init__(self, options: TestOptions) -> None:
        self._options = options
        self._target = ""

    def tests_of(self, subject: Subject) -> FunctionTests:
        self._target = subject.target
        found = FunctionTests(
            subject.name, subject.name, subject.at.line or 0, skipped=subject.skipped
        )
        try:
            self._make(subject, found)
        except Exception as error:
            if is_strict():
                raise
            found.account.failures.append(failure_of(error, subject.at))
        return found

    def _make(self, subject: Subject, found: FunctionTests) -> None:
        options = self._options
        bounds = Bounds(max_objects=options.max_objects, timeout=options.seconds)
        plan = RunPlan(subject.target, options.strategy, bounds, contracts=options.contracts)
        program = subject.program(Loading())
        run = start(plan, program)
        found.account = run.account
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
        shows = [Shows(tuple(each.trace), str(each.outcome)) for each in paths]
        for index in chosen(shows, options.limit):
            path = paths[index]
            ends = ending(program, path.input)
            found.cases.append(SmallCase(heap_to_json(path.input), ends, path.condition))

    def written(self, found: Sequence[FunctionTests], destination: Path | None) -> Written:
        folder = Path.cwd() if destination is None else destination.resolve().parent
        program = os.path.relpath(Path(self._target).resolve(), folder)
        text = _HEAD.format(name=Path(self._target).name, program=program)
        cases = [case for function in found for case in function.cases]
        for number, case in enumerate(cases, 1):
            text += _test(case, number)
        return Written(text, len(cases), not_run="run them with pytest")

    def close(self) -> None:
        return None


def suite_of(
    subjects: Sequence[Subject], options: TestOptions, destination: Path | None
) -> SmallSuite:
    return SmallSuite(options)


def _test(case: SmallCase, number: int) -> str:
    how = str(case.ends["exception"] or case.ends["kind"])
    name = re.sub(r"\W+", "_", f"{number}_{how}").strip("_").lower()
    given = pprint.pformat(case.given, width=92, sort_dicts=False)
    ends = pprint.pformat(case.ends, width=92, sort_dicts=False)
    shown = case.condition if len(case.condition) < 80 else f"{case.condition[:76]} …"
    return (
        f"\n\ndef test_{name}() -> None:\n"
        f"    # when {shown}\n"
        f"    given = {_indented(given)}\n"
        f"    assert run_on(PROGRAM, given) == {_indented(ends)}\n"
    )


def _indented(text: str) -> str:
    return text.replace("\n", "\n    ")
