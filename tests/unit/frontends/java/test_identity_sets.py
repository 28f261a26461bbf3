"""Sets of visited objects in invariants that run on candidates: by identity, and otherwise as in
the JDK."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import enumerate_inputs
from heapwise.frontends.java.semantics.identity_sets import IdentitySets
from heapwise.program import MethodDecl
from heapwise.structure.to_python.direct_machine import NativesError

_CLASSES = Path(__file__).parents[3] / "programs_java" / "classes"


def _chains(scope: int) -> int:
    """Ways to spread up to so many nodes over four chains."""
    return sum((n + 1) * (n + 2) * (n + 3) // 6 for n in range(scope + 1))


@pytest.mark.parametrize("scope", [1, 2, 3])
def test_a_set_of_visited_objects_tells_them_apart(scope: int) -> None:
    found = enumerate_inputs(f"{_CLASSES}:regressions.Buckets", scope)
    assert found.count() == _chains(scope)


def test_the_sets_of_the_jdk_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every method of a set gives up, so that none is replaced."""
    asked: list[str] = []

    def gives_up(*arguments: object) -> object:
        asked.append("set")
        raise NativesError

    def of(self: IdentitySets, method: MethodDecl) -> object:
        return gives_up if method.owner.name == "java.util.HashSet" else None

    monkeypatch.setattr(IdentitySets, "of", of)
    found = enumerate_inputs(f"{_CLASSES}:regressions.Buckets", 2)
    assert found.count() == _chains(2)
    assert asked == ["set"]


def test_elements_with_a_hash_code_of_their_own_are_left_to_the_jdk() -> None:
    """Two nodes in four chains, whose keys differ: by identity they might be equal."""
    found = enumerate_inputs(f"{_CLASSES}:regressions.Buckets$Few", 2, complete=False)
    assert found.count() == 1 + 4 + 10 * 3 * 2
