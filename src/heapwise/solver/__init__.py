"""What answers whether a condition can hold: path conditions, models, layers, and Z3 behind them.

A `PathCondition` (`path.py`) is a linked list shared by paths with a common prefix; it knows what
is already decided and may carry a model. `default_solver` (`modes.py`) is a chain with one
interface (`api.py`): each layer (`layers.py`) answers what it can and passes the rest on. That is
the mode `default`. Three more are for measuring (`--solver-mode`): `plain` leaves out the layers in
the middle, so every question that the path does not decide reaches Z3; `paper` is also asked what
the other alternatives imply (`each_alternative.py`); `unwind` turns each question into a decision
diagram over atoms without if-then-else (`decisions.py`, needs the extra `unwind`) and asks Z3 one
disjunct at a time (`unwinding.py`). UNKNOWN is never dropped: the path goes on and is reported as
unconfirmed.

Only the modules `z3_…` import Z3: `z3_translator.py` turns terms into formulas, `z3_theories.py`
knows division, floats and strings, `z3_backend.py` asks, `z3_context.py` lets go of what was asked,
and `z3_limits.py` says how many steps a question may take. A question about floats is first asked
over real numbers; one about strings is first asked about numbers (`spelling.py`, `spelled.py`), and
what single characters may be are sets of ranges (`number_sets.py`), without a solver. What is left
goes to the sequences of Z3, in a solver of its own. A model of floats or strings counts only if it
satisfies the conditions when they are evaluated in Python (`terms/evaluate.py`).

Formulas over finite domains, which compiled invariants are, go to a SAT solver (`sat_finite.py`):
`sat_encoding.py` makes literals of terms, `sat_circuits.py` clauses of gates and numbers, and
`sat_orders.py` knows that orders are transitive. Where numbers can have any size, Z3 decides them
(`z3_finite.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heapwise.lazy_names import lazy_names

if TYPE_CHECKING:
    from heapwise.solver.api import Answer, Solver, SolverStatistics, Verdict
    from heapwise.solver.model import Model
    from heapwise.solver.modes import MODES, default_solver, plain_solver, unwinding_solver
    from heapwise.solver.path import Kind, PathCondition

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

__getattr__ = lazy_names(
    __name__,
    {
        "Answer": "heapwise.solver.api",
        "Kind": "heapwise.solver.path",
        "MODES": "heapwise.solver.modes",
        "Model": "heapwise.solver.model",
        "PathCondition": "heapwise.solver.path",
        "Solver": "heapwise.solver.api",
        "SolverStatistics": "heapwise.solver.api",
        "Verdict": "heapwise.solver.api",
        "default_solver": "heapwise.solver.modes",
        "plain_solver": "heapwise.solver.modes",
        "unwinding_solver": "heapwise.solver.modes",
    },
)
