"""Python programs for the laws: what is claimed of each, how the engine explores it, and which
paths brute force finds.

The tables say where a law does not hold, and why. A program that keeps a law it is excused from
fails as well, so that the tables stay as short as they can be.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from brute import ROOT, brute
from checks.every import in_turn
from checks.strategies import STRATEGIES, ordered, path_optimal
from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.engine.state import Leaf
from heapwise.frontends.loading import load
from heapwise.frontends.python.witness.replaying import PythonWitnesses
from heapwise.heaps import registry
from heapwise.results import COMPLETED, OutcomeKind

FOLDER = ROOT / "tests" / "programs_python"

UNDECIDED = {
    "string_methods": "the solver does not decide where str.replace finds a symbolic letter",
}
"""Programs that have no complete exploration in reasonable time."""

NAMES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem not in UNDECIDED)

DEPENDS_ON_STACK = {
    "caught_recursion": "the trace into a RecursionError that is caught",
}
"""Programs whose traces in CPython depend on how deep the stack may be."""

SEVERAL_CASES = {
    "arguments": "** decides the length, and which key is which",
    "cyclic_recursion": "that a recursion has no end is shown for each cycle",
    "deques": "defaultdict and Counter decide which keys are equal",
    "dict_methods": "listing the keys decides the length, `del` whether the key is there",
    "exceptions": "insertion decides whether the key is there",
    "iteration_tools": "filter decides the truth of each item",
    "list_methods": "copy decides the length, sort the order",
    "operators": "max decides which is larger by the `__lt__` of the program",
    "set_methods": "adding decides whether the item is there, iterating the length",
    "slices": "slicing decides the length and the start",
}
"""Where path-optimal strategies have several cases of a path: library code leaves containers that
no one term describes."""

SUMMARY_CASES = {
    "graph_clone": "looking up an object in a dict decides which it is",
}
"""Where only `summary` has them: it cannot say in one reference that it is one of several new
objects."""

DOMAINS: dict[str, dict[str, object]] = {
    "arguments": {"strings": ("", "a", "extra")},
    "builtin_errors": {"ints": (0, 1, 2, 3, -1), "length": 1, "objects": 2},
    "constants": {"ints": (0, 1, 2, 3, 4, -1, -3)},
    "dataclass_eq": {"ints": (0, 1)},
    "expressions": {"ints": (0, 1, 2, 3, 4, -1, -3)},
    "floats": {
        "ints": (0, 1, 2, 3, -1, -3, 10**400),
        "floats": (0.0, 0.5, 1.5, -1.0, 1e-12, math.inf, -math.inf, math.nan),
    },
    "floor_division": {"ints": (0, 1, 2, 3, -1, -2, -3)},
    "slices": {"ints": (0, 1, 2, 3, -1, -2, -3)},
}
"""What brute force chooses plain values from, if not from the usual ones."""

PARTIAL = {
    "builtin_errors": "the list of two items is left out",
    "printing": "no small integer has more digits than CPython prints",
}
"""Programs of which brute force does not take every path."""


PAIRS = list(pairwise(rank[0] for rank in ordered()))
"""Strategies of neighbouring ranks: the first has at least as many paths as the second."""
UNRANKED = [name for name in STRATEGIES if registry.traits_of(name).rank is None]


def some_of(name: str) -> Sequence[str]:
    """Two strategies of neighbouring ranks, or those that have no rank."""
    return in_turn([*PAIRS, UNRANKED], 1, name, "some")[0]


def strategies_of(name: str, **_: object) -> list[str]:
    """They take turns, a path-optimal one first: the programs are about the language, of which no
    strategy knows."""
    return list(dict.fromkeys([*in_turn(path_optimal(), 1, name, "optimal"), *some_of(name)]))


class End(NamedTuple):
    """A control-flow path as CPython shows it: the branches, and if an exception is raised, which
    one and in which line."""

    trace: tuple[str, ...]
    exception: str | None
    line: int | None


class Explored(NamedTuple):
    """What was explored: `paths` as they were counted, the end of each of their `cases`, and the
    differences between a case and the run of its witness."""

    paths: int
    cases: tuple[End, ...]
    unsupported: tuple[str, ...]
    bounded: Counter[str | None]
    failed: tuple[str, ...]

    @property
    def ends(self) -> frozenset[End]:
        return frozenset(self.cases)


def exploration(name: str, strategy: str) -> Exploration:
    bounds = Bounds(max_objects=2, max_length=2)
    return Exploration(load(f"{FOLDER / name}.py:target", bounds.max_length), strategy, bounds)


def end_of(run: Exploration, leaf: Leaf[Any]) -> End:
    exception = leaf.detail
    if leaf.kind is not OutcomeKind.RAISED:
        exception = "AssertionError" if leaf.kind is OutcomeKind.VIOLATED else None
    line = None
    if exception is not None and exception != "RecursionError":
        assert leaf.where is not None
        line = leaf.where.line
    return End(run.witnesses.trace(leaf), exception, line)


@cache
def explored(name: str, strategy: str) -> Explored:
    """Every witness is replayed on the way."""
    run = exploration(name, strategy)
    assert isinstance(run.witnesses, PythonWitnesses)
    cases: list[End] = []
    unsupported: list[str] = []
    failed: list[str] = []
    bounded: Counter[str | None] = Counter()
    for leaf in run.leaves():
        if leaf.kind in COMPLETED:
            cases.append(end_of(run, leaf))
            path = run.describe(leaf)
            if not (path.replayed and path.confirmed):
                failed.append(f"{path.condition}: {path.input}: {run.witnesses.differences}")
        elif leaf.kind is OutcomeKind.UNSUPPORTED:
            unsupported.append(f"{leaf.where}: {leaf.detail}")
        else:
            bounded[leaf.detail] += 1
    run.close()
    assert run.summary.stopped is None
    assert run.summary.counts.unknown == 0
    return Explored(
        run.summary.counts.paths, tuple(cases), tuple(unsupported), bounded, tuple(failed)
    )


@cache
def brute_ends(name: str) -> frozenset[End]:
    """The control-flow paths that small inputs take in CPython."""
    bounds: dict[str, object] = {
        "objects": 4,
        "per_class": 2,
        "length": 2,
        "ints": (0, 1, 2, 3, -1, -3),
    }
    bounds |= DOMAINS.get(name, {})
    request = {"path": str(FOLDER / f"{name}.py"), "function": "target", "bounds": bounds}
    answer = brute("python_brute").answer(request)
    assert answer["inputs"] > 0
    return frozenset(End(tuple(trace), *raised) for trace, *raised in answer["ends"])


def is_covered(end: End, ends: frozenset[End]) -> bool:
    """Is it among them? The engine ends a recursion as soon as it is known to have no end, so that
    there one trace may be the beginning of the other."""
    if end.exception != "RecursionError":
        return end in ends
    others = [other.trace for other in ends if other.exception == end.exception]
    return any(
        all(mine == theirs for mine, theirs in zip(end.trace, trace, strict=False))
        for trace in others
    )


def difference(some: frozenset[End], others: frozenset[End]) -> list[End]:
    """Those of some that are not covered by the others."""
    return [end for end in some if not is_covered(end, others)]
