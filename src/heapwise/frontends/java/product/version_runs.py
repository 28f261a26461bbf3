"""Inputs on which two versions of a Java method are compared, run in a JVM by both of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from heapwise.engine.state import Leaf
from heapwise.frontends.java.classpath.targets import JavaTarget
from heapwise.frontends.java.product.both_runs import Versions
from heapwise.frontends.java.program import JavaProgram
from heapwise.frontends.java.witness.access import Accesses
from heapwise.frontends.java.witness.java_code import package_of, snippet
from heapwise.frontends.java.witness.witnesses import JavaWitnesses, places_of
from heapwise.frontends.versions import Ran, differ, endings
from heapwise.heaps.view import HeapView, Snapshot
from heapwise.results import Heap, Outcome, OutcomeKind, Value
from heapwise.results.heap import HeapObject, Ref, refs_in
from heapwise.results.version_pairs import Ending
from heapwise.solver import Model
from heapwise.testgen.cpython_replay import Observation, Status
from heapwise.testgen.java import JavaMethod, JvmReplayer
from heapwise.testgen.java.junit_body import Answers
from heapwise.testgen.java.junit_file import JavaCase

_LIST = "java.util.ArrayList"
_NO_JVM = "there is no JVM that could run both versions"


class Tried(NamedTuple):
    """An input that both versions have run, and what they did; `answers` is what they were told
    while they ran."""

    given: Heap
    ends: tuple[Ending, Ending]
    observed: Observation
    answers: Answers


class VersionRuns:
    """Runs of both versions; remembers what they did."""

    def __init__(self, versions: Versions, parameters: Sequence[str]) -> None:
        self._versions = versions
        self._names = parameters
        self._tried: list[Tried] = []

    def method(self, target: JavaTarget) -> JavaMethod:
        names = tuple(each for each in self._names if each != "this")
        return JavaMethod(
            places_of(target.classes),
            target.cls.java_name,
            target.method.name,
            target.method.descriptor,
            "this" if "this" in self._names else None,
            names,
        )

    def ends(
        self,
        replayer: JvmReplayer,
        given: Heap,
        nondet: Sequence[Value] = (),
        hashes: Sequence[tuple[Value, int]] = (),
        answers: Answers = (),
    ) -> tuple[Ending, Ending]:
        seen = [
            replayer.replay(self.method(each), given, nondet, hashes=hashes)
            for each in (self._versions.before, self._versions.now)
        ]
        roots = {name: value for name, value in given.roots.items() if name in self._names}
        inputs = _as_seen(Heap(roots, given.objects))
        found = endings(inputs, *map(_ran, seen))
        self._tried.append(Tried(given, found, seen[0], answers))
        return found

    def of(self, given: Heap) -> Tried:
        """What an input was seen to do that was tried before."""
        return next(each for each in reversed(self._tried) if each.given == given)

    def ended(self, given: Heap) -> tuple[Ending, Ending]:
        return self.of(given).ends

    def call(self, given: Heap) -> str:
        """Code that builds the input and calls the method."""
        now, tried = self._versions.now, self.of(given)
        place = now.classes, now.cls, now.method
        return snippet(*place, self.method(now), given, tried.answers)

    def case(self, given: Heap) -> JavaCase:
        """A test that the first version passes."""
        before, tried = self._versions.before, self.of(given)
        accesses = Accesses(before.classes, package_of(before.cls))
        access = accesses.of_method(before.cls, before.method)
        return JavaCase(self.method(before), access, given, tried.observed, answers=tried.answers)


def _ran(seen: Observation) -> Ran:
    how = seen.status.value if seen.finished or seen.status is Status.ENDLESS else seen.why
    exception = seen.exception or "" if seen.status is Status.RAISED else ""
    return Ran(how or seen.status.value, seen.value, exception, _as_seen(seen.output))


def _as_seen(heap: Heap) -> Heap:
    """Without what nobody sees of collections of the JDK: how often they were changed, and how much
    room there is in the array of a list."""
    objects: dict[Ref, HeapObject] = {}
    arrays: set[Ref] = set()
    for ref, body in heap.objects.items():
        fields = dict(body.fields)
        items = body.items
        if body.class_name.startswith("java."):
            fields.pop("modCount", None)
        array = fields.get("elementData")
        if body.class_name == _LIST and isinstance(array, Ref) and array in heap.objects:
            size = fields.pop("size", 0)
            assert isinstance(size, int)
            items = (heap.objects[array].items or ())[:size]
            arrays.add(array)
            del fields["elementData"]
        objects[ref] = replace(body, fields=fields, items=items)
    values = [
        *heap.roots.values(),
        *(each for body in objects.values() for each in body.contents()),
    ]
    kept = {ref for value in values for ref in refs_in(value)}
    return Heap(
        heap.roots,
        {ref: body for ref, body in objects.items() if ref in kept or ref not in arrays},
    )


class VersionWitnesses(JavaWitnesses):
    def __init__(self, program: JavaProgram, max_calls: int | None, runs: VersionRuns) -> None:
        super().__init__(program, max_calls)
        self._runs = runs

    def read(self, view: HeapView, model: Model, leaf: Leaf[Any]) -> Snapshot:
        # What the first version has put into the store is None there once the second one began.
        store = {key: value for key, value in leaf.store.items() if value is not None}
        leaf = leaf._replace(kind=OutcomeKind.VIOLATED, value=None, store=store)
        return super().read(view, model, leaf)

    def replays(
        self, leaf: Leaf[Any], shot: Snapshot, outcome: Outcome, trace: tuple[str, ...]
    ) -> bool:
        if self._replayer is None:
            self.differences, self.beyond = [_NO_JVM], _NO_JVM
            return False
        values, hashes = self._nondet, self._hashes
        one, other = self._runs.ends(self._replayer, shot.input, values, hashes, self.answers)
        if differ(one, other) == (outcome.kind is OutcomeKind.VIOLATED):
            return True
        told = "differ" if outcome.kind is not OutcomeKind.VIOLATED else "end alike"
        self.differences = [f"run by a JVM, the versions {told}"]
        self.beyond = self._beyond(leaf)
        return False

    def goes_on(self, leaf: Leaf[Any], shot: Snapshot) -> bool:
        return False
