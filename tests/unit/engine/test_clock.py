"""A run that is out of time stops at the next choice, however few steps it has made."""

from __future__ import annotations

import pytest

from heapwise.engine.bounds import Bounds
from heapwise.engine.run_context import StoppedError
from heapwise.engine.stepping import Stepper
from heapwise.heaps.registry import strategy_named
from heapwise.solver import default_solver
from tests.unit.engine.programs import tiny


def _interpreter(source: str, deadline: float | None) -> Stepper[object]:
    program = tiny(source)
    heaps = strategy_named("fieldmaps")(program)
    return Stepper(program, heaps, default_solver(), Bounds(), False, deadline)


@pytest.mark.parametrize("source", ["if (X0 < 1) then 1 else 2", "class A { int v; } (Y0.v)"])
def test_the_clock_is_looked_at_before_a_choice(source: str) -> None:
    late = _interpreter(source, -1.0)
    with pytest.raises(StoppedError):
        late.run(late.start())
    with pytest.raises(StoppedError):
        late.look_at_the_clock()
    unhurried = _interpreter(source, None)
    unhurried.look_at_the_clock()
    assert isinstance(unhurried.run(unhurried.start()), list)
