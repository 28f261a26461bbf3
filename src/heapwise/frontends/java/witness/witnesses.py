"""Witnesses of Java programs: the heaps of a path as plain data, replayed in a JVM.

What the engine calls an object is turned into the form that `testgen.java` describes: arrays have
`items`, chars are unsigned, class objects are named constants, and of fields that hide each other
the one of the most derived class has the plain name. In `--ints math`, and where there is no JVM or
a number does not fit, the engine itself runs the witness instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from heapwise.engine.replay import TRIED_STEPS, run_concretely
from heapwise.engine.state import BY_CONTRACT, Leaf, State, Store, StoreKey, events
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.frontends.java.classpath.source_texts import JavaSources
from heapwise.frontends.java.classpath.sources import SingleFile
from heapwise.frontends.java.contracts import JavaContract
from heapwise.frontends.java.models.hash_codes import HASHED, IN_TABLES, Known
from heapwise.frontends.java.models.outside_world import UNGIVEN
from heapwise.frontends.java.models.text_hashes import HASHES, hash_corrections
from heapwise.frontends.java.models.throwables import SOME_MESSAGES
from heapwise.frontends.java.program import JavaProgram
from heapwise.frontends.java.semantics.asked_inputs import NONDET, Asked
from heapwise.frontends.java.semantics.operations import MESSAGE, in_characters, worded
from heapwise.frontends.java.semantics.statics import StaticField
from heapwise.frontends.java.semantics.stubs import ANSWER
from heapwise.frontends.java.universe.well_known import TEXT
from heapwise.frontends.java.witness.access import Accesses
from heapwise.frontends.java.witness.engine_heaps import engine_heap
from heapwise.frontends.java.witness.heap_names import (
    Shortened,
    constant_name,
    reachable,
    renamed,
    shared_boxes,
    stand_ins,
)
from heapwise.frontends.java.witness.java_code import (
    junit_name,
    junit_text,
    package_of,
    snippet,
)
from heapwise.frontends.java.witness.java_heaps import Shown
from heapwise.frontends.java.witness.line_steps import LineSteps
from heapwise.frontends.protocol import Corrections
from heapwise.heaps.view import HeapView, Pointer, Snapshot, names_of_inputs, snapshot
from heapwise.program import ClassDecl, Type
from heapwise.program.events import own_events
from heapwise.program.named_inputs import inputs_of
from heapwise.results import COMPLETED, Heap, Named, Outcome, OutcomeKind, PathResult, Ref, Value
from heapwise.results.illustration import NO_END, NOT_SHOWN, Illustration
from heapwise.results.path_result import CONTRADICTED
from heapwise.solver import Model
from heapwise.terms import Term, location
from heapwise.testgen.cpython_replay import Observation, Status
from heapwise.testgen.java import JavaMethod, JvmReplayer, same_end
from heapwise.testgen.java.junit_file import JavaCase
from heapwise.testgen.java.jvm import CLASSES
from heapwise.testgen.java.plain_values import as_written
from heapwise.testgen.java.set_values import entries_of_sets

VIOLATIONS = ("invariant", "postcondition", "precondition")
_TOO_NEW = "UnsupportedClassVersionError"
_UNFINISHED = {
    Status.INVALID: "the JVM could not begin",
    Status.TIMEOUT: "it takes longer than replays may",
}

FULL_STACK = "java.lang.StackOverflowError"
"""How the JVM ends a recursion that is too deep."""
_ENDLESS_SECONDS = 0.3
"""How long a run must go on to be seen not to end, where that was proved before."""


_ASKS = "The run asks for values while it goes on, and another process has found which."
_NO_JVM = "There is no JVM that can run this input."
_NO_DEBUGGER = "This Java cannot be followed: it has no debugger (the module jdk.jdwp.agent)."


class Message(NamedTuple):
    """The message of an exception; its text is None where there is none."""

    text: str | None


class JavaWitnesses:
    """`last` is what the latest replay in a JVM showed, `differences` how it differs, and `beyond`
    why no replay could show the path; if that is empty, a difference is a fault of ours. `message`
    is that of the exception which the path read last has ended with, if it is known."""

    def __init__(self, program: JavaProgram, max_calls: int | None) -> None:
        self._program = program
        self._max_calls = max_calls
        self._inputs = inputs_of(program)
        self._given: dict[str, Type] = {}
        self._own: Snapshot | None = None
        self._nondet: tuple[Value, ...] = ()
        self._asked: tuple[Asked, ...] = ()
        self._replayer = _replayer(program)
        self._shared = False
        self._hashed = False
        self._depends_on_hashes = False
        self._hashes: list[tuple[Value, int]] = []
        self._plain: JvmReplayer | None = None
        self._sources: JavaSources | None = None
        self._line_steps: LineSteps | None = None
        self._latest: Heap | None = None
        self.message: Message | None = None
        self.last: Observation | None = None
        self.differences: list[str] = []
        self.beyond = ""

    def read(self, view: HeapView, model: Model, leaf: Leaf[Any]) -> Snapshot:
        self.last, self.differences, self.beyond = None, [], ""  # those of another path
        inputs = dict(self._inputs)
        asked = NONDET.of(leaf.store) or ()
        known = HASHED.of(leaf.store) or ()
        self._hashed = bool(known) or IN_TABLES in leaf.store
        self._depends_on_hashes = any(isinstance(each.code, Term) for each in known)
        self.message = self._message(view, leaf)
        inputs.update((each.name, each.type) for each in asked)
        self._asked = asked = tuple(each for each in asked if not each.condition)
        constants = self._constants(view, leaf.store)
        made = self._made(leaf)
        more = [*(each for _, each in constants), *made.values()]
        self._given = inputs
        self._own = own = snapshot(view, inputs, leaf.scalar, more)
        shown = Shown(self._program, inputs, leaf.store)
        self._nondet = tuple(
            shown.scalar(own.input.roots[each.name], each.descriptor) for each in asked
        )
        result = own.result if leaf.kind is OutcomeKind.RETURNED or _breaks_promise(leaf) else None
        method = self._program.found.method
        is_new = method.is_constructor
        value = shown.scalar(result, "" if is_new else method.type.result.descriptor)
        before = shown.heap(own.input)
        after = shown.heap(own.output, entries_of_sets(before))
        after = Heap({**after.roots, **_named(view, made)}, after.objects)
        names: dict[Ref, Value] = dict(shared_boxes(after, leaf.store))
        names.update(stand_ins(self._program, before))
        names.update((ref, name) for (ref, name), _ in constants)
        before, after = renamed(before, names), renamed(after, names)
        value = names.get(value, value) if isinstance(value, Ref) else value
        self._nondet = tuple(
            names.get(each, each) if isinstance(each, Ref) else each for each in self._nondet
        )
        after = reachable(after, [*before.objects, value])
        short = Shortened((before, after))
        self._nondet = tuple(map(short.value, self._nondet))
        self._hashes = [
            (short.value(names.get(ref, ref)), code)
            for ref, code in self._codes(view, inputs, known)
            if ref in before.objects or ref in names
        ]
        self._latest = short.heap(before)
        return Snapshot(self._latest, short.heap(after), short.value(value))

    def _message(self, view: HeapView, leaf: Leaf[Any]) -> Message | None:
        """What an exception says that has left the method."""
        returned = leaf.kind is OutcomeKind.RETURNED or _breaks_promise(leaf)
        if returned or not isinstance(leaf.value, Term):
            return None
        found = view.value(leaf.value)
        if not isinstance(found, Pointer):
            return None
        ordinal = view.allocated(found.key)
        field = view.class_of(found.key).find_field(MESSAGE)
        if field is None or (ordinal and worded(location(-ordinal)) not in leaf.store):
            return None
        text = view.field(found.key, field, final=True)
        if not isinstance(text, Pointer):
            return Message(None)
        own = view.class_of(text.key).own_fields[TEXT]
        shown = view.field(text.key, own, final=True)
        assert isinstance(shown, str)
        return Message(in_characters(shown))

    def _codes(
        self, view: HeapView, inputs: Mapping[str, Type], known: Sequence[Known]
    ) -> list[tuple[Ref, int]]:
        """The identity hash codes that objects have on the path."""
        names = names_of_inputs(view, inputs) if known else {}
        found: list[tuple[Ref, int]] = []
        for each in known:
            at, code = view.value(each.ref), view.value(each.code)
            if isinstance(at, Pointer) and isinstance(code, int):
                made = Ref(f"{view.class_of(at.key).name}@{view.allocated(at.key)}")
                found.append((names.get(at.key, made), code))
        return found

    def _made(self, leaf: Leaf[Any]) -> dict[str, Term]:
        """What is no input of the path, but one of the method."""
        return {}

    def _constants(self, view: HeapView, store: Store) -> list[tuple[tuple[Ref, Named], Term]]:
        """The constants of enums that the path knows: what they are called in a heap and in Java,
        and where they are."""
        found: list[tuple[tuple[Ref, Named], Term]] = []
        for key, value in store.items():
            name = key.about if isinstance(key, StoreKey) else None
            if not isinstance(name, StaticField) or not isinstance(value, Term):
                continue
            file = self._program.universe.classes.find(name.owner)
            field = file.field(name.name) if file is not None and file.is_enum else None
            if file is None or field is None or not isinstance(value.value, int):
                continue
            pointer = view.value(value)
            if field.is_enum_constant and isinstance(pointer, Pointer):
                ref = Ref(f"{view.class_of(pointer.key).name}@{-value.value}")
                found.append(((ref, constant_name(file, name.name)), value))
        return found

    def trace(self, leaf: Leaf[Any] | State[Any]) -> tuple[str, ...]:
        return own_events(events(leaf.trace))

    def replays(
        self, leaf: Leaf[Any], shot: Snapshot, outcome: Outcome, trace: tuple[str, ...]
    ) -> bool:
        self.differences = self._unlike(leaf, shot, outcome, trace)
        self.beyond = self._beyond(leaf) if self.differences else ""
        return not self.differences

    def _unlike(
        self, leaf: Leaf[Any], shot: Snapshot, outcome: Outcome, trace: tuple[str, ...]
    ) -> list[str]:
        """How a run from the input differs from the path."""
        if self._replayer is None or not self._fits(shot.input):
            same = self._runs_the_same(leaf, outcome, trace)
            return [] if same else ["run by Heapwise itself, the input takes another path"]
        found = self._differences(shot, outcome, self._replayer)
        if found and HASHED in leaf.store and not self._depends_on_hashes:
            # Objects that the method makes have no hash codes of ours: different ones will do.
            if self._plain is None:
                limits = replace(self._replayer.limits, own_hashes=True)
                self._plain = JvmReplayer(self._replayer.home, limits)
            last = self.last
            if not self._differences(shot, outcome, self._plain):
                return []
            self.last = last
        return found

    def _differences(self, shot: Snapshot, outcome: Outcome, replayer: JvmReplayer) -> list[str]:
        """How a run in this JVM differs from what was predicted."""
        exception = outcome.exception
        observed = self._observed(shot, replayer)
        if observed is None:
            why = self.last.why if self.last is not None else ""
            return [f"the receiver could not be built{f': {why}' if why else ''}"]
        seen, shot, given = observed
        if outcome.kind is OutcomeKind.VIOLATED and (exception or "").startswith(VIOLATIONS):
            # The method itself has returned, with nothing that the path has kept if that is None.
            exception, seen = None, seen if shot.result is not None else replace(seen, value=None)
        return same_end(exception, shot.result, shot.output, seen, given)

    def goes_on(self, leaf: Leaf[Any], shot: Snapshot) -> bool:
        """Every look at the run must find it in the same call of the method with the loop. Of a
        path that was cut, the engine has to recognise, in a run without unknowns, that it comes
        back."""
        if self._replayer is None or not self._fits(shot.input):
            return self._comes_back(leaf)
        seen = self._replayer.replay(self.method(), shot.input, self._nondet, _ENDLESS_SECONDS)
        self.last = seen
        if leaf.kind is OutcomeKind.BOUNDED and seen.exception == FULL_STACK:
            self.differences = []
            return leaf.detail == "max-loops"
        file = "" if leaf.where is None else leaf.where.file
        inside = any(place.file == file for place in seen.loops)
        self.differences = [] if inside else [f"the run ends: {seen.status.value} {seen.why}"]
        return inside and (leaf.kind is not OutcomeKind.BOUNDED or self._comes_back(leaf))

    def _comes_back(self, leaf: Leaf[Any]) -> bool:
        assert self._own is not None
        if BY_CONTRACT in leaf.store:
            return False
        inputs: dict[str, Type] = dict(self._inputs)
        rerun = run_concretely(self._program, inputs, self._own.input, self._max_calls, TRIED_STEPS)
        return rerun is not None and rerun[0].kind is OutcomeKind.ENDLESS

    def _observed(
        self, shot: Snapshot, replayer: JvmReplayer
    ) -> tuple[Observation, Snapshot, Heap] | None:
        """What the JVM does, what was predicted, and the input that both began with; None if there
        is no such input."""
        self.last = replayer.replay(self.method(), shot.input, self._nondet, hashes=self._hashes)
        return self.last, shot, shot.input

    def corrections(self, leaf: Leaf[Any], model: Model) -> Corrections | None:
        return hash_corrections(HASHES.of(leaf.store) or (), model)

    def doubt(self, leaf: Leaf[Any]) -> str:
        return self.beyond or f"{CONTRADICTED}: {'; '.join(self.differences[:1])}"

    def _beyond(self, leaf: Leaf[Any]) -> str:
        if HASHED in leaf.store:
            return "it depends on identity hash codes, which nobody can choose"
        if UNGIVEN in leaf.store:
            return f"it depends on {leaf.store[UNGIVEN]}, which replays cannot choose"
        if SOME_MESSAGES in leaf.store:
            return "it depends on how the JVM words a message of its own"
        if self.last is None:
            return ""
        if self.last.status is Status.MEMORY:
            return "it needs more memory than replays have"
        jdk = self._program.universe.classes.jdk
        if jdk is not None and _TOO_NEW in f"{self.last.exception} {self.last.why}":
            return (
                f"a class needs a newer JVM than that of Java {jdk.release} at {jdk.home}; "
                "name another with JAVA_HOME or --jdk"
            )
        if not self.last.finished:
            return f"{_UNFINISHED.get(self.last.status, 'the JVM ended')}: {self.last.why}"
        return ""

    @property
    def is_hashed(self) -> bool:
        """Whether something on the latest path depends on identity hash codes, be it only the order
        in a table of the JDK."""
        return self._hashed

    @property
    def depends_on_hashes(self) -> bool:
        """Whether the latest path has seen an identity hash code, and not only used a table."""
        return self._depends_on_hashes

    def _runs_the_same(self, leaf: Leaf[Any], outcome: Outcome, trace: tuple[str, ...]) -> bool:
        own = self._own
        assert own is not None
        if BY_CONTRACT in leaf.store:
            return False
        rerun = run_concretely(self._program, self._given, own.input, self._max_calls)
        if rerun is None:
            return False
        ended, events_seen, shot = rerun
        same = (ended.kind, ended.exception, ended.at) == (
            outcome.kind,
            outcome.exception,
            outcome.at,
        )
        return same and own_events(events_seen) == trace and shot == own

    def trace_of(self, given: Heap) -> tuple[str, ...] | None:
        """The decisions of a run of an input that a JVM has; None if the engine cannot run it."""
        heap = engine_heap(self._program, given) if self._fits(given) else None
        if heap is None or not self._inputs.keys() <= heap.roots.keys():
            return None
        rerun = run_concretely(self._program, dict(self._inputs), heap, self._max_calls)
        return None if rerun is None else own_events(rerun[1])

    def _fits(self, heap: Heap) -> bool:
        """Are all numbers such that Java has them?"""
        if self._program.universe.exact:
            return True
        values = [*heap.roots.values(), *self._nondet]
        for each in heap.objects.values():
            values += each.contents()
        return all(not isinstance(value, int) or -(1 << 31) <= value < 1 << 31 for value in values)

    def method(self) -> JavaMethod:
        """What is replayed."""
        target = self._program.found
        names = [name for name in self._names() if name != "this"]
        return JavaMethod(
            places_of(self._program.universe.classes),
            target.cls.java_name,
            target.method.name,
            target.method.descriptor,
            "this" if "this" in self._inputs else None,
            tuple(names),
        )

    @property
    def program(self) -> JavaProgram:
        """Whose paths these are."""
        return self._program

    @property
    def contract(self) -> JavaContract:
        """That of the method."""
        return self._program.contract

    def _names(self) -> list[str]:
        return [each.name for each in self._program.parameters]

    @property
    def has_asked(self) -> bool:
        """Whether the latest path has asked a benchmark's method for values."""
        return any(not each.name.startswith(ANSWER) for each in self._asked)

    @property
    def answers(self) -> tuple[tuple[Value, str], ...]:
        """What stubs have returned on the latest path, each with its descriptor if it has a
        primitive type."""
        pairs = zip(self._nondet, self._asked, strict=True)
        return tuple((value, each.descriptor) for value, each in pairs)

    def as_written(self, given: Heap) -> Heap:
        """The input of the latest path, with literals as far as a JVM does the same with them."""
        replayer, expected = self._replayer, self.last
        if replayer is None or expected is None or not self._fits(given):
            return given
        is_endless = expected.status is Status.TIMEOUT
        seconds = _ENDLESS_SECONDS if is_endless else None

        def does_the_same(trial: Heap) -> bool:
            seen = replayer.replay(self.method(), trial, self._nondet, seconds, self._hashes)
            if is_endless:
                return seen.status is expected.status and seen.loops[:1] == expected.loops[:1]
            end = expected.exception, expected.value, expected.output
            return seen.message == expected.message and not same_end(*end, seen, trial)

        return as_written(given, [value for value, _ in self._hashes], does_the_same)

    def only_null(self) -> frozenset[str]:
        """Parameters of types that no input is of: null is all there is for them."""
        return frozenset(
            each.name
            for each in self._program.parameters
            if isinstance(each.type, ClassDecl) and not self._program.subtypes(each.type)
        )

    def new_replayer(self) -> JvmReplayer | None:
        """One that could replay these witnesses; None if there is no JVM."""
        return _replayer(self._program)

    def share(self, replayer: JvmReplayer) -> None:
        """Replay in this JVM, which somebody else closes: many short explorations need but one."""
        self.close()
        self._replayer, self._shared = replayer, True

    def sources(self) -> JavaSources:
        if self._sources is None:
            universe = self._program.universe
            named = universe.options.source_path
            self._sources = JavaSources(universe.classes, self._program.found.cls, named)
        return self._sources

    def illustrate(self, path: PathResult, steps: int) -> Illustration:
        if path.outcome.kind not in COMPLETED:
            return Illustration(missing=NO_END)
        found = self._program.found
        target = found.classes, found.cls, found.method
        method, is_latest = self.method(), path.input == self._latest
        others = [name for name in path.input.roots if name not in ("this", *method.parameters)]
        if others and not is_latest:
            return Illustration(missing=_ASKS)
        answers = self.answers if is_latest else ()
        given = self.as_written(path.input) if is_latest and path.replayed else path.input
        rebuild = snippet(*target, method, given, answers)
        jdk = found.classes.jdk
        if self._replayer is None or jdk is None or not self._fits(path.input):
            return Illustration(rebuild, missing=_NO_JVM)
        if self._line_steps is None:
            self._line_steps = LineSteps(jdk.home, found.classes, self.sources())
        nondet = [value for value, _ in answers]
        seen = self._line_steps.run(method, path.input, nondet, steps)
        if not path.replayed:
            return Illustration(rebuild, missing=NOT_SHOWN)
        differ = self._ends_otherwise(path, seen.observed)
        if differ:
            return Illustration(rebuild, missing=f"Another run ended otherwise: {differ}.")
        access = Accesses(found.classes, package_of(found.cls)).of_method(*target[1:])
        case = JavaCase(method, access, given, seen.observed, path.condition, answers)
        is_chance = is_latest and self._depends_on_hashes
        test = "" if is_chance else junit_text(*target[:2], [case], junit_name(found.cls))
        missing = "" if seen.steps or not steps else _NO_DEBUGGER
        return Illustration(rebuild, test, seen.steps, missing)

    def _ends_otherwise(self, path: PathResult, seen: Observation) -> str:
        """How another run has ended than the path does; empty if it is the same."""
        exception, value = path.outcome.exception, path.outcome.value
        if path.outcome.kind is OutcomeKind.VIOLATED and (exception or "").startswith(VIOLATIONS):
            exception, seen = None, seen if value is not None else replace(seen, value=None)
        found = same_end(exception, value, path.output, seen, path.input)
        return found[0] if found else ""

    def close(self) -> None:
        if self._line_steps is not None:
            self._line_steps.close()
        if self._replayer is not None and not self._shared:
            self._replayer.close()
        if self._plain is not None:
            self._plain.close()


def _breaks_promise(leaf: Leaf[Any]) -> bool:
    """Has the method returned, and is what it promises false then?"""
    return leaf.kind is OutcomeKind.VIOLATED and (leaf.detail or "").startswith(VIOLATIONS)


def _named(view: HeapView, made: Mapping[str, Term]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name, term in made.items():
        pointer = view.value(term)
        if isinstance(pointer, Pointer) and isinstance(term.value, int):
            found[name] = Ref(f"{view.class_of(pointer.key).name}@{-term.value}")
    return found


def places_of(classes: ClassPath) -> tuple[Path, ...]:
    """Where a JVM finds the user's classes."""
    found = []
    for source in classes.sources:
        root = source.root if isinstance(source, SingleFile) else None
        if source.label != str(CLASSES):
            found.append(Path(source.label) if root is None else root)
    return tuple(found)


def _replayer(program: JavaProgram) -> JvmReplayer | None:
    jdk = program.universe.classes.jdk
    if jdk is None or not (jdk.home / "bin" / "java").is_file():
        return None
    return JvmReplayer(jdk.home)
