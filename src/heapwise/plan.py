"""What a run is: `RunPlan`, its target and every choice about it, as one value.

It can be kept, compared, sent to another process and written as JSON. Every command and every
function of the API makes a plan and has it run (`api.start`).
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any

from heapwise.engine import search_orders as searches
from heapwise.engine.bounds import Bounds
from heapwise.frontends.registry import claiming
from heapwise.heaps import registry
from heapwise.program.source import InputError
from heapwise.results.schema import document
from heapwise.solver.modes import MODES
from heapwise.structure.run import preconditions

if TYPE_CHECKING:
    from heapwise.frontends.protocol import Loading

NULL_MODES = ("raise", "ignore")
"""What a dereference of null is: a path of its own, or assumed away."""
QUERY_SECONDS = 10.0
"""How long the solver may take over one question."""


@dataclass(frozen=True, slots=True)
class RunPlan:
    """A run in full.

    `strategy`          None for what suits the precondition
    `precondition`      how the invariants of the inputs are used (`run.preconditions`); with
                        None and if it is `automatic`, they are compiled where that can be done, and
                        else assumed as the contract says; with `keeps_invariants`, those that
                        a chosen precondition uses must also hold at the end
    `contracts`         whether inputs are those that the contract allows, and what it promises is
                        checked; with `leading_asserts`, the assert statements that a function
                        begins with are part of it
    `by_contract`       functions whose calls are replaced by their contracts
    `solver_mode`       `default`, `plain` (no answer is reused), `paper` (nor is an
                        alternative known from the others) or `unwind` (one query for each
                        disjunct without if-then-else); `query_seconds` for each question
    `joins`             whether what library code tells apart is put together again
    `tries_loops`       whether a path that goes round for long without learning anything is tried
                        out, and cut if the run does not end either
    `language_options`  what there is to say to the front end of the language alone
    `strategy_options`  `summary` has `check_invariants` and `prune`, `fieldmaps` and `pose` have
                        `shapes` (any, dag, tree)

    Raises `InputError` if a choice does not exist.
    """

    target: str
    strategy: str | None = None
    bounds: Bounds = field(default_factory=Bounds)
    search: str = searches.DEFAULT
    seed: int = 0
    null_dereference: str = "raise"
    solver_mode: str = "default"
    query_seconds: float = QUERY_SECONDS
    contracts: bool = True
    leading_asserts: bool = False
    by_contract: tuple[str, ...] = ()
    precondition: str | None = None
    automatic: bool = True
    keeps_invariants: bool = False
    joins: bool = True
    tries_loops: bool = False
    language_options: object | None = None
    strategy_options: Mapping[str, bool | str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        entry, argument = preconditions.entry_of(self.precondition or preconditions.DEFAULT)
        if self.keeps_invariants and argument == preconditions.REFERENCES:
            raise InputError(
                f"the precondition `{self.precondition}` keeps inputs that are not valid, as its "
                f"paper does, which is for `explore`; use `{entry.name}`"
            )
        if self.strategy is not None:
            object.__setattr__(self, "strategy", registry.canonical(self.strategy))
            need("strategy", self.strategy, registry.names())
        preconditions.strategy_for(entry, self.strategy, registry.DEFAULT)
        need("search order", self.search, searches.names())
        need("null dereference mode", self.null_dereference, NULL_MODES)
        need("solver mode", self.solver_mode, tuple(MODES))

    def loading(self, max_length: int | None) -> Loading:
        """How the target is loaded: a precondition that was chosen sees to contracts itself."""
        from heapwise.frontends.protocol import Loading

        return Loading(
            max_length,
            self.contracts and self.precondition is None,
            self.language_options,
            self.leading_asserts,
            self.by_contract,
        )


def need(what: str, name: str, known: Sequence[str]) -> None:
    """Raises `InputError` if `name` is not among the known ones."""
    if name not in known:
        close = difflib.get_close_matches(name, known, 1)
        hint = f"; did you mean `{close[0]}`?" if close else ""
        raise InputError(f"unknown {what} `{name}`{hint} (known: {', '.join(known)})")


def plan_to_json(plan: RunPlan) -> dict[str, object]:
    found: dict[str, Any] = {each.name: getattr(plan, each.name) for each in fields(plan)}
    found["bounds"] = {**plan.bounds.to_json(), "unlimited": sorted(plan.bounds.unlimited)}
    found["by_contract"] = list(plan.by_contract)
    found["strategy_options"] = dict(plan.strategy_options)
    options = plan.language_options
    if is_dataclass(options) and not isinstance(options, type):
        found["language_options"] = asdict(options)
    return document("plan", found)


def _with_tuples(value: Any) -> Any:
    """JSON has no tuples, and options no lists."""
    if isinstance(value, Mapping):
        return {name: _with_tuples(part) for name, part in value.items()}
    return tuple(map(_with_tuples, value)) if isinstance(value, list) else value


def plan_from_json(data: Mapping[str, Any]) -> RunPlan:
    """What `plan_to_json` has written."""
    bounds = dict(data["bounds"])
    options = data["language_options"]
    if options is not None:
        kind = claiming(data["target"]).options_type
        options = None if kind is None else kind(**_with_tuples(options))
    changed = {
        "bounds": Bounds(**{**bounds, "unlimited": frozenset(bounds["unlimited"])}),
        "by_contract": tuple(data["by_contract"]),
        "language_options": options,
    }
    known = {each.name: data[each.name] for each in fields(RunPlan)}
    return RunPlan(**{**known, **changed})
