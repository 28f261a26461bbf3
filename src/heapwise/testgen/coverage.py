"""How many branches of the targets a set of witnesses reaches.

A branch is one outcome of one site of `instrument.py`: the true and the false side of every `if`,
loop, operator, condition, assertion and case in the source of the target.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from heapwise.testgen.cases import TestCase
from heapwise.testgen.cpython_replay import ModuleUnderTest, Replayer
from heapwise.testgen.instrument import sites
from heapwise.testgen.module_source import read_module


@dataclass(frozen=True, slots=True)
class Coverage:
    """`missing` are the events that no run gave."""

    reached: int
    total: int
    missing: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.reached} of {self.total} branches"


def branch_coverage(cases: Sequence[TestCase], replayer: Replayer | None = None) -> Coverage:
    """The branches of all targets that the cases reach, in the runs that were observed or, with a
    replayer, in new ones."""
    reached = total = 0
    missing: list[str] = []
    for module in dict.fromkeys(case.module for case in cases):
        own = [case for case in cases if case.module == module]
        seen: set[str] = set()
        for case in own:
            if replayer is None:
                seen.update(case.observed.trace)
            else:
                seen.update(replayer.replay(module, case.target, case.given).trace)
        branches = branches_of(module, (case.target for case in own))
        absent = [event for event in branches if event not in seen]
        total += len(branches)
        reached += len(branches) - len(absent)
        missing += absent
    return Coverage(reached, total, tuple(missing))


def branches_of(module: ModuleUnderTest, targets: Iterable[str]) -> list[str]:
    """Both outcomes of every site in the targets, each once."""
    functions = read_module(module.path).functions
    found: dict[str, None] = {}
    for target in dict.fromkeys(targets):
        facts = functions.get(target) or functions.get(f"{target}.__init__")
        if facts is not None:
            for site in sites(facts.node):
                found.update(dict.fromkeys((site.event(True), site.event(False))))
    return list(found)
