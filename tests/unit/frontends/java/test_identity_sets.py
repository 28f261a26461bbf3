"""Sets of visited objects in invariants that run on candidates: by identity, and otherwise as in
the JDK."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import enumerate_inputs
from heapwise.frontends.java.semantics import identity_sets
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


_VISITED = ("ByHash", "ByIdentity", "FromMap", "InOrder")


@pytest.mark.parametrize("name", _VISITED)
def test_maps_of_visited_objects_say_what_those_of_the_jdk_say(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Lists of up to two plain nodes and, where equal ones are one, one that is `Same`; or up to
    two of those, the first of which comes first."""
    target = f"{_CLASSES}:regressions.Visited${name}"
    with_natives = enumerate_inputs(target, 2)
    count = with_natives.count()
    monkeypatch.setattr(IdentitySets, "of", lambda self, method: None)
    assert count == enumerate_inputs(target, 2).count()
    assert count == {"ByHash": 9, "ByIdentity": 3, "FromMap": 10, "InOrder": 9}[name]


def test_maps_do_without_the_code_of_the_jdk(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked for of a table is answered, but for iterating over it."""
    given_up: list[str] = []
    usual = identity_sets._another

    def gives_up(*arguments: object) -> object:
        given_up.append("given up")
        return usual(*arguments)

    monkeypatch.setattr(identity_sets, "_another", gives_up)
    for name in ("ByHash", "ByIdentity", "FromMap"):
        enumerate_inputs(f"{_CLASSES}:regressions.Visited${name}", 2).count()
    assert not given_up
