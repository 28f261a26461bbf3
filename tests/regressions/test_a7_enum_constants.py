"""The constants of an enum are its only objects, also where one is the receiver."""

from __future__ import annotations

import pytest

from heapwise import InputError
from heapwise.results import Named
from java_paths import ends, explored, needs_jvm, replayed

pytestmark = needs_jvm

ENDS = {
    "Color.code": ["returned 0", "returned 1", "violated AssertionError"],
    "Color.next": ["returned GREEN", "returned RED"],
    "Color.number": ["returned 1", "returned 2"],
    "Color.is": ["returned False", "returned True"],
    "Steps.weight": ["returned 3"],
    "Planet.heavy": ["returned 0", "returned 0"],
    "Planet.visit": ["returned 1"],
    "apply": ["raised NullPointerException", "returned -1", "returned 1"],
    "isUp": ["returned False", "returned True"],
    "shape": ["returned 1", "returned 2", "returned 3", "returned 4", "returned 7"],
    "nothing": ["returned 0"],
    "any": ["returned 1", "returned 2"],
}


@pytest.mark.parametrize("method", ENDS)
def test_constants_are_all_there_is(method: str) -> None:
    assert ends(replayed(f"Enums.{method}")) == ENDS[method]


@pytest.mark.parametrize("strategy", ["lazy", "lazier-sharp", "partition", "pose"])
@pytest.mark.parametrize("method", ["Color.code", "Steps.weight", "apply"])
def test_all_strategies_say_so(method: str, strategy: str) -> None:
    assert set(ends(replayed(f"Enums.{method}", strategy))) == set(ENDS[method])


def test_a_constant_with_a_body_runs_its_own() -> None:
    """Each of the two runs it, one of them within a call, so they cannot be told apart here."""
    values = {path.outcome.value for path in replayed("Enums.Steps.twice")}
    assert len(values) == 2


def test_values_of_the_receiver_are_within_the_array() -> None:
    (path,) = replayed("Enums.Color.opposite")
    assert isinstance(path.outcome.value, Named) and isinstance(path.input.roots["this"], Named)


def test_elements_are_constants_or_null() -> None:
    for method in ("first", "firstOf"):
        found = ends(replayed(f"Enums.{method}"))
        assert {"returned 1", "returned 2"} <= set(found)


def test_a_receiver_is_never_null() -> None:
    with pytest.raises(InputError, match="no constants"):
        explored("Enums.Nothing.none")
    with pytest.raises(InputError, match=r"no object of `java\.util\.EnumMap`"):
        explored("jdk:java.util.EnumMap.put")
