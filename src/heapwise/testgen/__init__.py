"""Witnesses run for real: replays in CPython with branch traces, snippets and pytest files.

`Replayer` runs a witness in a separate process; `same_outcome` compares what happened with what
was predicted; `snippet` and `write_tests` write witnesses down as code. `instrument.py` specifies
the branch events that both sides speak of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heapwise.lazy_names import lazy_names

if TYPE_CHECKING:
    from heapwise.testgen.against_prediction import Expectation, same_outcome
    from heapwise.testgen.calltext import snippet
    from heapwise.testgen.cases import TestCase
    from heapwise.testgen.coverage import Coverage, branch_coverage, branches_of
    from heapwise.testgen.cpython_replay import (
        Limits,
        ModuleUnderTest,
        Observation,
        Replayer,
        Status,
    )
    from heapwise.testgen.module_source import ModuleFacts, read_module
    from heapwise.testgen.pytest_file import write_tests

__all__ = [
    "Coverage",
    "Expectation",
    "Limits",
    "ModuleFacts",
    "ModuleUnderTest",
    "Observation",
    "Replayer",
    "Status",
    "TestCase",
    "branch_coverage",
    "branches_of",
    "read_module",
    "same_outcome",
    "snippet",
    "write_tests",
]

__getattr__ = lazy_names(
    __name__,
    {
        "Coverage": "heapwise.testgen.coverage",
        "Expectation": "heapwise.testgen.against_prediction",
        "Limits": "heapwise.testgen.cpython_replay",
        "ModuleFacts": "heapwise.testgen.module_source",
        "ModuleUnderTest": "heapwise.testgen.cpython_replay",
        "Observation": "heapwise.testgen.cpython_replay",
        "Replayer": "heapwise.testgen.cpython_replay",
        "Status": "heapwise.testgen.cpython_replay",
        "TestCase": "heapwise.testgen.cases",
        "branch_coverage": "heapwise.testgen.coverage",
        "branches_of": "heapwise.testgen.coverage",
        "read_module": "heapwise.testgen.module_source",
        "same_outcome": "heapwise.testgen.against_prediction",
        "snippet": "heapwise.testgen.calltext",
        "write_tests": "heapwise.testgen.pytest_file",
    },
)
