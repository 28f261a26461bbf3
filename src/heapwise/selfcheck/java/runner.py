"""One program of a Java self-check: made, checked against a JVM, and shrunk if it fails.

Laws: the witness of every path does in a JVM what the path says (3), and every small input is
accepted by exactly one path, which says what the JVM does (4). Programs are assembled: no compiler
of Java is needed, but a JVM is.
"""

from __future__ import annotations

import atexit
import random
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from heapwise.api import Exploration, explore
from heapwise.engine.bounds import Bounds
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.program import InputError
from heapwise.results import COMPLETED, Heap, HeapObject, Ref, Value
from heapwise.results.path_result import CONTRADICTED
from heapwise.selfcheck.alarm import TOO_LONG, within
from heapwise.selfcheck.java.against_jvm import Judge, Verdict
from heapwise.selfcheck.java.compiling import DESCRIPTOR, MAIN, write_classes
from heapwise.selfcheck.java.concrete_inputs import STRATEGY, array_object
from heapwise.selfcheck.java.generator import generate
from heapwise.selfcheck.java.syntax import PARAMETERS, Program, smaller, to_source
from heapwise.selfcheck.laws import Failure, Law, Report, Tally
from heapwise.selfcheck.runner import Result, Settings
from heapwise.testgen.java import JvmReplayer

_MOST_PATHS = 300
_BOUNDS = Bounds(max_objects=3, max_length=3, max_loops=20, max_paths=_MOST_PATHS, timeout=None)
_INPUTS = 40
_WITNESSES = 12
_ENOUGH = 400
"""Programs that are tried for a smaller one."""


def check_program(settings: Settings, index: int) -> Result:
    program = generate(settings.seed, index)
    report = _checked(program, index, settings)
    if report.failure is None:
        return Result(index, report.tally, report.skipped)
    program, failure = _shrunk(program, report.failure, index, settings)
    return Result(index, report.tally, None, failure, to_source(program))


def _checked(program: Program, index: int, settings: Settings) -> Report:
    report = within(settings.check_seconds, lambda: check(program, index))
    if report.skipped == TOO_LONG:
        _jvm().close()  # its answer may be waiting, and would be taken for that to a later question
    return report


def _shrunk(
    program: Program, failure: Failure, index: int, settings: Settings
) -> tuple[Program, Failure]:
    deadline = time.monotonic() + settings.shrink_seconds
    tried: set[Program] = set()
    found = True
    while found:
        found = False
        for candidate in smaller(program):
            if time.monotonic() > deadline or len(tried) > _ENOUGH:
                break
            if candidate in tried:
                continue
            tried.add(candidate)
            again = _checked(candidate, index, settings).failure
            if again is not None and again.law is failure.law:
                program, failure, found = candidate, again, True
                break
    return program, failure


@cache
def _jvm() -> JvmReplayer:
    """One for all programs of a process."""
    jdk = find_jdk()
    if jdk is None or not (jdk.home / "bin" / "java").is_file():
        raise InputError(
            "the oracle of Java programs is a JVM, and there is none: set JAVA_HOME, or "
            "`pip install 'heapwise[java]'`"
        )
    made = JvmReplayer(jdk.home)
    atexit.register(made.close)
    return made


def check(program: Program, number: int) -> Report:
    with tempfile.TemporaryDirectory(prefix="heapwise-selfcheck-") as folder:
        write_classes(program, Path(folder))
        target = f"{folder}:{MAIN.replace('/', '.')}.run{DESCRIPTOR}"
        run = explore(target, strategy=STRATEGY, bounds=_BOUNDS)
        try:
            return _Checker(run, number).report()
        finally:
            run.close()


class _Checker:
    def __init__(self, run: Exploration, number: int) -> None:
        self._run = run
        self._random = random.Random(number)
        self._tally = Tally()

    def report(self) -> Report:
        judge = Judge(self._run, _jvm())
        self._tally.paths[STRATEGY] = len(judge.leaves)
        self._tally.checks[Law.RUNS] += 1
        for fault in self._run.account.failures:
            failure = Failure(Law.RUNS, (STRATEGY,), "paths", str(fault))
            return Report(self._tally, failure)
        if self._run.account.stopped is not None:
            return Report(Tally(), skipped="it has too many paths")
        return Report(self._tally, next(self._failures(judge), None))

    def _failures(self, judge: Judge) -> Iterator[Failure]:
        inputs = list(_inputs(self._random))
        for given, found in zip(inputs, judge.judge(inputs), strict=True):
            self._tally.heaps += 1
            self._tally.checks[Law.EXACTNESS] += 1
            if found.verdict is Verdict.TOLD:
                self._tally.open[found.text] += 1
            elif found.verdict is Verdict.DIFFERS:
                yield Failure(
                    Law.EXACTNESS, (STRATEGY,), "one path that does the same", found.text, given
                )
        complete = [leaf for leaf in judge.leaves if leaf.kind in COMPLETED]
        self._random.shuffle(complete)
        for leaf in complete[:_WITNESSES]:
            self._tally.checks[Law.WITNESS] += 1
            path = self._run.describe(leaf)
            if not path.replayed and not path.doubt.startswith(CONTRADICTED):
                self._tally.open[path.doubt] += 1
            elif not path.replayed:
                said = f"not replayed: {path.doubt}"
                yield Failure(Law.WITNESS, (STRATEGY,), str(path.outcome), said, path.input)


# -- small inputs

_A, _B = "gen.A", "gen.B"
_ITEMS: tuple[tuple[int, ...] | None, ...] = (None, (), (1,), (0, 2))


def _inputs(choices: random.Random) -> Iterator[Heap]:
    """Up to two objects that alias as they like."""
    for _ in range(_INPUTS):
        yield _input(choices)


def _input(choices: random.Random) -> Heap:
    objects: dict[Ref, HeapObject] = {}

    def array() -> Value:
        items = choices.choice(_ITEMS)
        if items is None:
            return None
        ref = Ref(f"int[]#{len(objects) + 1}")
        objects[ref] = array_object("int[]", items)
        return ref

    refs = [Ref(f"{cls}#{n}") for n, cls in enumerate(choices.choices((_A, _B), k=2), 1)]
    shared = array()
    for ref in refs:
        cls = ref.name.partition("#")[0]
        fields: dict[str, Value] = {
            "x": choices.choice((0, 1, -1, 2**31 - 1)),
            "next": choices.choice((None, *refs)),
        }
        if cls == _B:
            fields["items"] = choices.choice((shared, array()))
        objects[ref] = HeapObject(cls, fields)
    roots: dict[str, Value] = {
        "i": choices.choice((0, 1, -1, 2, -(2**31))),
        "j": choices.choice((0, 1, 3)),
        "a": choices.choice((None, *refs)),
        "b": choices.choice((None, *refs)),
        "xs": choices.choice((shared, array())),
    }
    names = [f"arg{number}" for number in range(len(PARAMETERS))]  # none were kept
    return Heap(dict(zip(names, roots.values(), strict=True)), objects)
