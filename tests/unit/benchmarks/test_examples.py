"""What examples/README.md says comes out of the examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heapwise import OutcomeKind, explore

EXAMPLES = Path(__file__).parents[3] / "examples"
CLAIMS = {
    "swap": (5, 0, 10),
    "list": (4, 1, 12),
    "tree": (30, 0, 64),
    "shapes": (12, 0, 16),
    "array": (5, 1, 6),
}
"""Paths and violations, and the paths under `lazy`."""


def test_every_example_is_listed_and_claimed() -> None:
    listed = re.findall(r"\((\w+)\.tiny\)", (EXAMPLES / "README.md").read_text(encoding="utf-8"))
    assert sorted(listed) == sorted(CLAIMS) == sorted(path.stem for path in EXAMPLES.glob("*.tiny"))


@pytest.mark.parametrize("name", CLAIMS)
def test_an_example_gives_what_its_description_says(name: str) -> None:
    paths, violations, lazy_paths = CLAIMS[name]
    run = explore(EXAMPLES / f"{name}.tiny")
    found = list(run)
    assert len(found) == paths
    assert sum(path.outcome.kind is OutcomeKind.VIOLATED for path in found) == violations
    assert all(path.replayed for path in found)
    assert run.summary.exhaustive
    assert explore(EXAMPLES / f"{name}.tiny", strategy="lazy").count().counts.paths == lazy_paths


@pytest.mark.parametrize("name", ["list", "array"])
def test_the_bugs_in_the_examples_are_about_aliasing(name: str) -> None:
    paths = explore(EXAMPLES / f"{name}.tiny")
    [bug] = [path for path in paths if path.outcome.kind is OutcomeKind.VIOLATED]
    first, second = ("Y0", "Y1") if name == "list" else ("X0", "X1")
    assert bug.input.roots[first] == bug.input.roots[second]
