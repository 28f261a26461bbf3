"""Which tests go to one worker, one after the other: what they look at is made once per process.

pytest-xdist has a mark for that, `xdist_group`, which it writes into the private `_nodeid` of a
test. pytest 9.2 keeps it elsewhere, and the mark has no effect any more. So this is said by the
names of tests alone, where a scheduler of our own looks (`tests/conftest.py`).
"""

from __future__ import annotations

import re

from xdist.scheduler import LoadScopeScheduling

_OF_ONE_PROGRAM = re.compile(r"tests/laws/test_(?!java).*::\w+\[(\w+)\]")


def group_of(test: str) -> str:
    """Laws on one program look at the same runs (`checks.runs`, `python_checks`); other tests of a
    file have their fixtures in common, such as a JVM."""
    program = _OF_ONE_PROGRAM.fullmatch(test)
    return program[1] if program else test.partition("::")[0]


class Groups(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)
