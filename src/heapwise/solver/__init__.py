"""The solver: its interface, path conditions, models, layers and the Z3 backend."""

from heapwise.solver.api import Answer, Solver, SolverStatistics, Verdict
from heapwise.solver.layers import KnownConditions, ModelReuse, SliceCache
from heapwise.solver.model import Model
from heapwise.solver.path import Kind, PathCondition
from heapwise.solver.z3_backend import Z3Solver


def default_solver(timeout: float = 10.0) -> Solver:
    """The whole chain; `timeout` is in seconds per question to the backend."""
    return KnownConditions(ModelReuse(SliceCache(Z3Solver(timeout))))


__all__ = [
    "Answer",
    "Kind",
    "Model",
    "PathCondition",
    "Solver",
    "SolverStatistics",
    "Verdict",
    "default_solver",
]
