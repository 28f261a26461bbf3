"""Does an exploration say of a concrete input what a JVM does with it?

Every input must be accepted by exactly one state that the exploration ended in, and value,
exception, message and final heap that this state predicts for the input must be what a JVM shows. A
state that was cut or is unsupported predicts nothing, but it tells: that is neither right nor
wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from heapwise.api import Exploration
from heapwise.engine.state import Leaf
from heapwise.frontends.java.program import JavaProgram
from heapwise.frontends.java.witness.heap_names import renamed, stand_ins
from heapwise.frontends.java.witness.java_heaps import Shown
from heapwise.frontends.java.witness.witnesses import JavaWitnesses, Message
from heapwise.heaps.shared.model_view import ModelView
from heapwise.heaps.view import Snapshot
from heapwise.program.named_inputs import inputs_of
from heapwise.results import COMPLETED, Heap, OutcomeKind, Ref, Value
from heapwise.selfcheck.acceptance import Acceptance
from heapwise.selfcheck.java.concrete_inputs import Given, JavaAssignment
from heapwise.solver import Model
from heapwise.testgen.cpython_replay import Observation
from heapwise.testgen.java import JvmReplayer, same_end
from heapwise.testgen.java.jvm import Run


class Verdict(Enum):
    AGREES = "agrees"
    TOLD = "told"
    """The path ended before it could say something, and said so."""
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True)
class Judgement:
    """`text` says what the path told, or what is different."""

    verdict: Verdict
    text: str = ""


class Judge:
    """All states in which an exploration under the strategy of `concrete` ends."""

    def __init__(self, run: Exploration, jvm: JvmReplayer) -> None:
        assert isinstance(run.program, JavaProgram)
        assert isinstance(run.witnesses, JavaWitnesses)
        run.witnesses.share(jvm)
        self._run = run
        self._program = run.program
        self._witnesses = run.witnesses
        self._jvm = jvm
        self._inputs = inputs_of(run.program)
        self.leaves: list[Leaf[Any]] = list(run.leaves())
        conditions = ([term for term, _ in leaf.path.entries()] for leaf in self.leaves)
        self._acceptance = Acceptance(run.program, conditions)

    def judge(self, inputs: Iterable[Heap]) -> list[Judgement]:
        """All of them run one after the other, without a word in between."""
        found = [self._predicted(given) for given in inputs]
        predicted = [each for each in found if isinstance(each, _Predicted)]
        method = self._witnesses.method()
        seen = iter(self._jvm.replay_all([Run(method, each.shot.input) for each in predicted]))
        return [
            each if isinstance(each, Judgement) else _compared(each, next(seen)) for each in found
        ]

    def _predicted(self, given: Heap) -> _Predicted | Judgement:
        assignment = JavaAssignment(self._program, given)
        accepting = [self.leaves[n] for n in self._acceptance.accepting_under(assignment)]
        if len(accepting) != 1:
            ends = ", ".join(f"{leaf.kind.value} {leaf.detail or ''}".strip() for leaf in accepting)
            return Judgement(Verdict.DIFFERS, f"accepted by {len(accepting)} paths ({ends})")
        (leaf,) = accepting
        if leaf.kind not in COMPLETED:
            return Judgement(Verdict.TOLD, f"{leaf.kind.value}: {leaf.detail}")
        shot = self._shot(leaf, given, assignment.model())
        shown = Shown(self._program, self._inputs, {}).heap(given)
        shown = renamed(shown, stand_ins(self._program, shown))
        if not _is_same_input(shown, shot.input):
            return Judgement(Verdict.DIFFERS, f"the witness has another input: {shot.input}")
        raised = None if leaf.kind is OutcomeKind.RETURNED else leaf.detail
        return _Predicted(raised, shot, self._witnesses.message)

    def _shot(self, leaf: Leaf[Any], given: Heap, model: Model) -> Snapshot:
        view = self._run.view(leaf, model)
        assert isinstance(view, ModelView)
        view.filled_by(Given(self._program, given))
        return self._witnesses.read(view, model, leaf)


class _Predicted(NamedTuple):
    raised: str | None
    shot: Snapshot
    message: Message | None


def _compared(predicted: _Predicted, observed: Observation) -> Judgement:
    raised, shot, message = predicted
    found = same_end(raised, shot.result, shot.output, observed, shot.input)
    if raised and not found and message is not None and (message.text or "") != observed.message:
        found = [f"the message should be {message.text!r}, but is {observed.message!r}"]
    return Judgement(Verdict.DIFFERS, "; ".join(found)) if found else Judgement(Verdict.AGREES)


def _is_same_input(given: Heap, shown: Heap) -> bool:
    """Up to the names of objects, for all fields that were given."""
    names: dict[Ref, Ref] = {}
    pending: list[tuple[Value, Value]] = [
        (value, shown.roots.get(name)) for name, value in given.roots.items()
    ]
    while pending:
        one, other = pending.pop()
        if not isinstance(one, Ref) or not isinstance(other, Ref):
            if repr(one) != repr(other):
                return False
            continue
        if one in names or other in names.values():
            if names.get(one) != other:
                return False
            continue
        names[one] = other
        left, right = given.objects[one], shown.objects[other]
        if left.class_name != right.class_name or len(left.items or ()) != len(right.items or ()):
            return False
        pending += [(value, right.fields.get(name)) for name, value in left.fields.items()]
        pending += zip(left.items or (), right.items or (), strict=True)
    return True
