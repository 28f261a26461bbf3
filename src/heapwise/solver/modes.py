"""The chains of solvers by name: what `--solver-mode` chooses from.

The layers, and Z3 behind them, are imported when a chain is made: a choice that does not exist is
told without them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heapwise.solver.api import Solver


def default_solver(timeout: float = 10.0) -> Solver:
    """The whole chain; `timeout` is in seconds per question to the backend."""
    from heapwise.solver import layers
    from heapwise.solver.nearby_texts import NearbyTexts
    from heapwise.solver.orders import OrderSolver
    from heapwise.solver.small_numbers import SmallNumbers
    from heapwise.solver.z3_backend import Z3Solver

    cached = SmallNumbers(layers.SliceCache(Z3Solver(timeout)))
    texts = layers.LongTexts(NearbyTexts(OrderSolver(cached)))
    return layers.KnownConditions(layers.ModelReuse(layers.SpecialFloats(texts)))


def plain_solver(timeout: float = 10.0) -> Solver:
    """Every question that the path does not decide reaches the backend."""
    from heapwise.solver.layers import KnownConditions
    from heapwise.solver.z3_backend import Z3Solver

    return KnownConditions(Z3Solver(timeout))


def paper_solver(timeout: float = 10.0) -> Solver:
    """As `plain_solver`, and no alternative is known from the others."""
    from heapwise.solver.each_alternative import EachAlternative

    return EachAlternative(plain_solver(timeout))


def unwinding_solver(timeout: float = 10.0) -> Solver:
    """As `plain_solver`, but with a query per disjunct: POSE-unwind. Raises `InputError` if the
    extra `unwind` is not installed."""
    from heapwise.solver.layers import KnownConditions
    from heapwise.solver.unwinding import UnwindingSolver
    from heapwise.solver.z3_backend import Z3Solver

    return KnownConditions(UnwindingSolver(Z3Solver(timeout), timeout))


MODES: dict[str, Callable[[float], Solver]] = {
    "default": default_solver,
    "plain": plain_solver,
    "paper": paper_solver,
    "unwind": unwinding_solver,
}
