"""Which tests go to one worker, one after the other: what they look at is made once per process.

pytest-xdist has a mark for that, `xdist_group`, which it writes into the private `_nodeid` of a
test. pytest 9.2 keeps it elsewhere, and the mark has no effect any more. So this is said by the
names of tests alone, where a scheduler of our own looks (`tests/conftest.py`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

_OF_ONE_PROGRAM = re.compile(r"tests/laws/test_(?!java).*::\w+\[(\w+)\]")


def group_of(test: str) -> str:
    """Laws on one program look at the same runs (`checks.runs`, `python_checks`); other tests of a
    file have their fixtures in common, such as a JVM."""
    program = _OF_ONE_PROGRAM.fullmatch(test)
    return program[1] if program else test.partition("::")[0]


_FIRST = (
    "tests/regressions/test_g_a_context_is_deleted_quickly.py",
    "tests/unit/terms/test_sharing.py",
    "tests/unit/workers/test_cache.py",
    "tests/laws/test_invariant_paths_python.py",
    "tests/regressions/test_g_the_collector_does_not_touch_z3.py",
    "tests/unit/frontends/java/test_mains_and_opaque_strings.py",
    "tests/unit/engine/test_postponing.py",
    "tests/unit/cli/test_tests_command.py",
    "tests/unit/cli/test_lsp.py",
    "tests/laws/test_proofs.py",
    "tests/laws/test_java_collections.py",
    "tests/laws/test_recursive_promises.py",
    "tests/unit/workers/test_exploring.py",
    "tests/unit/workers/test_cache_kinds.py",
    "tests/unit/checking/test_on_workers.py",
    "tests/laws/test_prefixes.py",
    "tests/unit/cli/test_diff.py",
    "tests/unit/testgen/java/test_junit.py",
    "tests/unit/checking/test_reachable_java_inputs.py",
    "tests/unit/frontends/java/test_found_invariants.py",
    "tests/unit/checking/test_invariant_search.py",
    "tests/unit/results/test_json.py",
)
"""Two files that call the garbage collector, which takes long in a process that has run many tests;
then a few that take long: at the end, they would keep one core busy and leave the other idle."""


def in_order(tests: Sequence[str]) -> list[int]:
    """The indexes of the tests in the order in which groups are handed out: those that come first,
    then large ones before small ones."""
    groups = [group_of(test) for test in tests]
    sizes = Counter(groups)
    ranks = {name: number for number, name in enumerate(_FIRST)}
    numbers = {name: number for number, name in enumerate(dict.fromkeys(groups))}

    def place(index: int) -> tuple[int, int, int, int]:
        group = groups[index]
        return ranks.get(group, len(ranks)), -sizes[group], numbers[group], index

    return sorted(range(len(tests)), key=place)


class Groups(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Groups are handed out in the order in which their tests were collected."""

    def __init__(self, config: pytest.Config, log: Producer | None = None) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)
