"""Heapwise: symbolic execution of programs whose inputs are object graphs.

Names are loaded when they are first used: a module that only has contracts on its functions must
not pay for a solver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heapwise.lazy_names import lazy_names

if TYPE_CHECKING:
    from heapwise.api import Exploration, explore, start
    from heapwise.checking.check import CheckOptions, check
    from heapwise.checking.suites import tests
    from heapwise.comparing import Comparison, compare
    from heapwise.contracts import ensures, invariant, old, raises, requires
    from heapwise.contracts.finitization import Finitization
    from heapwise.engine.bounds import Bounds
    from heapwise.frontends.enumerating import Enumeration, enumerate_inputs
    from heapwise.frontends.function_tests import FunctionTests
    from heapwise.frontends.running import run_on
    from heapwise.frontends.test_options import TestOptions
    from heapwise.plan import RunPlan
    from heapwise.program.source import InputError
    from heapwise.results import (
        Heap,
        HeapObject,
        Outcome,
        OutcomeKind,
        PathResult,
        Ref,
        RunSummary,
        Verdict,
    )
    from heapwise.results.checks import Finding, FunctionReport

__version__ = "0.2.0"

_HOMES = {
    "Bounds": "heapwise.engine.bounds",
    "CheckOptions": "heapwise.checking.check",
    "Comparison": "heapwise.comparing",
    "Enumeration": "heapwise.frontends.enumerating",
    "Exploration": "heapwise.api",
    "Finding": "heapwise.results.checks",
    "Finitization": "heapwise.contracts.finitization",
    "FunctionReport": "heapwise.results.checks",
    "FunctionTests": "heapwise.frontends.function_tests",
    "Heap": "heapwise.results",
    "HeapObject": "heapwise.results",
    "InputError": "heapwise.program.source",
    "Outcome": "heapwise.results",
    "OutcomeKind": "heapwise.results",
    "PathResult": "heapwise.results",
    "Ref": "heapwise.results",
    "RunPlan": "heapwise.plan",
    "RunSummary": "heapwise.results",
    "TestOptions": "heapwise.frontends.test_options",
    "Verdict": "heapwise.results",
    "check": "heapwise.checking.check",
    "compare": "heapwise.comparing",
    "ensures": "heapwise.contracts",
    "enumerate_inputs": "heapwise.frontends.enumerating",
    "explore": "heapwise.api",
    "invariant": "heapwise.contracts",
    "old": "heapwise.contracts",
    "raises": "heapwise.contracts",
    "requires": "heapwise.contracts",
    "run_on": "heapwise.frontends.running",
    "start": "heapwise.api",
    "tests": "heapwise.checking.suites",
}

__all__ = [
    "Bounds",
    "CheckOptions",
    "Comparison",
    "Enumeration",
    "Exploration",
    "Finding",
    "Finitization",
    "FunctionReport",
    "FunctionTests",
    "Heap",
    "HeapObject",
    "InputError",
    "Outcome",
    "OutcomeKind",
    "PathResult",
    "Ref",
    "RunPlan",
    "RunSummary",
    "TestOptions",
    "Verdict",
    "check",
    "compare",
    "ensures",
    "enumerate_inputs",
    "explore",
    "invariant",
    "old",
    "raises",
    "requires",
    "run_on",
    "start",
    "tests",
]


__getattr__ = lazy_names(__name__, _HOMES)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
