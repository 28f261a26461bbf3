"""Witnesses of programs with a driver: CPython builds the receiver as the driver says.

What the receiver looks like then is the input of the path.
"""

from __future__ import annotations

from typing import Any

from heapwise.engine.state import Leaf
from heapwise.frontends.python.program import parameters_of
from heapwise.frontends.python.runtime import SCOPE, Driver, PythonRuntime, of_maker
from heapwise.frontends.python.typing.shapes import BOOL_SHAPE, Shape
from heapwise.frontends.python.witness.model_reading import Describer
from heapwise.frontends.python.witness.replaying import PythonWitnesses
from heapwise.heaps.view import HeapView, Snapshot
from heapwise.results import Heap, HeapObject, Outcome, OutcomeKind, Ref, Value
from heapwise.solver import Model
from heapwise.testgen.cpython_replay import Observation


class DrivenWitnesses(PythonWitnesses):
    def __init__(self, runtime: PythonRuntime, driver: Driver) -> None:
        super().__init__(runtime)
        self._driver = driver
        self._wanted = list(parameters_of(driver.operation).items())

    def read(self, view: HeapView, model: Model, leaf: Leaf[Any]) -> Snapshot:
        describer = Describer(self._runtime.universe, view, model, leaf.store)
        target = self._runtime.target
        receiver, *others = target.parameters
        asked: dict[str, Shape] = {name: target.parameters[name] for name in others}
        if self._driver.is_operation:
            for number in range(1, self._driver.most + 1):
                asked[f"op{number}"] = BOOL_SHAPE
                asked |= {f"op{number}.{name}": shape for name, shape in self._wanted[1:]}
        else:
            maker = self._driver.operation
            asked |= {of_maker(maker, name): shape for name, shape in self._chosen_by_input}
        inputs = describer.snapshot(asked, None).input
        built = self._built(inputs) if self._driver.is_operation else self._made(inputs)
        if built is None:
            self.last = None
            return Snapshot(inputs, inputs, None)
        roots = {receiver: built.roots[receiver], **{name: inputs.roots[name] for name in others}}
        given = Heap(roots, {**inputs.objects, **built.objects})
        self.last = self._replayer.replay(self._module, target.info.qualname, given)
        return Snapshot(given, self.last.output, self.last.value)

    @property
    def _chosen_by_input(self) -> list[tuple[str, Shape]]:
        return [(name, shape) for name, shape in self._wanted if name != SCOPE]

    def _made(self, inputs: Heap) -> Heap | None:
        """The receiver, as the function of the user makes it."""
        maker = self._driver.operation
        roots: dict[str, Value] = {
            name: inputs.roots[of_maker(maker, name)] for name, _ in self._chosen_by_input
        }
        if len(roots) < len(self._wanted):
            roots[SCOPE] = self._driver.most
        seen = self._replayer.replay(self._module, maker.qualname, Heap(roots, inputs.objects))
        receiver = next(iter(self._runtime.target.parameters))
        return Heap({receiver: seen.value}, _objects(seen)) if isinstance(seen.value, Ref) else None

    def _built(self, inputs: Heap) -> Heap | None:
        """The receiver, as the constructor and the operations make it; None if that fails."""
        info = self._driver.operation
        receiver = next(iter(self._runtime.target.parameters))
        assert info.owner is not None
        # With the objects that are passed later on, so that no new one is called like them.
        alone = Heap({}, inputs.objects)
        seen = self._replayer.replay(self._module, info.owner.__qualname__, alone)
        made = seen.value
        objects = _objects(seen)
        for number in range(1, self._driver.most + 1):
            if not isinstance(made, Ref) or not inputs.roots[f"op{number}"]:
                break
            roots: dict[str, Value] = {self._wanted[0][0]: made}
            roots |= {name: inputs.roots[f"op{number}.{name}"] for name, _ in self._wanted[1:]}
            given = Heap(roots, {**inputs.objects, **objects})
            seen = self._replayer.replay(self._module, info.qualname, given)
            objects = _objects(seen)
        if not isinstance(made, Ref):
            return None
        return Heap({receiver: made}, objects)

    def replays(
        self, leaf: Leaf[Any], shot: Snapshot, outcome: Outcome, trace: tuple[str, ...]
    ) -> bool:
        seen = self.last
        if seen is None:
            self.differences = ["the receiver could not be built"]
            return False
        expected = outcome.exception
        if outcome.kind is OutcomeKind.VIOLATED:
            expected = "AssertionError"
        self.differences = []
        if seen.exception != expected:
            self.differences.append(f"expected {expected or 'a return'}, but: {seen.exception}")
        if seen.trace != trace:
            self.differences.append("the run takes another way")
        return not self.differences


def _objects(seen: Observation) -> dict[Ref, HeapObject]:
    return dict(seen.output.objects)
