"""A witness is believed only after a concrete run has taken its path."""

from __future__ import annotations

import pytest

from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.engine.replay import run_concretely
from heapwise.heaps.view import Snapshot
from heapwise.program import InputError, Program
from heapwise.program.named_inputs import inputs_of
from heapwise.results import Heap, HeapObject, Outcome, OutcomeKind, Ref
from heapwise.solver import Answer, Model, PathCondition, default_solver
from heapwise.solver.drafts import Drafts
from heapwise.terms import INT, Concrete, Term, symbol
from tests.unit.engine.programs import NODE, STRATEGIES, explore, tiny

each_strategy = pytest.mark.parametrize("strategy", STRATEGIES)
SWAP = NODE + "if ((Y0.val) < (Y1.val)) then ((Y0.next := Y1) ; X0) else 0"


def replay(program: Program, heap: Heap) -> tuple[Outcome, tuple[str, ...], Snapshot]:
    rerun = run_concretely(program, inputs_of(program), heap, None)
    assert rerun is not None
    return rerun


@each_strategy
def test_every_witness_replays(strategy: str) -> None:
    found = list(explore(SWAP, strategy))
    assert len(found) >= 4
    assert all(path.replayed for path in found)


@each_strategy
def test_a_witness_takes_its_own_path_and_a_tampered_one_does_not(strategy: str) -> None:
    program = tiny(SWAP)
    for path in explore(program, strategy):
        if path.outcome.kind is OutcomeKind.RETURNED:
            outcome, trace, shot = replay(program, path.input)
            assert (outcome, trace) == (path.outcome, path.trace_texts)
            assert (shot.input, shot.output) == (path.input, path.output)
            nulled = Heap({**path.input.roots, "Y1": None}, path.input.objects)
            outcome, trace, _ = replay(program, nulled)
            assert outcome.exception == "NullDereference"
            assert trace != path.trace_texts


class Liar:
    """A solver whose models are wrong."""

    def __init__(self, lie: dict[Term, Concrete]) -> None:
        self._inner = default_solver()
        self._lie = lie
        self.statistics = self._inner.statistics

    def check(self, path: PathCondition, condition: Term) -> Answer:
        return self._inner.check(path, condition)

    def model(self, path: PathCondition) -> Model | None:
        return Model(values=self._lie)


@each_strategy
def test_a_wrong_model_is_found_out(strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Drafts, "of", lambda *_: None)
    program = tiny("if (X0 < 0) then 1 else 2")
    run = Exploration(program, strategy, Bounds(), solvers=lambda: Liar({symbol("X0", INT): 5}))
    assert [(path.outcome.value, path.replayed) for path in run] == [(1, False), (2, True)]


def test_a_run_from_a_heap_that_breaks_an_assumption_has_no_outcome() -> None:
    program = tiny("(assume (X0 < 0) ; 1)")
    assert run_concretely(program, inputs_of(program), Heap({"X0": 5}), None) is None
    assert run_concretely(program, inputs_of(program), Heap({"X0": -5}), None) is not None


def test_a_concrete_run_sees_aliases() -> None:
    node = Ref("Node#1")
    heap = Heap({"Y0": node, "Y1": node}, {node: HeapObject("Node", {"val": 1, "next": None})})
    outcome, _, shot = replay(tiny(NODE + "((Y0.val := 7) ; (Y1.val))"), heap)
    assert outcome.value == 7
    assert shot.output.objects[node].fields["val"] == 7
    assert shot.input.objects[node].fields["val"] == 1


def test_sources_with_mistakes_never_get_here() -> None:
    with pytest.raises(InputError):
        tiny("(Y0.nowhere)")
