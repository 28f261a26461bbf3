"""Witnesses of Java programs with a driver: a JVM makes the receiver as the driver says.

What it looks like then is the input of the path. The method is run on it at once, because a copy
would share nothing with static fields, and what the JVM does is compared with what the path has
predicted, up to the names of objects.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from heapwise.engine.state import Leaf
from heapwise.frontends.java.classfile.class_file import Method
from heapwise.frontends.java.driver import RECEIVER, SCOPE, Driver, more
from heapwise.frontends.java.main_code import Parameter
from heapwise.frontends.java.program import JavaProgram
from heapwise.frontends.java.witness.witnesses import JavaWitnesses
from heapwise.heaps.view import HeapView, Snapshot
from heapwise.results import Heap
from heapwise.solver import Model
from heapwise.terms import Term
from heapwise.testgen.cpython_replay import Observation
from heapwise.testgen.java import JavaMethod, JvmReplayer
from heapwise.testgen.java.jvm import Step

_THIS = "this"


class DrivenJavaWitnesses(JavaWitnesses):
    def __init__(self, program: JavaProgram, driver: Driver, max_calls: int | None) -> None:
        super().__init__(program, max_calls)
        self._driver = driver
        self._predicted: Snapshot | None = None

    def read(self, view: HeapView, model: Model, leaf: Leaf[Any]) -> Snapshot:
        predicted = super().read(view, model, leaf)
        self.last = self._predicted = None
        if self._replayer is None:
            return predicted
        target = self.method()
        steps = self._steps(predicted.input)
        given = predicted.input
        if self._driver.scope is not None:
            given = Heap({**given.roots, SCOPE: self._driver.scope}, given.objects)
        built, self.last, _ = self._replayer.drive(
            target, steps, given, self._nondet, hashes=self._hashes
        )
        if built is None:
            return predicted
        self._predicted = predicted
        roots = {name: predicted.input.roots[name] for name in target.parameters}
        given = Heap({**built.roots, **roots}, {**predicted.input.objects, **built.objects})
        after = Heap({**given.roots}, self.last.output.objects)
        self.last = replace(self.last, output=after)
        return Snapshot(given, after, self.last.value)

    def _made(self, leaf: Leaf[Any]) -> dict[str, Term]:
        receiver = RECEIVER.of(leaf.store)
        return {} if receiver is None else {_THIS: receiver}

    def method(self) -> JavaMethod:
        return replace(super().method(), receiver=_THIS)

    def _steps(self, inputs: Heap) -> list[Step]:
        """The calls that make the receiver."""
        found = [_step(self._driver.constructor, self._driver.made)]
        for number, given in enumerate(self._driver.given, 1):
            if not inputs.roots.get(more(number)) or self._driver.operation is None:
                break
            found.append(_step(self._driver.operation, given))
        return found

    def _observed(
        self, shot: Snapshot, replayer: JvmReplayer
    ) -> tuple[Observation, Snapshot, Heap] | None:
        """What the receiver holds is new: it is compared by how it is reached."""
        if self.last is None or self._predicted is None:
            return None
        before = self._predicted.input
        return self.last, self._predicted, Heap(shot.input.roots, before.objects)


def _step(method: Method, given: Sequence[Parameter]) -> Step:
    return Step(method.name, method.descriptor, tuple(each.name for each in given))
