"""Pure recursive functions in proofs are run once per object (`merging.remembered_calls`): none is
claimed to keep a promise that CPython breaks, and what is found replays."""

from __future__ import annotations

import copy
import itertools
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from heapwise.checking.check import subjects_of
from random_recursions import recursion
from test_proofs import loaded, merged

OBJECTS = 3
VALUES = (0, 1, 2)
_COUNT = 24
_MANY = 400


def trees(module: ModuleType, nodes: int) -> Iterator[Any]:
    """All trees with so many nodes."""
    if nodes == 0:
        yield None
        return
    for on_the_left in range(nodes):
        sides = itertools.product(
            trees(module, on_the_left), list(trees(module, nodes - 1 - on_the_left)), VALUES
        )
        for left, right, value in sides:
            yield module.Node(value, copy.deepcopy(left), copy.deepcopy(right))


def is_broken(module: ModuleType) -> bool:
    """Is there an input on which the function breaks its promise?"""
    lines = [line.strip().partition(": ") for line in module.target.__doc__.strip().splitlines()]
    (post,) = [condition for kind, _, condition in lines if kind == "post"]
    every = [tree for nodes in range(OBJECTS + 1) for tree in trees(module, nodes)]
    for tree, k in itertools.product(every, VALUES):
        given = copy.deepcopy(tree)
        old = SimpleNamespace(tree=copy.deepcopy(tree), k=k)
        try:
            result = module.target(given, k)
        except ValueError:  # which is raised on purpose
            continue
        except Exception:
            return True
        try:
            holds = eval(post, {**vars(module), "__return__": result, "__old__": old, "k": k})
        except Exception:
            holds = False
        if not holds:
            return True
    return False


def agrees_with_cpython(seed: int, folder: Path) -> str:
    source = recursion(seed)
    file = folder / f"recursion_{seed}.py"
    module = loaded(source, file)
    try:
        broken = is_broken(module)
    finally:
        del sys.modules[file.stem]
    (subject,) = subjects_of(f"{file}:target")
    with closing(subject.judge()) as judge:
        proved, found, reason, _ = merged(subject, OBJECTS, judge)
    assert not (proved and broken), f"CPython breaks it:\n{source}"
    assert not found or broken or not all(finding.replayed for finding in found), source
    for finding in found:
        assert finding.replayed, f"{finding.message}, {finding.doubt}:\n{source}"
    return "proved" if proved else "found" if found else reason


def test_what_cpython_breaks_is_not_proved(tmp_path: Path) -> None:
    ends = [agrees_with_cpython(seed, tmp_path) for seed in range(_COUNT)]
    assert ends.count("proved") > _COUNT // 8
    assert ends.count("found") > _COUNT // 4


@pytest.mark.slow
def test_what_cpython_breaks_is_not_proved_of_many_programs(tmp_path: Path) -> None:
    for seed in range(_COUNT, _MANY):
        agrees_with_cpython(seed, tmp_path)
