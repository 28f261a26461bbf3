"""Every program takes the expected control-flow paths under every strategy, and witnesses replay.

The comment at the head of a program says why the figures in expected.json are right.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from heapwise.api import control_flow, explore
from heapwise.frontends.loading import load
from heapwise.heaps import registry
from heapwise.program.verifier import verify
from heapwise.results import OutcomeKind

HERE = Path(__file__).parent
EXPECTED = json.loads((HERE / "expected.json").read_text(encoding="utf-8"))
PATH_OPTIMAL = ("fieldmaps", "pose", "summary")


def test_every_program_has_expectations() -> None:
    assert sorted(EXPECTED) == sorted(path.stem for path in HERE.glob("*.javalite"))


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_the_code_is_well_formed(name: str) -> None:
    verify(load(HERE / f"{name}.javalite"))


@pytest.mark.parametrize("strategy", registry.names())
@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_the_paths_are_those_expected(name: str, strategy: str) -> None:
    expected = EXPECTED[name]
    exploration = explore(HERE / f"{name}.javalite", strategy=strategy)
    kinds: dict[bytes, OutcomeKind] = {}
    values = set()
    paths = 0
    for leaf in exploration.leaves():
        paths += 1
        path = exploration.describe(leaf)
        assert path.replayed
        kinds[control_flow(leaf)] = path.outcome.kind
        if path.outcome.kind is OutcomeKind.RETURNED:
            values.add(path.outcome.value)
    found = Counter(kinds.values())
    assert exploration.summary.exhaustive
    assert found[OutcomeKind.RETURNED] == expected["returned"]
    assert found[OutcomeKind.RAISED] == expected["raised"]
    if "values" in expected:
        assert values == set(expected["values"])
    if strategy in PATH_OPTIMAL:
        assert paths == len(kinds)
