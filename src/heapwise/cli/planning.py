"""The plan of `explore` and `compare`, made before the engine is imported: what is wrong with an
option is told at once."""

from __future__ import annotations

from heapwise.cli.failures import chosen
from heapwise.cli.limits import Limits, bounds_of
from heapwise.plan import NULL_MODES, RunPlan
from heapwise.solver.modes import MODES


def plan_of(
    target: str,
    limits: Limits,
    search: str,
    seed: int,
    null_dereference: str,
    solver_mode: str = "default",
    contracts: bool = True,
    precondition: str | None = None,
    language_options: object | None = None,
) -> RunPlan:
    """How to explore: what the options of `explore` and `compare` have in common."""
    return RunPlan(
        target,
        bounds=bounds_of(limits),
        search=search,
        seed=seed,
        null_dereference=chosen("value of --null-dereference", null_dereference, NULL_MODES),
        solver_mode=chosen("solver mode", solver_mode, tuple(MODES)),
        contracts=contracts,
        precondition=precondition,
        language_options=language_options,
    )
