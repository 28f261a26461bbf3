"""B4: containers of a module keep what they are: the `maxlen` of a deque, a set that is frozen."""

from __future__ import annotations

from pathlib import Path

import pytest

from against_cpython import agrees_everywhere, functions, write

SOURCE = """
from collections import OrderedDict, defaultdict, deque

RECENT = deque([1, 2], maxlen=2)
EMPTY = deque(maxlen=0)
FROZEN = frozenset((1, 2))
COUNTS = defaultdict(int, {1: 2})
ORDER = OrderedDict(a=1)


def case_append(n: int):
    RECENT.append(n)
    return list(RECENT), RECENT.maxlen


def case_append_left(n: int):
    RECENT.appendleft(n)
    RECENT.extend([7, n])
    return list(RECENT)


def case_empty(n: int):
    EMPTY.append(n)
    return len(EMPTY)


def case_full(n: int):
    RECENT.insert(0, n)


def case_frozen(n: int):
    return n in FROZEN, hash(FROZEN) == hash(FROZEN | set()), hasattr(FROZEN, "add")


def case_frozen_as_key(n: int):
    return {FROZEN: n}[FROZEN]


def case_default(n: int):
    COUNTS[n] += 1
    return COUNTS[n], len(COUNTS)
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("constants"), SOURCE, "b4_constants")


@pytest.mark.parametrize("function", functions(SOURCE))
def test_constants_of_modules_behave_as_in_cpython(path: Path, function: str) -> None:
    agrees_everywhere(path, function)
