"""Runs of Java methods step by step: in a JVM of their own, which a debugger stops at every line.

Code of the JDK is stepped over, unless the method is of the JDK: then its own class is followed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from heapwise.frontends.java.classfile.class_file import Method
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.frontends.java.classpath.source_texts import JavaSources
from heapwise.frontends.java.lowering.builder import parameter_slots
from heapwise.frontends.java.main_code import names_of
from heapwise.frontends.java.witness.heap_names import Shortened
from heapwise.program import InputError
from heapwise.results import Heap, Value
from heapwise.results.illustration import Step
from heapwise.testgen.cpython_replay import Observation
from heapwise.testgen.java.debugger import Debugger, Moment, Recording, Variable
from heapwise.testgen.java.jvm import JavaMethod, JvmLimits, JvmReplayer

_PLATFORM = ("java.", "javax.", "jdk.", "sun.", "com.sun.")


class Seen(NamedTuple):
    """What a run did, and its steps."""

    observed: Observation
    steps: tuple[Step, ...]


class LineSteps:
    """Call `close` when no more is asked. Identity hash codes are the JVM's own."""

    def __init__(self, home: Path, classes: ClassPath, sources: JavaSources) -> None:
        self._classes = classes
        self._sources = sources
        self._debugger = Debugger()
        self._jvm = JvmReplayer(home, JvmLimits(own_hashes=True), self._debugger.port)

    def close(self) -> None:
        self._jvm.close()
        self._debugger.close()

    def run(self, method: JavaMethod, given: Heap, nondet: Sequence[Value], most: int) -> Seen:
        """With so many steps at most, one before each line, and one at the end."""
        name = method.class_name
        within = name if name.startswith(_PLATFORM) else ""
        recording = Recording(self._look, most, within)
        if self._debugger.lost:
            self._jvm.close()  # the next one is connected again
            self._debugger.lost = False
        self._debugger.recording = recording if most else None
        observed, last = self._jvm.record(method, given, nondet)
        self._debugger.recording = None
        steps = [*recording.steps]
        if last is not None and steps and len(steps) < most:
            steps.append(_ending(steps, observed, last))
        short = Shortened([step.heap for step in steps])
        return Seen(
            observed,
            tuple(
                Step(each.line, short.heap(each.heap), each.function, each.file, each.event)
                for each in steps
            ),
        )

    def _look(self, cls: str, name: str, descriptor: str, index: int) -> Moment | None:
        try:
            found = self._classes.find(cls)
        except InputError:
            return None
        method = found.method(name, descriptor) if found is not None else None
        if found is None or method is None or method.code is None:
            return None
        line = method.code.line_at(index)
        if not line:
            return None
        file = self._sources.file_of_class(cls)
        return Moment(
            "" if file == self._sources.main else file,
            line,
            f"{found.java_name.rpartition('.')[2]}.{name}",
            _variables(method, index),
        )


def _variables(method: Method, index: int) -> list[Variable]:
    """Those that are alive; without names from the compiler, the receiver and the parameters."""
    assert method.code is not None
    listed = method.code.variables()
    if listed:
        return [
            Variable(each.name, each.type[0], each.slot)
            for each in listed
            if each.start <= index < each.end
        ]
    names = ([] if method.is_static else ["this"]) + names_of(method)
    return [
        Variable(name, type_.descriptor[0], slot)
        for name, (slot, type_) in zip(names, parameter_slots(method), strict=True)
    ]


def _ending(steps: Sequence[Step], observed: Observation, last: Heap) -> Step:
    """The end, at the line that the method itself was in last."""
    own = [step for step in steps if step.function == steps[0].function]
    raised = observed.exception is not None
    event = "raised" if raised else "returned"
    return Step(own[-1].line, last, own[-1].function, own[-1].file, event)
