"""An input array may be of a narrower class than it is declared, where that makes a difference."""

from __future__ import annotations

import pytest

from heapwise.results import Ref
from java_paths import ends, explored, needs_jvm, replayed

pytestmark = needs_jvm

NULL, INDEX, STORE = (
    f"raised {name}Exception" for name in ("NullPointer", "ArrayIndexOutOfBounds", "ArrayStore")
)
ENDS = {
    "put": ["returned 1", "returned 2", "returned 2", "returned 3"],
    "shape": [INDEX, STORE, NULL, "returned None"],
    "made": [INDEX, STORE, NULL, "returned None"],
    "alone": [INDEX, NULL, "returned None"],
    "field": [STORE, "returned 0", "returned 0", "returned 1"],
    "held": ["returned 0", "returned 0", "returned 1", "returned 2"],
    "variable": [INDEX, NULL, "returned None"],
}


@pytest.mark.parametrize("method", ENDS)
def test_each_way_to_end_is_found_once(method: str) -> None:
    assert ends(replayed(f"Stores.{method}")) == ENDS[method]


@pytest.mark.parametrize("strategy", ["lazy", "lazier-sharp", "partition", "pose"])
@pytest.mark.parametrize("method", ["put", "made"])
def test_all_strategies_find_them(method: str, strategy: str) -> None:
    assert set(ends(replayed(f"Stores.{method}", strategy))) == set(ENDS[method])


@pytest.mark.parametrize("method", ["copied", "filled"])
def test_the_jdk_stores_too(method: str) -> None:
    assert {STORE, "returned None"} <= set(ends(replayed(f"Stores.{method}")))


def test_arrays_within_collections_are_as_the_jdk_makes_them() -> None:
    paths, _ = explored("Stores.listed")
    assert STORE not in ends(paths)


def test_elements_are_of_the_class_of_their_array() -> None:
    for path in replayed("Stores.held"):
        objects = path.input.objects
        for body in objects.values():
            if body.class_name.endswith("Square[]"):
                refs = [each for each in body.contents() if isinstance(each, Ref)]
                held = {objects[ref].class_name for ref in refs}
                assert held <= {"regressions.Stores$Square"}
