"""The solver: its interface, path conditions, models, layers and the Z3 backend."""

from collections.abc import Callable

from heapwise.solver.api import Answer, Solver, SolverStatistics, Verdict
from heapwise.solver.layers import (
    KnownConditions,
    LongTexts,
    ModelReuse,
    SliceCache,
    SpecialFloats,
)
from heapwise.solver.model import Model
from heapwise.solver.nearby_texts import NearbyTexts
from heapwise.solver.orders import Orders
from heapwise.solver.path import Kind, PathCondition
from heapwise.solver.unwinding import UnwindingSolver
from heapwise.solver.z3_backend import Z3Solver


def default_solver(timeout: float = 10.0) -> Solver:
    """The whole chain; `timeout` is in seconds per question to the backend."""
    cached = SliceCache(Z3Solver(timeout))
    return KnownConditions(ModelReuse(SpecialFloats(LongTexts(NearbyTexts(Orders(cached))))))


def plain_solver(timeout: float = 10.0) -> Solver:
    """Every question that the path does not decide reaches the backend, as in the POSE paper."""
    return KnownConditions(Z3Solver(timeout))


def unwinding_solver(timeout: float = 10.0) -> Solver:
    """As `plain_solver`, but with a query per disjunct: POSE-unwind. Raises `InputError` if the
    extra `unwind` is not installed."""
    return KnownConditions(UnwindingSolver(Z3Solver(timeout), timeout))


MODES: dict[str, Callable[[float], Solver]] = {
    "default": default_solver,
    "plain": plain_solver,
    "unwind": unwinding_solver,
}


__all__ = [
    "MODES",
    "Answer",
    "Kind",
    "Model",
    "PathCondition",
    "Solver",
    "SolverStatistics",
    "Verdict",
    "default_solver",
    "plain_solver",
    "unwinding_solver",
]
